/// What a byte can begin.
enum ByteClass: UInt8 {
  case blank, newline, letter, digit, quote, slash, hash, symbol, high, bad

  /// The class of each byte.
  static let table: [ByteClass] = (0...255).map { of(UInt8($0)) }

  private static func of(_ byte: UInt8) -> ByteClass {
    switch byte {
    // A NUL is reported together with the encoding, and then skipped.
    case 0, UInt8(ascii: " "), UInt8(ascii: "\t"): .blank
    case UInt8(ascii: "\n"): .newline
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "_"):
      .letter
    case UInt8(ascii: "0")...UInt8(ascii: "9"): .digit
    case UInt8(ascii: "\""): .quote
    case UInt8(ascii: "/"): .slash
    case UInt8(ascii: "#"): .hash
    case 0x80...0xFF: .high
    default: symbols.contains(byte) ? .symbol : .bad
    }
  }

  private static let symbols = Array("()[]{},;:.?|!~=+-*%<>&".utf8)
}

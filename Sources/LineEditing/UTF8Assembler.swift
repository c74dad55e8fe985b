/// Scalars from bytes that come one at a time, each as soon as its last byte is there.
///
/// The standard library's decoders read ahead, which at a keyboard means waiting for keys.
struct UTF8Assembler {
  private var bytes: [UInt8] = []

  /// The scalars that are complete with this byte: none, one, or two when the byte shows that
  /// those before it were no character. What is not UTF-8 becomes U+FFFD.
  mutating func add(_ byte: UInt8) -> [Unicode.Scalar] {
    var complete: [Unicode.Scalar] = []
    if !bytes.isEmpty, !UTF8.isContinuation(byte) {
      complete.append("\u{FFFD}")
      bytes = []
    }
    bytes.append(byte)
    guard bytes.count >= Self.length(startingWith: bytes[0]) else { return complete }
    // Overlong forms and surrogates have the right length, and are still no characters.
    let text = String(validating: bytes, as: UTF8.self)
    complete.append(text?.unicodeScalars.first ?? "\u{FFFD}")
    bytes = []
    return complete
  }

  private static func length(startingWith byte: UInt8) -> Int {
    switch byte {
    case 0xC2...0xDF: 2
    case 0xE0...0xEF: 3
    case 0xF0...0xF4: 4
    default: 1
    }
  }
}

// Names of files as text. A name consists of any bytes, and text only of valid UTF-8. Each byte
// that is not part of such text is kept as a private character from U+10FF80 on, so that all names
// can be distinguished, joined to others and opened. A name that contains these characters itself
// is kept as bytes, too.
extension String {
  private static let firstByte: UInt32 = 0x10_FF00

  /// A name as the system has it. `pathBytes` gives the same bytes again.
  ///
  /// - Complexity: O(*n*).
  package init(pathBytes bytes: [UInt8]) {
    if let text = String(validating: bytes, as: UTF8.self), !text.hasKeptBytes {
      self = text
      return
    }
    self = ""
    var rest = bytes[...]
    while let byte = rest.first {
      let length = byte < 0x80 ? 1 : byte < 0xE0 ? 2 : byte < 0xF0 ? 3 : 4
      let part = rest.prefix(length)
      if part.count == length, let text = String(validating: part, as: UTF8.self),
        !text.hasKeptBytes
      {
        self += text
        rest = rest.dropFirst(length)
      } else {
        unicodeScalars.append(Unicode.Scalar(String.firstByte + UInt32(byte))!)
        rest = rest.dropFirst()
      }
    }
  }

  /// The name as the system has it.
  package var pathBytes: [UInt8] {
    guard hasKeptBytes else { return Array(utf8) }
    return unicodeScalars.flatMap { scalar in
      String.keepsByte(scalar)
        ? [UInt8(scalar.value - String.firstByte)] : Array(String(scalar).utf8)
    }
  }

  private var hasKeptBytes: Bool { unicodeScalars.contains(where: String.keepsByte) }

  private static func keepsByte(_ scalar: Unicode.Scalar) -> Bool {
    scalar.value >= firstByte + 0x80
  }
}

/// A line of input that is not UTF-8 text, or that has a NUL in it.
public struct InvalidLine: Error, Equatable, Sendable {
  /// The first byte that is wrong: 0, or one that no UTF-8 character has at its place.
  public let byte: UInt8

  /// How many bytes of the line come before that byte.
  public let offset: Int

  /// The line, fit to be shown: with U+FFFD in place of what is not UTF-8.
  public let repairedText: String

  /// - Precondition: `bytes` is not valid UTF-8, or has a NUL in it.
  init(bytes: ArraySlice<UInt8>) {
    let bytes = Array(bytes)
    offset = Self.offsetOfFirstWrongByte(in: bytes)
    byte = bytes[offset]
    repairedText = String(decoding: bytes, as: UTF8.self)
  }

  private static func offsetOfFirstWrongByte(in bytes: [UInt8]) -> Int {
    var parser = Unicode.UTF8.ForwardParser()
    var remaining = bytes.makeIterator()
    var offset = 0
    while true {
      switch parser.parseScalar(from: &remaining) {
      case .valid(let scalar) where scalar.first != 0: offset += scalar.count
      case .valid, .error: return offset
      case .emptyInput: preconditionFailure("a line is invalid because of one of its bytes")
      }
    }
  }
}

extension InvalidLine: CustomStringConvertible {
  /// One line for a person, such as `byte 0xff at offset 3 is not UTF-8`.
  public var description: String {
    guard byte != 0 else { return "NUL byte at offset \(offset)" }
    return "byte 0x\(String(byte, radix: 16)) at offset \(offset) is not UTF-8"
  }
}

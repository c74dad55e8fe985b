import Testing
import Text

/// Whether bytes are text in UTF-8.
@Suite struct ForeignBytesTests {
  private static let script = "object a { x = 1 } // größer\n"

  private static func utf16(_ text: String, isLittle: Bool, mark: [UInt8] = []) -> [UInt8] {
    mark
      + text.utf16.flatMap { unit -> [UInt8] in
        let (high, low) = (UInt8(unit >> 8), UInt8(unit & 0xFF))
        return isLittle ? [low, high] : [high, low]
      }
  }

  @Test(arguments: [true, false])
  func `UTF-16 is known by its mark, or by its NUL bytes`(isLittle: Bool) {
    let mark: [UInt8] = isLittle ? [0xFF, 0xFE] : [0xFE, 0xFF]
    #expect(ForeignBytes(mark) == .encoding("UTF-16"))
    #expect(
      ForeignBytes(Self.utf16(Self.script, isLittle: isLittle, mark: mark)) == .encoding("UTF-16"))
    #expect(ForeignBytes(Self.utf16(Self.script, isLittle: isLittle)) == .encoding("UTF-16"))
  }

  @Test func `UTF-32 begins as UTF-16 does`() {
    #expect(ForeignBytes([0xFF, 0xFE, 0, 0, 0x61, 0, 0, 0]) == .encoding("UTF-32"))
    #expect(ForeignBytes([0, 0, 0xFE, 0xFF, 0, 0, 0, 0x61]) == .encoding("UTF-32"))
  }

  @Test(
    arguments: [
      [0x7F, 0x45, 0x4C, 0x46, 2, 1, 1] + [UInt8](repeating: 0, count: 9) + [
        3, 0, 0x3E, 0, 1, 0, 0,
      ],
      [0x89, 0x50, 0x4E, 0x47, 13, 10, 26, 10, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52, 0, 0, 1, 0x2C],
      [0xFF, 0xD8, 0xFF, 0xE0, 0, 16, 0x4A, 0x46, 0x49, 0x46, 0, 1, 1, 0, 0, 1, 0, 1, 0, 0],
      [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 3, 0xCB, 0xCC, 0x2B, 0x28, 0x2D, 0xE1, 2, 0, 0xA1, 0x6A],
    ] as [[UInt8]])
  func `programs and pictures are no text`(bytes: [UInt8]) {
    #expect(ForeignBytes(bytes) == .binary)
  }

  @Test(arguments: [
    "", "a", "日本語", "\u{FEFF}object a", "\u{1B}[31mred\u{1B}[0m", "a\0b", "\0",
    String(repeating: "ж", count: 2_000), "print 1\r\n\tprint 2\n",
  ])
  func `UTF-8 is text, also with a mistake in it`(text: String) {
    #expect(ForeignBytes(Array(text.utf8)) == nil)
  }

  /// It has places, and the error there says how to save it.
  @Test func `a text in Latin-1 is one with mistakes`() {
    #expect(ForeignBytes(Array("print \"gr".utf8) + [0xF6, 0xDF] + Array("er\"\n".utf8)) == nil)
  }
}

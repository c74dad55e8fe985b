import Testing

@testable import LineEditing

@Suite struct UTF8AssemblerTests {
  private func text(of bytes: [UInt8]) -> String {
    var assembler = UTF8Assembler()
    var scalars = String.UnicodeScalarView()
    for byte in bytes { scalars += assembler.add(byte) }
    return String(scalars)
  }

  @Test(arguments: ["a", "é", "日", "🇨🇭", "a\u{0}b", "\u{10FFFF}\u{FFFD}e\u{301}"])
  func `text comes out unchanged`(sample: String) {
    #expect(text(of: Array(sample.utf8)) == sample)
  }

  @Test(
    arguments: [
      ([0xFF, 0x61], "\u{FFFD}a"),
      ([0xE6, 0x97, 0x61], "\u{FFFD}a"),
      ([0xE6, 0xC3, 0xA9], "\u{FFFD}é"),
      ([0x80, 0x80], "\u{FFFD}\u{FFFD}"),
      ([0xED, 0xA0, 0x80, 0x61], "\u{FFFD}a"),
      ([0xF4, 0x90, 0x80, 0x80], "\u{FFFD}"),
    ] as [([UInt8], String)])
  func `bytes that are not UTF-8 are shown, and hide nothing`(bytes: [UInt8], result: String) {
    #expect(text(of: bytes) == result)
  }

  @Test func `a character is complete with its last byte`() {
    var assembler = UTF8Assembler()
    #expect(assembler.add(0xE6) == [])
    #expect(assembler.add(0x97) == [])
    #expect(assembler.add(0xA5) == ["日"])
  }
}

@Suite struct PromptTests {
  @Test(arguments: [
    ("> ", "> ", "> "),
    ("\u{1B}[1m> ", "\u{1}\u{1B}[1m\u{1}> ", "> "),
    (
      "\u{1B}[1m\u{1B}[32ma\u{1B}[0m> ", "\u{1}\u{1B}[1m\u{1B}[32m\u{1}a\u{1}\u{1B}[0m\u{1}> ",
      "a> "
    ),
    ("a\u{1B}", "a\u{1B}", "a\u{1B}"),
    ("\u{1B}[1", "\u{1B}[1", "\u{1B}[1"),
  ])
  func `escape sequences are marked, and count no columns`(
    text: String, marked: String, visible: String
  ) {
    #expect(Prompt(text).markedText == marked)
    #expect(Prompt(text).visibleText == visible)
  }
}

@Suite struct ScreenRowsTests {
  @Test(arguments: [
    ("", 0), ("123", 0), ("1234", 1), ("12345678", 2), ("1\n2\n3", 2), ("日日", 1), ("1日日", 1),
    ("123日", 1), ("1234\n", 2),
  ])
  func `a text continues where the row is full`(text: String, rows: Int) {
    #expect(ScreenRows(columns: 4).below(text) == rows)
  }

  @Test(arguments: [
    ("1234", 0, "1234"), ("123日", 0, "123 日"), ("1日日x", 0, "1日 日x"), ("日日日", 0, "日日日"),
    ("1\n日日", 0, "1\n日日"), ("123日", 9, "123\n日"), ("123日123日", 4, "123\n日123日"),
    ("1日日x", 9, "1日\n日x"), ("123 5678", 9, "123 \n5678"), ("123 5678", 0, "123 5678"),
  ])
  func `a row that is drawn again ends at its last blank`(
    text: String, redrawn: Int, written: String
  ) {
    #expect(ScreenRows(columns: 4).written(text, redrawn: redrawn) == written)
  }
}

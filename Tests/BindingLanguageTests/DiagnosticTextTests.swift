import Exploring
import Interpreter
import Language
import Syntax
import TestSupport
import Testing

/// The text of an error at the first mark, with the notes given.
private func text(
  _ source: String, notes: [(Diagnostic.Note.Label, String, Int?)] = [],
  options: Diagnostic.TextOptions = .init(), firstLine: Int = 1
) -> String {
  let marked = MarkedSource(source)
  let file = SourceFile(name: "a.bind", text: marked.text, firstLine: firstLine)
  let notes = notes.map { label, message, mark in
    Diagnostic.Note(
      label, message, file: mark == nil ? nil : file,
      span: mark.map { SourceSpan(marked.marks[$0]) })
  }
  return Diagnostic(
    .error, "wrong", file: file, span: SourceSpan(marked.marks[0]), notes: notes
  ).text(options: options)
}

@Test func `a place is a line, a column and an underline`() {
  #expect(
    text("one\ntwo ⟦three⟧ four\n") == """
      a.bind:2:5: error: wrong
      two three four
          ^~~~~
      """)
}

@Test func `an empty place is a caret, also at the end of the text`() {
  #expect(text("a ⟦⟧b") == "a.bind:1:3: error: wrong\na b\n  ^")
  #expect(text("ab⟦⟧") == "a.bind:1:3: error: wrong\nab\n  ^")
  #expect(text("ab\n⟦⟧") == "a.bind:2:1: error: wrong\n\n^")
  #expect(text("⟦⟧") == "a.bind:1:1: error: wrong\n\n^")
}

@Test func `lines of typed text continue one numbering`() {
  #expect(text("a\n⟦b⟧", firstLine: 7) == "a.bind:8:1: error: wrong\nb\n^")
}

@Test func `a place of several lines is underlined to the end of the first`() {
  #expect(text("a ⟦{\r\n}⟧") == "a.bind:1:3: error: wrong\na {\n  ^")
  #expect(text("a ⟦(b\n)⟧") == "a.bind:1:3: error: wrong\na (b\n  ^~")
}

@Test func `tabs are repeated, so that any width of tabs is aligned`() {
  #expect(text("\tx\t= ⟦)⟧") == "a.bind:1:6: error: wrong\n\tx\t= )\n\t \t  ^")
}

@Test func `characters count once and take their columns`() {
  #expect(text("日本 ⟦x⟧") == "a.bind:1:4: error: wrong\n日本 x\n     ^")
  #expect(text("⟦日本⟧ x") == "a.bind:1:1: error: wrong\n日本 x\n^~~~")
  #expect(text("e\u{301}e\u{301} ⟦x⟧") == "a.bind:1:4: error: wrong\ne\u{301}e\u{301} x\n   ^")
  #expect(text("👨‍👩‍👧 ⟦x⟧") == "a.bind:1:3: error: wrong\n👨‍👩‍👧 x\n   ^")
}

@Test func `a byte order mark has no column`() {
  #expect(text("\u{FEFF}a ⟦b⟧") == "a.bind:1:3: error: wrong\na b\n  ^")
}

@Test func `control characters of a terminal are shown as escapes`() {
  #expect(
    text("\u{1B}[31m⟦\u{7F}⟧\u{202E}")
      == "a.bind:1:6: error: wrong\n\\u{1B}[31m\\u{7F}\\u{202E}\n          ^~~~~~")
  let file = SourceFile(name: "x\u{1B}", text: "")
  let diagnostic = Diagnostic(.warning, "'\u{1B}[0m'", file: file, span: nil)
  #expect(diagnostic.text() == "x\\u{1B}: warning: '\\u{1B}[0m'")
}

@Test func `a long line is cut to a window around the place`() {
  let blanks = String(repeating: "a", count: 100_000)
  let lines = text("\(blanks)⟦bb⟧\(blanks)").split(separator: "\n").map(String.init)
  #expect(lines[0] == "a.bind:1:100001: error: wrong")
  let left = String(repeating: "a", count: 40)
  #expect(lines[1] == "…" + left + "bb" + String(repeating: "a", count: 58) + "…")
  #expect(lines[2] == String(repeating: " ", count: 41) + "^~")
  let end = text("\(blanks)⟦bb⟧").split(separator: "\n")
  #expect(end[1] == "…" + String(repeating: "a", count: 98) + "bb")
  let start = text("⟦b⟧\(blanks)").split(separator: "\n")
  #expect(start[1] == "b" + String(repeating: "a", count: 99) + "…")
  let long = text("⟦\(blanks)⟧").split(separator: "\n")
  #expect(long[2] == "^" + String(repeating: "~", count: 99))
}

@Test func `a note on another line has a frame, one on the same line does not`() {
  #expect(
    text("f(⟦⟧ ⟦g⟧\n⟦h⟧", notes: [(.note, "same", 1), (.note, "other", 2), (.help, "do", nil)])
      == """
      a.bind:1:3: error: wrong
      f( g
        ^
      a.bind:1:4: note: same
      a.bind:2:1: note: other
      h
      ^
      help: do
      """)
}

@Test func `ASCII output contains only ASCII`() {
  #expect(
    text("日é ⟦“⟧", options: .init(isASCII: true)) == "a.bind:1:4: error: wrong\n??? ?\n    ^")
  let long = text("⟦b⟧" + String(repeating: "a", count: 200), options: .init(isASCII: true))
  #expect(long.utf8.allSatisfy { $0 < 0x80 } && long.contains("aaa..."))
  let diagnostic = Diagnostic(.error, "'é…'", file: nil, span: nil)
  #expect(diagnostic.text(options: .init(isASCII: true)) == "error: '\\u{E9}...'")
}

@Test func `colours mark the label and the underline`() {
  #expect(
    text("a ⟦b⟧", notes: [(.help, "do", nil)], options: .init(theme: .standard)) == """
      \u{1B}[1ma.bind:1:3: \u{1B}[0m\u{1B}[1;91merror:\u{1B}[0m \u{1B}[1mwrong\u{1B}[0m
      a b
        \u{1B}[1;91m^\u{1B}[0m
      \u{1B}[1;94mhelp:\u{1B}[0m do
      """)
}

@Test(arguments: [40, 60, 99], [false, true])
func `on a screen a long line is a window around the place`(width: Int, isASCII: Bool) {
  var options = Diagnostic.TextOptions(isASCII: isASCII)
  options.width = width
  for position in stride(from: 0, to: 120, by: 7) {
    let before = String(repeating: "ab ", count: position / 3)
    let lines = text("\(before)⟦WRONG⟧\(String(repeating: " cd", count: 40))", options: options)
      .split(separator: "\n")
    #expect(lines.allSatisfy { $0.count <= width })
    let start = lines[2].prefix { $0 == " " }.count
    #expect(
      lines[1].dropFirst(start).hasPrefix("WRONG") && lines[2].hasSuffix(" ^~~~~") || start == 0)
    #expect(lines[2].count == start + 5)
  }
}

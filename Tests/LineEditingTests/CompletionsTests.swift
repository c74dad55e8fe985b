import Testing
import Text

@testable import LineEditing

@Suite struct CompletionsTests {
  @Test(
    arguments: [
      ([], ""),
      (["width "], "width "),
      (["width", "widget"], "wid"),
      (["a", "b"], ""),
      (["label", "labels"], "label"),
      (["日本", "日程"], "日"),
      // é as one scalar and as two are the same character.
      (["caf\u{E9}s", "cafe\u{301}t"], "caf\u{E9}"),
      (["e\u{301}", "e"], ""),
    ] as [([String], String)])
  func `the common prefix consists of whole characters`(texts: [String], prefix: String) {
    let completions = Completions(replace: 0..<0, candidates: texts.map { Candidate($0) })
    #expect(completions.commonPrefix == prefix)
  }

  @Test func `offsets are accepted only between scalars`() throws {
    let line = "aé日b"
    let whole = try #require(line.scalars(inUTF8: 0..<7))
    #expect(whole.text == line)
    #expect(whole.range == 0..<4)
    let part = try #require(line.scalars(inUTF8: 1..<6))
    #expect(part.text == "é日")
    #expect(part.range == 1..<3)
    #expect(line.scalars(inUTF8: 2..<3) == nil)
    #expect(line.scalars(inUTF8: 0..<8) == nil)
    #expect(line.scalars(inUTF8: -1..<0) == nil)
  }
}

@Suite struct CandidateListTests {
  private func lines(
    _ candidates: [Candidate], columns: Int = 20, rows: Int = 10
  ) -> [String] {
    let list = CandidateList(candidates: candidates, columns: columns, rows: rows)
    #expect(list.lines.allSatisfy { $0.displayWidth <= columns })
    return list.lines
  }

  @Test func `columns are filled downwards`() {
    let texts = ["one", "two", "three", "four", "five"].map { Candidate($0) }
    #expect(lines(texts) == ["one    three  five", "two    four"])
    #expect(lines(texts, columns: 17) == ["one    four", "two    five", "three"])
  }

  @Test func `wide characters take two columns`() {
    let texts = ["日本", "a", "b", "日程語"].map { Candidate($0) }
    #expect(lines(texts) == ["日本    b", "a       日程語"])
    #expect(lines(texts, columns: 13) == ["日本", "a", "b", "日程語"])
  }

  @Test func `a note stands beside its candidate`() {
    let candidates = [Candidate("width ", note: "a number"), Candidate("x")]
    #expect(lines(candidates) == ["width  a number", "x"])
  }

  @Test func `a candidate that is too wide is cut`() {
    let text = "abcdefghijklmnopqrstuvwxyz"
    #expect(lines([Candidate(text), Candidate("b")]) == ["abcdefghijklmnopqrs…", "b"])
    #expect(lines([Candidate("日本日本日本")], columns: 6) == ["日本…"])
    #expect(lines([Candidate("x", note: text)]) == ["x  abcdefghijklmnop…"])
  }

  @Test func `there are never more lines than the terminal has rows`() {
    let candidates = (0..<1_000).map { Candidate("candidate\($0)", note: "n") }
    let lines = lines(candidates)
    #expect(lines.count == 8)
    #expect(lines.last == "… and 993 more")
    let wide = self.lines(candidates, columns: 60)
    #expect(wide.last?.hasSuffix(" more; type on to see fewer") == true)
    #expect(self.lines(candidates, columns: 1, rows: 1).count <= 2)
  }

  @Test func `control characters and closing spaces are not shown`() {
    #expect(lines([Candidate("a\u{1B}[2Jb "), Candidate("c ")]) == ["a\u{FFFD}[2Jb  c"])
  }
}

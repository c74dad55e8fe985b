import Rendering
import TestSupport
import Testing
import Text

@Test func `columns are as wide as their widest cell and aligned`() {
  let table = TextTable(
    headers: ["#", "name", "value"], rows: [["1", "größe", "日本"], ["12", "x", "3"]],
    alignments: [.right, .left, .right])
  #expect(table.lines().map(\.plain) == [" #  name   value", " 1  größe   日本", "12  x          3"])
}

@Test func `lines have no blanks at their ends`() {
  let table = TextTable(headers: ["a", "b"], rows: [["long", ""], ["x"], ["", "y"], []])
  #expect(table.lines().map(\.plain) == ["a     b", "long", "x", "      y", ""])
}

@Test func `the widest cells are broken at blanks to fit`() {
  let table = TextTable(
    headers: ["#", "what it says", "turn"],
    rows: [["1", "a text of several words", "12"], ["2", "short", "3"], ["3", "", "4"]],
    alignments: [.right, .left, .right])
  #expect(
    table.lines(maxWidth: 20).map(\.plain) == [
      "#  what it      turn", "   says", "1  a text of      12", "   several", "   words",
      "2  short           3", "3                  4",
    ])
}

@Test func `a word that is longer than its column is broken, and very long cells are cut`() {
  let table = TextTable(
    headers: ["name", "value"], rows: [["a", String(repeating: "v", count: 100)], ["bb", "c"]])
  #expect(
    table.lines(maxWidth: 16).map(\.plain) == ["name  value"] + [
      "a     vvvvvvvvvv", "      vvvvvvvvvv", "      vvvvvvvvvv", "      vvvvvvvvv…", "bb    c",
    ])
  #expect(table.lines(maxWidth: 16, ellipsis: "...").map(\.plain)[4] == "      vvvvvvv...")
  let both = TextTable(headers: ["a", "b"], rows: [["aaaaaaaaaa", "bbbbbbbbbb"]])
  #expect(both.lines(maxWidth: 14).map(\.plain) == ["a       b", "aaaaaa  bbbbbb", "aaaa    bbbb"])
}

@Test func `a limit that is too narrow is exceeded instead of cutting everything`() {
  let table = TextTable(headers: ["aaaaaa", "bbbbbb"], rows: [])
  #expect(table.lines(maxWidth: 3).map(\.plain) == ["aaaa  bbbb", "aa    bb"])
}

@Test func `a table without columns is an empty line`() {
  #expect(TextTable(headers: []).lines(maxWidth: 80).map(\.plain) == [""])
}

@Test func `where columns would be too narrow, the cells of a row follow one another`() {
  let table = TextTable(
    headers: ["", "binding", "firings", "place"],
    rows: [
      ["#1", "profileViewModel.name ~> nameLabel.text", "12", "first.bind:3"],
      ["#12", "a.x ~> b.x", "1", ""], ["… 5 more; 'costs' lists all that there are"],
    ], alignments: [.right, .left, .right])
  #expect(
    table.lines(maxWidth: 40).map(\.plain) == [
      "     binding", " #1  profileViewModel.name ~>", "     nameLabel.text",
      "     firings: 12  place: first.bind:3", "#12  a.x ~> b.x", "     firings: 1",
      "… 5 more; 'costs' lists all that there",
      "are",
    ])
}

@Test func `a remark has no part in the columns`() {
  let table = TextTable(
    headers: ["a", "b"], rows: [["1", "2"], ["… 40 more; 'show' has them"], ["3", "4"]])
  #expect(
    table.lines(maxWidth: 80).map(\.plain) == [
      "a  b", "1  2", "… 40 more; 'show' has them", "3  4",
    ])
}

@Test func `a table that is never cut becomes lines of its cells`() {
  var table = TextTable(
    headers: ["pair", "know each other"],
    rows: [["Person, label", "through bindings: Person → label (#1)"]])
  table.isCut = false
  #expect(table.lines(maxWidth: 60).map(\.plain).count == 2)
  #expect(
    table.lines(maxWidth: 40).map(\.plain) == [
      "pair", "Person, label", "  know each other: through bindings:", "  Person → label (#1)",
    ])
}

@Test(arguments: 0..<300)
func `no line of a table is wider than a screen, and what is never cut is there`(seed: Int) {
  var random = SeededRandom(seed: seed)
  let columns = 1 + random.below(8)
  func texts() -> [String] {
    (0..<columns).map { _ in
      (0..<random.below(6)).map { _ in String(repeating: "ab日", count: random.below(7)) }
        .joined(separator: " ")
    }
  }
  var table = TextTable(
    headers: texts(), rows: (0..<5).map { _ in texts() },
    alignments: (0..<columns).map { _ in random.chance(50) ? .left : .right })
  let width = 40 + random.below(80)
  #expect(table.lines(maxWidth: width).allSatisfy { $0.displayWidth <= width })
  guard columns > 1 else { return }
  table.isCut = false
  let lines = table.lines(maxWidth: width)
  #expect(lines.allSatisfy { $0.displayWidth <= width })
  let shown = lines.map(\.plain).joined().filter { $0 != " " }
  for cell in table.rows.joined() {
    let text = cell.plain.filter { $0 != " " }
    #expect(text.isEmpty || shown.contains(text), "\(cell) of \(lines.map(\.plain))")
  }
}

import Rendering
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

@Test func `the widest cells are cut to fit`() {
  let table = TextTable(
    headers: ["name", "value"], rows: [["a", String(repeating: "v", count: 100)], ["bb", "c"]])
  #expect(table.lines(maxWidth: 16).map(\.plain) == ["name  value", "a     vvvvvvvvv…", "bb    c"])
  #expect(table.lines(maxWidth: 16, ellipsis: "...").map(\.plain)[1] == "a     vvvvvvv...")
  let both = TextTable(headers: ["a", "b"], rows: [["aaaaaaaaaa", "bbbbbbbbbb"]])
  #expect(both.lines(maxWidth: 14).map(\.plain) == ["a       b", "aaaaa…  bbbbb…"])
}

@Test func `a limit that is too narrow is exceeded instead of cutting everything`() {
  let table = TextTable(headers: ["aaaaaa", "bbbbbb"], rows: [])
  #expect(table.lines(maxWidth: 3).map(\.plain) == ["aaa…  bbb…"])
}

@Test func `a table without columns is an empty line`() {
  #expect(TextTable(headers: []).lines(maxWidth: 80).map(\.plain) == [""])
}

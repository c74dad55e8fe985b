import BindingEngine
import Exploring
import Interpreter
import Language
import Names
import Syntax
import Testing

private func messages(_ text: String) -> [String] {
  Parser.parse(SourceFile(name: "t", text: text), names: NameTable()).diagnostics.map(\.message)
}

private func repeated(_ text: String, _ count: Int = 1_000_000) -> String {
  String(repeating: text, count: count)
}

private let tooDeep = "nesting is deeper than 256"

@Test(arguments: ["(", "{", "[", "!", "-", "if a { ", "if a { } else ", "\"\\("])
func `a million levels give one error`(_ opening: String) {
  #expect(messages("x = a;" + repeated(opening)).count == 1)
}

@Test(arguments: [
  "f(", "a[", "a ? ", "a ? b : ", "new A { b = ", "batch {\n", "object a { set = 1 set {", "| {",
  "observe a {\n", "[f(a[(", "\"\"\"\n\\(", "bind a ~> b | { ", "on a { while b { ",
  "transformer T { forward { ",
])
func `levels of every kind give one error`(_ opening: String) {
  #expect(messages("x = a;" + repeated(opening, 3000)).count == 1)
}

@Test(arguments: [
  ("(", ")"), ("[", "]"), ("if a { ", " }"), ("f(", ")"), ("if a { b } else ", "{ }"),
])
func `too many closed levels give one error`(_ opening: String, _ closing: String) {
  #expect(messages(repeated(opening, 1000) + repeated(closing, 1000)) == [tooDeep])
}

@Test(arguments: [
  ("(", "1", ")"), ("[", "1", "]"), ("if a { ", "b", " }"), ("-", "1", ""), ("!", "a", ""),
])
func `250 levels are allowed`(_ opening: String, _ inside: String, _ closing: String) {
  #expect(messages(repeated(opening, 250) + inside + repeated(closing, 250)) == [])
}

@Test(arguments: [" + a", ".a", "[0]", ".a()"])
func `a chain is limited, because code that walks the tree may recurse`(_ link: String) {
  #expect(messages("a" + repeated(link, 490)) == [])
  let message = "expression is longer than 1000 operators in a row"
  #expect(messages("a" + repeated(link)) == [message])
  #expect(messages("x = (a" + repeated(link, 600) + ")" + repeated(link, 600)) == [message])
}

@Test func `what follows a statement that nests too deep is parsed`() {
  let file = SourceFile(
    name: "t", text: repeated("(", 1000) + repeated(")", 1000) + "\nx = )\ny = 1")
  let (tree, diagnostics, _) = Parser.parse(file, names: NameTable())
  #expect(diagnostics.map(\.message) == [tooDeep, "expected a value, found ')'"])
  #expect(tree.statements.count == 3)
}

/// A parser that backtracked, or continued after each error without a limit, would not finish here.
@Test(
  arguments: [
    "\"", "\"a\" + ", "a", "a ", "1", "1.", "\u{201C}", "'", ")", "(", "\"\\(a)\" + ", "[1], ",
    "/*", "//",
    "\\", "é", "a;", "x = );", "f(1 2\n", "\"\\(", "{}", "{\n", "}\n", "~>", "a ~> b;", "bnid a;",
    "| ",
  ])
func `a long line of anything ends, with at most a thousand errors`(_ text: String) {
  #expect(messages("x = " + repeated(text, 200_000 / text.utf8.count)).count <= 1_001)
}

import BindingEngine
import Exploring
import Interpreter
import Language
import Names
import Syntax
import Testing

private func parse(_ text: String) -> (diagnostics: [Diagnostic], isIncomplete: Bool) {
  let result = Parser.parse(
    SourceFile(name: "<repl>", text: text), names: NameTable(), isInteractive: true)
  return (result.diagnostics, result.isIncomplete)
}

@Test(arguments: [
  "object vm {", "object vm { name = \"Kim\"\n", "class A: B {\n  action r() {", "if a {\n b\n",
  "if a { b } else {", "transformer T {", "transformer T { forward {", "semantics m {",
  "f(", "f(1", "f(1,", "f(1, 2\n", "[1", "[1,\n", "(1 +", "new A {", "x[", "x[1",
  "x =", "x +=", "let x =", "a +", "a &&\n", "-", "!", "a ? b :", "a ?", "(a ? b", "a.",
  "bind a ~>", "bind a ~> b |", "bind a ~> b | F |", "bind (a", "bind", "rebind #3 to a,",
  "print a,", "observe", "expect error {", "unbind", "release",
  "\"\"\"", "x = \"\"\"\n abc", "x = \"\"\"\n \\(y", "x = \"\"\"\n \\(\"a\" +", "/* abc",
  "a /*\n b\n",
  "on x {\n  bind a ~>",
])
func `a text that ends too early is incomplete`(_ text: String) {
  let (diagnostics, isIncomplete) = parse(text)
  #expect(isIncomplete)
  // In a file the same text has an error, and only one.
  #expect(diagnostics.count == 1, "\(diagnostics.map(\.message))")
}

@Test(arguments: [
  "x = \"abc", "x = \"a\\", "x = \"\\(", "x = \"\\(a + ", "f(\"", "let x", "let", "if a", "bind a",
  "object", "a b", "f(1 2", "f(@", "x = )", "} {", "rebind", "explain",
  "bnid a ~>", "x = \"\\q\" +",
])
func `a text that more lines cannot complete is not incomplete`(_ text: String) {
  let (diagnostics, isIncomplete) = parse(text)
  #expect(!isIncomplete)
  #expect(!diagnostics.isEmpty)
}

/// Its other lines must not run as statements of their own.
@Test(arguments: ["if a {\n let y", "observ a.x {", "observ a.x {\n if b {\n }"])
func `a block with a mistake goes on until it is closed`(_ text: String) {
  let (diagnostics, isIncomplete) = parse(text)
  #expect(isIncomplete && !diagnostics.isEmpty)
  #expect(!parse(text + "\n}").isIncomplete)
}

@Test(arguments: ["", "\n", "// x", "a", "bind a -> b", "object vm", "x = 1;", "help {", "quit"])
func `a complete text is neither`(_ text: String) {
  let (diagnostics, isIncomplete) = parse(text)
  #expect(!isIncomplete)
  #expect(diagnostics.allSatisfy { $0.severity == .warning })
}

@Test func `an unclosed bracket is shown with its opening`() {
  let file = SourceFile(name: "t", text: "if a {\n  b = [1,\n    2\n")
  let (_, diagnostics, _) = Parser.parse(file, names: NameTable())
  #expect(
    diagnostics.map { $0.text() } == [
      """
      t:3:6: error: expected ',' or ']' to close '['
          2
           ^
      t:2:7: note: opened here
        b = [1,
            ^
      """
    ])
}

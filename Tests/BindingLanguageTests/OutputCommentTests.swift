import BindingEngine
import Names
import Testing
import Text

@testable import Exploring
@testable import Interpreter
@testable import Language
@testable import ScriptTesting
@testable import Syntax

/// Which statements a `// =>` comment belongs to.
@Suite struct OutputCommentTests {
  private func comments(_ text: String) -> OutputComments {
    let (tree, diagnostics, _) = Parser.parse(
      SourceFile(name: "test.bind", text: text), names: NameTable())
    #expect(diagnostics.isEmpty)
    return OutputComments(of: tree)
  }

  /// The script, the statements that each group of comments belongs to, and its expected output.
  @Test(arguments: [
    ("1 // => 1\n", [0..<1], [["1"]]),
    ("1\n// => 1\n", [0..<1], [["1"]]),
    ("1 // => 1\n// => 2\n  //=>3\n", [0..<1], [["1", "2", "3"]]),
    ("1; 2 // => 1\n3\n", [0..<2], [["1"]]),
    ("1\n2 // => 2\n3 // => 3", [1..<2, 2..<3], [["2"], ["3"]]),
    ("if true {\n 1\n} // => 1\n", [0..<1], [["1"]]),
    ("1 // =>\n", [0..<1], [[""]]),
    ("1 //\t=>  x\r\n", [0..<1], [[" x"]]),
    ("\"// => a\" // => b\n", [0..<1], [["b"]]),
    ("\"a\\(\"// => x\")b\" // => b\n", [0..<1], [["b"]]),
    ("\"\"\"\n// => a\n\"\"\"\n// => b\n", [0..<1], [["b"]]),
    ("/* // => a\n// => b */ 1 // => c\n", [0..<1], [["c"]]),
    ("1 // see => a\n", [], []),
    ("1 // a // => b\n", [], []),
    ("1 => 2".replacing("=> 2", with: "// ="), [], []),
  ])
  func `comments belong to the statements that end on their line or above`(
    text: String, statements: [Range<Int>], expected: [[String]]
  ) {
    let comments = comments(text)
    #expect(comments.groups.map(\.statements) == statements)
    #expect(comments.groups.map(\.expected) == expected)
    #expect(comments.strays.isEmpty)
  }

  @Test(arguments: [
    ("// => a\n1\n", false), ("1\n\n// => a\n", false), ("1\n// a\n// => a\n", false),
    ("if true {\n 1 // => 1\n}\n", true), ("print 1, // => 1\n  2\n", true),
    ("1; if true { // => 1\n}\n", true),
  ])
  func `a comment elsewhere belongs to no statement`(text: String, isInside: Bool) {
    let strays = comments(text).strays
    #expect(strays.map(\.isInside) == [isInside])
    #expect(comments(text).groups.isEmpty)
  }

  /// The script, the output, and the script that expects it.
  @Test(arguments: [
    ("1 // => a\n2\n", ["b"], "1 // => b\n2\n"),
    ("1 // => a\n2\n", ["b", "", "c"], "1 // => b\n  // =>\n  // => c\n2\n"),
    ("1\n  // => a\n  // => b\n", ["c"], "1\n  // => c\n"),
    ("1 //=> a\r\n    // => b\r\n2", ["c", "d"], "1 // => c\r\n    // => d\r\n2"),
    ("1 // => a", [], "1 // =>"),
    ("\"日\" // => a", ["b", "c"], "\"日\" // => b\n     // => c"),
  ])
  func `rewritten comments stay in their place`(
    text: String, output: [String], rewritten: String
  ) {
    let comments = comments(text)
    let edits = comments.edits(showing: output, in: comments.groups[0])
    let result = TextEdit.apply(edits, to: Array(text.utf8))
    #expect(String(decoding: result, as: UTF8.self) == rewritten)
  }
}

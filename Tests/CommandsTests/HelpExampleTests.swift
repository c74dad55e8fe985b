import Exploring
import Interpreter
import Language
import Syntax
import TestSupport
import Testing

/// The text of `help` on each statement, and the small script at its end.
@Suite struct HelpExampleTests {
  static let words = StatementWord.all

  @Test(arguments: words.map(\.word))
  func `help shows a statement with its example`(word: String) throws {
    let entry = try #require(StatementWord.named(word))
    let result = try bindlab("-e", "help \(word)")
    #expect(result.status == 0)
    #expect(result.errors == "")
    #expect(result.output.contains(entry.summary))
    for line in entry.example.split(separator: "\n") { #expect(result.output.contains(line)) }
    #expect(result.output.split(separator: "\n").allSatisfy { $0.count <= 100 })
  }

  @Test(arguments: words.map(\.word))
  func `each example runs as it is, and all of its expectations hold`(word: String) throws {
    let entry = try #require(StatementWord.named(word))
    let folder = TemporaryFolder()
    try folder.write("example.bind", entry.example + "\n")
    // Some read or write files; the folder contains those that they name.
    try folder.write("other.bind", "object other { x = 1 }\n")
    let result = try shell("bindlab example.bind", folder: folder)
    #expect(result.status == 0, "\(result.errors)")
    #expect(!result.errors.contains("error:"))
    let typed = try shell("bindlab -i -n < example.bind", folder: folder)
    #expect(typed.status == 0, "\(typed.errors)")
  }

  @Test func `help explains every name that needs no declaration`() throws {
    let words = HelpIndex.entries
    #expect(words.allSatisfy { !$0.summary.isEmpty })
    let result = try bindlab(input: words.map { "help \($0.word)\n" }.joined())
    #expect(result.errors == "")
    for name in ["sqrt: the square root", "UILabel: a class", "equal: a knob", "Int: a type"] {
      #expect(result.output.contains(name))
    }
  }

  @Test func `help on a declared name shows its declaration`() throws {
    let result = try bindlab(input: "object vm { x = 1 }\nfunction f(a) { a }\nhelp vm\nhelp f\n")
    #expect(result.errors == "")
    #expect(result.output.contains("vm: an object\n\n  object vm { x = 1 }\n\n'show vm' shows"))
    #expect(result.output.contains("f: a function\n\n  function f(a) { a }\n"))
  }

  @Test func `help alone lists every statement and topic`() throws {
    let result = try bindlab("-e", "help")
    for entry in Self.words where entry.place == .statement {
      #expect(result.output.contains(entry.word))
    }
    let unknown = try bindlab("-i", "-n", input: "help nonsense\n")
    #expect(unknown.status == 2)
    #expect(try bindlab("-e", "help bin").errors.contains("did you mean 'bind'?"))
  }
}

extension HelpExampleTests {
  /// Each word of the grammar, and some with others around them.
  private static let grammarWords =
    Word.allCases.map(\.rawValue).filter { !$0.isEmpty }
    + ["else if", "initial some", "trace last", "{", "\""]

  @Test(arguments: grammarWords)
  func `help answers for each word of the grammar`(word: String) throws {
    let result = try bindlab("-i", "-q", input: "help \(word)\n")
    #expect(result.errors == "")
    #expect(result.output.split(separator: "\n").count > 1)
  }

  /// A word that has another meaning, too, is explained as a part of statements as well.
  @Test(arguments: [
    ("all", "unbind all"), ("last", "trace [on"), ("error", "expect error"), ("no", "no cycles"),
    ("each", "each CELL"), ("is", "VALUE is TYPE"), ("to", "rebind NAME to"),
    ("moving to", "no help on"),
  ])
  func `help on a word shows the statements that it belongs to`(
    word: String, expected: String
  ) throws {
    let result = try bindlab("-i", "-q", input: "help \(word)\n")
    #expect((result.output + result.errors).contains(expected), "\(result.output)")
  }

  @Test func `with --ascii, help has signs of ASCII alone`() throws {
    let topics = HelpIndex.helpTopics.map { "help \($0)\n" }.joined()
    let result = try bindlab(
      "-i", "-q", "--ascii", input: "help\n" + topics)
    let lines = result.output.split(separator: "\n")
    #expect(lines.count > 1_000)
    #expect(lines.filter { !$0.utf8.allSatisfy { $0 < 128 } } == [])
    #expect(lines.contains { $0.contains("if CONDITION { ... }") })
  }
}

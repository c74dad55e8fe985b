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

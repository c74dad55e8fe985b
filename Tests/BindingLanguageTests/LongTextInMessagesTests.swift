import Exploring
import Interpreter
import Language
import Syntax
import Testing
import Text

/// Messages quote what was typed, and cut it where it is too long to read.
@Suite struct LongTextInMessagesTests {
  private static let long = String(repeating: "name", count: 5_000)

  /// Statements with a very long name, string, number or operator.
  private static let statements: [String] = {
    let name = long
    let string = "\"\(long)\""
    let words = "\"\(String(repeating: "some words ", count: 2_000))\""
    let number = String(repeating: "9", count: 20_000)
    let sign = String(repeating: "~<>=-!", count: 4_000)
    let forms = [
      "X", "print X", "print a.X", "a.X = 1", "a.x = X", "X.y = 1", "X(1)", "a.X()", "print a.l.X",
      "a.l.X { value }", "bind X ~> b.x", "bind a.X ~> b.x", "bind a.x ~> b.x | X",
      "bind a.x X b.x", "bind a.x ~> X", "observe X { }", "observe a.X { }", "on X { }", "fire X",
      "fire a.X", "object X: X", "object p: X", "class X: X { }", "class X { X = 1; X = 2 }",
      "let X = X", "var 1 X", "if X { }", "if a.x X 1 { }", "for X in X { }", "while X { }",
      "switch X { X { } }", "enum X { X, X }", "transformer X { X { } }", "function X(X, X) { X }",
      "action X(X) { X = 1 }; X(1, 2)", "command X", "event X", "computed X = 1", "unbind X",
      "rebind X to a.x, b.x", "release X", "extend X { }", "explain X", "why X", "show X",
      "break X",
      "watch X", "help X", "source X", "save X", "semantics X", "expect X", "expect a.x == X",
      "expect error X { a.y }", "throw X", "post X", "after X { }", "advance X", "batch { X }",
      "new X", "print new X { X = 1 }", "protocol X { X }", "X X", "X: X", "X = 1 X", "print 1 X 2",
      "print X is X", "print -X", "print !X", "a.typed = X", "print \"\\(X)\"", "cycles X",
      "X { X }",
      "print a.x ? X : X", "print a[X]", "print a.l[X]", "print [X: 1, X: 2]", "trace X",
    ]
    return forms.flatMap { form in
      [name, string, words, number, sign].map { form.replacing("X", with: $0) }
    }
  }()

  /// Eight parts, for as many threads.
  @Test(arguments: 0..<8)
  func `no message is long, whatever it quotes`(part: Int) {
    for statement in Self.statements.enumerated().filter({ $0.offset % 8 == part }).map(\.element) {
      let host = MessageHost()
      var options = SessionOptions()
      options.maximumSteps = 100_000
      let session = Session(host: host, options: options)
      session.run(
        SourceFile(
          name: "long.bind",
          text: "object a { x = 1; l = [1]; typed: Int = 1 }; object b { x = 0 }\n\(statement)\n"))
      for diagnostic in host.diagnostics {
        let size = diagnostic.text().utf8.count
        #expect(size < 10_000, "\(statement.prefix(40)): \(size)")
        #expect(diagnostic.json.utf8.count < 20_000, "\(statement.prefix(40))")
      }
    }
  }

  @Test func `a text is cut in its middle, once`() {
    let cut = "unknown name '\(Self.long)'; more".cutForMessage
    #expect(
      cut == "unknown name 'namenamenamenamenamenamenamen…amenamenamenamenamenamename'; more")
    #expect(cut.cutForMessage == cut)
    let words = String(repeating: "word ", count: 10_000).cutForMessage
    #expect(words.count < 1_500 && words.cutForMessage == words)
    #expect("unknown name 'x'".cutForMessage == "unknown name 'x'")
  }

  @Test(arguments: ["whole", "cut"])
  func `an expected error is found by the whole text, and by the cut one`(form: String) {
    let message = "unknown name '\(Self.long)'"
    let host = MessageHost()
    Session(host: host, options: SessionOptions()).run(
      SourceFile(
        name: "long.bind",
        text:
          "expect error \"\(form == "cut" ? message.cutForMessage : message)\" { \(Self.long) }\n"))
    #expect(host.diagnostics.isEmpty)
  }
}

/// Keeps what a session reports.
private final class MessageHost: SessionHost {
  var diagnostics: [Diagnostic] = []

  func write(_ text: String) {}
  func trace(_ lines: String) {}
  func report(_ diagnostic: Diagnostic) { diagnostics.append(diagnostic) }
  func read(path: String) -> Result<[UInt8], SessionFileError> {
    .failure(SessionFileError("no files here"))
  }
  func save(path: String, text: String) -> SessionFileError? { nil }
}

import Exploring
import Foundation
import Interpreter
import Language
import Syntax
import TestSupport
import Testing
import Text

/// What people type who know another language, and the lines that the help shows instead.
///
/// `Tests/WrongLines/lines.txt` has the lines, each with the declarations that it needs.
@Suite struct WrongLineTests {
  struct Line: Sendable {
    var declarations: String
    var text: String
    /// Whether it must be answered by a line that works.
    var isLikely: Bool
  }

  static let lines: [Line] = {
    let path = #filePath.replacing(
      "BindingLanguageTests/WrongLineTests.swift", with: "WrongLines/lines.txt")
    let text = (try? String(contentsOfFile: path, encoding: .utf8)) ?? ""
    var declarations = ""
    var lines: [Line] = []
    for line in text.split(separator: "\n") {
      let rest = String(line.dropFirst(2))
      switch line.first {
      case "=": declarations = rest
      case "!": lines.append(Line(declarations: declarations, text: rest, isLikely: true))
      case "?": lines.append(Line(declarations: declarations, text: rest, isLikely: false))
      default: break
      }
    }
    return lines
  }()

  /// The errors of a line after its declarations.
  private static func errors(of line: String, after declarations: String) -> [Diagnostic] {
    let host = DiagnosticHost()
    var options = SessionOptions()
    options.seed = 1
    options.maximumSteps = 100_000
    options.refusesFiles = true
    let session = Session(host: host, options: options)
    session.run(SourceFile(name: "wrong.bind", text: declarations + "\n" + line + "\n"))
    return host.errors
  }

  /// The line that a help tells to write.
  static func suggestion(in errors: [Diagnostic]) -> String? {
    let mark = "write: "
    return errors.lazy.flatMap(\.notes).first { $0.label == .help && $0.message.hasPrefix(mark) }
      .map { String($0.message.dropFirst(mark.count)) }
  }

  @Test func `a line that a help shows works where it is typed in place of the wrong one`() throws {
    try #require(Self.lines.count > 600)
    for line in Self.lines {
      let errors = Self.errors(of: line.text, after: line.declarations)
      guard let suggestion = Self.suggestion(in: errors) else { continue }
      let mistakes = Self.errors(of: suggestion, after: line.declarations).map(\.message)
      #expect(mistakes.isEmpty, "\(line.text): \(suggestion): \(mistakes)")
    }
  }

  @Test func `what is likely to be typed is answered by a line that works`() {
    for line in Self.lines where line.isLikely {
      let errors = Self.errors(of: line.text, after: line.declarations)
      #expect(!errors.isEmpty, "\(line.text) is right")
      #expect(Self.suggestion(in: errors) != nil, "\(line.text): \(errors.map(\.message))")
    }
  }

  @Test(arguments: [
    ("bind a.x ~> b.x | { $0 * 2 }", "bind a.x ~> b.x | { value * 2 }"),
    ("bind a.x ~> b.x | x => x * 2", "bind a.x ~> b.x | { value * 2 }"),
    ("bind a.x ~> b.x | { x in x * 2 }", "bind a.x ~> b.x | { value * 2 }"),
    ("bind a.x ~> b.x | value * 2", "bind a.x ~> b.x | { value * 2 }"),
    ("bind b.x <~ a.x * 2", "bind b.x <~ (a.x * 2)"),
    ("class P { property int x: 3 }", "class P { x = 3 }"),
    ("object l { text: a.x }", "object l { text; bind a.x ~> text }"),
    ("b.x = {Binding a.x, Mode=TwoWay}", "bind a.x <> b.x"),
    ("class P { @Published var x = 1 }", "class P { x = 1 }"),
    ("for i in 0..3 { print i }", "for i in 0..<3 { print i }"),
    (
      "observe a.x, b.x { print value }", "observe a.x { print value }; observe b.x { print value }"
    ),
    (
      "bind a.x ~> b.x | n => a.n + n + \"\\(n)\"",
      "bind a.x ~> b.x | { a.n + value + \"\\(value)\" }"
    ),
  ])
  func `the names that were typed are kept`(line: String, expected: String) {
    let declarations = "object a { x = 1; n = 2 }; object b { x = 0 }"
    let errors = Self.errors(of: line, after: declarations)
    #expect(Self.suggestion(in: errors) == expected, "\(errors.map(\.message))")
  }

  @Test func `a member on a line of its own is answered by a member, a class by a class`() {
    let member = Self.errors(of: "object p {\n  @Published var x = 1\n}", after: "")
    #expect(Self.suggestion(in: member) == "x = 1")
    let type = Self.errors(of: "class P {\n  @Published var x = 1\n}", after: "")
    #expect(Self.suggestion(in: type) == "class P { x = 1 }")
    let inAction = Self.errors(
      of: "object p {\n  x = 1\n  action f() {\n    self.x++\n  }\n}", after: "")
    #expect(Self.suggestion(in: inAction) == "self.x += 1")
  }

  @Test func `right lines around a wrong one do not matter`() {
    let errors = Self.errors(
      of: "object a { x = 1 }; a.x++; print a.x", after: "// a comment with { and '")
    #expect(Self.suggestion(in: errors) == "a.x += 1")
  }
}

/// Keeps the errors of a run.
private final class DiagnosticHost: SessionHost {
  var errors: [Diagnostic] = []

  func write(_ text: String) {}
  func trace(_ lines: String) {}
  func report(_ diagnostic: Diagnostic) {
    if diagnostic.severity == .error { errors.append(diagnostic) }
  }
  func read(path: String) -> Result<[UInt8], SessionFileError> {
    .failure(SessionFileError("no files here"))
  }
  func save(path: String, text: String) -> SessionFileError? { nil }
}

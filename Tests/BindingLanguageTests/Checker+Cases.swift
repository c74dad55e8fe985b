import Checking
import Exploring
import Interpreter
import Language
import Syntax
import TestSupport
import Testing

/// A world of files in memory.
final class CheckerHost: SessionHost {
  let files: [String: String]
  private(set) var diagnostics: [Diagnostic] = []

  init(files: [String: String] = [:]) { self.files = files }

  func write(_ text: String) {}
  func trace(_ line: String) {}
  func report(_ diagnostic: Diagnostic) { diagnostics.append(diagnostic) }
  func read(path: String) -> Result<[UInt8], SessionFileError> {
    files[path].map { .success(Array($0.utf8)) }
      ?? .failure(SessionFileError("No such file or directory"))
  }
  func save(path: String, text: String) -> SessionFileError? { nil }
}

/// The findings of `check` in a text, except notes, since nothing reads the properties of a short
/// case.
func findings(_ text: String, files: [String: String] = [:]) -> [Diagnostic] {
  allFindings(text, files: files).filter { $0.severity != .note }
}

/// The findings of `check` in a text, including notes.
func allFindings(_ text: String, files: [String: String] = [:]) -> [Diagnostic] {
  Checker.check(
    SourceFile(name: "main.bind", text: text), host: CheckerHost(files: files),
    options: SessionOptions().checking)
}

/// The errors and warnings of a run.
func failures(_ text: String, files: [String: String] = [:]) -> [Diagnostic] {
  let host = CheckerHost(files: files)
  Session(host: host).run(SourceFile(name: "main.bind", text: text))
  return host.diagnostics
}

/// A text with `⟦…⟧` at the places of its findings, and their messages in order.
struct CheckerCase: CustomTestStringConvertible, Sendable {
  let source: String
  let messages: [String]

  init(_ source: String, _ messages: String...) {
    self.source = source
    self.messages = messages
  }

  var testDescription: String { source }

  func check(sourceLocation: SourceLocation = #_sourceLocation) {
    let marked = MarkedSource(source)
    let found = findings(marked.text)
    #expect(found.map(\.message) == messages, sourceLocation: sourceLocation)
    let places = found.compactMap(\.span).map { Int($0.start)..<Int($0.end) }
    #expect(places == marked.marks, sourceLocation: sourceLocation)
  }
}

/// A text in which a run reports the same as `check`, in the same words at the same place.
struct SameWordsCase: CustomTestStringConvertible, Sendable {
  let source: String

  init(_ source: String) { self.source = source }

  var testDescription: String { source }

  func check(sourceLocation: SourceLocation = #_sourceLocation) {
    let found = findings(source).first { $0.severity == .error }
    let failed = failures(source).first { $0.severity == .error }
    #expect(found?.message == failed?.message, sourceLocation: sourceLocation)
    #expect(found?.span == failed?.span, sourceLocation: sourceLocation)
    #expect(help(found) == help(failed), sourceLocation: sourceLocation)
    #expect(found != nil, sourceLocation: sourceLocation)
  }

  private func help(_ diagnostic: Diagnostic?) -> [String] {
    diagnostic?.notes.filter { $0.label == .help }.map(\.message) ?? []
  }
}

/// All findings of `check`, in files of their own by topic.
struct CheckerTests {}

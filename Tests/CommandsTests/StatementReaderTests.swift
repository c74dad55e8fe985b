import Exploring
import Foundation
import Interpreter
import LineEditing
import Syntax
import TestSupport
import Testing

@testable import Commands
@testable import Invocation

/// How lines become statements.
@Suite struct StatementReaderTests {
  /// Lines as a pipe gives them.
  private final class Lines: LineReader {
    private var lines: [Substring]

    init(_ text: String) { lines = text.split(separator: "\n", omittingEmptySubsequences: false) }

    func readLine(prompt: String) -> LineInput {
      lines.isEmpty ? .endOfInput : .line(String(lines.removeFirst()))
    }
  }

  /// The statements of a text.
  ///
  /// - Parameter limit: How long an unfinished statement is read again as a whole.
  private static func statements(in text: String, limit: Int) -> [String] {
    let host = StandardHost(isTerminal: false, diagnostics: .init(), messageHelp: { _, _ in nil })
    let session = Session(host: host)
    let reader = StatementReader(
      Lines(text), host: host, isASCII: false, unfinished: UnfinishedText(),
      isIncomplete: { session.isIncomplete($0) })
    reader.opening = { session.opening(of: $0) }
    reader.longEnough = limit
    var found: [String] = []
    while case .statement(let statement) = reader.next(prompt: "") { found.append(statement) }
    return found
  }

  private static let scripts: [String] = {
    let folder = "Tests/Fixtures"
    let files = FileManager.default.enumerator(atPath: folder)?.compactMap { $0 as? String } ?? []
    return files.filter { $0.hasSuffix(".bind") }.sorted().map { folder + "/" + $0 }
  }()

  @Test(arguments: scripts)
  func `a long statement ends where it ends if it is read again for each line`(path: String) throws
  {
    let text = try String(contentsOfFile: path, encoding: .utf8)
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    for (before, after) in [
      ("", ""), ("if true {\n", "\n}\nprint 1"), ("class A {\naction f() {\n", ""),
      ("let l = [\n", "\n]\nprint 1"), ("print f([1,\n", ""),
    ] {
      // Not too long, since it is slow to read the whole again for each line.
      let script = before + lines.prefix(60).joined(separator: "\n") + after
      let expected = Self.statements(in: script, limit: .max)
      #expect(Self.statements(in: script, limit: 0) == expected)
    }
  }

  @Test func `a class of many lines is read in time that is linear in its lines`() {
    let growth = growth(from: 1_000) { count in
      let members = (0..<count).map { "  p\($0) = \($0)\n" }.joined()
      #expect(Self.statements(in: "class A {\n\(members)}", limit: 1_024).count == 1)
    }
    #expect(growth < 8)
  }

  @Test func `a list of many lines is read in time that is linear in its lines`() {
    let growth = growth(from: 1_000) { count in
      let elements = (0..<count).map { "  \($0), // one\n" }.joined()
      #expect(Self.statements(in: "f(1, [\n\(elements)])", limit: 1_024).count == 1)
    }
    #expect(growth < 8)
  }
}

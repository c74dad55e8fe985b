import Exploring
import Interpreter
import Language
import Syntax
import TestSupport
import Testing
import Values

/// What the warning at a closing binding says of a write, against what the write does. The cycles run through
/// blocks: those of `set`, of observers before and after the change, and of transformers.
@Suite struct PredictedEndTests {
  private enum End: String {
    case settles, fails, runsAway

    /// nil for a loop that is cut off: whether that is an error depends on the semantics.
    ///
    /// - Parameter sentence: What a prediction says.
    init?(saidIn sentence: String) {
      if sentence.contains("it never ends") || sentence.contains("goes beyond the limit")
        || sentence.contains("does not end within")
      {
        self = .runsAway
      } else if sentence.contains("with an error") || sentence.contains("is an error") {
        self = .fails
      } else if sentence.contains("it settles") || sentence.contains("it ends after")
        || sentence.contains("breaks the cycle")
      {
        self = .settles
      } else {
        return nil
      }
    }

    init(of errors: [String]) {
      if errors.isEmpty {
        self = .settles
      } else {
        let words = ["runaway", "loop", "chain of firings", "more paths"]
        self =
          errors.contains { error in words.contains { error.contains($0) } } ? .runsAway : .fails
      }
    }
  }

  private static let firsts = [
    "x = 1", "x = 1.0 set { round(value) }", "x = 1 set { max(value, 0) }",
    "x: Int = 0 set { min(value, 10) }",
  ]
  private static let links = [
    "bind (a.x + 1) ~> b.x", "bind (b.x + 1) ~> a.x", "bind a.x <> b.x", "bind b.x ~> a.x",
    "bind a.x <> b.x | { value + 1 } reverse { value - 1 }", "bind (b.y - 1) ~> a.x",
    "observe prior a.x { a.x = 0 }", "observe b.x { a.x = value }", "bind b.y !~> a.x",
    "observe b.x { if value < 5 { a.x = value + 1 } }", "observe a.x { b.x = value + 1 }",
    "observe a.x { if a.x > 3 { a.x = 3 } }",
  ]

  private func run(_ text: String) -> DiagnosticsHost {
    let host = DiagnosticsHost()
    Session(host: host, options: SessionOptions()).run(SourceFile(name: "<s>", text: text))
    return host
  }

  /// The outcomes of the turns of the last statement.
  private func outcomes(of text: String) -> [String] {
    let host = TalkingHost()
    Session(host: host, options: SessionOptions()).run(
      SourceFile(name: "<s>", text: "\(text)print turn.outcome\nwait\nprint turn.outcome\n"))
    return host.said
  }

  @Test(arguments: seeds(12), Semantics.presets)
  func `a write ends as it is said`(_ seed: Int, _ semantics: Semantics) throws {
    var random = SeededRandom(seed: seed)
    var lines = [
      "semantics \(semantics.name)",
      "object a { \(Self.firsts[random.below(Self.firsts.count)]) }",
      "object b { \(Self.firsts[random.below(Self.firsts.count)]); computed y = x + 1 }",
    ]
    for _ in 0..<2 + random.below(2) { lines.append(Self.links[random.below(Self.links.count)]) }
    let text = lines.joined(separator: "\n") + "\n"
    let host = run(text)
    guard host.errors.isEmpty else { return }
    // What is said of the cycle that the last line closes holds of the state at the end.
    let last = text.utf8.count - (lines.last?.utf8.count ?? 0) - 1
    for found in host.diagnostics where found.span.map({ Int($0.start) >= last }) ?? false {
      for note in found.notes where note.message.hasPrefix("if you write ") {
        let parts = note.message.dropFirst("if you write ".count).components(separatedBy: ": ")
        guard parts.count > 1, let said = End(saidIn: parts[1...].joined(separator: ": ")) else {
          continue
        }
        let real = run("\(text)\(parts[0])\nwait\n").errors
        #expect(End(of: real) == said, "\(text)\(parts[0])\nis said: \(note.message)\n\(real)")
        guard said == .settles, real.isEmpty else { continue }
        let isHeld = outcomes(of: "\(text)\(parts[0])\n").contains("held\n")
        let isSaid =
          isHeld
          ? note.message.contains("held back") && !note.message.contains("the values agree")
          : !note.message.contains("the values then disagree")
        #expect(isSaid, "\(text)\(parts[0])\nis said: \(note.message)\nheld: \(isHeld)")
      }
    }
  }
}

import Exploring
import Interpreter
import Language
import Syntax
import TestSupport
import Testing
import Values

/// What `cycles` says of a write under each preset, against what the write does there. The cycles run through
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

  private func run(_ text: String) -> TextHost {
    let host = TextHost()
    Session(host: host, options: SessionOptions()).run(SourceFile(name: "<s>", text: text))
    return host
  }

  @Test(arguments: seeds(60))
  func `a write ends as it is said`(_ seed: Int) throws {
    var random = SeededRandom(seed: seed)
    var lines = [
      "object a { \(Self.firsts[random.below(Self.firsts.count)]) }",
      "object b { \(Self.firsts[random.below(Self.firsts.count)]); computed y = x + 1 }",
    ]
    for _ in 0..<2 + random.below(2) { lines.append(Self.links[random.below(Self.links.count)]) }
    let text = lines.joined(separator: "\n") + "\n"
    let host = run(text + "cycles\n")
    guard host.errors.isEmpty else { return }
    for line in host.output.split(separator: "\n") {
      let parts = line.trimmingPrefix { $0 == " " }.components(separatedBy: ": ")
      guard parts.count > 2, parts[0].hasPrefix("under "), parts[1].hasPrefix("if you write ")
      else { continue }
      let write = parts[1].dropFirst("if you write ".count)
      let sentence = parts[2...].joined(separator: ": ")
      guard let said = End(saidIn: sentence) else { continue }
      for preset in parts[0].dropFirst("under ".count).components(separatedBy: ", ") {
        let real = run(text + "semantics \(preset)\n\(write)\nwait\n")
        #expect(
          End(of: real.errors) == said,
          "\(text)semantics \(preset)\n\(write)\nis said: \(sentence)\n\(real.errors)")
      }
    }
  }

  /// The questions try writes under other semantics, which order listeners in their own ways.
  @Test(arguments: seeds(4), Semantics.presets)
  func `no question changes what a later write does`(_ seed: Int, _ semantics: Semantics) throws {
    var random = SeededRandom(seed: seed)
    var text = "semantics \(semantics.name)\n"
    text += "object a { \(Self.firsts[random.below(Self.firsts.count)]) }\n"
    text += "object b { \(Self.firsts[random.below(Self.firsts.count)]); computed y = x + 1 }\n"
    for _ in 0..<2 + random.below(2) { text += Self.links[random.below(Self.links.count)] + "\n" }
    let write = "a.x = 5\nwait\nprint \"a\", a.x, b.x\nb.x = 2\nwait\nprint \"b\", a.x, b.x\n"
    let plain = run(text + write)
    let asked = run(
      text + "cycles\ncompare mobx, svelte, qt { a.x = 3 }\nwhatif { b.x = 7 }\n" + write)
    let results = [plain, asked].map { host in
      host.output.split(separator: "\n").filter { $0.hasPrefix("a ") || $0.hasPrefix("b ") }
    }
    #expect(results[0] == results[1] && plain.errors == asked.errors, "\(text)\(write)")
  }
}

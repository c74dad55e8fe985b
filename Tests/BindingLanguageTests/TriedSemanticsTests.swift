import BindingEngine
import Exploring
import Language
import Syntax
import TestSupport
import Testing

@testable import Interpreter

/// What tries other semantics leaves this one as it was: which links subscribe, in which order they stand, and
/// what they keep.
@Suite struct TriedSemanticsTests {
  private struct Writer {
    var random: CheckerRandom

    mutating func pick(_ texts: [String]) -> String { texts.randomElement(using: &random)! }
    mutating func number() -> String { "\(Int.random(in: -3...6, using: &random))" }
    mutating func input() -> String { pick(["a.x", "b.x", "c.x", "a.z", "b.z"]) }
    mutating func source() -> String { pick(["a.x", "b.x", "c.x", "a.y", "b.y", "a.z", "b.z"]) }

    mutating func program() -> String {
      let set = pick(["", " set { max(value, 0) }", " set { min(value, 5) }"])
      var lines = [
        "object a { x = 1\(set); z = 0; computed y = \(pick(["x + 1", "z > 1 ? x : z", "b.x * 2"])) }",
        "object b { x = 1; z = 0; computed y = \(pick(["x + 1", "x - z", "z > 0 ? x : c.x"])) }",
        "object c { x = 0 }",
      ]
      for _ in 0..<Int.random(in: 2...5, using: &random) {
        lines.append(
          [
            "bind (\(source()) \(pick(["+", "-"])) 1) ~> \(input())",
            "bind \(input()) <> \(input()) | { value + 1 } reverse { value - 1 }",
            "bind \(source()) ~> \(input())", "bind \(source()) !~> \(input())",
            "observe \(source()) { if value < 4 { \(input()) = value } }",
            "bind (\(source()) + \(source())) !~> \(input())",
          ].randomElement(using: &random)!)
      }
      return lines.joined(separator: "\n") + "\n"
    }

    mutating func write() -> String { "\(input()) = \(number())\n" }

    mutating func question() -> String {
      switch Int.random(in: 0..<4, using: &random) {
      case 0, 1: "cycles\n"
      case 2:
        "compare \(pick(["mobx, svelte, qt", "vue, javafx", "sheet, kvo, solid"])) { \(write()) }\n"
      default: "whatif { \(write()) }\n"
      }
    }
  }

  private static let state = "print a.x, a.y, a.z, b.x, b.y, b.z, c.x; bindings; observers\n"

  private func compare(
    seed: Int, preset: String, _ ask: (inout Writer, (String) -> Void, Session) -> Void
  ) {
    let hosts = (TalkingHost(), TalkingHost())
    var options = SessionOptions()
    options.keepsGoing = true
    options.journalLimit = 100
    let sessions = (
      Session(host: hosts.0, options: options), Session(host: hosts.1, options: options)
    )
    var text = ""
    func question(_ part: String) {
      hosts.0.isHidden = true
      sessions.0.run(SourceFile(name: "question", text: part))
      hosts.0.isHidden = false
      text += part
    }
    func run(_ part: String) {
      sessions.0.run(SourceFile(name: "script", text: part))
      sessions.1.run(SourceFile(name: "script", text: part))
      text += part
    }
    var writer = Writer(random: CheckerRandom(state: UInt64(seed)))
    run(
      "semantics mine: \(preset) { limit = 30; error = stop }\nsemantics mine\n" + writer.program())
    for _ in 0..<4 {
      ask(&writer, question, sessions.0)
      run(writer.write() + Self.state)
      #expect(sessions.0.checkInvariants() == [], "\(text)")
      guard hosts.0.said == hosts.1.said else {
        let first = zip(hosts.0.said, hosts.1.said).first { $0 != $1 }
        Issue.record("\(first.map { "\($0)" } ?? "")\n\(text)")
        return
      }
    }
    #expect(!hosts.0.hidden.isEmpty, "the questions must be answered")
  }

  @Test(arguments: Semantics.presets.map(\.name))
  func `no question changes what a later write does`(preset: String) {
    for seed in seeds(4) {
      compare(seed: seed, preset: preset) { (writer, ask, _) in ask(writer.question()) }
    }
  }

  @Test(arguments: Semantics.presets.map(\.name))
  func `going back takes back what was done under another semantics`(preset: String) {
    for seed in seeds(4) {
      compare(seed: seed, preset: preset) { (writer, run, session) in
        let turns = session.state.journal.entries.count
        let other = writer.pick(Semantics.presets.map(\.name))
        run(writer.write() + "semantics \(other)\n" + writer.write() + writer.write())
        if writer.number() < "3" { run("semantics \(preset)\n" + writer.write()) }
        let count = session.state.journal.entries.count - turns
        run("rewind 1\nreplay 1\nrewind \(count)\nreplay \(count)\nrewind \(count)\n")
      }
    }
  }
}

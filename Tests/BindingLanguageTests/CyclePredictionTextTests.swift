import BindingEngine
import Language
import TestSupport
import Testing

@testable import Exploring
@testable import Interpreter
@testable import Syntax

/// What `cycles` prints is done for real in a copy of the program: each sentence must be so.
struct CyclePredictionTextTests {
  /// A ring whose steps are bindings, observers, computed properties, timers and answers, over numbers,
  /// texts or lists.
  static func program(seed: Int) -> String {
    var random = TestSupport.SeededRandom(seed: seed)
    let size = 2 + random.below(3)
    let kind = random.below(4)
    let first = ["1", "\"t\"", "[1]", "1"][kind]
    let steps = [
      ["value + 1", "value % 4", "min(value, 6)", "3 - value", "value"],
      ["value + \"x\"", "value", "value == \"tx\" ? \"t\" : value"],
      ["value + [2]", "value.reversed", "value", "value.count > 3 ? [1] : value"],
      ["max(value, 2)", "value * 2 % 9", "value > 3 ? 0 : value + 1", "value"],
    ][kind]
    var text = "transformer Late after 1s { forward { value } }\n"
    for number in 0..<size {
      let setter = kind == 0 && random.below(6) == 0 ? " set { min(value, 5) }" : ""
      let type = setter.isEmpty ? "" : ": Int"
      text += "object o\(number) { v\(type) = \(first)\(setter); computed c = v }\n"
    }
    for number in 0..<size {
      let (source, target) = ("o\(number)", "o\((number + 1) % size).v")
      let step = steps[random.below(steps.count)]
      switch random.below(8) {
      case 0: text += "observe \(source).v { \(target) = \(step) }\n"
      case 1: text += "bind \(source).v !~> \(target) | Late\n"
      case 2: text += "observe \(source).v { let v = \(step); after 1s { \(target) = v } }\n"
      case 3: text += "bind \(source).c !~> \(target) | { \(step) }\n"
      default: text += "bind \(source).v !~> \(target) | { \(step) }\n"
      }
    }
    return text
  }

  private func session(_ text: String, under semantics: String, _ host: TextHost) throws -> Session
  {
    var options = SessionOptions()
    options.width = 10_000
    options.semantics = try #require(Semantics.presets.first { $0.name == semantics })
    let session = Session(host: host, options: options)
    session.run(SourceFile(name: "t.bind", text: text))
    return session
  }

  @Test(arguments: seeds(6))
  func `each sentence of 'cycles' comes true`(seed: Int) throws {
    let text = Self.program(seed: seed)
    let asked = TextHost()
    let first = try session(text + "cycles\n", under: "bind", asked)
    defer { withExtendedLifetime(first) {} }
    for line in asked.output.split(separator: "\n") where line.hasPrefix("   under ") {
      let parts = line.dropFirst("   under ".count).split(separator: ": ", maxSplits: 2)
        .map(String.init)
      guard parts.count == 3, parts[1].hasPrefix("if you write ") else { continue }
      let statements = parts[1].dropFirst("if you write ".count).replacing("; ", with: "\n")
      for preset in parts[0].components(separatedBy: ", ") {
        let host = TextHost()
        let session = try session(text, under: preset, host)
        guard host.errors.isEmpty else { continue }
        session.run(SourceFile(name: "write", text: statements + "\n"))
        try check(parts[2], session, host, "under \(preset): \(line)\n\(text)")
      }
    }
  }

  private func check(
    _ sentence: String, _ session: Session, _ host: TextHost, _ what: String
  ) throws {
    let turns = session.core.pointee.turn.number
    let (start, failed) = (session.core.pointee.clock.now, !host.errors.isEmpty)
    let held = session.core.pointee.turn.held
    session.run(SourceFile(name: "wait", text: "wait\n"))
    let more = session.core.pointee.turn.number - turns
    let passed = session.core.pointee.clock.now - start
    switch sentence {
    case let text where text.contains("never ends") || text.contains("beyond the limit"):
      #expect(host.errors.contains { $0.hasPrefix("runaway") }, "\(what)\(host.errors)")
    case let text where text.hasPrefix("'wait' does not end"):
      #expect(more >= 1_000, "\(what)\(more)")
    case let text where text.contains("more turn"):
      #expect(!failed && host.errors.isEmpty, "\(what)\(host.errors)")
      let time = session.core.pointee.literal(.duration(passed))
      #expect(text.hasPrefix("it ends after \(time), in \(more) more"), "\(what)\(time) \(more)")
    case let text where text.contains("held back at"): #expect(held > 0 && !failed, "\(what)")
    case let text where text.hasPrefix("it settles"):
      #expect(host.errors.isEmpty, "\(what)\(host.errors)")
    case let text where text.contains("error"):
      #expect(!host.errors.isEmpty, "\(what)")
    default: break
    }
  }
}

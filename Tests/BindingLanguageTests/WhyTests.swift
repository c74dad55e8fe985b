import BindingEngine
import Rendering
import TestSupport
import Testing

@testable import Exploring
@testable import Interpreter
@testable import Language
@testable import RecordedTraces
@testable import Syntax

@Suite struct WhyTests {
  private static let script = """
    object a { x = 1; y = 0 }
    object b { x = 0; computed z = x + 1 }
    object l { t = ""; u = 0 }
    transformer Slow after 2s { forward { "at \\(value)" } }
    class P { command save(entry) after 1s { "saved \\(entry)" }; event ren; action go(to) { a.x = to; fire ren(to) }; name = "Kim" }
    object p: P
    bind a.x ~> b.x | { value * 2 }
    bind b.z ~> l.u
    bind a.x ~> l.t | Slow
    bind (a.x + b.x) ~> a.y
    observe b.z { p.name = "n\\(value)" }
    a.x = 10
    p.go(11)
    wait
    p.save.execute("q")
    wait
    """

  /// The question, and the lines of the answer without the places.
  static let answers: [(question: String, lines: [String])] = [
    (
      "why l.u",
      [
        "l.u is 23 because of", "turn 13  p.go(11)", "  called p.go(11)", "  a.x: 10 → 11",
        "  #1 a.x ~> b.x | { value * 2 }", "     { … }: 11 → 22", "  b.x: 20 → 22",
        "  computed b.z: 21 → 23", "  #2 b.z ~> l.u", "  l.u: 21 → 23",
      ]
    ),
    (
      "why l.u @ 12",
      [
        "l.u is 21 after turn 12 because of", "turn 12  a.x = 10", "  a.x: 1 → 10",
        "  #1 a.x ~> b.x | { value * 2 }", "     { … }: 10 → 20", "  b.x: 2 → 20",
        "  computed b.z: 3 → 21", "  #2 b.z ~> l.u", "  l.u: 3 → 21",
      ]
    ),
    (
      "why p.name",
      [
        "p.name is \"n23\" because of", "turn 13  p.go(11)", "  called p.go(11)", "  a.x: 10 → 11",
        "  #1 a.x ~> b.x | { value * 2 }", "     { … }: 11 → 22", "  b.x: 20 → 22",
        "  computed b.z: 21 → 23", "  #5 observe b.z", "  p.name: \"n21\" → \"n23\"",
      ]
    ),
    (
      "why a.y",
      [
        "a.y is 33 because of", "turn 13  p.go(11)", "  called p.go(11)", "  a.x: 10 → 11",
        "  #4 (a.x + b.x) ~> a.y", "     read b.x, 22 since turn 13: see below", "  a.y: 33 → 33",
        "", "b.x is 22 because of", "  … from a.x: 10 → 11, explained above",
        "  #1 a.x ~> b.x | { value * 2 }", "     { … }: 11 → 22", "  b.x: 20 → 22",
      ]
    ),
    (
      "why l.t",
      [
        "l.t is \"at 11\" because of", "turn 13  p.go(11)", "  called p.go(11)", "  a.x: 10 → 11",
        "  #3 a.x ~> l.t | Slow", "  Slow: answer for 11 requested, due at 2s",
        "turn 16  at 2s: the answer of #3 a.x ~> l.t | Slow is due",
        "  #3 a.x ~> l.t | Slow: the answer for 11 arrives", "     Slow: 11 → \"at 11\"",
        "  l.t: \"at 10\" → \"at 11\"",
      ]
    ),
    (
      "why p.save.response.content",
      [
        "p.save.response.content is \"saved q\" because of", "turn 17  p.save.execute(\"q\")",
        "  called p.save.execute(\"q\")", "  p.save is due at 3s", "turn 18  at 3s: p.save is due",
        "  p.save.response.content: nil → \"saved q\"",
      ]
    ),
  ]

  private func withoutPlaces(_ answer: String) -> [String] {
    answer.split(separator: "\n", omittingEmptySubsequences: false).dropLast().map { line in
      guard let place = line.range(of: "t.bind:") else { return String(line) }
      return String(line[..<place.lowerBound].reversed().drop { $0 == " " }.reversed())
    }
  }

  @Test(arguments: answers)
  func `why shows the chain from the statement, live and from the trace`(
    question: String, lines: [String]
  ) throws {
    let script = try QuestionScript(Self.script)
    let live = script.ask(question)
    #expect(withoutPlaces(live) == lines)
    #expect(try script.askOffline(question) == live)
  }

  @Test func `the cause is the value that was read, even if a later write came between`() throws {
    // The observer writes a.x again before the binding fires, so that 2 never passes.
    let script = try QuestionScript(
      """
      object a { x = 1 }; object b { x = 0 }
      bind a.x !~> b.x
      observe a.x { if value < 10 { a.x = value + 10 } }
      a.x = 2
      """, semantics: "kvo")
    let lines = withoutPlaces(script.ask("why b.x"))
    #expect(lines.contains("  a.x: 2 → 12"))
    #expect(lines.last == "  b.x: 12 → 12")
    #expect(lines.contains("     set off by a.x: 1 → 2"))
  }

  @Test func `a value that is written again comes from the turn that made it so`() throws {
    let script = try QuestionScript(
      """
      object a { x = 0 }; object b { y = 0 }
      bind a.x ~> b.y
      a.x = 5
      a.x = 5
      """)
    let answer = script.ask("why b.y")
    #expect(withoutPlaces(answer).contains("  b.y: 0 → 5"))
    #expect(
      answer.contains(
        "the same value was written again in turn 5, 'a.x = 5' (t.bind:4), by #1 a.x ~> b.y"))
    #expect(try script.askOffline("why b.y") == answer)
  }

  @Test func `a rolled-back turn is not a cause`() throws {
    let script = try QuestionScript(
      """
      object a { x = 1 }; object b { x = 0 }
      bind a.x ~> b.x | { 10 / value }
      a.x = 5
      a.x = 0
      """)
    #expect(script.ask("why b.x").contains("a.x: 1 → 5"))
    #expect(!script.ask("why a.x").contains("→ 0"))
    #expect(try script.askOffline("why b.x") == script.ask("why b.x"))
  }

  @Test func `without a remembered turn the answer says how to remember`() throws {
    let script = try QuestionScript("object a { x = 1 }\na.x = 2", journal: 0)
    for word in ["why a.x", "whynot a.x", "blame a.x", "history a.x", "costs"] {
      #expect(script.ask(word).hasPrefix("nothing is remembered"), "\(word)")
    }
  }

  @Test(arguments: seeds(40))
  func `in a graph of plain bindings each chain is a real path from the statement`(_ seed: Int)
    throws
  {
    var random = TestSupport.SeededRandom(seed: seed)
    let size = 3 + random.below(10)
    var text = (0..<size).map { "object o\($0) { v = 0 }\n" }.joined()
    var edges: [(from: Int, to: Int, add: Int)] = []
    for target in 1..<size where random.chance(80) {
      let source = random.below(target)
      let add = random.below(5)
      edges.append((source, target, add))
      text += "bind o\(source).v !~> o\(target).v | { value + \(add) }\n"
    }
    var writes: [(slot: Int, value: Int)] = []
    for _ in 0..<4 {
      writes.append((random.below(size), 100 * (1 + random.below(9))))
      text += "o\(writes[writes.count - 1].slot).v = \(writes[writes.count - 1].value)\n"
    }
    let script = try QuestionScript(text)
    let offline = try script.offline()
    let trace = offline.trace
    for slot in 0..<size {
      guard let property = trace.properties["o\(slot).v"] else { continue }
      let sets = Why(property, in: trace)
      // The naive model: the last write from which a path leads here, through single bindings.
      var root = slot
      var upstream: [Int: Int] = [slot: 0]
      while let edge = edges.first(where: { $0.to == root }) {
        upstream[edge.from] = (upstream[root] ?? 0) + edge.add
        root = edge.from
      }
      guard let last = writes.last(where: { upstream[$0.slot] != nil }) else {
        #expect(sets.outcome == .notSet || sets.branches[0].steps.count == 1)
        continue
      }
      let events = sets.branches[0].steps.map { sets.index[$0.place] }
      #expect(sets.branches.count == 1)
      #expect(events.first?.kind == .write && events.first?.cause == 0)
      #expect(events.first?.new == .int(last.value))
      #expect(events.last?.new == .int(last.value + (upstream[last.slot] ?? 0)))
      // Each hop begins where the one before ended, with its value.
      for (write, next) in zip(events, events.dropFirst()) where next.kind == .fire {
        #expect(next.property == write.property && next.old == write.new)
      }
      for (fire, next) in zip(events, events.dropFirst()) where fire.kind == .fire {
        #expect(next.kind == .write && next.property == fire.other && next.new == fire.new)
      }
    }
    for slot in 0..<size where trace.properties["o\(slot).v"] != nil {
      for word in ["why", "blame", "history", "whynot"] {
        let question = "\(word) o\(slot).v"
        #expect(try script.askOffline(question, of: offline) == script.ask(question), "\(question)")
      }
    }
    #expect(try script.askOffline("costs", of: offline) == script.ask("costs"))
  }
}

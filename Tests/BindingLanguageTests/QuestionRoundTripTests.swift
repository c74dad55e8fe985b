import BindingEngine
import TestSupport
import Testing

@testable import Exploring
@testable import Interpreter
@testable import Language
@testable import RecordedTraces
@testable import Syntax

/// Graphs of everything that can be bound, under every semantics.
@Suite struct QuestionRoundTripTests {
  /// A script of objects with bindings of each kind, observers and computed properties, and writes.
  private static func script(seed: Int, semantics: String) -> String {
    var random = TestSupport.SeededRandom(seed: seed)
    let size = 4 + random.below(4)
    var text = "transformer Slow after 2s { forward { value + 1 } }\n"
    for number in 0..<size {
      text += "object o\(number) { v = \(random.below(9)); w = 0; computed c = v + w }\n"
    }
    func end() -> String { "o\(random.below(size)).\(random.chance(60) ? "v" : "w")" }
    for _ in 0..<(size + random.below(size)) {
      let source = random.chance(30) ? "o\(random.below(size)).c" : end()
      let target = end()
      guard source != target else { continue }
      switch random.below(7) {
      case 0 where !source.hasSuffix("c") && semantics != "qt":
        text += "bind \(source) <!> \(target)\n"
      case 1: text += "bind (\(source) + 1) ~> \(target)\n"
      case 2: text += "bind \(source) !~> \(target) | { value % 7 }\n"
      case 3: text += "bind \(source) !~> \(target) | Slow\n"
      case 4: text += "observe \(source) { \(target) = value % 5 }\n"
      default: text += "bind \(source) !~> \(target)\n"
      }
    }
    for _ in 0..<10 {
      switch random.below(10) {
      case 0: text += "silent \(end()) = \(random.below(9))\n"
      case 1: text += "advance 1s\n"
      case 2: text += "unbind #\(1 + random.below(size))\n"
      case 3: text += "batch { \(end()) = 1; \(end()) = 2 }\n"
      case 4: text += "\(end()) = 1 / \(random.below(2))\n"
      // It may take the place of what has ended.
      case 5: text += "bind o\(random.below(size)).c !~> \(end())\n"
      default: text += "\(end()) = \(random.below(20))\n"
      }
    }
    return text
  }

  @Test(arguments: Semantics.presets.map(\.name), seeds(2))
  func `a trace gives the same answers as its session`(_ semantics: String, _ seed: Int) throws {
    let text = Self.script(seed: seed, semantics: semantics)
    let script = try QuestionScript(text, semantics: semantics)
    let offline = try script.offline()
    for name in offline.trace.propertyNames.dropFirst().sorted() where name.hasPrefix("o") {
      for word in ["why", "blame", "history"] {
        let live = script.ask("\(word) \(name)")
        let recorded = try script.askOffline("\(word) \(name)", of: offline)
        #expect(recorded == live, "\(recorded)\n---\n\(live)\n\(text)")
      }
      #expect(!script.ask("whynot \(name)").isEmpty)
    }
    let (recorded, live) = (try script.askOffline("costs", of: offline), script.ask("costs"))
    #expect(recorded == live, "\(recorded)\n---\n\(live)\n\(text)")
  }

  /// The first and last events are kept, and the answers say that others are not counted.
  @Test func `answers about a very long turn say what they do not count`() throws {
    let script = try QuestionScript(
      """
      object a { x = 0 }
      object b { x = 0 }
      bind a.x !~> b.x
      batch { for i in 1...90000 { a.x = i } }
      """)
    let offline = try script.offline()
    for question in ["costs", "blame b.x", "history b.x"] {
      let live = script.ask(question)
      #expect(live.contains("not counted: of turn 4 25000 events, since"), "\(live.suffix(300))")
      #expect(try script.askOffline(question, of: offline) == live)
    }
  }

  /// Found from what was recorded, and compared with what the engine knows.
  @Test(arguments: Semantics.presets.map(\.name), seeds(2))
  func `a computed property is called stale when reading it gives another value`(
    _ semantics: String, _ seed: Int
  ) throws {
    let text = Self.script(seed: seed, semantics: semantics)
    let script = try QuestionScript(text, semantics: semantics)
    let core = script.session.core
    for object in 0..<8 {
      let why = script.ask("why o\(object).c")
      let isStale = why.contains(" is stale: ")
      let name = script.session.names.intern("o\(object)")
      guard case .object(let slot)? = script.session.symbol(name),
        case .object(let owner) = core.pointee.read(slot),
        let property = core.pointee.slot(script.session.names.intern("c"), of: owner)
      else { continue }
      // Where each listener has one of its own, the property itself has no value.
      let present =
        core.pointee.semantics.computed.isPerListener
        ? said(why) : core.pointee.literal(core.pointee.read(property))
      var evaluated: String?
      script.session.dry { _ in
      } then: { _ in
        evaluated = script.session.evaluated(property).map { core.pointee.literal($0) }
      }
      if isStale {
        #expect(script.isSetAfterEvaluation(of: "o\(object).c", why), "\(why)\n\(text)")
      } else if !(core.pointee.semantics.computed.isPerListener && text.contains("silent")) {
        // A listener with a `computed` of its own does not take in what is set silently.
        #expect(evaluated == present, "o\(object).c, \(semantics)\n\(text)")
      }
    }
  }

  /// `20`, of `o3.c is 20 because of`.
  private func said(_ why: String) -> String? {
    why.firstRange(of: " is ").map { String(why[$0.upperBound...].prefix { !" \n".contains($0) }) }
  }

  /// Whether something happened while a binding fired: what that reads is evaluated in between.
  private func isWithin(
    _ place: EventPlace, _ firing: EventPlace, _ index: EventIndex
  ) -> Bool {
    guard place.turn == firing.turn, index[firing].kind == .fire else { return false }
    var event = index[place]
    while event.cause != index[firing].sequence {
      guard event.cause != 0, let cause = index.place(of: event.cause, in: place.turn) else {
        return false
      }
      event = index[cause]
    }
    return true
  }

  @Test(arguments: Semantics.presets.map(\.name), seeds(2))
  func `every cause comes before its effect, and each property is explained once`(
    _ semantics: String, _ seed: Int
  ) throws {
    let text = Self.script(seed: seed, semantics: semantics)
    let trace = try QuestionScript(text, semantics: semantics).offline().trace
    for property in 1..<UInt32(trace.propertyNames.count) {
      let why = Why(property, in: trace)
      guard why.outcome == .found else { continue }
      var seen: Set<EventPlace> = []
      for branch in why.branches {
        for step in branch.steps {
          #expect(seen.insert(step.place).inserted, "explained twice")
          #expect(why.index.stands(step.place), "rolled back")
          guard step.note >= 0 else { continue }
          let note = why.notes[step.note]
          for place in note.reads.compactMap(\.place) + [note.trigger].compactMap({ $0 }) {
            #expect(place < step.place || isWithin(place, step.place, why.index))
          }
        }
        for (cause, effect) in zip(branch.steps, branch.steps.dropFirst()) {
          #expect(
            cause.place < effect.place || isWithin(cause.place, effect.place, why.index))
        }
      }
      let last = try #require(why.branches[0].steps.last)
      // What was written after it was the same value again.
      let later = why.index.sets(of: property).filter { last.place < $0 && why.index.stands($0) }
      #expect(
        later.allSatisfy { why.index[$0].old == why.index[$0].new },
        "\(trace.propertyNames[Int(property)])\n\(text)")
    }
  }
}

extension QuestionScript {
  /// Whether the trace shows that a property was set in the turn that `why` names, and that the `computed`
  /// was not evaluated after that.
  fileprivate func isSetAfterEvaluation(of name: String, _ why: String) -> Bool {
    let words = why.split { " ,\n".contains($0) }
    guard let stale = words.firstIndex(of: "stale:"), words.count > stale + 6,
      let number = Int(words[stale + 6])
    else { return false }
    let all = traceText.split(separator: "\n")
    // What was rolled back did not happen: the number of each turn with such a line is its second field.
    func turn(_ line: Substring) -> Substring { line.split(separator: ",")[1] }
    let undone = Set(all.filter { $0.contains("\"kind\":\"undo\"") }.map(turn))
    let lines = all.filter { !undone.contains(turn($0)) }
    func last(_ isMeant: (Substring) -> Bool) -> Int { lines.lastIndex(where: isMeant) ?? -1 }
    let set = last {
      $0.contains("\"turn\":\(number),") && $0.contains("\"property\":\"\(words[stale + 1])\"")
        && ($0.contains("\"kind\":\"write\"") || $0.contains("\"kind\":\"compute\""))
    }
    let evaluated = last {
      $0.contains("\"kind\":\"compute\"") && $0.contains("\"property\":\"\(name)\"")
    }
    return set > evaluated
  }
}

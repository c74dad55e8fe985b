import BindingEngine
import Language
import TestSupport
import Testing

@testable import Exploring
@testable import Interpreter
@testable import Language
@testable import Syntax

/// The predictions of `cycles` come true under every preset, and trying them changes nothing.
@Suite struct CyclePredictionTests {
  private final class Host: SessionHost {
    var errors: [String] = []
    func write(_ text: String) {}
    func trace(_ line: String) {}
    func report(_ diagnostic: Diagnostic) {
      if diagnostic.severity == .error { errors.append(diagnostic.message) }
    }
    func read(path: String) -> Result<[UInt8], SessionFileError> {
      .failure(SessionFileError("no files here"))
    }
    func save(path: String, text: String) -> SessionFileError? { SessionFileError("no files here") }
  }

  @Test(arguments: Semantics.presets)
  func `a write that fails is tried to its end if the semantics ignores failures`(
    semantics: Semantics
  ) {
    var options = SessionOptions()
    options.semantics = semantics
    options.keepsGoing = true
    let host = Host()
    let session = Session(host: host, options: options)
    session.run(
      SourceFile(
        name: "<test>",
        text: "object c { x = 0; p }\nbind c.p.z ~> c.p\ncycles\nobject d { x = 1 }\nd.x += 1\nwait"
      ))
    #expect(session.checkInvariants() == [])
    session.run(SourceFile(name: "<test>", text: "expect d.x == 2"))
    #expect(!host.errors.contains { $0.contains("expected") })
  }

  @Test func `predictions that have used up their steps say so, and the next answer has its own`() {
    let host = Host()
    defer { withExtendedLifetime(host) {} }
    let session = session(
      "object a { v = 0 }\nobject b { v = 0 }\nbind a.v !~> b.v\nbind b.v !~> a.v | { value + 1 }\n"
        + "semantics endless: bind { lock = no; limit = 20000 }\n", host)
    let path = session.cyclesBesidesPairs()[0]
    let (before, values) = (session.core.pointee.turn.number, allValues(session))
    session.predictionSteps = 1_000
    #expect(session.prediction(for: path)?.verdict == .unfinished)
    #expect(session.prediction(for: path)?.verdict == .untried, "nothing is left to try it with")
    #expect(session.core.pointee.turn.number == before)
    #expect(allValues(session) == values)
    #expect(session.checkInvariants() == [])
    session.run(SourceFile(name: "question", text: "cycles\n"))
    #expect(session.predictionSteps > 1_000, "a question has its own")
    session.predictionSteps = 0
    session.run(SourceFile(name: "line", text: "a.v = 0\n"))
    #expect(session.prediction(for: path)?.verdict == .diverges)
  }

  /// A ring with a few chords, observers and two-way bindings, as text.
  private struct Example {
    var objects = ""
    var bindings: [String] = []
    /// Where it is written, and with which value.
    var slot = 0
    var value = 0

    init(seed: Int) {
      var random = TestSupport.SeededRandom(seed: seed)
      let size = 2 + random.below(4)
      for number in 0..<(size + 1) { objects += "object o\(number) { v = \(random.below(5)) }\n" }
      let transforms = [
        "", "", " | { value + 1 }", " | { value % 4 }", " | { if value > 6 { 6 } else { value } }",
        " | { 3 - value }",
      ]
      for number in 0..<size {
        let transform = transforms[random.below(transforms.count)]
        let next = (number + 1) % size
        // A two-way binding has no way back for a transformer here.
        let isTwoWay = transform.isEmpty && random.below(4) == 0
        bindings.append(
          isTwoWay
            ? "bind o\(number).v <!> o\(next).v" : "bind o\(number).v !~> o\(next).v\(transform)")
      }
      if random.below(3) == 0 { bindings.append("bind o0.v !~> o\(size).v") }
      if random.below(3) == 0 { bindings.append("observe o1.v { o\(size).v = value }") }
      slot = random.below(size)
      value = 5 + random.below(20)
    }

    var text: String { objects + bindings.joined(separator: "\n") + "\n" }
  }

  private func session(_ text: String, _ host: Host) -> Session {
    var options = SessionOptions()
    options.traceMode = .full
    let session = Session(host: host, options: options)
    session.run(SourceFile(name: "example.bind", text: text))
    return session
  }

  private func path(_ session: Session, to number: Int) -> (path: [UInt32], slot: UInt32)? {
    let slot = session.core.pointee.allLinks().flatMap { session.core.pointee.sources(of: $0) }
      .first { session.core.pointee.describe(property: $0) == "o\(number).v" }
    guard let slot else { return nil }
    for link in session.core.pointee.observers(of: slot) {
      if let path = session.core.pointee.cycle(through: link, ignoringPartner: true) {
        return (path, slot)
      }
    }
    return nil
  }

  /// The same verdict, from the state after a turn that was kept or rolled back.
  private func verdict(
    _ session: Session, _ path: [UInt32]
  ) -> CyclePrediction.Verdict {
    let core = session.core
    if let runaway = session.state.turned.lastTurn.counts.runaway {
      switch runaway.shape {
      case .oscillates(let period): return .oscillates(period: period)
      case .diverges: return .diverges
      case .loop: return .loop(number: core.pointee.number(of: runaway.hops[0].link))
      case .longChain, .blowUp, .endless: return .beyond(limit: runaway.limit)
      }
    }
    if session.state.turned.lastTurn.failure != nil { return .fails }
    let leads = Set(path.map { core.pointee.lead(of: $0) })
    let held = session.state.turned.lastTurn.holds.map(\.link)
      .filter { leads.contains(core.pointee.lead(of: $0)) }
      .compactMap { link in session.verdicts().first { $0.link == link } }
    // Of several the first whose values disagree.
    if let verdict = held.first(where: { !$0.agrees }) ?? held.first {
      return .held(number: verdict.number, agrees: verdict.agrees)
    }
    let events = core.pointee.trace
    if let broken = events.first(where: {
      $0.kind == .unbind && $0.reason == .overwritten
        && leads.contains(core.pointee.lead(of: $0.link))
    }) {
      return .breaks(number: core.pointee.number(of: broken.link))
    }
    return .settles(laps: events.count { $0.kind == .fire && $0.link == path.last })
  }

  @Test(arguments: seeds(10))
  func `the prediction for a cycle comes true`(seed: Int) throws {
    let example = Example(seed: seed)
    for preset in Semantics.presets {
      let host = Host()
      let session = session(example.text, host)
      try #require(host.errors == [], "\(example.text)")
      guard let (path, slot) = path(session, to: example.slot) else { continue }
      session.run(SourceFile(name: "choice", text: "semantics \(preset.name)\n"))
      let before = session.core.pointee.turn.number
      let values = allValues(session)
      let predicted = try #require(
        session.prediction(for: path, writing: .int(example.value), to: slot))
      #expect(session.core.pointee.turn.number == before)
      #expect(allValues(session) == values, "trying leaves nothing, under \(preset.name)")
      #expect(session.checkInvariants() == [])
      session.run(
        SourceFile(name: "write", text: "o\(example.slot).v = \(example.value)\n"))
      if session.core.pointee.isTickDue { session.run(SourceFile(name: "tick", text: "wait\n")) }
      var predictedVerdict = predicted.verdict
      if case .failsLate = predictedVerdict { predictedVerdict = .fails }
      #expect(
        predictedVerdict == verdict(session, path),
        "\(preset.name): \(predicted.text)\n\(example.text)o\(example.slot).v = \(example.value)")
    }
  }

  @Test(arguments: seeds(10))
  func `a predicted refusal comes true`(seed: Int) throws {
    let example = Example(seed: seed)
    let quiet = Host()
    let whole = session(example.text, quiet)
    defer { withExtendedLifetime(quiet) {} }
    guard let (path, _) = path(whole, to: example.slot) else { return }
    for preset in Semantics.presets {
      whole.run(SourceFile(name: "choice", text: "semantics \(preset.name)\n"))
      let isRefused =
        if case .refused? = whole.prediction(for: path)?.verdict { true } else { false }
      let host = Host()
      _ = session("semantics \(preset.name)\n" + example.text, host)
      let isError = host.errors.contains {
        $0.hasPrefix("loop") || $0.contains("no two-way bindings")
      }
      #expect(isRefused == isError, "\(preset.name)\n\(example.text)\(host.errors)")
    }
  }

  private func allValues(_ session: Session) -> [String] {
    session.core.pointee.allLinks().flatMap { link in
      (session.core.pointee.sources(of: link) + [session.core.pointee.links[link].target]).map {
        "\(link) \(session.core.pointee.literal(session.core.pointee.read($0)))"
      }
    }
  }
}

import BindingEngine
import CodeCycles
import Language
import TestSupport
import Testing

@testable import Exploring
@testable import Interpreter
@testable import Language
@testable import Syntax

/// Cycles through code, compared with a model and with runs of random programs.
@Suite struct CodeCycleModelTests {
  /// Keeps the reports of a session.
  private final class Host: SessionHost {
    var output = ""
    var errors: [String] = []
    var warnings: [String] = []
    func write(_ text: String) { output += text }
    func trace(_ line: String) {}
    func report(_ diagnostic: Diagnostic) {
      if diagnostic.severity == .error {
        errors.append(diagnostic.message)
      } else {
        warnings.append(diagnostic.message)
      }
    }
    func read(path: String) -> Result<[UInt8], SessionFileError> {
      .failure(SessionFileError("no files here"))
    }
    func save(path: String, text: String) -> SessionFileError? { SessionFileError("no files here") }
  }

  /// A program that has been made, and its listed cycles.
  private struct Made {
    let program: CodeProgram
    let text: String
    let host = Host()
    let session: Session
    let paths: [[UInt32]]
    let code: [[CodeStep]]

    init(seed: Int) { self.init(CodeProgram(seed: seed)) }

    init(_ program: CodeProgram) {
      self.program = program
      text = program.text
      // Cycles in a tree of paths are ended soon.
      var options = SessionOptions()
      options.maximumSteps = 1_000
      session = Session(host: host, options: options)
      session.run(SourceFile(name: "t.bind", text: text))
      paths = session.cyclesBesidesPairs()
      code = session.codeCycles(besides: paths)
    }

    func run(_ text: String) { session.run(SourceFile(name: "more", text: text + "\n")) }

    func number(_ step: CodeStep) -> Int? {
      step.link == 0 ? nil : session.core.pointee.number(of: step.link)
    }

    /// Whether an arc of the model is the one that a step takes.
    func matches(_ step: CodeStep, _ arc: CodeArc) -> Bool {
      let effect = step.edge.map { session.codeGraph.codeEdges[$0].effect }
      return arc.isCode == (effect != nil) && arc.number == number(step)
        && arc.sources.contains(session.describe(step.from))
        && arc.target == session.describe(step.to)
        && arc.isCertain == !(effect?.condition.exists ?? false)
        && arc.isLater == (effect?.isLater ?? false)
    }

    /// Whether something ran without end.
    var isStopped: Bool {
      host.errors.contains {
        $0.hasPrefix("runaway") || $0.hasPrefix("stopped: the run has used up")
      }
    }

    var listed: String { code.map { session.pathText($0) }.joined(separator: "\n") }
  }

  @Test(arguments: seeds(400))
  func `exactly the cycles through code of the model are listed`(seed: Int) {
    let made = Made(seed: seed)
    let model = CodeCircleModel(made.program)
    // The effects of the last statements may be too long, and are then rolled back.
    if made.isStopped { return }
    #expect(made.host.errors == [], "\(made.text)")
    let steps = made.code.flatMap { $0 }
    for step in steps {
      let isKnown = model.arcs.contains { made.matches(step, $0) }
      #expect(isKnown, "\(made.session.hopText(step)) of no arc in\n\(made.text)\(made.listed)")
    }
    // A cycle of bindings alone is listed as their cycle.
    let ofBindings = Set(
      made.paths.flatMap { $0 }.map { made.session.core.pointee.number(of: $0) })
    for arc in model.onCircles {
      let isListed =
        steps.contains { made.matches($0, arc) } || arc.number.map(ofBindings.contains) ?? false
      #expect(isListed, "\(arc) is not listed in\n\(made.text)\(made.listed)")
    }
    for path in made.code {
      #expect(path.last?.to == path.first?.from)
      for (one, next) in zip(path, path.dropFirst()) { #expect(one.to == next.from) }
    }
  }

  /// One warning may cover several cycles, so this asks for one at all.
  @Test(arguments: seeds(400))
  func `a program with a cycle through code was warned about when it closed`(seed: Int) {
    let made = Made(seed: seed)
    if made.isStopped { return }
    let isWarnedAbout = made.code.contains { $0.count > 1 || made.session.codeGraph.isCertain($0) }
    let isWarned = made.host.warnings.contains {
      $0.contains("a cycle") || $0.contains("binds a property to itself")
    }
    #expect(isWarned || !isWarnedAbout, "no warning in\n\(made.text)\(made.listed)")
  }

  // MARK: Runs

  /// How a place is written or fired, and how this is counted.
  private func head(_ place: String) -> (sets: String, counts: String)? {
    if place.hasPrefix("notification ") {
      let name = place.dropFirst("notification ".count)
      return ("post \(name)", "on notification \(name) { watch.n += 1 }")
    }
    if place.hasSuffix("()") || place.hasSuffix(".cmd") || place.hasSuffix(".status") { return nil }
    if place.hasSuffix(".e") { return ("fire \(place)", "on \(place) { watch.n += 1 }") }
    let value = place.hasSuffix("y") ? "(\(place) ?? 0)" : place
    return ("\(place) = \(value) + 1", "observe \(place) { watch.n += 1 }")
  }

  @Test(arguments: seeds(100))
  func `a cycle that is called certain repeats when its head is written`(seed: Int) {
    let made = Made(seed: seed)
    if made.program.isEarly || CodeCircleModel(made.program).hasRecursion { return }
    for path in made.code where made.session.codeGraph.isCertain(path) {
      guard let head = path.lazy.compactMap({ self.head(made.session.describe($0.from)) }).first
      else { continue }
      let again = Made(seed: seed)
      again.run(
        "object watch { n = 0 }; \(head.counts); semantics deep: kvo { limit = 100 }; semantics deep; \(head.sets)"
      )
      var count = 0
      for _ in 0..<8 where count < 2 && again.host.errors.isEmpty {
        again.run("print watch.n; advance 1s")
        count = Int(again.host.output.split(separator: "\n").last ?? "") ?? 0
      }
      let isStopped = again.isStopped
      #expect(again.host.errors.isEmpty || isStopped, "\(again.host.errors)\n\(made.text)")
      #expect(
        count > 1 || isStopped,
        "\(head.sets) does not go round \(made.session.pathText(path))\n\(made.text)")
    }
  }

  @Test(arguments: seeds(100))
  func `every cycle in a run was listed before`(seed: Int) {
    var random = TestSupport.SeededRandom(seed: seed)
    let made = Made(seed: seed)
    let model = CodeCircleModel(made.program)
    if made.program.isEarly || model.hasRecursion { return }
    let session = made.session
    session.setTraceMode(.full)
    var known: [String: Set<String>] = [:]
    let steps = made.code.flatMap { $0 }
    // If something has several sources, one is listed.
    for arc in model.arcs where !arc.isCode || steps.contains(where: { made.matches($0, arc) }) {
      for source in arc.sources { known[source, default: []].insert(arc.target) }
    }
    // A `set` block runs before the write that sets it off.
    for place in ["c.y", "d.y"] {
      let next = known[place] ?? []
      for (from, ends) in known where ends.contains(place) { known[from] = ends.union(next) }
    }
    made.run("semantics short: kvo { limit = 30 }")
    let heads = ["a.x", "a.y", "b.x", "b.y", "c.x", "c.y", "d.x", "d.y", "a.e", "c.e"]
    for _ in 0..<4 {
      made.run(random.chance(50) ? "semantics bind" : "semantics short")
      made.run(head(heads[random.below(heads.count)])!.sets)
      if session.state.turned.lastTurn.codePath != nil, let cycle = session.turnCycle() {
        let parts = cycle.components(separatedBy: " → ")
        #expect(parts.count > 1 && parts.first == parts.last, "\(cycle)\n\(made.text)")
      }
      for circle in circles(session) {
        for (one, next) in zip(circle, circle.dropFirst()) {
          #expect(
            known[one]?.contains(next) ?? false,
            "\(one) to \(next) of \(circle) is not listed\n\(made.text)\(made.listed)")
        }
      }
    }
  }

  /// The places through which a trace leads from a place to itself, each caused by the one before.
  private func circles(_ session: Session) -> Set<[String]> {
    let events = Dictionary(
      session.core.pointee.trace.map { ($0.sequence, $0) }, uniquingKeysWith: { one, _ in one })
    func place(_ event: TraceEvent) -> String? {
      switch event.kind {
      case .write, .event, .call: break
      // A notification before the change comes before the write.
      case .observe where event.reason == .prior: break
      default: return nil
      }
      guard event.property == 0 else {
        return session.describe(CodePlace(slot: event.property))
      }
      // Events that were cut off in the middle have no names.
      guard let name = event.text?.prefix(while: { $0 != "(" }), !name.isEmpty else { return nil }
      return name.hasSuffix(".execute") ? String(name.dropLast(8)) : "\(name)()"
    }
    let places = events.compactMapValues(place)
    var found: Set<[String]> = []
    for (number, end) in places where events[number]?.kind != .observe {
      var path = [end]
      var cause = events[number]?.cause
      while let number = cause, let before = events[number] {
        if let place = places[number] {
          path.insert(place, at: 0)
          if place == end {
            found.insert(path)
            break
          }
        }
        cause = before.cause
      }
    }
    return found
  }

  // MARK: Without a run

  /// A path that begins with its first step in alphabetical order.
  private func turned(_ path: String) -> String {
    let parts = path.components(separatedBy: " → ").dropLast()
    return parts.indices.map { Array(parts[$0...] + parts[..<$0]).joined(separator: " → ") }.min()!
  }

  /// The same for either instance of the class, of which `check` names one.
  private func ofAnyInstance(_ text: String) -> String { text.replacing("d.", with: "c.") }

  /// Some more can be found only in a run: they depend on what a property holds, or on what loops make.
  /// Cycles within a class are found there, for all its instances at once. If one observer or binding
  /// closes several cycles, `check` may name another one.
  @Test(arguments: seeds(100))
  func `check finds the certain cycles that the session warns about`(seed: Int) {
    var program = CodeProgram(seed: seed)
    program.references = []
    for position in program.links.indices { program.links[position].isCopied = false }
    for position in program.owners.indices where program.owners[position].isClass {
      program.owners[position].observers = []
    }
    let made = Made(program)
    let all = findings(made.text)
    let found = all.filter { $0.code == .codeCycle }.map(\.message)
    let paths = Set(
      found.map { turned(ofAnyInstance($0.components(separatedBy: "through code: ")[1])) })
    for warning in made.host.warnings where warning.contains(" closes a cycle through code: ") {
      let path = warning.components(separatedBy: "through code: ")[1]
      // An observer that sets itself off is reported where it does so.
      if path.components(separatedBy: " → ").count == 3, path.contains("#"),
        all.contains(where: { $0.code == .writesWhatItObserves })
      {
        continue
      }
      let closing = String(warning.prefix { $0 != " " }) + " "
      #expect(
        paths.contains(turned(ofAnyInstance(path)))
          || found.contains { ofAnyInstance($0).hasPrefix(ofAnyInstance(closing)) },
        "\(warning)\n\(found)\n\(made.text)")
    }
  }

  /// On the stack of a test's thread, which is short.
  @Test func `a chain of a thousand actions is read without recursion`() throws {
    let actions = (0..<1_000).map { "action a\($0)(v) { a\($0 + 1)(v) }" }
    let script = try QuestionScript(
      "object o { x = 0; \(actions.joined(separator: "; ")); action a1000(v) { x = v } }\no.a0(5)")
    #expect(script.ask("cycles") == "no cycles\n")
    #expect(script.ask("o.x") == "5\n")
  }
}

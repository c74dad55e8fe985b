/// An arc from one of several places to another one.
struct CodeArc: Hashable {
  var sources: [String]
  /// The number of the observer or binding; nil for an action, a command or a `set` block.
  var number: Int?
  var target: String
  /// Whether code leads there; otherwise a binding does by itself.
  var isCode = true
  var isCertain = true
  var isLater = false
  var isCall = false
}

/// The arcs of a program, found slowly: each block is run in all ways that its conditions allow, and
/// the effects that all of these runs have are certain.
struct CodeCircleModel {
  private(set) var arcs: [CodeArc] = []
  private let program: CodeProgram
  private var lastNumber = 0

  init(_ program: CodeProgram) {
    self.program = program
    for (name, body) in program.actions { add(body, from: ["\(name)()"], receiver: nil) }
    for owner in program.owners {
      for object in owner.objects {
        add(owner.action, from: ["\(object).act()"], receiver: object)
        add(owner.setter, from: ["\(object).y"], receiver: object)
        if owner.isClass {
          let status = CodeArc(sources: ["\(object).cmd"], target: "\(object).cmd.status")
          arcs.append(status)
          add(owner.command, from: ["\(object).cmd"], receiver: object)
        }
        for observer in owner.observers { add(observer, receiver: object) }
      }
    }
    for link in program.links { add(link, receiver: nil) }
  }

  // MARK: Building

  private mutating func add(_ link: CodeLink, receiver: String?) {
    lastNumber += 1
    let sources = link.sources.compactMap { text(of: $0, .write, receiver) }
    var ends = sources
    if link.kind == .on { ends = link.sources.compactMap { text(of: $0, .fire, receiver) } }
    if link.kind == .notification { ends = ["notification \(link.sources[0].member)"] }
    if let target = link.target.flatMap({
      text(of: $0, $0.member == "act" ? .call : .write, receiver)
    }) {
      arcs.append(CodeArc(sources: ends, number: lastNumber, target: target, isCode: false))
      if link.kind == .twoWay {
        arcs.append(
          CodeArc(sources: [target], number: lastNumber, target: sources[0], isCode: false))
        ends.append(target)
      }
    }
    add(link.body, from: ends, number: lastNumber, receiver: receiver)
  }

  private mutating func add(
    _ body: [CodeAct], from sources: [String], number: Int? = nil, receiver: String?
  ) {
    var effects: [Effect] = []
    let runs = Self.runs(of: body, isLater: false, &effects)
    for (position, effect) in effects.enumerated() {
      guard runs.contains(where: { $0.done.contains(position) }),
        let target = text(of: effect.place, effect.verb, receiver)
      else { continue }
      // A `set` block that writes its own property stores its value.
      if number == nil, effect.verb == .write, sources == [target] { continue }
      arcs.append(
        CodeArc(
          sources: sources, number: number, target: target,
          isCertain: runs.allSatisfy { $0.done.contains(position) }, isLater: effect.isLater,
          isCall: effect.verb == .call || effect.verb == .execute))
    }
  }

  private func text(
    of place: CodePlaceName, _ verb: CodeAct.Verb, _ receiver: String?
  ) -> String? {
    var object: String?
    switch place.object {
    case .none: return verb == .post ? "notification \(place.member)" : "\(place.member)()"
    case .named(let name): object = name
    case .receiver: object = receiver
    }
    if place.isThroughReference { object = object.flatMap(program.reference) }
    return object.map { "\($0).\(place.member)" + (verb == .call ? "()" : "") }
  }

  // MARK: Running blocks

  private struct Effect {
    var verb: CodeAct.Verb
    var place: CodePlaceName
    var isLater: Bool
  }

  /// One path through a block.
  private struct Run: Hashable {
    enum End { case reached, leftLoop, left }

    var done: Set<Int> = []
    var end = End.reached
  }

  private static func runs(
    of acts: [CodeAct], isLater: Bool, _ effects: inout [Effect]
  ) -> Set<Run> {
    var runs: Set<Run> = [Run()]
    for act in acts {
      let ways = ways(of: act, isLater: isLater, &effects)
      var next: Set<Run> = []
      for run in runs {
        if run.end != .reached {
          next.insert(run)
          continue
        }
        for way in ways { next.insert(Run(done: run.done.union(way.done), end: way.end)) }
      }
      runs = next
    }
    return runs
  }

  private static func ways(
    of act: CodeAct, isLater: Bool, _ effects: inout [Effect]
  ) -> Set<Run> {
    switch act {
    case .reach(let verb, let place, _, _):
      effects.append(Effect(verb: verb, place: place, isLater: isLater))
      return [Run(done: [effects.count - 1])]
    case .decide(let then, let otherwise):
      let runs = runs(of: then, isLater: isLater, &effects)
      return runs.union(Self.runs(of: otherwise ?? [], isLater: isLater, &effects))
    case .once(let acts): return Self.ended(Self.runs(of: acts, isLater: isLater, &effects))
    case .loop(let acts):
      return Self.ended(Self.runs(of: acts, isLater: isLater, &effects)).union([Run()])
    case .later(let acts):
      let runs = Self.runs(of: acts, isLater: true, &effects)
      return Set(runs.map { Run(done: $0.done) })
    case .leaveLoop: return [Run(end: .leftLoop)]
    case .leave: return [Run(end: .left)]
    }
  }

  /// Code that leaves a loop continues after it.
  private static func ended(_ runs: Set<Run>) -> Set<Run> {
    Set(runs.map { Run(done: $0.done, end: $0.end == .left ? .left : .reached) })
  }

  // MARK: Asking

  /// The places that can be reached from a place over one arc or more.
  func reach(from place: String) -> Set<String> {
    var found: Set<String> = []
    var pending = [place]
    while let next = pending.popLast() {
      for arc in arcs where arc.sources.contains(next) && found.insert(arc.target).inserted {
        pending.append(arc.target)
      }
    }
    return found
  }

  /// The arcs through code that are on a closed path.
  ///
  /// An action that calls itself under a condition is recursion, and left out.
  var onCircles: [CodeArc] {
    arcs.filter { arc in
      guard arc.isCode else { return false }
      if arc.isCall, !arc.isLater, !arc.isCertain, arc.number == nil, arc.sources == [arc.target] {
        return false
      }
      return arc.sources.contains { $0 == arc.target || reach(from: arc.target).contains($0) }
        && !isHeldByCommand(arc)
    }
  }

  /// Whether an arc is a call among others that all lead back to commands, which are executing then.
  private func isHeldByCommand(_ arc: CodeArc) -> Bool {
    let ahead = reach(from: arc.target)
    let members = ahead.filter { $0 == arc.target || reach(from: $0).contains(arc.target) }
    var inner = arcs.filter { other in
      members.contains(other.target) && other.sources.contains(where: members.contains)
    }
    guard inner.allSatisfy({ $0.isCall && !$0.isLater && $0.number == nil }) else { return false }
    var rest = self
    inner.removeAll { $0.target.hasSuffix(".cmd") || $0.sources[0].hasSuffix(".cmd") }
    rest.arcs = inner
    return !inner.contains { rest.reach(from: $0.target).contains($0.target) }
  }

  /// Whether actions, commands and `set` blocks alone lead back to themselves in the same turn.
  var hasRecursion: Bool {
    var calls = self
    calls.arcs = arcs.filter { $0.number == nil && !$0.isLater }
    return calls.arcs.contains { calls.reach(from: $0.target).contains($0.target) }
  }
}

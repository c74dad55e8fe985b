import BindingEngine
import CodeCycles
import Language
import Syntax

extension Session {
  /// What a change on the path would set off, under the semantics in force, tried in turns that are rolled
  /// back: the worst that was found. nil if there is nothing to try.
  package func prediction(for path: [UInt32]) -> CyclePrediction? {
    if let refusal = refusal(of: path) { return refusal }
    return worst(
      of: path, at: heads(of: path), waits: path.contains { core.pointee.isAsynchronous($0) })
  }

  /// What a change of the first property on a closed path through code would set off, or the first
  /// event on it; nil if there is neither.
  package func prediction(for path: [CodeStep]) -> CyclePrediction? {
    let links = path.map(\.link).filter { $0 != 0 }
    guard !links.isEmpty else { return nil }
    let slots = path.compactMap(\.from.slot)
    var heads = slots.filter(isInput)
    for slot in self.heads(of: links) where !heads.contains(slot) { heads.append(slot) }
    let isLater = path.contains { step in
      core.pointee.isAsynchronous(step.link) || takesTime(step.to)
        || step.edge.map { codeGraph.codeEdges[$0].effect.isLater } ?? false
    }
    if !heads.isEmpty { return worst(of: links, through: slots, at: heads, waits: isLater) }
    guard let event = slots.first(where: { core.pointee.info(of: $0).role == .event }) else {
      return nil
    }
    let name = notificationName(at: event).map { names.text(of: $0) }
    let what = name.map { "post \($0)" } ?? "fire \(core.pointee.describe(property: event))"
    let found =
      isLater
      ? waitingPrediction(what)
      : prediction(for: links, through: slots) { (machine) throws(ScriptFailure) in
        if machine.core.pointee.fireEvent(.nil, at: event) {
          try machine.handle(machine.core.pointee.run())
        }
      }
    return found.map { CyclePrediction(verdict: $0.verdict, text: "if you \(what): \($0.text)") }
  }

  /// Whether a place is a command whose block runs after a delay.
  private func takesTime(_ place: CodePlace) -> Bool {
    guard let slot = place.slot, core.pointee.info(of: slot).role == .command else { return false }
    let callable = state.callables[Int(core.pointee.info(of: slot).callable)]
    return callable.tree.tree.command(callable.node).delay.exists
  }

  /// The worst outcome of writes to some properties, tried with values on both sides of what the code
  /// compares with.
  private func worst(
    of path: [UInt32], through places: [UInt32] = [], at heads: [UInt32], waits: Bool
  ) -> CyclePrediction? {
    let (before, own) = (predictionSteps, min(predictionSteps, Session.mostWork))
    predictionSteps = own
    defer { predictionSteps = before - (own - max(predictionSteps, 0)) }
    var found: CyclePrediction?
    for (slot, value) in probes(of: path, at: heads) {
      guard predictionSteps > 0 || found == nil else { break }
      let write = "\(core.pointee.describe(property: slot)) = \(core.pointee.literal(value))"
      let outcome =
        waits
        ? waitingPrediction(write)
        : prediction(for: path, through: places, writing: value, to: slot)
      guard var outcome else { continue }
      if outcome.verdict == .untried, found != nil { break }
      outcome.text = "if you write \(outcome.write ?? write): \(outcome.text)"
      if outcome.verdict.severity > found?.verdict.severity ?? -1 { found = outcome }
      // Nothing worse can be found.
      if outcome.verdict.isEndless { break }
    }
    return found
  }

  /// The outcome of writing one value to a property on a closed path; nil if the value does not fit.
  ///
  /// - Parameter places: What lies on it, if it runs through code.
  package func prediction(
    for path: [UInt32], through places: [UInt32] = [], writing value: Value, to slot: UInt32
  ) -> CyclePrediction? {
    prediction(for: path, through: places) { (machine) throws(ScriptFailure) in
      if machine.core.pointee.write(value, to: slot) {
        try machine.handle(machine.core.pointee.run())
      }
    }
  }

  /// How far a prediction goes, whatever the limit of the semantics is.
  private static let mostTried = 100_000
  /// How many firings and steps of code one prediction may take: counted and not timed, so that every
  /// machine says the same.
  private static let mostWork = 100_000
  /// How many firings and steps of code all predictions of one answer may take. There may be many cycles,
  /// each is tried under each preset, and they may run code that never ends.
  package static let mostPredicted = 1_000_000
  /// What a trial costs at least, in steps.
  private static let leastOfTrial = 20

  /// How many listeners are looked at or held back in the time of a step.
  private static let workInStep = 10

  /// The most links that are looked at of those that were held back.
  private static let mostHeld = 4

  /// - Parameters:
  ///   - passed: How many of the links that are held back have ends that agree, as is known. A trial can
  ///     look at one of them, since that fires it.
  ///   - known: What is known so far.
  private func prediction(
    for path: [UInt32], through places: [UInt32], passing passed: Int = 0,
    _ known: CyclePrediction? = nil, doing body: (Machine) throws(ScriptFailure) -> Void
  ) -> CyclePrediction? {
    let most = predictionSteps
    guard most > 0 else {
      return CyclePrediction(
        verdict: .untried,
        text: "not known: the predictions have used up their \(Session.mostPredicted) steps")
    }
    var found: CyclePrediction?
    var held: [UInt32] = []
    let limit = graph.semantics.limit
    // A trial must not take as long as a script may request.
    if let most = limit, most > Session.mostTried { graph.semantics.limit = Session.mostTried }
    defer { if graph.semantics.limit != limit { graph.semantics.limit = limit } }
    let steps = machine.steps
    core.pointee.limitFirings(to: min(options.maximumSteps ?? .max, most))
    let stepLimit = machine.stepLimit
    machine.stepLimit = min(stepLimit, steps + most)
    core.pointee.mostWork = most * Session.workInStep
    defer {
      core.pointee.mostWork = .max
      core.pointee.limitFirings(to: options.maximumSteps ?? .max)
      machine.stepLimit = stepLimit
    }
    dry(tracing: true, ticking: true, body) { failure in
      let turn = self.core.pointee.turn
      let taken =
        turn.firings + self.machine.steps - steps
        + (turn.searched + turn.held) / Session.workInStep
      self.predictionSteps -= max(taken, Session.leastOfTrial)
      held = self.heldLinks(firstOn: path)
      let link = held.dropFirst(passed).first
      let isOnPath = link.map { self.isAmong(path, $0) } ?? false
      if taken >= most {
        found = CyclePrediction(
          verdict: .unfinished, text: "it is not finished after \(most) firings and statements")
      } else if passed == 0 || isOnPath {
        found = self.outcome(of: path, through: places, held: isOnPath ? link : nil, failure)
      } else {
        found = known
      }
      guard !isOnPath, found?.verdict.isQuiet == true, let link,
        let (number, text) = self.disagreement(at: link)
      else { return }
      found?.verdict = .held(number: number, agrees: false)
      found?.text += ", but #\(number) beside it is held back, and \(text)"
    }
    // Of several the first whose ends disagree.
    if found?.verdict.isQuiet == true, passed + 1 < min(held.count, Session.mostHeld),
      let next = prediction(
        for: path, through: places, passing: passed + 1, known ?? found, doing: body),
      case .held(_, agrees: false) = next.verdict
    {
      return next
    }
    return found?.verdict.isQuiet == true ? known ?? found : found
  }

  /// The links that were held back in the trial turn, each once, first those on a path.
  private func heldLinks(firstOn path: [UInt32]) -> [UInt32] {
    var seen: Set<UInt32> = []
    let links = core.pointee.holds.map(\.link).filter { seen.insert($0).inserted }
    return links.filter { isAmong(path, $0) } + links.filter { !isAmong(path, $0) }
  }

  /// The refusal if the semantics does not allow the binding that closes the cycle; nil otherwise.
  private func refusal(of path: [UInt32]) -> CyclePrediction? {
    let semantics = graph.semantics
    let last = path.map { core.pointee.number(of: $0) }.max() ?? 0
    if semantics.refusesTwoWay,
      let pair = path.first(where: { core.pointee.partner(of: $0) != 0 })
    {
      let number = core.pointee.number(of: pair)
      return CyclePrediction(
        verdict: .refused(number: number, isTwoWay: true),
        text: "there are no two-way bindings, so #\(number) would be an error")
    }
    guard semantics.refusesCycles, path.allSatisfy({ core.pointee.partner(of: $0) == 0 }),
      !path.contains(where: { core.pointee.isAsynchronous($0) }),
      !core.pointee.isCutByBranch(path)
    else { return nil }
    return CyclePrediction(
      verdict: .refused(number: last, isTwoWay: false),
      text: "#\(last), which closes it, would be an error: each value would depend on itself")
  }

  /// The outcome of the trial turn, which is not rolled back yet; nil if the value did not fit.
  ///
  /// - Parameter held: The link that was held back, of which it is said what it would write.
  private func outcome(
    of path: [UInt32], through places: [UInt32], held: UInt32?, _ failure: ScriptError?
  ) -> CyclePrediction? {
    if let runaway = core.pointee.turn.runaway { return prediction(runaway) }
    if let failure {
      if core.pointee.trace.contains(where: { $0.reason == .refused }) {
        return CyclePrediction(
          verdict: .fails, text: "the write is an error, because a binding writes there")
      }
      guard core.pointee.turn.writes > 0 else { return nil }
      return failing(failure.diagnostic, laps(of: path, through: places))
    }
    // Under `error = go-on` the firing that failed ends the laps.
    if let failed = state.running.passedOver.first(where: { !$0.isExpected }) {
      return failing(failed.diagnostic, laps(of: path, through: places))
    }
    if let held { return prediction(held: held) }
    if let broken = core.pointee.trace.first(where: {
      $0.kind == .unbind && $0.reason == .overwritten && isAmong(path, $0.link)
    }) {
      let number = core.pointee.number(of: broken.link)
      return CyclePrediction(
        verdict: .breaks(number: number),
        text: "the write removes #\(number), which breaks the cycle")
    }
    let laps = laps(of: path, through: places)
    let text: String =
      switch laps {
      case 0: "it settles before the first lap is complete"
      case 1: "it settles after one lap"
      default: "it settles after \(laps) laps"
      }
    return CyclePrediction(verdict: .settles(laps: laps), text: text)
  }

  /// An error at once is about the value that was tried, and says little about the cycle.
  private func failing(_ error: Diagnostic, _ laps: Int) -> CyclePrediction {
    let message = error.message
    guard laps > 1 else {
      return CyclePrediction(verdict: .fails, text: "it ends with an error: \(message)")
    }
    return CyclePrediction(
      verdict: .failsLate(laps: laps), text: "after \(laps) laps it ends with an error: \(message)")
  }

  /// How often the change came back in the trial turn, which is not rolled back yet.
  private func laps(of path: [UInt32], through places: [UInt32]) -> Int {
    let last = path.last ?? 0
    if places.isEmpty, core.pointee.links[last].flags.isDisjoint(with: [.observer, .computed]) {
      return core.pointee.trace.count { $0.kind == .fire && $0.link == last }
    }
    // Code on the path need not write each time when it runs, so the changes themselves are counted that
    // follow from each other.
    var arrivals: [UInt32: Int] = [:]
    for place in places + path.map({ core.pointee.links[$0].target }) where place != 0 {
      arrivals[place] = 0
    }
    for event in core.pointee.trace where isArrival(event) { arrivals[event.property]? += 1 }
    // Few of them, since each takes a walk through the trace; of several alike, the first that was made.
    let most = arrivals.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.prefix(4)
    return most.map { laps(back: $0.key) }.max() ?? 0
  }

  /// How often changes of a place have followed from each other in the trial turn, without the first.
  private func laps(back place: UInt32) -> Int {
    var most = 0
    // How often each event and what caused it have changed the place.
    var changes: [UInt32: Int] = [:]
    // The same for the last change of each property: what a tick has let wait begins there.
    var latest: [UInt32: Int] = [:]
    for event in core.pointee.trace {
      let before = event.cause != 0 ? changes[event.cause] : latest[event.property]
      let count = (before ?? 0) + (event.property == place && isArrival(event) ? 1 : 0)
      if count > 0 { changes[event.sequence] = count }
      if event.kind == .write || event.kind == .compute { latest[event.property] = count }
      most = max(most, count)
    }
    return max(0, most - 1)
  }

  /// Whether a change has reached a place, if only with the value that is there.
  private func isArrival(_ event: TraceEvent) -> Bool {
    switch event.kind {
    case .write: event.reason != .storedOver
    case .dropped: event.reason == .equal
    case .compute, .event, .call: true
    default: false
    }
  }

  private func isAmong(_ path: [UInt32], _ link: UInt32) -> Bool {
    path.contains { core.pointee.lead(of: $0) == core.pointee.lead(of: link) }
  }

  private func prediction(_ runaway: Runaway) -> CyclePrediction {
    switch runaway.shape {
    case .oscillates(let period):
      return CyclePrediction(
        verdict: .oscillates(period: period),
        text: "it never ends; the values repeat every \(period == 1 ? "lap" : "\(period) laps")"
      )
    case .diverges:
      return CyclePrediction(
        verdict: .diverges, text: "it goes beyond the limit, and its values do not repeat")
    case .loop:
      let number = runaway.hops.first.map { core.pointee.number(of: $0.link) } ?? 0
      return CyclePrediction(
        verdict: .loop(number: number), text: "it is a loop, cut off where #\(number) is due again")
    case .longChain, .blowUp, .endless:
      return CyclePrediction(
        verdict: .beyond(limit: runaway.limit),
        text: runaway.limit == Session.mostTried
          ? "it does not end within \(runaway.limit)"
          : "it goes beyond the limit of \(runaway.limit)"
      )
    }
  }

  private func prediction(held link: UInt32) -> CyclePrediction {
    let number = core.pointee.number(of: link)
    guard let (old, new) = wouldWrite(link) else {
      return CyclePrediction(
        verdict: .held(number: number, agrees: true),
        text: "it ends after one lap, held back at #\(number)")
    }
    let start = "it ends after one lap, held back at #\(number)"
    if old == new {
      return CyclePrediction(
        verdict: .held(number: number, agrees: true), text: "\(start), where the values agree")
    }
    return CyclePrediction(
      verdict: .held(number: number, agrees: false),
      text: "\(start), and \(disagreement(at: link, old, new))")
  }

  /// That the ends of a link which was held back disagree; nil if they agree.
  private func disagreement(at link: UInt32) -> (number: Int, text: String)? {
    guard let (old, new) = wouldWrite(link), old != new else { return nil }
    return (core.pointee.number(of: link), disagreement(at: link, old, new))
  }

  private func disagreement(at link: UInt32, _ old: Value, _ new: Value) -> String {
    let target = core.pointee.describe(property: core.pointee.links[link].target)
    let number = core.pointee.number(of: link)
    return "the values then disagree: \(target) is \(core.pointee.literal(old)),"
      + " but #\(number) would write \(core.pointee.literal(new))"
  }

  /// What a link would write in the turn that is being tried, and the present value.
  private func wouldWrite(_ link: UInt32) -> (old: Value, new: Value)? {
    core.pointee.trace.removeAll(keepingCapacity: true)
    // Observers that are notified before a change may write the property themselves.
    let old = core.pointee.read(core.pointee.links[link].target)
    do {
      try machine.run(empty: Session.returningCode()) { (machine) throws(ScriptFailure) in
        if machine.core.pointee.fireInitially(link) {
          try machine.handle(machine.core.pointee.run())
        }
      }
    } catch {
      return nil
    }
    return tracedWrite(of: link).map { (old, $0.value) }
  }
}

import BindingEngine
import Language
import Rendering
import Syntax
import Text

// From the engine's events to lines.
extension Session {
  /// Whether the trace of each turn is wanted.
  var showsTrace: Bool {
    guard !isLoadingPrelude else { return false }
    return listener?.wantsTrace ?? (options.traceMode != .off) || !watches.isEmpty
  }

  /// Whether the trace is written for questions, which are then asked about what is remembered, and not about
  /// what a person is shown.
  private var writesRecord: Bool { options.traceStyle == .json && listener == nil }

  package func applyTraceMode() {
    let remembers = journalIsOpen && !isOnTrial
    let stops = mayStop && !isOnTrial
    keepsTraces = showsTrace || remembers || stops
    let isListening = listener?.wantsEvents == true && !isLoadingPrelude
    core.pointee.limitTrace(toShown: !remembers && !writesRecord)
    core.pointee.isTracing = keepsTraces || isListening
    core.pointee.tracesHopsByLog = remembers && !showsTrace && !stops && !isListening
  }

  public func setTraceMode(_ mode: TraceMode) {
    options.traceMode = mode
    applyTraceMode()
  }

  /// Records what the turn did, as long as everything that it mentions exists.
  func capture() {
    if state.turned.lastTurn.failure == nil {
      state.turned.lastTurn.disagreements = disagreements(in: core.pointee.trace)
    }
    state.running.capturedTrace = trace(
      of: core.pointee.trace, reads: core.pointee.traceReads, leftOut: core.pointee.traceLeftOut,
      number: core.pointee.turn.number, statement: turnStatement, timer: state.turned.turnTimer)
    listener?.turnTraced(self)
  }

  /// Shows the turn that is over to those who want it.
  func noteTrace() {
    if showsTrace {
      capture()
    } else if let listener, listener.wantsEvents, !listener.wantsTrace {
      // One that wants traces gets those that are shown.
      listener.turnTraced(self)
    }
  }

  /// The title of a turn, and the place of its statement.
  func heading(
    _ statement: (tree: SyntaxTreeBox, node: NodeID)?, _ timer: (timer: TurnTimer, title: String?)?
  ) -> (text: String, place: String) {
    var (text, place) = ("", "")
    if let (tree, node) = statement {
      text = shortText(of: node, in: tree.tree)
      place = placeText(tree.tree.file, tree.tree[node].span)
    }
    if let (timer, title) = timer {
      text = "at \(core.pointee.literal(.duration(timer.due))): \(title ?? text)"
    }
    return (text, place)
  }

  func trace(
    of events: [TraceEvent], reads: [RecordedRead], leftOut: Int, number: Int,
    statement: (tree: SyntaxTreeBox, node: NodeID)?, timer: (timer: TurnTimer, title: String?)?
  ) -> TurnTrace {
    var trace = TurnTrace()
    trace.number = number
    (trace.statement, trace.place) = heading(statement, timer)
    trace.timer = timer?.timer
    let (events, leftOut) =
      writesRecord ? (events, leftOut) : GraphCore.shown(events, leftOut: leftOut)
    let results = events.firingResults
    var readsByEvent: [UInt32: [UInt32]] = [:]
    if options.traceStyle == .json {
      for read in reads { readsByEvent[read.event, default: []].append(read.property) }
    }
    trace.entries = events.map { event in
      var entry = entry(event, isWhole: options.traceStyle == .json)
      if let reads = readsByEvent[event.sequence] {
        entry.reads = reads.map { core.pointee.describe(property: $0) }
      }
      if event.kind == .fire { entry.new = results[event.sequence].map(traced) }
      return entry
    }
    trace.leftOut = leftOut
    if options.traceStyle == .json { addMembers(to: &trace, events) }
    return trace
  }

  /// The number of a binding or an observer; nil for a `computed`, which has none.
  private func number(ofLink link: UInt32) -> Int? {
    guard link != 0, !core.pointee.links[core.pointee.lead(of: link)].flags.contains(.computed)
    else { return nil }
    return core.pointee.number(of: link)
  }

  /// - Parameters:
  ///   - isWhole: Whether no part of a binding's text is cut.
  ///   - isPast: Whether objects that have been released since then have their names.
  package func entry(
    _ event: TraceEvent, isWhole: Bool = false, isPast: Bool = false
  ) -> TraceEntry {
    let traced = isPast ? tracedWithReleased : self.traced
    var entry = TraceEntry(
      kind: event.kind, reason: event.reason, sequence: Int(event.sequence),
      cause: Int(event.cause))
    if event.link != 0 {
      entry.link = describe(link: event.link, limit: isWhole ? 4_000 : 30)
      entry.number = number(ofLink: event.link)
    }
    if event.kind == .event, let name = notificationName(at: event.property) {
      entry.text = "posted \(names.text(of: name))"
    }
    if event.kind == .call, event.property != 0 {
      let info = core.pointee.info(of: event.property)
      if info.role != .property, !state.callables[Int(info.callable)].parameters.isEmpty {
        let path = core.pointee.describe(property: event.property)
        entry.text = "\(path)(\(core.pointee.literal(event.new)))"
      }
    }
    if event.property != 0 { entry.property = core.pointee.describe(property: event.property) }
    if event.other != 0 { entry.target = core.pointee.describe(property: event.other) }
    switch event.kind {
    case .fire: entry.old = traced(event.old)
    case .observe
    where event.property != 0 && core.pointee.info(of: event.property).role == .property:
      (entry.old, entry.new) = (traced(event.old), traced(event.new))
    case .write where event.change.kind != .set: break
    case .call where entry.text != nil: break
    case .event, .call:
      if case .nil = event.new {} else { entry.new = traced(event.new) }
    case .request:
      entry.old = traced(event.old)
      entry.new = traced(event.new)
    case .answer: entry.old = traced(event.old)
    case .timer: entry.new = traced(event.new)
    case .move where event.property | event.other == 0:
      if case .nil = event.old {} else { entry.old = traced(event.old) }
      if case .nil = event.new {} else { entry.new = traced(event.new) }
    case .correct:
      entry.old = traced(event.old)
      entry.new = traced(event.new)
      entry.place = placeText(ofSetter: core.pointee.info(of: event.property).setter)
    case .write where event.reason == .released:
      // The object is released by now, but still has its name.
      entry.old = tracedWithReleased(event.old)
      entry.new = traced(event.new)
    case .write, .note, .transform, .compute:
      entry.old = traced(event.old)
      entry.new = traced(event.new)
    case .make, .reuse:
      entry.new = traced(event.new)
      if case .nil = event.old {} else { entry.old = traced(event.old) }
    case .dropped where [.executing, .disabled, .idle, .unbegun, .noValue].contains(event.reason):
      break
    case .dropped where event.reason == .unanswered && event.text != nil: break
    case .dropped where event.reason == .nothing && event.text?.hasSuffix(")") ?? false: break
    case .dropped where event.isOfWaiting:
      (entry.old, entry.new) = (traced(event.old), traced(event.new))
    case .dropped: entry.new = traced(event.new)
    case .glitch:
      (entry.old, entry.new) = (traced(event.old), traced(event.new))
      entry.awaited = number(ofLink: event.awaited)
    case .release:
      // The object is released by now, but still has its name.
      if case .object(let object) = event.new {
        let name = core.pointee.describe(object)
        entry.new = TracedValue(text: name, json: name.json)
      }
    default: break
    }
    entry.text = event.text ?? entry.text
    if event.change.kind != .set { takeElement(event, &entry, traced) }
    if options.traceStyle == .json, event.link != 0 { addStructure(event, &entry) }
    return entry
  }

  /// A value in which released objects still have their names.
  package func tracedWithReleased(_ value: Value) -> TracedValue {
    TracedValue(text: value.literal { core.pointee.describe($0) }, json: json(value))
  }

  /// Adds what a trace needs to be read again.
  private func addStructure(_ event: TraceEvent, _ entry: inout TraceEntry) {
    func names(_ slots: [UInt32]) -> [String] {
      slots.map { core.pointee.describe(property: $0) }
    }
    switch event.kind {
    case .bind:
      entry.sources = names(core.pointee.sources(of: event.link))
      let target = core.pointee.links[event.link].target
      if target != 0 { entry.target = core.pointee.describe(property: target) }
      if !core.pointee.links[event.link].flags.contains(.observer) {
        entry.arrow = (arrow(of: event.link) ?? .right).spelling
      }
      let place = placeText(of: event.link)
      if !place.isEmpty { entry.place = place }
      entry.name = core.pointee.linkNames[event.link].map { self.names.text(of: $0) }
      entry.keeper = keeperName(of: event.link)
    case .move, .rebind: entry.sources = names(core.pointee.sources(of: event.link))
    default: break
    }
  }

  /// Of a list with one changed element, only that element is shown.
  private func takeElement(
    _ event: TraceEvent, _ entry: inout TraceEntry, _ traced: (Value) -> TracedValue
  ) {
    guard case .list(let old) = event.old, case .list(let new) = event.new else { return }
    let shown = event.change.shown(from: old, to: new)
    entry.change = event.change
    entry.count = event.change.count(from: old, to: new)
    entry.old = shown.old.map(traced)
    entry.new = shown.new.map(traced)
  }

  package func traced(_ value: Value) -> TracedValue {
    TracedValue(text: core.pointee.literal(value), json: json(value))
  }

  private func json(_ value: Value) -> String {
    switch value {
    case .nil: "null"
    case .bool(let flag): flag.json
    case .int(let number): number.json
    case .double(let number) where number.isFinite: Value.text(of: number)
    case .string(let text): text.json
    case .list(let list): jsonArray(list.map(json))
    case .dictionary(let dictionary): dictionary.json(json)
    case .enumeration(let value): value.json(json)
    case .object(let object): (["object": core.pointee.describe(object)] as JSONObject).json
    case .double, .duration: core.pointee.literal(value).json
    }
  }

  /// Adds what is only known once the turn is over.
  func finish(_ trace: inout TurnTrace) {
    trace.outcome = outcome()
    trace.writes = state.turned.lastTurn.counts.writes
    trace.firings = state.turned.lastTurn.counts.firings
    trace.held = state.turned.lastTurn.counts.held
    trace.dropped = state.turned.lastTurn.counts.dropped
    trace.rejected = state.turned.lastTurn.counts.rejected
    trace.depth = state.turned.lastTurn.counts.depth
    trace.glitches = state.turned.lastTurn.counts.glitches
    trace.rounds = state.turned.lastTurn.counts.rounds
    trace.cycle = turnCycle()
    trace.isTickDue = core.pointee.isTickDue
    trace.lap = state.turned.lastTurn.counts.runaway?.hops.count ?? 0
    // The echo of a two-way binding that agrees is not worth a line.
    let verdicts = verdicts().filter { $0.cycle != nil || !$0.agrees }
    trace.remarks = verdicts.map(\.remark)
    let known = Set(verdicts.map(\.number))
    trace.remarks += state.turned.lastTurn.disagreements.filter { !known.contains($0.number) }
      .map(\.remark)
  }

  package func show(_ trace: TurnTrace) {
    switch options.traceStyle {
    case .json: send(trace.jsonLines())
    case .flat: send(trace.flatLines(isASCII: options.isASCII))
    case .tree:
      switch options.traceMode {
      case .off: break
      case .brief: if !trace.isQuiet { send([painted(trace.briefLine())]) }
      case .on: if !trace.isQuiet { tree(trace, full: false) }
      case .full: tree(trace, full: true)
      case .flat: send(trace.flatLines(isASCII: options.isASCII))
      }
    }
  }

  private func tree(_ trace: TurnTrace, full: Bool, isAsked: Bool = false) {
    send(treeLines(of: trace, full: full, isAsked: isAsked).map(painted))
  }

  /// The tree of a turn, broken at the edge of the screen if there is one.
  func treeLines(
    of trace: TurnTrace, full: Bool, isAsked: Bool = false
  ) -> [StyledText] {
    let screen =
      options.isOnScreen
      ? TurnTrace.Screen(columns: options.width, lines: full || isAsked ? nil : options.height - 4)
      : nil
    return trace.treeLines(
      full: full, isAsked: isAsked, isASCII: options.isASCII, width: options.width,
      screen: screen)
  }

  private func painted(_ line: StyledText) -> String { line.painted(options.theme) }

  private func send(_ lines: [String]) {
    // At once, since writing each of many lines takes longer than making it.
    if !lines.isEmpty { host.trace(lines.joined(separator: "\n") + "\n") }
  }

  func trace(_ word: TraceWord) {
    switch word {
    case .state: print("trace \(options.traceMode.rawValue)")
    case .off, .on, .brief, .full, .flat:
      setTraceMode(TraceMode(rawValue: "\(word)") ?? .on)
      state.isSlow = false
      hasChosenTrace = true
    case .slow:
      setTraceMode(.on)
      state.isSlow = true
      hasChosenTrace = true
    case .last:
      // What was shown last may be older than what is remembered, after `trace off`.
      let shown = state.lastRendered.flatMap {
        $0.number == state.turned.lastTurn.counts.number ? $0 : nil
      }
      guard let trace = shown ?? rememberedTrace() ?? state.lastRendered else {
        print(
          keepsTraces
            ? "no turn yet" : "no turn was traced: write trace on, then a change")
        return
      }
      if trace.number != state.turned.lastTurn.counts.number {
        print("turn \(trace.number) was the last one traced")
      }
      if options.traceStyle == .tree { tree(trace, full: true, isAsked: true) } else { show(trace) }
    }
  }
}

extension DictionaryValue {
  /// The dictionary for programs, with pairs: JSON has no numbers as keys, and its objects no order.
  ///
  /// - Parameter json: The JSON of a value.
  package func json(_ json: (Value) -> String) -> String {
    let pairs = zip(keys, values).map { jsonArray([json($0), json($1)]) }
    return "{\"dictionary\":\(jsonArray(pairs))}"
  }
}

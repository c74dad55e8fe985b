import BindingEngine
import Compiling
import Language
import Rendering
import Syntax
import Text

// Stopping in the middle of a turn: the walk through what it did.
extension Session {
  /// Whether printed text waits until a walk reaches it.
  var holdsOutput: Bool {
    mayStop && core.pointee.isInTurn && !isAsking && !isDry && !isOnTrial
  }

  /// Whether a turn may have to be stopped.
  var mayStop: Bool { !state.breakpoints.isEmpty || state.isSlow && host.isInteractive }

  /// The turn has run to its end, or to its failure, and is about to be kept or rolled back: stops
  /// at its breakpoints.
  func stopAtBreakpoints() {
    guard mayStop, !isOnTrial, walk == nil, !isLoadingPrelude else { return }
    let events = core.pointee.trace
    var walk = TurnWalk(
      number: core.pointee.turn.number, events: events, reads: core.pointee.traceReads)
    var from = 0
    if state.isSlow, host.isInteractive, !events.isEmpty {
      self.walk = walk
      print("turn \(walk.number), event by event: Enter goes on, 'continue' to the end")
      release(outputUntil: walk.event.sequence)
      print(eventLine(0, of: walk))
      if case .goOn(let place) = readDecision() { from = place + 1 } else { from = events.count }
      walk.lastStep = self.walk?.lastStep
    }
    self.walk = walk
    // What is set or removed while the turn is stopped counts at once.
    var (stops, known) = (self.stops(from: from), state.breakpoints.map(\.number))
    var (next, shown) = (0, 0)
    stopping: while next < stops.count, !isOver {
      let stop = stops[next]
      next += 1
      if stop.event < from { continue }
      walk.position = stop.event
      walk.lastStep = self.walk?.lastStep
      self.walk = walk
      release(outputUntil: walk.event.sequence)
      stop.warnings.forEach(report)
      if stop.breakpoints.isEmpty { continue }
      if !host.isInteractive {
        shown += 1
        if shown > Session.mostStopsShown {
          let rest = stops[(next - 1)...].count { !$0.breakpoints.isEmpty }
          print(
            "\(rest) more stop\(rest == 1 ? "" : "s") in turn \(walk.number) left out;"
              + " 'break PATH if EXPRESSION' chooses among them")
          break
        }
      }
      print(
        "stopped in turn \(walk.number) at event \(walk.event.sequence):"
          + " break \(stop.breakpoints.map(\.text).joined(separator: ", break "))")
      showChain()
      switch readDecision() {
      case .end: break stopping
      case .goOn(let place): from = place + 1
      }
      if known != state.breakpoints.map(\.number) {
        (stops, known) = (self.stops(from: from), state.breakpoints.map(\.number))
        next = 0
      }
    }
    self.walk = nil
    release(outputUntil: .max)
  }

  /// The most stops in a turn that are shown without a user who continues from each.
  private static let mostStopsShown = 100

  /// An event at which breakpoints stop, and the messages about conditions that fail there.
  private struct Stop {
    var event: Int
    var breakpoints: [Breakpoint]
    var warnings: [Diagnostic] = []
  }

  /// The events from one on at which breakpoints stop.
  private func stops(from first: Int) -> [Stop] {
    guard let walk else { return [] }
    var finder = BreakFinder(walk.events, core)
    var stops: [Stop] = []
    while let (event, breakpoints) = finder.next(state.breakpoints) {
      if event >= first { stops.append(Stop(event: event, breakpoints: breakpoints)) }
    }
    if state.breakpoints.contains(where: { $0.condition != nil }), !stops.isEmpty {
      tryConditions(&stops)
    }
    return stops
  }

  /// Keeps the breakpoints whose conditions are met.
  ///
  /// From the last stop to the first, so that the graph can be rolled back step by
  /// step: this takes no longer than the turn and the conditions themselves.
  private func tryConditions(_ stops: inout [Stop]) {
    guard let walk else { return }
    var failures: [Int: (stop: Int, warning: Diagnostic)] = [:]
    withTurnToRollBack {
      var start: Int?
      var event = walk.events.count
      var least = UInt32.max
      for position in stops.indices.reversed() {
        while event > stops[position].event {
          event -= 1
          least = min(least, walk.events[event].entry)
        }
        if stops[position].breakpoints.allSatisfy({ $0.condition == nil }) { continue }
        if core.pointee.isInterrupted {
          stops[position].breakpoints.removeAll { $0.condition != nil }
          continue
        }
        if let start {
          core.pointee.goFurtherBack(to: start + Int(least))
        } else {
          start = core.pointee.goBack(inTurnTo: Int(least))
          core.pointee.retiredBlocks = []
        }
        stops[position].breakpoints = stops[position].breakpoints.filter { breakpoint in
          do throws(ScriptError) {
            return try isMet(breakpoint)
          } catch {
            var warning = error.diagnostic
            warning.severity = .warning
            warning.message =
              "the condition of breakpoint \(breakpoint.number): \(warning.message)"
            failures[breakpoint.number] = (position, warning)
            return false
          }
        }
      }
    }
    // A condition that fails at every stop is reported only once.
    for (_, failure) in failures.sorted(by: { $0.key < $1.key }) {
      stops[failure.stop].warnings.append(failure.warning)
    }
    stops.removeAll { $0.breakpoints.isEmpty && $0.warnings.isEmpty }
  }

  /// Writes what was printed before an event and was held back.
  func release(outputUntil sequence: UInt32) {
    var count = 0
    while count < heldOutput.count, heldOutput[count].sequence <= sequence {
      host.write(heldOutput[count].text)
      count += 1
    }
    heldOutput.removeFirst(count)
  }

  // MARK: Questions during a stop

  /// Runs `body` with the values of the event at which the turn is stopped. Nothing that it does
  /// stays.
  func atStoppedEvent(_ body: () -> Void) {
    guard let walk else { return body() }
    withTurnToRollBack {
      core.pointee.goBack(inTurnTo: walk.logPosition.count)
      // Their code is still that of the turn itself.
      core.pointee.retiredBlocks = []
      body()
    }
  }

  /// Runs `body` with a graph that may be rolled back to any point of the stopped turn.
  private func withTurnToRollBack(_ body: () -> Void) {
    let kept = SessionCheckpoint(self, tryingVerdicts: false)
    // The turn has not been shown yet.
    let unreported = state.running
    let walk = walk
    SavedState.trying(core, body)
    let (options, isOver) = (self.options, self.isOver)
    kept.restore(self)
    (self.options, self.isOver) = (options, isOver)
    state.running = unreported
    self.walk = walk
    applyTraceMode()
  }

  private func isMet(_ breakpoint: Breakpoint) throws(ScriptError) -> Bool {
    guard let (tree, node) = breakpoint.condition else { return true }
    let value = try value(of: node, in: tree)
    guard case .bool(let isMet) = value else {
      throw ScriptError(
        diagnostic: diagnostic(
          for: ValuePlace.condition.failure(value), file: tree.tree.file, span: tree.tree[node].span
        ),
        kind: .failed)
    }
    return isMet
  }

  /// Evaluates a condition once before its breakpoint is set, because one without a Bool would
  /// never stop. Later values may make a condition succeed that fails now.
  func checkCondition(_ node: NodeID, in box: SyntaxTreeBox) throws(ScriptFailure) {
    guard !core.pointee.isInTurn, let value = try? value(of: node, in: box) else { return }
    guard let mistake = ValuePlace.stopCondition.mistake(of: ValueKinds(of: value)) else { return }
    throw .diagnostic(Diagnostic(mistake, file: box.tree.file, span: box.tree[node].span))
  }

  /// The value of an expression, evaluated between turns and rolled back.
  func value(of node: NodeID, in box: SyntaxTreeBox) throws(ScriptError) -> Value {
    var compiler = Compiler(session: self, code: Code(tree: box), isTopLevel: true)
    do {
      try compiler.expression(node)
    } catch {
      throw ScriptError(diagnostic: error, kind: .failed)
    }
    compiler.emit(.return, at: box.tree[node].span, stack: -1)
    return try trial(of: compiler.code).value
  }

  // MARK: Commands of the user

  private enum Decision {
    case goOn(from: Int)
    case end
  }

  /// Reads lines until one of them says how to continue; a script has none.
  private func readDecision() -> Decision {
    while let walk {
      let prompt = "turn \(walk.number):\(walk.event.sequence)> "
      guard let text = host.nextLine(prompt: watchedHeadAtStop() + prompt) else {
        return host.isInteractive ? .end : .goOn(from: walk.position)
      }
      if let decision = decide(text) { return decision }
      if isOver { return .end }
    }
    return .end
  }

  private func decide(_ text: String) -> Decision? {
    if text.utf8.allSatisfy({ $0 == 32 || $0 == 9 }) {
      // While stepping, Enter alone continues to the next event.
      return (walk?.lastStep ?? (state.isSlow ? .step : nil)).flatMap(go)
    }
    var text = text
    if case .statement(let statement) = habit(in: text) { text = statement }
    let file = SourceFile(name: "<stopped>", text: text)
    let (tree, diagnostics, _) = Parser.parse(file, names: names, isInteractive: true)
    for diagnostic in diagnostics { report(diagnostic) }
    if diagnostics.contains(where: { $0.severity == .error }) { return nil }
    let box = SyntaxTreeBox(tree)
    for statement in tree.statements {
      if case .tool(.walk(let word)) = tree.statement(statement) {
        if let decision = go(word) { return decision }
        continue
      }
      guard isQuestion(statement, in: box) else {
        report(
          Diagnostic(
            .error, "a turn is stopped here; only questions can be asked", file: file,
            span: tree[statement].span,
            notes: [
              .init(
                .help,
                "expressions and questions are answered; step, next, back, where and continue go on"
              )
            ]
          ))
        continue
      }
      atStoppedEvent {
        runBlock(statement, in: box)
        isInterrupted = false
      }
      if isOver { return .end }
    }
    return nil
  }

  private func isQuestion(_ statement: NodeID, in box: SyntaxTreeBox) -> Bool {
    let tree = box.tree
    let compiler = Compiler(session: self, code: Code(tree: box), isTopLevel: true)
    switch tree.statement(statement) {
    case .expression(let value): return compiler.isQuestion(value)
    case .question: return true
    case .tool(let command): return command.goesWhereStopped
    default: return false
    }
  }

  /// - Returns: nil if the turn stays stopped.
  private func go(_ word: WalkWord) -> Decision? {
    guard var walk else { return .end }
    if word != .where {
      walk.lastStep = word
      self.walk = walk
    }
    switch word {
    case .where:
      showChain()
      return nil
    case .continue: return .goOn(from: walk.position)
    case .back:
      guard walk.position > 0 else {
        print("this is the first event of the turn")
        return nil
      }
      walk.position -= 1
    case .step:
      guard walk.position + 1 < walk.events.count else { return over() }
      walk.position += 1
    case .next:
      guard walk.position + 1 < walk.events.count else { return over() }
      walk.position = walk.nextFiring ?? walk.events.count - 1
    }
    self.walk = walk
    release(outputUntil: walk.event.sequence)
    print(eventLine(walk.position, of: walk))
    return nil
  }

  private func over() -> Decision {
    print("that was the last event: the turn is over")
    return .end
  }

  // MARK: Showing

  private func eventLine(_ place: Int, of walk: TurnWalk) -> StyledText {
    let event = walk.events[place]
    let note = walk.logPosition.isRolledBack ? "   (rolled back later: shown without it)" : ""
    let place = "event \(event.sequence) of \(walk.events.last?.sequence ?? 0)"
    return "\(.quiet, place)  \(entry(event, isWhole: true).line(isASCII: options.isASCII))\(note)"
  }

  /// The most lines of a chain that are shown.
  private static let longestChain = 24

  /// `where`: the statement, and below it what led here.
  func showChain() {
    guard let walk else { return }
    let signs = TraceSigns(isASCII: options.isASCII)
    let (statement, origin) = heading(turnStatement, state.turned.turnTimer)
    if !statement.isEmpty {
      print("   \(.heading, statement)\(.place, origin.isEmpty ? "" : "   \(origin)")")
    }
    let chain = walk.chain
    let half = Session.longestChain / 2
    for (depth, place) in chain.enumerated() {
      if chain.count > 2 * half, depth >= half, depth < chain.count - half {
        if depth == half {
          let count = chain.count - 2 * half
          print(hint: "   \(signs.ellipsis) \(count) more; after the turn 'trace last' shows all")
        }
        continue
      }
      let indent = String(repeating: "   ", count: min(depth, half))
      let line = entry(walk.events[place], isWhole: true).line(isASCII: options.isASCII)
      print("   \(indent)\(.quiet, signs.last)\(line)")
    }
  }
}

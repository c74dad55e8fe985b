import BindingEngine
import Rendering

// Stopping in the middle of a turn: the walk through what it did.
extension Session {
  /// Whether what is printed waits until a walk comes to it.
  var holdsOutput: Bool {
    !breakpoints.isEmpty && core.pointee.isInTurn && !isAsking && !isDry && recorder == nil
  }

  /// The turn has run to its end, or to its failure, and is about to be kept or put back: stops
  /// where breakpoints say.
  func stopWhereWanted() {
    guard !breakpoints.isEmpty, recorder == nil, walk == nil, !isLoadingPrelude else { return }
    let events = core.pointee.trace
    var walk = TurnWalk(
      number: core.pointee.turn.number, events: events, reads: core.pointee.traceReads)
    var finder = BreakFinder(events, core)
    var from = 0
    stopping: while let (event, stops) = finder.next(breakpoints) {
      if event < from { continue }
      walk.position = event
      self.walk = walk
      let met = stops.filter(isMet)
      if met.isEmpty { continue }
      release(outputUntil: walk.event.sequence)
      print(
        "stopped in turn \(walk.number) at event \(walk.event.sequence):"
          + " break \(met.map(\.text).joined(separator: ", break "))")
      showChain()
      switch talk() {
      case .end: break stopping
      case .goOn(let place): from = place + 1
      }
      if isOver { break }
    }
    self.walk = nil
    release(outputUntil: .max)
  }

  /// What was printed until an event, and had to wait.
  func release(outputUntil sequence: UInt32) {
    var count = 0
    while count < heldOutput.count, heldOutput[count].sequence <= sequence {
      host.write(heldOutput[count].text)
      count += 1
    }
    heldOutput.removeFirst(count)
  }

  // MARK: Asking in the middle

  /// Does `body` with the values as they are at the event where the turn is stopped; nothing that it
  /// does stays.
  func inTheMiddle(_ body: () -> Void) {
    guard let walk else { return body() }
    let original = core.pointee.copy()
    let kept = SessionCheckpoint(self, tryingVerdicts: false)
    core.pointee.goBack(inTurnTo: walk.logPosition.count)
    // Their code is that of the turn itself.
    core.pointee.retiredBlocks = []
    body()
    core.pointee.destroy()
    core.pointee = original
    let (options, breakpoints, isOver) = (self.options, self.breakpoints, self.isOver)
    kept.restore(self)
    (self.options, self.breakpoints, self.isOver) = (options, breakpoints, isOver)
    self.walk = walk
    applyTraceMode()
  }

  private func isMet(_ breakpoint: Breakpoint) -> Bool {
    guard let (tree, node) = breakpoint.condition else { return true }
    var isMet = false
    inTheMiddle {
      do throws(ScriptError) {
        if case .bool(true) = try value(of: node, in: tree) { isMet = true }
      } catch {
        var diagnostic = error.diagnostic
        diagnostic.severity = .warning
        diagnostic.message =
          "the condition of breakpoint \(breakpoint.number): \(diagnostic.message)"
        report(diagnostic)
      }
    }
    return isMet
  }

  /// The value of an expression, worked out between turns and put back.
  private func value(of node: NodeID, in box: SyntaxTreeBox) throws(ScriptError) -> Value {
    var compiler = Compiler(session: self, code: Code(tree: box), isTopLevel: true)
    do {
      try compiler.expression(node)
    } catch {
      throw ScriptError(diagnostic: error, kind: .failed)
    }
    compiler.emit(.return, at: box.tree[node].span, stack: -1)
    var failure: ScriptError?
    tried = .nil
    let code = compiler.code
    withExtendedLifetime(code) {
      dry { (machine) throws(ScriptFailure) in
        machine.enter(code, kind: .trial, receiver: nil)
      } then: {
        failure = $0
      }
    }
    if let failure { throw failure }
    return tried
  }

  // MARK: Talking

  private enum Decision {
    case goOn(from: Int)
    case end
  }

  /// Reads lines until one of them says how to go on; from a script there are none.
  private func talk() -> Decision {
    while let walk {
      guard let text = host.nextLine(prompt: "turn \(walk.number):\(walk.event.sequence)> ") else {
        return host.isInteractive ? .end : .goOn(from: walk.position)
      }
      if let decision = obey(text) { return decision }
      if isOver { return .end }
    }
    return .end
  }

  private func obey(_ text: String) -> Decision? {
    let file = SourceFile(name: "<stopped>", text: text)
    let (tree, diagnostics, _) = Parser.parse(file, names: names, isInteractive: true)
    for diagnostic in diagnostics { report(diagnostic) }
    if diagnostics.contains(where: { $0.severity == .error }) { return nil }
    let box = SyntaxTreeBox(tree)
    for statement in tree.statements {
      if tree[statement].kind == .walk, let word = WalkWord(rawValue: tree[statement].flags) {
        if let decision = go(word) { return decision }
        continue
      }
      guard isQuestion(statement, in: box) else {
        report(
          Diagnostic(
            .error, "a turn is stopped here, and can only be asked", file: file,
            span: tree[statement].span,
            notes: [
              .init(.help, "step, next, back, where and continue; then the prompt is as before")
            ]
          ))
        continue
      }
      inTheMiddle { answer(statement, in: box) }
      if isOver { return .end }
    }
    return nil
  }

  private func answer(_ statement: NodeID, in box: SyntaxTreeBox) {
    var compiler = Compiler(session: self, code: Code(tree: box), isTopLevel: true)
    do {
      do {
        try compiler.statement(statement)
      } catch {
        throw ScriptError(diagnostic: error, kind: .failed)
      }
      compiler.emit(.returnNil, at: box.tree[statement].span)
      try machine.run(compiler.code)
    } catch {
      if let failure = error as? ScriptError { report(failure) }
    }
    isInterrupted = false
  }

  private func isQuestion(_ statement: NodeID, in box: SyntaxTreeBox) -> Bool {
    let tree = box.tree
    let compiler = Compiler(session: self, code: Code(tree: box), isTopLevel: true)
    return switch tree[statement].kind {
    case .expression: compiler.isQuestion(NodeID(tree[statement].a))
    case .show, .objects, .bindings, .observers, .commands, .coupling, .explain, .graph, .cycles,
      .help, .version, .quit, .breakpoint, .breakpoints, .unbreak:
      true
    case .semantics: tree[statement].a == 0
    default: tree[statement].kind.asksTheJournal && !tree[statement].kind.travels
    }
  }

  /// - Returns: nil where the turn stays stopped.
  private func go(_ word: WalkWord) -> Decision? {
    guard var walk else { return .end }
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

  private func eventLine(_ place: Int, of walk: TurnWalk) -> String {
    let event = walk.events[place]
    let note = walk.logPosition.isPutBack ? "   (put back later: shown without it)" : ""
    return "event \(event.sequence) of \(walk.events.last?.sequence ?? 0)  "
      + entry(event).line(isASCII: options.isASCII) + note
  }

  /// The most lines of a chain that are shown.
  private static let longestChain = 24

  /// `where`: the statement, and below it what led here.
  func showChain() {
    guard let walk else { return }
    let signs = TraceSigns(isASCII: options.isASCII)
    if let (tree, node) = turnStatement {
      let place = placeText(tree.tree.file, tree.tree[node].span)
      print("   \(shortText(of: node, in: tree.tree))\(place.isEmpty ? "" : "   \(place)")")
    }
    let chain = walk.chain
    let half = Session.longestChain / 2
    for (depth, place) in chain.enumerated() {
      if chain.count > 2 * half, depth >= half, depth < chain.count - half {
        if depth == half {
          print("   \(signs.ellipsis) \(chain.count - 2 * half) more \(signs.ellipsis)")
        }
        continue
      }
      let indent = String(repeating: "   ", count: min(depth, half))
      print("   \(indent)\(signs.last)\(entry(walk.events[place]).line(isASCII: options.isASCII))")
    }
  }
}

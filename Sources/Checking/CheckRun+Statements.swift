import Language
import Syntax
import Values

extension CheckRun {
  /// The statements of a block, in a scope of their own.
  func statements(of block: NodeID) {
    guard tree[block].kind == .block else { return }
    let visible = scope.locals.count
    depth += 1
    for statement in tree.statements(of: block) { self.statement(statement) }
    depth -= 1
    scope.locals.truncate(to: visible)
  }

  /// A block of a control statement; if it is not `certain`, it may run never or often.
  func controlled(_ block: NodeID, certain: Bool, isLoop: Bool = false) {
    guard block.exists else { return }
    let outer = scope
    scope.blockDepth += 1
    if isLoop { scope.loopDepth += 1 }
    if !certain { scope.isCertain = false }
    statements(of: block)
    let locals = scope.locals
    scope = outer
    scope.locals = locals
  }

  func statement(_ id: NodeID) {
    let statement = tree.statement(id)
    let mistake = statement.mistake(
      isTopLevel: scope.isTopLevel, blockDepth: scope.blockDepth,
      isInFirstFile: runningFiles.count <= 1, word: tree.firstWord(of: id))
    if let mistake { return report(mistake, at: id) }
    switch statement {
    case .missing, .breakStatement, .continueStatement, .dropStatement: break
    case .block: controlled(id, certain: true)
    case .ifStatement: ifStatement(id)
    case .switchStatement(let choice): switchStatement(choice)
    case .forStatement(let loop): forStatement(loop)
    case .whileStatement(let condition, let block):
      self.condition(condition)
      controlled(block, certain: false, isLoop: true)
    case .repeatStatement(let count, let block):
      require(.rounds, value(count), at: count)
      controlled(block, certain: false, isLoop: true)
    case .returnStatement(let result): if result.exists { value(result) }
    case .source(let file): source(id, file)
    case .expect(let expectation, _): expect(expectation)
    case .expectError(_, let block): expectError(block)
    case .expectBehaviour(let expectation): expectBehaviour(expectation)
    case .expression(let expression), .throwStatement(let expression),
      .rejectStatement(let expression):
      value(expression)
    case .letDeclaration(let declared): declareValue(id, declared, isVariable: false)
    case .varDeclaration(let declared): declareValue(id, declared, isVariable: true)
    case .assign(let assign): self.assign(id, assign)
    case .object(let object): declareObject(object)
    case .classDeclaration(let declared): declareClass(declared)
    case .protocolDeclaration(let declared): declareProtocol(declared)
    case .enumDeclaration(let name, let cases): declareEnum(name, cases)
    case .extend(let path, let body): extend(path, with: body)
    case .transformer(let transformer): declareTransformer(id, transformer)
    case .semantics(let semantics): declareSemantics(semantics)
    case .binding(let binding):
      noteMadeAgain(id, [binding.left, binding.right], isNamed: binding.name.exists)
      self.binding(id, binding)
      noteObserving(binding, id)
    case .observe(let observer):
      noteMadeAgain(id, [observer.path], isNamed: observer.name.exists)
      observe(id, observer)
      noteObserving(observer.path, id, name: observer.name)
    case .on(let observer):
      noteMadeAgain(
        id, observer.isNotification ? [] : [observer.path], isNamed: observer.name.exists)
      on(id, observer)
    case .effect(let block, let name):
      keeper(tree.keeper(id))
      noteMadeAgain(id, [], isNamed: name.exists)
      effect(id, block, name)
    case .unbind(let unbind): self.unbind(unbind)
    case .rebind(let link, let left, let right):
      rebind(link, left, right)
      orphans.forgetObserving()
    case .transformBinding(let link, let block):
      _ = self.link(namedAt: link)
      later(block, .transform)
    case .release(let path): release(path)
    case .batch(let block):
      let wasInBatch = scope.isInBatch
      scope.isInBatch = true
      controlled(block, certain: true)
      scope.isInBatch = wasInBatch
      if !wasInBatch {
        let written = batchWrites
        batchWrites = []
        for write in written { evaluateReaders(of: write.name, write.object) }
      }
    case .untracked(let block): untracked { controlled(block, certain: true) }
    case .compare(let block, let semantics): runAside(block, under: Array(semantics))
    case .whatif(let block): runAside(block)
    case .rewind(let turns), .replay(let turns): travel(turns)
    case .print(let parts): for part in parts { value(part) }
    case .action(let action):
      declareAction(id, action)
      let isCertain = scope.isFlow && scope.isCertain && !action.isFunction
      actions[tree.name(action.name)] = isCertain ? (script, action) : nil
    case .fire(let path, let payload): fire(id, path, with: payload)
    case .post(let name, let payload):
      if payload.exists { value(payload) }
      noteNotification(name)
      checkAgainstObserved(notification: tree.name(name), at: id)
    case .after(let delay, let block):
      require(.duration, value(delay), at: delay)
      later(block, .after)
    case .advance(let time): require(.duration, value(time), at: time)
    case .wait: break
    case .question(let question): ask(id, question)
    case .tool(let command): run(command)
    }
  }

  /// Whether a name in `compare` stands for several presets.
  private func isFamily(_ node: NodeID) -> Bool {
    let name = tree.name(node)
    return declaration(of: name) == nil && Semantics.Family(rawValue: text(name)) != nil
  }

  /// What a compared block does is rolled back, so nothing is known about it afterwards.
  private func runAside(_ block: NodeID, under names: [NodeID] = []) {
    for name in names where !isFamily(name) { _ = semantics(named: name) }
    let before = (graph, linkCount, symbols, semantics, pending)
    let wasSemanticsCertain = isSemanticsCertain
    let saved = (conflicts, latentLinks)
    let wasCertain = scope.isCertain
    scope.isCertain = false
    pending = []
    statement(block)
    runPending()
    scope.isCertain = wasCertain
    (graph, linkCount, symbols, semantics, pending) = before
    (conflicts, latentLinks) = saved
    isSemanticsCertain = wasSemanticsCertain
  }

  private func breakpoint(_ breakpoint: BreakpointSyntax) {
    let (place, condition) = (breakpoint.place, breakpoint.condition)
    if place.exists, tree[place].kind != .number { value(place) }
    guard condition.exists else { return }
    require(.stopCondition, value(condition), at: condition)
  }

  private func travel(_ turns: NodeID) {
    if turns.exists { value(turns) }
    orphans = Orphans()
    // A released object may exist again.
    for object in goneObjects { object.isGone = false }
    goneObjects = []
    holdings.forgetAll()
  }

  // MARK: Control

  private func ifStatement(_ id: NodeID) {
    // A chain of `else if` is followed here and not by recursion.
    var next = id
    while case .ifStatement(let condition, let then, let otherwise) = tree.statement(next) {
      self.condition(condition)
      controlled(then, certain: false)
      next = otherwise
    }
    controlled(next, certain: false)
  }

  private func forStatement(_ loop: ForSyntax) {
    let sequence = value(loop.sequence)
    require(.sequence, sequence, at: loop.sequence)
    let visible = scope.locals.count
    for name in loop.names {
      let value = name == loop.index ? place(in: sequence) : .unknown
      scope.locals.append(
        Scope.Local(name: tree.name(name), kind: .constant, value: value, node: name))
      noteLocal(name)
    }
    controlled(loop.block, certain: false, isLoop: true)
    scope.locals.truncate(to: visible)
  }

  /// An expression that must be a Bool.
  func condition(_ id: NodeID) { require(.condition, value(id), at: id) }

  /// Reports a value that is not allowed at a place.
  ///
  /// - Returns: Whether it is allowed.
  @discardableResult
  func require(_ place: ValuePlace, _ value: StaticValue, at id: NodeID) -> Bool {
    let mistake = place.mistake(of: value.kinds, value.literal, text: value.text(names))
    report(mistake, at: id)
    return mistake == nil
  }

  // MARK: Checking and asking

  /// Values that cannot be compared fail the expectation, which is not an error of the script.
  private func expect(_ id: NodeID) {
    if case .binary(let operation, let left, let right) = tree.expression(id),
      operation.isComparison
    {
      value(left)
      value(right)
    } else {
      value(id)
    }
  }

  private func expectError(_ block: NodeID) {
    mutedAndUncertain { controlled(block, certain: false) }
  }

  /// Examines a block that is expected to fail, and may have done anything before that.
  func mutedAndUncertain(_ body: () -> Void) {
    let (wasMuted, wasCertain) = (scope.isMuted, scope.isCertain)
    scope.isMuted = true
    scope.isCertain = false
    body()
    scope.isMuted = wasMuted
    scope.isCertain = wasCertain
  }

  private func expectBehaviour(_ expectation: BehaviourSyntax) {
    let (behaviour, operand) = (expectation.behaviour, expectation.operand)
    if behaviour == .settles, operand.exists { require(.limit, value(operand), at: operand) }
    // The trace may be that of a failure.
    let wasMuted = scope.isMuted
    if behaviour == .trace { scope.isMuted = true }
    controlled(expectation.block, certain: behaviour == .quiet)
    scope.isMuted = wasMuted
  }

  private func ask(_ id: NodeID, _ question: Question) {
    switch question {
    case .graph(let path, _, _) where isUnknownName(path):
      reportUnknownName(path, orAnyOf: GraphFormat.words)
    case .show(let path), .graph(let path, _, _), .why(let path, _), .blame(let path, _),
      .history(let path):
      if path.exists { show(path) }
    case .whynot(let path, _, let other):
      show(path)
      if other.exists { show(other) }
    case .explain(let link): _ = self.link(namedAt: link)
    case .help(let words):
      // Options and the words of a message are known only to the program, and members to a run.
      guard let topic = tree.text(words), !topic.isEmpty, !HelpIndex.hasHelp(on: topic),
        !topic.hasPrefix("-"), !topic.hasPrefix("#"), !topic.contains("."),
        !topic.contains(" ") || topic.hasPrefix("semantics "),
        symbols[names.intern(topic)] == nil, !isMember(names.intern(topic))
      else { return }
      if let name = HelpIndex.semanticsName(inHelpTopic: topic) {
        if Semantics.Family(rawValue: name) != nil { return }
        _ = semantics(named: names.intern(name), at: id)
        return
      }
      report(HelpIndex.mistake(ofHelpTopic: topic), at: id)
    case .objects, .bindings, .observers, .commands, .coupling, .costs, .cycles, .semantics:
      break
    }
  }

  private func run(_ command: ToolCommand) {
    switch command {
    case .breakpoint(let breakpoint): self.breakpoint(breakpoint)
    case .reset:
      reset()
      orphans = Orphans()
      holders = Holders()
    case .watch(let values): for watched in values { value(watched) }
    case .unbreak, .breakpoints, .walk, .trace, .unwatch, .save, .version, .quit: break
    }
  }

  private func isUnknownName(_ path: NodeID) -> Bool {
    guard case .name(let name) = tree.expression(path) else { return false }
    return symbols[name] == nil && text(name) != "turn"
  }

  /// A question about a property or an event reads its object, but not its value.
  private func show(_ path: NodeID) {
    if case .member(let base, let name) = tree.expression(path),
      let known = value(base).object, let member = known.object.property(tree.name(name)),
      member.role != .property
    {
      noteUse(ofMember: tree.name(name), of: known.object, at: name)
      return
    }
    value(path)
  }

  /// Makes everything that the script has declared unknown.
  private func reset() {
    runPending()
    reportCycles()
    symbols = prelude
    classes = []
    graph = StaticGraph(number: graph.number + 1)
    linkCount = 0
    makesLinksLater = false
    goneObjects = []
    warnedVariables = []
    semantics = options.semantics
    isSemanticsCertain = scope.isFlow && scope.isCertain
  }
}

extension SyntaxTree {
  /// Whether the comments after a statement expect an error: `// => error: …`.
  func expectsError(of statement: NodeID) -> Bool {
    var rest = file.bytes[Int(self[statement].span.end)...].drop { $0 == 32 || $0 == 9 }
    if rest.first == 10 { rest = rest.dropFirst() }
    while let line = rest.comment(behind: "// =>") {
      if line.starts(with: " error: ".utf8) { return true }
      rest = rest[line.endIndex...].dropFirst()
    }
    return false
  }
}

extension ArraySlice<UInt8> {
  /// The text of a comment that comes next on its line; nil if something else does.
  fileprivate func comment(behind mark: String) -> ArraySlice<UInt8>? {
    let rest = drop { $0 == 32 || $0 == 9 }
    guard rest.starts(with: mark.utf8) else { return nil }
    return rest.dropFirst(mark.utf8.count).prefix { $0 != 10 }
  }
}

import Language
import Syntax

extension CheckRun {
  /// The statements of a block, in a scope of their own.
  func statements(of block: NodeID) {
    guard tree[block].kind == .block else { return }
    let list = tree[block].a
    let visible = scope.locals.count
    depth += 1
    for position in 0..<tree.count(list) { statement(tree.child(list, position)) }
    depth -= 1
    scope.locals.truncate(to: visible)
  }

  /// A block of a control statement; what is not `certain` may run never or often.
  private func controlled(_ block: NodeID, certain: Bool, isLoop: Bool = false) {
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
    let node = tree[id]
    switch node.kind {
    case .none, .missing: break
    case .block: controlled(id, certain: true)
    case .ifStatement: ifStatement(id)
    case .forStatement: forStatement(id)
    case .whileStatement:
      condition(NodeID(node.a))
      controlled(NodeID(node.b), certain: false, isLoop: true)
    case .repeatStatement:
      let rounds = value(NodeID(node.a)).kinds
      if rounds.isDisjoint(with: .int), let type = rounds.typeName {
        report(.noRounds(type: type), at: NodeID(node.a))
      }
      controlled(NodeID(node.b), certain: false, isLoop: true)
    case .breakStatement, .breakpoints, .unbreak, .walk: break
    case .breakpoint: breakpoint(id)
    case .returnStatement:
      if node.a != 0 { _ = value(NodeID(node.a)) }
    case .source: source(id)
    case .expect: expect(NodeID(node.a))
    case .expectError: expectError(id)
    case .expectBehaviour: expectBehaviour(id)
    case .expression: _ = value(NodeID(node.a))
    case .letDeclaration, .varDeclaration: declareValue(id)
    case .assign: assign(id)
    case .objectDeclaration: declareObject(id)
    case .classDeclaration: declareClass(id)
    case .extend: extend(id)
    case .transformer: declareTransformer(id)
    case .semantics where node.a == 0: ask(id)
    case .semantics: declareSemantics(id)
    case .binding: binding(id)
    case .observe, .on: observe(id)
    case .unbind: unbind(id)
    case .rebind: rebind(id)
    case .transformBinding:
      _ = link(namedAt: NodeID(node.a))
      later(NodeID(node.b), .transform)
    case .release: release(NodeID(node.a))
    case .batch:
      let wasInBatch = scope.isInBatch
      scope.isInBatch = true
      controlled(NodeID(node.a), certain: true)
      scope.isInBatch = wasInBatch
    case .compare, .whatif: runAside(id)
    case .rewind, .replay: travel(id)
    case .print:
      for part in tree.children(node.a) { _ = value(part) }
    case .throwStatement: _ = value(NodeID(node.a))
    case .action: declareAction(id)
    case .fire: fire(id)
    case .post:
      if node.b != 0 { _ = value(NodeID(node.b)) }
      checkAgainstObserved(notification: tree.name(NodeID(node.a)), at: id)
    case .after: after(id)
    case .advance, .wait: passTime(id)
    default: ask(id)
    }
  }

  /// What a compared block does is put back, so nothing of it is known afterwards.
  private func runAside(_ id: NodeID) {
    guard scope.isTopLevel, scope.blockDepth == 0 else {
      return report(.outsideBlocksOnly(firstWord(of: id)), at: id)
    }
    let node = tree[id]
    if node.kind == .compare {
      for name in tree.children(node.b) { _ = semantics(named: name) }
    }
    let before = (graph, linkCount, symbols, semantics, pending)
    let wasSemanticsCertain = isSemanticsCertain
    let told = (conflicts, latentLinks)
    let wasCertain = scope.isCertain
    scope.isCertain = false
    pending = []
    statement(NodeID(node.a))
    // What its blocks name is there now, and not later.
    settlePendingSymbols()
    runPending()
    scope.isCertain = wasCertain
    (graph, linkCount, symbols, semantics, pending) = before
    (conflicts, latentLinks) = told
    isSemanticsCertain = wasSemanticsCertain
  }

  private func breakpoint(_ id: NodeID) {
    guard scope.isTopLevel else {
      return report(.outsideBlocksOnly(firstWord(of: id)), at: id)
    }
    let node = tree[id]
    if node.a != 0, tree[NodeID(node.a)].kind != .number { _ = value(NodeID(node.a)) }
    guard node.b != 0 else { return }
    // What is nil now may be a Bool at the stop.
    let kinds = value(NodeID(node.b)).kinds
    guard kinds.isDisjoint(with: [.bool, .nil]), let type = kinds.typeName else { return }
    report(.noCondition(type: type), at: NodeID(node.b))
  }

  private func travel(_ id: NodeID) {
    guard scope.isTopLevel, scope.blockDepth == 0 else {
      return report(.outsideBlocksOnly(firstWord(of: id)), at: id)
    }
    if tree[id].a != 0 { _ = value(NodeID(tree[id].a)) }
    // What was released may be there again.
    for object in goneObjects { object.isGone = false }
    goneObjects = []
  }

  /// The node as it is written.
  func sourceText(of id: NodeID) -> String {
    let span = tree[id].span
    return String(decoding: tree.file.bytes[Int(span.start)..<Int(span.end)], as: UTF8.self)
  }

  /// The first word of the node's text.
  func firstWord(of id: NodeID) -> String {
    let span = tree[id].span
    let bytes = tree.file.bytes[Int(span.start)..<Int(span.end)]
    return String(decoding: bytes.prefix { $0 > 32 && $0 != UInt8(ascii: "(") }, as: UTF8.self)
  }

  // MARK: Control

  private func ifStatement(_ id: NodeID) {
    // A chain of `else if` is followed here and not by recursion.
    var current = id
    while true {
      let node = tree[current]
      condition(NodeID(node.a))
      controlled(tree.child(node.b, 0), certain: false)
      let otherwise = tree.child(node.b, 1)
      guard otherwise.exists else { return }
      guard tree[otherwise].kind == .ifStatement else {
        return controlled(otherwise, certain: false)
      }
      current = otherwise
    }
  }

  private func forStatement(_ id: NodeID) {
    let node = tree[id]
    let sequence = tree.child(node.b, 0)
    let kinds = value(sequence).kinds
    if kinds.isDisjoint(with: [.list, .string, .nil]), let type = kinds.typeName {
      report(.noSequence(type: type), at: sequence)
    }
    let visible = scope.locals.count
    scope.locals.append(
      Scope.Local(name: tree.name(NodeID(node.a)), kind: .constant, value: .unknown))
    controlled(tree.child(node.b, 1), certain: false, isLoop: true)
    scope.locals.truncate(to: visible)
  }

  /// An expression that has to be a Bool.
  func condition(_ id: NodeID) {
    let kinds = value(id).kinds
    guard kinds.isDisjoint(with: .bool), let type = kinds.typeName else { return }
    report(.noCondition(type: type), at: id)
  }

  // MARK: Checking and asking

  /// What cannot be compared fails the expectation, which is no error of the script.
  private func expect(_ id: NodeID) {
    let node = tree[id]
    if node.kind == .binary, let operation = BinaryOperator(rawValue: node.flags),
      operation.isComparison
    {
      _ = value(NodeID(node.a))
      _ = value(NodeID(node.b))
    } else {
      _ = value(id)
    }
  }

  private func expectError(_ id: NodeID) {
    guard scope.isTopLevel else { return report(.expectationInBlock("expect error"), at: id) }
    let wasMuted = scope.isMuted
    scope.isMuted = true
    controlled(NodeID(tree[id].b), certain: false)
    scope.isMuted = wasMuted
  }

  private func expectBehaviour(_ id: NodeID) {
    let node = tree[id]
    let behaviour = ExpectedBehaviour(rawValue: node.flags) ?? .quiet
    guard scope.isTopLevel else { return report(.expectationInBlock(behaviour.words), at: id) }
    if behaviour == .settles, node.a != 0 {
      let limit = value(NodeID(node.a))
      if limit.kinds.isDisjoint(with: .int), let text = limit.text(names) {
        report(.noLimit(type: text), at: NodeID(node.a))
      } else if case .int(let number)? = limit.literal, number < 0 {
        report(.noLimit(type: String(number)), at: NodeID(node.a))
      }
    }
    // A trace may be that of a failure.
    let wasMuted = scope.isMuted
    if behaviour == .trace { scope.isMuted = true }
    controlled(NodeID(node.b), certain: behaviour == .quiet)
    scope.isMuted = wasMuted
  }

  private func ask(_ id: NodeID) {
    let node = tree[id]
    guard scope.isTopLevel else {
      return report(.outsideBlocksOnly(firstWord(of: id)), at: id)
    }
    switch node.kind {
    case .graph where isUnknownName(NodeID(node.a)):
      reportUnknownName(NodeID(node.a), orAnyOf: GraphFormat.words)
    case .show, .graph, .why, .blame, .history:
      if node.a != 0 { show(NodeID(node.a)) }
    case .whynot:
      show(NodeID(node.a))
      if node.b != 0 { show(NodeID(node.b)) }
    case .explain: _ = link(namedAt: NodeID(node.a))
    case .reset:
      guard runningFiles.count == 1 else { return report(.resetInOtherFile, at: id) }
      reset()
    case .help:
      guard node.a != 0 else { return }
      let topic = tree.strings[Int(tree[NodeID(node.a)].a)]
      if topic.isEmpty || HelpIndex.hasHelp(on: topic) { return }
      if let name = HelpIndex.semanticsName(inHelpTopic: topic) {
        _ = semantics(named: names.intern(name), at: id)
        return
      }
      report(HelpIndex.mistake(ofHelpTopic: topic), at: id)
    default: break
    }
  }

  private func isUnknownName(_ path: NodeID) -> Bool {
    path.exists && tree[path].kind == .name && symbols[tree.name(path)] == nil
      && text(tree.name(path)) != "turn"
  }

  /// What is asked of a property or an event is asked of its object, which knows it without its value.
  private func show(_ path: NodeID) {
    if tree[path].kind == .member, let known = value(NodeID(tree[path].a)).object,
      let member = known.object.property(tree.name(NodeID(tree[path].b))),
      member.role != .property
    {
      return
    }
    _ = value(path)
  }

  /// Forgets what the script has declared; in a branch that may not be taken, what is certain.
  private func reset() {
    guard scope.isCertain else {
      for name in symbols.names { symbols[name]?.isCertain = false }
      linkCount = nil
      return
    }
    runPending()
    reportCycles()
    symbols = prelude
    classes = []
    graph = StaticGraph()
    linkCount = 0
    warnedVariables = []
  }
}

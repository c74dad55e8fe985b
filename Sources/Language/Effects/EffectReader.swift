import Names
import Syntax

extension SyntaxTree {
  /// The code that runs when an action is called or a command executed, in order; none for a required
  /// action of a protocol.
  package func executed(ofCallable id: NodeID) -> [NodeID] {
    guard id.exists else { return [] }
    if self[id].kind == .action { return [action(id).block] }
    let command = command(id)
    return [command.beginBlock, command.delay, command.block].filter(\.exists)
  }

  /// The effects of a block or an expression, in the order of the text, without the effects of what it
  /// calls or sets off.
  ///
  /// - Parameters:
  ///   - parameters: The names that the block gets.
  ///   - isLater: Whether it runs in a later turn than what sets it off.
  /// - Complexity: O(*n*) in the nodes of the block.
  package func effects(
    of block: NodeID, parameters: [Name], isLater: Bool = false
  ) -> [CodeEffect] {
    guard block.exists else { return [] }
    var reader = EffectReader(tree: self, locals: parameters, isLater: isLater)
    reader.read(block)
    return reader.effects
  }

  /// Whether a block of a binding may end without a value, by `reject`, `drop` or `throw`.
  ///
  /// - Complexity: O(*n*) in the nodes of the block.
  package func mayReject(in block: NodeID) -> Bool {
    guard block.exists else { return false }
    var reader = EffectReader(tree: self, locals: [], isLater: false)
    reader.read(block)
    return reader.mayReject
  }

  /// The effects of executing a command or calling an action, without what it calls or sets off.
  package func effects(ofCallable id: NodeID, parameters: [Name]) -> [CodeEffect] {
    let isCommand = self[id].kind == .command
    return executed(ofCallable: id).flatMap { block in
      let isLater = isCommand && command(id).delay.exists && block == command(id).block
      return effects(of: block, parameters: parameters, isLater: isLater)
    }
  }

  /// The effects of cancelling a command, besides setting its status: only while it is executing.
  package func effects(ofCancelling id: NodeID, parameters: [Name]) -> [CodeEffect] {
    effects(of: command(id).cancelBlock, parameters: parameters).map { effect in
      var effect = effect
      effect.needsExecution = true
      return effect
    }
  }

  /// The effects of a body when its object is made: first values that call something, first values that
  /// bindings pass, and observers that run at once.
  package func effects(ofMaking body: NodeID) -> [CodeEffect] {
    var reader = EffectReader(tree: self, locals: [], isLater: false)
    reader.body(body)
    return reader.effects
  }
}

/// Walks through code, and records its effects and their conditions.
struct EffectReader {
  let tree: SyntaxTree
  var effects: [CodeEffect] = []
  var locals: [Name]
  private var constants: [(name: Name, path: NodeID)] = []
  private var values: [(name: Name, node: NodeID)] = []
  private var conditions: [EffectCondition] = []
  private var isLater = false
  private var isTimed = false
  /// The variables of the code that hold no object of others from the beginning.
  private var ownVariables: Set<Name> = []
  /// Whether the rest of the block is never reached.
  private var isOver = false
  /// Whether the code may have ended before this point.
  private var mayHaveLeft = false
  /// Whether the innermost loop may have ended, which has no effect after it.
  private var mayHaveLeftLoop = false
  /// Whether `self` is an object that the code makes.
  private var isInBody = false
  /// Whether it may end without a value.
  private(set) var mayReject = false

  init(tree: SyntaxTree, locals: [Name], isLater: Bool) {
    self.tree = tree
    self.locals = locals
    self.isLater = isLater
  }

  mutating func read(_ code: NodeID) {
    if tree[code].kind == .block { statements(of: code) } else { expression(code) }
  }

  // MARK: Statements

  /// The statements of a block; its declarations are invisible after it.
  mutating func statements(of block: NodeID) {
    let known = (locals.count, constants.count, values.count)
    for statement in tree.statements(of: block) where !isOver { self.statement(statement) }
    // An effect may share them, and even removing nothing would copy them.
    if locals.count > known.0 { locals.removeSubrange(known.0...) }
    if constants.count > known.1 { constants.removeSubrange(known.1...) }
    if values.count > known.2 { values.removeSubrange(known.2...) }
  }

  private mutating func statement(_ id: NodeID) {
    switch tree.statement(id) {
    case .block: statements(of: id)
    case .ifStatement(let asked, let then, let otherwise):
      expression(asked)
      branches(
        asked, [then, otherwise], needed: [.truth(true), .truth(false)], oneRuns: otherwise.exists)
    case .switchStatement(let choice):
      expression(choice.subject)
      let outside = locals.count
      for part in choice.cases { locals += part.names.map { tree.name($0) } }
      let named = choice.named.flatMap { names(of: $0) }
      branches(
        choice.subject, choice.cases.map(\.block),
        needed: choice.cases.map { $0.isElse ? .noneOf(named) : .oneOf(names(of: $0)) },
        oneRuns: choice.otherwise.exists)
      locals.removeSubrange(outside...)
    case .forStatement(let statement):
      expression(statement.sequence)
      let outside = locals.count
      locals += statement.names.map { tree.name($0) }
      loop {
        $0.branches(statement.sequence, [statement.block], needed: [.elements], areLoop: true)
      }
      locals.removeSubrange(outside...)
    case .whileStatement(let asked, let block):
      expression(asked)
      loop { $0.branches(asked, [block], needed: [.truth(true)], areLoop: true) }
    case .repeatStatement(let count, let block):
      expression(count)
      if case .intLiteral(let times) = tree.expression(count), times > 0 {
        loop { $0.repeated(block) }
      } else {
        loop { $0.branches(count, [block], needed: [.elements], areLoop: true) }
      }
    case .breakStatement, .continueStatement:
      isOver = true
      mayHaveLeftLoop = true
    case .returnStatement(let value):
      expression(value)
      leave()
    case .throwStatement(let value), .rejectStatement(let value):
      expression(value)
      reject()
    case .dropStatement: reject()
    case .letDeclaration(let value):
      expression(value.value)
      let name = tree.name(value.name)
      if isPath(value.value) {
        constants.append((name, value.value))
      } else {
        locals.append(name)
        values.append((name, value.value))
      }
    case .varDeclaration(let value):
      expression(value.value)
      locals.append(tree.name(value.name))
      if !isPath(value.value) { ownVariables.insert(tree.name(value.name)) }
    case .assign(let assign):
      expression(assign.value)
      indexes(of: assign.target)
      if !assign.isSilent { note(.writes, assign.target) }
    case .expression(let value): expression(value)
    case .fire(let path, let payload):
      expression(payload)
      note(.fires, path)
    case .post(let name, let payload):
      expression(payload)
      note(.posts, name)
    case .after(let delay, let block):
      expression(delay)
      apart(block, isLater: true)
    case .batch(let block), .untracked(let block): statements(of: block)
    case .effect(let block, _): apart(block, isLater: false)
    case .print(let values): for value in values { expression(value) }
    case .expect(let value, _): expression(value)
    case .binding(let binding): self.binding(binding)
    case .observe(let observer): self.observer(observer)
    case .rebind(let link, let left, let right):
      // Which end is written depends on the arrow of the binding that is moved.
      conditionally(link) {
        $0.note(.binds, left)
        $0.note(.binds, right)
      }
    case .object(let object):
      make(object.superclass, object.body)
      locals.append(tree.name(object.name))
    case .extend(_, let body): self.body(body)
    case .release(let path): indexes(of: path)
    case .transformer(let transformer):
      for state in transformer.states { expression(state.value) }
      expression(transformer.delay)
    default: parts(of: id)
    }
  }

  /// What a statement does with its parts. A statement that needs no more, such as one of those whose
  /// blocks run later, is not named above.
  private mutating func parts(of id: NodeID) {
    tree.statement(id).eachPart { part, use in
      switch use {
      case .assigned, .changed:
        indexes(of: part)
        note(.writes, part)
      case .fired: note(.fires, part)
      case .posted: note(.posts, part)
      case .block: statements(of: part)
      case .declaredName, .valueName, .linkName, .loopVariable, .parameter, .knob, .target, .end,
        .watched, .handled, .released, .extension, .file, .everything:
        break
      }
    }
  }

  /// The cases that a part of a 'switch' is for.
  private func names(of part: SwitchCaseSyntax) -> [Name] {
    part.patterns.map { tree.name($0.name) }
  }

  /// A block that runs by itself: leaving it does not leave the code around it.
  private mutating func apart(_ block: NodeID, isLater: Bool) {
    let outer = (self.isLater, isTimed, isOver, mayHaveLeft, mayHaveLeftLoop, conditions)
    self.isLater = self.isLater || isLater
    isTimed = isTimed || isLater
    statements(of: block)
    (self.isLater, isTimed, isOver, mayHaveLeft, mayHaveLeftLoop, conditions) = outer
  }

  private mutating func leave() {
    isOver = true
    mayHaveLeft = true
  }

  private mutating func reject() {
    mayReject = true
    leave()
  }

  // MARK: What is made

  private mutating func binding(_ binding: BindingSyntax) {
    if binding.arrow.isInitial { note(.binds, binding.target) }
  }

  private mutating func observer(_ observer: ObserveSyntax) {
    guard observer.isInitial else { return }
    if observer.wantsValue {
      conditionally(observer.path) { $0.apart(observer.block, isLater: false) }
    } else {
      apart(observer.block, isLater: false)
    }
  }

  private mutating func make(_ className: NodeID, _ body: NodeID) {
    if className.exists { note(.makes, className) }
    self.body(body)
  }

  /// The effects of a body when its object is made; nothing is connected to its own members yet.
  mutating func body(_ body: NodeID) {
    let known = locals.count
    let outer = isInBody
    isInBody = true
    for member in tree.members(of: body) {
      if let name = tree.declaredNode(member) { locals.append(tree.name(name)) }
    }
    for member in tree.members(of: body) {
      switch tree.member(member) {
      case .property(let property): expression(property.initial)
      case .computed(let value): expression(value.value)
      case .binding(let binding): self.binding(binding)
      case .observe(let observer): self.observer(observer)
      case .defaultMember, .event, .action, .command, .on, .missing: break
      }
    }
    isInBody = outer
    if locals.count > known { locals.removeSubrange(known...) }
  }

  private mutating func loop(_ body: (inout EffectReader) -> Void) {
    let outer = mayHaveLeftLoop
    mayHaveLeftLoop = false
    body(&self)
    mayHaveLeftLoop = outer
  }

  /// A block that runs at least once, such as that of a loop.
  private mutating func repeated(_ block: NodeID) {
    let outer = (conditions, mayHaveLeft)
    mayHaveLeft = false
    statements(of: block)
    isOver = isOver && !mayHaveLeftLoop
    if !mayHaveLeft { conditions = outer.0 }
    mayHaveLeft = mayHaveLeft || outer.1
  }

  /// Blocks of which perhaps none runs; the code after them is conditional if one may leave.
  ///
  /// - Parameters:
  ///   - needed: What the condition must be for each of them to run.
  ///   - oneRuns: Whether one of them certainly does.
  private mutating func branches(
    _ asked: NodeID, _ blocks: [NodeID], needed: [EffectCondition.Need], areLoop: Bool = false,
    oneRuns: Bool = false
  ) {
    let outer = (conditions, mayHaveLeft, mayHaveLeftLoop)
    (mayHaveLeft, mayHaveLeftLoop) = (false, false)
    var endings: [Bool] = []
    // What must be so that none of those runs that leave.
    var staying: EffectCondition.Need?
    for (position, block) in blocks.enumerated() where block.exists {
      conditions = outer.0 + [EffectCondition(node: asked, needed: needed[position])]
      isOver = false
      if tree[block].kind == .block { statements(of: block) } else { statement(block) }
      // A loop may also have been left by `break`, which goes on behind it.
      if isOver, !areLoop, case .truth(let wanted) = needed[position] { staying = .truth(!wanted) }
      endings.append(isOver)
    }
    // An `if` without `else` may be skipped, like a loop.
    isOver = oneRuns && endings.allSatisfy { $0 }
    let mayLeave = mayHaveLeft || mayHaveLeftLoop && !areLoop
    conditions = outer.0
    if mayLeave { conditions.append(EffectCondition(node: asked, needed: staying)) }
    mayHaveLeft = mayHaveLeft || outer.1
    mayHaveLeftLoop = mayHaveLeftLoop || outer.2
  }

  // MARK: Expressions

  private mutating func expression(_ id: NodeID) {
    switch tree.expression(id) {
    case .interpolation(let parts), .listLiteral(let parts), .dictionaryLiteral(let parts):
      for part in parts { expression(part) }
    case .member(let base, _), .parenthesized(let base), .unary(_, let base),
      .responds(let base, _), .typeTest(let base, _):
      expression(base)
    case .element(let base, let index):
      expression(base)
      expression(index)
    case .labeledArgument(_, let value): expression(value)
    // A list may be empty.
    case .valueBlock(let body): conditionally(body) { $0.expression(body) }
    case .call(let callee, let arguments):
      for argument in arguments { expression(argument) }
      indexes(of: callee)
      // Only methods of values take a block, and they have no effects.
      if !tree.block(of: arguments).exists { note(.calls, callee) }
    case .binary(let sign, let left, let right):
      expression(left)
      switch sign {
      case .and, .or: conditionally(left, needed: .truth(sign == .and)) { $0.expression(right) }
      case .coalesce: conditionally(left) { $0.expression(right) }
      default: expression(right)
      }
    case .conditional(let asked, let then, let otherwise):
      expression(asked)
      conditionally(asked, needed: .truth(true)) { $0.expression(then) }
      conditionally(asked, needed: .truth(false)) { $0.expression(otherwise) }
    case .new(let className, let body): make(className, body)
    case .missing, .nilLiteral, .boolLiteral, .intLiteral, .doubleLiteral, .durationLiteral,
      .stringLiteral, .name, .selfReference, .number, .none:
      break
    }
  }

  private mutating func conditionally(
    _ asked: NodeID, needed: EffectCondition.Need? = nil, _ body: (inout EffectReader) -> Void
  ) {
    conditions.append(EffectCondition(node: asked, needed: needed))
    body(&self)
    conditions.removeLast()
  }

  /// The indexes in a path.
  private mutating func indexes(of path: NodeID) {
    var id = path
    while true {
      switch tree.expression(id) {
      case .element(let base, let index):
        expression(index)
        id = base
      case .member(let base, _), .parenthesized(let base): id = base
      case .call: return expression(id)
      default: return
      }
    }
  }

  private func isOwn(_ path: NodeID) -> Bool {
    if case .selfReference = tree.expression(tree.path(tree.withoutElements(path)).root) {
      true
    } else {
      false
    }
  }

  /// Whether an expression is a path, so that a constant of that value is another name for it.
  private func isPath(_ id: NodeID) -> Bool {
    switch tree.expression(tree.path(id).root) {
    case .name, .selfReference: true
    default: false
    }
  }

  private mutating func note(_ kind: CodeEffect.Kind, _ node: NodeID) {
    // The new object sets nothing off by itself.
    if isInBody, kind != .makes, kind != .posts, isOwn(node) { return }
    var effect = CodeEffect(kind: kind, node: node)
    effect.key = tree.openKey(of: node)
    // Nothing else can refer to a list that is not in a property.
    if effect.key.exists, case .name(let name) = tree.expression(tree.withoutElements(node)),
      ownVariables.contains(name)
    {
      return
    }
    effect.conditions = conditions
    effect.isLater = isLater
    effect.isTimed = isTimed
    effect.constants = constants
    effect.values = values
    effect.locals = locals
    effects.append(effect)
  }
}

import Names
import Syntax

/// Something that code does to the rest of the script when it runs: what may set off others.
package struct CodeEffect {
  package enum Kind {
    /// A property gets a value, or a list in it changes.
    case writes
    case calls
    case fires
    case posts
    /// A binding is made, which passes its first value.
    case binds
    /// A command sets its status, its answer or its error.
    case sets
  }

  package var kind: Kind
  /// The path of what is written, called or fired; the name of a notification.
  package var node: NodeID
  /// What is asked before it, where it does not happen each time: the first such part of the code.
  package var condition = NodeID.none
  /// Whether it happens in a later turn, behind `after`.
  package var isLater = false
  /// The paths that constants of the code stand for, the inner ones last.
  package var constants: [(name: Name, path: NodeID)] = []
  /// The names in sight that mean something of the code's own, which nobody knows before it runs.
  package var locals: [Name] = []

  package init(kind: Kind, node: NodeID) {
    self.kind = kind
    self.node = node
  }
}

extension CodeEffect {
  /// In words, such as `#1 observe a.x may write b.x: 'value > 3' decides`.
  ///
  /// - Parameters:
  ///   - who: Whose code it is.
  ///   - isCommand: Whether the target is a command.
  ///   - text: The text of a node.
  package func text(
    of who: String, target: String, isCommand: Bool, _ text: (NodeID) -> String
  ) -> String {
    let what = "\(who) \(verb(isCommand: isCommand)) \(target)\(isLater ? " later" : "")"
    return condition.exists ? "\(what): '\(text(condition))' decides" : what
  }

  /// What it does: `writes`, `may call`.
  package func verb(isCommand: Bool) -> String {
    let verb =
      switch kind {
      case .writes: "write"
      case .calls: isCommand ? "execute" : "call"
      case .fires: "fire"
      case .posts: "post"
      case .binds: "bind"
      case .sets: "set"
      }
    return condition.exists ? "may \(verb)" : verb + "s"
  }
}

extension SyntaxTree {
  /// The blocks that run when an action is called or a command executed.
  package func blocks(ofCallable id: NodeID) -> [NodeID] {
    if self[id].kind == .action { return [action(id).block] }
    return [command(id).beginBlock, command(id).block].filter(\.exists)
  }

  /// What a block does, in the order in which it stands there, without what it calls or sets off.
  ///
  /// - Parameter parameters: The names that the block is given.
  /// - Complexity: O(*n*) in the nodes of the block.
  package func effects(of block: NodeID, parameters: [Name]) -> [CodeEffect] {
    guard block.exists else { return [] }
    var reader = EffectReader(tree: self, locals: parameters)
    reader.statements(of: block)
    return reader.effects
  }
}

/// Walks through code, and notes what it does and under which conditions.
private struct EffectReader {
  let tree: SyntaxTree
  var effects: [CodeEffect] = []
  var locals: [Name]
  private var constants: [(name: Name, path: NodeID)] = []
  private var condition = NodeID.none
  private var isLater = false
  /// Whether the rest of the block is never reached.
  private var isOver = false
  /// Whether the code may have been left by now.
  private var mayHaveLeft = false
  /// Whether the innermost loop may have been, which is over behind it.
  private var mayHaveLeftLoop = false

  init(tree: SyntaxTree, locals: [Name]) {
    self.tree = tree
    self.locals = locals
  }

  // MARK: Statements

  /// The statements of a block; what it declares is out of sight behind it.
  mutating func statements(of block: NodeID) {
    let known = (locals.count, constants.count)
    for statement in tree.statements(of: block) where !isOver { self.statement(statement) }
    // An effect may share them, and cutting off nothing would copy them.
    if locals.count > known.0 { locals.removeSubrange(known.0...) }
    if constants.count > known.1 { constants.removeSubrange(known.1...) }
  }

  private mutating func statement(_ id: NodeID) {
    switch tree.statement(id) {
    case .block: statements(of: id)
    case .ifStatement(let asked, let then, let otherwise):
      expression(asked)
      branches(asked, [then, otherwise])
    case .forStatement(let variable, let sequence, let block):
      expression(sequence)
      locals.append(tree.name(variable))
      loop { $0.branches(sequence, [block], areLoop: true) }
      locals.removeLast()
    case .whileStatement(let asked, let block):
      expression(asked)
      loop { $0.branches(asked, [block], areLoop: true) }
    case .repeatStatement(let count, let block):
      expression(count)
      if case .intLiteral(let times) = tree.expression(count), times > 0 {
        loop { $0.repeated(block) }
      } else {
        loop { $0.branches(count, [block], areLoop: true) }
      }
    case .breakStatement:
      isOver = true
      mayHaveLeftLoop = true
    case .returnStatement(let value), .throwStatement(let value):
      expression(value)
      isOver = true
      mayHaveLeft = true
    case .dropStatement:
      isOver = true
      mayHaveLeft = true
    case .letDeclaration(let value):
      expression(value.value)
      let name = tree.name(value.name)
      if isPath(value.value) {
        constants.append((name, value.value))
      } else {
        locals.append(name)
      }
    case .varDeclaration(let value):
      expression(value.value)
      locals.append(tree.name(value.name))
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
      let outer = (isLater, isOver, mayHaveLeft, mayHaveLeftLoop, condition)
      isLater = true
      statements(of: block)
      (isLater, isOver, mayHaveLeft, mayHaveLeftLoop, condition) = outer
    case .batch(let block): statements(of: block)
    case .print(let values): for value in values { expression(value) }
    case .expect(let value): expression(value)
    case .binding(let binding):
      if binding.arrow.isInitial { note(.binds, binding.target) }
    case .release(let path): indexes(of: path)
    case .object, .classDeclaration, .extend, .transformer, .semantics, .action, .observe, .on,
      .unbind, .rebind, .transformBinding, .advance, .wait, .source, .compare, .whatif, .rewind,
      .replay, .expectError, .expectBehaviour, .question, .tool, .missing:
      break
    }
  }

  private mutating func loop(_ body: (inout EffectReader) -> Void) {
    let outer = mayHaveLeftLoop
    mayHaveLeftLoop = false
    body(&self)
    mayHaveLeftLoop = outer
  }

  /// A block that runs at least once, as a loop.
  private mutating func repeated(_ block: NodeID) {
    let outer = (condition, mayHaveLeft)
    mayHaveLeft = false
    statements(of: block)
    isOver = isOver && !mayHaveLeftLoop
    if !mayHaveLeft { condition = outer.0 }
    mayHaveLeft = mayHaveLeft || outer.1
  }

  /// Blocks of which perhaps none runs; what stands behind them is conditional where one may leave.
  private mutating func branches(_ asked: NodeID, _ blocks: [NodeID], areLoop: Bool = false) {
    let outer = (condition, mayHaveLeft, mayHaveLeftLoop)
    (mayHaveLeft, mayHaveLeftLoop) = (false, false)
    var endings: [Bool] = []
    for block in blocks where block.exists {
      condition = outer.0.exists ? outer.0 : asked
      isOver = false
      if tree[block].kind == .block { statements(of: block) } else { statement(block) }
      endings.append(isOver)
    }
    // An `if` without `else` can be passed by, as a loop can.
    isOver = endings.count == 2 && endings.allSatisfy { $0 }
    let mayLeave = mayHaveLeft || mayHaveLeftLoop && !areLoop
    condition = mayLeave && !outer.0.exists ? asked : outer.0
    mayHaveLeft = mayHaveLeft || outer.1
    mayHaveLeftLoop = mayHaveLeftLoop || outer.2
  }

  // MARK: Expressions

  private mutating func expression(_ id: NodeID) {
    switch tree.expression(id) {
    case .interpolation(let parts), .listLiteral(let parts): for part in parts { expression(part) }
    case .member(let base, _), .parenthesized(let base), .unary(_, let base): expression(base)
    case .element(let base, let index):
      expression(base)
      expression(index)
    case .labeledArgument(_, let value): expression(value)
    case .call(let callee, let arguments):
      for argument in arguments { expression(argument) }
      indexes(of: callee)
      note(.calls, callee)
    case .binary(let sign, let left, let right):
      expression(left)
      switch sign {
      case .and, .or, .coalesce: conditionally(left) { $0.expression(right) }
      default: expression(right)
      }
    case .conditional(let asked, let then, let otherwise):
      expression(asked)
      conditionally(asked) {
        $0.expression(then)
        $0.expression(otherwise)
      }
    case .missing, .nilLiteral, .boolLiteral, .intLiteral, .doubleLiteral, .durationLiteral,
      .stringLiteral, .name, .selfReference, .number, .new, .none:
      break
    }
  }

  private mutating func conditionally(_ asked: NodeID, _ body: (inout EffectReader) -> Void) {
    let outer = condition
    if !condition.exists { condition = asked }
    body(&self)
    condition = outer
  }

  /// The indexes that stand in a path.
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

  /// Whether an expression is a path, so that a constant of that value is another name for it.
  private func isPath(_ id: NodeID) -> Bool {
    switch tree.expression(tree.path(id).root) {
    case .name, .selfReference: true
    default: false
    }
  }

  private mutating func note(_ kind: CodeEffect.Kind, _ node: NodeID) {
    var effect = CodeEffect(kind: kind, node: node)
    effect.condition = condition
    effect.isLater = isLater
    effect.constants = constants
    effect.locals = locals
    effects.append(effect)
  }
}

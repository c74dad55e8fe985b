import BindingEngine
import Language
import Names
import Syntax

/// Turns syntax into the machine's code: names become slots, members caches, and blocks plans.
///
/// One compiler compiles one block. A mistake in a statement of a body does not stop it: that
/// statement becomes one that fails when it is reached, because a body's names are looked up when
/// it first runs.
package struct Compiler {
  /// How `self` is reached.
  package enum SelfAccess {
    case none
    /// The machine's present `self`.
    case frame
    /// An object that is being made, in a local.
    case local(Int32)
  }

  package struct Local {
    package var name: Name
    package var slot: Int32
    package var kind: LocalKind
    /// Whether it is what an observer receives of the change, or a copy of that.
    package var isChange = false
  }

  package struct LoopJumps {
    package var breaks: [Int] = []
    /// Where a round begins.
    package let start: Int
    /// How many batches contain the loop, and how many `untracked`.
    package let batches: Int
    package let untracked: Int
  }

  package let session: any CompilerHost
  package let code: Code
  /// Whether statements here are turns of their own.
  package let isTopLevel: Bool
  package var role: BlockRole?
  package var locals: [Local] = []
  package var selfAccess = SelfAccess.none
  package var members: MemberScope?
  /// The members of the object around the body of `new` that is being compiled.
  package var outerMembers: MemberScope?
  package var loops: [LoopJumps] = []
  /// How many batches of this code are open at this point.
  package var openBatches = 0
  /// The locals of the `untracked` of this code that are open at this point.
  package var openUntracked: [Int32] = []
  /// Inside `batch`, whose statements are one turn.
  package var isInBatch: Bool { openBatches > 0 }
  /// How many values the code has on the stack at this point.
  package var stackDepth = 0
  /// How deep in blocks of control statements this point is.
  package var blockDepth = 0
  /// Whether it compiles statements whose block runs already, which has its locals by now.
  var isLate = false

  /// A copy of its own: reaching it through `code` at each step would cost a reference count.
  package let tree: SyntaxTree
  package var file: SourceFile { tree.file }

  package init(session: any CompilerHost, code: Code, isTopLevel: Bool) {
    self.session = session
    self.code = code
    self.tree = code.tree.tree
    self.isTopLevel = isTopLevel
  }

  /// Prepares for the next statement at top level.
  package mutating func forgetStatement() {
    if !locals.isEmpty { locals.removeAll(keepingCapacity: true) }
    if !loops.isEmpty { loops.removeAll() }
    selfAccess = .none
    members = nil
    stackDepth = 0
    blockDepth = 0
    openBatches = 0
    if !openUntracked.isEmpty { openUntracked = [] }
  }

  // MARK: Emitting

  @discardableResult
  package mutating func emit(
    _ operation: Operation, a: Int32 = 0, b: UInt16 = 0, at span: SourceSpan, stack: Int = 0
  ) -> Int {
    if !code.states.isEmpty, [.return, .returnNil, .dropAnswer].contains(operation) {
      code.instructions.append(Instruction(operation: .keepState, b: 0, a: 0))
      code.spans.append(span)
    }
    code.instructions.append(Instruction(operation: operation, b: b, a: a))
    code.spans.append(span)
    stackDepth += stack
    if stackDepth > code.maximumStack { code.maximumStack = stackDepth }
    return code.instructions.count - 1
  }

  /// Lets the listener know when the code that follows runs: the branch or block at `node`.
  package mutating func noteEntry(_ node: NodeID) {
    if session.countsBranches { emit(.noteEntry, a: Int32(node.index), at: tree[node].span) }
  }

  package mutating func constant(_ value: Value) -> Int32 {
    code.constants.append(value)
    return Int32(code.constants.count - 1)
  }

  package mutating func cache(_ name: Name) throws(Diagnostic) -> UInt16 {
    guard code.caches.count < Int(UInt16.max) else {
      throw Diagnostic(
        .error, "a block names at most \(UInt16.max) members", file: file, span: code.spans.last,
        notes: [.init(.help, "divide it into several, or make the objects in a loop")])
    }
    code.caches.append(MemberCache(name: name))
    return UInt16(code.caches.count - 1)
  }

  /// Makes the jump at `position` lead here.
  package mutating func land(_ position: Int) {
    let here = Int32(code.instructions.count)
    switch code.instructions[UInt32(position)].operation {
    case .forNext, .repeatNext: preconditionFailure("these carry their jump in a following jump")
    default: code.instructions[UInt32(position)].a = here
    }
  }

  package mutating func newLocal(_ name: Name, _ kind: LocalKind, isChange: Bool = false) -> Int32 {
    let slot = Int32(code.localCount)
    code.localCount += 1
    locals.append(Local(name: name, slot: slot, kind: kind, isChange: isChange))
    return slot
  }

  // MARK: Messages

  package func error(
    _ message: String, at node: NodeID, help: String? = nil, note: (String, Declaration)? = nil
  ) -> Diagnostic {
    var notes: [Diagnostic.Note] = []
    if let note {
      notes.append(.init(.note, note.0, file: note.1.file, span: note.1.span))
    }
    if let help { notes.append(.init(.help, help)) }
    return Diagnostic(.error, message, file: file, span: tree[node].span, notes: notes)
  }

  package func error(
    _ mistake: Mistake, at node: NodeID, note: (String, Declaration)? = nil
  ) -> Diagnostic {
    let text = mistake.text
    return error(text.message, at: node, help: text.help, note: note)
      .helping(mistake)
  }

  /// Throws what a rule finds wrong, if anything.
  package func refuse(_ mistake: Mistake?, at node: NodeID) throws(Diagnostic) {
    if let mistake { throw error(mistake, at: node) }
  }

  // MARK: Blocks

  /// Compiles `pending` into `code`: the names of its role, its copies, then its statements.
  package static func compile(_ code: Code, _ pending: PendingBlock, session: any CompilerHost) {
    var compiler = Compiler(session: session, code: code, isTopLevel: false)
    compiler.role = pending.role
    code.isOn = pending.role == .on
    code.mayReject = pending.role.mayReject
    code.isFunction = pending.role == .function
    compiler.members = pending.members
    compiler.selfAccess = pending.members == nil ? .none : .frame
    let parameters =
      pending.parameters ?? pending.role.parameters.map { session.names.intern($0) }
    for parameter in parameters {
      let isChange = pending.role == .observer && parameter == session.changeName
      let slot = compiler.newLocal(parameter, .parameter, isChange: isChange)
      if isChange, compiler.mentions(parameter, in: pending.node) {
        code.changeLocal = Int(slot)
      }
    }
    // The arguments of an action are already on the stack.
    code.parameterCount =
      pending.parameters == nil && pending.copies.isEmpty ? parameters.count : -1
    for (position, copy) in pending.copies.enumerated() {
      let isChange = pending.copiesChange && copy == session.changeName
      let isState = pending.states.contains(position)
      _ = compiler.newLocal(copy, isState ? .variable : .copy, isChange: isChange)
    }
    code.states =
      pending.states.lowerBound + parameters.count..<pending.states.upperBound + parameters.count
    let node = compiler.tree[pending.node]
    if pending.role == .transformer { compiler.noteEntry(pending.node) }
    if node.kind == .block {
      compiler.blockValue(pending.node)
    } else {
      compiler.guarded(at: pending.node) { (compiler) throws(Diagnostic) in
        try compiler.expression(pending.node)
        compiler.emit(.return, at: node.span, stack: -1)
      }
    }
    compiler.emit(.returnNil, at: node.span)
  }

  /// The statements of a block whose last expression is its value.
  package mutating func blockValue(_ block: NodeID) {
    let depth = locals.count
    statements(of: block, from: 0, isValue: true)
    locals.removeSubrange(depth...)
  }

  mutating func valueStatement(_ statement: NodeID, isLast: Bool) throws(Diagnostic) {
    if isLast, case .expression(let value) = tree.statement(statement) {
      try expression(value)
      emit(.return, at: tree[statement].span, stack: -1)
    } else if isLast, case .switchStatement(let choice) = tree.statement(statement) {
      try switchStatement(choice, isValue: true, at: tree[statement].span)
    } else if isLast, tree[statement].kind == .ifStatement {
      try ifValue(statement)
    } else {
      try self.statement(statement)
    }
  }

  /// An `if` at the end: the value of the chosen branch is the block's.
  private mutating func ifValue(_ statement: NodeID) throws(Diagnostic) {
    guard case .ifStatement(let condition, let then, let otherwise) = tree.statement(statement)
    else {
      noteEntry(statement)
      return blockValue(statement)
    }
    let choice = beginChoice(at: tree[condition].span)
    try expression(condition)
    reach(.branch, of: choice, at: tree[condition].span)
    let skip = emit(.jumpIfFalse, at: tree[condition].span, stack: -1)
    noteEntry(then)
    blockValue(then)
    let end = emit(.jump, at: tree[statement].span)
    land(skip)
    if otherwise.exists {
      try ifValue(otherwise)
    } else {
      noteEntry(statement)
    }
    land(end)
  }

  /// Compiles with `body`. A mistake in it becomes a failure at run time, when the place is
  /// reached.
  package mutating func guarded(
    at node: NodeID, _ body: (inout Compiler) throws(Diagnostic) -> Void
  ) {
    if let mistake = mistake(in: body) {
      code.failures.append(mistake)
      emit(.fail, a: Int32(code.failures.count - 1), at: tree[node].span)
    }
  }

  /// Compiles with `body`. If there is a mistake in it, nothing of it is left.
  mutating func mistake(in body: (inout Compiler) throws(Diagnostic) -> Void) -> Diagnostic? {
    let start = code.instructions.count
    let depth = stackDepth
    let visible = locals.count
    do {
      try body(&self)
      return nil
    } catch {
      code.instructions.truncate(to: start)
      code.spans.removeSubrange(start...)
      stackDepth = depth
      locals.removeSubrange(min(visible, locals.count)...)
      return error
    }
  }

  /// The statements of a control statement's block.
  package mutating func body(_ block: NodeID) {
    let depth = locals.count
    blockDepth += 1
    statements(of: block, from: 0, isValue: false)
    blockDepth -= 1
    locals.removeSubrange(depth...)
  }
}

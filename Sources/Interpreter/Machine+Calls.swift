import BindingEngine
import CodeCycles
import Compiling
import Language
import Syntax

// Calls: of an action by code, and of an action or a command by a binding.
extension Machine {
  /// How deep calls may nest: an action that calls itself without end is stopped there.
  static let deepestCalls = 200_000

  func callMember(_ instruction: Instruction) throws(ScriptFailure) {
    let count = Int(instruction.a)
    let base = (sp - count - 1).pointee
    try refuseInFunction("call '\(calleeText)'", on: base)
    guard case .object(let object) = base, core.pointee.isAlive(object) else {
      return try callNothing(base, count, instruction)
    }
    if core.pointee.classID(of: object) == session.commandClass {
      return try callCommand(object, count, instruction)
    }
    let slot = try actionSlot(of: object, cache: instruction.b)
    let info = core.pointee.info(of: slot)
    if info.role != .action { try refuse(info.role.mistake(ofCalling: calleeText)) }
    let event = traceCall(count, of: slot) { core.pointee.describe(property: slot) }
    try enter(
      session.state.callables[Int(info.callable)], receiver: object, count: count,
      dropping: count + 1,
      event: event)
  }

  /// The slot of an action; its error is about actions.
  private func actionSlot(of object: ObjectID, cache: UInt16) throws(ScriptFailure) -> UInt32 {
    let name = (code.caches.base + Int(cache)).pointee.name
    if core.pointee.slot(name, of: object) != nil { return try slot(of: object, cache: cache) }
    let text = session.names.text(of: name)
    let callee = calleeText
    if callee.hasSuffix(".\(text)"), let type = session.protocolAllowing(name, in: object) {
      throw .mistake(
        .optionalActionMissing(
          text, owner: core.pointee.describe(object), protocol: type,
          base: String(callee.dropLast(text.count + 1))))
    }
    let actions = core.pointee.slots(of: object.index).map { core.pointee.info(of: $0) }
      .filter { $0.role == .action }.map { session.names.text(of: $0.name) }
    throw .mistake(session.noAction(name, of: core.pointee.describe(object), having: actions))
  }

  /// A call on nil does nothing, and the trace says so: a delegate that was never set.
  private func callNothing(
    _ base: Value, _ count: Int, _ instruction: Instruction
  ) throws(ScriptFailure) {
    let name = session.names.text(of: (code.caches.base + Int(instruction.b)).pointee.name)
    if let method = ValueMethod.named(name) {
      // Without its labels it is not that method.
      if !method.labels.allSatisfy(\.isEmpty) { try refuse(.methodCalledWrongly(method)) }
      return try callMethod(method, count)
    }
    try refuse(ValueKinds(of: base).mistake(ofCalling: name))
    core.pointee.turn.dropped += 1
    if core.pointee.isTracing {
      core.pointee.record(
        .dropped, .nothing, cause: core.pointee.currentCause, text: calleeText + "()")
    }
    discard(count + 1)
    push(.nil)
  }

  /// The source text of the running instruction.
  var sourceText: String {
    let span = span
    let bytes = code.tree.tree.file.bytes
    return String(decoding: bytes[Int(span.start)..<Int(span.end)].prefix(200), as: UTF8.self)
  }

  /// The source text of the running call, without its arguments.
  var calleeText: String { String(sourceText.prefix { $0 != "(" }) }

  func discard(_ count: Int) {
    (sp - count).deinitialize(count: count)
    sp -= count
  }

  func callAction(_ instruction: Instruction) throws(ScriptFailure) {
    let callable = session.state.callables[Int(instruction.a)]
    let count = Int(instruction.b)
    if callable.isFunction { return try callFunction(callable, count) }
    let event = traceCall(count) { session.names.text(of: callable.name) }
    try enter(callable, receiver: nil, count: count, dropping: count, event: event)
  }

  /// The trace's event of a call with the `count` values on top.
  ///
  /// - Parameter slot: The member that is called, or the command; 0 for an action without an object.
  func traceCall(_ count: Int, of slot: UInt32 = 0, _ name: () -> String) -> UInt32 {
    let cause = core.pointee.currentCause
    guard core.pointee.isTracing else { return cause }
    let values = (0..<count).map { (sp - count + $0).pointee }
    let shown = values.map { core.pointee.literal($0) }.joined(separator: ", ")
    return core.pointee.record(
      .call, cause: cause, other: slot, old: ListValue(values).map { .list($0) } ?? .nil,
      text: "\(name())(\(shown))")
  }

  /// Runs an action's body with the `count` values on top.
  private func enter(
    _ callable: Callable, receiver: ObjectID?, count: Int, dropping: Int, event: UInt32
  ) throws(ScriptFailure) {
    // Calls are frequent, so the rule is evaluated only if the number is wrong.
    let wanted = callable.parameters.count
    if wanted != count {
      try refuse(session.mistake(ofGiving: count, to: callable.name, taking: wanted))
    }
    // What an action reads counts as read by the computed property or source that called it.
    try enter(
      callable.body, receiver: receiver, count: count, dropping: dropping, event: event,
      isTracked: isTracking)
  }

  /// Runs a block that code has called: its value takes the place of the `dropping` values on top, of
  /// which the last `count` are the block's.
  func enter(
    _ code: Code, receiver: ObjectID?, count: Int, dropping: Int, event: UInt32,
    isTracked: Bool = false
  ) throws(ScriptFailure) {
    guard frames.count < Machine.deepestCalls else {
      let path = session.codeCycle(through: code, of: receiver)
      throw .message(
        "calls are nested deeper than \(Machine.deepestCalls)"
          + (path.map { ": \(session.pathText($0))" } ?? ""),
        help: "\(self.code.isFunction ? "a function" : "an action") that calls itself needs a"
          + " condition that ends it")
    }
    try countStep()
    if code.isPending { prepare(code) }
    core.pointee.beginCall(event: event)
    let bottom = sp - stack
    enter(code, kind: .call, receiver: receiver, isTracked: isTracked)
    frames[UInt32(frames.count - 1)].slot = UInt32(dropping)
    for position in 0..<count { locals[position] = (stack + bottom - count + position).pointee }
  }

  /// A binding's value goes to an action or a command.
  func startCall() throws(ScriptFailure) {
    let slot = core.pointee.request.slot
    let value = core.pointee.request.value
    let object = core.pointee.propertyID(slot).object
    let info = core.pointee.info(of: slot)
    guard info.role == .action else {
      guard case .object(let command) = core.pointee.read(slot) else {
        preconditionFailure("a command without its object")
      }
      let code = session.command.execute
      enter(code, kind: .engine, receiver: command)
      locals[0] = value
      // An event without a payload provides no argument: the last one is used again.
      if case .nil = value { locals[1] = .bool(false) } else { locals[1] = .bool(true) }
      return
    }
    let callable = session.state.callables[Int(info.callable)]
    let wanted = callable.parameters.count
    if wanted > 1 { try refuse(session.mistake(ofPassingTo: callable.name, taking: wanted)) }
    if callable.body.isPending { prepare(callable.body) }
    enter(callable.body, kind: .engine, receiver: object)
    if !callable.parameters.isEmpty { locals[0] = value }
  }

  func declareAction(_ node: NodeID) throws(ScriptFailure) {
    let tree = code.tree
    let action = tree.tree.action(node)
    try session.refuseIfTaken(
      action.name, by: action.isFunction ? .function : .action, in: tree.tree)
    // A block that runs again declares the same once more.
    if let known = session.symbols.symbol(tree.tree.name(action.name))?.callable,
      session.state.callables[Int(known)].node == node,
      session.state.callables[Int(known)].tree === tree
    {
      return
    }
    let index = session.makeCallable(node, in: tree, nil)
    let isFunction = session.state.callables[Int(index)].isFunction
    if !isFunction { session.state.running.declaredCode.append(CodePlace(action: index)) }
    let name = session.state.callables[Int(index)].name
    let old = session.symbols[name]
    session.symbols[name] = Declaration(
      symbol: isFunction ? .function(index) : .action(index),
      file: session.declarationFile(tree.tree.file),
      span: tree.tree[action.name].span)
    session.reportKept(afterDeclaring: name, over: old, in: tree.tree.file)
  }
}

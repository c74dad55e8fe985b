import BindingEngine
import Compiling
import Language

/// Methods of values: with arguments they run at once, with a block in a loop.
///
/// A loop has four locals: the list or nil, the position of the next element, the result, the element.
/// What `map`, `filter` and others gather is in `gathered`, at the index that is their
/// result so far.
extension Machine {
  /// What a loop has gathered, and where its locals are.
  struct Gathered {
    let frames: Int
    let slot: Int
    var values: [Value]
    /// How many values these are, including those in nested lists.
    var size = 0
  }

  /// Calls a method with the `count` values on top, below which its receiver is.
  func callMethod(_ method: ValueMethod, _ count: Int) throws(ScriptFailure) {
    var arguments: [Value] = []
    noteOperands(count + 1)
    for position in 0..<count { arguments.append((sp - count + position).pointee) }
    let receiver = core.pointee.living((sp - count - 1).pointee)
    let result = try method.call(
      on: receiver, arguments, text: { core.pointee.describe($0) },
      spend: { (bytes) throws(ScriptFailure) in try spend(bytes) })
    if core.pointee.isInterrupted { throw .graph(.interrupted) }
    discard(count + 1)
    push(result)
  }

  func beginMethod(_ instruction: Instruction) throws(ScriptFailure) {
    let method = ValueMethod.all[Int(instruction.b)]
    let slot = Int(instruction.a)
    let value = core.pointee.living(pop())
    noteInside(value)
    locals[slot + 1] = .int(0)
    if let mistake = method.mistake(ofReceiver: ValueKinds(of: value)) { throw .mistake(mistake) }
    let count: Int
    switch value {
    case .list(let list): count = list.count
    case .dictionary(let dictionary): count = dictionary.count
    default:
      locals[slot] = .nil
      return
    }
    locals[slot] = value
    switch method.block {
    case .map, .flatMap, .filter, .sortedBy, .groupedBy:
      try spend(count * MemoryLayout<Value>.stride)
      dropGathered(of: frames.count, from: slot)
      locals[slot + 2] = .int(gathered.count)
      gathered.append(Gathered(frames: frames.count, slot: slot, values: []))
      if method.block != .filter { gathered[gathered.count - 1].values.reserveCapacity(count) }
      try runFormula(slot, method.block, gatheringAt: gathered.count - 1)
    case .any: locals[slot + 2] = .bool(false)
    case .all, ListBlock.none?: locals[slot + 2] = .bool(true)
    case .first: locals[slot + 2] = .nil
    case .reduce, nil: break
    }
  }

  /// Drops the results of loops that an error has ended: those of frames that are gone, and those
  /// inside the loop that begins now.
  private func dropGathered(of count: Int, from slot: Int) {
    while let last = gathered.last,
      last.frames > count || last.frames == count && last.slot >= slot
    {
      gathered.removeLast()
    }
  }

  func collect(_ instruction: Instruction) throws(ScriptFailure) {
    let block = ValueMethod.blocks[Int(instruction.b)]
    let slot = Int(instruction.a)
    let result = pop()
    switch block {
    case .map, .sortedBy, .groupedBy: try gather(result, slot)
    case .filter:
      guard try condition(result) else { return }
      guard case .dictionary = locals[slot] else { return try gather(locals[slot + 3], slot) }
      pushLoopIndex(slot)
      try gather(pop(), slot)
    case .flatMap:
      guard case .list(let list) = result else {
        throw .message(
          "the block of 'flatMap' gives a List, not \(result.typeName)", help: "write [ ] around it"
        )
      }
      try spend(list.count * MemoryLayout<Value>.stride)
      for element in list { try gather(element, slot) }
    case .reduce: locals[slot + 2] = result
    case .any: if try condition(result) { finish(.bool(true), slot) }
    case .all: if try !condition(result) { finish(.bool(false), slot) }
    case ListBlock.none?: if try condition(result) { finish(.bool(false), slot) }
    case .first: if try condition(result) { finish(locals[slot + 3], slot) }
    case nil: preconditionFailure("a method without a block has no loop")
    }
  }

  /// - Throws: `ScriptFailure` as soon as the result would be larger than a list can be.
  private func gather(_ value: Value, _ slot: Int) throws(ScriptFailure) {
    guard case .int(let index) = locals[slot + 2] else {
      preconditionFailure("a loop has lost what it gathered")
    }
    var size = 1
    switch value {
    case .list(let list): size += list.size
    case .dictionary(let dictionary): size += dictionary.size
    case .enumeration(let value): size += value.values.size
    default: break
    }
    gathered[index].size += size
    guard gathered[index].size <= ListValue.maximumSize else { throw Operators.tooDeep }
    gathered[index].values.append(value)
  }

  /// The result of a loop through `source` that has gathered `values`.
  private func made(
    of values: [Value], _ block: ListBlock?, _ source: Value
  ) throws(ScriptFailure) -> Value {
    switch (block, source) {
    case (.sortedBy, .list(let list)):
      return .list(
        try ListBlock.sorted(list, by: values, isInterrupted: { core.pointee.isInterrupted }))
    case (.groupedBy, .list(let list)):
      return .dictionary(try DictionaryValue.grouping(list, by: values))
    case (.filter, .dictionary(let dictionary)):
      return .dictionary(
        try DictionaryValue.literal(values, values.map { dictionary[$0] ?? .nil }))
    default:
      guard let result = ListValue(values) else { throw Operators.tooDeep }
      return .list(result)
    }
  }

  /// Ends the loop early.
  private func finish(_ result: Value, _ slot: Int) {
    locals[slot + 2] = result
    locals[slot] = .list(.empty)
  }

  func endMethod(_ instruction: Instruction) throws(ScriptFailure) {
    let slot = Int(instruction.a)
    if case .nil = locals[slot] { return push(.nil) }
    let block = ValueMethod.blocks[Int(instruction.b)]
    if block?.gathers == true {
      guard case .int(let index) = locals[slot + 2] else {
        preconditionFailure("a loop has lost what it gathered")
      }
      let values = gathered[index].values
      gathered.removeSubrange(index...)
      push(try made(of: values, block, locals[slot]))
    } else {
      push(locals[slot + 2])
    }
    for local in slot..<(slot + 4) { locals[local] = .nil }
  }
}

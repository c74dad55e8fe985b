import BindingEngine
import Compiling
import Language
import Names
import Text

// The steps of `EachCode.swift`.
extension Machine {
  /// The block of a binding's `each`.
  func keepEach(_ plan: BindingPlan, _ chosen: Value, in code: Code) -> BlockID {
    guard let each = plan.eachCode else { return .none }
    var block = Block(code: .passRetained(each), copies: [], receiver: nil)
    if case .int = chosen {
      block.companion = blockID(chosen)
    } else {
      block.copies = [chosen]
    }
    return keep(block)
  }

  /// Fills the locals from what the engine asks.
  ///
  /// - Returns: The local after those filled here, where the block's copies would begin.
  func startEach(_ request: UnsafeMutablePointer<BlockRequest>) -> Int {
    let block = blocks.base + Int(request.pointee.block.index)
    let link = request.pointee.link
    locals[EachLocal.list] = request.pointee.value
    locals[EachLocal.cells] = request.pointee.old
    locals[EachLocal.link] = .int(Int(core.pointee.links[link].serial))
    locals[EachLocal.target] = .int(Int(core.pointee.links[link].target))
    locals[EachLocal.changeKind] = .int(Int(request.pointee.change.kind.rawValue))
    locals[EachLocal.changeIndex] = .int(request.pointee.change.index)
    locals[EachLocal.chooser] = .int(Int(block.pointee.companion.index))
    return EachLocal.className
  }

  private func number(_ local: Int) -> Int {
    guard case .int(let number) = locals[local] else { return 0 }
    return number
  }

  private func list(_ local: Int) -> ListValue {
    guard case .list(let list) = locals[local] else { return .empty }
    return list
  }

  /// The cell at a position. It may be gone, or replaced by something else.
  private func cell(at position: Int) -> Value {
    let cells = list(EachLocal.cells)
    guard position < cells.count, case .object(let cell) = cells[position],
      core.pointee.isAlive(cell), core.pointee.slot(session.viewModelName, of: cell) != nil
    else { return .nil }
    return .object(cell)
  }

  /// Determines what must be done.
  func eachBegin() throws(ScriptFailure) {
    switch locals[EachLocal.list] {
    case .list: break
    case .nil: locals[EachLocal.list] = .list(.empty)
    default: throw ValuePlace.cells.failure(locals[EachLocal.list])
    }
    let count = list(EachLocal.list).count
    let cells = list(EachLocal.cells).count
    let index = number(EachLocal.changeIndex)
    var kind = ListChange.Kind(rawValue: UInt8(number(EachLocal.changeKind))) ?? .set
    switch kind {
    case .insert where count > cells && index <= cells: break
    case .remove where count < cells && index <= count: break
    case .replace where count == cells && index < count: break
    default: kind = .set
    }
    locals[EachLocal.changeKind] = .int(Int(kind.rawValue))
    locals[EachLocal.position] = .int(kind == .set ? 0 : index)
    locals[EachLocal.result] = kind == .set ? .list(.empty) : .list(list(EachLocal.cells))
    let task: EachTask =
      switch kind {
      case .set, .prior: .fill
      case .insert, .replace: .place
      case .remove: .trim
      }
    locals[EachLocal.task] = .int(task.rawValue)
    forgetFills(from: frames.count)
    if kind == .set { session.state.running.fills.append((frames.count, [])) }
  }

  /// Removes what failed firings have left that were passed over: it belongs to levels above the
  /// one that continues.
  private func forgetFills(from level: Int) {
    while let last = session.state.running.fills.last, last.level >= level {
      session.state.running.fills.removeLast()
    }
  }

  private var isWhole: Bool { number(EachLocal.changeKind) == Int(ListChange.Kind.set.rawValue) }

  /// Sets up the next element, or the next cell to release.
  ///
  /// - Returns: Whether there is one.
  func eachNext() -> Bool {
    // A cell, or what it set off, may have released the object that the cells were for.
    let target = UInt32(number(EachLocal.target))
    if core.pointee.isDead(target) { return false }
    let position = number(EachLocal.position)
    if case .object = locals[EachLocal.retired] {
      locals[EachLocal.interrupted] = locals[EachLocal.task]
      locals[EachLocal.task] = .int(EachTask.retire.rawValue)
      locals[EachLocal.cell] = locals[EachLocal.retired]
      locals[EachLocal.retired] = .nil
      locals[EachLocal.element] = .nil
      return true
    }
    switch EachTask(rawValue: number(EachLocal.task)) ?? .done {
    case .fill:
      guard position < list(EachLocal.list).count else {
        locals[EachLocal.task] = .int(EachTask.trim.rawValue)
        return eachNext()
      }
      locals[EachLocal.element] = list(EachLocal.list)[position]
      locals[EachLocal.cell] = cell(at: position)
      return true
    case .place:
      locals[EachLocal.element] = list(EachLocal.list)[position]
      let isReplaced =
        number(EachLocal.changeKind) == Int(ListChange.Kind.replace.rawValue)
      locals[EachLocal.cell] = isReplaced ? cell(at: position) : .nil
      return true
    case .trim:
      guard position < list(EachLocal.cells).count else { return false }
      locals[EachLocal.element] = .nil
      locals[EachLocal.cell] = cell(at: position)
      return true
    case .retire, .done: return false
    }
  }

  /// Whether a cell is being released, and gets no element.
  private var isReleasing: Bool {
    let task = number(EachLocal.task)
    return task == EachTask.trim.rawValue || task == EachTask.retire.rawValue
  }

  /// Pushes the name of the class that the element's cell is to have.
  func eachClass() {
    if isReleasing { return push(.nil) }
    let chooser = number(EachLocal.chooser)
    guard chooser != 0 else { return push(locals[EachLocal.className]) }
    let block = blocks.base + chooser
    guard let unmanaged = block.pointee.code else { return push(.nil) }
    let element = locals[EachLocal.element]
    let code = unmanaged.takeUnretainedValue()
    if code.isPending { prepare(code) }
    core.pointee.beginCall(event: core.pointee.currentCause)
    enter(code, kind: .call, receiver: block.pointee.receiver)
    locals[0] = element
    for position in block.pointee.copies.indices {
      locals[1 + position] = block.pointee.copies[position]
    }
  }

  /// Pops that name; pushes the cell: the one that is there, a released one, or a new one.
  ///
  /// - Returns: Whether it had been made before.
  func eachTake() throws(ScriptFailure) -> Bool {
    let wanted = pop()
    let there = locals[EachLocal.cell]
    if isReleasing {
      push(there)
      return true
    }
    guard case .string(let text) = wanted else { throw ValuePlace.cellClass.failure(wanted) }
    let name = session.names.intern(text)
    guard case .classSymbol(let classID)? = session.symbols[name]?.symbol else {
      throw .mistake(session.mistake(ofClass: name))
    }
    try refuse(session.mistake(ofCell: classID))
    if case .object(let cell) = there {
      if core.pointee.classID(of: cell) == classID {
        reuse(cell)
        push(there)
        return true
      }
      locals[EachLocal.retired] = there
    }
    if let cell = takeFromPool(name) {
      reuse(cell)
      push(.object(cell))
      return true
    }
    try countMaking(classID)
    core.pointee.turn.made += 1
    let cell = core.pointee.makeObject(classID)
    session.countInstance(cell, of: classID)
    let target = UInt32(number(EachLocal.target))
    core.pointee.setParent(of: cell, core.pointee.propertyID(target).object)
    core.pointee.record(
      .make, cause: core.pointee.currentCause, old: locals[EachLocal.element], new: .object(cell))
    push(.object(cell))
    for layout in session.layouts(of: classID).reversed() {
      guard let code = session.initializer(of: layout) else { continue }
      enter(code, kind: .part, receiver: cell)
    }
    return false
  }

  /// Whether the new cell can have its view model before its bindings are made: then each of them fires
  /// once instead of twice.
  func mayHaveEarlyViewModel() -> Bool {
    guard case .object(let cell) = locals[EachLocal.cell],
      let layout = session.layout(of: core.pointee.classID(of: cell)), session.passesAtOnce(layout),
      core.pointee.ordinal(of: session.viewModelName, in: layout.classID.index) != nil
    else { return false }
    return true
  }

  private func reuse(_ cell: ObjectID) {
    core.pointee.turn.reused += 1
    core.pointee.record(
      .reuse, cause: core.pointee.currentCause, old: locals[EachLocal.element], new: .object(cell))
  }

  // MARK: Pools

  private func poolKey(_ className: Name) -> PoolKey {
    PoolKey(
      link: UInt32(number(EachLocal.link)), target: UInt32(number(EachLocal.target)),
      className: className)
  }

  /// The variable that the released cells of a class wait in.
  private func pool(_ className: Name) -> UInt32 {
    let key = poolKey(className)
    if let slot = session.state.turned.pools[key] { return slot }
    let slot = core.pointee.makeVariable()
    session.state.turned.pools[key] = slot
    return slot
  }

  private func takeFromPool(_ className: Name) -> ObjectID? {
    guard let slot = session.state.turned.pools[poolKey(className)] else { return nil }
    while case .list(let waiting) = core.pointee.read(slot), waiting.count > 0 {
      let last = waiting[waiting.count - 1]
      core.pointee.storeSilently(.list(waiting.removing(at: waiting.count - 1)), in: slot)
      if case .object(let cell) = last, core.pointee.isAlive(cell) { return cell }
    }
    return nil
  }

  private func release(_ cell: ObjectID) {
    let slot = pool(core.pointee.classes[Int(core.pointee.classID(of: cell).index)].name)
    var waiting = ListValue.empty
    if case .list(let known) = core.pointee.read(slot) { waiting = known }
    guard let longer = waiting.appending(.object(cell)) else { return }
    core.pointee.storeSilently(.list(longer), in: slot)
  }

  /// The cell has its element: it takes its place among the others.
  func eachPlace() throws(ScriptFailure) {
    let position = number(EachLocal.position)
    let cell = locals[EachLocal.cell]
    var result: ListValue? = list(EachLocal.result)
    switch EachTask(rawValue: number(EachLocal.task)) ?? .done {
    case .fill:
      forgetFills(from: frames.count + 1)
      session.state.running.fills[session.state.running.fills.count - 1].cells.append(cell)
      locals[EachLocal.position] = .int(position + 1)
      return
    case .place:
      if number(EachLocal.changeKind) == Int(ListChange.Kind.insert.rawValue) {
        result = list(EachLocal.result).inserting(cell, at: position)
      } else if list(EachLocal.result)[position] != cell {
        result = list(EachLocal.result).replacing(at: position, with: cell)
      }
      advanceEach(after: position)
    case .trim:
      if case .object(let gone) = cell, core.pointee.isAlive(gone) { release(gone) }
      if isWhole {
        locals[EachLocal.position] = .int(position + 1)
      } else {
        result = list(EachLocal.result).removing(at: number(EachLocal.changeIndex))
        advanceEach(after: position)
      }
    case .retire:
      if case .object(let gone) = cell, core.pointee.isAlive(gone) { release(gone) }
      locals[EachLocal.task] = locals[EachLocal.interrupted]
      return
    case .done: break
    }
    guard let result else { throw Operators.tooDeep }
    locals[EachLocal.result] = .list(result)
  }

  /// Continues with the next of several elements that have come or gone at once.
  private func advanceEach(after position: Int) {
    let several = abs(list(EachLocal.list).count - list(EachLocal.cells).count)
    if position + 1 < number(EachLocal.changeIndex) + several {
      locals[EachLocal.position] = .int(position + 1)
    } else {
      locals[EachLocal.task] = .int(EachTask.done.rawValue)
    }
  }

  /// Pushes the cells, and says what happened to their list.
  func eachEnd() {
    let kind = ListChange.Kind(rawValue: UInt8(number(EachLocal.changeKind))) ?? .set
    core.pointee.request.change = ListChange(kind, at: number(EachLocal.changeIndex))
    forgetFills(from: frames.count + 1)
    guard isWhole, let fill = session.state.running.fills.popLast() else {
      return push(locals[EachLocal.result])
    }
    push(ListValue(fill.cells).map(Value.list) ?? .list(.empty))
  }
}

extension Session {
  /// Why instances of the class cannot be cells.
  package func mistake(ofCell classID: ClassID) -> Mistake? {
    let viewModel = core.pointee.declared(viewModelName, in: classID)
    return mistake(
      ofCell: core.pointee.classes[Int(classID.index)].name, viewModel: viewModel?.role,
      isComputed: viewModel?.isComputed ?? false)
  }
}

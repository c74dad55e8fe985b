import BindingEngine
import Compiling
import Language
import Names

// Elements of lists, and members of objects that a value names: `list[0]`, `vm[key]`.
extension Machine {
  private func slot(of object: ObjectID, key: String) throws(ScriptFailure) -> UInt32 {
    let name = session.names.intern(key)
    guard let slot = core.pointee.slot(name, of: object) else {
      throw noProperty(name, of: object)
    }
    return slot
  }

  func pushElement() throws(ScriptFailure) {
    let index = pop()
    let base = pop()
    switch core.pointee.living(base) {
    case .list(let list):
      if case .int(let place) = index, place >= 0 { noteInside(base, element: place) }
      push(core.pointee.living(list[try ListOperation.position(index, below: list.count)]))
    case .dictionary(let dictionary):
      push(core.pointee.living(try Operators.entry(of: dictionary, at: index)))
    case .string(let text): push(try Operators.character(of: text, at: index, &texts))
    case .object:
      guard case .string(let key) = index else { throw ValuePlace.key.failure(index) }
      try pushMember(of: base, DottedKey.names(in: key))
    case .nil: push(.nil)
    default: throw ValuePlace.list.failure(base)
    }
  }

  /// Pushes what names lead to: members of objects, and at the end also of other values.
  private func pushMember(of first: Value, _ names: [String]) throws(ScriptFailure) {
    var base = first
    for (index, name) in names.enumerated() {
      guard case .object(let object) = core.pointee.living(base) else {
        try pushTail(of: core.pointee.living(base), session.names.intern(name))
        base = pop()
        continue
      }
      let here = pc
      // If it is evaluated first, this instruction runs again with the rest of the names.
      let rest = Value.string(names[index...].joined(separator: "."))
      try pushProperty(try slot(of: object, key: name), of: base, key: rest)
      if pc != here { return }
      base = pop()
    }
    push(core.pointee.living(base))
  }

  /// Replaces an element of a list or dictionary, or writes a member of an object. An object stays in place, so
  /// the instructions that write a list back are skipped.
  func replaceElement(_ instruction: Instruction) throws(ScriptFailure) {
    let value = pop()
    let index = pop()
    let base = pop()
    if case .list(let list) = base {
      let changed: ListValue
      (changed, listChange) = try ListOperation.replace.changed(list, index, value)
      return push(.list(changed))
    }
    if case .dictionary(let dictionary) = base {
      try spend(Machine.bytesOfListChange)
      listChange = .set
      return push(.dictionary(try dictionary.changed(index, to: value)))
    }
    for _ in 0..<(instruction.b >> 2) { drop() }
    jump(to: instruction.a)
    try write(value, to: base, key: index, how: Int32(instruction.b & 3))
  }

  /// Writes a member of an object that cannot be written itself. For a list the next instruction
  /// reports what is wrong.
  func setElement(_ instruction: Instruction) throws(ScriptFailure) {
    let value = pop()
    let key = pop()
    let base = pop()
    switch base {
    case .list, .dictionary: return
    default: break
    }
    pc += 1
    try write(value, to: base, key: key, how: instruction.a)
  }

  /// - Parameter how: As for `setMember`.
  private func write(
    _ value: Value, to base: Value, key: Value, how: Int32
  ) throws(ScriptFailure) {
    try refuseInFunction("write '\(sourceText)'", on: base)
    var base = core.pointee.living(base)
    guard case .string(let text) = key else {
      if case .object = base { throw ValuePlace.key.failure(key) }
      throw ValuePlace.writtenList.failure(base)
    }
    switch base {
    case .object, .nil: break
    default: throw ValuePlace.writtenList.failure(base)
    }
    let names = DottedKey.names(in: text)
    for name in names.dropLast() {
      guard case .object(let object) = base else { break }
      base = core.pointee.living(core.pointee.read(try slot(of: object, key: name)))
    }
    let last = names[names.count - 1]
    guard case .object(let object) = base else { return try writeToNothing(base, value, last) }
    let slot = try slot(of: object, key: last)
    if how == 1 {
      if let error = core.pointee.storeSilent(value, in: slot) { throw .graph(error) }
      return
    }
    let runs =
      how == 2
      ? core.pointee.write(value, to: slot, change: listChange)
      : core.pointee.write(value, to: slot)
    if runs { try handle(core.pointee.run()) }
  }
}

import BindingEngine
import Language
import Names

/// Dictionaries, ranges, parts of lists and strings, and questions about types.
extension Machine {
  func makeDictionary(_ count: Int) throws(ScriptFailure) {
    var keys: [Value] = []
    var values: [Value] = []
    let first = sp - 2 * count
    for position in 0..<count {
      keys.append((first + 2 * position).pointee)
      values.append((first + 2 * position + 1).pointee)
    }
    let dictionary = try DictionaryValue.literal(keys, values)
    discard(2 * count)
    push(.dictionary(dictionary))
  }

  /// The entry of a dictionary for a key that is written out, or the member of an object.
  func pushEntry(cache: UInt16) throws(ScriptFailure) {
    guard case .dictionary(let dictionary) = (sp - 1).pointee else {
      return try pushMember(of: pop(), cache: cache)
    }
    drop()
    let name = (code.caches.base + Int(cache)).pointee.name
    push(core.pointee.living(dictionary[.string(session.names.text(of: name))] ?? .nil))
  }

  func pushLoopIndex(_ slot: Int) {
    guard case .int(let next) = locals[slot + 1] else { preconditionFailure("no loop") }
    if case .dictionary(let dictionary) = locals[slot] {
      push(dictionary.keys[next - 1])
    } else {
      push(.int(next - 1))
    }
  }

  func pushRange(isClosed: Bool) throws(ScriptFailure) {
    let high = pop()
    let numbers = try Operators.numbers(pop(), high, isClosed: isClosed)
    try spend(numbers.count * MemoryLayout<Value>.stride)
    push(Operators.list(of: numbers))
  }

  func pushPart(isClosed: Bool) throws(ScriptFailure) {
    let high = pop()
    let numbers = try Operators.numbers(pop(), high, isClosed: isClosed)
    let base = core.pointee.living(pop())
    noteInside(base)
    try spend(onCopyOf: base)
    push(try Operators.part(base, numbers, &texts))
  }

  /// Whether the value on top is of a type; an Int is not a Double here.
  func pushWhether(_ type: ValueType) {
    let value = core.pointee.living(pop())
    let isOfKind = ValueKinds(of: type).contains(ValueKinds(of: value))
    switch (type.base, value) {
    case (.instance, .object), (.enumeration, .enumeration):
      push(.bool(core.pointee.admit(value, as: type) != nil))
    default: push(.bool(isOfKind))
    }
  }

  /// Whether the text on top has been added to a member of the object below it, and both are gone;
  /// otherwise only the text is.
  func growMember(_ cache: UInt16) throws(ScriptFailure) -> Bool {
    let piece = pop()
    guard case .string(let text) = piece, case .object(let object) = (sp - 1).pointee,
      core.pointee.isAlive(object),
      let slot = core.pointee.slot((code.caches.base + Int(cache)).pointee.name, of: object)
    else { return false }
    try spend(2 * text.utf8.count)
    guard core.pointee.grow(slot, by: text, upTo: Operators.longestString) else { return false }
    drop()
    return true
  }

  func addToLocal(_ slot: Int) throws(ScriptFailure) {
    let right = pop()
    let place = locals + slot
    guard case .string(let piece) = right, case .string = place.pointee else {
      place.pointee = try Operators.add(place.pointee, right)
      return
    }
    try spend(2 * piece.utf8.count)
    // Without another reference, the text grows in place.
    guard case .string(var text) = place.move() else { preconditionFailure("it was a string") }
    let fits = text.utf8.count + piece.utf8.count <= Operators.longestString
    if fits { text += piece }
    place.initialize(to: .string(text))
    if !fits { throw Operators.tooLong }
  }
}

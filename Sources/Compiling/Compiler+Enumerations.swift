import BindingEngine
import Language
import Names
import Syntax

/// Enumerations, and the choice between their cases.
extension Compiler {
  /// The enumeration for which a name stands, if it is one.
  func enumeration(_ base: NodeID) -> Enumeration? {
    guard case .name(let name) = tree.expression(base),
      case .global(.enumeration(let enumeration))? = resolve(name)
    else { return nil }
    return enumeration
  }

  /// `Phase.idle`, or `Phase.failed("late")`.
  ///
  /// - Parameter values: What is in parentheses; nil without them.
  mutating func enumerationCase(
    _ enumeration: Enumeration, _ nameNode: NodeID, _ values: NodeList?, at id: NodeID
  ) throws(Diagnostic) {
    let name = tree.name(nameNode)
    try refuse(session.mistake(ofCase: name, of: enumeration, with: values?.count), at: nameNode)
    guard let values else {
      return push(
        .enumeration(EnumerationCase(text(name), of: enumeration)), at: tree[id].span)
    }
    let count = try push(arguments: values, of: name, at: id)
    code.enumerations.append(enumeration)
    emit(
      .makeCase, a: Int32(code.enumerations.count - 1), b: try cache(name), at: tree[id].span,
      stack: 1 - count)
  }

  /// - Parameter isValue: Whether the value of the chosen block is that of the block around.
  mutating func switchStatement(
    _ choice: SwitchSyntax, isValue: Bool, at span: SourceSpan
  ) throws(Diagnostic) {
    let place = tree[choice.subject].span
    let number = beginChoice(at: place)
    if isValue { try expression(choice.subject) } else { try condition(choice.subject) }
    reach(.branch, of: number, at: place)
    let visible = locals.count
    let subject = newLocal(.none, .constant)
    emit(.beginSwitch, a: subject, at: tree[choice.subject].span, stack: -1)
    var ends: [Int] = []
    for part in choice.named {
      var hits: [Int] = []
      for pattern in part.patterns {
        let place = tree[pattern.name].span
        emit(.isCase, a: subject, b: try cache(tree.name(pattern.name)), at: place, stack: 1)
        hits.append(emit(.jumpIfTrueKeeping, at: place, stack: -1))
      }
      let miss = emit(.jump, at: span)
      for hit in hits { land(hit) }
      emit(.pop, at: span)
      let known = locals.count
      if let pattern = part.patterns.first, !part.names.isEmpty {
        emit(
          .openCase, a: subject, b: UInt16(clamping: part.names.count),
          at: tree[pattern.name].span, stack: part.names.count)
        let slots = part.names.map { newLocal(tree.name($0), .constant) }
        for slot in slots.reversed() { emit(.setLocal, a: slot, at: span, stack: -1) }
      }
      chosen(part.block, isValue)
      locals.removeSubrange(known...)
      ends.append(emit(.jump, at: span))
      land(miss)
    }
    if choice.otherwise.exists { chosen(choice.otherwise, isValue) }
    for end in ends { land(end) }
    locals.removeSubrange(visible...)
  }

  private mutating func chosen(_ block: NodeID, _ isValue: Bool) {
    noteEntry(block)
    if isValue { blockValue(block) } else { body(block) }
  }
}

import Language
import Names
import Syntax

extension Compiler {
  mutating func assign(_ assignment: AssignSyntax, at id: NodeID) throws(Diagnostic) {
    let span = tree[id].span
    if let (local, value) = growingLocal(assignment) {
      try expression(value)
      emit(.addToLocal, a: local, at: span, stack: -1)
    } else if let operation = assignment.operation {
      let grown = try growing(assignment)
      defer { if let grown { land(grown) } }
      try modify(assignment.target, isSilent: assignment.isSilent) {
        (compiler) throws(Diagnostic) in
        try compiler.expression(assignment.value)
        compiler.emit(Compiler.operation(for: operation), at: span, stack: -1)
      }
    } else {
      try write(to: assignment.target, isSilent: assignment.isSilent) {
        (compiler) throws(Diagnostic) in
        try compiler.expression(assignment.value)
      }
    }
  }

  /// Emits the shortcut for text that a property gets at its end, where what is added has no effects.
  ///
  /// - Returns: The jump that is taken then.
  private mutating func growing(_ assignment: AssignSyntax) throws(Diagnostic) -> Int? {
    guard assignment.operation == .add, !assignment.isSilent, addsText(assignment),
      !tree.ids(within: assignment.value).contains(where: {
        tree[$0].kind == .call || tree[$0].kind == .new
      })
    else { return nil }
    let span = tree[assignment.target].span
    let name: Name
    switch tree.expression(assignment.target) {
    case .name(let own):
      guard case .member? = resolve(own), case .frame = selfAccess else { return nil }
      try pushSelf(at: assignment.target)
      name = own
    case .member(let base, let nameNode)
    where globalSlot(base) != nil && !tree.isKey(assignment.target):
      try expression(base)
      name = tree.name(nameNode)
    default: return nil
    }
    try expression(assignment.value)
    let jump = emit(.growMember, b: try cache(name), at: span, stack: -1)
    emit(.pop, at: span, stack: -1)
    return jump
  }

  /// Whether an assignment probably adds to text: by what it adds, or by what the property holds now.
  private func addsText(_ assignment: AssignSyntax) -> Bool {
    switch tree[assignment.value].kind {
    case .stringLiteral, .interpolation: return true
    default: break
    }
    if case .string? = session.value(at: assignment.target, in: tree) { return true }
    return false
  }

  /// The local that an assignment adds something to, as `s += x` and `s = s + x` do, and what it adds.
  private func growingLocal(_ assignment: AssignSyntax) -> (local: Int32, value: NodeID)? {
    guard case .name(let name) = tree.expression(assignment.target),
      case .local(let local)? = resolve(name), local.kind == .variable
    else { return nil }
    if assignment.operation == .add { return (local.slot, assignment.value) }
    guard assignment.operation == nil,
      case .binary(.add, let left, let right) = tree.expression(assignment.value),
      case .name(name) = tree.expression(left)
    else { return nil }
    return (local.slot, right)
  }

  /// Writes what `value` pushes to `target`.
  private mutating func write(
    to target: NodeID, isSilent: Bool, isListChange: Bool = false,
    _ value: (inout Compiler) throws(Diagnostic) -> Void
  ) throws(Diagnostic) {
    let span = tree[target].span
    let how: Int32 = isSilent ? 1 : isListChange ? 2 : 0
    switch tree.expression(target) {
    case .name: try writeName(target, isSilent: isSilent, how, value)
    case .member(let base, _) where mayBeEntry(target):
      try writeElement(base, target, isSilent: isSilent, how, at: span, value)
    case .member(let base, let nameNode):
      let name = tree.name(nameNode)
      if let slot = globalSlot(base), how == 0 {
        try value(&self)
        emit(.setGlobalMember, a: slot, b: try cache(name), at: span, stack: -1)
        return
      }
      if case .name(session.turnName) = tree.expression(base), resolve(session.turnName) == nil {
        throw error(.turnWritten, at: target)
      }
      try refuseTail(name, behind: base, at: target)
      try expression(base)
      try value(&self)
      emit(.setMember, a: how, b: try cache(name), at: span, stack: -2)
    case .element(let base, _):
      try writeElement(base, target, isSilent: isSilent, how, at: span, value)
    case .selfReference: throw error(.selfWritten, at: target)
    case .parenthesized(let inner):
      try write(to: inner, isSilent: isSilent, isListChange: isListChange, value)
    default:
      throw error("this cannot be written; a variable or a property can", at: target)
    }
  }

  /// Writes an element of the list that `base` holds, or a member of the object there.
  private mutating func writeElement(
    _ base: NodeID, _ target: NodeID, isSilent: Bool, _ how: Int32, at span: SourceSpan,
    _ value: (inout Compiler) throws(Diagnostic) -> Void
  ) throws(Diagnostic) {
    if let refusal = refusal(ofWriting: base), !hasNumber(target) {
      try expression(base)
      try index(of: target)
      try value(&self)
      emit(.setElement, a: how, at: span, stack: -3)
      code.failures.append(refusal)
      emit(.fail, a: Int32(code.failures.count - 1), at: span)
      return
    }
    let outside = stackDepth
    var written = 0
    try modify(base, isSilent: isSilent, isListChange: !isSilent) {
      (compiler) throws(Diagnostic) in
      try compiler.index(of: target)
      try value(&compiler)
      let beside = UInt16(compiler.stackDepth - outside - 3)
      written = compiler.emit(
        .replaceElement, b: beside << 2 | UInt16(how), at: span, stack: -2)
    }
    // An error of writing a member is reported at this place.
    let end = emit(.jump, at: span)
    land(end)
    land(written)
  }

  /// Whether the brackets of a target contain a number, which names no member.
  private func hasNumber(_ target: NodeID) -> Bool {
    guard case .element(_, let index) = tree.expression(target) else { return false }
    return tree[index].kind == .intLiteral
  }

  /// Why a name that may hold an object cannot be written itself.
  private func refusal(ofWriting base: NodeID) -> Diagnostic? {
    switch tree.expression(base) {
    case .selfReference: return error(.selfWritten, at: base)
    case .name(let name):
      switch resolve(name) {
      case .local(let local):
        return mistake(ofWriting: name, local.kind).map { error($0, at: base) }
      case .global(let symbol):
        switch symbol {
        case .object(let slot), .constant(let slot):
          // A constant that holds a list or a dictionary now holds it permanently.
          switch session.core.pointee.read(slot) {
          case .list, .dictionary: return nil
          default: break
          }
          return mistake(ofWriting: name, symbol.kind, isSilent: false).map {
            error($0, at: base, note: session.declaration(of: name).map { ("declared here", $0) })
          }
        default: return nil
        }
      case .member, nil: return nil
      }
    default: return nil
    }
  }

  /// Throws: a name after a value is written, according to the type of what holds the value.
  private func refuseTail(
    _ name: Name, behind base: NodeID, at target: NodeID
  ) throws(Diagnostic) {
    let kinds = declaredKinds(of: base)?.subtracting(.nil)
    try refuse(kinds?.mistake(ofWriting: text(name)), at: target)
  }

  /// The slot of a global that a bare name leads to.
  private func globalSlot(_ id: NodeID) -> Int32? {
    guard case .name(let name) = tree.expression(id), case .global(let symbol) = resolve(name)
    else { return nil }
    switch symbol {
    case .object(let slot), .constant(let slot), .variable(let slot): return Int32(exactly: slot)
    default: return nil
    }
  }

  private mutating func writeName(
    _ id: NodeID, isSilent: Bool, _ how: Int32,
    _ value: (inout Compiler) throws(Diagnostic) -> Void
  ) throws(Diagnostic) {
    let span = tree[id].span
    let name = tree.name(id)
    switch resolve(name) {
    case .local(let local):
      try refuse(mistake(ofWriting: name, local.kind), at: id)
      try value(&self)
      emit(.setLocal, a: local.slot, at: span, stack: -1)
    case .member:
      if case .frame = selfAccess {
        try value(&self)
        emit(.setSelfMember, a: how, b: try cache(name), at: span, stack: -1)
      } else {
        try pushSelf(at: id)
        try value(&self)
        emit(.setMember, a: how, b: try cache(name), at: span, stack: -2)
      }
    case .global(let symbol):
      if let mistake = mistake(ofWriting: name, symbol.kind, isSilent: isSilent) {
        if case .silentVariable = mistake { throw error(mistake, at: id) }
        throw error(
          mistake, at: id, note: session.declaration(of: name).map { ("declared here", $0) })
      }
      guard case .variable(let slot) = symbol else { return }
      try value(&self)
      emit(.setGlobal, a: Int32(slot), at: span, stack: -1)
    case nil:
      throw name == session.turnName ? error(.turnWritten, at: id) : unknownName(id)
    }
  }

  /// Reads `target`, lets `change` make another value from it, and writes that back.
  mutating func modify(
    _ target: NodeID, isSilent: Bool, isListChange: Bool = false,
    _ change: (inout Compiler) throws(Diagnostic) -> Void
  ) throws(Diagnostic) {
    let node = tree[target]
    guard case .member(let base, let nameNode) = tree.expression(target), globalSlot(base) == nil,
      !mayBeEntry(target)
    else {
      guard node.kind == .name || node.kind == .member || node.kind == .element else {
        throw error("only a property or a variable can be changed in place", at: target)
      }
      return try write(
        to: target, isSilent: isSilent, isListChange: isListChange
      ) { (compiler) throws(Diagnostic) in
        try compiler.expression(target)
        try change(&compiler)
      }
    }
    // The object is evaluated once for both the reading and the writing.
    let name = tree.name(nameNode)
    try refuseTail(name, behind: base, at: target)
    try expression(base)
    emit(.duplicate, at: node.span, stack: 1)
    emit(.member, b: try cache(name), at: node.span)
    try change(&self)
    emit(
      .setMember, a: isSilent ? 1 : isListChange ? 2 : 0, b: try cache(name), at: node.span,
      stack: -2)
  }

  mutating func declareValue(
    _ declared: ValueSyntax, isConstant: Bool, at id: NodeID
  ) throws(Diagnostic) {
    let span = tree[id].span
    let name = tree.name(declared.name)
    try expression(declared.value)
    guard isTopLevel, blockDepth == 0 else {
      let slot = newLocal(name, isConstant ? .constant : .variable)
      emit(.setLocal, a: slot, at: span, stack: -1)
      return
    }
    try refuseIfTaken(declared.name, by: isConstant ? .constant : .variable)
    if tree[declared.value].kind == .new {
      emit(.nameInstance, a: Int32(name.index), at: span)
    }
    emit(
      .declareGlobal, a: Int32(declared.name.index), b: isConstant ? 0 : 1, at: span, stack: -1)
  }

  /// Throws if a name is taken.
  func refuseIfTaken(_ id: NodeID, by kind: SymbolKind) throws(Diagnostic) {
    if let refusal = session.refusal(ofDeclaring: id, as: kind, in: tree) { throw refusal }
  }
}

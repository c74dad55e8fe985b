import BindingEngine
import Language
import Names
import Syntax

extension Compiler {
  /// Emits code that pushes the value of `id`.
  package mutating func expression(_ id: NodeID) throws(Diagnostic) {
    let span = tree[id].span
    switch tree.expression(id) {
    case .nilLiteral: emit(.pushNil, at: span, stack: 1)
    case .boolLiteral(let flag): emit(flag ? .pushTrue : .pushFalse, at: span, stack: 1)
    case .intLiteral(let number): integer(number, at: span)
    case .doubleLiteral(let number): push(.double(number), at: span)
    case .durationLiteral(let time): push(.duration(time), at: span)
    case .stringLiteral(let text): push(.string(text), at: span)
    case .interpolation(let parts):
      for part in parts { try expression(part) }
      emit(.interpolate, a: Int32(parts.count), at: span, stack: 1 - parts.count)
    case .listLiteral(let elements):
      for element in elements { try expression(element) }
      emit(.makeList, a: Int32(elements.count), at: span, stack: 1 - elements.count)
    case .dictionaryLiteral(let parts): try dictionary(parts, at: span)
    case .name(let name): try nameExpression(name, at: id)
    case .selfReference: try pushSelf(at: id)
    case .member(let base, let name): try memberExpression(base, name, at: id)
    case .element(let base, let index):
      try expression(base)
      if let range = tree.range(index) { return try part(range, at: span) }
      try expression(index)
      emit(.element, at: span, stack: -1)
    case .call(let callee, let arguments): try call(callee, arguments, at: id)
    case .new(let name, let body):
      try instance(of: name, body: body, at: id, declaredAs: nil)
    case .unary(let operation, let operand):
      try expression(operand)
      emit(operation == .not ? .not : .negate, at: span)
    case .binary(let operation, let left, let right):
      try binary(operation, left, right, at: span)
    case .conditional(let condition, let then, let otherwise):
      let choice = beginChoice(at: span)
      try expression(condition)
      reach(.branch, of: choice, at: span)
      let skip = emit(.jumpIfFalse, at: tree[condition].span, stack: -1)
      noteEntry(then)
      try expression(then)
      let end = emit(.jump, at: span, stack: -1)
      land(skip)
      noteEntry(otherwise)
      try expression(otherwise)
      land(end)
      reach(.end, of: choice, at: span)
    case .responds(let base, let name):
      try expression(base)
      emit(.responds, b: try cache(tree.name(name)), at: tree[base].span)
    case .typeTest(let base, let type): try typeTest(base, type)
    case .parenthesized(let inner): try expression(inner)
    case .number(let number):
      throw error(
        "'#' names a binding, which is not a value", at: id, help: "write explain #\(number)")
    case .missing, .labeledArgument, .valueBlock, .none:
      throw error("an expression is expected here", at: id)
    }
  }

  mutating func push(_ value: Value, at span: SourceSpan) {
    emit(.constant, a: constant(value), at: span, stack: 1)
  }

  private mutating func integer(_ number: Int, at span: SourceSpan) {
    if let small = Int32(exactly: number) {
      emit(.integer, a: small, at: span, stack: 1)
    } else {
      push(.int(number), at: span)
    }
  }

  // MARK: Names

  /// Where a bare name leads.
  enum Resolution {
    case local(Local)
    case member
    case global(Symbol)
  }

  func resolve(_ name: Name) -> Resolution? {
    if let local = locals.last(where: { $0.name == name }) { return .local(local) }
    if let members, members.names.contains(name) { return .member }
    if let symbol = session.symbol(name) { return .global(symbol) }
    return nil
  }

  private mutating func nameExpression(_ name: Name, at id: NodeID) throws(Diagnostic) {
    let span = tree[id].span
    switch resolve(name) {
    case .local(let local): emit(.local, a: local.slot, at: span, stack: 1)
    case .member: try selfMember(name, at: id)
    case .global(let symbol):
      switch symbol {
      case .object(let slot), .constant(let slot), .variable(let slot):
        emit(.global, a: Int32(slot), at: span, stack: 1)
        if let role, role.followsWhatItReads, case .variable = symbol {
          session.warnAboutVariable(name, of: role, in: file, at: span)
        }
      case .classSymbol, .protocolSymbol, .enumeration, .transformer, .link, .semantics, .action,
        .function:
        try refuse(mistake(ofValue: name, symbol.kind, in: role), at: id)
        push(.string(text(name)), at: span)
      }
    case nil:
      if name == session.turnName {
        throw error(.turnAsValue, at: id)
      }
      guard name == session.lastValueName else { throw unknownName(id) }
      push(session.core.pointee.living(session.lastValue), at: span)
    }
  }

  /// The error for a name without a declaration.
  ///
  /// - Parameter words: What else could be there.
  func unknownName(_ id: NodeID, orAnyOf words: [String] = []) -> Diagnostic {
    error(unknown(tree.name(id), orAnyOf: words), at: id)
  }

  mutating func pushSelf(at id: NodeID) throws(Diagnostic) {
    let span = tree[id].span
    switch selfAccess {
    case .frame: emit(.pushSelf, at: span, stack: 1)
    case .local(let slot): emit(.local, a: slot, at: span, stack: 1)
    case .none:
      throw error(.selfOutside, at: id)
    }
  }

  mutating func selfMember(_ name: Name, at id: NodeID) throws(Diagnostic) {
    let span = tree[id].span
    switch selfAccess {
    case .frame: emit(.selfMember, b: try cache(name), at: span, stack: 1)
    default:
      try pushSelf(at: id)
      emit(.member, b: try cache(name), at: span)
    }
  }

  private mutating func memberExpression(
    _ base: NodeID, _ nameNode: NodeID, at id: NodeID
  ) throws(Diagnostic) {
    let span = tree[id].span
    let name = tree.name(nameNode)
    if let found = enumeration(base) {
      return try enumerationCase(found, nameNode, nil, at: id)
    }
    if case .name(let baseName) = tree.expression(base) {
      if baseName == session.changeName, case .local(let local)? = resolve(baseName),
        local.isChange
      {
        return try changeField(local, name, at: nameNode, span: span)
      }
      switch resolve(baseName) {
      case .global(let symbol):
        switch symbol {
        case .object(let slot), .constant(let slot), .variable(let slot):
          if let slot = Int32(exactly: slot), !tree.isKey(id) || symbol.kind == .object {
            if let role, role.followsWhatItReads, case .variable = symbol { break }
            emit(.globalMember, a: slot, b: try cache(name), at: span, stack: 1)
            return
          }
        default: break
        }
      case nil where baseName == session.turnName:
        return try turnField(name, at: nameNode, span: span)
      default: break
      }
    }
    try expression(base)
    if tree.isKey(id), declaredKinds(of: base)?.isDisjoint(with: .dictionary) != true {
      return try memberByKey(name, at: span)
    }
    if let kinds = declaredKinds(of: base),
      let failure = TailChain([text(name)], behind: kinds).failure
    {
      throw error(failure.mistake, at: id)
    }
    emit(.member, b: try cache(name), at: span)
  }

  /// What `base` can hold according to its type: a property of a named object, which no write can
  /// replace.
  func declaredKinds(of base: NodeID) -> ValueKinds? {
    guard case .member(let owner, let property) = tree.expression(base),
      case .name(let ownerName) = tree.expression(owner),
      case .global(let symbol) = resolve(ownerName)
    else { return nil }
    switch symbol {
    case .object(let root), .constant(let root):
      guard case .object(let object) = session.core.pointee.read(root),
        session.core.pointee.isAlive(object),
        let slot = session.core.pointee.slot(tree.name(property), of: object)
      else { return nil }
      let info = session.core.pointee.info(of: slot)
      return info.role == .property ? ValueKinds(of: info.type) : nil
    default: return nil
    }
  }

  /// `change.kind`, `change.index` or `change.count`: the block has them as a list.
  private mutating func changeField(
    _ local: Local, _ name: Name, at id: NodeID, span: SourceSpan
  ) throws(Diagnostic) {
    guard let position = ChangeField.allCases.firstIndex(where: { $0.rawValue == text(name) })
    else { throw error(unknownChangeField(name), at: id) }
    emit(.local, a: local.slot, at: span, stack: 1)
    emit(.integer, a: Int32(position), at: span, stack: 1)
    emit(.element, at: span, stack: -1)
  }

  private mutating func turnField(_ name: Name, at id: NodeID, span: SourceSpan) throws(Diagnostic)
  {
    guard let field = TurnField(rawValue: text(name)) else {
      throw error(unknownTurnField(name), at: id)
    }
    let position = TurnField.allCases.firstIndex(of: field) ?? 0
    code.usesLastTurn = true
    emit(.turnField, a: Int32(position), at: span, stack: 1)
  }

  // MARK: Operators

  private mutating func binary(
    _ operation: BinaryOperator, _ left: NodeID, _ right: NodeID, at span: SourceSpan
  ) throws(Diagnostic) {
    let chooses = operation == .and || operation == .or || operation == .coalesce
    let choice = chooses ? beginChoice(at: span) : 0
    try expression(left)
    switch operation {
    case .and, .or, .coalesce:
      reach(.branch, of: choice, at: span)
      let jump: Operation =
        switch operation {
        case .and: .jumpIfFalseKeeping
        case .or: .jumpIfTrueKeeping
        default: .jumpIfValueKeeping
        }
      let skip = emit(jump, at: tree[left].span, stack: -1)
      try expression(right)
      if operation != .coalesce { emit(.requireBool, at: tree[right].span) }
      land(skip)
      reach(.end, of: choice, at: span)
    default:
      if operation == .add, case .intLiteral(let number) = tree.expression(right),
        let small = Int32(exactly: number)
      {
        emit(.addInteger, a: small, at: span)
        return
      }
      try expression(right)
      emit(Compiler.operation(for: operation), at: span, stack: -1)
    }
  }

  static func operation(for operation: BinaryOperator) -> Operation {
    switch operation {
    case .equal: .equal
    case .notEqual: .notEqual
    case .less: .less
    case .lessOrEqual: .lessOrEqual
    case .greater: .greater
    case .greaterOrEqual: .greaterOrEqual
    case .add: .add
    case .subtract: .subtract
    case .multiply: .multiply
    case .divide: .divide
    case .remainder: .remainder
    case .closedRange: .closedRange
    case .range: .range
    case .or, .and, .coalesce: preconditionFailure("these jump")
    }
  }
}

import Syntax

extension Compiler {
  mutating func assign(_ id: NodeID) throws(Diagnostic) {
    let node = tree[id]
    let isSilent = node.flags & 2 != 0
    let value = NodeID(node.b)
    let target = NodeID(node.a)
    if node.flags & 1 == 0 {
      try write(to: target, isSilent: isSilent) { (compiler) throws(Diagnostic) in
        try compiler.expression(value)
      }
    } else {
      try modify(target, isSilent: isSilent) { (compiler) throws(Diagnostic) in
        try compiler.expression(value)
        compiler.emit(.add, at: node.span, stack: -1)
      }
    }
  }

  /// Writes what `value` pushes to `target`.
  private mutating func write(
    to target: NodeID, isSilent: Bool, isListChange: Bool = false,
    _ value: (inout Compiler) throws(Diagnostic) -> Void
  ) throws(Diagnostic) {
    let node = tree[target]
    let how: Int32 = isSilent ? 1 : isListChange ? 2 : 0
    switch node.kind {
    case .name: try writeName(target, isSilent: isSilent, how, value)
    case .member:
      let base = NodeID(node.a)
      let name = tree.name(NodeID(node.b))
      if let slot = globalSlot(base), how == 0 {
        try value(&self)
        emit(.setGlobalMember, a: slot, b: try cache(name), at: node.span, stack: -1)
        return
      }
      if tree[base].kind == .name, tree.name(base) == session.turnName,
        resolve(session.turnName) == nil
      {
        throw error(.turnWritten, at: target)
      }
      try refuseTail(target)
      try expression(base)
      try value(&self)
      emit(.setMember, a: how, b: try cache(name), at: node.span, stack: -2)
    case .element:
      let index = NodeID(node.b)
      try modify(NodeID(node.a), isSilent: isSilent, isListChange: !isSilent) {
        (compiler) throws(Diagnostic) in
        try compiler.expression(index)
        try value(&compiler)
        compiler.emit(.replaceElement, at: node.span, stack: -2)
      }
    case .selfReference: throw error(.selfWritten, at: target)
    case .parenthesized:
      try write(to: NodeID(node.a), isSilent: isSilent, isListChange: isListChange, value)
    default:
      throw error("this cannot be written; a variable or a property can", at: target)
    }
  }

  /// Throws: a name behind a value is written, by the type of what holds the value.
  private func refuseTail(_ target: NodeID) throws(Diagnostic) {
    guard let kinds = declaredKinds(of: NodeID(tree[target].a))?.subtracting(.nil),
      !kinds.contains(.object), let type = kinds.typeName
    else { return }
    throw error(
      .memberNotWritable(text(tree.name(NodeID(tree[target].b))), type: type), at: target)
  }

  /// The slot of a global that a bare name leads to.
  private func globalSlot(_ id: NodeID) -> Int32? {
    guard tree[id].kind == .name, case .global(let symbol) = resolve(tree.name(id)) else {
      return nil
    }
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
      switch local.kind {
      case .variable:
        try value(&self)
        emit(.setLocal, a: local.slot, at: span, stack: -1)
      case .constant:
        throw error(.constantWritten(text(name)), at: id)
      case .parameter:
        throw error(.parameterWritten(text(name)), at: id)
      case .copy:
        throw error(.copyWritten(text(name)), at: id)
      }
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
      guard case .variable(let slot) = symbol else {
        throw error(
          .symbolWritten(text(name), symbol.kind), at: id,
          note: session.symbols[name].map { ("declared here", $0) })
      }
      if isSilent { throw error(.silentVariable, at: id) }
      try value(&self)
      emit(.setGlobal, a: Int32(slot), at: span, stack: -1)
    case nil:
      throw unknownName(id)
    }
  }

  /// Reads `target`, lets `change` make another value of it, and writes that back.
  mutating func modify(
    _ target: NodeID, isSilent: Bool, isListChange: Bool = false,
    _ change: (inout Compiler) throws(Diagnostic) -> Void
  ) throws(Diagnostic) {
    let node = tree[target]
    guard node.kind == .member, globalSlot(NodeID(node.a)) == nil else {
      guard node.kind == .name || node.kind == .member || node.kind == .element else {
        throw error("only a property or a variable can be changed where it stands", at: target)
      }
      return try write(
        to: target, isSilent: isSilent, isListChange: isListChange
      ) { (compiler) throws(Diagnostic) in
        try compiler.expression(target)
        try change(&compiler)
      }
    }
    // The object is worked out once for both the reading and the writing.
    let name = tree.name(NodeID(node.b))
    try refuseTail(target)
    try expression(NodeID(node.a))
    emit(.duplicate, at: node.span, stack: 1)
    emit(.member, b: try cache(name), at: node.span)
    try change(&self)
    emit(
      .setMember, a: isSilent ? 1 : isListChange ? 2 : 0, b: try cache(name), at: node.span,
      stack: -2)
  }

  mutating func declareValue(_ id: NodeID) throws(Diagnostic) {
    let node = tree[id]
    let isVariable = node.kind == .varDeclaration
    let nameNode = NodeID(node.a)
    let name = tree.name(nameNode)
    let value = NodeID(node.b)
    try expression(value)
    guard isTopLevel, blockDepth == 0 else {
      let slot = newLocal(name, isVariable ? .variable : .constant)
      emit(.setLocal, a: slot, at: node.span, stack: -1)
      return
    }
    if let declaration = session.symbols[name] {
      switch declaration.symbol {
      case .constant, .variable: break
      default: try refuseAgain(nameNode, declaration)
      }
    }
    if tree[value].kind == .new {
      emit(.nameInstance, a: Int32(name.index), at: node.span)
    }
    emit(
      .declareGlobal, a: Int32(nameNode.index), b: isVariable ? 1 : 0, at: node.span, stack: -1)
  }

  /// Throws: this name is taken.
  func refuseAgain(_ id: NodeID, _ declaration: Declaration) throws(Diagnostic) {
    let isPrelude = declaration.file == nil
    throw error(
      .declaredAlready(text(tree.name(id)), declaration.symbol.kind, isPrelude: isPrelude), at: id,
      note: declaration.file == nil ? nil : ("first declared here", declaration))
  }
}

import BindingEngine
import Compiling
import Language
import Names
import Syntax

extension Session {
  package func enumeration(named name: Name) -> Enumeration? {
    if case .enumeration(let found)? = symbols.symbol(name) { found } else { nil }
  }

  /// The present declaration of an enumeration.
  func present(_ enumeration: Enumeration) -> Enumeration {
    self.enumeration(named: names.intern(enumeration.name)) ?? enumeration
  }

  func declareEnum(_ node: NodeID, in box: SyntaxTreeBox) throws(ScriptFailure) {
    let tree = box.tree
    guard case .enumDeclaration(let name, let cases) = tree.statement(node) else { return }
    try refuseIfTaken(name, by: .enumeration, in: tree)
    let isAgain = symbols.symbol(tree.name(name))?.kind == .enumeration
    let made = enumeration(name, cases, in: tree)
    symbols[tree.name(name)] = Declaration(
      symbol: .enumeration(made), file: declarationFile(tree.file), span: tree[name].span)
    if isAgain { reportMisfits(of: made) }
  }
}

/// Values of enumerations.
extension Machine {
  /// A case with the values on top of the stack.
  func makeCase(_ instruction: Instruction) throws(ScriptFailure) {
    let enumeration = code.enumerations[Int(instruction.a)]
    let name = session.names.text(
      of: (code.caches.base + Int(instruction.b)).pointee.name)
    let count = enumeration.named(name)?.parameters.count ?? 0
    let values = (0..<count).map { (sp - count + $0).pointee }
    guard let list = ListValue(values) else { throw Operators.tooDeep }
    let value = Value.enumeration(
      EnumerationCase(name, of: enumeration, carrying: list))
    try spend(onCopyOf: value)
    discard(count)
    push(value)
  }

  func beginSwitch(_ slot: Int) throws(ScriptFailure) {
    let value = core.pointee.living(pop())
    switch value {
    case .nil, .enumeration: locals[slot] = value
    case .string(let status) where CommandCall.statuses.named(status) != nil:
      locals[slot] = .enumeration(EnumerationCase(status, of: CommandCall.statuses))
    default: throw .mistake(.switchOfNoEnum(type: Mistake.withArticle(value.typeName)))
    }
  }

  /// Pushes whether a local is the case of a cache; nil is none.
  func pushWhetherCase(_ instruction: Instruction) throws(ScriptFailure) {
    guard case .enumeration(let value) = locals[Int(instruction.a)] else {
      return push(.bool(false))
    }
    let name = (code.caches.base + Int(instruction.b)).pointee.name
    let text = session.names.text(of: name)
    // A value may be from before its enumeration was declared again.
    guard text == value.name || session.present(value.enumeration).named(text) != nil else {
      throw .mistake(session.noCase(name, of: session.present(value.enumeration)))
    }
    push(.bool(text == value.name))
  }

  /// Pushes the values that the case in a local carries, of which there must be that many.
  func openCase(_ instruction: Instruction) throws(ScriptFailure) {
    guard case .enumeration(let value) = locals[Int(instruction.a)] else {
      preconditionFailure("no case")
    }
    let mistake = session.mistake(
      ofCase: session.names.intern(value.name), of: value.enumeration,
      with: Int(instruction.b), isPattern: true)
    if let mistake { throw .mistake(mistake) }
    for element in value.values { push(core.pointee.living(element)) }
  }
}

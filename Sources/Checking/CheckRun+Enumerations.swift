import Language
import Names
import Syntax
import Values

/// Enumerations, and the choice between their cases.
extension CheckRun {
  func declareEnum(_ nameNode: NodeID, _ cases: NodeList) {
    noteCases(cases, of: nameNode)
    guard tree[nameNode].kind == .name, !refuseIfTaken(nameNode, by: .enumeration) else { return }
    declare(nameNode, .enumeration(enumeration(nameNode, cases, in: tree)))
  }

  /// The enumeration for which a name stands, if it is one.
  func enumeration(_ base: NodeID) -> Enumeration? {
    guard case .name(let name) = tree.expression(base),
      case .global(let declaration)? = resolve(name),
      case .enumeration(let enumeration) = declaration.symbol
    else { return nil }
    noteUse(ofDeclared: name, at: base)
    return enumeration
  }

  /// `Phase.idle`, or `Phase.failed("late")`.
  func enumerationCase(
    _ enumeration: Enumeration, _ nameNode: NodeID, _ values: NodeList?
  ) -> StaticValue {
    let name = tree.name(nameNode)
    noteCase(nameNode, of: enumeration)
    let given = values.map { lookAt($0, of: name) }
    if let mistake = mistake(ofCase: name, of: enumeration, with: values?.count) {
      report(mistake, at: nameNode)
      return .unknown
    }
    let carried = given?.values.map(\.whole) ?? []
    if !carried.contains(nil), let list = ListValue(carried.compactMap { $0 }) {
      return StaticValue(
        .enumeration(EnumerationCase(text(name), of: enumeration, carrying: list)))
    }
    var value = StaticValue(.enumeration)
    value.enumeration = enumeration
    return value
  }

  func switchStatement(_ choice: SwitchSyntax) {
    let subject = value(choice.subject)
    if subject.kinds.isDisjoint(with: [.enumeration, .nil]), subject.enumeration == nil,
      let type = subject.kinds.typeName
    {
      report(.switchOfNoEnum(type: Mistake.withArticle(type)), at: choice.subject)
    }
    if let enumeration = subject.enumeration { check(choice, against: enumeration) }
    for part in choice.cases {
      let visible = scope.locals.count
      for name in part.names {
        scope.locals.append(
          Scope.Local(name: tree.name(name), kind: .constant, value: .unknown, node: name))
        noteLocal(name)
      }
      controlled(part.block, certain: false)
      scope.locals.truncate(to: visible)
    }
  }

  private func check(_ choice: SwitchSyntax, against enumeration: Enumeration) {
    var named: Set<String> = []
    for part in choice.named {
      for pattern in part.patterns where tree[pattern.name].kind == .name {
        noteCase(pattern.name, of: enumeration)
        report(mistake(ofPattern: pattern, of: enumeration, in: tree), at: pattern.name)
        named.insert(text(tree.name(pattern.name)))
      }
    }
    let missing = enumeration.cases.map(\.name).filter { !named.contains($0) }
    guard !choice.otherwise.exists, !missing.isEmpty else { return }
    let names = missing.map { "'\($0)'" }.joined(separator: ", ")
    report(
      code: .missingCases, "no block for \(names) of \(enumeration.name)", at: choice.subject,
      help: "add one, or else { … } for the rest")
  }
}

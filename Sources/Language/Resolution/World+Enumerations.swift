import Names
import Syntax
import Text
import Values

// What is wrong with the name of a case.
extension World {
  package func noCase(_ name: Name, of enumeration: Enumeration) -> Mistake {
    let names = enumeration.cases.map(\.name)
    return .noCase(
      text(name), enumeration: enumeration.name, near: near(name, among: names), cases: names)
  }

  /// What is wrong with `Phase.failed("late")`, or with `failed(message)` before a block.
  ///
  /// - Parameter count: How many values or names it has in parentheses; nil without them.
  package func mistake(
    ofCase name: Name, of enumeration: Enumeration, with count: Int?, isPattern: Bool = false
  ) -> Mistake? {
    guard let found = enumeration.named(text(name)) else { return noCase(name, of: enumeration) }
    // A pattern may leave out what the case carries.
    if count == nil, isPattern || found.parameters.isEmpty { return nil }
    if let count, count > 0, count == found.parameters.count { return nil }
    return .caseCarries(
      "\(isPattern ? "" : enumeration.name + ".")\(found.signature)",
      count: found.parameters.count, given: count ?? 0)
  }

  /// What is wrong with a part of `switch` over values of an enumeration.
  package func mistake(
    ofPattern pattern: EnumCaseSyntax, of enumeration: Enumeration, in tree: SyntaxTree
  ) -> Mistake? {
    mistake(
      ofCase: tree.name(pattern.name), of: enumeration,
      with: pattern.parameters.isEmpty ? nil : pattern.parameters.count, isPattern: true)
  }

  /// The enumeration that a declaration makes.
  package func enumeration(_ name: NodeID, _ cases: NodeList, in tree: SyntaxTree) -> Enumeration {
    let cases = cases.filter { tree[$0].kind == .enumCase }.map { tree.enumCase($0) }
    return Enumeration(
      name: text(tree.name(name)),
      cases: cases.filter { tree[$0.name].kind == .name }.map { found in
        Enumeration.Case(
          text(tree.name(found.name)), parameters: found.parameters.map { text(tree.name($0)) })
      })
  }
}

extension EnumerationCase {
  /// `{"case":["Phase","failed","late"]}`
  package func json(_ json: (Value) -> String) -> String {
    let parts = [enumeration.name.json, name.json] + values.map(json)
    return "{\"case\":\(jsonArray(parts))}"
  }
}

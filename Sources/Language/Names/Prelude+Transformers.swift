import Names
import Syntax
import Values

extension Prelude {
  /// What the prelude's transformers take and give on their way forward, as their code shows.
  static let transformers: [String: (takes: ValueKinds, gives: ValueKinds)] = {
    let names = NameTable()
    let (tree, _, _) = Parser.parse(SourceFile(name: "", text: text), names: names)
    var found: [String: (takes: ValueKinds, gives: ValueKinds)] = [:]
    for id in tree.statements {
      guard case .transformer(let transformer) = tree.statement(id),
        case .expression(let result)? = tree.statements(of: transformer.forward).last
          .map(tree.statement)
      else { continue }
      var (takes, gives) = (ValueKinds(), ValueKinds())
      for position in ValueKinds.samples.indices {
        let kind = ValueKinds(rawValue: 1 << UInt16(position))
        let results = kinds(of: result, in: tree, names, from: kind)
        if !results.isEmpty { takes.insert(kind) }
        gives.formUnion(results)
      }
      found[names.text(of: tree.name(transformer.name))] = (takes, gives)
    }
    return found
  }()

  /// The kinds of an expression's value where `value` is of `kind`; none if it fails.
  private static func kinds(
    of expression: NodeID, in tree: SyntaxTree, _ names: NameTable, from kind: ValueKinds
  ) -> ValueKinds {
    switch tree.expression(expression) {
    case .name: return kind
    case .member(let base, let name):
      guard let tail = ValueTail(rawValue: names.text(of: tree.name(name))), kind != .object
      else { return [] }
      return StaticOperators.result(of: tail, kinds(of: base, in: tree, names, from: kind))
    case .unary(.not, _): return kind.intersection(.bool)
    case .unary(.negate, _): return kind.intersection([.number, .duration])
    case .binary(let operation, _, _) where operation.isComparison: return .bool
    default: return .any
    }
  }
}

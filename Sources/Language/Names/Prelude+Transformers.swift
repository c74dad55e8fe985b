import Names
import Syntax
import Values

extension Prelude {
  /// What `help` says about a transformer whose text alone does not show when it passes something on.
  static let notes = [
    "Debounce": """
    A value passes on when no newer one has come for the given time. A newer one drops it, even
    at the very moment at which it is due: 'bind field ~> vm.query | Debounce(300ms)'.
    """,
    "Throttle": """
    The first value passes at once. What comes within the given time is held, the newest only,
    and passes at the end of that time: 'bind scroll.y ~> bar.y | Throttle(100ms)'.
    """,
    "ThrottleFirst": """
    The first value passes at once. What comes within the given time is rejected:
    'bind button.onTouchUpInside !~> vm.save | ThrottleFirst(1s)'.
    """,
    "Delay": """
    Each value passes on after the given time, and in their order. 'Delay(0s)' passes it on in a
    turn of its own: 'bind vm.name ~> label | Delay(500ms)'.
    """,
    "Distinct": """
    Rejects a value that is equal to the last one that it passed on:
    'bind vm.name ~> log.name | Distinct'.
    """,
    "Skip": """
    Rejects as many values as it says, then passes on all: 'bind vm.name ~> log.name | Skip(1)'
    leaves out the first value, which the binding passes when it is made.
    """,
  ]

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

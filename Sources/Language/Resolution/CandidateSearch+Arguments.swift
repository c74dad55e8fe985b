import Syntax
import Values

// What fits an argument of a call, and a stage of a binding.
extension CandidateSearch {
  /// The label that an argument must have, and the form of the call.
  func label(of callee: NodeID, at position: Int) -> (label: String, note: String)? {
    guard case .member(let base, let name) = tree.expression(callee),
      value(of: base)?.isObject != true
    else { return nil }
    let word = world.text(tree.name(name))
    let operation = ListOperation(rawValue: word).map { ($0.labels, $0.signature) }
    let method = ValueMethod.named(word).map { ($0.labels, ".\($0.signature)") }
    guard let (labels, note) = operation ?? method, labels.indices.contains(position),
      !labels[position].isEmpty
    else { return nil }
    return (labels[position], note)
  }

  /// The kinds of the value that reaches the stage at the place; all if they are unknown.
  var kindsBeforeStage: ValueKinds {
    guard let holder = place.holders.first(where: { tree[$0].kind == .binding }) else {
      return .any
    }
    let binding = tree.binding(holder)
    var kinds = ValueKinds.any
    if let source = value(of: binding.source), !source.isObject { kinds = source.kinds }
    for id in binding.stages {
      guard case .named(let name, _, let isReversed) = tree.stage(id) else {
        kinds = .any
        continue
      }
      // What a transformer takes in reverse is not known.
      if name == place.name { return isReversed ? .any : kinds }
      kinds = isReversed ? .any : Prelude.transformers[world.text(tree.name(name))]?.gives ?? .any
    }
    return kinds
  }

  /// Whether a transformer may take a value of one of these kinds.
  func takes(_ transformer: String, _ kinds: ValueKinds) -> Bool {
    let kinds = kinds.subtracting(.nil)
    guard !kinds.isEmpty, !kinds.contains(.object), let known = Prelude.transformers[transformer]
    else { return true }
    return !known.takes.isDisjoint(with: kinds)
  }
}

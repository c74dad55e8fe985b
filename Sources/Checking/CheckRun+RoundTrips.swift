import Language
import Names
import Syntax

/// A declaration that a transformer may need, with its place.
struct TrialDeclaration {
  var script: SyntaxTreeBox
  var node: NodeID
}

/// A two-way binding whose transformers will be tried.
struct Trial {
  var link: StaticGraph.Link
  /// The names of its ends, and the declarations of similar properties.
  var left: (name: String, declaration: String)
  var right: (name: String, declaration: String)
  /// What has to be declared first.
  var declarations: String
  /// The transformers and the transform block, as written.
  var stages: String
}

/// Round trips, tried separately from the script: in a session with the transformers and what they
/// name. No statement of the script itself runs.
extension CheckRun {
  /// How many different bindings are tried, since each needs a session of its own.
  private static let mostTrials = 100

  /// Records a declaration that is certainly made at top level.
  func noteForTrials(_ id: NodeID, _ nameNode: NodeID) {
    guard tree[nameNode].kind == .name else { return }
    let name = tree.name(nameNode)
    let isMade =
      scope.isFlow && scope.isCertain && !scope.isMuted && scope.blockDepth == 0
      && !isLoadingPrelude
    trialDeclarations[name] = isMade ? TrialDeclaration(script: script, node: id) : nil
  }

  /// Records a two-way binding with transformers.
  func noteRoundTrip(
    _ id: NodeID, _ binding: BindingSyntax, _ left: End, _ right: End, number: Int?
  ) {
    let (stages, transform) = (binding.stages, binding.transform)
    guard !stages.isEmpty || transform.exists, !scope.isMuted, !isIncomplete else { return }
    var wanted: Set<Name> = []
    var isOwn = transform.exists
    var text = ""
    for stage in stages {
      text += " | " + sourceText(stage)
      guard case .named(let nameNode, let arguments, _) = tree.stage(stage), arguments.isEmpty
      else {
        guard let uses = namesToTry(in: stage, of: tree) else { return }
        wanted.formUnion(uses)
        isOwn = true
        continue
      }
      let name = tree.name(nameNode)
      // What the built-in transformers lose is known and intended.
      if prelude[name] == nil || symbols[name]?.file != nil { isOwn = true }
      wanted.insert(name)
    }
    if transform.exists {
      guard let uses = namesToTry(in: transform, of: tree) else { return }
      wanted.formUnion(uses)
      text += " transform " + sourceText(transform)
    }
    guard isOwn, let leftProperty = declaration(like: left),
      let rightProperty = declaration(like: right), let declarations = declarations(of: wanted)
    else { return }
    let link = StaticGraph.Link(
      number: number, script: script, node: id,
      left: left.description ?? .expression(binding.left),
      right: right.description ?? .expression(binding.right))
    trials.append(
      Trial(
        link: link, left: (endName(left, binding.left), leftProperty),
        right: (endName(right, binding.right), rightProperty),
        declarations: declarations, stages: text))
  }

  /// Reports the bindings whose transformers do not return the same value, as `cycles` does.
  func reportRoundTrips() {
    // Many bindings may be alike except for the names of their ends.
    guard let trials = options.trials else { return }
    var known: [String: RoundTripOutcome] = [:]
    for trial in self.trials {
      let text = trial.text
      if known[text] == nil {
        guard known.count < CheckRun.mostTrials else { continue }
        known[text] = trials.tryRoundTrip(in: text)
      }
      guard let outcome = known[text], outcome.finding.isWarning,
        let said = outcome.finding.text(ends: (trial.left.name, trial.right.name), outcome.literal)
      else { continue }
      let script = trial.link.script
      findings.add(
        Diagnostic(
          .warning, "\(hopText(trial.link)): \(said)", file: script.tree.file,
          span: script.tree[trial.link.node].span, code: .lossyRoundTrip))
    }
  }

  // MARK: What a transformer needs

  /// The names that a piece of code needs; nil if it does something that a trial must not or cannot do.
  private func namesToTry(in id: NodeID, of tree: SyntaxTree) -> Set<Name>? {
    let ids = tree.ids(within: id)
    for part in ids {
      switch tree[part].kind {
      case .selfReference, .source, .binding, .observe, .on, .after, .new, .varDeclaration,
        .release, .fire, .post:
        return nil
      default: break
      }
    }
    let reader = CodeReader(tree: tree, names, ids)
    let own = tree.name(tree.statement(id).declaredName)
    return reader.names.filter { name in
      name != own && text(name) != "value"
        && (BuiltinFunction(rawValue: text(name)) == nil || symbols[name] != nil)
    }
  }

  /// The text that declares `names` and what they need; nil if something is uncertain.
  private func declarations(of names: Set<Name>) -> String? {
    var order: [Name] = []
    var seen: Set<Name> = []
    var open = names.sorted { $0.index < $1.index }
    while let name = open.popLast() {
      guard seen.insert(name).inserted else { continue }
      if scope.local(name) != nil { return nil }
      if let receiver = scope.receiver, receiver.object.property(name) != nil { return nil }
      guard facts.loose[name] == nil, let declared = symbols[name] else { return nil }
      // If a name has had two meanings, it is unknown which one is meant.
      guard declared.isCertain, !declared.isAgain || scope.isFlow else { return nil }
      if declared.file == nil {
        guard case .transformer = declared.symbol else { return nil }
        continue
      }
      guard let found = trialDeclarations[name],
        let uses = namesToTry(in: found.node, of: found.script.tree)
      else { return nil }
      order.append(name)
      open += uses.sorted { $0.index < $1.index }
    }
    let found = order.compactMap { trialDeclarations[$0] }
    // In the order of the text: a constant needs those before it.
    let sorted = found.sorted { $0.node.index < $1.node.index }
    return sorted.map { $0.script.tree.sourceText(of: $0.node) + "\n" }.joined()
  }

  private func endName(_ end: End, _ node: NodeID) -> String {
    if case .path(let object, let names)? = end.description {
      return ([object.text(self.names)] + names.map(text)).joined(separator: ".")
    }
    return sourceText(node)
  }

  /// `value: Int = 3`, for a property like the one at `end`; nil if its type and its value are
  /// both unknown.
  private func declaration(like end: End) -> String? {
    guard let property = end.property, property.role == .property, !property.isComputed else {
      return nil
    }
    let literal = literal(of: property)
    guard case .named(let type) = property.type.base, type != .any, let zero = type.zero else {
      if let literal { return "value = \(literal)" }
      return property.initial.exists ? nil : "value"
    }
    let suffix = property.type.isOptional ? "?" : ""
    let first = literal ?? (property.type.isOptional ? "nil" : zero)
    return "value: \(type.rawValue)\(suffix) = \(first)"
  }

  /// The first value of a property, if it is a literal.
  private func literal(of property: StaticProperty) -> String? {
    guard property.initial.exists, !property.hasSetter else { return nil }
    let tree = property.script.tree
    var id = property.initial
    if case .unary(_, let operand) = tree.expression(id) { id = operand }
    switch tree[id].kind {
    case .intLiteral, .doubleLiteral, .stringLiteral, .durationLiteral, .trueLiteral,
      .falseLiteral:
      return tree.sourceText(of: property.initial)
    default: return nil
    }
  }
}

extension TypeName {
  /// Some value of the type, as text; nil if it has no literal.
  fileprivate var zero: String? {
    switch self {
    case .int: "0"
    case .double, .number: "0.0"
    case .string: "\"\""
    case .bool: "false"
    case .list: "[]"
    case .dictionary: "[:]"
    case .duration: "0s"
    case .object, .any: nil
    }
  }
}

extension Trial {
  /// A script that contains the binding, and no value that passes it.
  fileprivate var text: String {
    """
    \(declarations)
    object \(Trial.leftName) { \(left.declaration) }
    object \(Trial.rightName) { \(right.declaration) }
    bind \(Trial.leftName).value <!> \(Trial.rightName).value\(stages)
    """
  }

  private static let leftName = "leftEndOfTrial"
  private static let rightName = "rightEndOfTrial"
}

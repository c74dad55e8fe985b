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
  var left: TrialEnd
  var right: TrialEnd
  /// What has to be declared first, each statement once.
  var declarations: [String]
  /// The transformers and the transform block, as written.
  var stages: String
  /// Whether it has transformers whose losses are not known and intended.
  var hasOwnStages: Bool
  /// Observers that write what they observe, for the ends of the trial.
  var observers = ""
}

/// An end of such a binding.
struct TrialEnd {
  /// Its name in messages.
  var name = ""
  /// The declarations of the properties that the code at the end names, each once, and of a similar one.
  var siblings: [String] = []
  var declaration: String
  /// What has to be declared for that.
  var names: Set<Name> = []
  var hasSetter = false
  /// The property itself, if it is known for certain.
  var place: StaticGraph.Place?

  fileprivate var members: String { (siblings + [declaration]).joined(separator: "; ") }
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
    guard !scope.isMuted, !isIncomplete else { return }
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
    guard let leftEnd = trialEnd(left, binding.left), let rightEnd = trialEnd(right, binding.right),
      let declarations = declarations(of: wanted.union(leftEnd.names).union(rightEnd.names))
    else { return }
    let link = StaticGraph.Link(
      number: number, script: script, node: id,
      left: left.description ?? .expression(binding.left),
      right: right.description ?? .expression(binding.right))
    trials.append(
      Trial(
        link: link, left: leftEnd, right: rightEnd, declarations: declarations, stages: text,
        hasOwnStages: isOwn))
  }

  /// Reports the bindings whose transformers do not return the same value, as `cycles` does.
  func reportRoundTrips() {
    guard let trials = options.trials else { return }
    // Many bindings may be alike except for the names of their ends.
    var known: [String: RoundTripOutcome] = [:]
    let ends = self.trials.flatMap { [$0.left.place, $0.right.place].compactMap(\.self) }
    let corrections = corrections(at: Set(ends))
    codeUses = []
    for var trial in self.trials {
      let observers = [trial.left.place, trial.right.place].flatMap { place in
        place.flatMap { corrections[$0] } ?? []
      }
      guard
        trial.hasOwnStages || trial.left.hasSetter || trial.right.hasSetter || !observers.isEmpty
      else { continue }
      for observer in observers { add(observer, to: &trial) }
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
  ///
  /// - Parameter leftOut: Places that are replaced.
  func namesToTry(
    in id: NodeID, of tree: SyntaxTree, besides leftOut: [SourceSpan] = []
  ) -> Set<Name>? {
    let ids = tree.ids(within: id).filter { part in
      !leftOut.contains { $0.range.contains(Int(tree[part].span.start)) }
    }
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
      name != own && text(name) != "value" && text(name) != "old"
        && (BuiltinFunction(rawValue: text(name)) == nil || symbols[name] != nil)
    }
  }

  /// The text that declares `names` and what they need; nil if something is uncertain.
  func declarations(of names: Set<Name>) -> [String]? {
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
    return sorted.map { $0.script.tree.sourceText(of: $0.node) }
  }
}

extension Trial {
  /// A script that contains the binding, and no value that passes it.
  var text: String {
    """
    \(declarations.joined(separator: "\n"))
    object \(Trial.leftName) { \(left.members) }
    object \(Trial.rightName) { \(right.members) }
    bind \(Trial.leftName).value <!> \(Trial.rightName).value\(stages)
    \(observers)
    """
  }

  static let leftName = "leftEndOfTrial"
  static let rightName = "rightEndOfTrial"
}

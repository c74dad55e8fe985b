import Language
import Names
import Syntax

/// The results of transformers for the values that a binding passes, as far as their blocks show them.
extension CheckRun {
  /// The value after the stages of a binding; reports a stage that cannot take the value before it.
  ///
  /// - Returns: nil if it is unknown, or if an error was reported.
  func value(_ value: StaticValue, through stages: NodeList) -> StaticValue? {
    var value = value
    for stage in stages {
      guard value.kinds.typeName != nil, let block = block(of: stage) else { return nil }
      let outcome = result(of: block, given: value)
      if let error = outcome.error, !value.kinds.contains(.nil) || value.kinds == .nil,
        !scope.isMuted
      {
        report(stage, error, given: value)
        return nil
      }
      value = outcome.value
    }
    return value
  }

  private func report(_ stage: NodeID, _ error: Diagnostic, given value: StaticValue) {
    let type = value.kinds.typeName.map(Mistake.withArticle) ?? "this"
    let note = Diagnostic.Note(.note, "the value that reaches '\(sourceText(stage))' is \(type)")
    findings.add(
      Diagnostic(
        .error, error.message, file: tree.file, span: tree[stage].span,
        notes: [note] + error.notes.filter { $0.label == .help }, code: error.code))
  }

  /// A block of one expression that converts a value.
  struct StageBlock {
    var script: SyntaxTreeBox
    var expression: NodeID
    /// Whether it sees the names around it.
    var isInline: Bool
  }

  /// The block of a stage for one direction, if it is one expression.
  private func block(of stage: NodeID) -> StageBlock? {
    switch tree.stage(stage) {
    case .inline(let block, _): return self.block(block, in: script, isInline: true)
    case .named(let nameNode, _, let isReversed):
      let name = tree.name(nameNode)
      // A newer answer may replace one that comes later.
      guard tree[nameNode].kind == .name, facts.loose[name] == nil, let declared = symbols[name],
        declared.isCertain, !declared.isAgain || scope.isFlow,
        let (source, transformer) = transformers[name], !transformer.delay.exists,
        transformer.parameters.isEmpty, !transformer.isOfBinding
      else { return nil }
      let block = isReversed ? transformer.reverse : transformer.forward
      return self.block(block, in: source, isInline: false)
    case .missing: return nil
    }
  }

  func block(_ id: NodeID, in script: SyntaxTreeBox, isInline: Bool) -> StageBlock? {
    let tree = script.tree
    guard id.exists,
      let expression = tree[id].kind == .block ? tree.onlyExpression(of: id) : id
    else { return nil }
    return StageBlock(script: script, expression: expression, isInline: isInline)
  }

  /// The result of a block for a value, and the first error in it.
  ///
  /// - Parameter receiver: The owner of the `set` block; nil for a transformer.
  func result(
    of block: StageBlock, given value: StaticValue, receiver: KnownObject? = nil
  ) -> (value: StaticValue, error: Diagnostic?) {
    let outer = (scope, reads, conditions, latentReads, mutedError)
    var inner = (block.isInline ? scope : Scope()).inside(
      receiver == nil ? .transformer : .setter, names: names, isNow: false)
    if let receiver { inner.receiver = receiver }
    inner.locals.setValue(value, of: names.intern("value"))
    scope = inner
    reads = nil
    mutedError = nil
    let result = quietly(in: block.script) { self.value(block.expression) }
    let error = mutedError
    (scope, reads, conditions, latentReads, mutedError) = outer
    return (result, error)
  }

  // MARK: What a binding can pass

  /// Reports a value that the target of a binding never admits: at once if the binding passes a value
  /// when it is made, otherwise when it first passes one.
  func checkValues(
    from source: End, to target: End, _ arrow: Arrow, _ stages: NodeList, at id: NodeID
  ) {
    guard source.member.map({ $0.role == .property }) ?? true else { return }
    let errors = findings.errorCount
    let certain = arrow.isInitial && (source.isWhole || source.first != nil)
    let given = certain ? source.first ?? source.value : StaticValue(source.value.kinds)
    let passed = certain || stages.isEmpty ? value(given, through: stages) : nil
    guard findings.errorCount == errors, let passed, certain || source.isWhole,
      let last = target.last,
      let property = last.object.property(last.name), property.role == .property
    else { return }
    guard !property.hasSetter else {
      let owner = KnownObject(object: last.object, isExact: true)
      if arrow.isInitial { checkSetter(of: property, of: owner, given: passed, at: id) }
      return
    }
    if arrow.isInitial {
      check(passed, for: property, of: last.object, at: id)
    } else if !admits(property.type, passed), let given = passed.kinds.typeName {
      let path = "\(last.object.text(names)).\(text(last.name))"
      report(
        code: .neverAdmitted,
        "'\(path)' is \(text(of: property.type)), and this binding passes only \(Mistake.withArticle(given))",
        at: id)
    }
  }

  /// Reports a warning that a run does not have.
  func report(code: FindingCode, _ message: String, at id: NodeID, help: String? = nil) {
    guard !scope.isMuted else { return }
    findings.add(
      Diagnostic(
        code.severity, message, file: tree.file, span: tree[id].span,
        notes: help.map { [.init(.help, $0)] } ?? [], code: code))
  }

  // MARK: What sets a binding off

  /// Reports a source that nothing can change, and records one that perhaps nothing changes.
  func checkSource(_ source: End, _ node: NodeID, _ arrow: Arrow, at id: NodeID) {
    guard !arrow.isInitial else { return }
    if tree[node].kind == .parenthesized, source.steps.isEmpty, source.latent.isEmpty,
      readsNothing(node)
    {
      let plain: Arrow = arrow.isTwoWay ? .both : arrow.isLeftward ? .left : .right
      report(
        code: .neverFires,
        "nothing can set off this binding: '\(sourceText(node))' reads no property",
        at: id, help: "to pass its value once, write '\(plain.spelling)'")
    }
    guard !arrow.isTwoWay else { return }
    noteWatch(source, node, at: id, isBinding: true)
  }

  /// Records what only a change sets off, if it is certain which change.
  func noteWatch(_ source: End, _ node: NodeID, at id: NodeID, isBinding: Bool) {
    guard scope.isFlow, scope.isCertain, !scope.isMuted, source.last != nil else { return }
    watches.append(
      Watch(
        script: script, node: id, source: node, steps: source.steps,
        isEvent: source.member?.role == .event, isBinding: isBinding))
  }

  /// Records the target of a one-way binding.
  func noteTarget(_ target: End, _ node: NodeID) {
    guard scope.isFlow, scope.isCertain, !scope.isMuted, let place = target.last,
      target.member?.role == .property
    else { return }
    targets.append(Target(script: script, node: node, place: place))
  }

  /// Whether nothing in an expression can ever notify a change.
  private func readsNothing(_ id: NodeID) -> Bool {
    tree.ids(within: id).allSatisfy { id in
      switch tree.expression(id) {
      case .name(let name):
        switch resolve(name) {
        case .local?: true
        case .global(let declaration)?:
          declaration.symbol.kind == .constant || declaration.symbol.kind == .variable
        case .member?, .loose?, nil: false
        }
      case .nilLiteral, .boolLiteral, .intLiteral, .doubleLiteral, .durationLiteral,
        .stringLiteral, .interpolation, .listLiteral, .dictionaryLiteral, .unary, .binary,
        .conditional, .parenthesized,
        .responds, .typeTest:
        true
      case .selfReference, .number, .member, .element, .call, .labeledArgument, .valueBlock, .new,
        .missing, .none:
        false
      }
    }
  }
}

import Language
import Names
import Syntax

// What the ends of a two-way binding make of the values that arrive there: their `set` blocks, and the
// observers that write what they observe.
extension CheckRun {
  /// One end of a binding, as it is declared for a trial.
  ///
  /// - Returns: nil if its type and its value are both unknown, or a trial cannot run its `set` block.
  func trialEnd(_ end: End, _ node: NodeID) -> TrialEnd? {
    guard let property = end.property, let plain = declaration(like: property) else { return nil }
    var found = TrialEnd(name: endName(end, node), declaration: plain, place: end.last)
    guard let setter = property.setter else { return found }
    guard var uses = namesToTry(in: setter.block, of: setter.script.tree) else { return nil }
    for name in uses.sorted(by: { $0.index < $1.index }) {
      guard let sibling = end.last?.object.property(name) else { continue }
      guard sibling !== property, let declaration = self.declaration(ofSibling: sibling) else {
        return nil
      }
      found.siblings.append(declaration)
      uses.remove(name)
    }
    found.declaration += " set " + setter.script.tree.sourceText(of: setter.block)
    found.names = uses
    found.hasSetter = true
    return found
  }

  /// An observer that writes what it observes.
  struct Correction {
    var script: SyntaxTreeBox
    var block: NodeID
    /// Where its block names properties of the object that it observes.
    var mentions: [(span: SourceSpan, name: Name)]
    var end: StaticGraph.Place
  }

  /// The corrections at the places that two-way bindings have as their ends.
  func corrections(at ends: Set<StaticGraph.Place>) -> [StaticGraph.Place: [Correction]] {
    var found: [StaticGraph.Place: [Correction]] = [:]
    for use in codeUses {
      guard let end = use.sources.last, ends.contains(end), let block = use.blocks.first,
        block.role == .observer, let correction = correction(of: use, block.node, at: end)
      else { continue }
      found[end, default: []].append(correction)
    }
    return found
  }

  /// - Returns: nil if it does not write what it observes.
  private func correction(
    of use: CodeUse, _ block: NodeID, at end: StaticGraph.Place
  ) -> Correction? {
    let tree = use.script.tree
    let path = tree.sourceText(of: tree.observedPath(use.node))
    guard path.hasSuffix(text(end.name)) else { return nil }
    let before = path.dropLast(text(end.name).count)
    var mentions: [(span: SourceSpan, name: Name)] = []
    var isWritten = false
    for part in tree.ids(within: block) {
      switch tree[part].kind {
      case .name, .member:
        let start = Int(tree[part].span.start)
        let isMember = tree.file.bytes[start - 1] == UInt8(ascii: ".")
        let said = tree.sourceText(of: part)
        guard !isMember, said.hasPrefix(before) else { break }
        let name = names.intern(String(said.dropFirst(before.count)))
        // The observer's own names come before those of the object's properties.
        let isOwn = before.isEmpty && ["value", "old"].contains(said)
        if !isOwn, end.object.property(name) != nil { mentions.append((tree[part].span, name)) }
      case .assign:
        isWritten = isWritten || tree.sourceText(of: tree.assign(part).target) == path
      default: break
      }
    }
    guard isWritten else { return nil }
    return Correction(script: use.script, block: block, mentions: mentions, end: end)
  }

  /// Adds an observer to a trial, if it can run there.
  func add(_ observer: Correction, to trial: inout Trial) {
    let tree = observer.script.tree
    let mentions = observer.mentions.sorted { $0.span.start < $1.span.start }
    guard let names = namesToTry(in: observer.block, of: tree, besides: mentions.map(\.span)),
      let declarations = declarations(of: names)
    else { return }
    let isLeft = observer.end == trial.left.place
    let end = isLeft ? Trial.leftName : Trial.rightName
    let span = tree[observer.block].span
    var (said, start, siblings) = ("", span.start, [String]())
    for mention in mentions {
      var name = "value"
      if mention.name != observer.end.name {
        guard let sibling = observer.end.object.property(mention.name),
          let declaration = declaration(ofSibling: sibling)
        else { return }
        name = text(mention.name)
        siblings.append(declaration)
      }
      said += tree.sourceText(SourceSpan(start, mention.span.start)) + "\(end).\(name)"
      start = mention.span.end
    }
    said += tree.sourceText(SourceSpan(start, span.end))
    if isLeft {
      trial.left.siblings.addNew(siblings)
    } else {
      trial.right.siblings.addNew(siblings)
    }
    trial.declarations.addNew(declarations)
    trial.observers += "observe \(end).value \(said)\n"
  }

  private func endName(_ end: End, _ node: NodeID) -> String {
    if case .path(let object, let names)? = end.description {
      return ([object.text(self.names)] + names.map(text)).joined(separator: ".")
    }
    return sourceText(node)
  }

  /// `step = 5`, for a property beside an end; nil if its value is not known.
  private func declaration(ofSibling property: StaticProperty) -> String? {
    property.hasSetter ? nil : literal(of: property).map { "\(text(property.name)) = \($0)" }
  }

  /// `value: Int = 3`, for a property like this one; nil if its type and its value are
  /// both unknown.
  private func declaration(like property: StaticProperty) -> String? {
    guard property.role == .property, !property.isComputed else { return nil }
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
    guard property.initial.exists else { return nil }
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

extension [String] {
  fileprivate mutating func addNew(_ others: [String]) {
    for one in others where !contains(one) { append(one) }
  }
}

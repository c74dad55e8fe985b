import Syntax
import Values

extension TextPlace {
  /// What can be written at a place.
  enum Wanted {
    /// A name that the user chooses, or no name.
    case nothing
    /// The beginning of a member of a body.
    case member
    /// A member that the body declares or inherits.
    case ownMember
    /// The beginning of an action that a protocol requires.
    case requirement
    case className, supertype, protocolName, type, transformer, link, semantics, knob
    /// A case of the enumeration of a value, before a block of `switch`.
    case enumCase(of: NodeID)
    /// An argument of a call, which may need a label.
    case argument(callee: NodeID, position: Int)
    /// The setting of the knob with this name.
    case knobWord(NodeID)
    /// A name; after a dot, one of the members of `base`.
    case path(base: NodeID, PathUse)
  }

  /// How the value of a path is used.
  enum PathUse {
    /// The path begins a statement.
    case statement
    case value
    case end(BindingSyntax, isTarget: Bool)
    case watched, handled, fired, written
    case unbound
    /// It is shown, whatever it is.
    case asked
    /// It must be an object.
    case holder
    /// It is the name after `responds`.
    case action
  }

  /// The node around the name, or around the path that ends with the name.
  private var whole: (node: NodeID, holder: Int) {
    guard let first = holders.first, case .member(_, let own) = tree.expression(first), own == name
    else { return (name, 0) }
    return (first, 1)
  }

  var wanted: Wanted {
    guard name.exists, let first = holders.first else {
      return isRequirement ? .requirement : .nothing
    }
    let (path, position) = whole
    var base = NodeID.none
    if case .member(let found, _) = tree.expression(path) { base = found }
    if isPathAlone { return .path(base: base, .value) }
    guard position < holders.count else { return .nothing }
    let holder = holders[position]
    if let named = position == 0 ? wantedName(in: first) : nil { return named }
    return use(of: path, in: holder).map { .path(base: base, $0) } ?? .nothing
  }

  /// Whether the statement's own words are also possible here.
  var isPartOfStatement: Bool {
    if isAfterDot { return false }
    guard name.exists else { return true }
    let position = whole.holder
    return position < holders.count && !tree[holders[position]].kind.isExpression
      && tree[holders[position]].kind != .expression
  }

  /// What is wanted where the grammar has a name and no path; nil if it has a path.
  private func wantedName(in holder: NodeID) -> Wanted? {
    let node = tree[holder]
    if tree[name].kind == .type { return .type }
    switch node.kind {
    case .new:
      if case .new(let type, _) = tree.expression(holder), type == name { return .className }
    case .objectDeclaration:
      let object = tree.object(holder)
      return supertype(among: object.superclass, object.protocols)
    case .classDeclaration:
      let declared = tree.classDeclaration(holder)
      return supertype(among: declared.superclass, declared.protocols)
    case .enumCase:
      guard tree.enumCase(holder).name == name, holders.count > 2,
        case .switchStatement(let choice) = tree.statement(holders[2])
      else { return .nothing }
      return .enumCase(of: choice.subject)
    case .protocolDeclaration, .requirement, .enumDeclaration: return .nothing
    case .responds:
      if case .responds(let base, name) = tree.expression(holder) {
        return .path(base: base, .action)
      }
    case .property:
      let property = tree.property(holder)
      if property.initial == name { return nil }
      return node.span.start == tree[name].span.start ? .member : .nothing
    case .computed: return tree.value(holder).name == name ? .nothing : nil
    case .letDeclaration, .varDeclaration: return tree.value(holder).name == name ? .nothing : nil
    case .defaultMember: return .ownMember
    case .forStatement:
      if case .forStatement(let loop) = tree.statement(holder), loop.names.contains(name) {
        return .nothing
      }
    case .event, .action, .transformer, .command, .labeledArgument, .post:
      return tree.isName(name, declaredOrLabelling: holder) ? .nothing : nil
    case .semantics, .compare: return .semantics
    case .knob: return tree.knob(holder).name == name ? .knob : .knobWord(tree.knob(holder).name)
    case .namedStage: return .transformer
    case .call:
      guard case .call(let callee, let arguments) = tree.expression(holder),
        let position = arguments.firstIndex(of: name)
      else { return nil }
      return .argument(callee: callee, position: position)
    case .binding:
      let binding = tree.binding(holder)
      if binding.eachClass == name { return .className }
      if binding.name == name { return .nothing }
    case .observe: return tree.observe(holder).name == name ? .nothing : nil
    case .effect: return tree.statement(holder).declaredName == name ? .nothing : nil
    case .on:
      let on = tree.on(holder)
      return on.isNotification || on.name == name ? .nothing : nil
    case .rebind:
      if case .rebind(name, _, _) = tree.statement(holder) { return .link }
    case .transformBinding, .explain: return .link
    case .unbreak: return .nothing
    default: break
    }
    return nil
  }

  private func supertype(among first: NodeID, _ others: NodeList) -> Wanted {
    first == name ? .supertype : others.contains(name) ? .protocolName : .nothing
  }

  /// How a path, or a name alone, is used by the node around it.
  private func use(of path: NodeID, in holder: NodeID) -> PathUse? {
    switch tree[holder].kind {
    case .member, .element:
      return tree.root(of: holder) == path || tree.isBase(path, of: holder) ? .holder : .value
    case .expression: return .statement
    case .binding:
      let binding = tree.binding(holder)
      return .end(binding, isTarget: binding.target == path)
    case .rebind, .release, .extend: return .holder
    case .unbind: return .unbound
    case .observe: return .watched
    case .on: return .handled
    case .fire:
      if case .fire(path, _) = tree.statement(holder) { return .fired }
      return .value
    case .assign: return tree.assign(holder).target == path ? .written : .value
    case .breakpoint:
      if case .tool(.breakpoint(let breakpoint)) = tree.statement(holder),
        breakpoint.place == path
      {
        return .asked
      }
      return .value
    case .show, .graph, .why, .whynot, .blame, .history: return .asked
    default: return .value
    }
  }
}

extension SyntaxTree {
  /// Whether `holder` looks the name `id` up in itself.
  fileprivate func isBase(_ id: NodeID, of holder: NodeID) -> Bool {
    switch expression(holder) {
    case .member(let base, _), .element(let base, _): base == id
    default: false
    }
  }

  /// Whether `name` is the name of a declaration, a parameter, a label or a notification.
  fileprivate func isName(_ name: NodeID, declaredOrLabelling holder: NodeID) -> Bool {
    switch self[holder].kind {
    case .labeledArgument:
      if case .labeledArgument(let label, _) = expression(holder) { return label == name }
    case .transformer: return transformer(holder).delay != name
    case .command: return command(holder).delay != name
    case .post:
      if case .post(name, _) = statement(holder) { return true }
      return false
    default: break
    }
    return true
  }
}

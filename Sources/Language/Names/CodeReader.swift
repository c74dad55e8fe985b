import Names
import Syntax

/// The names in a piece of code, by their use.
package struct CodeReader {
  /// Names that are neither members nor declared in it.
  package private(set) var names: Set<Name> = []
  /// Each place of one of them.
  package private(set) var mentions: [(name: Name, span: SourceSpan)] = []
  /// Names that are declared in it.
  package private(set) var declared: Set<Name> = []
  package private(set) var classes: Set<Name> = []
  package private(set) var posted: Set<Name> = []
  package private(set) var handled: Set<Name> = []
  /// Members, except at the beginning of a binding's path.
  package private(set) var usedMembers: Set<Name> = []
  /// Members at which a binding's path begins.
  package private(set) var boundMembers: Set<Name> = []

  /// - Parameters:
  ///   - ids: The nodes of the code, children before their parents.
  ///   - members: The names that alone mean members of `self`.
  /// - Complexity: O(*n*) in the number of nodes.
  package init(
    tree: SyntaxTree, _ table: NameTable, _ ids: some Sequence<NodeID>, members: SharedNames = []
  ) {
    var ignored: Set<NodeID> = []
    var ends: Set<NodeID> = []
    var delegates: [SourceSpan] = []
    // 'value' and similar names in the block of a list's method are declared there.
    var blocks: [SourceSpan] = []
    var used: [(id: NodeID, name: Name)] = []
    func declare(_ name: NodeID) {
      ignored.insert(name)
      declared.insert(tree.name(name))
    }
    for id in ids {
      let node = tree[id]
      switch tree.expression(id) {
      case .name(let name): used.append((id, name))
      case .member(_, let name): ignored.insert(name)
      case .labeledArgument(let label, _): ignored.insert(label)
      case .valueBlock: blocks.append(node.span)
      case .new(let name, _):
        ignored.insert(name)
        classes.insert(tree.name(name))
      default: break
      }
      switch node.kind {
      case .property:
        let property = tree.property(id)
        ignored.insert(property.name)
        // The first value of a weak property is the object's delegate.
        if property.isWeak, property.initial.exists {
          delegates.append(tree[property.initial].span)
        }
      case .computed: ignored.insert(tree.value(id).name)
      case .event: ignored.insert(tree.member(id).declaredName)
      case .defaultMember:
        if case .defaultMember(let name) = tree.member(id) { ignored.insert(name) }
      case .knob: ignored.insert(tree.knob(id).name)
      case .namedStage:
        if case .named(let name, _, _) = tree.stage(id) { ignored.insert(name) }
      case .action:
        let action = tree.action(id)
        ignored.insert(action.name)
        for parameter in action.parameters { declare(parameter) }
      case .transformer:
        let transformer = tree.transformer(id)
        ignored.insert(transformer.name)
        transformer.parameters.forEach(declare)
      case .command:
        let command = tree.command(id)
        ignored.insert(command.name)
        if command.parameter.exists { declare(command.parameter) }
      case .letDeclaration, .varDeclaration: declare(tree.value(id).name)
      case .forStatement:
        if case .forStatement(let loop) = tree.statement(id) { loop.names.forEach(declare) }
      case .enumCase:
        let found = tree.enumCase(id)
        ignored.insert(found.name)
        found.parameters.forEach(declare)
      case .post:
        guard case .post(let name, _) = tree.statement(id) else { continue }
        ignored.insert(name)
        posted.insert(tree.name(name))
      case .on:
        let observer = tree.on(id)
        if observer.isNotification {
          ignored.insert(observer.path)
          handled.insert(tree.name(observer.path))
        }
        ignored.insert(observer.name)
      case .observe: ignored.insert(tree.observe(id).name)
      case .effect: if case .effect(_, let name) = tree.statement(id) { ignored.insert(name) }
      case .binding:
        let binding = tree.binding(id)
        for end in [binding.left, binding.right] where end.exists {
          ends.insert(tree.root(of: end))
        }
        ignored.insert(binding.name)
      case .type: classes.insert(tree.type(id).name)
      default: break
      }
    }
    for (id, name) in used where !ignored.contains(id) && !declared.contains(name) {
      let place = tree[id].span
      if delegates.contains(where: { $0.start <= place.start && place.end <= $0.end }) { continue }
      if LanguageWords.methodBlockNames.contains(table.text(of: name)),
        blocks.contains(where: { $0.start <= place.start && place.end <= $0.end })
      {
        continue
      }
      if members.contains(name) {
        if ends.contains(id) { boundMembers.insert(name) } else { usedMembers.insert(name) }
      } else {
        names.insert(name)
        mentions.append((name, place))
      }
    }
  }
}

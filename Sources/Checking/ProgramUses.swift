import Language
import Names
import Syntax

/// What a program does with names, whichever way it goes: what nothing uses, reads, changes or hears
/// is told of by name, so that another use of the same name is enough for silence.
struct ProgramUses {
  /// Names that stand for something other than a member, apart from where they are declared.
  private(set) var mentioned = NameMap<Bool>()
  /// Names that stand alone, and not for what is written: what has them may be looked at as a whole.
  private(set) var whole = NameMap<Bool>()
  /// Members that are read.
  private(set) var read = MemberUses()
  /// What is written: by statements, by bindings, in place.
  private(set) var changed = MemberUses()
  /// Names that need not be those of objects, even where there is one of the name: of constants and
  /// variables, of parameters, of members.
  private(set) var ambiguous = NameMap<Bool>()
  /// Names of events.
  private(set) var events = NameMap<Bool>()
  /// The last names of what is fired.
  private(set) var fired = NameMap<Bool>()
  private(set) var posted = NameMap<Bool>()
  private(set) var heard = NameMap<Bool>()
  /// Whether `self` goes somewhere else, which may look at all of it.
  private(set) var selfIsGiven = false
  /// Whether the script asks what there is, so that a person looks at everything.
  private(set) var showsAll = false
  /// Whether something is released, which changes what refers to it.
  private(set) var releases = false

  private struct Role: OptionSet {
    let rawValue: UInt8
    /// A name that is no value: of a member, of a declaration, of a label.
    static let label = Role(rawValue: 1)
    /// What a path goes on from.
    static let base = Role(rawValue: 2)
    /// The path that is only written.
    static let written = Role(rawValue: 4)
    /// The path that is fired.
    static let fired = Role(rawValue: 8)
    /// The path that is waited for.
    static let watched = Role(rawValue: 16)
    /// What is written, be it read as well or not.
    static let changed = Role(rawValue: 32)
  }

  private let listOperations: Set<Name>

  init(_ names: NameTable) {
    listOperations = Set(ListOperation.allCases.map { names.intern($0.rawValue) })
  }

  /// Adds the events that a file declares.
  mutating func gatherEvents(_ tree: SyntaxTree) {
    for node in tree.nodes where node.kind == .event { events[tree.name(NodeID(node.a))] = true }
  }

  /// Adds what one file does.
  ///
  /// - Complexity: O(*n*) in the nodes of its tree.
  mutating func gather(_ tree: SyntaxTree) {
    var roles = [Role](repeating: [], count: tree.nodes.count)
    func mark(_ id: NodeID, _ role: Role) { roles[Int(id.index)].formUnion(role) }
    func markChanged(_ id: NodeID) {
      var id = id
      while tree[id].kind == .element || tree[id].kind == .parenthesized {
        id = NodeID(tree[id].a)
      }
      mark(id, .changed)
    }
    gatherEvents(tree)
    for node in tree.nodes {
      switch node.kind {
      case .member:
        mark(NodeID(node.a), .base)
        mark(NodeID(node.b), .label)
      case .element: mark(NodeID(node.a), .base)
      case .property, .computed, .event, .letDeclaration, .varDeclaration, .forStatement:
        mark(NodeID(node.a), .label)
        ambiguous[tree.name(NodeID(node.a))] = true
      case .action:
        mark(NodeID(node.a), .label)
        for parameter in tree.children(node.b, from: 1) { ambiguous[tree.name(parameter)] = true }
      case .command:
        mark(NodeID(node.a), .label)
        ambiguous[tree.name(NodeID(node.a))] = true
        let parameter = tree.child(node.b, 0)
        if parameter.exists { ambiguous[tree.name(parameter)] = true }
      case .labeledArgument, .objectDeclaration, .classDeclaration, .transformer, .semantics, .knob:
        mark(NodeID(node.a), .label)
      case .assign:
        if node.flags & 1 == 0 { mark(NodeID(node.a), .written) }
        markChanged(NodeID(node.a))
      case .call:
        let callee = tree[NodeID(node.a)]
        if callee.kind == .member, listOperations.contains(tree.name(NodeID(callee.b))) {
          markChanged(NodeID(callee.a))
        }
      case .rebind:
        markChanged(tree.child(node.b, 0))
        markChanged(tree.child(node.b, 1))
      case .binding:
        let arrow = Arrow(rawValue: node.flags & 63) ?? .both
        if arrow.isTwoWay || arrow.isLeftward { markChanged(tree.child(node.a, 0)) }
        if arrow.isTwoWay || !arrow.isLeftward { markChanged(tree.child(node.a, 1)) }
        if !arrow.isTwoWay { mark(tree.child(node.a, arrow.isLeftward ? 0 : 1), .written) }
        mark(tree.child(node.a, 5), .label)
      case .fire: mark(NodeID(node.a), .fired)
      case .observe, .on:
        mark(NodeID(node.a), node.kind == .on && node.flags & 1 != 0 ? .label : .watched)
        mark(tree.child(node.b, 1), .label)
      case .post: mark(NodeID(node.a), .label)
      default: break
      }
    }
    for (node, role) in zip(tree.nodes, roles) { note(node, role, in: tree) }
  }

  private mutating func note(_ node: Node, _ role: Role, in tree: SyntaxTree) {
    switch node.kind {
    case .name:
      guard !role.contains(.label) else { return }
      let name = Name(index: node.a)
      mentioned[name] = true
      if role.contains(.changed) { changed.note(name, of: nil) }
      if role.contains(.fired) { fired[name] = true }
      if role.isDisjoint(with: [.base, .written, .fired]) { read.note(name, of: nil) }
      if role.isDisjoint(with: [.base, .written, .fired, .watched]) { whole[name] = true }
    case .member:
      let name = tree.name(NodeID(node.b))
      let base = tree[NodeID(node.a)]
      let owner = base.kind == .name ? Name(index: base.a) : nil
      if role.contains(.changed) { changed.note(name, of: owner) }
      if role.contains(.fired) { fired[name] = true }
      if role.isDisjoint(with: [.written, .fired]) { read.note(name, of: owner) }
      if role.isDisjoint(with: [.base, .written, .fired, .watched]) { whole[name] = true }
    case .type: mentioned[Name(index: node.a)] = true
    case .selfReference: if role.isDisjoint(with: [.base]) { selfIsGiven = true }
    case .post: posted[tree.name(NodeID(node.a))] = true
    case .on: if node.flags & 1 != 0 { heard[tree.name(NodeID(node.a))] = true }
    case .release: releases = true
    case .objects, .bindings, .observers, .commands, .coupling, .trace, .compare, .whatif, .walk,
      .breakpoint, .save, .costs, .cycles, .graph, .expectBehaviour:
      showsAll = true
    case .show: if node.a == 0 { showsAll = true }
    default: break
    }
  }
}

/// Members that are used in some way, by the names of what they are members of.
struct MemberUses {
  /// Those used where it does not show of what.
  private(set) var anywhere = NameMap<Bool>()
  private(set) var owners: [Name: Set<Name>] = [:]

  mutating func note(_ name: Name, of owner: Name?) {
    if let owner {
      owners[name, default: []].insert(owner)
    } else {
      anywhere[name] = true
    }
  }
}

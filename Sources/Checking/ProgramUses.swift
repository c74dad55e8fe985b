import Language
import Names
import Syntax

/// How a program uses names, in any order. Names that nothing uses, reads, changes or handles are
/// reported, so any use of the same name is enough not to report it.
struct ProgramUses {
  /// Names that stand for something other than a member, except in their declarations.
  private(set) var mentioned = NameMap<Bool>()
  /// Names that are used alone and not as targets, so that the whole object may be examined.
  private(set) var whole = NameMap<Bool>()
  /// Members that are read.
  private(set) var read = MemberUses()
  /// Members that are written: by statements, by bindings, in place.
  private(set) var changed = MemberUses()
  /// Names that may not stand for objects, even if there is an object of this name: of constants,
  /// variables, parameters and members.
  private(set) var ambiguous = NameMap<Bool>()
  /// Names of events.
  private(set) var events = NameMap<Bool>()
  /// The last names of paths that are fired.
  private(set) var fired = NameMap<Bool>()
  private(set) var posted = NameMap<Bool>()
  private(set) var handled = NameMap<Bool>()
  /// Whether `self` is passed on, so that all of it may be examined.
  private(set) var selfIsGiven = false
  /// Whether the script asks what exists, so that a person sees everything.
  private(set) var showsAll = false
  /// Whether something is released, which changes what refers to it.
  private(set) var releases = false

  /// What each node of a file is used for.
  private struct Roles {
    var roles: [Role]

    mutating func mark(_ id: NodeID, _ role: Role) { roles[Int(id.index)].formUnion(role) }

    subscript(id: NodeID) -> Role { roles[Int(id.index)] }
  }

  private struct Role: OptionSet {
    let rawValue: UInt8
    /// A name that is not a value: of a member, a declaration or a label.
    static let label = Role(rawValue: 1)
    /// An expression before a dot.
    static let base = Role(rawValue: 2)
    /// The path that is only written.
    static let written = Role(rawValue: 4)
    /// A path that is fired.
    static let fired = Role(rawValue: 8)
    /// A path that is handled.
    static let watched = Role(rawValue: 16)
    /// A target of a write, whether it is also read or not.
    static let changed = Role(rawValue: 32)
    /// In the body of an object or a class, where a name alone may be a member.
    static let inBody = Role(rawValue: 64)
  }

  private let listOperations: Set<Name>
  private let outerName: Name
  private let names: NameTable

  init(_ names: NameTable) {
    self.names = names
    outerName = names.intern("outer")
    listOperations = Set(ListOperation.named.map { names.intern($0.rawValue) })
  }

  /// Adds the events that a file declares.
  mutating func gatherEvents(_ tree: SyntaxTree) {
    for id in tree.ids(where: { $0 == .event }) {
      events[tree.name(tree.member(id).declaredName)] = true
    }
  }

  /// Adds the uses in one file.
  ///
  /// - Complexity: O(*n*) in the nodes of its tree.
  mutating func gather(_ tree: SyntaxTree) {
    gatherEvents(tree)
    for name in tree.keyNames(names) {
      mentioned[name] = true
      whole[name] = true
      read.note(name, of: nil)
      changed.note(name, of: nil)
    }
    for name in tree.cellNames(names) { mentioned[name] = true }
    var roles = Roles(roles: Array(repeating: [], count: tree.nodes.count))
    // The outermost first, so that a node in several bodies is marked once.
    for body in tree.ids(where: { $0 == .body }).reversed() where !roles[body].contains(.inBody) {
      for id in tree.ids(within: body) { roles.mark(id, .inBody) }
    }
    tree.visit { id, kind in
      if kind.isExpression {
        noteParts(ofExpression: id, kind, in: tree, &roles)
      } else {
        noteParts(ofStatement: id, in: tree, &roles)
      }
    }
    tree.visit { id, kind in
      switch kind {
      case .name, .member, .selfReference, .type: note(id, roles[id], in: tree)
      default: break
      }
    }
  }

  private mutating func noteParts(
    ofExpression id: NodeID, _ kind: NodeKind, in tree: SyntaxTree, _ roles: inout Roles
  ) {
    guard kind == .member || kind == .element || kind == .labeledArgument || kind == .call else {
      return
    }
    switch tree.expression(id) {
    case .member(let base, let name):
      roles.mark(base, .base)
      roles.mark(name, .label)
    case .element(let base, _): roles.mark(base, .base)
    case .labeledArgument(let label, _): roles.mark(label, .label)
    case .call(let callee, _):
      if case .member(let base, let name) = tree.expression(callee),
        listOperations.contains(tree.name(name))
      {
        roles.mark(tree.withoutElements(base), .changed)
      }
    default: break
    }
  }

  private mutating func noteParts(
    ofStatement id: NodeID, in tree: SyntaxTree, _ roles: inout Roles
  ) {
    let statement = tree.statement(id)
    if case .missing = statement { return noteParts(ofMember: id, in: tree, &roles) }
    statement.eachPart { part, use in
      switch use {
      case .declaredName, .linkName: roles.mark(part, .label)
      case .valueName, .loopVariable:
        roles.mark(part, .label)
        ambiguous[tree.name(part)] = true
      case .parameter: ambiguous[tree.name(part)] = true
      case .knob: if tree[part].kind == .knob { roles.mark(tree.knob(part).name, .label) }
      case .changed, .end: roles.mark(tree.withoutElements(part), .changed)
      case .assigned, .target:
        roles.mark(part, .written)
        roles.mark(tree.withoutElements(part), .changed)
      case .fired: roles.mark(part, .fired)
      case .watched: roles.mark(part, .watched)
      case .handled:
        roles.mark(part, .label)
        handled[tree.name(part)] = true
      case .posted:
        roles.mark(part, .label)
        posted[tree.name(part)] = true
      case .released: releases = true
      case .everything: showsAll = true
      case .extension, .file, .block: break
      }
    }
  }

  private mutating func noteParts(
    ofMember id: NodeID, in tree: SyntaxTree, _ roles: inout Roles
  ) {
    let member = tree.member(id)
    switch member {
    case .property, .computed, .event, .command:
      roles.mark(member.declaredName, .label)
      ambiguous[tree.name(member.declaredName)] = true
      guard case .command(let command) = member, command.parameter.exists else { return }
      ambiguous[tree.name(command.parameter)] = true
    // A default only names a property; the others are statements, too.
    case .defaultMember, .action, .binding, .observe, .on, .missing: break
    }
  }

  private mutating func note(_ id: NodeID, _ role: Role, in tree: SyntaxTree) {
    switch tree.expression(id) {
    case .name(let name):
      guard !role.contains(.label) else { return }
      mentioned[name] = true
      if name == outerName, role.isDisjoint(with: [.base]) { selfIsGiven = true }
      if role.contains(.changed) { changed.note(name, of: nil) }
      if role.contains(.fired) { fired[name] = true }
      // In a body the beginning of a path may be a member: 'name.isEmpty'.
      let isMember = !role.contains(.base) || role.contains(.inBody)
      if isMember, role.isDisjoint(with: [.written, .fired]) { read.note(name, of: nil) }
      if role.isDisjoint(with: [.base, .written, .fired, .watched]) { whole[name] = true }
    case .member(let base, let member):
      let name = tree.name(member)
      let owner = tree[base].kind == .name ? tree.name(base) : nil
      if role.contains(.changed) { changed.note(name, of: owner) }
      if role.contains(.fired) { fired[name] = true }
      if role.isDisjoint(with: [.written, .fired]) { read.note(name, of: owner) }
      if role.isDisjoint(with: [.base, .written, .fired, .watched]) { whole[name] = true }
    case .selfReference: if role.isDisjoint(with: [.base]) { selfIsGiven = true }
    case .none where tree[id].kind == .type: mentioned[tree.type(id).name] = true
    default: break
    }
  }
}

/// Members that are used in some way, by the names of their owners.
struct MemberUses {
  /// Members whose owner is not known at their use.
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

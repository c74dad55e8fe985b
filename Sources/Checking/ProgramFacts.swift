import Language
import Names
import Syntax

/// What holds for a whole program, whichever way it goes: gathered from all of its files before the
/// first statement is looked at.
struct ProgramFacts {
  /// What changes a list where it stands.
  private let listOperations: Set<Name>
  /// Variables and properties that some statement may write, and what bindings write at the end of
  /// a path: what they hold differs with time.
  private(set) var written = NameMap<Bool>()
  /// Names that alone stand for a target of a binding. In a body that is a property; elsewhere it is
  /// what the binding begins at, and a variable is never written by one.
  private var bound = NameMap<Bool>()
  /// In how many bodies a property of this name is declared.
  private(set) var bodies = NameMap<Int>()
  /// What blocks that run later declare: it may be there at any time.
  private(set) var loose = NameMap<Bool>()
  /// Properties that some object may be extended with at any time.
  private(set) var extended = NameMap<Bool>()
  /// Objects that may be released at any time.
  private(set) var released = NameMap<Bool>()
  /// Whether objects are released that have no name there.
  private(set) var releasesOthers = false
  /// Where a name is first declared at top level.
  private(set) var places = NameMap<(file: SourceFile, span: SourceSpan)>()
  /// Whether blocks that run later make bindings or observers, which then get any number.
  private(set) var makesLinksLater = false
  /// Files that `source` names, with the nodes that do.
  private(set) var sources: [(script: SyntaxTreeBox, node: NodeID)] = []

  init(_ names: NameTable) {
    listOperations = Set(ListOperation.allCases.map { names.intern($0.rawValue) })
  }

  /// Adds what one file says.
  ///
  /// - Complexity: O(*n*) in the nodes of its tree.
  mutating func gather(_ script: SyntaxTreeBox) {
    let tree = script.tree
    // Which declarations are made by statements that run one after the other.
    var isFlow = [Bool](repeating: false, count: tree.nodes.count)
    var pending: [NodeID] = tree.statements.reversed()
    while let id = pending.popLast() {
      isFlow[Int(id.index)] = true
      let node = tree[id]
      switch node.kind {
      case .ifStatement:
        for branch in tree.children(node.b).reversed() where branch.exists {
          pending.append(branch)
        }
      case .forStatement: pending.append(tree.child(node.b, 1))
      case .whileStatement, .repeatStatement, .expectError, .expectBehaviour:
        pending.append(NodeID(node.b))
      case .batch, .compare, .whatif: pending.append(NodeID(node.a))
      case .block: pending.append(contentsOf: tree.children(node.a).reversed())
      default: note(declarationAt: id, in: tree)
      }
    }
    // Which nodes are members of a body, and not statements.
    var isMember = [Bool](repeating: false, count: tree.nodes.count)
    for node in tree.nodes where node.kind == .body {
      for member in tree.children(node.a) { isMember[Int(member.index)] = true }
    }
    let isTop = Set(tree.statements.lazy.filter { tree[$0].kind == .release }.map(\.index))
    for index in tree.nodes.indices {
      note(
        NodeID(UInt32(index)), in: script, isFlow: isFlow[index],
        isMember: isMember[index], isTop: isTop.contains(UInt32(index)))
    }
  }

  private mutating func note(declarationAt id: NodeID, in tree: SyntaxTree) {
    let name: NodeID
    switch tree[id].kind {
    case .objectDeclaration, .classDeclaration, .letDeclaration, .varDeclaration, .transformer,
      .semantics, .action:
      name = NodeID(tree[id].a)
    case .binding: name = tree.child(tree[id].a, 5)
    case .observe, .on: name = tree.child(tree[id].b, 1)
    default: return
    }
    guard name.exists, tree[name].kind == .name, places[tree.name(name)] == nil else { return }
    places[tree.name(name)] = (tree.file, tree[name].span)
  }

  private mutating func note(
    _ id: NodeID, in script: SyntaxTreeBox, isFlow: Bool, isMember: Bool, isTop: Bool
  ) {
    let tree = script.tree
    let node = tree[id]
    if isMember, tree.declaresMember(id) {
      let name = tree.name(NodeID(node.a))
      bodies[name] = (bodies[name] ?? 0) + 1
      return
    }
    switch node.kind {
    case .action, .objectDeclaration, .classDeclaration, .transformer, .semantics:
      if !isFlow { loosen(NodeID(node.a), in: tree) }
    case .binding:
      if !isFlow {
        loosen(tree.child(node.a, 5), in: tree)
        if !isMember { makesLinksLater = true }
      }
      let arrow = Arrow(rawValue: node.flags & 63) ?? .both
      if arrow.isTwoWay || arrow.isLeftward { noteBound(tree.child(node.a, 0), in: tree) }
      if arrow.isTwoWay || !arrow.isLeftward { noteBound(tree.child(node.a, 1), in: tree) }
    case .rebind:
      noteBound(tree.child(node.b, 0), in: tree)
      noteBound(tree.child(node.b, 1), in: tree)
    case .observe, .on:
      guard !isFlow else { break }
      loosen(tree.child(node.b, 1), in: tree)
      if !isMember { makesLinksLater = true }
    case .assign: noteWritten(NodeID(node.a), in: tree)
    case .call:
      let callee = tree[NodeID(node.a)]
      if callee.kind == .member, listOperations.contains(tree.name(NodeID(callee.b))) {
        noteWritten(NodeID(callee.a), in: tree)
      }
    case .defaultMember: written[tree.name(NodeID(node.a))] = true
    case .extend:
      if !isFlow { loosenMembers(of: NodeID(node.b), in: tree) }
    case .release:
      guard !isTop else { return }
      if tree[NodeID(node.a)].kind == .name {
        released[tree.name(NodeID(node.a))] = true
      } else {
        releasesOthers = true
      }
    case .source: sources.append((script, id))
    default: break
    }
  }

  private mutating func loosen(_ name: NodeID, in tree: SyntaxTree) {
    guard name.exists, tree[name].kind == .name else { return }
    loose[tree.name(name)] = true
  }

  /// Notes that some object may have the properties that `body` declares.
  mutating func loosenMembers(of body: NodeID, in tree: SyntaxTree) {
    guard tree[body].kind == .body else { return }
    for member in tree.children(tree[body].a) where tree.declaresMember(member) {
      extended[tree.name(NodeID(tree[member].a))] = true
    }
  }

  private mutating func noteWritten(_ target: NodeID, in tree: SyntaxTree) {
    var target = target
    while tree[target].kind == .element || tree[target].kind == .parenthesized {
      target = NodeID(tree[target].a)
    }
    switch tree[target].kind {
    case .name: written[tree.name(target)] = true
    case .member: written[tree.name(NodeID(tree[target].b))] = true
    default: break
    }
  }

  private mutating func noteBound(_ target: NodeID, in tree: SyntaxTree) {
    guard tree[target].kind == .name else { return noteWritten(target, in: tree) }
    bound[tree.name(target)] = true
  }

  /// Whether some statement or binding may write a property of this name.
  func mayBeWritten(_ name: Name) -> Bool { written[name] != nil || bound[name] != nil }

  /// Notes that the interpreter itself may write a property.
  mutating func noteWritten(_ name: Name) { written[name] = true }
}

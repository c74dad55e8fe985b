import Language
import Names
import Syntax

/// Facts about a whole program, whatever path it takes: collected from all of its files before
/// the first statement is checked.
struct ProgramFacts {
  /// Changes a list in place.
  private let listOperations: Set<Name>
  private let names: NameTable
  /// Variables and properties that some statement may write, and what bindings write at the end of
  /// a path: their values differ with time.
  private(set) var written = NameMap<Bool>()
  /// Those of them that are also written otherwise than by statements that run one after the other and
  /// by the bindings of such statements.
  private var writtenLater = NameMap<Bool>()
  /// The default properties of classes and objects.
  private(set) var defaults = NameMap<Bool>()
  /// Whether some binding that is not made by such a statement ends at an object alone.
  private var bindsObjectsLater = false
  /// Names that alone are targets of a binding. In a body this is a property; elsewhere it is the
  /// object at which the path begins, since a binding never writes a variable.
  private var bound = NameMap<Bool>()
  /// In how many bodies a property of this name is declared.
  private(set) var bodies = NameMap<Int>()
  /// The declarations of blocks that run later, which may exist at any time.
  private(set) var loose = NameMap<Bool>()
  /// Properties that `extend` may add to some object at any time.
  private(set) var extended = NameMap<Bool>()
  /// Objects that may be released at any time.
  private(set) var released = NameMap<Bool>()
  /// Whether objects are released through an expression without a name.
  private(set) var releasesOthers = false
  /// Where a name is first declared at top level.
  private(set) var places = NameMap<(file: SourceFile, span: SourceSpan)>()
  /// Whether blocks that run later make bindings or observers, so that the numbers differ.
  private(set) var makesLinksLater = false
  /// Files that `source` names, by the nodes of their names.
  private(set) var sources: [(script: SyntaxTreeBox, file: NodeID)] = []

  init(_ names: NameTable) {
    self.names = names
    listOperations = Set(ListOperation.named.map { names.intern($0.rawValue) })
  }

  /// Adds the facts of one file.
  ///
  /// - Complexity: O(*n*) in the nodes of its tree.
  mutating func gather(_ script: SyntaxTreeBox) {
    let tree = script.tree
    // Which declarations are made by statements that run one after the other.
    var isFlow = [Bool](repeating: false, count: tree.nodes.count)
    var pending: [NodeID] = tree.statements.reversed()
    while let id = pending.popLast() {
      isFlow[Int(id.index)] = true
      let statement = tree.statement(id)
      if case .block = statement {
        pending.append(contentsOf: tree.statements(of: id).reversed())
        continue
      }
      if case .expression(let expression) = statement { isFlow[Int(expression.index)] = true }
      notePlace(of: statement.declaredName, in: tree)
      let count = pending.count
      statement.eachPart { part, use in if use == .block { pending.append(part) } }
      pending[count...].reverse()
    }
    // Which nodes are members of a body, and not statements.
    var isMember = [Bool](repeating: false, count: tree.nodes.count)
    for id in tree.ids(where: { $0 == .body }) {
      for member in tree.members(of: id) { isMember[Int(member.index)] = true }
    }
    for name in tree.keyNames(names) { noteWritten(name) }
    let isTop = Set(tree.statements.lazy.filter { tree[$0].kind == .release })
    tree.visit { id, kind in
      if kind.isExpression {
        if kind == .call { noteCall(id, in: tree, isFlow: isFlow[Int(id.index)]) }
      } else {
        note(
          id, in: script, isFlow: isFlow[Int(id.index)], isMember: isMember[Int(id.index)],
          isTop: kind == .release && isTop.contains(id))
      }
    }
  }

  private mutating func notePlace(of name: NodeID, in tree: SyntaxTree) {
    guard case .name(let key) = tree.expression(name), places[key] == nil else { return }
    places[key] = (tree.file, tree[name].span)
  }

  private mutating func note(
    _ id: NodeID, in script: SyntaxTreeBox, isFlow: Bool, isMember: Bool, isTop: Bool
  ) {
    let tree = script.tree
    if isMember, let name = tree.declaredMember(id) {
      bodies[name] = (bodies[name] ?? 0) + 1
      return
    }
    let statement = tree.statement(id)
    if case .missing = statement, case .defaultMember(let name) = tree.member(id) {
      // A binding writes it if it names the object alone.
      written[tree.name(name)] = true
      defaults[tree.name(name)] = true
    }
    statement.eachPart { part, use in
      switch use {
      case .declaredName: if !isFlow { loosen(part, in: tree) }
      case .linkName:
        guard !isFlow else { return }
        loosen(part, in: tree)
        if !isMember { makesLinksLater = true }
      case .target, .end: noteBound(part, in: tree, isFlow: isFlow)
      case .assigned, .changed: noteWritten(part, in: tree, isFlow: isFlow)
      case .extension: if !isFlow { loosenMembers(of: part, in: tree) }
      case .released:
        guard !isTop else { return }
        if case .name(let name) = tree.expression(part) {
          released[name] = true
        } else {
          releasesOthers = true
        }
      case .file: sources.append((script, part))
      case .valueName, .loopVariable, .parameter, .knob, .fired, .watched, .handled, .posted,
        .block, .everything:
        break
      }
    }
  }

  /// A call may change a list in place.
  private mutating func noteCall(_ id: NodeID, in tree: SyntaxTree, isFlow: Bool) {
    guard case .call(let callee, _) = tree.expression(id),
      case .member(let base, let name) = tree.expression(callee),
      listOperations.contains(tree.name(name))
    else { return }
    noteWritten(base, in: tree, isFlow: isFlow)
  }

  private mutating func loosen(_ name: NodeID, in tree: SyntaxTree) {
    guard case .name(let name) = tree.expression(name) else { return }
    loose[name] = true
  }

  /// Records that some object may have the properties that `body` declares.
  mutating func loosenMembers(of body: NodeID, in tree: SyntaxTree) {
    for member in tree.members(of: body) {
      if let name = tree.declaredMember(member) { extended[name] = true }
    }
  }

  private mutating func noteWritten(_ target: NodeID, in tree: SyntaxTree, isFlow: Bool) {
    switch tree.expression(tree.withoutElements(target)) {
    case .name(let name): noteWritten(name, isFlow: isFlow)
    case .member(_, let name): noteWritten(tree.name(name), isFlow: isFlow)
    default: break
    }
  }

  private mutating func noteBound(_ target: NodeID, in tree: SyntaxTree, isFlow: Bool) {
    guard case .name(let name) = tree.expression(target) else {
      return noteWritten(target, in: tree, isFlow: isFlow)
    }
    bound[name] = true
    if !isFlow {
      writtenLater[name] = true
      bindsObjectsLater = true
    }
  }

  /// Whether some statement or binding may write a property of this name.
  func mayBeWritten(_ name: Name) -> Bool { written[name] != nil || bound[name] != nil }

  /// Whether what has this name is written only by statements that run one after the other, or by
  /// bindings of such statements.
  func isWrittenInOrder(_ name: Name) -> Bool {
    writtenLater[name] == nil && !(bindsObjectsLater && defaults[name] != nil)
  }

  /// Records that something may be written, at any time unless a statement does it `isFlow`.
  mutating func noteWritten(_ name: Name, isFlow: Bool = false) {
    written[name] = true
    if !isFlow { writtenLater[name] = true }
  }
}

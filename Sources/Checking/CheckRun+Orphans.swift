import Language
import Names
import Syntax

/// What a script observes, as far as its own statements certainly say so one after the other. Only
/// `orphan = error` needs it.
struct Orphans {
  private struct Observing {
    var script: SyntaxTreeBox
    var node: NodeID
    var number: Int
  }

  /// By the name of the object with which the path begins.
  private var observing: [Name: [Observing]] = [:]
  private var count = 0
  /// The number of what has each name.
  private var numbers: [Name: Int] = [:]
  /// The numbers of what has been unbound.
  private var ended: Set<Int> = []
  /// The names that have been unbound, and not been given again.
  private var unbound: Set<Name> = []

  /// - Parameter name: That of the binding or observer; nil for none.
  mutating func note(_ node: NodeID, in script: SyntaxTreeBox, of object: Name, name: Name?) {
    observing[object, default: []].append(Observing(script: script, node: node, number: count))
    if let name { numbers[name] = count }
    count += 1
  }

  mutating func noteGiven(_ name: Name) {
    unbound.remove(name)
    numbers[name] = nil
  }

  /// Ends what has the name.
  ///
  /// - Returns: Whether it was unbound before.
  mutating func unbind(_ name: Name) -> Bool {
    if let number = numbers.removeValue(forKey: name) { ended.insert(number) }
    return !unbound.insert(name).inserted
  }

  /// Anything may have ended.
  mutating func forgetObserving() { observing = [:] }

  /// What observes the object of a name first; all of it is forgotten then.
  mutating func observer(of object: Name) -> (script: SyntaxTreeBox, node: NodeID)? {
    observing.removeValue(forKey: object)?.first { !ended.contains($0.number) }
      .map { ($0.script, $0.node) }
  }
}

/// Under `orphan = error`: objects that are released while they are observed, and names that are unbound
/// twice. Nothing is reported in scripts whose blocks unbind, since these may have run.
extension CheckRun {
  private var reportsOrphans: Bool {
    semantics.orphan == .error && isSemanticsCertain && scope.isFlow && scope.isCertain
      && !scope.isMuted && scope.receiver == nil && !blocksUnbind
  }

  /// Notes that a binding observes the object with whose name its source begins. Where a write, another
  /// binding or the end of its target may end it, nothing is certain.
  func noteObserving(_ binding: BindingSyntax, _ id: NodeID) {
    let lasts = !binding.isOnce && semantics.write == .keep && semantics.death == .observed
    noteObserving(lasts ? binding.source : .none, id, name: binding.name)
  }

  /// Notes that a statement observes the object with whose name `path` begins; `.none` for none.
  func noteObserving(_ path: NodeID, _ id: NodeID, name: NodeID) {
    let given = name.exists ? tree.name(name) : nil
    if let given { orphans.noteGiven(given) }
    guard path.exists, reportsOrphans, !tree.keeper(id).exists, tree[path].kind == .member,
      case .name(let root) = tree.expression(tree.path(path).root), isObjectName(root)
    else { return }
    orphans.note(id, in: script, of: root, name: given)
  }

  /// Reports an object whose end comes while it is observed.
  func reportOrphans(ofReleasing path: NodeID) {
    guard reportsOrphans, case .name(let name) = tree.expression(path), isObjectName(name),
      let found = orphans.observer(of: name)
    else { return }
    let text = found.script.tree.shortText(of: found.node, limit: 60, isASCII: options.isASCII)
    report(.stillObserved(tree.sourceText(of: path), by: text), at: path)
  }

  /// Notes what an `unbind` ends, and reports a name that has been unbound before.
  func noteUnbinding(_ statement: UnbindSyntax) {
    guard !statement.isAll, case .name(let name) = tree.expression(statement.target),
      case .link? = declaration(of: name)?.symbol
    else { return orphans.forgetObserving() }
    let wasUnbound = orphans.unbind(name)
    if wasUnbound, reportsOrphans {
      report(.unboundAlready("'\(text(name))'"), at: statement.target)
    }
  }

  /// Whether a name is that of a declared object, and so always means the same one.
  private func isObjectName(_ name: Name) -> Bool {
    guard case .global(let declaration)? = resolve(name) else { return false }
    return declaration.symbol.kind == .object
  }

  /// Whether blocks of the script, or another file, may end links.
  private var blocksUnbind: Bool {
    let key = ObjectIdentifier(script)
    if let known = scriptsWhoseBlocksUnbind[key] { return known }
    let ending = tree.nodes.count { $0.kind == .unbind || $0.kind == .rebind }
    let found =
      ending > tree.statements.count { tree[$0].kind == .unbind || tree[$0].kind == .rebind }
      || tree.nodes.contains { $0.kind == .source }
    scriptsWhoseBlocksUnbind[key] = found
    return found
  }
}

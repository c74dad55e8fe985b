import Language
import Names
import Syntax

/// What a script observes, as far as its own statements say so one after the other. Only
/// `orphan = error` needs it.
struct Orphans {
  struct Observing {
    /// The object's name, with which the path begins.
    var object: Name
    /// The name of the binding or observer.
    var name: Name?
    var node: NodeID
  }

  var observing: [Observing] = []
  /// The names that have been unbound, and not been given again.
  var unbound: Set<Name> = []
}

/// Under `orphan = error`: objects that are released while they are observed, and names that are unbound
/// twice. Nothing is reported in scripts whose blocks unbind, since these may have run.
extension CheckRun {
  private var reportsOrphans: Bool {
    semantics.orphan == .error && isSemanticsCertain && scope.isFlow && scope.isCertain
      && !scope.isMuted && scope.receiver == nil
  }

  /// Notes that a statement observes the object with whose name `path` begins.
  func noteObserving(_ path: NodeID, _ id: NodeID, name: NodeID) {
    let given = name.exists ? tree.name(name) : nil
    if let given { orphans.unbound.remove(given) }
    guard reportsOrphans, !tree.keeper(id).exists,
      case .name(let root) = tree.expression(tree.path(path).root),
      tree[path].kind == .member
    else { return }
    orphans.observing.append(.init(object: root, name: given, node: id))
  }

  /// Reports an object whose end comes while it is observed.
  func reportOrphans(ofReleasing path: NodeID) {
    guard reportsOrphans, case .name(let name) = tree.expression(path),
      !blocksUnbind,
      let found = orphans.observing.first(where: { $0.object == name })
    else { return }
    let text = tree.shortText(of: found.node, limit: 60, isASCII: options.isASCII)
    report(.stillObserved(tree.sourceText(of: path), by: text), at: path)
  }

  /// Notes what an `unbind` ends, and reports a name that has been unbound before.
  func noteUnbinding(_ statement: UnbindSyntax) {
    guard !statement.isAll, case .name(let name) = tree.expression(statement.target),
      case .link? = declaration(of: name)?.symbol
    else {
      orphans.observing = []
      return
    }
    orphans.observing.removeAll { $0.name == name }
    guard reportsOrphans else { return }
    if !orphans.unbound.insert(name).inserted, !blocksUnbind {
      report(.unboundAlready("'\(text(name))'"), at: statement.target)
    }
  }

  /// Whether blocks of the script end links.
  private var blocksUnbind: Bool {
    let ending = tree.nodes.count { $0.kind == .unbind || $0.kind == .rebind }
    return ending > tree.statements.count { tree[$0].kind == .unbind || tree[$0].kind == .rebind }
  }
}

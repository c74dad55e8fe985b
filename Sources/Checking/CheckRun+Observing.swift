import Names
import Syntax

/// What the current observer is notified about.
struct Observed {
  enum What {
    case member(KnownObject, Name)
    case notification(Name)
  }

  var what: What
  /// Whether it is a member of `self`, whichever object that is.
  var isOwn: Bool
  /// What the statement names, for messages.
  var node: NodeID
  /// Whether it is an event, and not the change of a property.
  var isEvent: Bool
}

/// Observers that set themselves off: they write what they observe, fire what they handle, or post
/// it.
extension CheckRun {
  /// Looks in the postponed block for writes to the end of its `observe` or `on`.
  func observed(_ path: NodeID, _ end: End) -> Observed? {
    let isEvent = end.member?.role == .event
    var own: Name?
    switch tree.expression(path) {
    case .member(let base, let name) where tree[base].kind == .selfReference: own = tree.name(name)
    case .name(let name): if case .member? = resolve(name) { own = name }
    default: break
    }
    if let own, let receiver = scope.receiver {
      return Observed(what: .member(receiver, own), isOwn: true, node: path, isEvent: isEvent)
    }
    guard let last = end.last else { return nil }
    return Observed(
      what: .member(KnownObject(object: last.object, isExact: true), last.name), isOwn: false,
      node: path, isEvent: isEvent)
  }

  /// Reports a write to what the current observer observes, or the firing of what it handles.
  ///
  /// If this depends on a condition, or on something else, it may well end.
  func checkAgainstObserved(
    _ name: Name, of known: KnownObject, isOwn: Bool, at id: NodeID, _ verb: String
  ) {
    guard let observed = scope.observed, scope.blockDepth == 0, conditionDepth == 0,
      case .member(let watched, let watchedName) = observed.what, watchedName == name,
      watched.object === known.object,
      observed.isOwn && isOwn || watched.isExact && known.isExact
    else { return }
    reportSelfSetting(at: id, observed, "\(verb) '\(known.object.text(names)).\(text(name))'")
  }

  func checkAgainstObserved(notification name: Name, at id: NodeID) {
    guard let observed = scope.observed, scope.blockDepth == 0,
      case .notification(let watchedName) = observed.what, watchedName == name
    else { return }
    reportSelfSetting(at: id, observed, "posts '\(text(name))'")
  }

  private func reportSelfSetting(at id: NodeID, _ observed: Observed, _ what: String) {
    guard !scope.isMuted else { return }
    selfSetting.insert(OriginKey(tree: ObjectIdentifier(script), node: observed.node))
    let verb = observed.isEvent ? "handles" : "observes"
    reportSelfSetting(
      at: id, in: tree, "this observer \(what), which it \(verb)", "it \(verb) it here",
      at: observed.node, in: tree)
  }

  /// Reports code that sets itself off.
  ///
  /// - Parameters:
  ///   - id: Where it does.
  ///   - cause: Where it says what sets it off.
  func reportSelfSetting(
    at id: NodeID, in tree: SyntaxTree, _ what: String, _ why: String, at cause: NodeID,
    in other: SyntaxTree
  ) {
    findings.add(
      Diagnostic(
        .warning, what, file: tree.file, span: tree[id].span,
        notes: [.init(.note, why, file: other.file, span: other[cause].span)],
        code: .writesWhatItObserves))
  }
}

import Language
import Names
import Syntax

/// How often each action certainly runs, and what it would make again.
struct CalledActions {
  /// The block of an action.
  typealias Action = OriginKey

  /// A statement in an action that makes a binding, an observer or an effect.
  struct Making {
    var script: SyntaxTreeBox
    var node: NodeID
    var action: Action
  }

  /// Calls from outside of all actions; a block that runs again counts as two.
  var calls: [Action: Int] = [:]
  /// The actions that each action calls.
  var callees: [Action: [Action]] = [:]
  var making: [Making] = []

  /// The actions that run more than once.
  ///
  /// - Complexity: O(*n*) in the calls.
  func repeated() -> Set<Action> {
    var counts = calls
    var next = Array(calls.keys)
    while let action = next.popLast() {
      for callee in callees[action] ?? [] {
        // More than two says nothing more, so that this ends, also where actions call each other.
        let count = min(2, counts[callee, default: 0] + min(2, counts[action, default: 0]))
        guard count != counts[callee] else { continue }
        counts[callee] = count
        next.append(callee)
      }
    }
    return Set(counts.filter { $0.value > 1 }.keys)
  }
}

/// Bindings, observers and effects that pile up, since the action that makes them is called again.
extension CheckRun {
  /// Notes a call of an action, if it certainly happens.
  func noteCall(of block: NodeID, in script: SyntaxTreeBox) {
    let action = OriginKey(tree: ObjectIdentifier(script), node: block)
    noteAccesses(ofCalling: action)
    if scope.isFlow {
      guard !scope.isMuted, scope.isCertain || scope.loopDepth > 0 else { return }
      calledActions.calls[action, default: 0] += scope.loopDepth > 0 ? 2 : 1
      return
    }
    switch scope.role {
    case .action:
      guard let caller = scope.action else { return }
      calledActions.callees[caller, default: []].append(action)
    case .observer, .ownObserver, .on, .effect: calledActions.calls[action, default: 0] += 2
    default: break
    }
  }

  /// Notes what the block of an action makes, if each run makes the same.
  func noteMadeInAction(_ id: NodeID) {
    guard scope.role == .action, let action = scope.action, scope.receiver?.isExact ?? true,
      !endsLinks(script)
    else { return }
    calledActions.making.append(
      CalledActions.Making(script: script, node: id, action: action))
  }

  func reportMadeInActions() {
    let repeated = calledActions.repeated()
    for making in calledActions.making where repeated.contains(making.action) {
      let tree = making.script.tree
      let mistake = Mistake.madeAgain(
        tree.shortText(of: making.node, limit: 60, isASCII: options.isASCII))
      findings.add(
        Diagnostic(
          mistake, FindingCode.madeAgain.severity, file: tree.file, span: tree[making.node].span))
    }
  }
}

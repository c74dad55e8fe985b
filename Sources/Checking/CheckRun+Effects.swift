import Language
import Names
import Syntax

/// What the block of an effect, an action or a function reads and writes, as far as it is certain which
/// properties these are, and what it calls.
final class StaticAccesses {
  let script: SyntaxTreeBox
  fileprivate var reads: [StaticGraph.Place: NodeID] = [:]
  fileprivate var writes: [(place: StaticGraph.Place, node: NodeID)] = []
  fileprivate var calls: [(callee: CalledActions.Action, isUntracked: Bool)] = []

  init(of script: SyntaxTreeBox) { self.script = script }
}

/// An effect, with what its block reads and writes.
final class StaticEffect {
  let block: NodeID
  /// Whether the effects that it makes stay when it runs again.
  let keepsInner: Bool
  /// Whether its own writes set it off.
  let followsItself: Bool
  let accesses: StaticAccesses

  init(_ block: NodeID, in script: SyntaxTreeBox, keepsInner: Bool, followsItself: Bool) {
    accesses = StaticAccesses(of: script)
    self.block = block
    self.keepsInner = keepsInner
    self.followsItself = followsItself
  }
}

extension CheckRun {
  func effect(_ id: NodeID, _ block: NodeID, _ nameNode: NodeID) {
    let effect = StaticEffect(
      block, in: script, keepsInner: isSemanticsCertain && semantics.inner == .stay,
      followsItself: !isSemanticsCertain || semantics.running != .hold)
    if !scope.isMuted { effects.append(effect) }
    later(block, .effect, effect: effect)
    _ = nextNumber()
    name(nameNode, nil)
  }

  /// Examines what an effect does not follow.
  func untracked<Result>(_ body: () -> Result) -> Result {
    let wasUntracked = scope.isUntracked
    scope.isUntracked = true
    defer { scope.isUntracked = wasUntracked }
    return body()
  }

  /// Notes a read in a block of which it is known what it reads and writes.
  func noteRead(_ name: Name, of known: KnownObject, at id: NodeID) {
    guard let accesses = scope.accesses, !scope.isUntracked, known.isExact else { return }
    let place = StaticGraph.Place(object: known.object, name: name)
    if accesses.reads[place] == nil { accesses.reads[place] = id }
  }

  /// Notes a write in such a block.
  ///
  /// - Parameter isChange: Whether the old value is read, as by `+=`.
  func noteWrite(_ name: Name, of known: KnownObject, at id: NodeID, isChange: Bool) {
    guard let accesses = scope.accesses, known.isExact else { return }
    if isChange { noteRead(name, of: known, at: id) }
    accesses.writes.append((StaticGraph.Place(object: known.object, name: name), id))
  }

  /// Notes that such a block calls an action or a function.
  func noteAccesses(ofCalling callee: CalledActions.Action) {
    scope.accesses?.calls.append((callee, scope.isUntracked))
  }

  /// Reports what effects both read and write, also in the actions and functions that they call.
  func reportOwnWrites() {
    for effect in effects where effect.followsItself {
      var (reads, writes) = (
        effect.accesses.reads.mapValues { (effect.accesses.script, $0) }, [OwnWrite]()
      )
      var seen: Set<FollowedCall> = []
      func take(_ accesses: StaticAccesses, isUntracked: Bool) {
        for (place, node) in accesses.reads where !isUntracked && reads[place] == nil {
          reads[place] = (accesses.script, node)
        }
        for write in accesses.writes {
          writes.append(OwnWrite(place: write.place, script: accesses.script, node: write.node))
        }
        for call in accesses.calls
        where seen.insert(
          FollowedCall(callee: call.callee, isUntracked: isUntracked || call.isUntracked)
        )
        .inserted {
          guard seen.count < CheckRun.mostCallees, let callee = self.accesses[call.callee] else {
            continue
          }
          take(callee, isUntracked: isUntracked || call.isUntracked)
        }
      }
      take(effect.accesses, isUntracked: false)
      for write in writes {
        guard let read = reads.removeValue(forKey: write.place) else { continue }
        let name = "\(write.place.object.text(names)).\(text(write.place.name))"
        reportSelfSetting(
          at: write.node, in: write.script.tree, "this effect writes '\(name)', which it reads",
          "it reads it here", at: read.1, in: read.0.tree)
      }
    }
  }

  /// How many callees of an effect are followed.
  private static let mostCallees = 200

  private struct FollowedCall: Hashable {
    var callee: CalledActions.Action
    var isUntracked: Bool
  }

  private struct OwnWrite {
    var place: StaticGraph.Place
    var script: SyntaxTreeBox
    var node: NodeID
  }
}

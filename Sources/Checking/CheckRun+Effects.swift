import Language
import Names
import Syntax

/// What the block of an effect reads and writes, as far as it is certain which properties these are.
final class StaticEffect {
  let block: NodeID
  /// Whether the effects that it makes stay when it runs again.
  let keepsInner: Bool
  /// Whether its own writes set it off.
  let followsItself: Bool
  fileprivate var reads: [StaticGraph.Place: NodeID] = [:]
  fileprivate var writes: [(place: StaticGraph.Place, node: NodeID)] = []

  init(block: NodeID, keepsInner: Bool, followsItself: Bool) {
    self.block = block
    self.keepsInner = keepsInner
    self.followsItself = followsItself
  }
}

extension CheckRun {
  func effect(_ id: NodeID, _ block: NodeID, _ nameNode: NodeID) {
    let effect = StaticEffect(
      block: block, keepsInner: isSemanticsCertain && semantics.inner == .stay,
      followsItself: !isSemanticsCertain || semantics.running != .hold)
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

  /// Notes a read in the block of an effect, which follows what is read.
  func noteEffectRead(_ name: Name, of known: KnownObject, at id: NodeID) {
    guard let effect = scope.effect, !scope.isUntracked, known.isExact else { return }
    let place = StaticGraph.Place(object: known.object, name: name)
    if effect.reads[place] == nil { effect.reads[place] = id }
  }

  /// Notes a write in the block of an effect.
  ///
  /// - Parameter isChange: Whether the old value is read, as by `+=`.
  func noteEffectWrite(_ name: Name, of known: KnownObject, at id: NodeID, isChange: Bool) {
    guard let effect = scope.effect, known.isExact else { return }
    if isChange { noteEffectRead(name, of: known, at: id) }
    effect.writes.append((StaticGraph.Place(object: known.object, name: name), id))
  }

  /// Reports what the effect whose block has been examined both reads and writes.
  func reportOwnWrites() {
    guard let effect = scope.effect, effect.followsItself, !scope.isMuted else { return }
    for (place, node) in effect.writes {
      guard let read = effect.reads.removeValue(forKey: place) else { continue }
      let name = "\(place.object.text(names)).\(text(place.name))"
      reportSelfSetting(
        at: node, "this effect writes '\(name)', which it reads", "it reads it here", at: read)
    }
  }
}

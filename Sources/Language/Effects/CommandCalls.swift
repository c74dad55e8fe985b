/// The ways that lead round among some places, to find out whether commands end them: a command that
/// is executing is not executed again.
///
/// They end if all of them are calls that run while the code before them runs. One of the commands may
/// take time, since it is executing until its code is over. With two of them each could start the other
/// one again.
package struct CommandCalls<Place: Hashable> {
  private var areOnlyCalls = true
  /// The places whose code runs in a later turn than they are reached.
  private var delayed: Set<Place> = []
  private var commands: Set<Place> = []
  private var targets: [Place: [Place]] = [:]

  package init() {}

  /// Adds a step from one of the places to another.
  ///
  /// - Parameters:
  ///   - effect: What the code of `place` does; nil for what an observer or a binding does.
  ///   - isCommand: Whether the target is a command.
  package mutating func add(
    _ effect: CodeEffect?, from place: Place, to target: Place, isCommand: Bool
  ) {
    guard let effect, effect.kind == .calls, !effect.isTimed else {
      areOnlyCalls = false
      return
    }
    if effect.isLater { delayed.insert(place) }
    if isCommand { commands.insert(target) }
    targets[place, default: []].append(target)
  }

  /// Whether no change goes round.
  ///
  /// - Complexity: O(*n*) in the steps.
  package var areHeld: Bool {
    areOnlyCalls && delayed.count <= 1 && !commands.isEmpty && !leadRoundWithoutCommands
  }

  private var leadRoundWithoutCommands: Bool {
    var callers: [Place: Int] = [:]
    let inner = targets.filter { !commands.contains($0.key) }
      .mapValues { $0.filter { !commands.contains($0) } }
    for target in inner.values.joined() { callers[target, default: 0] += 1 }
    var pending = inner.keys.filter { callers[$0] == nil }
    var count = 0
    while let place = pending.popLast() {
      count += 1
      for target in inner[place] ?? [] {
        callers[target, default: 0] -= 1
        if callers[target] == 0 { pending.append(target) }
      }
    }
    return count < Set(inner.keys).union(callers.keys).count
  }
}

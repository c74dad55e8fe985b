// How often a turn went round a cycle, for turns that ended without a lock.
extension GraphCore {
  /// How often the binding on a cycle that fired most has fired in the running turn; 0 if none on a
  /// cycle has. The cycle of a two-way binding with itself does not count.
  ///
  /// - Complexity: O(*n*) in what the turn did.
  package mutating func mostLaps() -> Int {
    // A binding that this turn has ended does not close a cycle any more.
    resolveDirtyComponents()
    // What has waited for a tick leaves an entry of each kind when it fires.
    var counts: [UInt32: (writes: Int, firings: Int)] = [:]
    for position in UInt32(turnStart.log)..<UInt32(log.count) {
      let entry = log[position]
      guard entry.link != 0 else { continue }
      switch entry.kind {
      case .write: counts[entry.link, default: (0, 0)].writes += 1
      case .fired: counts[entry.link, default: (0, 0)].firings += 1
      default: break
      }
    }
    return counts.filter { liesOnCycle($0.key) }
      .map { $1.writes > 0 ? $1.writes : $1.firings }.max() ?? 0
  }

  private func liesOnCycle(_ link: UInt32) -> Bool {
    guard !links[link].flags.contains(.free) else { return false }
    let target = links[link].target
    let sources = sources(of: link)
    if sources.contains(target) { return true }
    guard let component = cycles.component[target],
      sources.contains(where: { cycles.component[$0] == component })
    else { return false }
    return partner(of: link) == 0 || cycles.component.count(of: component) > 2
  }
}

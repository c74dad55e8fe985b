/// A firing that a lock kept back.
package struct Hold {
  /// The link that was due.
  package var link: UInt32
  /// The links that were firing, from the first firing of `link` to the one that led back to it;
  /// empty for the echo within one two-way binding.
  package var path: [UInt32]
}

/// The same, flat: holding allocates nothing.
struct HoldRecord {
  var link: UInt32
  /// Where its path begins in `holdHops`.
  var firstHop: UInt32
  var hopCount: UInt32
}

extension GraphCore {
  /// The most holds of one turn that are kept, and the most hops of them all.
  private static let holdLimit = 64
  private static let hopLimit = 1 << 20

  /// The bindings held back in the last turn, each once, with the closed way that led back to them.
  package var holds: [Hold] {
    (0..<UInt32(holdRecords.count)).map { position in
      let record = holdRecords[position]
      let hops = record.firstHop..<(record.firstHop + record.hopCount)
      return Hold(link: record.link, path: hops.map { holdHops[$0] })
    }
  }

  /// Remembers that `link` was due and locked.
  mutating func hold(_ link: UInt32) {
    if isTracing { record(.held, cause: currentCause, link: link) }
    guard !links[link].flags.contains(.wasHeld), holdRecords.count < GraphCore.holdLimit else {
      return
    }
    links[link].flags.insert(.wasHeld)
    let first = UInt32(holdHops.count)
    keepPath(backTo: link)
    holdRecords.append(
      HoldRecord(link: link, firstHop: first, hopCount: UInt32(holdHops.count) - first))
  }

  /// The links firing now, from the one that shares a lock with `link` up.
  private mutating func keepPath(backTo link: UInt32) {
    let wanted = lead(of: link)
    // The echo of a two-way binding: the other direction stands on top.
    if lead(of: frames[UInt32(frames.count - 1)].link) == wanted { return }
    var bottom = frames.count - 1
    var count = 0
    while bottom >= 0 {
      let firing = frames[UInt32(bottom)].link
      if firing != 0 {
        count += 1
        if lead(of: firing) == wanted { break }
      }
      bottom -= 1
    }
    guard count > 1, bottom >= 0, holdHops.count + count <= GraphCore.hopLimit else { return }
    for position in bottom..<frames.count where frames[UInt32(position)].link != 0 {
      holdHops.append(frames[UInt32(position)].link)
    }
  }

  mutating func forgetHolds() {
    holdRecords.truncate(to: 0)
    holdHops.truncate(to: 0)
    holdHops.shrink(above: 65_536)
  }
}

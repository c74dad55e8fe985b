/// A firing that was held back by a lock.
package struct Hold {
  /// The link that was due.
  package var link: UInt32
  /// The links that were firing, from the first firing of `link` to the one that led back to it;
  /// empty for the echo within one two-way binding.
  package var path: [UInt32]
}

/// A ``Hold`` without an array of its own: holding allocates nothing.
struct HoldRecord {
  var link: UInt32
  /// Where its path begins in `Holding.hops`.
  var firstHop: UInt32
  var hopCount: UInt32
}

/// What the running turn has held back, and the paths that led there.
struct Holding: TableOwner {
  var records = FlatArray<HoldRecord>()
  var hops = FlatArray<UInt32>()

  mutating func forEachTable(_ change: TableChange) {
    records.undergo(change)
    hops.undergo(change)
  }
}

extension GraphCore {
  /// The most holds of one turn that are kept, and the most hops of all of them.
  private static let holdLimit = 64
  private static let hopLimit = 1 << 20

  /// The bindings held back in the last turn, each once, with the closed path that led back to
  /// them.
  package var holds: [Hold] {
    (0..<UInt32(holding.records.count)).map { position in
      let record = holding.records[position]
      let hops = record.firstHop..<(record.firstHop + record.hopCount)
      return Hold(link: record.link, path: hops.map { holding.hops[$0] })
    }
  }

  /// Remembers that `link` was due and locked.
  mutating func hold(_ link: UInt32) {
    if isTracing { recordHeld(link) }
    let place = links.pointer(link)
    guard !place.pointee.flags.contains(.wasHeld), holding.records.count < GraphCore.holdLimit
    else {
      return
    }
    place.pointee.flags.insert(.wasHeld)
    let first = UInt32(holding.hops.count)
    // The echo of a two-way binding has no path: its other direction is on top of the stack.
    if lead(of: frames[UInt32(frames.count - 1)].link) != lead(of: link) { keepPath(backTo: link) }
    holding.records.append(
      HoldRecord(link: link, firstHop: first, hopCount: UInt32(holding.hops.count) - first))
  }

  /// Remembers that `link` was due as the echo within a two-way binding, which has no path.
  @inline(__always)
  mutating func holdEcho(_ link: UInt32) {
    guard holding.records.count < GraphCore.holdLimit else { return }
    links.base[Int(link)].flags.insert(.wasHeld)
    holding.records.append(
      HoldRecord(
        link: link, firstHop: UInt32(truncatingIfNeeded: holding.hops.count), hopCount: 0))
  }

  @inline(never)
  private mutating func recordHeld(_ link: UInt32) {
    record(.held, cause: currentCause, link: link)
  }

  /// The links that are firing now, from the one that shares a lock with `link` upward.
  private mutating func keepPath(backTo link: UInt32) {
    let wanted = lead(of: link)
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
    guard count > 1, bottom >= 0, holding.hops.count + count <= GraphCore.hopLimit else { return }
    for position in bottom..<frames.count where frames[UInt32(position)].link != 0 {
      holding.hops.append(frames[UInt32(position)].link)
    }
  }

  /// Forgets what was held in the last turn.
  @inline(__always)
  mutating func forgetHolds() {
    holding.records.forget()
    holding.hops.forget()
    holding.hops.shrink(above: 65_536)
  }

  /// Removes the marks by which a turn knows what it has held.
  @inline(__always)
  mutating func openHolds() {
    for position in 0..<UInt32(truncatingIfNeeded: holding.records.count) {
      links[holding.records[position].link].flags.remove(.wasHeld)
    }
  }
}

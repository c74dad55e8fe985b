/// What the depth-first orders keep besides the stack.
struct Sweeps: TableOwner {
  /// Listeners gathered for the sweeps on the stack, after a 0 for each.
  var gathered = FlatArray<UInt32>()
  /// Properties whose observers are notified after the bindings: the waves on the stack.
  var due = FlatArray<Due>()
  /// Properties that changed in a batch, in order, if nothing else waits for its end.
  var announced = FlatArray<Due>()
  /// Where properties stand in `announced`, from when there are many. What was removed since is still
  /// here, so each place must be checked.
  private var announcedPlaces: [UInt32: UInt32] = [:]
  /// When each link registered last, if the latest goes first; 0 for never. Grows only when one
  /// registers.
  var stamps = FlatArray<UInt32>()
  var lastStamp: UInt32 = 0
  /// The level of each wave on the stack, counted from 1, while its bindings are being evaluated,
  /// and 0 when its observers are notified.
  var waves: [Int] = []

  /// How many properties are searched without a table.
  private static let mostSought = 32

  /// The place of a property in `announced`; nil if it is not there.
  ///
  /// If it is not, it must be appended next.
  mutating func announcedPlace(of slot: UInt32) -> UInt32? {
    let count = UInt32(announced.count)
    guard count > Sweeps.mostSought else {
      announcedPlaces.removeAll(keepingCapacity: true)
      return (0..<count).first { announced[$0].slot == slot }
    }
    if announcedPlaces.isEmpty {
      for place in 0..<count { announcedPlaces[announced[place].slot] = place }
    }
    if let place = announcedPlaces[slot], place < count, announced[place].slot == slot {
      return place
    }
    announcedPlaces[slot] = count
    return nil
  }

  /// When a link registered last; 0 for never.
  @inline(__always)
  func stamp(of link: UInt32) -> UInt32 {
    Int(link) < stamps.count ? stamps.base[Int(link)] : 0
  }

  mutating func setStamp(_ stamp: UInt32, of link: UInt32) {
    growStamps(to: Int(link) + 1)
    stamps[link] = stamp
  }

  @inline(__always)
  mutating func growStamps(to count: Int) {
    while stamps.count < count { stamps.append(0) }
  }

  /// Whether nothing is being passed on, and nothing waits for the end of a batch.
  var isAtRest: Bool { gathered.count | due.count | announced.count | waves.count == 0 }

  mutating func forEachTable(_ change: TableChange) {
    gathered.undergo(change)
    due.undergo(change)
    announced.undergo(change)
    stamps.undergo(change)
  }
}

extension GraphCore {
  /// Notes that a link registers with what it observes, again or for the first time: for semantics
  /// in which the last registered fires first.
  @inline(__always)
  mutating func register(_ link: UInt32) {
    if knobs.registers { registerLatest(lead(of: link)) }
  }

  private mutating func registerLatest(_ link: UInt32) {
    appendLog(.registered, slot: sweeps.stamp(of: link), link: link)
    sweeps.lastStamp += 1
    sweeps.setStamp(sweeps.lastStamp, of: link)
  }
}

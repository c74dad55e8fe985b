/// Marks of what the two searches of one reordering have met, by node: a property, or the name of
/// its component. A new reordering makes all earlier marks void without touching them.
struct SearchMarks: TableOwner {
  struct Kind: OptionSet {
    let rawValue: UInt32
    static let ahead = Kind(rawValue: 1)
    static let behind = Kind(rawValue: 2)
    static let onCycle = Kind(rawValue: 4)
  }

  private var marks = FlatArray<UInt32>(minimumCapacity: 0)
  private var round: UInt32 = 0

  mutating func forEachTable(_ change: TableChange) { marks.undergo(change) }

  mutating func begin(among count: Int) {
    if round >= UInt32.max >> 3 {
      marks.forget()
      round = 0
    }
    round += 1
    while marks.count < count { marks.append(0) }
  }

  @inline(__always)
  func contains(_ kind: Kind, at node: UInt32) -> Bool {
    let mark = marks[node]
    return mark >> 3 == round && mark & kind.rawValue != 0
  }

  /// - Returns: Whether the mark is new.
  @inline(__always)
  mutating func insert(_ kind: Kind, at node: UInt32) -> Bool {
    let mark = marks[node]
    let known = mark >> 3 == round ? mark : round << 3
    marks[node] = known | kind.rawValue
    return known & kind.rawValue == 0
  }
}

/// What a search has met, in memory that the next search uses again: most searches are short, and
/// making five arrays for each takes longer than the search.
struct SearchLists: TableOwner {
  var nodes = FlatArray<UInt32>()
  /// The edges that were followed, between nodes.
  var edges = FlatArray<(from: UInt32, to: UInt32)>()
  /// Nodes beyond the bounds that the search from the other end has met.
  var metOther = FlatArray<UInt32>()
  var pending = FlatArray<UInt32>()
  /// The nodes with their places, once they are sorted.
  var keys = FlatArray<PlaceKey>()

  mutating func forEachTable(_ change: TableChange) {
    nodes.undergo(change)
    edges.undergo(change)
    metOther.undergo(change)
    pending.undergo(change)
    keys.undergo(change)
  }

  mutating func forget() {
    nodes.forget()
    edges.forget()
    metOther.forget()
    pending.forget()
    keys.forget()
  }

  /// Sorts what is in `keys`.
  mutating func sortKeys() {
    var elements = UnsafeMutableBufferPointer(start: keys.base, count: keys.count)
    elements.sort()
  }
}

/// A place with what has it, as one number that is sorted without looking anything up.
struct PlaceKey: Comparable {
  private let bits: UInt64

  @inline(__always)
  init(_ place: Int32, _ number: UInt32) {
    bits = UInt64(UInt32(bitPattern: place) ^ 1 << 31) << 32 | UInt64(number)
  }

  @inline(__always)
  var place: Int32 { Int32(bitPattern: UInt32(bits >> 32) ^ 1 << 31) }

  @inline(__always)
  var number: UInt32 { UInt32(truncatingIfNeeded: bits) }

  @inline(__always)
  static func < (left: PlaceKey, right: PlaceKey) -> Bool { left.bits < right.bits }
}

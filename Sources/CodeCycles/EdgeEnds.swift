/// The two ends of an edge and its place in their lists: what a search reads of it. An edge itself
/// takes several cache lines, and a search in random order finds none of them in the cache.
package struct EdgeEnds {
  /// The link, or the place as a number.
  private let rawOrigin: UInt32
  private let isOfLink: Bool
  /// It is removed, and its number is not used again.
  private(set) var isGone = false
  /// That of the link; 0 for a place.
  let serial: UInt32
  private let rawTarget: UInt32
  /// The next one of the same origin, and the next one to the same target; -1 for none.
  var nextOfOrigin: Int32 = -1
  var nextToTarget: Int32 = -1

  private static let nothing = UInt32.max

  init(of edge: CodeEdge) {
    switch edge.origin {
    case .link(let link): (rawOrigin, isOfLink, serial) = (link, true, edge.serial)
    case .place(let place): (rawOrigin, isOfLink, serial) = (place.number, false, 0)
    }
    rawTarget = edge.target?.number ?? EdgeEnds.nothing
  }

  package var origin: CodeUnit.Origin {
    isOfLink ? .link(rawOrigin) : .place(CodePlace(number: rawOrigin))
  }

  /// nil if the path leads nowhere.
  var target: CodePlace? {
    rawTarget == EdgeEnds.nothing ? nil : CodePlace(number: rawTarget)
  }

  mutating func remove() { isGone = true }
}

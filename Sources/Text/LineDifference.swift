/// How one text becomes another, line by line, with as few edits as possible.
public struct LineDifference {
  /// A line of one text or of both, by its place in them.
  public enum Edit: Equatable, Sendable {
    case same(Int, Int)
    case removed(Int)
    case added(Int)
  }

  /// In the order of both texts; removed lines come before their replacement.
  public private(set) var edits: [Edit] = []

  /// The most pairs of lines that are compared; above that the middle is replaced as a whole.
  private static let mostPairs = 4_000_000

  init(edits: [Edit]) { self.edits = edits }

  /// - Complexity: O(*n* *d*) in the lines between the first and the last that differ and the edits,
  ///   and O(*n*) where these lines are too many.
  public init(_ old: [String], _ new: [String]) {
    let start = zip(old, new).prefix { $0 == $1 }.count
    let tail = zip(old.dropFirst(start).reversed(), new.dropFirst(start).reversed())
    let end = tail.prefix { $0 == $1 }.count
    let (oldMiddle, newMiddle) = (start..<old.count - end, start..<new.count - end)
    var (removed, added) = (Set(oldMiddle), Set(newMiddle))
    if oldMiddle.count * newMiddle.count <= Self.mostPairs {
      let difference = new[newMiddle].difference(from: old[oldMiddle])
      removed = Set(difference.removals.map { start + $0.place })
      added = Set(difference.insertions.map { start + $0.place })
    }
    var (oldPlace, newPlace) = (0, 0)
    while oldPlace < old.count || newPlace < new.count {
      if removed.contains(oldPlace) {
        edits.append(.removed(oldPlace))
        oldPlace += 1
      } else if added.contains(newPlace),
        oldPlace == old.count || old[oldPlace] != new[newPlace]
      {
        edits.append(.added(newPlace))
        newPlace += 1
      } else {
        // Of several equal lines, the first one is meant.
        if added.contains(newPlace),
          let later = (newPlace..<new.count).first(where: { !added.contains($0) })
        {
          added.insert(later)
        }
        edits.append(.same(oldPlace, newPlace))
        (oldPlace, newPlace) = (oldPlace + 1, newPlace + 1)
      }
    }
  }

  /// The part worth showing: the differences, with `context` equal lines around them.
  ///
  /// - Returns: The edits with their places, each with whether lines were skipped before it.
  /// - Complexity: O(*n*) in the lines.
  public func hunks(context: Int) -> [(position: Int, edit: Edit, followsGap: Bool)] {
    var isShown = [Bool](repeating: false, count: edits.count)
    for (position, edit) in edits.enumerated() {
      if case .same = edit { continue }
      for near in max(0, position - context)...min(edits.count - 1, position + context) {
        isShown[near] = true
      }
    }
    return edits.indices.filter { isShown[$0] }.map {
      ($0, edits[$0], $0 > 0 && !isShown[$0 - 1])
    }
  }
}

extension CollectionDifference.Change {
  fileprivate var place: Int {
    switch self {
    case .insert(let offset, _, _), .remove(let offset, _, _): offset
    }
  }
}

import Basics

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

  /// The most pairs of lines that are compared. Above that the texts are cut at lines that each of them
  /// has once, and a part without such lines is replaced as a whole.
  private static let mostPairs = 4_000_000

  init(edits: [Edit]) { self.edits = edits }

  /// - Complexity: O(*n* *d*) in the lines between the first and the last that differ and the edits,
  ///   and O(*n* log *n*) where these lines are too many.
  public init(_ old: [String], _ new: [String]) {
    var (removed, added) = Self.changes(old, new)
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

  /// The places of the lines that are removed and added.
  private static func changes(
    _ old: [String], _ new: [String]
  ) -> (removed: Set<Int>, added: Set<Int>) {
    var (removed, added): (Set<Int>, Set<Int>) = ([], [])
    var parts = [(old: old.indices, new: new.indices)]
    while var part = parts.popLast() {
      let start = zip(old[part.old], new[part.new]).prefix { $0 == $1 }.count
      part = (part.old.dropFirst(start), part.new.dropFirst(start))
      let tail = zip(old[part.old].reversed(), new[part.new].reversed())
      let end = tail.prefix { $0 == $1 }.count
      part = (part.old.dropLast(end), part.new.dropLast(end))
      if part.old.count * part.new.count <= mostPairs {
        let difference = new[part.new].difference(from: old[part.old])
        removed.formUnion(difference.removals.map { part.old.lowerBound + $0.place })
        added.formUnion(difference.insertions.map { part.new.lowerBound + $0.place })
        continue
      }
      let shared = sharedLines(old, part.old, new, part.new)
      if shared.isEmpty {
        removed.formUnion(part.old)
        added.formUnion(part.new)
        continue
      }
      var (oldStart, newStart) = (part.old.lowerBound, part.new.lowerBound)
      for (oldLine, newLine) in shared + [(part.old.upperBound, part.new.upperBound)] {
        parts.append((oldStart..<oldLine, newStart..<newLine))
        (oldStart, newStart) = (oldLine + 1, newLine + 1)
      }
    }
    return (removed, added)
  }

  /// The places of lines that both parts have once, as many as are in the same order in both.
  private static func sharedLines(
    _ old: [String], _ oldPart: Range<Int>, _ new: [String], _ newPart: Range<Int>
  ) -> [(old: Int, new: Int)] {
    func single(_ lines: [String], _ part: Range<Int>) -> [String: Int] {
      Dictionary(part.map { (lines[$0], $0) }, uniquingKeysWith: { _, _ in -1 }).filter { $1 >= 0 }
    }
    let newPlaces = single(new, newPart)
    let pairs = single(old, oldPart).compactMap { line, place in
      newPlaces[line].map { (old: place, new: $0) }
    }.sorted { $0.old < $1.old }
    // The longest run of growing places: for each length the pair with the smallest end, and before it.
    var ends: [Int] = []
    var before = [Int](repeating: -1, count: pairs.count)
    for (position, pair) in pairs.enumerated() {
      let length = ends.indices.partitionPoint { pairs[ends[$0]].new >= pair.new }
      if length > 0 { before[position] = ends[length - 1] }
      if length == ends.count { ends.append(position) } else { ends[length] = position }
    }
    var found: [(old: Int, new: Int)] = []
    var next = ends.last ?? -1
    while next >= 0 {
      found.append(pairs[next])
      next = before[next]
    }
    return found.reversed()
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

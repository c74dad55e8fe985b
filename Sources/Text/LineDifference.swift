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

  /// How many pairs of lines were looked at, for a test of its growth.
  package private(set) var work = 0

  init(edits: [Edit], work: Int = 0) { (self.edits, self.work) = (edits, work) }

  /// - Complexity: O(*n*) in the lines if the texts differ little or one of them is short, and a fixed
  ///   number of steps for each line in any case.
  public init(_ old: [String], _ new: [String]) {
    // Numbers are compared faster than lines.
    var numbers: [String: Int] = [:]
    let all = [old, new].map { lines in
      lines.map { line in
        let number = numbers[line] ?? numbers.count
        numbers[line] = number
        return number
      }
    }
    self.init(all[0], all[1])
  }

  private init(_ old: [Int], _ new: [Int]) {
    let (known, wanted) = (Set(old), Set(new))
    let fits = { (oldPlace: Int, newPlace: Int) in old[oldPlace] == new[newPlace] }
    var search = LineSearch(
      old.count, new.count, oldFits: { wanted.contains(old[$0]) },
      newFits: { known.contains(new[$0]) }, fits: fits)
    search.run { LineSearch.anchors(old, $0, new, $1) }
    self.init(search, fits)
  }

  /// - Parameter fits: Whether two lines are the same.
  init(_ search: LineSearch, _ fits: (Int, Int) -> Bool) {
    work = search.work
    let (removed, added) = (search.isRemoved, search.isAdded)
    var isAdded = added
    var (oldPlace, newPlace) = (0, 0)
    // The first line from the present one on that is not added.
    var later = 0
    while oldPlace < removed.count || newPlace < added.count {
      if oldPlace < removed.count, removed[oldPlace] {
        edits.append(.removed(oldPlace))
        oldPlace += 1
      } else if newPlace < added.count, isAdded[newPlace],
        oldPlace == removed.count || !fits(oldPlace, newPlace)
      {
        edits.append(.added(newPlace))
        newPlace += 1
      } else {
        // Of several equal lines, the first one is meant.
        if isAdded[newPlace] {
          later = max(later, newPlace)
          while later < added.count, isAdded[later] { later += 1 }
          if later < added.count { isAdded[later] = true }
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

import Basics

/// Finds which lines are removed and added, with the greedy algorithm of Eugene W. Myers, "An O(ND)
/// Difference Algorithm and Its Variations" (1986).
///
/// The result has as few lines as possible, unless that takes too many steps. Then the search commits
/// to the way that has come furthest, and begins again from there, so that time and memory grow with
/// the lines and not with their product.
struct LineSearch {
  private(set) var isRemoved: [Bool]
  private(set) var isAdded: [Bool]
  /// How many ends of ways were looked at.
  private(set) var work = 0
  /// The places of the lines that the other text may have.
  private let old: [Int]
  private let new: [Int]
  private let fits: (Int, Int) -> Bool

  /// How many ends of ways are kept before the search commits to one: those of 724 edits at least.
  private static let mostKept = 1 << 18
  /// The most pairs of lines that are searched without anchors.
  private static let mostPairs = 4_000_000

  /// - Parameters:
  ///   - oldFits: Whether an old line may fit a new one at all; likewise `newFits`.
  ///   - fits: Whether an old line and a new one are the same.
  init(
    _ oldCount: Int, _ newCount: Int, oldFits: (Int) -> Bool, newFits: (Int) -> Bool,
    fits: @escaping (Int, Int) -> Bool
  ) {
    isRemoved = Array(repeating: false, count: oldCount)
    isAdded = Array(repeating: false, count: newCount)
    self.fits = fits
    let shorter = min(oldCount, newCount)
    var start = 0
    while start < shorter, fits(start, start) { start += 1 }
    var end = 0
    while end < shorter - start, fits(oldCount - 1 - end, newCount - 1 - end) { end += 1 }
    old = (start..<oldCount - end).filter(oldFits)
    new = (start..<newCount - end).filter(newFits)
    // What is found to be the same is unmarked again.
    for place in start..<oldCount - end { isRemoved[place] = true }
    for place in start..<newCount - end { isAdded[place] = true }
  }

  /// - Parameter anchors: Pairs of places in the two lists that are surely the same line; asked for
  ///   texts that are too long to search them as a whole.
  mutating func run(anchors: (_ old: [Int], _ new: [Int]) -> [(old: Int, new: Int)]) {
    let pairs = old.count * new.count > LineSearch.mostPairs ? anchors(old, new) : []
    var (oldStart, newStart) = (0, 0)
    for (oldPlace, newPlace) in pairs {
      search(oldStart..<oldPlace, newStart..<newPlace)
      keep(oldPlace, newPlace)
      (oldStart, newStart) = (oldPlace + 1, newPlace + 1)
    }
    search(oldStart..<old.count, newStart..<new.count)
  }

  private mutating func keep(_ oldPlace: Int, _ newPlace: Int) {
    isRemoved[old[oldPlace]] = false
    isAdded[new[newPlace]] = false
  }

  private mutating func search(_ oldPart: Range<Int>, _ newPart: Range<Int>) {
    var (oldPart, newPart) = (oldPart, newPart)
    while !oldPart.isEmpty, !newPart.isEmpty {
      let end = advance(oldPart, newPart)
      oldPart = oldPart.lowerBound + end.x..<oldPart.upperBound
      newPart = newPart.lowerBound + end.y..<newPart.upperBound
    }
  }

  /// Finds a way to the end of both parts, or as far as the search can go, and keeps the lines on it.
  ///
  /// A diagonal *k* has the places *x* and *y* in the parts with *x* - *y* = *k*. Each row has the
  /// furthest *x* on every second diagonal after so many edits; -1 if there is no way to it.
  private mutating func advance(_ oldPart: Range<Int>, _ newPart: Range<Int>) -> (x: Int, y: Int) {
    let (width, height) = (oldPart.count, newPart.count)
    var rows: [(low: Int, ends: Range<Int>)] = []
    var ends: [Int] = []
    func end(_ row: Int, _ k: Int) -> Int {
      guard row >= 0 else { return -1 }
      let place = rows[row].ends.lowerBound + (k - rows[row].low) / 2
      return k < rows[row].low || place >= rows[row].ends.upperBound ? -1 : ends[place]
    }
    /// Where a way on this diagonal begins after one more edit, and whether that adds a line.
    func step(after row: Int, _ k: Int) -> (x: Int, adds: Bool) {
      let (below, above) = (end(row, k - 1), end(row, k + 1))
      let removing = below >= 0 && below < width ? below + 1 : -1
      let adding = above >= 0 && above - k <= height ? above : -1
      return adding >= removing ? (adding, true) : (removing, false)
    }
    var best = (row: 0, k: 0, x: 0)
    search: for row in 0... {
      let low = row <= height ? -row : -height + (row - height) % 2
      let high = row <= width ? row : width - (row - width) % 2
      if row > 0, ends.count + (high - low) / 2 >= LineSearch.mostKept { break }
      let start = ends.count
      for k in stride(from: low, through: high, by: 2) {
        var x = row == 0 ? 0 : step(after: row - 1, k).x
        work += 1
        if x >= 0 {
          while x < width, x - k < height,
            fits(old[oldPart.lowerBound + x], new[newPart.lowerBound + x - k])
          {
            x += 1
            work += 1
          }
          // Of two that are as far, the one that takes as much of both.
          let lead = (2 * x - k) - (2 * best.x - best.k)
          if lead > 0 || lead == 0 && abs(k) < abs(best.k) { best = (row, k, x) }
        }
        ends.append(x)
        if x == width, x - k == height {
          rows.append((low, start..<ends.count))
          best = (row, k, x)
          break search
        }
      }
      rows.append((low, start..<ends.count))
    }
    let reached = (best.x, best.x - best.k)
    var (row, k, x) = best
    while true {
      let begin = row == 0 ? (x: 0, adds: false) : step(after: row - 1, k)
      while x > begin.x {
        x -= 1
        keep(oldPart.lowerBound + x, newPart.lowerBound + x - k)
      }
      if row == 0 { return reached }
      x = begin.adds ? x : x - 1
      k += begin.adds ? 1 : -1
      row -= 1
    }
  }

  /// The lines that both lists have once, as many as are in the same order in both, by their places
  /// in the lists.
  ///
  /// - Complexity: O(*n* log *n*) in the lines.
  static func anchors(
    _ oldLines: [Int], _ old: [Int], _ newLines: [Int], _ new: [Int]
  ) -> [(old: Int, new: Int)] {
    func single(_ lines: [Int], _ places: [Int]) -> [Int: Int] {
      let pairs = places.enumerated().map { (lines[$0.element], $0.offset) }
      return Dictionary(pairs, uniquingKeysWith: { _, _ in -1 }).filter { $1 >= 0 }
    }
    let newPlaces = single(newLines, new)
    let pairs = single(oldLines, old).compactMap { line, place in
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
}

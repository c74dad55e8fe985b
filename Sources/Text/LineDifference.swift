/// How one text becomes another, line by line, with as few edits as possible.
public struct LineDifference {
  /// A line of one text or of both, by its place in them.
  public enum Edit: Equatable, Sendable {
    case same(Int, Int)
    case removed(Int)
    case added(Int)
  }

  /// In the order of both texts; what is removed stands before what takes its place.
  public let edits: [Edit]

  /// The most pairs of lines that are compared; above that the middle is replaced as a whole.
  private static let mostPairs = 4_000_000

  /// - Complexity: O(*n* *m*) in the lines between the first and the last that differ, and O(*n*)
  ///   where these are too many.
  public init(_ old: [String], _ new: [String]) {
    var start = 0
    while start < old.count, start < new.count, old[start] == new[start] { start += 1 }
    var (oldEnd, newEnd) = (old.count, new.count)
    while oldEnd > start, newEnd > start, old[oldEnd - 1] == new[newEnd - 1] {
      oldEnd -= 1
      newEnd -= 1
    }
    var edits = (0..<start).map { Edit.same($0, $0) }
    edits += LineDifference.edits(old, start..<oldEnd, new, start..<newEnd)
    edits += zip(oldEnd..<old.count, newEnd..<new.count).map { Edit.same($0, $1) }
    self.edits = edits
  }

  /// What is worth showing: what differs, with `context` lines that are the same around it.
  ///
  /// - Returns: The edits with their places, each with whether lines were passed over before it.
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

  private static func edits(
    _ old: [String], _ oldRange: Range<Int>, _ new: [String], _ newRange: Range<Int>
  ) -> [Edit] {
    let (rows, columns) = (oldRange.count, newRange.count)
    guard rows > 0, columns > 0, rows * columns <= mostPairs else {
      return oldRange.map { .removed($0) } + newRange.map { .added($0) }
    }
    // How many lines the rests have in common.
    var common = [Int32](repeating: 0, count: (rows + 1) * (columns + 1))
    func cell(_ row: Int, _ column: Int) -> Int { row * (columns + 1) + column }
    for row in (0..<rows).reversed() {
      for column in (0..<columns).reversed() {
        common[cell(row, column)] =
          old[oldRange.lowerBound + row] == new[newRange.lowerBound + column]
          ? common[cell(row + 1, column + 1)] + 1
          : max(common[cell(row + 1, column)], common[cell(row, column + 1)])
      }
    }
    var edits: [Edit] = []
    var (row, column) = (0, 0)
    while row < rows || column < columns {
      let (oldPlace, newPlace) = (oldRange.lowerBound + row, newRange.lowerBound + column)
      if row < rows, column < columns, old[oldPlace] == new[newPlace] {
        edits.append(.same(oldPlace, newPlace))
        (row, column) = (row + 1, column + 1)
      } else if row < rows,
        column == columns || common[cell(row + 1, column)] >= common[cell(row, column + 1)]
      {
        edits.append(.removed(oldPlace))
        row += 1
      } else {
        edits.append(.added(newPlace))
        column += 1
      }
    }
    return edits
  }
}

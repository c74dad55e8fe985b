import Basics

/// A table of text: a header, columns two blanks apart, each aligned left or right.
package struct TextTable {
  package enum Alignment: Sendable {
    case left, right
  }

  package var headers: [String]
  /// The cells, one array a row; missing cells are empty.
  package var rows: [[StyledText]]
  /// One for each column; further columns are aligned left.
  package var alignments: [Alignment]
  /// Whether what has no room may be cut, after some lines.
  package var isCut = true

  package init(headers: [String], rows: [[StyledText]], alignments: [Alignment] = []) {
    self.headers = headers
    self.rows = rows
    self.alignments = alignments
  }

  /// - Parameter meanings: What the cells of each column are.
  package init(
    headers: [String], rows: [[String]] = [], alignments: [Alignment] = [],
    meanings: [Meaning?] = []
  ) {
    self.init(
      headers: headers,
      rows: rows.map { row in
        row.enumerated().map { column, cell in
          guard column < meanings.count, let meaning = meanings[column] else {
            return StyledText(cell)
          }
          return StyledText(meaning, cell)
        }
      }, alignments: alignments)
  }

  static let gap = 2
  /// A column is not made narrower than this for others.
  private static let leastWidth = 4
  /// How many lines a cell takes at most.
  private static let mostLines = 4

  /// The header and the rows as lines without blanks at their ends.
  ///
  /// A row of a single cell in a table of several columns is a remark: it has no part in the columns,
  /// and is never cut.
  ///
  /// - Parameters:
  ///   - maxWidth: The columns that a line may take. The widest cells are broken at blanks to fit; where
  ///     they would be too narrow for that, the cells of a row follow one another. nil is no limit. A
  ///     limit too narrow for the number of columns is exceeded.
  ///   - ellipsis: What stands where a cell of very many lines is cut.
  package func lines(maxWidth: Int? = nil, ellipsis: String = "…") -> [StyledText] {
    var widths: [Int] = []
    return lines(maxWidth: maxWidth, ellipsis: ellipsis, widths: &widths)
  }

  /// The header and the rows of a part of a longer table as lines.
  ///
  /// - Parameter widths: Those of the columns of the parts before; then those of this part, which are
  ///   at least as great.
  package func lines(
    maxWidth: Int?, ellipsis: String = "…", widths: inout [Int]
  ) -> [StyledText] {
    widths = columnWidths(atLeast: widths)
    var shown = widths
    if let maxWidth {
      let bound = widthBound(of: widths, in: maxWidth)
      if !isReadable(bound, of: widths, in: maxWidth) {
        return records(width: maxWidth, widths)
      }
      shown = widths.map { min($0, bound) }
    }
    widths = shown
    return ([headers.map { StyledText(.quiet, $0) }] + rows).flatMap { row in
      isRemark(row) ? [row[0]] : lines(of: row, shown, ellipsis)
    }
  }

  func isRemark(_ row: [StyledText]) -> Bool { row.count == 1 && headers.count > 1 }

  private func columnWidths(atLeast known: [Int]) -> [Int] {
    let columns = max(headers.count, rows.lazy.map(\.count).max() ?? 0)
    var widths = known + [Int](repeating: 0, count: max(0, columns - known.count))
    for (column, header) in headers.enumerated() {
      widths[column] = max(widths[column], header.displayWidth)
    }
    for row in rows where !isRemark(row) {
      for (column, cell) in row.enumerated() {
        widths[column] = max(widths[column], cell.displayWidth)
      }
    }
    return widths
  }

  /// The greatest width of a column with which all fit: narrow columns keep theirs.
  private func widthBound(of widths: [Int], in maxWidth: Int) -> Int {
    let room = maxWidth - TextTable.gap * (widths.count - 1)
    guard widths.reduce(0, +) > room else { return .max }
    let least = TextTable.leastWidth
    let tooWide = (least + 1..<max(least, room) + 1).partitionPoint { bound in
      widths.reduce(0) { $0 + min($1, bound) } > room
    }
    return tooWide - 1
  }

  /// A row, whose cells take as many lines as they need.
  private func lines(
    of cells: [StyledText], _ widths: [Int], _ ellipsis: String
  ) -> [StyledText] {
    let broken = zip(cells, widths).map { cell, width in
      TextTable.lines(of: cell, width: width, ellipsis)
    }
    return (0..<max(1, broken.lazy.map(\.count).max() ?? 0)).map { number in
      line(broken.map { number < $0.count ? $0[number] : "" }, widths)
    }
  }

  private static func lines(
    of cell: StyledText, width: Int, _ ellipsis: String
  ) -> [StyledText] {
    guard cell.displayWidth > width else { return [cell] }
    // What is behind that is not shown.
    let beginning = cell.cut(to: (mostLines + 2) * max(width, 1), ellipsis: "")
    let lines = beginning.folded(first: width, next: width)
    guard lines.count > mostLines else { return lines }
    let last = "\(lines[mostLines - 1]) \(lines[mostLines])" as StyledText
    return lines.prefix(mostLines - 1) + [last.cut(to: width, ellipsis: ellipsis)]
  }

  /// One line of cells that fit.
  func line(_ cells: [StyledText], _ widths: [Int]) -> StyledText {
    var line = StyledText()
    var owed = 0
    for (column, width) in widths.enumerated() {
      let cell = column < cells.count ? cells[column] : ""
      let blanks = max(0, width - cell.displayWidth)
      let isRight = column < alignments.count && alignments[column] == .right
      if !cell.isEmpty {
        // Blanks are written only when something follows them.
        line.append("\(String(repeating: " ", count: owed + (isRight ? blanks : 0)))\(cell)")
        owed = isRight ? 0 : blanks
      } else {
        owed += width
      }
      owed += TextTable.gap
    }
    return line
  }
}

extension String {
  /// The text, or as much of its beginning as fits into `width` columns with an ellipsis after it.
  package func cut(to width: Int, ellipsis: String = "…") -> String {
    guard displayWidth > width else { return self }
    let room = width - ellipsis.displayWidth
    var kept = ""
    var used = 0
    for character in self {
      used += character.displayWidth
      guard used <= room else { break }
      kept.append(character)
    }
    return kept + ellipsis
  }
}

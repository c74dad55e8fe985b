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

  private static let gap = 2
  /// A column is not made narrower than this for others.
  private static let leastWidth = 4

  /// The header and the rows as lines without blanks at their ends.
  ///
  /// - Parameters:
  ///   - maxWidth: The columns that a line may take; the widest cells are cut to fit. nil is no
  ///     limit. A limit too narrow for the number of columns is exceeded.
  ///   - ellipsis: What stands where a cell is cut.
  package func lines(maxWidth: Int? = nil, ellipsis: String = "…") -> [StyledText] {
    var widths: [Int] = []
    return lines(maxWidth: maxWidth, ellipsis: ellipsis, widths: &widths)
  }

  /// The same for a part of a longer table.
  ///
  /// - Parameter widths: Those of the columns of the parts before; then those of this part, which are
  ///   at least as great.
  package func lines(
    maxWidth: Int?, ellipsis: String = "…", widths: inout [Int]
  ) -> [StyledText] {
    widths = columnWidths(maxWidth: maxWidth, atLeast: widths)
    return lines.map { line($0, widths, ellipsis) }
  }

  /// The header and the rows.
  private var lines: [[StyledText]] { [headers.map { StyledText(.quiet, $0) }] + rows }

  private func columnWidths(maxWidth: Int?, atLeast known: [Int]) -> [Int] {
    let columns = max(headers.count, rows.lazy.map(\.count).max() ?? 0)
    var widths = known + [Int](repeating: 0, count: max(0, columns - known.count))
    for row in lines {
      for (column, cell) in row.enumerated() {
        widths[column] = max(widths[column], cell.displayWidth)
      }
    }
    guard let maxWidth, columns > 0 else { return widths }
    let room = maxWidth - TextTable.gap * (columns - 1)
    guard widths.reduce(0, +) > room else { return widths }
    // The greatest bound for which all fit: narrow columns keep their width.
    let least = TextTable.leastWidth
    let tooWide = (least + 1..<max(least, room) + 1).partitionPoint { bound in
      widths.reduce(0) { $0 + min($1, bound) } > room
    }
    return widths.map { min($0, tooWide - 1) }
  }

  private func line(_ cells: [StyledText], _ widths: [Int], _ ellipsis: String) -> StyledText {
    var line = StyledText()
    var owed = 0
    for (column, width) in widths.enumerated() {
      let cell = (column < cells.count ? cells[column] : "").cut(to: width, ellipsis: ellipsis)
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

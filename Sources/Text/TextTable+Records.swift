// A table on a screen that is too narrow for its columns: the cells of a row one after the other, each
// after the title of its column.
extension TextTable {
  /// A text that is broken into lines of fewer columns than this cannot be read well.
  private static let readableWidth = 24
  /// On a narrower screen nothing can be done.
  private static let leastScreen = 30

  /// Whether enough is left of the cells if no column is wider than `bound`.
  func isReadable(_ bound: Int, of widths: [Int], in maxWidth: Int) -> Bool {
    guard maxWidth >= TextTable.leastScreen, headers.count > 1, bound < .max else { return true }
    return isCut && bound >= TextTable.readableWidth
  }

  /// The rows as lines of at most `width` columns.
  ///
  /// - Parameter widths: Those that the columns would need.
  func records(width: Int, _ widths: [Int]) -> [StyledText] {
    // A row has the name that its first text has; numbers before that are aligned.
    var named = headers.indices.first { !headers[$0].isEmpty && !isRight($0) } ?? 0
    var indent = widths[..<named].reduce(0) { $0 + $1 + TextTable.gap }
    if indent > width / 2 { (named, indent) = (0, 0) }
    let room = width - max(indent, 2)
    func title(_ cells: [StyledText]) -> [StyledText] {
      let name = named < cells.count ? cells[named].displayWidth : 0
      let title = line(
        Array(cells.prefix(name == 0 ? named : named + 1)), widths[..<named] + [name])
      return indented(title.folded(first: width, next: width - indent), indent, from: 1)
    }
    var lines = title(headers.map { StyledText(.quiet, $0) })
    for row in rows {
      if isRemark(row) {
        lines += row[0].folded(first: width, next: room)
        continue
      }
      lines += title(row)
      var fields = StyledText()
      func end() {
        guard !fields.isEmpty else { return }
        lines += indented(fields.folded(first: room, next: room), width - room, from: 0)
        fields = ""
      }
      for (column, cell) in row.enumerated().dropFirst(named + 1) where !cell.isEmpty {
        let header = column < headers.count ? headers[column] : ""
        let field: StyledText = header.isEmpty ? cell : "\(.quiet, "\(header):") \(cell)"
        if fields.displayWidth + TextTable.gap + field.displayWidth > room { end() }
        fields = fields.isEmpty ? field : "\(fields)  \(field)"
      }
      end()
    }
    return lines
  }

  private func isRight(_ column: Int) -> Bool {
    column < alignments.count && alignments[column] == .right
  }

  private func indented(_ lines: [StyledText], _ indent: Int, from first: Int) -> [StyledText] {
    let blanks = String(repeating: " ", count: indent)
    return lines.enumerated().map { $0.offset < first ? $0.element : "\(blanks)\($0.element)" }
  }
}

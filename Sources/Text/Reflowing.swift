extension String {
  /// The text with lines of at most `width` columns, if one of its lines is longer.
  ///
  /// Lines of prose are joined and broken again. In a row such as `WORD  MEANING` the last column is
  /// broken, below its beginning. Other indented lines are code and stay as they are.
  package func reflowed(width: Int) -> String {
    let lines = split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    guard width > 0, lines.contains(where: { $0.displayWidth > width }) else { return self }
    var result: [String] = []
    var prose: [String] = []
    func end() {
      if !prose.isEmpty {
        result += StyledText(prose.joined(separator: " ")).wrapped(width: width).map(\.plain)
      }
      prose = []
    }
    for line in lines {
      if let column = line.lastColumn {
        end()
        result += line.brokenRow(at: column, width: width)
      } else if line.isEmpty || line.hasPrefix(" ") {
        end()
        result.append(line)
      } else {
        // A title ends with its line.
        prose.append(line)
        if line.hasSuffix(":") { end() }
      }
    }
    end()
    return result.joined(separator: "\n")
  }

  /// Where the last column of a row begins, in characters; nil if it is no row.
  private var lastColumn: Int? {
    let text = drop { $0 == " " }
    guard let gap = text.ranges(of: "  ").last else { return nil }
    return distance(from: startIndex, to: gap.upperBound)
  }

  private func brokenRow(at column: Int, width: Int) -> [String] {
    guard displayWidth > width else { return [self] }
    // Where words would have no room, they go below the first column.
    let indent = column <= width / 2 ? column : 4
    let first = String(prefix(column))
    let rest = StyledText(String(dropFirst(column)))
    let blanks = String(repeating: " ", count: indent)
    let lines = rest.wrapped(width: width - indent).map(\.plain)
    if indent == column {
      return lines.enumerated().map { ($0.offset == 0 ? first : blanks) + $0.element }
    }
    let title = String(first.reversed().drop { $0 == " " }.reversed())
    return [title] + lines.map { blanks + $0 }
  }
}

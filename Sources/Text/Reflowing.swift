extension String {
  /// The text with lines of at most `width` columns, if one of its lines is longer.
  ///
  /// Lines of prose are joined and broken again. In a row such as `WORD  MEANING` the last column is
  /// broken, below its beginning. Other indented lines before an example are syntax, and broken at
  /// blanks. The rest is code and stays as it is.
  package func reflowed(width: Int) -> String {
    let lines = split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    guard width > 0, lines.contains(where: { $0.displayWidth > width }) else { return self }
    let syntaxEnd = lines.firstIndex(of: "Example:") ?? 0
    var result: [String] = []
    var prose: [String] = []
    func end() {
      if !prose.isEmpty {
        result += StyledText(prose.joined(separator: " ")).wrapped(width: width).map(\.plain)
      }
      prose = []
    }
    for (position, line) in lines.enumerated() {
      if let column = line.lastColumn {
        end()
        result += line.brokenRow(at: column, width: width)
      } else if line.isEmpty || line.hasPrefix(" ") {
        end()
        result += position < syntaxEnd ? line.brokenSyntax(width: width) : [line]
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

  /// The lines of a syntax, each further one indented more than the first.
  private func brokenSyntax(width: Int) -> [String] {
    let indent = prefix { $0 == " " }.count
    guard displayWidth > width, indent + 4 < width / 2 else { return [self] }
    let lines = StyledText(String(dropFirst(indent))).wrapped(width: width - indent - 4)
    return lines.enumerated().map { position, line in
      String(repeating: " ", count: position == 0 ? indent : indent + 4) + line.plain
    }
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

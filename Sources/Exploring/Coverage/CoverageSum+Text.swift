import Rendering
import Text

// Coverage for people: tables, what is missing, and the source with counts in its margin.
extension CoverageSum {
  /// The most parts that are listed below the tables.
  private static let mostListed = 50

  /// A table of the kinds, one of the files, and what was not exercised.
  ///
  /// - Parameter width: How many columns a line may take.
  package func summaryLines(width: Int, isASCII: Bool) -> [StyledText] {
    let ellipsis = TraceSigns(isASCII: isASCII).ellipsis
    let files = files
    let all = files.flatMap(\.parts)
    guard !all.isEmpty else { return ["coverage: there is nothing to exercise"] }
    let kinds = CoveredPart.Kind.allCases.compactMap { kind in
      let parts = all.filter { $0.kind == kind }
      return parts.isEmpty ? nil : (kind.heading, parts)
    }
    var lines = table("coverage", kinds + [("total", all)]).lines(
      maxWidth: width, ellipsis: ellipsis)
    if files.count > 1 {
      lines.append("")
      lines += table("file", files.map { ($0.path.visible(.tabs), $0.parts) })
        .lines(maxWidth: width, ellipsis: ellipsis)
    }
    lines += missingLines(files)
    if leftOut > 0 {
      lines += ["", "note: \(counted(leftOut, "event")) of very long turns were not counted"]
    }
    return lines
  }

  private func table(_ heading: String, _ rows: [(String, [CoveredPart])]) -> TextTable {
    let isOne = columns.count == 1
    let headers =
      isOne ? ["exercised", "share", "only when made", "never"] : columns.flatMap { [$0, ""] }
    let cells = rows.map { name, parts -> [StyledText] in
      var row = [StyledText(.heading, name)]
      for column in columns.indices {
        let tally = CoverageTally(of: parts, at: column)
        let meaning: Meaning = tally.exercised == tally.count ? .good : .warning
        row.append("\(tally.exercised) of \(tally.count)")
        row.append(StyledText(meaning, "\(tally.percent)%"))
        guard isOne else { continue }
        row.append(tally.onlyWhenMade > 0 ? StyledText("\(tally.onlyWhenMade)") : "")
        row.append(tally.never > 0 ? StyledText("\(tally.never)") : "")
      }
      return row
    }
    return TextTable(
      headers: [heading] + headers, rows: cells, alignments: [.left] + headers.map { _ in .right })
  }

  private func missingLines(_ files: [CoverageRecord.File]) -> [StyledText] {
    let missing = files.flatMap { file in
      file.parts.compactMap { part in
        shortfall(of: part).map { (place: "\(file.path.visible(.tabs)):\(part.line)", part, $0) }
      }
    }
    guard !missing.isEmpty else { return [] }
    var lines: [StyledText] = [""]
    for (place, part, shortfall) in missing.prefix(CoverageSum.mostListed) {
      lines.append("\(.place, place): \(part.title.visible()): \(.warning, shortfall)")
    }
    let rest = missing.count - CoverageSum.mostListed
    if rest > 0 { lines.append("and \(rest) more; --format listing shows all") }
    return lines
  }

  /// What is missing of a part, in words; nil if it was exercised under each semantics.
  private func shortfall(of part: CoveredPart) -> String? {
    func names(_ isMeant: (CoveredPart.Count) -> Bool) -> String? {
      let found = columns.indices.filter { isMeant(part.counts[$0]) }
      if found.isEmpty { return nil }
      return found.count == columns.count
        ? "" : " under \(found.map { columns[$0] }.joined(separator: ", "))"
    }
    let never = names { !$0.isExercised && !$0.happenedOnlyWhenMade }.map { "never\($0)" }
    let made = names(\.happenedOnlyWhenMade).map { "only when made\($0)" }
    let parts = [never, made].compactMap { $0 }
    return parts.isEmpty ? nil : parts.joined(separator: "; ")
  }

  // MARK: The listing

  /// The source of each file, with counts in the margin. Below a line stands what is missing there.
  ///
  /// - Parameter lines: The lines of a file; nil if it cannot be read any more.
  package func listing(isASCII: Bool, lines source: (String) -> [String]?) -> [StyledText] {
    let bar = isASCII ? "|" : "│"
    var lines: [StyledText] = []
    for file in files {
      if !lines.isEmpty { lines.append("") }
      lines.append(StyledText(.heading, file.path.visible(.tabs)))
      guard let text = source(file.path) else {
        lines.append(StyledText(.error, "it cannot be read any more"))
        continue
      }
      let parts = Dictionary(grouping: file.parts, by: \.line)
      let margins = parts.mapValues { parts in columns.indices.map { margin(parts, at: $0) } }
      let widths = columns.indices.map { column in
        max(columns[column].displayWidth, margins.values.map { $0[column].count }.max() ?? 0)
      }
      let digits = "\(text.count)".count
      func frame(_ cells: [String], _ number: String) -> String {
        zip(cells, widths).map { padded($0, $1) + "  " }.joined() + padded(number, digits)
      }
      if columns.count > 1 { lines.append(StyledText(.quiet, frame(columns, ""))) }
      for (position, line) in text.enumerated() {
        let here = parts[position + 1] ?? []
        let cells = margins[position + 1] ?? columns.map { _ in "" }
        let meaning: Meaning =
          here.contains { shortfall(of: $0) != nil } ? .warning : here.isEmpty ? .quiet : .good
        lines.append("\(meaning, frame(cells, "\(position + 1)")) \(bar) \(line.visible(.tabs))")
        for part in here {
          guard let shortfall = shortfall(of: part) else { continue }
          let empty = frame(columns.map { _ in "" }, "")
          lines.append(
            "\(.quiet, empty) \(bar)   \(.warning, "^ \(part.title.visible()): \(shortfall)")")
        }
      }
    }
    return lines
  }

  /// What stands beside a line: how often the busiest of its parts was exercised.
  private func margin(_ parts: [CoveredPart], at column: Int) -> String {
    let counts = parts.map { $0.counts[column] }
    let most = counts.map(\.later).max() ?? 0
    if most > 0 { return "\(most)" }
    return counts.contains(where: \.happenedOnlyWhenMade) ? "made" : "never"
  }

  private func padded(_ text: String, _ width: Int) -> String {
    String(repeating: " ", count: max(0, width - text.displayWidth)) + text
  }
}

import Rendering
import Text

// A comparison for people: the result of each run, the values that differ, and the first difference
// of two traces.
extension Comparison {
  /// The most values that are shown one by one.
  private static let mostDifferences = 20
  /// How wide the names of a group may be in the heading of its column.
  private static let groupWidth = 18

  /// - Parameter width: How many columns a line may take.
  package func textLines(width: Int, isASCII: Bool) -> [StyledText] {
    let ellipsis = TraceSigns(isASCII: isASCII).ellipsis
    var (lines, listed) = summaryLines(width: width, ellipsis: ellipsis)
    for (error, names) in errors() {
      let who = names.count > 2 && names.count == runs.count ? "all" : list(names)
      let line: StyledText = "\(.heading, who): \(.error, error)"
      lines += [""] + line.wrapped(width: width)
    }
    lines.append("")
    if agrees {
      lines.append(StyledText(.good, agreement))
    } else {
      lines += ["\(.error, "the final values differ"):", ""]
      lines += differenceLines(besides: listed, width: width, ellipsis: ellipsis)
      if differences.count > Comparison.mostDifferences {
        let rest = differences.count - Comparison.mostDifferences
        lines.append(StyledText("and \(rest) more; 'bindlab compare --format json' has all"))
      }
    }
    guard let shown else { return lines }
    lines.append("")
    let (left, right) = (runs[shown.0].name, runs[shown.1].name)
    if let aside { lines.append(aside.what.text(left, right)) }
    guard let parting else {
      lines.append(
        "the traces of \(.heading, left) and \(.heading, right) are the same as far as they were kept"
      )
      return lines
    }
    if !agrees {
      lines.append("the traces of \(.heading, left) and \(.heading, right) differ from here on:")
    }
    lines.append("")
    lines += parting.textLines(width: width, isASCII: isASCII)
    guard parting.left.isCut || parting.right.isCut else { return lines }
    return lines + [
      "", StyledText(hint: "--trace=flat shows all lines of one of them"),
    ]
  }

  /// A remark on the statements that would have chosen another semantics; nil if there are none.
  package var passedOverText: String? {
    guard let first = passedOver.first else { return nil }
    let count = passedOver.count - 1
    let others = count == 0 ? "is" : "and \(count) more like it are"
    return "\(first) \(others) skipped: compare chooses the semantics"
  }

  var agreement: String {
    let what =
      runs.first?.values.isEmpty ?? true
      ? "there are no values at the end" : "the final values agree"
    return runs.count == 1
      ? "one semantics, nothing to compare"
      : "\(what) under \(runs.count == 2 ? "both" : "all \(runs.count)") semantics"
  }

  /// With so many runs, those with the same row share one.
  private static let mostRows = 6

  /// One row for each run, or for several that do not differ in it; the first error of each is shown
  /// below.
  ///
  /// - Returns: The lines, and the names in each row.
  private func summaryLines(
    width: Int, ellipsis: String
  ) -> (lines: [StyledText], groups: [[String]]) {
    let counts = counts(errorsBeyond: 1)
    var rows: [[StyledText]] = []
    var groups: [[String]] = []
    for run in runs {
      let outcome = run.outcome.rawValue
      let meaning: Meaning = ["settled", "held"].contains(outcome) ? .good : .error
      let row =
        [StyledText(meaning, outcome)]
        + counts.map { StyledText(count: run[keyPath: $0.count], $0.meaning) } + [
          run.cycle.isCycle ? StyledText(.cycle, run.cycle.text) : StyledText(run.cycle.text)
        ]
      let known = rows.firstIndex { $0.map(\.plain) == row.map(\.plain) }
      if runs.count > Comparison.mostRows, let known {
        groups[known].append(run.name)
      } else {
        rows.append(row)
        groups.append([run.name])
      }
    }
    let titles = groups.map(title)
    let table = TextTable(
      headers: ["semantics", "outcome"] + counts.map(\.heading) + ["cycle"],
      rows: zip(titles, rows).map { [StyledText(.heading, $0)] + $1 },
      alignments: [.left, .left] + counts.map { _ in .right })
    return (
      table.lines(maxWidth: width, ellipsis: ellipsis)
        + namesLeftOut(titles, groups, width: width), groups
    )
  }

  /// The names of a group; the first one and a number, if they are long.
  private func title(of names: [String]) -> String {
    list(names).displayWidth <= Comparison.groupWidth
      ? list(names) : "\(names[0]) + \(names.count - 1)"
  }

  /// What the titles leave out. In the table, names on several lines could be taken for values.
  private func namesLeftOut(
    _ titles: [String], _ groups: [[String]], width: Int
  ) -> [StyledText] {
    let long = zip(titles, groups).filter { !$1.isEmpty && $0 != list($1) }
    return long.flatMap { title, names -> [StyledText] in
      let line: StyledText = "\(.heading, title): \(list(names))"
      return [""] + line.wrapped(width: width)
    }
  }

  /// The first error of each run, with all runs that have it.
  func errors() -> [(error: String, names: [String])] {
    var found: [(error: String, names: [String])] = []
    for run in runs {
      guard let error = run.firstError else { continue }
      if let place = found.firstIndex(where: { $0.error == error }) {
        found[place].names.append(run.name)
      } else {
        found.append((error, [run.name]))
      }
    }
    return found
  }

  private func list(_ names: [String]) -> String { names.joined(separator: ", ") }

  /// - Parameter listed: Groups whose names have been listed.
  private func differenceLines(
    besides listed: [[String]], width: Int, ellipsis: String
  ) -> [StyledText] {
    let names = groups.map { group in group.map { runs[$0].name } }
    let titles = names.map(title)
    let rows = differences.prefix(Comparison.mostDifferences).map(\.row)
    let table = TextTable(headers: ["property"] + titles, rows: rows)
    return table.lines(maxWidth: width, ellipsis: ellipsis)
      + namesLeftOut(titles, names.map { listed.contains($0) ? [] : $0 }, width: width)
  }
}

extension Comparison.Aside {
  /// The sentence over the traces of two runs.
  fileprivate func text(_ left: String, _ right: String) -> StyledText {
    let both: StyledText = "\(.heading, left) and \(.heading, right)"
    return switch self {
    case .printed: "but \(both) print different things:"
    case .links: "but bindings end under one of \(both) that stay under the other:"
    case .glitches: "but only one of \(both) has glitches:"
    case .outcome: "but turns end in different ways under \(both):"
    case .writes: "but \(both) make different numbers of writes:"
    }
  }
}

extension Comparison.Difference {
  /// The property and its values, as a row of a table.
  var row: [StyledText] {
    [StyledText(.property, name)]
      + values.map { $0.map { StyledText(.new, $0.text) } ?? StyledText(.quiet, "(none)") }
  }
}

extension Parting {
  /// In narrower columns, little of a line could be read.
  private static let leastColumn = 26

  /// What is in both, and then what each side goes on with, one below the other.
  private func stackedLines() -> [StyledText] {
    common.map { StyledText(.quiet, $0.plain) }
      + [left, right].flatMap { side in
        ["\(.heading, side.semantics):"] + (side.lines.isEmpty ? [Parting.nothingMore] : side.lines)
      }
  }

  private static let nothingMore: StyledText = "  (nothing more)"

  /// Two columns: what is in both, a rule, and what each side goes on with.
  func textLines(width: Int, isASCII: Bool) -> [StyledText] {
    let bar = isASCII ? " | " : " │ "
    let dash = isASCII ? "-" : "─"
    let column = (width - 3) / 2
    if column < Parting.leastColumn { return stackedLines() }
    let ellipsis = TraceSigns(isASCII: isASCII).ellipsis
    func row(_ left: StyledText, _ right: StyledText) -> StyledText {
      let shown = left.cut(to: column, ellipsis: ellipsis)
      let blanks = String(repeating: " ", count: max(0, column - shown.displayWidth))
      let other = right.cut(to: column, ellipsis: ellipsis)
      let rule = other.isEmpty ? String(bar.dropLast()) : bar
      return "\(shown)\(blanks)\(.quiet, rule)\(other)"
    }
    var lines = [row(StyledText(.heading, left.semantics), StyledText(.heading, right.semantics))]
    lines += common.map { line in
      // What is on both sides matters less.
      let quiet = StyledText(.quiet, line.plain)
      return row(quiet, quiet)
    }
    let half = String(repeating: dash, count: column + 1)
    lines.append(StyledText(.quiet, half + (isASCII ? "+" : "┼") + half))
    for position in 0..<max(left.lines.count, right.lines.count, 1) {
      func line(_ side: Side) -> StyledText {
        if position < side.lines.count { return side.lines[position] }
        return side.lines.isEmpty && position == 0 ? Parting.nothingMore : ""
      }
      lines.append(row(line(left), line(right)))
    }
    return lines
  }
}

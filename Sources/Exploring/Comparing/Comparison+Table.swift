import Rendering

extension Comparison {
  /// The most values that are shown one by one.
  private static let mostDifferencesInTable = 100

  /// The comparison as plain tables, for a page.
  package var table: SemanticsTable {
    var counts = ["writes", "firings", "held", "glitches", "rounds"]
    let hasFailed = runs.contains { $0.failed > 0 }
    let hasErrors = runs.contains { $0.errors > 0 }
    if hasFailed { counts.append("expects failed") }
    if hasErrors { counts.append("errors") }
    let rows = runs.map { run in
      var numbers = [run.writes, run.firings, run.held, run.glitches, run.rounds]
      if hasFailed { numbers.append(run.failed) }
      if hasErrors { numbers.append(run.errors) }
      return SemanticsTable.Row(
        name: run.name, outcome: run.outcome.rawValue, numbers: numbers, cycle: run.cycle.text)
    }
    var table = SemanticsTable(
      counts: counts, rows: rows,
      verdict: agrees ? agreement : "the final values differ")
    table.errors = errors().map { (names: $0.names, text: $0.error) }
    table.note = passedOverText
    guard !agrees else { return table }
    table.groups = groups.map { $0.map { runs[$0].name } }
    table.differences = differences.prefix(Comparison.mostDifferencesInTable).map { difference in
      (property: difference.name, values: difference.values.map { $0?.text ?? "(none)" })
    }
    table.differencesLeftOut = max(0, differences.count - Comparison.mostDifferencesInTable)
    if let parting {
      table.common = parting.common
      table.sides = [parting.left, parting.right].map { ($0.semantics, $0.lines) }
    }
    return table
  }
}

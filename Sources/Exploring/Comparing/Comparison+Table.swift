import Rendering
import Text

extension Comparison {
  /// The most values that are shown one by one.
  private static let mostDifferencesInTable = 100

  /// The comparison as plain tables, for a page.
  package var table: SemanticsTable {
    let counts = counts(errorsBeyond: 0)
    let rows = runs.map { run in
      SemanticsTable.Row(
        name: run.name, outcome: run.outcome.rawValue,
        numbers: counts.map { run[keyPath: $0.count] }, cycle: run.cycle.text)
    }
    var table = SemanticsTable(
      counts: counts.map(\.heading), rows: rows,
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
      table.common = parting.common.map(\.plain)
      table.sides = [parting.left, parting.right].map { ($0.semantics, $0.lines.map(\.plain)) }
    }
    return table
  }

  /// A column of counts, and what a count above 0 means; nil if that says nothing.
  typealias Count = (heading: String, count: KeyPath<ComparedRun, Int>, meaning: Meaning?)

  /// The counts of a run that have a column in the table. Failed `expect`s have one only if there
  /// are any, and errors only if a run has more of them than the one that is shown below the table.
  func counts(errorsBeyond known: Int) -> [Count] {
    var counts: [Count] = [
      ("writes", \.writes, nil), ("firings", \.firings, nil), ("held", \.held, .held),
      ("glitches", \.glitches, .glitch), ("rounds", \.rounds, nil),
    ]
    if runs.contains(where: { $0.failed > 0 }) {
      counts.append(("expects failed", \.failed, .error))
    }
    if runs.contains(where: { $0.errors > known }) { counts.append(("errors", \.errors, .error)) }
    return counts
  }
}

import Text
import Values

/// All presets in one table: a row for each knob, and for each fact of the comparison with the
/// system. `help semantics`, bindlab-semantics(7) and the README show this table.
package enum SemanticsTable {
  /// A row: its title, and then a cell for each preset.
  ///
  /// - Parameter differing: Whether rows in which all cells are the same are left out.
  package static func rows(of all: [Semantics], differing: Bool = false) -> [[String]] {
    let knobs = Semantics.Knob.allCases.map { knob in
      [knob.rawValue] + all.map { $0.word(of: knob) }
    }
    let facts = Fact.allCases.map { fact in
      [fact.rawValue]
        + all.map { semantics in
          SemanticsNote.named(semantics.name).map { fact.text(of: $0.check) } ?? none
        }
    }
    let rows = (knobs + facts).filter { !differing || Set($0.dropFirst()).count > 1 }
    return [[""] + all.map(\.name)] + rows
  }

  /// The table as lines, in blocks of as many presets as fit into `width` columns.
  ///
  /// - Parameter differing: Whether rows in which all cells are the same are left out.
  package static func lines(
    of all: [Semantics], width: Int, differing: Bool = false
  ) -> [String] {
    func text(_ some: [Semantics]) -> [String] {
      var rows = rows(of: all, differing: differing).map { row in
        let cells = zip(row.dropFirst(), all).filter { cell in
          some.contains { $0.name == cell.1.name }
        }
        return [row[0]] + cells.map(\.0)
      }
      let headers = rows.removeFirst()
      return TextTable(headers: headers, rows: rows).lines().map(\.plain)
    }
    var blocks: [[String]] = []
    var rest = all[...]
    while !rest.isEmpty {
      // At least one, however narrow the lines have to be.
      var block = text(Array(rest.prefix(1)))
      var count = 1
      while count < rest.count {
        let wider = text(Array(rest.prefix(count + 1)))
        guard wider.allSatisfy({ $0.displayWidth <= width }) else { break }
        (block, count) = (wider, count + 1)
      }
      blocks.append(block)
      rest = rest.dropFirst(count)
    }
    return Array(blocks.joined(separator: [""]))
  }

  /// The table in Markdown.
  package static func markdown(of all: [Semantics]) -> [String] {
    var rows = rows(of: all)
    let headers = rows.removeFirst()
    func line(_ cells: [String]) -> String { "| " + cells.joined(separator: " | ") + " |" }
    return [line(headers.map { $0.isEmpty ? "" : "`\($0)`" })]
      + ["|" + String(repeating: "---|", count: headers.count)] + rows.map(line)
  }

  private static let none = "–"

  /// The cell of a comparison in a row.
  private enum Fact: String, CaseIterable {
    case system = "checked with"
    case method = "how"
    case graphs
    case differing = "differ"
    case lastRun = "last run"

    func text(of check: SemanticsCheck) -> String {
      switch self {
      case .system: check.system
      case .method: check.method.rawValue
      case .graphs: sum(check.graphs.map(\.count))
      case .differing: sum(check.graphs.map(\.differing))
      case .lastRun: check.lastRun ?? none
      }
    }

    private func sum(_ numbers: [Int]) -> String {
      numbers.isEmpty ? none : numbers.map { String($0) }.joined(separator: " + ")
    }
  }
}

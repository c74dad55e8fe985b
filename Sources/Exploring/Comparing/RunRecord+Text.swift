import Rendering
import Text

// What is different from the run before, for people.
extension RunRecord {
  /// How many equal lines are shown around different ones.
  private static let context = 2
  /// The most lines of each part.
  private static let (mostLines, mostValues) = (30, 20)

  /// The differences in output, trace and final values.
  ///
  /// - Parameters:
  ///   - old: The run before.
  ///   - names: What the two runs are called, the one before first.
  ///   - width: How many columns a line may take.
  /// - Complexity: As that of `LineDifference`.
  package func differences(
    from old: RunRecord, names: (old: String, new: String), width: Int, isASCII: Bool
  ) -> [StyledText] {
    let ellipsis = TraceSigns(isASCII: isASCII).ellipsis
    var lines = part("output", old.output, output, width, ellipsis)
    lines += part("trace", old.trace, trace, width, ellipsis)
    lines += valueLines(old, names, width, ellipsis)
    if lines.isEmpty { return [StyledText(.good, "nothing differs from \(names.old)")] }
    return [StyledText(.heading, "different from \(names.old):")] + lines
  }

  private func part(
    _ title: String, _ old: [Line], _ new: [Line], _ width: Int, _ ellipsis: String
  ) -> [StyledText] {
    let difference = LineDifference(old.map(\.key), new.map(\.key))
    let hunks = difference.hunks(context: RunRecord.context)
    if hunks.isEmpty { return [] }
    var lines = [StyledText(.heading, title)]
    func add(_ sign: String, _ text: String, _ meaning: Meaning) {
      lines.append(
        StyledText(meaning, (sign + text.visible(.tabs)).cut(to: width, ellipsis: ellipsis)))
    }
    for (position, hunk) in hunks.enumerated() {
      if position == RunRecord.mostLines {
        let rest = hunks.count - position
        lines.append(
          StyledText(.quiet, "  \(ellipsis) \(rest) more lines; 'bindlab FILE' shows the whole run")
        )
        break
      }
      if hunk.followsGap { lines.append(StyledText(.quiet, "  \(ellipsis)")) }
      switch hunk.edit {
      case .same(_, let line): add("  ", new[line].text, .quiet)
      case .removed(let line): add("- ", old[line].text, .old)
      case .added(let line): add("+ ", new[line].text, .new)
      }
    }
    return lines
  }

  private func valueLines(
    _ old: RunRecord, _ names: (old: String, new: String), _ width: Int, _ ellipsis: String
  ) -> [StyledText] {
    let differences = Comparison.differences([old.values, values])
    if differences.isEmpty { return [] }
    let rows = differences.prefix(RunRecord.mostValues).map { difference in
      [difference.name] + difference.values.map { $0?.text ?? "(none)" }
    }
    let table = TextTable(
      headers: ["values", names.old, names.new], rows: rows, meanings: [.property, .old, .new])
    let rest = differences.count - rows.count
    return table.lines(maxWidth: width, ellipsis: ellipsis)
      + (rest > 0
        ? [StyledText(.quiet, "and \(rest) more; 'show NAME' in the script shows an object")] : [])
  }
}

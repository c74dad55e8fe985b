import Text

/// Candidates laid out for a terminal.
struct CandidateList {
  let candidates: [Candidate]
  /// The columns and rows that there are.
  let columns: Int
  let rows: Int
  /// What stands for something that is left out.
  var ellipsis = "…"

  private static let gap = 2

  /// The lines to show: one for each candidate if there are notes and room for all of them; otherwise
  /// columns, filled downwards like those of `ls`. No line is wider than the terminal, and the last one
  /// says how many candidates are not shown.
  var lines: [String] {
    // A row for the line being typed, and one for what was there before.
    let room = max(1, rows - 2)
    let hasNotes = candidates.contains { !$0.note.isEmpty }
    return hasNotes && candidates.count <= room ? linesWithNotes : linesInColumns(room: room)
  }

  private var linesWithNotes: [String] {
    let widest = candidates.map { shown($0.text).displayWidth }.max() ?? 0
    return candidates.map { candidate in
      let text = padded(shown(candidate.text), to: widest + Self.gap)
      return cut(candidate.note.isEmpty ? shown(candidate.text) : text + shown(candidate.note))
    }
  }

  private func linesInColumns(room: Int) -> [String] {
    // No more than these fit, however short they are.
    let most = room * (columns + Self.gap) / (Self.gap + 1)
    let texts = candidates.prefix(most).map { cut(shown($0.text)) }
    let cell = (texts.map(\.displayWidth).max() ?? 0) + Self.gap
    // The last column needs no gap after it.
    let across = max(1, (columns + Self.gap) / max(1, cell))
    let down = (texts.count + across - 1) / across
    guard down > room || texts.count < candidates.count else {
      return grid(texts, cell: cell, down: down)
    }
    let fitting = Array(texts.prefix(max(1, room - 1) * across))
    return grid(fitting, cell: cell, down: (fitting.count + across - 1) / across)
      + [remark(candidates.count - fitting.count)]
  }

  private func remark(_ rest: Int) -> String {
    let text = "\(ellipsis) and \(rest) more"
    let whole = text + "; type on to see fewer"
    return whole.displayWidth <= columns ? whole : cut(text)
  }

  private func grid(_ texts: [String], cell: Int, down: Int) -> [String] {
    (0..<down).map { row in
      let line = stride(from: row, to: texts.count, by: down).map { texts[$0] }
      return line.dropLast().map { padded($0, to: cell) }.joined() + (line.last ?? "")
    }
  }

  /// A candidate ends in a space so that typing can continue, and a control character would move the
  /// cursor, so both are not shown.
  private func shown(_ text: String) -> String {
    let visible = text.unicodeScalars.map { scalar in
      scalar.properties.generalCategory == .control ? "\u{FFFD}" : scalar
    }
    var characters = String(String.UnicodeScalarView(visible))[...]
    while characters.last == " " { characters.removeLast() }
    return String(characters)
  }

  private func padded(_ text: String, to columns: Int) -> String {
    text + String(repeating: " ", count: max(0, columns - text.displayWidth))
  }

  private func cut(_ text: String) -> String { text.cut(to: columns, ellipsis: ellipsis) }
}

import BindingEngine
import Text

extension AnswerText {
  // MARK: `blame`

  /// Who wrote a property, the winner last.
  package func lines(_ blame: Blame, in number: Int? = nil) -> [StyledText] {
    let name = names.name(ofProperty: blame.property)
    if blame.index.turns.isEmpty, number == nil { return Self.nothingRemembered }
    guard let ordinal = blame.turn else {
      return [
        number.map { "turn \($0) is not remembered" }
          ?? "nothing has written \(.property, name) in any remembered turn"
      ]
    }
    let turn = blame.index.turns[ordinal]
    var lines = aligned([heading(turn)])
    if blame.writers.isEmpty {
      lines.append("  nothing wrote \(.property, name)")
    } else {
      let rows = shownRows(blame.writers.count) { position in
        let writer = blame.writers[position]
        let event = blame.index[writer.place]
        let isLast = position == blame.writers.count - 1
        let mark = blame.wasUndone ? "rolled back" : isLast ? "stays" : "overwritten"
        return [
          "  \(position + 1).", StyledText(isLast ? .new : .old, value(after: event)),
          StyledText(blame.wasUndone ? .error : isLast ? .good : .quiet, mark),
          actor(writer.actor, in: blame.index) ?? Self.theStatement,
          StyledText(.place, place(of: writer, turn, blame.index)),
        ]
      }
      let table = TextTable(
        headers: ["", name, "", "by", "place"], rows: rows, alignments: [.right])
      lines += table.lines(maxWidth: width, ellipsis: signs.ellipsis)
    }
    for (link, event) in blame.others {
      let why: StyledText = event.map { ": \(short($0, blame.index))" } ?? ""
      lines.append("  could have written it and did not: \(names.title(ofLink: link))\(why)")
    }
    lines += self.lines([turn.gap].compactMap { $0 })
    if number == nil, let stale = stale(blame.property, blame.index) {
      lines += stale.wrapped(width: width)
    }
    return lines
  }

  private func place(
    of writer: Blame.Writer, _ turn: RecordedTurn, _ index: EventIndex
  ) -> String {
    guard let actor = writer.actor, index[actor].link != 0 else {
      return names.heading(of: turn).place
    }
    return names.place(ofLink: index[actor].link)
  }

  /// What happened to a link, without naming it again.
  private func short(_ place: EventPlace, _ index: EventIndex) -> StyledText {
    var entry = names.entry(index[place])
    entry.link = nil
    let text = entry.text(signs)
    guard let number = entry.number else { return text }
    return text.without(prefix: "#\(number): ")
  }

  // MARK: `history`

  private static var headRows: Int { 5_000 }
  private static var tailRows: Int { 1_000 }

  /// The rows of a table without those in the middle of a very long one, which are not even made.
  ///
  /// - Parameter row: Makes the row at a position.
  private func shownRows(_ count: Int, _ row: (Int) -> [StyledText]) -> [[StyledText]] {
    guard count > Self.headRows + Self.tailRows + 1 else { return (0..<count).map(row) }
    let leftOut = count - Self.headRows - Self.tailRows
    return (0..<Self.headRows).map(row)
      + [[StyledText("\(signs.ellipsis) \(leftOut) more; --trace=json writes all events")]]
      + (count - Self.tailRows..<count).map(row)
  }

  /// The values turn by turn, with a bar for each number.
  package func lines(_ history: ValueHistory) -> [StyledText] {
    let name = names.name(ofProperty: history.property)
    if history.index.turns.isEmpty { return Self.nothingRemembered }
    guard !history.entries.isEmpty else {
      return ["nothing has written \(.property, name) in any remembered turn"]
    }
    let values = history.entries.map { history.index[$0.place].new }
    let bars = bars(values)
    let first = history.before == nil ? 0 : 1
    let rows = shownRows(first + history.entries.count) { position in
      if position < first, let before = history.before {
        return ["before", StyledText(.old, names.text(ofValue: before))]
          + (bars.isEmpty ? [] : [""])
      }
      let entry = history.entries[position - first]
      let turn = history.index.turns[entry.place.turn]
      let (text, place) = names.heading(of: turn)
      let who = actor(history.index.actor(of: entry.place), in: history.index)
      let given = history.index.correction(of: entry.place).map { place -> StyledText in
        "; given \(.old, names.text(ofValue: history.index[place].old))"
      }
      let times = entry.count > 1 ? " (\(entry.count) writes)" : ""
      var row: [StyledText] = [
        "\(turn.number)", StyledText(.new, value(after: history.index[entry.place])),
      ]
      if !bars.isEmpty { row.append(StyledText(.quiet, bars[position - first])) }
      return row + [
        "\(who ?? StyledText(.heading, text))\(times)\(given ?? "")", StyledText(.place, place),
      ]
    }
    let headers = ["turn", name] + (bars.isEmpty ? [] : [""]) + ["by", "place"]
    let table = TextTable(
      headers: headers, rows: rows,
      alignments: bars.isEmpty ? [.right] : [.right, .right])
    return table.lines(maxWidth: width, ellipsis: signs.ellipsis)
      + lines(history.entries.compactMap { history.index.turns[$0.place.turn].gap })
  }

  private static var barWidth: Int { 20 }

  /// A bar for each value between the smallest and the largest, if all are numbers and not all equal.
  private func bars(_ values: [Value]) -> [String] {
    let numbers = values.compactMap { value -> Double? in
      switch value {
      case .int(let number): Double(number)
      case .double(let number) where number.isFinite: number
      default: nil
      }
    }
    guard numbers.count == values.count, numbers.count > 1, let least = numbers.min(),
      let greatest = numbers.max(), least < greatest
    else { return [] }
    // Bars begin at 0 if 0 is near the values.
    let base = least > 0 && least < greatest / 2 ? 0 : least
    return numbers.map { number in
      // Halved first: the difference of two large numbers may overflow.
      let part = (number / 2 - base / 2) / (greatest / 2 - base / 2)
      let eighths = Int((part * Double(Self.barWidth * 8)).rounded())
      if isASCII { return String(repeating: "#", count: max(eighths / 8, 1)) }
      let ends = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"]
      let bar = String(repeating: "█", count: eighths / 8) + ends[eighths % 8]
      return bar.isEmpty ? "▏" : bar
    }
  }

  // MARK: `costs`

  /// Who fired how often, the busiest first.
  package func lines(_ costs: Costs) -> [StyledText] {
    if costs.turns == 0 { return Self.nothingRemembered }
    let turns = "over \(counted(costs.turns, "turn"))"
    guard !costs.rows.isEmpty else { return ["nothing has fired \(turns)"] }
    let rows = shownRows(costs.rows.count) { position in
      let row = costs.rows[position]
      return [
        names.number(ofLink: row.link).map { StyledText(.binding, "#\($0)") } ?? "",
        StyledText(code: names.text(ofLink: row.link)),
        "\(row.firings)", "\(row.idle)", StyledText(count: row.held, .held),
        StyledText(count: row.glitches, .glitch),
        StyledText(.place, names.place(ofLink: row.link)),
      ]
    }
    let table = TextTable(
      headers: ["", "binding", "firings", "changed nothing", "held", "glitches", "place"],
      rows: rows, alignments: [.right, .left, .right, .right, .right, .right])
    return table.lines(maxWidth: width, ellipsis: signs.ellipsis) + [StyledText(turns)]
      + lines(costs.cut)
  }

  /// That an answer counts only the events that are kept.
  func lines(_ gaps: [RecordedTurn.Gap]) -> [StyledText] {
    guard let largest = gaps.max(by: { ($0.count, $1.turn) < ($1.count, $0.turn) }) else {
      return []
    }
    let more = gaps.count > 1 ? ", and of \(counted(gaps.count - 1, "other turn")) some" : ""
    let text: StyledText = """
      not counted: of turn \(largest.turn) \(counted(largest.count, "event"))\(more), \
      since a turn keeps only its first and last ones
      """
    return text.wrapped(width: width)
  }
}

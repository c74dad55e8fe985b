import BindingEngine

/// Answers to questions about recorded turns, as lines of text.
package struct AnswerText<Names: RecordedNames> {
  let names: Names
  let signs: TraceSigns
  let isASCII: Bool
  let width: Int

  package init(names: Names, isASCII: Bool, width: Int = 100) {
    self.names = names
    self.isASCII = isASCII
    self.width = width
    signs = TraceSigns(isASCII: isASCII)
  }

  /// A line with its place, which is shown in a column of its own.
  struct Line {
    var text: String
    var place = ""
  }

  private static var mostBeforePlace: Int { 70 }

  /// The lines, with their places in one column.
  func aligned(_ lines: [Line]) -> [String] {
    let column = lines.lazy.filter { !$0.place.isEmpty }
      .map { min($0.text.displayWidth, Self.mostBeforePlace) }.max()
    return lines.map { line in
      guard let column, !line.place.isEmpty else { return line.text }
      let blanks = max(0, column - line.text.displayWidth)
      return line.text + String(repeating: " ", count: blanks + 3) + line.place
    }
  }

  /// `turn 5  vm.name = "Hobbit"`.
  func heading(_ turn: RecordedTurn) -> Line {
    Line(text: "turn \(turn.number)  \(turn.statement)", place: turn.place)
  }

  /// The same inside a sentence.
  func sentence(_ turn: RecordedTurn) -> String {
    let place = turn.place.isEmpty ? "" : " (\(turn.place))"
    return "turn \(turn.number), '\(turn.statement)'\(place)"
  }

  /// A link with its place, inside a sentence.
  func sentence(ofLink link: UInt32) -> String {
    let place = names.place(ofLink: link)
    return names.title(ofLink: link) + (place.isEmpty ? "" : " (\(place))")
  }

  func text(_ event: TraceEvent) -> String { names.entry(event).text(signs) }

  /// The new value of an event's property, or the change of a list if only that is known.
  package func value(after event: TraceEvent) -> String {
    if event.change.kind != .set {
      guard case .list = event.new else { return names.entry(event).listChange(signs) }
    }
    return names.text(ofValue: event.new)
  }

  /// What acts in an event: a binding, an observer or a call; nil for the statement.
  func actor(_ place: EventPlace?, in index: EventIndex) -> String? {
    guard let place else { return nil }
    let event = index[place]
    return event.link != 0 ? names.title(ofLink: event.link) : text(event)
  }

  static var theStatement: String { "the statement" }

  /// The answer if no turn is remembered.
  package static var nothingRemembered: [String] {
    [
      "nothing is remembered: no turn has been recorded",
      "turns are remembered with --journal N, which is on in the REPL",
    ]
  }
}

import BindingEngine
import Text

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
    var text: StyledText
    var place = ""
  }

  /// On a narrow screen, places stand nearer.
  private var mostBeforePlace: Int { min(70, max(20, width - 30)) }

  /// The lines with their places below one another.
  func aligned(_ lines: [Line]) -> [StyledText] {
    let column = lines.lazy.filter { !$0.place.isEmpty }
      .map { min($0.text.displayWidth, mostBeforePlace) }.max()
    return lines.map { line in
      guard let column, !line.place.isEmpty else { return line.text }
      let blanks = max(0, column - line.text.displayWidth)
      return "\(line.text)\(String(repeating: " ", count: blanks + 3))\(.place, line.place)"
    }
  }

  /// `turn 5  vm.name = "Hobbit"`.
  func heading(_ turn: RecordedTurn) -> Line {
    let (text, place) = names.heading(of: turn)
    return Line(text: "\(.quiet, "turn \(turn.number)")  \(.heading, text)", place: place)
  }

  /// `turn 5, 'vm.name = "Hobbit"'`, within a sentence.
  package func sentence(_ turn: RecordedTurn) -> StyledText {
    let (text, place) = names.heading(of: turn)
    return "turn \(turn.number), '\(.heading, text)'\(inBrackets(place))"
  }

  /// A link with its place, within a sentence.
  package func sentence(ofLink link: UInt32) -> StyledText {
    "\(names.title(ofLink: link))\(inBrackets(names.place(ofLink: link)))"
  }

  private func inBrackets(_ place: String) -> StyledText {
    place.isEmpty ? "" : " (\(.place, place))"
  }

  /// The name of a property.
  func name(_ property: UInt32) -> StyledText {
    StyledText(.property, names.name(ofProperty: property))
  }

  package func text(_ event: TraceEvent) -> StyledText { names.entry(event).text(signs) }

  /// `9, which 'set' (a.bind:3) made 5`: what the `set` block did with the value of a write; nil if
  /// nothing.
  func correction(of place: EventPlace, in index: EventIndex) -> StyledText? {
    guard index[place].property != 0, [.write, .dropped].contains(index[place].kind) else {
      return nil
    }
    return index.correction(of: place).map { names.entry(index[$0]).correction }
  }

  /// The new value of an event's property, or the change of a list if only that is known.
  package func value(after event: TraceEvent) -> String {
    if event.change.kind != .set {
      guard case .list = event.old, case .list = event.new else {
        return names.entry(event).listChange(signs).plain
      }
    }
    return names.text(ofValue: event.new)
  }

  /// Who acts in an event: a binding, an observer or a call; nil for the statement.
  func actor(_ place: EventPlace?, in index: EventIndex) -> StyledText? {
    guard let place else { return nil }
    let event = index[place]
    return event.link != 0 ? title(at: place, in: index) : text(event)
  }

  /// The link of an event as it was then: it may have got other ends since.
  func title(at place: EventPlace, in index: EventIndex) -> StyledText {
    let link = index[place].link
    guard let former = index.formerText(of: names.lead(of: link), at: place),
      let number = names.number(ofLink: link)
    else { return names.title(ofLink: link) }
    return "\(.binding, "#\(number)") \(code: former)"
  }

  static var theStatement: StyledText { "the statement" }

  /// The answer if there is nothing to ask about.
  package static var nothingRemembered: [StyledText] {
    [
      "nothing is remembered: no turn has been recorded",
      "turns are remembered with \(.hint, "--journal N"), which is on in the REPL",
    ]
  }
}

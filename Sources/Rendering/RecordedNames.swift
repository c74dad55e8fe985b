import BindingEngine
import Text

/// The names for the handles in recorded turns.
package protocol RecordedNames: Recorded {
  /// `vm.name`.
  func name(ofProperty property: UInt32) -> String
  /// The number of a binding or observer; nil for the link that evaluates a `computed` property.
  func number(ofLink link: UInt32) -> Int?
  /// A link in the language: `vm.name ~> label.text | Uppercase`.
  func text(ofLink link: UInt32) -> String
  /// `FILE:LINE`; empty if it is unknown.
  func place(ofLink link: UInt32) -> String
  /// A value as the language writes it.
  func text(ofValue value: Value) -> String
  /// The statement of a turn, on one line, and its `FILE:LINE`.
  func heading(of turn: RecordedTurn) -> (text: String, place: String)
  /// An event with the names of everything that it refers to.
  func entry(_ event: TraceEvent) -> TraceEntry
}

extension RecordedNames {
  package func heading(of turn: RecordedTurn) -> (text: String, place: String) {
    (turn.statement, turn.place)
  }

  /// `#3 vm.name ~> label.text`; of what evaluates a `computed` property only its text.
  func title(ofLink link: UInt32) -> StyledText {
    let text = StyledText(code: text(ofLink: link))
    return number(ofLink: link).map { "\(.binding, "#\($0)") \(text)" } ?? text
  }

  /// `#3`, or what there is instead.
  func shortTitle(ofLink link: UInt32) -> StyledText {
    number(ofLink: link).map { StyledText(.binding, "#\($0)") }
      ?? StyledText(code: text(ofLink: link))
  }
}

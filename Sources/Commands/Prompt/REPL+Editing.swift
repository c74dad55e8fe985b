import Exploring
import Interpreter
import Invocation
import Language
import Syntax
import Text

// What a prompt does with the lines that were typed.
extension REPL {
  /// `edit`, `edit vm` and `edit #3`: the text that runs in place of the old one, and the statements
  /// that remove what the old one made, which may be empty; nil if nothing is to run.
  func edited(_ subject: String) -> (text: String, before: String)? {
    guard isTerminal, Environment.screen != nil else {
      host.say(hint: "'edit' needs a terminal")
      return nil
    }
    var source = (text: typed.last, before: "", lost: [String]())
    if subject.isEmpty {
      source.before = session.removal(ofWhatMade: source.text)
    } else {
      guard let found = session.source(of: subject) else {
        host.say(hint: "nothing that was typed or read declares '\(subject)'")
        return nil
      }
      source = found
    }
    guard !source.text.isEmpty else {
      host.say(hint: "nothing has been typed yet")
      return nil
    }
    guard let text = TextEditor.edit(source.text) else {
      host.say(hint: "the editor failed; nothing changed")
      return nil
    }
    guard text != source.text, !text.isBlank else {
      host.say(hint: "nothing changed")
      return nil
    }
    // A text with syntax errors does not run, so what it would replace stays.
    if session.hasSyntaxErrors(text) { return (text, "") }
    for link in source.lost {
      host.report(
        "note: \(link) ends with '\(subject)': the block that made it does not run again\n")
    }
    return (text, source.before)
  }

  /// `undo` and `undo 2`: the statement that takes back the last turns that changed something, which
  /// are shown; nil if there is none.
  func rewinding(_ count: Int) -> String? {
    guard count > 0, session.journalIsOpen else { return "rewind \(count)" }
    guard let undoing = session.undoing(count) else {
      host.say(hint: "nothing to undo: no remembered turn changed anything")
      return nil
    }
    for turn in undoing.undone { host.say("undoes \(turn)", in: options.session.theme) }
    return "rewind \(undoing.turns)"
  }

  /// `history` and `history 20`: the statements typed in this session.
  func listTyped(_ count: Int?) {
    let entries = typed.entries
    let first = max(0, entries.count - (count ?? entries.count))
    let width = String(entries.count).count
    for number in first..<entries.count {
      let entry = entries[number]
      let label = String(number + 1)
      let indent = String(repeating: " ", count: width + 2)
      let gap = String(repeating: " ", count: width - label.count)
      host.say(
        "\(gap)\(.quiet, label)  \(code: entry.replacing("\n", with: "\n" + indent))",
        in: options.session.theme)
    }
    if entries.count == 0 { host.say(hint: "nothing has been typed yet") }
  }
}

/// What was typed in a session, without the lines that ask for it.
final class TypedLines {
  private(set) var entries = StatementHistory()
  /// What stands for the name of a file in places.
  private var name = "<repl>"
  /// The number of the line with which the next text begins.
  private(set) var line = 1
  /// The text that was parsed last, until it runs.
  private var parsed: (text: String, syntax: TypedText)?

  /// The last one; empty if there is none.
  var last: String { entries.count > 0 ? entries[entries.count - 1] : "" }

  /// Whether a text is only the beginning of what the next lines complete.
  func isIncomplete(_ text: String, in session: Session) -> Bool {
    let syntax = session.typed(text, name: name, firstLine: line)
    parsed = (text, syntax)
    return syntax.isIncomplete
  }

  /// The next text has places of its own.
  func begin(name: String) { (self.name, line) = (name, 1) }

  /// Adds a text that runs now.
  ///
  /// - Returns: Its syntax, which is known if it was looked at before.
  func add(_ text: String, in session: Session) -> TypedText {
    entries.append(text)
    defer { parsed = nil }
    if let parsed, parsed.text == text { return parsed.syntax }
    return session.typed(text, name: name, firstLine: line)
  }

  /// Counts the lines of a text that was answered.
  func pass(_ text: String) {
    line += text.lineCount
    parsed = nil
  }
}

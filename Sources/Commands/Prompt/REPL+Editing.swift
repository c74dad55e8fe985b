import Exploring
import Interpreter
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
    var source = (text: typed.entries.last ?? "", before: "", lost: [String]())
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

  /// `history` and `history 20`: the statements typed in this session.
  func listTyped(_ count: Int?) {
    let entries = typed.entries
    let first = max(0, entries.count - (count ?? entries.count))
    let width = String(entries.count).count
    for (number, entry) in entries.enumerated().dropFirst(first) {
      let label = String(number + 1)
      let indent = String(repeating: " ", count: width + 2)
      let gap = String(repeating: " ", count: width - label.count)
      host.say(
        "\(gap)\(.quiet, label)  \(code: entry.replacing("\n", with: "\n" + indent))",
        in: options.session.theme)
    }
    if entries.isEmpty { host.say(hint: "nothing has been typed yet") }
  }
}

/// What was typed in a session, without the lines that ask for it.
final class TypedLines {
  var entries: [String] = []
}

import Exploring
import Interpreter
import Language
import Syntax

// What a prompt does with the lines that were typed.
extension REPL {
  /// `edit`, `edit vm` and `edit #3`: the text that runs in place of the old one, and the statements
  /// that remove what the old one made, which may be empty; nil if nothing is to run.
  func edited(_ subject: String) -> (text: String, before: String)? {
    guard isTerminal, Environment.screen != nil else {
      host.say("'edit' needs a terminal\n")
      return nil
    }
    var source = (text: typed.entries.last ?? "", before: "")
    if subject.isEmpty {
      source.before = session.removal(ofWhatMade: source.text)
    } else {
      guard let found = session.source(of: subject) else {
        host.say("nothing that was typed or read declares '\(subject)'\n")
        return nil
      }
      source = found
    }
    guard !source.text.isEmpty else {
      host.say("nothing has been typed yet\n")
      return nil
    }
    guard let text = TextEditor.edit(source.text) else {
      host.say("the editor failed; nothing changed\n")
      return nil
    }
    guard text != source.text, !text.isBlank else {
      host.say("nothing changed\n")
      return nil
    }
    // A text with syntax errors does not run, so what it would replace stays.
    return (text, session.hasSyntaxErrors(text) ? "" : source.before)
  }

  /// `history` and `history 20`: the statements typed in this session.
  func listTyped(_ count: Int?) {
    let entries = typed.entries
    let first = max(0, entries.count - (count ?? entries.count))
    let width = String(entries.count).count
    for (number, entry) in entries.enumerated().dropFirst(first) {
      let label = String(number + 1)
      let indent = String(repeating: " ", count: width + 2)
      host.say(
        String(repeating: " ", count: width - label.count) + label + "  "
          + entry.replacing("\n", with: "\n" + indent) + "\n")
    }
    if entries.isEmpty { host.say("nothing has been typed yet\n") }
  }
}

/// What was typed in a session, without the lines that ask for it.
final class TypedLines {
  var entries: [String] = []
}

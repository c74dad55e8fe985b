import Checking
import Interpreter
import Language
import Syntax
import Text

// Help on what is outside of the language.
extension StandardHost {
  func help(on words: String) -> String? {
    if words.hasPrefix("-") { return CommandOption.named(words)?.helpText }
    // The examples of the findings have a message of each kind.
    guard words.contains(" ") else { return nil }
    let messages = FindingNote.all.flatMap { note in
      note.bad.isEmpty
        ? []
        : Checker.check(
          SourceFile(name: "", text: note.bad), host: self, options: SessionOptions().checking
        ).compactMap { found in found.code.map { (found.message, $0) } }
    }
    return FindingCode.named(byWords: words, among: messages)?.explanation.helpText
  }
}

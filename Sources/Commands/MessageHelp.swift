import Checking
import Interpreter
import Language
import Names
import Syntax
import Text

/// Finds the help on a message of `check` or of the parser by its words.
enum MessageHelp {
  /// - Returns: nil if no message is like these words.
  static func find(_ words: String, _ host: SessionHost) -> String? {
    // The examples of the findings have a message of each kind.
    let messages = FindingNote.all.flatMap { note in
      note.bad.isEmpty
        ? []
        : Checker.check(
          SourceFile(name: "", text: note.bad), host: host, options: SessionOptions().checking
        ).compactMap { found in found.code.map { (found.message, $0) } }
    }
    return FindingCode.named(byWords: words, among: syntaxMessages + messages)?
      .explanation.helpText
  }

  /// What the parser says about the examples of all statements when they end too early, or when one
  /// part of them is missing.
  private static var syntaxMessages: [(message: String, code: FindingCode)] {
    let names = NameTable()
    var messages: [String: FindingCode] = [:]
    func add(_ bytes: ArraySlice<UInt8>, _ rest: ArraySlice<UInt8> = []) {
      let file = SourceFile(name: "", bytes: Array(bytes + rest))
      for found in Parser.parse(file, names: names).diagnostics {
        if let code = found.code { messages[found.message] = code }
      }
    }
    for word in StatementWord.all {
      let example = SourceFile(name: "", text: word.example)
      let bytes = Array(word.example.utf8)
      example.visitTokens { _, token in
        add(bytes[..<token.lowerBound])
        add(bytes[..<token.lowerBound], bytes[token.upperBound...])
      }
    }
    return messages.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
  }
}

import Language
import Names
import Syntax

/// The help on a word of the language, as `help` shows it.
enum WordHelp {
  /// nil if it is no word of the language.
  static func text(of word: String) -> String? {
    if let code = FindingCode(text: word) { return code.explanation.helpText }
    if let entry = StatementWord.named(word) {
      return "\(word): \(entry.summary)\n\n\(entry.explanation)"
    }
    if let topic = HelpTopic.all.first(where: { $0.name == word }) {
      return "\(word): \(topic.summary)\n\n\(topic.explanation)"
    }
    if let preset = SemanticsNote.all.first(where: { $0.name == word }) {
      return "\(word): a semantics, \(preset.models)"
    }
    if let field = TurnField(rawValue: word) { return "\(word): \(field.summary)" }
    if LanguageWords.blockNames.contains(word) { return text(of: "blocks") }
    if let method = ValueMethod.named(word) { return "\(word): \(method.summary)" }
    return LanguageName.help(on: word)
  }
}

extension SourceFile {
  /// Whether a text can be a name that a script declares.
  static func isName(_ text: String) -> Bool {
    let (tree, diagnostics, _) = Parser.parse(
      SourceFile(name: "", text: "let \(text) = 1"), names: NameTable())
    guard diagnostics.isEmpty, tree.statements.count == 1 else { return false }
    let name = tree.statement(tree.statements[0]).declaredName
    return tree.sourceText(of: name) == text
  }

  /// The word at an offset.
  func word(at offset: Int) -> (text: String, span: SourceSpan)? {
    var (low, high) = (offset, offset)
    while low > 0, TextPlace.isNameByte(bytes[low - 1]) { low -= 1 }
    while high < bytes.count, TextPlace.isNameByte(bytes[high]) { high += 1 }
    guard low < high else { return nil }
    return (String(decoding: bytes[low..<high], as: UTF8.self), SourceSpan(low..<high))
  }
}

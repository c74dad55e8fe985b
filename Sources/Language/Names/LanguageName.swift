import Syntax
import Values

/// The names of the language that have no page of their own in `help`: functions, members of values,
/// changes of a list, types, knobs, and what the prelude declares.
package enum LanguageName {
  /// All names, with a few words on each.
  package static let all: [(word: String, summary: String)] =
    BuiltinFunction.allCases.map { ($0.rawValue, $0.summary) }
    + ValueTail.allCases.map { ($0.rawValue, $0.summary) }
    + ListOperation.named.map { ($0.rawValue, $0.summary) }
    + TypeName.allCases.map { ($0.rawValue, $0.summary) }
    + Semantics.knobNames.map { ($0, "a knob of a semantics") }
    + Prelude.declarations.map { ($0.name, $0.kind) }

  /// The help on a name, with all that it means; nil if it is not one of them.
  package static func help(on name: String) -> String? {
    var parts: [String] = []
    if let function = BuiltinFunction(rawValue: name) {
      parts.append(
        "\(name): \(function.summary)\n\n  \(function.signature)\n\n'help functions' lists all.")
    }
    if let tail = ValueTail(rawValue: name) {
      parts.append("\(name): \(tail.summary)\n\n  .\(name), of \(tail.owners)")
    }
    if let operation = ListOperation(rawValue: name) {
      let forms = ListOperation.allCases.filter { $0.name == operation.name }
        .map { "  LIST.\($0.signature)" }
      parts.append(
        "\(name): \(operation.summary)\n\n\(forms.joined(separator: "\n"))\n\nSee 'help lists'.")
    }
    if let type = TypeName(rawValue: name) {
      parts.append("\(name): a type: \(type.summary)\n\n'\(name)?' allows nil, too.")
    }
    if Semantics.knobNames.contains(name) { parts.append(help(onKnob: name)) }
    if let declared = Prelude.declarations.first(where: { $0.name == name }) {
      let note = Prelude.notes[name].map { "\n\n\($0)" } ?? ""
      parts.append("\(name): \(declared.kind)\n\n  \(declared.text)\(note)")
    }
    return parts.isEmpty ? part(on: name) : parts.joined(separator: "\n\n")
  }

  /// The help on a setting of a knob, or on a field of `turn`.
  private static func part(on name: String) -> String? {
    let knobs = Semantics.knobNames.filter { Semantics.words(of: $0).contains(name) }
    if !knobs.isEmpty {
      let lines = knobs.map { "  \($0) = \(name): \(Semantics.meaning(of: name, for: $0))" }
      return "\(name): a setting in a semantics\n\n\(lines.joined(separator: "\n"))\n\n"
        + "'help \(knobs[0])' lists the others."
    }
    let field = name.hasPrefix("turn.") ? String(name.dropFirst("turn.".count)) : name
    return TurnField(rawValue: field).map {
      "turn.\(field): \($0.summary)\n\n'help turn' lists all fields."
    }
  }

  private static let signs = Array("!-*/%+.?=<>&|:[]()".utf8)

  /// The topic that explains a sign, or a word that stands for a value; nil for others.
  package static func topic(of word: String) -> String? {
    switch word {
    case "|": "transformers"
    case "self", "{": "blocks"
    case "\"": "values"
    case LanguageWords.lastValue: "values"
    case _ where LanguageWords.constants.contains(word): "values"
    case _ where LanguageWords.blockNames.contains(word): "blocks"
    case _ where LanguageWords.methodBlockNames.contains(word): "methods"
    case _ where !word.isEmpty && word.utf8.allSatisfy({ signs.contains($0) }):
      "operators"
    default: nil
    }
  }

  private static func help(onKnob name: String) -> String {
    let words = Semantics.words(of: name)
    let width = words.map(\.count).max() ?? 0
    let rows = words.map { word in
      "  \(word)\(String(repeating: " ", count: width - word.count))  "
        + Semantics.meaning(of: word, for: name)
    }
    return """
      \(name): a knob of a semantics

      \(rows.isEmpty ? "  a number, or none" : rows.joined(separator: "\n"))

      'semantics mine: bind { \(name) = … }' sets it. 'help semantics NAME' shows a preset's.
      """
  }
}

extension Prelude {
  /// What it declares, each on a line of its text.
  static let declarations: [(name: String, kind: String, text: String)] =
    text.split(separator: "\n").compactMap { line in
      let words = line.split(separator: " ", maxSplits: 2)
      guard words.count == 3, let word = words.first, word != "//" else { return nil }
      let name = words[1].prefix { $0 != ":" && $0 != "(" }
      return (String(name), "a \(word) that needs no declaration", String(line))
    }
}

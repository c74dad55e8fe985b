import Syntax

/// The words of the language by what they are, for editors that colour them.
package enum LanguageWords {
  /// Words that name nothing but after a dot, without those of `constants`.
  package static let reserved: [String] =
    StatementWord.all.filter { $0.isReserved && $0.place == .statement }.map(\.word)
    + Word.reservedInside.map(\.rawValue).filter { !constants.contains($0) }

  /// Words that stand for a value.
  package static let constants = [Word.true, .false, .nil, .self].map(\.rawValue)

  /// Words that count only where a statement begins.
  package static let statements: [String] =
    StatementWord.all.filter { !$0.isReserved && $0.place == .statement }.map(\.word)

  /// Words that count only in a body, before a name.
  package static let members: [String] = {
    let words = StatementWord.all.filter { $0.place == .body }.map(\.word)
    return words.filter { !reserved.contains($0) }
  }()

  /// Words that count only inside a statement.
  package static let inside: [String] = {
    let others = Set(reserved + constants + statements + members)
    return Word.allCases.map(\.rawValue).filter { !$0.isEmpty && !others.contains($0) }
  }()

  /// The types that are not class.
  package static let types = TypeName.allCases.map(\.rawValue)

  /// What a block may read of what set it off.
  package static let blockNames = ["value", "old", "sender", "change", "outer"]

  /// What the block of a list's method has.
  package static let methodBlockNames = ListBlock.reduce.parameters

  package static let functions = BuiltinFunction.allCases.map(\.rawValue)
  package static let turnFields = TurnField.allCases.map(\.rawValue)
  package static let classes = declared("class")
  package static let transformers = declared("transformer")

  /// The names that the prelude declares with a word.
  private static func declared(_ word: String) -> [String] {
    Prelude.text.split(separator: "\n").compactMap { line in
      let words = line.split { $0 == " " || $0 == ":" }
      return words.count > 1 && words[0] == word ? String(words[1]) : nil
    }
  }
}

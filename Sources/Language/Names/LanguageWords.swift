import Syntax

/// The words of the language by their kind, for editors that highlight them.
package enum LanguageWords {
  /// Words that can be names only after a dot, without those of `constants`.
  package static let reserved: [String] =
    StatementWord.all.filter { $0.isReserved && $0.place == .statement }.map(\.word)
    + Word.reservedInside.map(\.rawValue).filter { !constants.contains($0) }

  /// Words that stand for a value.
  package static let constants = [Word.true, .false, .nil, .self].map(\.rawValue)

  /// The name of the value that was shown last, unless a script declares it.
  package static let lastValue = "_"

  /// Words that have a meaning only at the beginning of a statement.
  package static let statements: [String] =
    StatementWord.all.filter { !$0.isReserved && $0.place == .statement }.map(\.word)

  /// Words that have a meaning only in a body, before a name.
  package static let members: [String] = {
    let words = StatementWord.all.filter { $0.place == .body }.map(\.word)
    return words.filter { !reserved.contains($0) }
  }()

  /// Words that have a meaning only inside a statement.
  package static let inside: [String] = {
    let others = Set(reserved + constants + statements + members)
    return Word.allCases.map(\.rawValue).filter { !$0.isEmpty && !others.contains($0) }
  }()

  /// The types that are not classes.
  package static let types = TypeName.allCases.map(\.rawValue)

  /// What a block may read about the change or event that runs it.
  package static let blockNames = ["value", "old", "sender", "change", "outer"]

  /// The names in the block of a list's method.
  package static let methodBlockNames = ListBlock.reduce.parameters

  package static let functions = BuiltinFunction.allCases.map(\.rawValue)
  package static let turnFields = TurnField.allCases.map(\.rawValue)
  package static let classes = declared("class")
  package static let transformers = declared("transformer")

  /// The names that the prelude declares with a certain word.
  private static func declared(_ word: String) -> [String] {
    Prelude.text.split(separator: "\n").compactMap { line in
      let words = line.split { $0 == " " || $0 == ":" || $0 == "(" }
      return words.count > 1 && words[0] == word ? String(words[1]) : nil
    }
  }
}

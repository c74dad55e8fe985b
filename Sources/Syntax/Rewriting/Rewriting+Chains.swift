// Chains of operators, as Combine, RxSwift and ReactiveSwift write them; see `ChainTranslation`.
extension Rewriting {
  /// Methods of chains that are no statement here. A text that still calls one of them is not offered.
  private static let methods = ChainTranslation.operators.union(ChainTranslation.endings).union([
    "retry", "Zip", "Merge",
  ]).subtracting([
    "map", "filter", "compactMap", "dropFirst", "first", "prefix", "print", "values", "merge",
    "toggle", "start", "not", "skip", "take", "delay", "bind", "emit", "negate", "flatMap",
  ])

  /// Whether a chain of another library is left in a text.
  static func hasChain(_ text: ForeignText) -> Bool {
    text.tokens.indices.dropFirst().dropLast().contains { index in
      guard text.tokens[index - 1].text == ".", ["(", "{"].contains(text.tokens[index + 1].text)
      else { return false }
      let name = text.tokens[index].text
      return methods.contains(name) || (name == "bind" && text.tokens[index + 1].text == "(")
    }
  }
}

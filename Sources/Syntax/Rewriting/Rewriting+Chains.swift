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

  /// What another library has, and for which there is nothing here.
  struct Obstacle {
    /// Its name; nil if it is the chain as a whole.
    let name: String?
    let span: SourceSpan?
    /// The whole statement.
    let statement: SourceSpan

    var message: String {
      (name.map { "this '\($0)'" } ?? "this chain") + " has no counterpart here"
    }
  }

  /// What keeps the chain or the call around an offset from being written here; nil if there is none.
  static func obstacle(in bytes: [UInt8], at offset: Int) -> Obstacle? {
    guard let statement = ForeignStatement(in: bytes, at: offset, longest: longestStatement) else {
      return nil
    }
    let typed = ForeignText(statement.text)
    let text = ForeignText(typed.withPlainWords)
    let name: String?
    // What a chain begins with was typed before.
    if text.word(0) == "." { return nil }
    if ChainTranslation.isIn(text) {
      guard var chain = ChainTranslation(text) else { return nil }
      let result = chain.result()
      guard chain.obstacle != nil || result == nil && ChainTranslation.isCertain(text) else {
        return nil
      }
      name = chain.obstacle
    } else {
      guard let function = FunctionTranslation(text), function.result() == nil else { return nil }
      name = function.function
    }
    let place = typed.tokens.first { $0.text == name }?.range
    let start = statement.span.start
    return Obstacle(
      name: name,
      span: statement.isOneLine
        ? place.map { SourceSpan(start + UInt32($0.lowerBound), start + UInt32($0.upperBound)) }
        : nil,
      statement: statement.span)
  }
}

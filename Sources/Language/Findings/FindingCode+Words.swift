import Syntax

extension FindingCode {
  /// The code of the message that some typed words are from.
  ///
  /// What a message quotes counts for nothing, so that `unknown name` is enough, and so is the whole
  /// message. One word alone is too little.
  ///
  /// - Parameter messages: The last one is preferred where several have the same words.
  /// - Complexity: O(*n*) in the messages.
  package static func named(
    byWords words: String, among messages: [(message: String, code: FindingCode)]
  ) -> FindingCode? {
    let typed = significantWords(of: words)
    guard typed.count > 1 else { return nil }
    var best: (excess: Int, code: FindingCode)?
    for (message, code) in messages {
      let known = significantWords(of: message)
      guard isPart(typed, of: known) else { continue }
      let excess = known.count - typed.count
      if excess <= best?.excess ?? .max { best = (excess, code) }
    }
    return best?.code
  }

  /// The words of a message without its severity, its place and what it quotes.
  private static func significantWords(of message: String) -> [String] {
    var text = message[...]
    for severity in ["error: ", "warning: ", "note: "] {
      if let found = text.firstRange(of: severity) { text = text[found.upperBound...] }
    }
    let unquoted = text.split(separator: "'", omittingEmptySubsequences: false).enumerated()
      .filter { $0.offset.isMultiple(of: 2) }.map(\.element).joined(separator: " ")
    return unquoted.lowercased().split { !$0.isLetter }.map(String.init)
  }

  /// Whether the words are in another list in the same order.
  private static func isPart(_ words: [String], of others: [String]) -> Bool {
    var rest = others[...]
    for word in words {
      guard let place = rest.firstIndex(of: word) else { return false }
      rest = rest[(place + 1)...]
    }
    return true
  }
}

/// Something that can stand after the beginning of a statement: what completion offers there.
public enum Offer: Sendable {
  /// A word of the language, with what it means.
  case word(String, String)
  /// Objects, constants and variables.
  case values
  /// Whatever a value can be made of.
  case expression
  case arrows, transformers, classes, semantics
  /// Bindings and observers, by number.
  case links
  /// The same, by name.
  case linkNames
  case breakpoints
  /// What `help` explains.
  case topics

  /// What can stand where any number of bindings and observers is meant.
  static let allLinks: [Offer] = [
    .word("all", "every binding and observer"), .links, .linkNames, .values,
  ]

  /// What goes on a question about a way from one property to another.
  @Sendable static func ofWay(_ words: [String]) -> [Offer] {
    words.last.map(Arrow.isSpelled) ?? true ? [.values] : [.arrows]
  }

  /// What goes on a `bind` of which there are `words` already.
  @Sendable static func ofBinding(_ words: [String]) -> [Offer] {
    let last = words.last ?? ""
    if last.hasSuffix("|") || last.hasSuffix("!") { return [.transformers] }
    if words.isEmpty { return [.word("once ", "pass one value, then end"), .values] }
    if Arrow.isSpelled(last) { return [.values] }
    guard words.contains(where: Arrow.isSpelled) else { return [.arrows] }
    return [
      .word("| ", "a transformer"), .word("each ", "a cell for each element"),
      .word("transform { ", "a block after all transformers"),
      .word("observe { ", "a block inside the firing"),
      .word("observe initial { ", "the same, for the first value too"), .word("as ", "a name"),
    ]
  }

  /// What goes on an `observe` of which there are `words` already.
  @Sendable static func ofObserver(_ words: [String]) -> [Offer] {
    switch words {
    case []:
      [.word("initial ", "also once, now"), .word("prior ", "also before each change"), .values]
    case ["initial"]: [.word("some ", "only if there is a value"), .values]
    default: [.expression]
    }
  }
}

extension Arrow {
  fileprivate static func isSpelled(_ word: String) -> Bool {
    allCases.contains { $0.spelling == word }
  }
}

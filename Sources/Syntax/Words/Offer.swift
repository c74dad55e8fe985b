/// What can follow the beginning of a statement: what completion offers there.
public enum Offer: Sendable {
  /// A word of the language, with its meaning.
  case word(String, String)
  /// Objects, constants and variables.
  case values
  /// Everything that an expression can begin with.
  case expression
  case arrows, transformers, classes, semantics
  /// Bindings and observers, by number.
  case links
  /// Bindings and observers, by name.
  case linkNames
  case breakpoints
  /// The topics of `help`.
  case topics

  /// What can follow if any number of bindings and observers is allowed.
  static let allLinks: [Offer] = [
    .word("all", "every binding and observer"), .links, .linkNames, .values,
  ]

  /// What continues a question about the path from one property to another.
  @Sendable static func ofWay(_ words: [String]) -> [Offer] {
    words.last.map(Arrow.isSpelled) ?? true ? [.values] : [.arrows]
  }

  /// What continues a `bind` that already has `words`.
  @Sendable static func ofBinding(_ words: [String]) -> [Offer] {
    let last = words.last ?? ""
    if last.hasSuffix("|") || last.hasSuffix("!") { return [.transformers] }
    if words.isEmpty { return [.word("once ", "pass one value, then end"), .values] }
    if Arrow.isSpelled(last) { return [.values] }
    if words.suffix(2) == ["kept", "by"] { return ofKeeper }
    guard words.contains(where: Arrow.isSpelled) else { return [.arrows] }
    return [
      .word("| ", "a transformer"), .word("each ", "a cell for each element"),
      .word("transform { ", "a block after all transformers"),
      .word("observe { ", "a block inside the firing"),
      .word("observe initial { ", "the same, for the first value too"),
      .word("kept by ", "the object with which it ends"), .word("as ", "a name"),
    ]
  }

  /// What can follow the block of an observer, a handler or an effect; nil before its end.
  @Sendable static func behindBlock(_ words: [String]) -> [Offer]? {
    if words.suffix(2) == ["kept", "by"] { return ofKeeper }
    guard words.last?.hasSuffix("}") ?? false else { return nil }
    return [.word("kept by ", "the object with which it ends"), .word("as ", "a name")]
  }

  private static let ofKeeper: [Offer] = [.word("nobody", "it ends at once"), .values]

  /// What continues a `command` that already has `words`.
  @Sendable static func ofCommand(_ words: [String]) -> [Offer] {
    guard let last = words.last, last != "enabled:", last != "after" else { return [] }
    let offers: [(String, String)] = [
      ("enabled: ", "a condition without which it does nothing"),
      ("after ", "how long it takes"),
      ("begin { ", "a block that runs when it starts"),
      ("cancel { ", "a block that runs when it is cancelled"),
    ]
    return offers.filter { !words.contains($0.0.split(separator: " ").map(String.init)[0]) }
      .map { .word($0.0, $0.1) }
  }

  /// What continues a `transformer` that already has `words`.
  @Sendable static func ofTransformer(_ words: [String]) -> [Offer] {
    guard let last = words.last, last != "after" else { return [] }
    if last == "late" {
      return [
        .word("land { ", "both pass on, each in its own time"),
        .word("drop { ", "a newer value drops the one that waits"),
        .word("replace { ", "a newer value takes the time of the one that waits"),
        .word("queue { ", "one passes on after the other"),
      ]
    }
    if words.contains("late") { return [] }
    return words.contains("after")
      ? [.word("late ", "what happens to a value that still waits")]
      : [.word("after ", "how long a value waits")]
  }

  /// What continues an `observe` that already has `words`.
  @Sendable static func ofObserver(_ words: [String]) -> [Offer] {
    if let behind = behindBlock(words) { return behind }
    return switch words {
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

/// Applies rules to a statement, one after the other, until its syntax is right.
struct RewritingSearch {
  let surroundings: ForeignStatement.Surroundings
  let mistake: Rewriting.Mistake
  /// Whether the mistake is at the beginning of the statement.
  let isAtBeginning: Bool
  /// How many texts may still be made.
  private(set) var texts = 40
  /// How many tokens the rules may still look at, in all texts together, so that no statement takes long.
  private(set) var patience = 20_000
  private var seen: Set<String> = []
  /// Whether the text is a statement of a longer one, which is translated by its grammar.
  private var isWithinTranslation = false

  /// How many of them one rule may look at in one text.
  private static let mostForRule = 1_000

  init(
    surroundings: ForeignStatement.Surroundings, mistake: Rewriting.Mistake, isAtBeginning: Bool
  ) {
    self.surroundings = surroundings
    self.mistake = mistake
    self.isAtBeginning = isAtBeginning
  }

  /// A text whose syntax is right and to which no more rules apply; nil if there is none.
  mutating func result(from text: String) -> String? {
    seen.insert(text)
    let foreign = ForeignText(text)
    let plainWords = ForeignText(ForeignText(foreign.withPlainWords).withKeyPaths).withoutLaunch
    if seen.count == 1, !isWithinTranslation {
      if var type = SwiftTypeTranslation(plainWords), let written = type.result(&self),
        accepts(written)
      {
        return written
      }
      // An operator alone is a part of a chain that was typed before.
      if plainWords.word(0) == ".", ChainTranslation.operators.contains(plainWords.word(1)),
        ["(", "{"].contains(plainWords.word(2))
      {
        return nil
      }
      if RewritingSearch.clash(in: plainWords) != nil { return nil }
      if ChainTranslation.isCertain(plainWords) || ViewTranslation(plainWords) != nil {
        return chain(plainWords)
      }
      if plainWords.isObjectiveC, let translated = translation(of: plainWords) { return translated }
      if let translated = chain(plainWords) { return translated }
    }
    let plain = plainWords.withoutObjectiveC
    if plain != text {
      seen.insert(plain)
      return result(from: plain) ?? (accepts(plain) ? plain : nil)
    }
    let places = surroundings.places(of: foreign)
    let words = foreign.words
    for rule in Rewriting.rules(for: words) where applies(rule) {
      guard texts > 0, patience > 0 else { return nil }
      let share = min(patience, RewritingSearch.mostForRule)
      var match = RewritingMatch(rule, foreign, words, places: places, patience: share)
      let rewritten = match.rewritten()
      patience -= share - match.patience
      guard let next = rewritten, next != text, seen.insert(next).inserted else { continue }
      texts -= 1
      if let found = result(from: next) { return found }
      if accepts(next) { return next }
    }
    return nil
  }

  /// A name in a chain or a call with functions that would mean something else here.
  static func clash(in text: ForeignText) -> String? {
    guard ChainTranslation.isIn(text) || FunctionTranslation(text) != nil else { return nil }
    return ForeignTokens(text)?.clash
  }

  /// Objective-C in this language, statement by statement; nil if a part of it is not understood.
  private mutating func translation(of text: ForeignText) -> String? {
    guard var translation = ObjectiveCTranslation(text, search: self) else { return nil }
    let translated = translation.result()
    (texts, patience) = (translation.search.texts, translation.search.patience)
    return translated.flatMap { accepts($0) ? $0 : nil }
  }

  /// A chain of calls, or the call of a function that takes functions; what the rules know of the rest, they
  /// rewrite.
  private mutating func chain(_ text: ForeignText) -> String? {
    var written = signalWrite(text)
    if let view = ViewTranslation(text) {
      written = view.result { rewritten($0, in: "action") }
    } else if written == nil, ChainTranslation.isIn(text) {
      if var chain = ChainTranslation(text) { written = chain.result() }
    } else if written == nil {
      written =
        MarkupTranslation(text)?.result() ?? ObservationTranslation(text)?.result()
        ?? FunctionTranslation(text)?.result()
    }
    // A longer one would be cut, and could not be typed.
    guard let written, written.cutForMessage == written, seen.insert(written).inserted else {
      return nil
    }
    return result(from: written) ?? (accepts(written) ? written : nil)
  }

  private func signalWrite(_ text: ForeignText) -> String? {
    guard mistake == .syntax || mistake == .usedAsSignal || isAtBeginning else { return nil }
    var owner: String?
    if case .nameUnknown(let known) = mistake { owner = known }
    return SignalWrite(
      text, owner: owner, isCall: isAtBeginning && (owner != nil || mistake == .usedAsSignal),
      isValue: owner != nil || mistake == .usedAsSignal)?.result()
  }

  /// A simple statement by the rules alone, in a block that begins with a word.
  ///
  /// - Returns: nil if no rule is for it.
  mutating func rewritten(_ text: String, in head: String) -> String? {
    var inner = RewritingSearch(
      surroundings: ForeignStatement.Surroundings(head: head), mistake: mistake,
      isAtBeginning: isAtBeginning)
    inner.isWithinTranslation = true
    (inner.texts, inner.patience) = (texts, patience)
    let found = inner.result(from: text)
    (texts, patience) = (inner.texts, inner.patience)
    return found
  }

  /// Whether what is looked for is a member of a class or an object.
  var isInBody: Bool { surroundings.places(of: ForeignText("x")) == [.body] }

  private func applies(_ rule: RewritingRule) -> Bool {
    switch rule.use {
    case .always: true
    case .meaning: mistake != .syntax
    case .classes: mistake == .classCalled
    }
  }

  /// Whether a text can be offered.
  private func accepts(_ text: String) -> Bool {
    let foreign = ForeignText(text)
    let words = foreign.words
    guard words.isDisjoint(with: RewritingSearch.unknownHere),
      !Rewriting.hasChain(foreign)
    else { return false }
    // A number has no parts.
    let counts = foreign.tokens.indices.contains {
      foreign.tokens[$0].kind == .number && foreign.word($0 + 1) == "."
        && foreign.word($0 + 2) == "count"
    }
    if counts { return false }
    if words.contains("self"), surroundings.head == nil,
      words.isDisjoint(with: ["class", "object", "extend"])
    {
      return false
    }
    return surroundings.accept(text)
  }

  /// Names that other languages have, and for which there is nothing here.
  private static let unknownHere: Set<String> = [
    "init", "constructor", "Date", "Promise", "Error", "Map", "Set", "Array", "Object", "super",
  ]
}

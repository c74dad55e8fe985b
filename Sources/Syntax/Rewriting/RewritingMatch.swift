/// One application of a rule to a text.
struct RewritingMatch {
  let rule: RewritingRule
  let text: ForeignText
  /// The words and signs of the text.
  let words: Set<String>
  let places: [RewritingRule.Place?]
  /// The tokens for which each letter stands.
  private var holes: [String: Range<Int>] = [:]
  /// How many tokens may still be looked at.
  private(set) var patience: Int

  init(
    _ rule: RewritingRule, _ text: ForeignText, _ words: Set<String>,
    places: [RewritingRule.Place?], patience: Int
  ) {
    (self.rule, self.text, self.words) = (rule, text, words)
    (self.places, self.patience) = (places, patience)
  }

  /// The text after the rule is applied where it first fits; nil if it does not fit.
  mutating func rewritten() -> String? {
    if let wanted = rule.containing, words.isDisjoint(with: wanted) { return nil }
    for (pattern, needed) in zip(rule.patterns, rule.needed) {
      guard needed.isSubset(of: words) else { continue }
      if pattern.contains(.hole("K")), words.isDisjoint(with: rule.words) { continue }
      for start in text.tokens.indices {
        if let place = rule.place, places[start] != place { continue }
        holes = [:]
        guard let end = match(pattern[...], at: start) else { continue }
        return result(start..<end)
      }
    }
    return nil
  }

  // MARK: Matching

  /// Matches the parts from a token on; returns the token after them.
  private mutating func match(_ parts: ArraySlice<RewritingRule.Part>, at index: Int) -> Int? {
    guard let part = parts.first else { return index }
    patience -= 1
    let rest = parts.dropFirst()
    switch part {
    case .beginning: return isBeginning(index) ? match(rest, at: index) : nil
    case .end: return isEnd(index) ? match(rest, at: index) : nil
    case .gap: return match(rest, at: index)
    case .literal(let word):
      guard index < text.tokens.count, text.tokens[index].text == word else { return nil }
      return match(rest, at: index + 1)
    case .hole(let name):
      let known = holes[name]
      for end in ends(of: name, from: index) {
        guard patience > 0 else { return nil }
        if let known, text.text(of: known) != text.text(of: index..<end) { continue }
        holes[name] = index..<end
        if let end = match(rest, at: end) { return end }
      }
      holes[name] = known
      return nil
    }
  }

  private func isBeginning(_ index: Int) -> Bool {
    index == 0 || text.tokens[index - 1].isBreak || text.tokens[index - 1].text == "{"
  }

  private func isEnd(_ index: Int) -> Bool {
    index == text.tokens.count || text.tokens[index].isBreak
  }

  /// Where what a letter stands for may end.
  private mutating func ends(of hole: String, from start: Int) -> [Int] {
    guard start <= text.tokens.count else { return [] }
    switch hole.first {
    case "A": return [start] + balancedEnds(from: start) { $0.text.tokens[$1].text == ";" }
    case "S": return [start] + balancedEnds(from: start)
    case "E": return expressionEnds(from: start)
    case "X":
      return expressionEnds(from: start).filter { hasOperator(start..<$0) }
    default: break
    }
    guard start < text.tokens.count else { return [] }
    let token = text.tokens[start]
    switch hole.first {
    case "N":
      // `bind once (a.x + 1)` calls nothing.
      let isOnce = token.text == "once" && text.word(start - 1) == "bind"
      return isName(token) && !isOnce ? [start + 1] : []
    case "M":
      return isName(token) && StatementWord.named(token.text) == nil ? [start + 1] : []
    case "C": return isName(token) && token.text.first?.isUppercase == true ? [start + 1] : []
    case "P": return pathEnds(from: start)
    case "D": return pathEnds(from: start).filter { $0 > start + 1 }
    case "Q": return token.kind == .string && token.isPath ? [start + 1] : []
    case "V":
      return token.kind == .string && token.isPath && token.text.contains(".") ? [start + 1] : []
    case "J": return token.text.utf8.allSatisfy { (0x30...0x39).contains($0) } ? [start + 1] : []
    case "T": return isName(token) || token.text == "[" ? typeEnds(from: start) : []
    case "L": return token.kind == .number || token.kind == .string ? [start + 1] : []
    case "O": return token.role.contains(.operator) ? [start + 1] : []
    default: return rule.words.contains(token.text) ? [start + 1] : []
    }
  }

  private func isName(_ token: ForeignText.Token) -> Bool {
    token.kind == .word && token.text.utf8.first != 0x24 && token.text.utf8.first != 0x40
  }

  private mutating func expressionEnds(from start: Int) -> [Int] {
    balancedEnds(from: start) { match, index in
      guard match.text.tokens[index].role.contains(.stop) else { return false }
      // The block of a method belongs to the expression.
      return match.text.tokens[index].text != "{" || !match.isMethodBlock(index)
    }
  }

  /// Where a text may end whose brackets are closed.
  private mutating func balancedEnds(
    from start: Int, stop: (RewritingMatch, Int) -> Bool = { _, _ in false }
  ) -> [Int] {
    var ends: [Int] = []
    var open = 0
    for index in start..<text.tokens.count {
      patience -= 1
      let token = text.tokens[index]
      if open == 0, stop(self, index) { break }
      if token.isOpener { open += 1 }
      if token.isCloser { open -= 1 }
      if open < 0 { break }
      if open == 0 { ends.append(index + 1) }
    }
    return ends
  }

  private func isMethodBlock(_ index: Int) -> Bool {
    guard index > 1 else { return false }
    return text.tokens[index - 1].kind == .word && text.tokens[index - 2].text == "."
      && RewritingMatch.blockMethods.contains(text.tokens[index - 1].text)
  }

  /// Methods that take a block, here or elsewhere.
  static let blockMethods: Set<String> = [
    "map", "filter", "flatMap", "sortedBy", "groupedBy", "first", "any", "all", "none",
    "compactMap",
    "sorted", "sort", "forEach", "contains", "allSatisfy", "select", "where", "find", "some",
    "every",
    "each", "collect", "reject", "sink", "subscribe", "onChange", "flatMapLatest", "switchMap",
  ]

  private func hasOperator(_ range: Range<Int>) -> Bool {
    var open = 0
    for index in range {
      let token = text.tokens[index]
      if token.isOpener { open += 1 }
      if token.isCloser { open -= 1 }
      let isInside = index > range.lowerBound || token.text == "-"
      if open == 0, isInside, token.role.contains(.operator) || token.text == "?" {
        return index + 1 < range.upperBound
      }
    }
    return false
  }

  private mutating func pathEnds(from start: Int) -> [Int] {
    guard isName(text.tokens[start]) else { return [] }
    var index = start + 1
    // The whole path first.
    var ends = [index]
    while index < text.tokens.count {
      if text.tokens[index].text == ".", index + 1 < text.tokens.count,
        text.tokens[index + 1].kind == .word
      {
        index += 2
      } else if text.tokens[index].text == "[", text.isJoined(index),
        let end = balancedEnds(from: index).first
      {
        index = end
      } else {
        break
      }
      ends.append(index)
    }
    return ends.reversed()
  }

  /// A name or `[Name]`, with what other languages write after it: `List<String>`, `Int?`, `int[]`.
  private mutating func typeEnds(from start: Int) -> [Int] {
    var index = start + 1
    if text.tokens[start].text == "[" {
      guard let end = balancedEnds(from: start).first else { return [] }
      index = end
    }
    if index < text.tokens.count, text.tokens[index].text == "<" {
      var open = 0
      while index < text.tokens.count {
        if text.tokens[index].text == "<" { open += 1 }
        if text.tokens[index].text == ">" { open -= 1 }
        index += 1
        if open == 0 { break }
      }
    }
    while index + 1 < text.tokens.count, text.tokens[index].text == "[",
      text.tokens[index + 1].text == "]"
    {
      index += 2
    }
    if index < text.tokens.count, ["?", "!"].contains(text.tokens[index].text) { index += 1 }
    return [index]
  }

  // MARK: The result

  private func result(_ range: Range<Int>) -> String {
    let head = String(decoding: text.bytes[..<start(of: range.lowerBound)], as: UTF8.self)
    let tailStart =
      range.isEmpty
      ? start(of: range.lowerBound) : text.tokens[range.upperBound - 1].range.upperBound
    let tail = String(decoding: text.bytes[tailStart...], as: UTF8.self)
    var middle = ""
    for part in rule.result {
      switch part {
      // Where a letter stands for nothing, there is one blank and no `;` after it.
      case .gap(let text): middle += middle.hasSuffix(" ") ? String(text.drop { $0 == " " }) : text
      case .literal(";") where middle.hasSuffix("{ "): break
      case .literal(let text): middle += text
      case .hole(let name): middle += shown(name)
      case .beginning, .end: break
      }
    }
    return head + middle + tail
  }

  private func start(of index: Int) -> Int {
    index < text.tokens.count ? text.tokens[index].range.lowerBound : text.bytes.count
  }

  /// What a letter stands for, with other names where the rule says so.
  private func shown(_ hole: String) -> String {
    guard let range = holes[hole] else { return "" }
    var shown = text.text(of: range)
    if hole.first == "Q" || hole.first == "V" { shown = String(shown.dropFirst().dropLast()) }
    // A path or a name beside a block may have the name that is a parameter in the block.
    if "PDQVMCT".utf8.contains(hole.utf8.first ?? 0) { return shown }
    for (name, other) in rule.naming.sorted(by: { $0.key < $1.key }) where name != hole {
      // `$0` means another value in each block.
      if name.hasPrefix("$"), hole != "E9", hole != "S9" { continue }
      let typed = holes[name].map { text.text(of: $0) } ?? name
      let meant = holes[other].map { text.text(of: $0) } ?? other
      shown = ForeignText(shown).renaming(typed, to: meant)
    }
    return shown
  }
}

extension ForeignText {
  /// A string with other text in each `\( )`.
  static func mappingInterpolations(of text: String, _ map: (String) -> String) -> String {
    let bytes = Array(text.utf8)
    var result: [UInt8] = []
    var index = 0
    while index < bytes.count {
      guard bytes[index...].starts(with: [0x5C, 0x28]) else {
        result.append(bytes[index])
        index += 1
        continue
      }
      var open = 1
      var end = index + 2
      while end < bytes.count, open > 0 {
        if bytes[end] == 0x28 { open += 1 }
        if bytes[end] == 0x29 { open -= 1 }
        end += 1
      }
      let part = String(decoding: bytes[(index + 2)..<max(index + 2, end - 1)], as: UTF8.self)
      result += Array("\\(\(map(part)))".utf8)
      index = end
    }
    return String(decoding: result, as: UTF8.self)
  }
}

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

    var origin = Origin.library

    /// Where it comes from.
    enum Origin {
      case library, xaml, page, swiftUI
      /// A name that a block has here for something else.
      case clash
    }

    var message: String {
      if origin == .clash, let name {
        return "'\(name)' is another value in the block of an observer here"
      }
      return (name.map { "this '\($0)'" } ?? "this chain") + " has no counterpart here"
    }

    var help: String {
      switch origin {
      case .library: "'help Combine', 'help RxSwift' and 'help Signals' list what has one"
      case .xaml: "'help XAML' lists what has one"
      case .page: "what an element shows can be bound: bind vm.name ~> label.text"
      case .swiftUI: "'help SwiftUI' lists what has one"
      case .clash: "give your own value another name"
      }
    }
  }

  /// What keeps the chain or the call around an offset from being written here; nil if there is none.
  static func obstacle(in bytes: [UInt8], at offset: Int) -> Obstacle? {
    guard let statement = ForeignStatement(in: bytes, at: offset, longest: longestStatement) else {
      return nil
    }
    let text = ForeignText(ForeignText(statement.text).withPlainWords)
    // What a chain begins with was typed before.
    if text.word(0) == "." { return nil }
    if let clash = RewritingSearch.clash(in: text) {
      return Obstacle(
        name: clash, span: place(of: clash, in: bytes, statement.span), statement: statement.span,
        origin: .clash)
    }
    if let builder = SwiftTypeTranslation.builder(in: text) {
      return Obstacle(
        name: builder, span: place(of: builder, in: bytes, statement.span),
        statement: statement.span, origin: .swiftUI)
    }
    let part = innerChains(of: text).lazy.compactMap(obstacle(in:)).first
    guard let (name, first) = part ?? obstacle(in: text) else { return nil }
    let isInside = part != nil
    var origin = Obstacle.Origin.library
    if let markup = MarkupTranslation(text), text.hasAttributes {
      origin = markup.isXAML ? .xaml : .page
    }
    if ViewTranslation(text) != nil { origin = .swiftUI }
    return Obstacle(
      name: name,
      span: place(of: name ?? (isInside ? first : ""), in: bytes, statement.span),
      statement: statement.span, origin: origin)
  }

  /// What has no counterpart in a text, and the word with which the text begins; nil if it has one, or is no
  /// chain and no call. The first is nil if it is the chain as a whole.
  private static func obstacle(in text: ForeignText) -> (name: String?, first: String)? {
    if let view = ViewTranslation(text) {
      return view.obstacle.map { ($0, "") }
    }
    if ChainTranslation.isIn(text) {
      guard var chain = ChainTranslation(text) else { return nil }
      let result = chain.result()
      guard chain.obstacle != nil || result == nil && ChainTranslation.isCertain(text) else {
        return nil
      }
      return (chain.obstacle, text.word(0))
    }
    if let markup = MarkupTranslation(text), text.hasAttributes {
      return markup.result() == nil ? markup.obstacle.map { ($0, "") } : nil
    }
    guard let function = FunctionTranslation(text), function.result() == nil else { return nil }
    return (function.function, text.word(0))
  }

  /// The chains that are statements in the blocks of a function.
  private static func innerChains(of text: ForeignText) -> [ForeignText] {
    guard let list = ForeignTokens(text),
      let open = text.tokens.firstIndex(where: { $0.text == "{" }),
      let close = list.partners[open], close == text.tokens.count - 1,
      text.tokens[..<open].contains(where: { ["func", "init", "fun", "action"].contains($0.text) })
    else { return [] }
    var found: [ForeignText] = []
    var start = open + 1
    var index = start
    while index <= close {
      if index == close || text.word(index) == ";" {
        let statement = ForeignText(text.text(of: start..<index))
        if ChainTranslation.isIn(statement) { found.append(statement) }
        start = index + 1
      }
      index = (list.partners[index] ?? index) + 1
    }
    return found
  }

  /// Where a word first stands in some lines.
  private static func place(of name: String, in bytes: [UInt8], _ span: SourceSpan) -> SourceSpan? {
    guard !name.isEmpty else { return nil }
    var start = Int(span.start)
    for line in bytes[start..<Int(span.end)].split(separator: 10, omittingEmptySubsequences: false)
    {
      start = line.startIndex
      let text = ForeignText(String(decoding: line, as: UTF8.self))
      guard text.bytes.count == line.count else { return nil }
      if let token = text.tokens.first(where: { $0.text == name }) {
        return SourceSpan(start + token.range.lowerBound..<start + token.range.upperBound)
      }
    }
    return nil
  }
}

extension ForeignText {
  /// Whether it is an element of a page, or has a value in quotes or braces as an attribute has it.
  fileprivate var hasAttributes: Bool {
    word(0) == "<"
      || tokens.indices.contains {
        word($0) == "=" && isJoined($0)
          && ($0 + 1 < tokens.count && (tokens[$0 + 1].kind == .string || word($0 + 1) == "{"))
      }
  }
}

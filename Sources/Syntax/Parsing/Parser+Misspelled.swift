import Text

/// Lines that begin with nothing known: what was meant?
extension Parser {
  /// A statement that begins with no name.
  mutating func parseOtherStatement() -> NodeID {
    switch token.kind {
    case .pipe:
      fail(isInteractive ? .leadingPipe : .pipeWithoutBinding, at: token.span)
    case .dot, .comma, .colon, .question, .leftBrace:
      fail(.lineBeginsWith(quoted(token)), at: token.span)
    case .rightParen, .rightBracket:
      fail(.closesNothing(tokenText(token)), at: token.span)
    case .bang, .minus, .integer, .decimal, .duration, .number, .string, .stringStart,
      .blockStringStart, .leftParen, .leftBracket:
      return parseExpressionStatement()
    default:
      if let arrow = arrowSpan(at: token), let problem = problem(ofArrow: arrow, statement: nil) {
        fail(problem, at: arrow)
      } else if token.kind.precedence > 0 {
        fail(.lineBeginsWith(quoted(token)), at: token.span)
      }
      fail(.expected("a statement", found: quoted(token), after: nil), at: token.span)
    }
    return missing()
  }

  /// What to do with a line whose first name is followed by something that cannot follow a value.
  ///
  /// A statement word with a slip of the keyboard is reported, and the line is read as it was
  /// meant, so that its other errors are found and none is invented.
  ///
  /// - Parameter diagnosticCount: How many diagnostics there were before the line.
  /// - Returns: nil if the line begins with a value after all.
  mutating func parseMisspelled(
    _ first: Token, _ value: NodeID, diagnosticCount: Int
  ) -> NodeID? {
    guard node(value).kind == .name, startsOperand else { return nil }
    let text = tokenText(first)
    if let problem = problemOfMisplaced(first) {
      fail(problem, at: first.span)
      return value
    }
    if let synonym = Parser.synonyms.first(where: { $0.word == text }) {
      fail(.unknownStatement(quoted(first), meant: synonym.meant), at: first.span)
      return value
    }
    let candidates = StatementWord.all.lazy.filter { $0.place == .statement }
    guard let meant = nearest(to: text, among: candidates.map(\.word)),
      let parse = StatementWord.named(meant)?.parse
    else {
      fail(.unknownStatement(quoted(first), meant: nil), at: first.span)
      return value
    }
    report(.unknownStatement(quoted(first), meant: meant), at: first.span)
    // The token after the word is read again, with what there is to say of it.
    diagnostics.removeSubrange(diagnosticCount..<(diagnostics.count - 1))
    token = first
    lexer.position = Int(first.end)
    return parse(&self)
  }

  /// Whether the current token can begin what a statement word is followed by.
  private var startsOperand: Bool {
    switch token.kind {
    case .name, .integer, .decimal, .duration, .number, .string, .stringStart, .blockStringStart,
      .leftBrace:
      true
    default: false
    }
  }

  private func problemOfMisplaced(_ first: Token) -> SyntaxProblem? {
    let word = quoted(first)
    switch first.word {
    case .as, .each, .reverse:
      return .misplacedWord(word, place: "the line of the binding above")
    case .forward:
      return .misplacedWord(word, place: "a line in the braces of a transformer")
    case .set:
      return .misplacedWord(word, place: "the line of its property")
    case .begin, .cancel:
      return .misplacedWord(word, place: "the line of the '}' of its command")
    case .weak, .computed, .default, .event, .command:
      return .misplacedWord(word, place: "a line in the body of an object or class")
    default:
      return nil
    }
  }

  /// Statement words of other languages that a learner may try.
  private static let synonyms: [(word: String, meant: String)] = [
    ("func", "action"), ("function", "action"), ("def", "action"), ("fn", "action"),
    ("const", "let"), ("struct", "class"), ("obj", "object"), ("echo", "print"), ("puts", "print"),
    ("log", "print"), ("delete", "release"), ("watch", "observe"), ("subscribe", "observe"),
    ("include", "source"), ("import", "source"), ("assert", "expect"), ("exit", "quit"),
    ("foreach", "for"), ("elif", "if"), ("until", "while"), ("loop", "repeat"),
  ]
}

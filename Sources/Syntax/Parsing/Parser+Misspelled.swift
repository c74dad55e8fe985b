import Text

/// Lines that begin with an unknown word: guesses what was meant.
extension Parser {
  /// A statement that does not begin with a name.
  mutating func parseOtherStatement() -> NodeID {
    switch token.kind {
    case .pipe:
      fail(isInteractive ? .leadingPipe : .pipeWithoutBinding, at: token.span)
    case .dot, .comma, .colon, .question, .leftBrace:
      fail(.lineBeginsWith(quoted(token), isFirst: lastEnd == 0), at: token.span)
    case .rightParen, .rightBracket:
      fail(.closesNothing(tokenText(token)), at: token.span)
    case .minus where isDashedComment:
      failForeign("--", at: token.start)
    case .bang, .minus, .integer, .decimal, .duration, .number, .string, .stringStart,
      .blockStringStart, .leftParen, .leftBracket:
      return parseExpressionStatement()
    default:
      if let arrow = arrowSpan(at: token), let problem = problem(ofArrow: arrow, statement: nil) {
        fail(problem, at: arrow)
      } else if beginsElement {
        fail(.lineBeginsWithElement, at: token.span)
      } else if token.kind.precedence > 0 {
        let signs = sign(at: token.start)
        fail(
          .lineBeginsWith(
            ["++", "--"].contains(signs) ? "'\(signs)'" : quoted(token), isFirst: lastEnd == 0),
          at: token.span)
      }
      fail(.expected("a statement", found: quoted(token), after: nil), at: token.span)
    }
    return missing()
  }

  /// Whether an element of a page begins here: `<input …`, `</form>`.
  private var beginsElement: Bool {
    guard tokenText(token) == "<", Int(token.end) < lexer.end else { return false }
    let next = lexer.bytes[Int(token.end)]
    return next == UInt8(ascii: "/") || next == UInt8(ascii: "!")
      || (next | 0x20) >= UInt8(ascii: "a") && (next | 0x20) <= UInt8(ascii: "z")
  }

  /// Whether a comment begins here as in SQL: `-- note`.
  private var isDashedComment: Bool {
    let end = Int(token.start) + 2
    return sign(at: token.start) == "--" && (end >= lexer.end || lexer.bytes[end] <= 32)
  }

  /// Handles a line whose first name is followed by something that cannot follow a value.
  ///
  /// A misspelled statement word is reported, and the line is then parsed as it was meant, so that
  /// its other errors are found and no false ones are reported.
  ///
  /// - Parameter diagnosticCount: How many diagnostics there were before the line.
  /// - Returns: nil if the line begins with a value.
  mutating func parseMisspelled(
    _ first: Token, _ value: NodeID, diagnosticCount: Int
  ) -> NodeID? {
    guard node(value).kind == .name, startsOperand, !isForeignOperator else { return nil }
    let text = tokenText(first)
    if let problem = problemOfMisplaced(first) {
      fail(problem, at: first.span)
      return value
    }
    if let habit = Habit.named(text) {
      fail(.foreignWord(quoted(first), habit), at: first.span)
      return value
    }
    if token.start == first.end, [.string, .stringStart].contains(token.kind) {
      fail(
        .expectedEnd(found: quoted(token), help: "a string needs no prefix: \"name: \\(vm.name)\""),
        at: token.span)
      return value
    }
    if token.kind == .leftBrace, text.first?.isUppercase == true,
      StatementWord.named(text.lowercased()) == nil
    {
      let help = "write 'new \(text) { … }', or 'object NAME: \(text) { … }'"
      fail(.expectedEnd(found: quoted(token), help: help), at: token.span)
      return value
    }
    let candidates = StatementWord.all.lazy.filter { $0.place == .statement }
    guard let meant = nearest(to: text, among: candidates.map(\.word)),
      let parse = StatementWord.named(meant)?.parse
    else {
      if token.kind == .name, let habit = Habit.named(tokenText(token)) {
        fail(.expectedEnd(found: quoted(token), help: habit.line), at: token.span)
      } else {
        fail(.unknownStatement(quoted(first), meant: nil), at: first.span)
      }
      return value
    }
    report(.unknownStatement(quoted(first), meant: meant), at: first.span)
    // The token after the word is read again, now with its problems reported.
    diagnostics.removeSubrange(diagnosticCount..<(diagnostics.count - 1))
    token = first
    lexer.position = Int(first.end)
    misspelled = meant
    return parse(&self)
  }

  /// Whether the current token can follow a statement word.
  private var startsOperand: Bool {
    switch token.kind {
    case .name, .integer, .decimal, .duration, .number, .string, .stringStart, .blockStringStart,
      .leftBrace:
      true
    default: false
    }
  }

  /// Whether the current token is `and` or `or`.
  private var isForeignOperator: Bool {
    token.kind == .name && ["&&", "||"].contains(Habit.named(tokenText(token))?.spelling)
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
}

/// Questions about past turns.
extension Parser {
  /// `why PATH [@ TURN]`, and `blame`.
  mutating func parseCause(_ kind: NodeKind, _ word: String, from start: UInt32) -> NodeID {
    return add(kind, from: start, a: parseAskedPath(word), b: parseTurn())
  }

  /// A key path: `#3` is a binding, which has no value to ask about.
  mutating func parseAskedPath(_ word: String) -> NodeID {
    if isAt(.number), !breaksLine {
      report(.pathExpected(word, found: tokenText(token)), at: token.span)
      advance()
      return missing()
    }
    // A question ends with its line.
    return isAtEnd ? missing(expecting: Parser.keyPath) : parsePath()
  }

  /// `whynot b.y`, or `whynot a.x ~> b.y`.
  mutating func parseWhyNot(from start: UInt32) -> NodeID {
    let path = parseAskedPath("whynot")
    guard !isAtEnd, !isPanicking, arrowSpan(at: token) != nil else {
      return add(.whynot, from: start, a: path)
    }
    guard let written = parseArrow() else { return add(.whynot, from: start, a: path) }
    let other = parseAskedPath("whynot")
    return add(.whynot, from: start, a: path, b: other, flags: written.arrow.rawValue)
  }

  /// `@ 4`, or nothing.
  private mutating func parseTurn() -> NodeID {
    guard !isAtEnd, !isPanicking, token.kind == .invalid,
      lexer.bytes[Int(token.start)] == UInt8(ascii: "@")
    else { return .none }
    advance()
    guard isAt(.integer), !breaksLine else {
      return missing(expecting: "the number of a turn, such as '@ 4'")
    }
    return parsePrimary()
  }
}

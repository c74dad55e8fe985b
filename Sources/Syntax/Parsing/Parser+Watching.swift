import Text

/// `observe` and `on`.
extension Parser {
  mutating func parseObserve() -> NodeID {
    let start = token.start
    advance()
    if isAt(.leftBrace) {
      fail(
        .misplacedWord("'observe {'", place: "the line of the binding that it belongs to"),
        at: SourceSpan(start, token.end))
      return missing()
    }
    var flags: UInt8 = 0
    if isAt(.initial), isBeforeName {
      flags = 1
      advance()
      if isAt(.some), isBeforeName {
        flags |= 4
        advance()
      }
    } else if isAt(.prior), isBeforeName {
      flags = 2
      advance()
    } else if token.kind == .name, isBeforeName,
      nearest(to: tokenText(token), among: Parser.timesOfObservers) != nil
    {
      report(
        .unknownChoice(quoted(token), of: Parser.timesOfObservers, text: tokenText(token)),
        at: token.span)
      advance()
    }
    return parseWatching(.observe, from: start, flags: flags)
  }

  /// When an observer runs besides after each change.
  private static let timesOfObservers = ["initial", "prior"]

  mutating func parseOn() -> NodeID {
    let start = token.start
    advance()
    guard isAt(.notification), isBeforeName else {
      return parseWatching(.on, from: start, flags: 0)
    }
    advance()
    return parseWatching(.on, from: start, flags: 1)
  }

  private mutating func parseWatching(
    _ kind: NodeKind, from start: UInt32, flags: UInt8
  ) -> NodeID {
    let isNotification = kind == .on && flags == 1
    let watched = isNotification ? parseName(of: "notification") : parsePathInHead()
    let block = parseBlock(.kept)
    let keeper = parseKeeper()
    return add(
      kind, from: start, a: watched, b: list(block, parseAs("observer"), keeper), flags: flags)
  }

  private mutating func parsePathInHead() -> NodeID {
    let outside = isInHead
    isInHead = true
    defer { isInHead = outside }
    return parsePath()
  }
}

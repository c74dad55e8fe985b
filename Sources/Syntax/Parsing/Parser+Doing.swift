/// Statements that do something at once, and `expect`.
extension Parser {
  mutating func parseDoing(_ word: Word) -> NodeID {
    let start = token.start
    advance()
    switch word {
    case .silent: return parseSilent(from: start)
    case .fire:
      let path = parsePath()
      let payload = parsePayload()
      return add(.fire, from: start, a: path, b: payload)
    case .post:
      let name = parseName(of: "notification")
      let payload = parsePayload()
      return add(.post, from: start, a: name, b: payload)
    case .release:
      let path = parsePath()
      return add(.release, from: start, a: path)
    case .after:
      let time = parseHeadExpression()
      let block = parseBlock(.kept)
      return add(.after, from: start, a: time, b: block)
    case .advance:
      let time = parseExpression()
      return add(.advance, from: start, a: time)
    case .wait: return add(.wait, from: start)
    case .print: return parsePrint(from: start)
    case .throw:
      let value = parseExpression()
      return add(.throwStatement, from: start, a: value)
    case .source:
      let file = parseText("the name of a file in quotes")
      return add(.source, from: start, a: file)
    default:
      // A word is in the table and has no parser: a test looks for that.
      failExpecting("a statement")
      return missing()
    }
  }

  private mutating func parseSilent(from start: UInt32) -> NodeID {
    let target = parsePath()
    guard isAt(.assign) || isAt(.plusAssign) else {
      failExpecting("'=' or '+='")
      return add(.assign, from: start, a: target, b: missing(), flags: 2)
    }
    return parseAssignment(to: target, from: start, isSilent: true)
  }

  /// `( expr )` or nothing.
  private mutating func parsePayload() -> NodeID {
    guard isAt(.leftParen) else { return .none }
    let opening = token
    let payload = parseBracketed {
      $0.token.kind == .rightParen ? .none : $0.parseExpression()
    }
    closeBracket(.rightParen, "')'", of: opening)
    return payload
  }

  private mutating func parsePrint(from start: UInt32) -> NodeID {
    let mark = scratch.count
    repeat {
      let value = parseExpression()
      scratch.append(value.index)
    } while take(.comma)
    let values = list(from: mark)
    return add(.print, from: start, a: NodeID(values))
  }

  /// A string literal without `\( )`, on the line.
  mutating func parseText(_ what: String) -> NodeID {
    switch token.kind {
    case .string, .stringStart, .blockStringStart:
      guard !breaksLine else { break }
      let string = parsePrimary()
      if node(string).kind == .interpolation {
        report(.interpolationInText, at: node(string).span)
      }
      return string
    default: break
    }
    failExpecting(what)
    return missing()
  }
}

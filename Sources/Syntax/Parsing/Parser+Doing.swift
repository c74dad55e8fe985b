/// The parts of statements that do something at once.
extension Parser {
  mutating func parseSilent(from start: UInt32) -> NodeID {
    let target = parsePath()
    guard isAt(.assign) || isAt(.compoundAssign) else {
      failExpecting("'=' or '+='")
      return add(.assign, from: start, a: target, b: missing(), flags: 1)
    }
    return parseAssignment(to: target, from: start, isSilent: true)
  }

  /// `( expr )` or nothing.
  mutating func parsePayload() -> NodeID {
    guard isAt(.leftParen) else { return .none }
    let opening = token
    let payload = parseBracketed {
      $0.token.kind == .rightParen ? .none : $0.parseExpression()
    }
    closeBracket(.rightParen, "')'", of: opening)
    return payload
  }

  mutating func parsePrint(from start: UInt32) -> NodeID {
    add(.print, from: start, a: parseValues())
  }

  /// Expressions with commas between them, as a list.
  private mutating func parseValues() -> NodeID {
    let mark = scratch.count
    repeat {
      let value = parseExpression()
      scratch.append(value.index)
    } while take(.comma)
    return NodeID(list(from: mark))
  }

  /// `watch vm.name, label.text`, or the word alone.
  mutating func parseWatch(from start: UInt32) -> NodeID {
    add(.watch, from: start, a: isAtEnd ? NodeID(list(from: scratch.count)) : parseValues())
  }

  /// `unwatch vm.name` and `unwatch all`.
  mutating func parseUnwatch(from start: UInt32) -> NodeID {
    if isAtEnd { return missing(expecting: "a watched value, or 'all'") }
    let isAll = take(.all)
    return add(.unwatch, from: start, a: isAll ? NodeID(list(from: scratch.count)) : parseValues())
  }

  mutating func parseFileName() -> NodeID { parseText("the name of a file in quotes") }

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
    return missing(expecting: what)
  }
}

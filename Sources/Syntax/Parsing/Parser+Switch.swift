/// Enumerations, and the choice between their cases.
extension Parser {
  /// `NAME { idle, failed(message) }`, after the word `enum`.
  mutating func parseEnum(from start: UInt32) -> NodeID {
    let name = parseName(of: "enum")
    guard resumeAtBlock(), openBrace() else { return missing() }
    let mark = scratch.count
    var known: Set<String> = []
    inBraces(token) { parser in
      let start = parser.token.start
      parser.token.startsLine = false
      let found = parser.parseEnumCase(&known)
      parser.scratch.append(found.index)
      if !parser.take(.comma), !parser.isPanicking, !parser.isAtEnd {
        parser.failExpecting("',' and the next case")
      }
      if parser.isPanicking { parser.recover(from: start) }
    }
    return add(.enumDeclaration, from: start, a: name, b: list(from: mark))
  }

  /// `failed(message)`
  private mutating func parseEnumCase(_ known: inout Set<String>) -> NodeID {
    let first = token
    let name = parseName(of: "case")
    let mark = scratch.count
    if isAt(.leftParen) { parseParameters() }
    if first.kind == .name, !known.insert(tokenText(first)).inserted {
      report(.givenTwice(quoted(first)), at: first.span)
    }
    return add(.enumCase, from: first.start, a: name, b: list(from: mark))
  }

  /// `EXPRESSION { idle { … } loading, failed { … } else { … } }`, after the word `switch`.
  mutating func parseSwitch(from start: UInt32) -> NodeID {
    let subject = parseHeadExpression()
    guard resumeAtBlock(), openBrace() else { return missing() }
    let mark = scratch.count
    var known: Set<String> = []
    inBraces(token) { parser in
      let start = parser.token.start
      parser.token.startsLine = false
      let part = parser.parseSwitchCase(&known)
      parser.scratch.append(part.index)
      if parser.isPanicking { parser.recover(from: start) }
    }
    return add(.switchStatement, from: start, a: subject, b: list(from: mark))
  }

  /// Fails at what other languages write before a case: `case idle`, `.idle`, `Phase.idle`, `default`.
  private mutating func refusePrefix() {
    let (text, next) = (tokenText(token), peek())
    if text == "default", next.kind == .leftBrace {
      fail(.casePrefix("'default'", "write else { … } for the other cases"), at: token.span)
    } else if token.kind == .dot
      || token.kind == .name && !next.startsLine
        && (next.kind == .dot || text == "case" && next.kind == .name)
    {
      let prefix = next.kind == .dot && token.kind == .name ? text + "." : text
      fail(
        .casePrefix("'\(prefix)' before a case", "write its name alone, as in idle { … }"),
        at: token.span)
    }
  }

  private mutating func parseSwitchCase(_ known: inout Set<String>) -> NodeID {
    let first = token
    let mark = scratch.count
    let isElse = take(.else)
    if isElse {
      if !known.insert("else").inserted { report(.givenTwice("'else'"), at: first.span) }
    } else {
      refusePrefix()
      repeat {
        let pattern = parseEnumCase(&known)
        scratch.append(pattern.index)
      } while take(.comma)
    }
    let found = scratch[mark...].map { node(NodeID($0)) }
    if found.count > 1, let carrying = found.first(where: { $0.kind == .enumCase && $0.b != 0 }) {
      report(.carriedAmongCases, at: carrying.span)
    }
    let patterns = list(from: mark)
    let block = parseBlock(.inner)
    return add(.switchCase, from: first.start, a: block, b: patterns, flags: isElse ? 1 : 0)
  }
}

/// Statements that show something, or go to another state.
extension Parser {
  mutating func parseShow(from start: UInt32) -> NodeID {
    if isAt(.number) {
      report(.showNumber(tokenText(token)), at: token.span)
      advance()
    }
    return add(.show, from: start, a: isAtEnd ? NodeID.none : parsePath())
  }

  /// A number of turns, or nothing.
  mutating func parseCount() -> NodeID { isAtEnd ? .none : parseExpression() }

  /// `help` and the rest of the line, which need not consist of tokens: `help ~>`.
  mutating func parseHelp() -> NodeID {
    let start = token.start
    let lineStart = Int(token.end)
    let blanks: [UInt8] = Array(" \t".utf8)
    var first = lineStart
    while first < lexer.end, blanks.contains(lexer.bytes[first]) { first += 1 }
    let quoted = quotedTopic(from: first)
    var end = quoted.map { $0.upperBound + 1 } ?? first
    let stops: [UInt8] = Array("\r\n;}".utf8)
    let rest = end
    while end < lexer.end, !stops.contains(lexer.bytes[end]) { end += 1 }
    end = (rest..<end).first(where: lexer.startsComment) ?? end
    while end > first, blanks.contains(lexer.bytes[end - 1]) { end -= 1 }
    lexer.position = end
    token.end = UInt32(end)
    let isQuoted = quoted?.upperBound == end - 1
    let topic = SourceSpan(isQuoted ? quoted! : first..<end)
    advance()
    guard first < end else {
      lastEnd = UInt32(lineStart)
      return add(.help, from: start)
    }
    return add(
      .help, 0, SourceSpan(start, UInt32(end)),
      addString(String(decoding: bytes(topic), as: UTF8.self), topic).index, 0)
  }

  /// What is between the quotes if the rest of the line begins with one: a message can have every
  /// sign, and quotes of its own.
  private func quotedTopic(from first: Int) -> Range<Int>? {
    let quote = UInt8(ascii: "\"")
    guard first < lexer.end, lexer.bytes[first] == quote else { return nil }
    let line = lexer.bytes[(first + 1)..<lexer.end].prefix { $0 != 10 && $0 != 13 }
    return line.lastIndex(of: quote).map { first + 1..<$0 }
  }

  /// Whether there are only signs from `next` to the end of the line, as in `help ~>`, or an option
  /// of the command line, as in `help --seed`.
  func isHelpTopic(_ next: Token) -> Bool {
    var offset = Int(next.start)
    let sign = UInt8(ascii: "-")
    let word = lexer.bytes[offset..<lexer.end].prefix(3).drop { $0 == sign }
    if lexer.bytes[offset] == sign, offset > token.end,
      word.first.map({ lexer.classes[Int($0)] == .letter }) == true
    {
      return true
    }
    let stops: [UInt8] = Array("\n;}".utf8)
    while offset < lexer.end, !stops.contains(lexer.bytes[offset]) {
      if lexer.startsComment(at: offset) { break }
      let `class` = lexer.classes[Int(lexer.bytes[offset])]
      if `class` == .letter || `class` == .digit || `class` == .quote { return false }
      offset += 1
    }
    return true
  }

  mutating func parseGraph(from start: UInt32) -> NodeID {
    var format = GraphFormat.text
    let formats: [(Word, GraphFormat)] = [
      (.dot, .dot), (.mermaid, .mermaid), (.svg, .svg), (.json, .json),
    ]
    if let (_, named) = formats.first(where: { isAt($0.0) }), peek().kind != .dot {
      format = named
      advance()
    }
    let path = isAt(.name) ? parsePath() : NodeID.none
    let isFile = token.kind == .string || token.kind == .stringStart
    let file = isFile && !breaksLine ? parseFileName() : .none
    return add(.graph, from: start, a: path, b: file, flags: format.rawValue)
  }

  /// `{ … }`, with the names of semantics before it.
  mutating func parseCompare(from start: UInt32) -> NodeID {
    let mark = scratch.count
    if isAt(.name) {
      repeat {
        let name = parseName(of: "semantics")
        scratch.append(name.index)
      } while take(.comma)
    }
    let names = list(from: mark)
    return add(.compare, from: start, a: parseBatch(), b: NodeID(names))
  }

  /// A block that is one turn, like a batch.
  private mutating func parseBatch() -> NodeID {
    let block = parseBlock(.checked)
    let isMissing = node(block).kind == .missing
    return isMissing ? block : add(.batch, 0, node(block).span, block.index, 0)
  }

  /// `unbreak 2` and `unbreak all`.
  mutating func parseUnbreak(from start: UInt32) -> NodeID {
    if take(.all) { return add(.unbreak, from: start) }
    guard isAt(.integer) else { return missing(expecting: "the number of a breakpoint, or 'all'") }
    return add(.unbreak, from: start, a: parsePrimary())
  }

  /// `whatif { … }`
  mutating func parseWhatIf(from start: UInt32) -> NodeID {
    add(.whatif, from: start, a: parseBatch())
  }

  mutating func parseTrace(from start: UInt32) -> NodeID {
    let choices: [(Word, TraceWord)] = [
      (.on, .on), (.off, .off), (.brief, .brief), (.full, .full), (.flat, .flat),
      (.last, .last), (.slow, .slow),
    ]
    if isAtEnd { return add(.trace, from: start, flags: TraceWord.state.rawValue) }
    guard let choice = choices.first(where: { isAt($0.0) }) else {
      return missing(
        .unknownChoice(quoted(token), of: choices.map { $0.0.rawValue }, text: tokenText(token)),
        at: token.span)
    }
    advance()
    return add(.trace, from: start, flags: choice.1.rawValue)
  }
}

import Text

/// Turns problems into diagnostics, and quotes the user's text for messages.
extension Parser {
  /// Adds the diagnostic of `problem`; after too many errors the rest of the text is skipped.
  mutating func add(_ problem: SyntaxProblem, at span: SourceSpan) {
    guard errorCount < Parser.mostErrors else { return }
    diagnostics.append(diagnostic(of: problem, at: span))
    guard problem.severity == .error else { return }
    errorCount += 1
    if errorCount == Parser.mostErrors {
      diagnostics.append(diagnostic(of: .tooManyErrors, at: span))
      hasRealError = true
      lexer.end = 0
      lexer.position = Int(span.end)
    }
  }

  private func diagnostic(of problem: SyntaxProblem, at span: SourceSpan) -> Diagnostic {
    let (message, help) = problem.text
    var notes: [Diagnostic.Note] = []
    switch problem {
    case .notClosed(_, _, let opening, _, _), .unterminatedComment(let opening):
      notes.append(Diagnostic.Note(.note, "opened here", file: file, span: opening))
    default: break
    }
    if let help = help ?? helpOfStatement(on: problem) {
      notes.append(Diagnostic.Note(.help, help))
    }
    let fix = problem.replacement.map { Diagnostic.Fix([.init(span, $0)]) }
    return Diagnostic(
      problem.severity, message, file: file, span: span, notes: notes, code: problem.code,
      fix: fix)
  }

  // MARK: Problems of tokens

  mutating func reportBrokenBytes() {
    for range in lexer.brokenBytes() {
      let byte = lexer.bytes[range.lowerBound]
      report(byte == 0 ? .nulByte : .notUTF8(byte: byte), at: SourceSpan(range))
    }
  }

  /// Reports what is wrong with the current token. If its characters begin no token, it is reported
  /// only when the parser fails there, since it may be an arrow.
  mutating func reportProblemOfToken() {
    let span = token.span
    switch token.problem {
    case .none, .unexpectedCharacter, .notUTF8, .unterminatedComment: break
    case .unterminatedString:
      if plainStrings > 0 {
        failInterpolation()
      } else {
        report(.unterminatedString, at: span)
      }
    case .wrongQuotes:
      let quote = SourceSpan(span.start, span.start + UInt32(openingQuoteLength))
      report(.wrongQuotes(sourceText(quote)), at: quote)
    case .numberTooLarge:
      report(.numberTooLarge(numberType), at: span)
    case .malformedNumber:
      report(.malformedNumber(tokenText(token)), at: span)
    case .unknownUnit:
      let text = tokenText(token)
      let unit = text.drop { $0.isNumber || $0 == "." || $0 == "_" }
      report(.unknownUnit(number: text, unit: String(unit)), at: span)
    }
  }

  /// Reports the bytes at which the parser just failed.
  mutating func reportProblemOfInvalidToken() {
    switch token.problem {
    case .unterminatedComment where hasEndedEarly:
      break
    case .unterminatedComment:
      let end = SourceSpan(token.end, token.end)
      add(.unterminatedComment(opening: SourceSpan(token.start, token.start + 2)), at: end)
      hasEndedEarly = true
    case .notUTF8:
      // Reported together with the encoding of the whole text.
      break
    default:
      let scalar = lexer.scalar(at: Int(token.start))?.0 ?? "\u{FFFD}"
      add(.unexpectedCharacter(scalar), at: token.span)
      hasRealError = true
    }
  }

  private var openingQuoteLength: Int { lexer.scalar(at: Int(token.start))?.1 ?? 1 }

  private var numberType: String {
    switch token.kind {
    case .decimal: "Double"
    case .duration: "a duration"
    case .number: "the number of a binding"
    default: "Int"
    }
  }

  // MARK: Ends of statements

  /// Fails because a statement does not end where it should.
  mutating func failAtEnd(of statement: NodeID) {
    let found = token
    switch found.kind {
    case .pipe: fail(.pipeWithoutBinding, at: found.span)
    case .assign where node(statement).kind == .objectDeclaration:
      fail(.expected("'{'", found: "'='", after: nil, help: form), at: found.span)
    case .rightParen, .rightBracket: fail(.closesNothing(tokenText(found)), at: found.span)
    case .assign: fail(.assignmentInValue, at: found.span)
    case .colon where sign(at: found.start) == ":=": failForeign(":=", at: found.start)
    default:
      let its = node(statement)
      let line = its.kind == .expression ? lineText(from: its.span.start) : nil
      if let arrow = arrowSpan(at: found), let problem = problem(ofArrow: arrow, statement: line) {
        return fail(problem, at: arrow)
      }
      let help =
        helpOnOperator ?? habit(orIn: firstName(in: its.span))?.line ?? assignment(of: its)
      fail(.expectedEnd(found: quoted(found), help: help), at: found.span)
    }
  }

  // MARK: Words and signs of other languages

  /// What the current token is in another language, or another word of the statement, or the last token.
  func habit(orIn word: String = "") -> Habit? {
    let isName = token.kind == .name && !breaksLine
    // A comma between assignments; that of a statement with a word is another mistake.
    let isComma = isAt(.comma) && StatementWord.named(headWord) == nil
    let here =
      isName || isComma
      ? tokenText(token) : token.kind == .end ? "" : sign(at: token.start)
    let last = lastTokenText().map { String($0.dropFirst().dropLast()) } ?? ""
    return [here, word, last].lazy.compactMap { Habit.named($0) }.first
  }

  /// What helps at an operator of another language that is a sign or a word of the grammar here.
  private var helpOnOperator: String? {
    if token.word == .in { return "write 'list.contains(x)'; 'in' is for 'for x in list'" }
    if token.word == .if { return "write 'condition ? value : other'" }
    if token.word == .is { return "write 'x == 1' to compare; 'x is Int' tests a type" }
    if token.kind == .colon, sign(at: token.start) == ":" {
      return "to give a value, write 'x = 1'; 'let x = 1' declares a constant"
    }
    return token.kind == .bang ? "a value that may be nil needs no '!'; 'x ?? 0' replaces nil" : nil
  }

  /// What helps where a value begins in another language.
  var helpOnValue: String? {
    switch token.kind {
    case .leftBrace: "write an object as 'object vm { x = 1 }', a dictionary as [\"x\": 1]"
    case _ where token.word == .let || token.word == .var: "write 'if vm.name != nil { … }'"
    default: nil
    }
  }

  /// The form of the statement, or of the member, that is being parsed, if it has a block: what helps
  /// where its block is missing.
  var form: String? {
    StatementWord.named(headWord)?.forms.first { $0.contains("{") }.map { "the form is '\($0)'" }
  }

  /// The word of the statement that is being parsed, or of the member.
  private var headWord: String { misspelled.isEmpty ? sourceText(head) : misspelled }

  /// What helps in a statement where nothing else does: its forms.
  private func helpOfStatement(on problem: SyntaxProblem) -> String? {
    switch problem {
    // Inside an expression, the message says what to write.
    case .expected("a value", _, _, _) where lastEnd != head.end: break
    case .expected("a name", _, _, _) where lastEnd != head.end: break
    case .expected, .expectedEnd, .closesNothing, .misplacedWord:
      let word = headWord
      if let entry = StatementWord.named(word) {
        return entry.helpOnForm
      }
      if let line = Habit.named(word)?.line { return line }
      if case .expectedEnd = problem { return "a new line or ';' separates statements" }
    default: return nil
    }
    return isInteractive ? "'help' lists all statements" : nil
  }

  /// What helps where a bracket holds more than it can.
  func help(onBracket opening: Token) -> String? {
    var end = Int(opening.start)
    while end > 0, lexer.bytes[end - 1] == UInt8(ascii: " ") { end -= 1 }
    var start = end
    while start > 0, isWordByte(lexer.bytes[start - 1]), end - start < 60 { start -= 1 }
    let word = sourceText(SourceSpan(start..<end))
    if isAt(.comma), StatementWord.named(word)?.place == .statement {
      return "'\(word)' needs no parentheses"
    }
    if tokenText(token) == "for" { return "write 'list.map { value * 2 }'" }
    return habit(orIn: word)?.line
  }

  /// The signs from an offset on.
  func sign(at start: UInt32) -> String {
    var end = Int(start)
    while end < lexer.end,
      Parser.operatorBytes.contains(lexer.bytes[end])
        || lexer.bytes[end] == UInt8(ascii: ":")
    {
      end += 1
    }
    return sourceText(SourceSpan(Int(start)..<end))
  }

  /// Fails if the current token, at which no value begins, belongs to a sign that other languages
  /// have, such as `=>`. It may be the sign's end.
  ///
  /// - Returns: Whether it does.
  mutating func failAtForeignSign() -> Bool {
    guard !isPanicking, token.kind != .end else { return false }
    var start = Int(token.start)
    while start > 0, token.start - UInt32(start) < 3,
      Parser.operatorBytes.contains(lexer.bytes[start - 1])
    {
      start -= 1
    }
    let sign = sign(at: UInt32(start))
    guard Habit.named(sign) != nil else { return false }
    failForeign(sign, at: UInt32(start))
    return true
  }

  mutating func failForeign(_ sign: String, at start: UInt32) {
    guard let habit = Habit.named(sign) else { return }
    fail(.foreignSign(sign, habit), at: SourceSpan(start, start + UInt32(sign.utf8.count)))
  }

  /// What helps where a value follows a property: `vm.name "Kim"`.
  private func assignment(of statement: Node) -> String? {
    guard statement.kind == .expression, startsLiteral else { return nil }
    let target = node(NodeID(statement.a))
    guard [.member, .element].contains(target.kind) else { return nil }
    return "to assign it, write '\(sourceText(target.span)) = …'"
  }

  /// Whether the current token begins a number, a string or a list.
  private var startsLiteral: Bool {
    let kinds: [Token.Kind] = [
      .integer, .decimal, .duration, .string, .stringStart, .blockStringStart, .leftBracket,
    ]
    return kinds.contains(token.kind)
  }

  /// The name with which a text begins.
  private func firstName(in span: SourceSpan) -> String {
    let name = bytes(span).prefix { isWordByte($0) }
    return String(decoding: name, as: UTF8.self)
  }

  /// Fails because a member that begins with `first` does not end where it should.
  mutating func failAtEnd(ofMember first: Token) {
    let isTwoNames = token.kind == .name && lastEnd == first.end
    let words = StatementWord.all.lazy.filter { $0.place == .body }.map(\.word)
    if isTwoNames, let meant = nearest(to: tokenText(first), among: words) {
      return fail(.unknownMember(quoted(first), meant: meant), at: first.span)
    }
    fail(
      .expected(
        "the end of the line or ';'", found: quoted(token), after: nil,
        help: help(onMember: first) ?? habit(orIn: isTwoNames ? tokenText(first) : "")?.line),
      at: token.span)
  }

  /// What helps where a member is written as in another language: `f() { }`, `x: Int { 1 }`, `x 3`.
  private func help(onMember first: Token) -> String? {
    // 'var x: Int { 1 }' is reported at 'var', too.
    let isVariable = first.word == .var || first.word == .let
    let name = isVariable ? "x" : tokenText(first)
    guard StatementWord.named(name) == nil, Habit.named(name) == nil else { return nil }
    let isName = lastEnd == first.end
    switch token.kind {
    case .leftParen where isName: return "an action is written 'action \(name)() { … }'"
    case .leftBrace where !sourceText(SourceSpan(first.end, lastEnd)).contains("="):
      return "a computed property is written 'computed \(name) = …'"
    default: return isName && startsLiteral ? "write '\(name) = …'" : nil
    }
  }

  /// What is wrong with the arrow at `span`, if it is one, outside `bind`.
  ///
  /// - Parameter statement: The line that lacks the word `bind`.
  func problem(ofArrow span: SourceSpan, statement: String?) -> SyntaxProblem? {
    let arrow = sourceText(span)
    guard Arrow.allCases.contains(where: { $0.spelling == arrow }) || Parser.oldArrow(arrow) != nil
    else { return nil }
    return .arrowOutsideBind(arrow, statement: statement)
  }

  /// The rest of the line from `start`, if it is short enough to quote.
  private func lineText(from start: UInt32) -> String? {
    var end = Int(start)
    while end < lexer.end, lexer.bytes[end] != UInt8(ascii: "\n"), end - Int(start) <= 60 {
      end += 1
    }
    guard end - Int(start) <= 60 else { return nil }
    return sourceText(SourceSpan(Int(start)..<end))
  }

  // MARK: The user's text

  /// The text of a span, cut if it is long.
  func sourceText(_ span: SourceSpan) -> String {
    let longest: UInt32 = 60
    guard span.end > span.start + longest else {
      return String(decoding: bytes(span), as: UTF8.self)
    }
    var end = Int(span.start + longest)
    while end > span.start, lexer.bytes[end] & 0xC0 == 0x80 { end -= 1 }
    return String(decoding: lexer.bytes[Int(span.start)..<end], as: UTF8.self) + "…"
  }

  func tokenText(_ token: Token) -> String { sourceText(token.span) }

  /// A token as messages name it.
  func quoted(_ token: Token) -> String {
    switch token.kind {
    case .end: "the end of the line"
    case .string, .stringStart, .blockStringStart: "a string"
    default: "'\(tokenText(token))'"
    }
  }

  /// The last token consumed as messages name it.
  func lastTokenText() -> String? {
    let end = Int(lastEnd)
    guard end > 0 else { return nil }
    var start = end - 1
    if isWordByte(lexer.bytes[start]) {
      while start > 0, isWordByte(lexer.bytes[start - 1]), end - start < 60 { start -= 1 }
    } else if lexer.bytes[start] == UInt8(ascii: "\"") {
      return "a string"
    } else {
      while start > 0, Parser.operatorBytes.contains(lexer.bytes[start - 1]), end - start < 3 {
        start -= 1
      }
    }
    return "'\(String(decoding: lexer.bytes[start..<end], as: UTF8.self))'"
  }

  private static let operatorBytes = Array("<>~!=+-*/%&|?".utf8)

  private func isWordByte(_ byte: UInt8) -> Bool {
    switch lexer.classes[Int(byte)] {
    case .letter, .digit, .high: true
    default: false
    }
  }
}

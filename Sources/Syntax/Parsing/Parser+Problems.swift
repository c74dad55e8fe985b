/// Everything that can be wrong with the syntax of a text, as data; `Parser+ProblemText` has the words.
enum SyntaxProblem {
  // Characters and literals.
  case notUTF8(byte: UInt8)
  case nulByte
  case unexpectedCharacter(Unicode.Scalar)
  case wrongQuotes(String)
  case unterminatedString
  case unterminatedComment(opening: SourceSpan)
  case invalidEscape(String)
  case invalidScalar(String)
  case textAfterBlockQuote
  case textBeforeBlockQuote
  case tooLittleIndentation
  case numberTooLarge(String)
  case malformedNumber(String)
  case unknownUnit(number: String, unit: String)

  // What is expected at a place.
  /// `found` is the text there; at the end of a line or text it is nil, and `after` is the text before.
  case expected(String, found: String?, after: String?, help: String? = nil)
  case notClosed(String, found: String?, opening: SourceSpan, quoted: String, help: String? = nil)
  case closesNothing(String)
  case expectedEnd(found: String, help: String? = nil)
  case braceOnNextLine
  /// `isFirst`: no line comes before it.
  case lineBeginsWith(String, isFirst: Bool)
  /// A line begins with an element of a page: `<input …`.
  case lineBeginsWithElement
  case misplacedWord(String, place: String)

  // Limits.
  case nestsTooDeep
  case expressionTooTall
  case tooManyErrors

  // Names and words.
  case reservedName(String, role: String)
  case unknownStatement(String, meant: String?)
  /// A word or a sign of other languages.
  case foreignWord(String, Habit)
  case foreignSign(String, Habit)
  case unknownMember(String, meant: String)
  case unknownChoice(String, of: [String], text: String)
  case elseWithoutIf
  case breakOutsideLoop
  case returnOutside
  case dropOutside
  case rejectOutside

  // Expressions.
  case assignmentInValue
  case blockOfMethod
  case blockInHead(String)
  case increment(String, operator: String)
  case lessGreater
  case unknownOperator(String, meant: String)
  case optionalChain
  case numberAsValue(String)
  case cannotAssign(String)
  case cannotCall(String)
  case newWithParentheses(String)
  case interpolationInText

  // Declarations.
  case propertyKeyword(String)
  case statementInBody(String)
  case commaBetweenMembers
  case valueAsType(String)
  case typeOnConstant(String)
  case transformerWithoutWay(String)
  case givenTwice(String)
  case carriedAmongCases
  /// What is written, and what is right.
  case casePrefix(String, String)

  // Bindings.
  case arrowOutsideBind(String, statement: String?)
  case unknownArrow(String, meant: Arrow)
  case oldArrow(String, new: Arrow)
  case onceBothWays(String)
  case onceLater(String, fix: String)
  /// nil if the expression continues at the place.
  case sourceWithoutParentheses(String?)
  case doublePipe
  case leadingPipe
  case pipeWithoutBinding
  case reversedBlock
  case clauseTooLate(String, before: String)
  case showNumber(String)
  case pathExpected(String, found: String)

  var severity: Diagnostic.Severity {
    if case .oldArrow = self { .warning } else { .error }
  }
}

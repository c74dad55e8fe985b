/// The kind of finding that each problem of syntax is.
extension SyntaxProblem {
  var code: FindingCode {
    switch self {
    case .notUTF8, .nulByte: .brokenText
    case .wrongQuotes, .unterminatedString, .unterminatedComment, .invalidEscape, .invalidScalar,
      .textBehindBlockQuote, .textBeforeBlockQuote, .tooLittleIndentation, .numberTooLarge,
      .malformedNumber, .unknownUnit, .interpolationInText:
      .malformedLiteral
    case .unexpectedCharacter, .expected, .notClosed, .closesNothing, .expectedEnd,
      .braceOnNextLine, .lineBeginsWith, .unknownChoice, .commaBetweenMembers, .valueAsType,
      .typeOnConstant, .transformerWithoutWay, .givenTwice, .sourceWithoutParentheses, .doublePipe,
      .leadingPipe, .pipeWithoutBinding, .clauseTooLate, .showNumber, .pathExpected:
      .unexpectedText
    case .nestsTooDeep, .expressionTooTall, .tooManyErrors: .tooMuch
    case .unknownStatement, .unknownMember: .unknownWord
    case .misplacedWord, .elseWithoutIf, .breakOutsideLoop, .returnOutside, .dropOutside,
      .rejectOutside, .propertyKeyword, .statementInBody:
      .misplacedWord
    case .reservedName: .reservedName
    case .assignmentInValue, .blockOfMethod, .blockInHead, .increment, .lessGreater,
      .unknownOperator,
      .optionalChain, .numberAsValue, .cannotAssign, .cannotCall, .newWithParentheses:
      .foreignOperator
    case .arrowOutsideBind, .unknownArrow, .onceBothWays, .onceLater, .reversedBlock: .wrongArrow
    case .oldArrow: .oldArrow
    }
  }

  /// The text that certainly should stand at the place; nil if that is for the author to say.
  var replacement: String? {
    switch self {
    case .oldArrow(_, let new): new.spelling
    // What does not point anywhere may mean anything.
    case .unknownArrow(let arrow, let meant)
    where arrow.contains { $0 == "<" || $0 == ">" || !$0.isASCII }: meant.spelling
    case .optionalChain: "."
    case .unknownOperator(_, let meant): meant
    default: nil
    }
  }
}

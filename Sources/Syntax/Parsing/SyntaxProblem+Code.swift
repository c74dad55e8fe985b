/// The code of each syntax problem.
extension SyntaxProblem {
  var code: FindingCode {
    switch self {
    case .notUTF8, .nulByte: .brokenText
    case .wrongQuotes, .unterminatedString, .unterminatedComment, .invalidEscape, .invalidScalar,
      .textAfterBlockQuote, .textBeforeBlockQuote, .tooLittleIndentation, .numberTooLarge,
      .malformedNumber, .unknownUnit, .interpolationInText:
      .malformedLiteral
    case .unexpectedCharacter, .expected, .notClosed, .closesNothing, .expectedEnd,
      .braceOnNextLine, .lineBeginsWith, .lineBeginsWithElement, .unknownChoice,
      .commaBetweenMembers, .valueAsType,
      .typeOnConstant, .transformerWithoutWay, .givenTwice,
      .carriedAmongCases, .casePrefix, .sourceWithoutParentheses, .doublePipe,
      .leadingPipe, .pipeWithoutBinding, .clauseTooLate, .showNumber, .pathExpected:
      .unexpectedText
    case .nestsTooDeep, .expressionTooTall, .tooManyErrors: .tooMuch
    case .unknownStatement, .foreignWord, .unknownMember: .unknownWord
    case .misplacedWord, .elseWithoutIf, .breakOutsideLoop, .returnOutside, .dropOutside,
      .rejectOutside, .propertyKeyword, .statementInBody:
      .misplacedWord
    case .reservedName: .reservedName
    case .assignmentInValue, .blockOfMethod, .blockInHead, .increment, .lessGreater, .foreignSign,
      .unknownOperator, .optionalChain, .numberAsValue, .cannotAssign, .cannotCall,
      .newWithParentheses:
      .foreignOperator
    case .arrowOutsideBind, .unknownArrow, .onceBothWays, .onceLater, .reversedBlock: .wrongArrow
    case .oldArrow: .oldArrow
    }
  }

  /// The only text that can be right at the place; nil if there are several.
  var replacement: String? {
    switch self {
    case .oldArrow(_, let new): new.spelling
    // Without a direction, any arrow may be meant.
    case .unknownArrow(let arrow, let meant)
    where arrow.contains { $0 == "<" || $0 == ">" || !$0.isASCII }: meant.spelling
    case .optionalChain: "."
    case .unknownOperator(_, let meant): meant
    default: nil
    }
  }
}

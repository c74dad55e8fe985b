/// The kind of finding that each mistake is.
extension Mistake {
  var code: FindingCode {
    switch self {
    case .unknownName, .unknownFunction: .unknownName
    case .usedBeforeDeclared: .usedBeforeDeclared
    case .classAsValue, .notAValue, .turnAsValue, .selfOutside, .eventAsValue, .actionAsValue:
      .noValue
    case .unknownTurnField, .noProperty, .noTail, .noAction: .noMember
    case .argumentCount, .labelsOfFunction, .notCallable, .calledWrongly, .notAnAction,
      .callOfValue, .calledNoAction, .callOfTail, .callArguments, .labelsOfAction,
      .commandWithoutBody:
      .wrongCall
    case .unknownClass, .notAClass, .unknownType: .unknownClass
    case .unknownTransformer: .unknownTransformer
    case .unknownBinding: .unknownBinding
    case .unknownSemantics, .presetName, .knob: .unknownSemantics
    case .declaredAlready, .declaredTwice, .thereAlready: .declaredTwice
    case .inheritsFromItself, .defaultOfNothing, .computedInClass, .needsValue,
      .transformerWithoutWay, .namedAsFunction, .otherKind:
      .malformedDeclaration
    case .typeMismatch: .typeMismatch
    case .tailNotFor, .cannotTake, .cannotNegate, .notOfNoBool: .wrongOperand
    case .noCondition, .noRounds, .noLimit, .noSequence, .noDuration, .negativeDuration:
      .wrongKindOfValue
    case .noElements, .elementOfNoList, .noIndex, .noList, .eachOfNoList, .eachOfNoClass: .noList
    case .readOnly, .memberNotWritable, .notAssignable, .tailAsTarget, .constantWritten,
      .parameterWritten, .copyWritten, .symbolWritten, .silentVariable, .turnWritten, .selfWritten:
      .readOnly
    case .readsItself: .computedReadsItself
    case .expressionAsTarget, .endIsNoProperty, .pathFromExpression, .beginsAtNil, .beginsAtValue,
      .noDefaultProperty:
      .malformedEnd
    case .cannotGo, .cannotGoBack, .blockCannotGoBack, .asynchronousBothWays: .noWayThrough
    case .notASource, .eventPassesNothingAtOnce, .eventOnce, .oneWayOnly, .eachBothWays: .wrongEnd
    case .notFired, .noDefaultEvent, .noEvents, .notHeard, .notObserved: .noEvent
    case .unbindsNothing, .releasesNothing, .extendsNothing: .noObject
    case .outsideBlocksOnly, .expectationInBlock, .timeInBlock, .resetInOtherFile,
      .changesWhileAsking:
      .wrongPlace
    case .variableInComputed: .variableInComputed
    case .noHelp, .noFinding: .noHelp
    case .refusesSource, .nulInPath, .includesItself, .tooManyFiles, .unreadable, .cannotBeRun:
      .unreadableFile
    }
  }
}

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
    case .misplacedWord, .elseWithoutIf, .breakOutsideLoop, .returnOutside, .propertyKeyword,
      .statementInBody:
      .misplacedWord
    case .reservedName: .reservedName
    case .assignmentInValue, .compoundAssignment, .increment, .lessGreater, .unknownOperator,
      .optionalChain, .numberAsValue, .cannotAssign, .cannotCall, .newWithParentheses:
      .foreignOperator
    case .arrowOutsideBind, .unknownArrow, .onceBothWays, .onceLater, .reversedBlock: .wrongArrow
    case .oldArrow: .oldArrow
    }
  }

  /// The text that certainly should stand at the place; nil where that is for the author to say.
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

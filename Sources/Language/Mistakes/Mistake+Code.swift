import Syntax

/// The code of each mistake.
extension Mistake {
  package var code: FindingCode {
    switch self {
    case .unknownName, .unknownFunction, .memberOfOuter: .unknownName
    case .usedBeforeDeclared: .usedBeforeDeclared
    case .classAsValue, .notAValue, .turnAsValue, .selfOutside, .outerOutside, .eventAsValue,
      .actionAsValue:
      .noValue
    case .unknownTurnField, .noProperty, .valueOfChange, .noTail, .noAction,
      .optionalActionMissing:
      .noMember
    case .needsInstance, .argumentCount, .labelsOfFunction, .calledWrongly, .notAnAction,
      .methodCalledWrongly,
      .methodOfOther, .blockMissing, .noBlockTaken,
      .callOfValue, .calledNoAction, .callOfTail, .callArguments, .wrongCount,
      .labelsOfAction, .callOfLater, .callOfKeeping, .impure,
      .commandWithoutBody, .commandEnd, .noActions:
      .wrongCall
    case .unknownClass, .notAClass, .unknownType, .unknownProtocol, .notAProtocol: .unknownClass
    case .unknownTransformer: .unknownTransformer
    case .unknownBinding: .unknownBinding
    case .unknownSemantics, .presetName, .knob: .unknownSemantics
    case .declaredAlready, .declaredTwice, .thereAlready: .declaredTwice
    case .inheritsFromItself, .doesNotConform, .defaultOfNothing, .computedInClass, .needsValue,
      .transformerWithoutWay, .namedAsFunction, .otherKind:
      .malformedDeclaration
    case .typeMismatch, .lacksActions: .typeMismatch
    case .tailNotFor, .tailTooLarge, .cannotTake, .cannotNegate, .notOfNoBool: .wrongOperand
    case .noCase: .noMember
    case .caseCarries: .wrongCall
    case .switchOfNoEnum, .noCondition, .noRounds, .noLimit, .noSequence, .noDuration,
      .negativeDuration:
      .wrongKindOfValue
    case .noElements, .elementOfNoList, .noIndex, .noKey, .outsideList, .outsideString,
      .rangeOutside, .rangeReversed, .rangeTooLarge, .noDictionaryKey, .keyTwice, .noList,
      .eachOfNoList,
      .eachOfNoClass:
      .noList
    case .refusedWrite, .readOnly, .memberNotWritable, .notAssignable, .tailAsTarget,
      .constantWritten,
      .parameterWritten, .copyWritten, .symbolWritten, .silentVariable, .turnWritten, .selfWritten:
      .readOnly
    case .readsItself, .changesWhatItReads: .computedReadsItself
    case .expressionAsTarget, .endIsNoProperty, .pathFromExpression, .beginsAtNil, .beginsAtValue,
      .noDefaultProperty:
      .malformedEnd
    case .cannotGo, .cannotGoBack, .blockCannotGoBack, .asynchronousBothWays, .noTwoWay,
      .closesLoop, .effectInEffect:
      .noWayThrough
    case .notASource, .eventPassesNothingAtOnce, .eventOnce, .oneWayOnly, .eachBothWays,
      .cellWithoutViewModel:
      .wrongEnd
    case .notFired, .noDefaultEvent, .noEvents, .notHandled, .notObserved: .noEvent
    case .unbindsNothing, .releasesNothing, .keepsNothing, .extendsNothing: .noObject
    case .unkept: .unkept
    case .stillObserved, .unboundAlready: .orphan
    case .outsideBlocksOnly, .expectationInBlock, .timeInBlock, .resetInOtherFile,
      .changesWhileAsking:
      .wrongPlace
    case .sameBinding: .sameBinding
    case .sameObserver, .madeAgain: .madeAgain
    case .retainCycle: .retainCycle
    case .twoWriters: .twoWriters
    case .eventMeant: .eventMeant
    case .ownDelegate: .ownDelegate
    case .passesNilFirst: .passesNilFirst
    case .replacesObject: .wrongEnd
    case .unannouncedVariable: .variableInComputed
    case .endlessEcho: .endlessEcho
    case .formulaWithEffect: .formulaWithEffect
    case .endsBinding, .replacesBinding: .lostBinding
    case .givesItself: .givesItself
    case .readsUnannounced: .readsUnannounced
    case .noHelp, .noFinding: .noHelp
    case .refusesSource, .nulInPath, .includesItself, .tooManyFiles, .unreadable, .cannotBeRun:
      .unreadableFile
    }
  }
}

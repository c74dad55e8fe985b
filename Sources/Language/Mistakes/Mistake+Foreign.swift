import Syntax

// Mistakes of people who know another language.
extension Mistake {
  /// Whether something unknown or unexpected may be right in another language, so that the form that
  /// works here is worth a search.
  fileprivate var mayBeForeign: Bool {
    switch self {
    case .unknownName(_, near: _), .unknownFunction, .unknownClass, .unknownType, .notAClass,
      .noTail,
      .tailNotFor, .calledNoAction, .callOfValue, .callOfTail, .methodCalledWrongly, .methodOfOther,
      .blockMissing, .noBlockTaken, .calledWrongly, .parameterWritten, .classAsValue,
      .unknownTransformer, .notAProtocol, .unknownProtocol, .noList, .eventAsValue, .actionAsValue,
      .noAction, .noDuration, .outsideList:
      true
    default: false
    }
  }
}

extension Diagnostic {
  /// The finding for a mistake, with the form that works here if the line is of another language.
  package func helping(_ mistake: Mistake) -> Diagnostic {
    guard severity == .error, mistake.mayBeForeign else { return self }
    if case .calledNoAction(_, .classSymbol) = mistake {
      return offeringRewriting(callsClass: true)
    }
    return offeringRewriting()
  }
}

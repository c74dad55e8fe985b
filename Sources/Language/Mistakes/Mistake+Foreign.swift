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
      .blockMissing, .noBlockTaken, .parameterWritten, .classAsValue,
      .unknownTransformer, .notAProtocol, .unknownProtocol, .noList, .memberNotWritable,
      .eventAsValue, .actionAsValue,
      .noAction, .notAnAction, .noDuration, .labelsOfFunction, .labelsOfAction, .noActions,
      .noProperty:
      true
    default: false
    }
  }
}

extension Diagnostic {
  /// The finding for a mistake, with the form that works here if the line is of another language.
  package func helping(_ mistake: Mistake) -> Diagnostic {
    guard severity == .error else { return self }
    if case .noCondition(let type) = mistake { return comparing(valueOf: type) }
    guard mistake.mayBeForeign else { return self }
    switch mistake {
    case .calledNoAction(_, .classSymbol): return offeringRewriting(of: .classCalled)
    case .notAnAction(_, .property), .noTail("value", type: _, near: _):
      return offeringRewriting(of: .usedAsSignal)
    case .unknownName(let name, let near), .unknownFunction(let name, let near):
      let owner = near.flatMap { $0.hasSuffix(".\(name)") ? $0.dropLast(name.count + 1) : nil }
      return offeringRewriting(of: .nameUnknown(owner: owner.map(String.init)))
    default: return offeringRewriting()
    }
  }

  /// The finding for a condition that is no Bool, with a comparison of what was typed.
  private func comparing(valueOf type: String) -> Diagnostic {
    offeringRewriting { typed in
      switch type.last == "?" ? "nil" : type {
      case "Int", "Double", "Number": "\(typed) != 0"
      case "String": "\(typed) != \"\""
      case "Duration": "\(typed) != 0s"
      case "List", "Dictionary": "!\(typed).isEmpty"
      default: "\(typed) != nil"
      }
    }
  }
}

/// The words for errors in expressions, declarations and bindings.
extension SyntaxProblem {
  var expressionText: Words? {
    switch self {
    case .assignmentInValue:
      ("'=' assigns and has no value", "to compare, write '=='")
    case .blockOfMethod:
      ("the block of a method is one expression", "write what it gives: { value * 2 }")
    case .blockInHead(let head):
      ("a second block", "the first one was for '\(head)'? Write '(\(head) { … })'")
    case .increment(let target, let `operator`):
      (
        "no operator '\(`operator`)\(`operator`)'",
        "write '\(target) \(`operator`)= 1'"
      )
    case .lessGreater:
      ("'<>' is an arrow, used only in 'bind'", "for 'not equal', write '!='")
    case .unknownOperator(let text, let meant):
      ("unknown operator \(text); did you mean '\(meant)'?", nil)
    case .optionalChain:
      ("no operator '?.'", "write '.': a key path through nil reads nil")
    case .numberAsValue(let number):
      (
        "\(number) names a binding and is not a value",
        "it is used in 'unbind', 'rebind', 'transform' and 'explain'"
      )
    case .cannotAssign(let text):
      ("cannot assign to '\(text)'", "'=' needs a key path on its left side")
    case .cannotCall(let text):
      ("cannot call '\(text)'", "what is called has a name: vm.save(), max(1, 2)")
    case .newWithParentheses(let name):
      ("'new' takes no '( )'", "write 'new \(name) { property = value }'")
    case .interpolationInText:
      ("'\\( )' cannot be used in this string", "write the text as it is")
    default: nil
    }
  }

  var declarationText: Words? {
    switch self {
    case .propertyKeyword(let word):
      ("properties are declared without \(word)", "write 'name = value'")
    case .statementInBody(let word):
      (
        "\(word) cannot be used in the body of an object or class",
        "a body holds properties, bindings, observers and actions"
      )
    case .commaBetweenMembers:
      ("',' does not separate properties", "write ';' or begin a new line")
    case .valueAsType(let found):
      ("expected a type after ':', found \(found)", "to give a value, write '='")
    case .typeOnConstant(let role):
      ("a \(role) has no type of its own", "leave out ':' and the type")
    case .transformerWithoutWay(let found):
      (
        "expected 'forward' or 'reverse', found \(found)",
        SyntaxProblem.wordsForReverse.contains(found)
          ? "write 'reverse { value }', with an expression in the braces"
          : "write 'forward { value }', with an expression in the braces"
      )
    case .givenTwice(let word):
      ("\(word) is given twice", "leave one of them out")
    case .casePrefix(let found, let help): ("unexpected \(found)", help)
    case .carriedAmongCases:
      (
        "names for what a case carries, where the block is for several cases",
        "give it a block of its own"
      )
    default: nil
    }
  }

  /// What other languages call the way back of a converter.
  private static let wordsForReverse: Set<String> = [
    "'backward'", "'backwards'", "'back'", "'inverse'", "'reversed'", "'convertBack'", "'from'",
    "'unmap'", "'set'", "'decode'", "'revert'",
  ]

  var bindingText: Words? {
    switch self {
    case .arrowOutsideBind(let arrow, let statement):
      ("arrow '\(arrow)' can be used only in 'bind'", statement.map { "write 'bind \($0)'" })
    case .unknownArrow(let arrow, let meant):
      ("unknown arrow '\(arrow)'; did you mean '\(meant.spelling)'?", SyntaxProblem.arrows)
    case .oldArrow(let old, let new):
      ("'\(old)' is the old spelling of '\(new.spelling)'", "write '\(new.spelling)'")
    case .onceBothWays(let arrow):
      ("'once' copies one way, and '\(arrow)' goes both ways", "write '~>' or '<~'")
    case .onceLater(let arrow, let fix):
      ("'once' copies at once, and '\(arrow)' does not", "write '\(fix)', or leave out 'once'")
    case .sourceWithoutParentheses(let text?):
      ("'\(text)' is not a key path", "an expression as a source must be in '( )': '(\(text))'")
    case .sourceWithoutParentheses(nil):
      (
        "an expression as a source must be in '( )'",
        "write 'bind (expression) ~> target'"
      )
    case .doublePipe:
      ("'||' does not add a transformer", "write '|'")
    case .leadingPipe:
      ("'|' cannot begin a line here", "put '|' at the end of the line above")
    case .pipeWithoutBinding:
      ("'|' without a binding before it", "'|' adds a transformer to the 'bind' before it")
    case .reversedBlock:
      (
        "'!' swaps the directions of named transformers only",
        "write the block like this: '| { … } reverse { … }'"
      )
    case .clauseTooLate(let word, let before):
      (
        "\(word) must come before \(before)",
        "the order is: transformers, each, transform, observe, kept by, as"
      )
    case .showNumber(let number):
      ("'show' takes an object or a key path, found '\(number)'", "write 'explain \(number)'")
    case .pathExpected(let word, let number):
      (
        "'\(word)' takes a key path, found '\(number)'",
        "'explain \(number)' says what a binding does; ask about what it writes"
      )
    default: nil
    }
  }
}

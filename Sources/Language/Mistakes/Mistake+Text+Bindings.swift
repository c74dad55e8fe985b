import Values

/// The words for mistakes with values, members and bindings.
extension Mistake {
  var memberText: Words? {
    switch self {
    case .noProperty(let name, let owner, let near?, _):
      ("no property '\(name)' in '\(owner)'" + Mistake.meant(near), nil)
    case .noProperty(let name, let owner, nil, let known):
      (
        "no property '\(name)' in '\(owner)'",
        known.isEmpty
          ? "'\(owner)' has no properties" : "it has \(known.joined(separator: ", "))"
      )
    case .valueOfChange(let name, let meant):
      ("no property '\(name)' in 'change'", "in the block it is '\(meant)'")
    case .noTail(let name, let type, let near):
      (
        "\(type) has no '\(name)'" + Mistake.meant(near),
        type == "Dictionary"
          ? "a key stands in brackets: [\(Value.quoted(name))]"
          : type == "Enum"
            ? "'switch' tells the case of a value, and what it carries"
            : near == nil ? "help values lists the members of values" : nil
      )
    case .tailTooLarge(let name, let value):
      ("'\(name)' of \(value) is too large for an Int", "use a Double, such as 1.0")
    case .tailNotFor(let name, let type):
      ("'\(name)' is not for \(type)", "'help values' lists what each type has")
    case .readOnly(let property):
      ("'\(property)' is computed and cannot be written", "write a property that it reads")
    case .readsItself(let property):
      ("computed '\(property)' reads itself", "write its formula without it")
    case .changesWhatItReads(let property, let changed):
      (
        "computed '\(property)' changes '\(changed)', which it reads",
        "a formula only reads: change '\(changed)' in an observer"
      )
    case .lacksActions(let property, let type, let value, let unmet):
      (
        "'\(property)' takes \(type), and \(value) "
          + unmet.map(\.text).joined(separator: " and "),
        "declare it there: action \(unmet.first?.signature ?? "") { … }"
      )
    case .doesNotConform(let name, let type, let unmet):
      (
        "'\(name)' is declared as \(type), and \(unmet.map(\.text).joined(separator: " and "))",
        "declare it there: action \(unmet.first?.signature ?? "") { … }"
      )
    case .typeMismatch(let property, let type, let value, let given):
      (
        "'\(property)' is \(type) and cannot be \(value)",
        Mistake.fix(property: property, type: type, given: given)
      )
    case .memberNotWritable(let name, let type):
      (
        "'\(name)' of \(type) cannot be written",
        ValueTail(rawValue: name) == nil ? nil : "members of values are read-only"
      )
    default: nil
    }
  }

  private static func fix(property: String, type: String, given: String?) -> String? {
    if given == "nil" {
      return "to allow nil, declare it \(property.split(separator: ".").last ?? ""): \(type)?"
    }
    let base = type.last == "?" ? String(type.dropLast()) : type
    // The transformer of the prelude that converts such a value to the type.
    let converter: String? =
      switch (base, given) {
      case ("String", "Int"), ("String", "Double"), ("String", "Bool"): "String"
      case ("Int", "String"), ("Int", "Double"): "Int"
      case ("Double", "String"), ("Number", "String"): "Double"
      default: nil
      }
    guard let converter else {
      return TypeName(rawValue: base).map { "\(base) is for \($0.summary)" }
    }
    return "convert it: | To\(converter) in a binding, .\(converter.lowercased()) on a value"
  }

  var writingText: Words? {
    switch self {
    case .constantWritten(let name):
      ("'\(name)' is a constant", "declare it with var")
    case .parameterWritten(let name):
      (
        "'\(name)' is a parameter of the block and cannot be written",
        "write a variable instead: var copy = \(name)"
      )
    case .copyWritten(let name):
      (
        "'\(name)' is a copy from when the block was made; writing it would have no effect",
        "use a variable declared at top level, which all blocks share"
      )
    case .symbolWritten(let name, let kind):
      (
        "'\(name)' is \(kind.text) and cannot be written",
        kind == .object
          ? "write one of its properties: \(name).…"
          : kind == .constant ? "declare it with var" : nil
      )
    case .silentVariable:
      ("'silent' is for properties; a variable never notifies", "leave out silent")
    case .turnWritten:
      ("'turn' can only be read", "read one of its fields: turn.writes")
    case .selfWritten:
      ("'self' cannot be written", "write one of its properties: self.… = …")
    default: nil
    }
  }

  var valueText: Words? {
    switch self {
    case .noCondition(let type):
      ("a condition is a Bool, not \(type)", "compare with something: … != nil, … == 0")
    case .cannotTake(let symbol, let left, let right):
      (
        "'\(symbol)' cannot take \(left) and \(right)",
        Mistake.fix(for: symbol, left: left, right: right)
      )
    case .cannotNegate(let type):
      ("'-' cannot take \(type)", "it is for numbers and durations: -x, -2s")
    case .notOfNoBool(let type):
      ("'!' takes a Bool, not \(type)", "make it a Bool by comparing it, as in x == 0")
    case .noLimit(let type):
      ("'settles in' takes a whole number of steps, 0 or more, not \(type)", nil)
    case .noRounds(let type):
      ("'repeat' takes an Int, not \(type)", "write repeat 3 { … }")
    case .noSequence(let type):
      ("'for' goes through a List, not \(type)", "write 0..<n for numbers")
    case .noElements(let type):
      ("only a List, a Dictionary or a String has elements, not \(type)", nil)
    case .elementOfNoList:
      ("only an element of a List or a Dictionary can be written", nil)
    case .noIndex(let type):
      ("an index is an Int, not \(type)", "0 is the first element")
    case .noKey(let type):
      ("the key of a property is a String, not \(type)", "write object[\"name\"]")
    case .outsideList(let index, let count):
      (
        "index \(index) is outside the list, which has \(count) element\(count == 1 ? "" : "s")",
        count == 0 ? nil : "the first is 0, the last \(count - 1)"
      )
    case .outsideString(let index, let count):
      (
        "index \(index) is outside the string, which has \(count) character"
          + (count == 1 ? "" : "s"),
        count == 0 ? nil : "the first is 0, the last \(count - 1)"
      )
    case .rangeOutside(let range, let count, let isString):
      (
        "\(range.lowerBound)..<\(range.upperBound) is outside the "
          + (isString ? "string" : "list") + ", which has \(count) "
          + (isString ? "character" : "element") + (count == 1 ? "" : "s"),
        "prefix(n) and dropFirst(n) take what there is"
      )
    case .rangeReversed(let low, let high):
      ("a range from \(low) to \(high) is reversed", "write (\(high)...\(low)).reversed")
    case .rangeTooLarge: ("a range of more than 10,000,000 numbers", "use repeat or while")
    case .noDictionaryKey(let type):
      (
        "a key of a Dictionary is a String or an Int, not \(type)",
        type == "nil" ? nil : "make it a String: (…).string"
      )
    case .noCase(let name, let type, let near, let cases):
      (
        "\(type) has no case '\(name)'" + Mistake.meant(near),
        near == nil ? "its cases are \(cases.joined(separator: ", "))" : nil
      )
    case .caseCarries(let signature, let count, let given):
      (
        count == 0
          ? "'\(signature)' carries no values, so it has no parentheses"
          : "'\(signature)' carries \(count) value\(count == 1 ? "" : "s"), not \(given)",
        count == 0 ? "write \(signature)" : nil
      )
    case .switchOfNoEnum(let type):
      ("'switch' goes by the case of an enum, not by \(type)", "compare with if and ==")
    case .keyTwice(let key):
      ("the key \(key) occurs twice", "a Dictionary has one value for each key")
    case .noList(let operation, let type):
      ("'\(operation.rawValue)' is for a List, not \(type)", "a list is written [1, 2] or []")
    default: nil
    }
  }

  private static func fix(for symbol: String, left: String, right: String) -> String? {
    if left == "nil" { return "replace nil: (x ?? \(neutral(right))) \(symbol) …" }
    if right == "nil" { return "replace nil: … \(symbol) (x ?? \(neutral(left)))" }
    if symbol == "+", left == "String" || right == "String" {
      return "make one string of both: \"\\(a)\\(b)\""
    }
    if [left, right].contains("String") { return "make a number of a string: text.int" }
    return nil
  }

  /// What can replace nil beside a value of the type.
  private static func neutral(_ type: String) -> String {
    switch type.last == "?" ? String(type.dropLast()) : type {
    case "String": "\"\""
    case "List": "[]"
    case "Duration": "0s"
    default: "0"
    }
  }

  var bindingText: Words? {
    switch self {
    case .expressionAsTarget:
      (
        "an expression cannot be written, so it cannot be a target",
        "name a property, such as label.text"
      )
    case .endIsNoProperty(let isTarget):
      (
        "both ends of a binding must be properties",
        isTarget
          ? "name a property, such as label.text" : "put an expression in parentheses: (…)"
      )
    case .pathFromExpression:
      ("a path cannot begin at an expression", "give its value a name first: let object = …")
    case .beginsAtNil(let path):
      ("'\(path)' begins at nil", "a path must begin at an object")
    case .beginsAtValue(let path, let type, let root):
      ("'\(path)' begins at \(Mistake.withArticle(type)), which \(root.text)", root.help)
    case .noTwoWay(let semantics):
      (
        "under '\(semantics)' there are no two-way bindings: each would be a cycle by itself",
        "write ~> or <~ for one direction, or choose another semantics"
      )
    case .closesLoop(let semantics):
      (
        "loop: under '\(semantics)' each property of this cycle would be evaluated from the one"
          + " before, and the first from the last", nil
      )
    case .effectInEffect(let semantics):
      (
        "under '\(semantics)' an effect cannot make another one",
        "make it outside of effects, or in 'untracked { … }'; 'help semantics inner' says more"
      )
    case .refusedWrite(let property, let binding, let semantics):
      (
        "'\(property)' is bound by \(binding.map { "#\($0)" } ?? "a binding"), and under"
          + " '\(semantics)' a bound property cannot be written",
        binding.map { "unbind #\($0) first" } ?? "unbind it first"
      )
    case .formulaWithEffect(let callee):
      (
        "this formula has an effect: '\(callee)' changes more than its value",
        "when and how often a formula is evaluated depends on the semantics; call it in an observer"
      )
    case .endlessEcho(let semantics):
      (
        "under '\(semantics)' a change of an end of this two-way binding never ends: nothing stops its echo",
        "write ~> or <~ for one direction, or choose a semantics that locks bindings or compares values"
      )
    case .endsBinding(let binding, let property, let semantics, let isCertain):
      (
        "under '\(semantics)' a write of '\(property)' \(isCertain ? "ends" : "may end") \(binding)",
        "write what it is bound to, or bind it again afterwards"
      )
    case .replacesBinding(let binding, let successor, let semantics):
      (
        "under '\(semantics)' \(successor) takes the place of \(binding), which ends",
        "bind one expression that reads both sources"
      )
    case .noDefaultProperty(let object, let first):
      (
        "'\(object)' has no default property",
        first.map { "name the one meant: \(object).\($0)" }
      )
    case .tailAsTarget(let tail):
      ("'\(tail)' is computed from a value and cannot be written", "bind to a property")
    case .cannotGo(let name, let isReversed, let canTurn):
      (
        "'\(name)' has no \(isReversed ? "reverse" : "forward")",
        canTurn ? "swap its directions: \(isReversed ? name : "!" + name)" : nil
      )
    case .cannotGoBack(let name, let isReversed):
      (
        "'\(name)' has no \(isReversed ? "forward" : "reverse"), and the binding goes both ways",
        "give it one, or use ~>"
      )
    case .blockCannotGoBack:
      (
        "this transformer has no reverse, and the binding goes both ways",
        "add reverse { … } after it, or use ~>"
      )
    case .unbindsNothing:
      (
        "only a binding or an object's bindings can be unbound",
        "name a binding or an object, or write unbind all"
      )
    case .releasesNothing(let type):
      ("only an object can be released, not \(type)", "to empty a property, set it to nil")
    case .keepsNothing(let type):
      (
        "only an object can keep a binding or an observer, not \(type)",
        "name an object; 'kept by nobody' ends it at once"
      )
    case .unkept:
      (
        "nobody keeps this, so it ends at once",
        "name the object with which it is to end; without 'kept by' it ends with its ends"
      )
    case .stillObserved(let object, let link):
      (
        "'\(object)' cannot be released while it is observed: \(link)",
        "unbind that first, or let '\(object)' keep it: 'kept by'; 'help orphan' says more"
      )
    case .unboundAlready(let link):
      ("\(link) is unbound already", "unbind it once; 'help orphan' says more")
    case .sameBinding(let first):
      ("the same binding already exists: \(first)", "leave one of them out")
    case .sameObserver(let first):
      (
        "the one that was made here before still exists: \(first)",
        "make it once, outside of the block; or give it a name, and unbind that first"
      )
    case .retainCycle(let ring):
      (
        "where references are counted, these keep each other alive: \(ring)",
        "declare one of the properties on the way as weak: weak NAME"
      )
    case .madeAgain(let what):
      (
        "each run of this block makes another '\(what)'",
        "make it once, outside of the block; or give it a name, and unbind that first"
      )
    case .twoWriters(let property, let bindings, let system, let ends):
      (
        "two bindings write '\(property)'"
          + (bindings.isEmpty ? "" : ", \(bindings.joined(separator: " and "))")
          + (system.map { ": \($0) replaces the first one, here both stay" }
            ?? ": it has the value of whichever fired last"),
        bindings.first.map { Mistake.replacing($0, withEnds: ends) }
      )
    case .eventMeant(let path, let type, let event):
      (
        "'\(path)' holds an instance of \(type): this binding fires when the property gets another object,"
          + " not when '\(event)' is fired",
        "for the event write bind \(path).\(event) !~> …"
      )
    case .ownDelegate(let property, let isNew, let hasOuter):
      (
        isNew
          ? "'self' is the new object here, so it becomes its own '\(property)'"
          : "the object becomes its own '\(property)'",
        hasOuter
          ? "for the object around it write \(property) = outer"
          : "name another object: \(property) = …"
      )
    case .replacesObject(let path, let type, let member):
      (
        "'\(path)' holds an instance of \(type), which this binding would replace by the value"
          + " that it passes",
        "write \(path).\(member)"
      )
    case .passesNilFirst(let left, let value, let right, let turned):
      (
        "'\(left)' has no value yet: this binding first passes nil over \(value) in '\(right)'",
        "exchange the sides, so the value passes first: \(turned)"
      )
    case .extendsNothing:
      ("only an object can be extended", "write extend vm { x = 1 }")
    default: nil
    }
  }

  /// What to write if a binding is meant to replace another one.
  ///
  /// - Parameters:
  ///   - reference: The name or number of the other one.
  ///   - ends: Those of the new one; nil if the two differ in more than their ends.
  package static func replacing(_ reference: String, withEnds ends: String?) -> String {
    ends.map { "to replace the first one: rebind \(reference) to \($0)" }
      ?? "to replace the first one, remove it first: unbind \(reference)"
  }

  /// `an Int`, `a String`.
  package static func withArticle(_ type: String) -> String {
    switch type.utf8.first {
    case UInt8(ascii: "I"), UInt8(ascii: "O"), UInt8(ascii: "A"): "an \(type)"
    default: "a \(type)"
    }
  }
}

extension UnmetAction {
  fileprivate var text: String {
    guard let ownCount else { return "lacks \(signature)" }
    let values = ownCount == 1 ? "one value" : ownCount == 0 ? "no value" : "\(ownCount) values"
    return "lacks \(signature): its own takes \(values)"
  }
}

import Syntax
import Text
import Values

/// The words for every mistake: lower case, the user's text quoted, one fix where one is known.
extension Mistake {
  package typealias Words = (message: String, help: String?)

  /// The message, and a line of help where a fix is known.
  package var text: Words {
    // Each case has its words in one of these.
    let words: [Words?] = [
      nameText, kindOfNameText, declarationText, placeText, memberText, writingText, valueText,
      bindingText, eventText, callText, timeText,
    ]
    guard let found = words.lazy.compactMap({ $0 }).first else {
      preconditionFailure("no words for \(self)")
    }
    return found
  }

  /// `; did you mean 'name'?`, or nothing.
  package static func meant(_ near: String?) -> String {
    near.map { "; did you mean '\($0)'?" } ?? ""
  }

  private var nameText: Words? {
    switch self {
    case .unknownName(let name, let near?):
      ("unknown name '\(name)'" + Mistake.meant(near), nil)
    case .unknownName(let name, nil):
      (
        "unknown name '\(name)'",
        Habit.named(name)?.line ?? StatementWord.named(name)?.helpOnForm
          ?? (LanguageWords.blockNames.contains(name)
            ? "'\(name)' exists only in blocks such as those of 'observe' and 'transformer'"
            : "declare it: object \(name) { … }, let \(name) = … or var \(name) = …")
      )
    case .memberOfOuter(let name):
      (
        "unknown name '\(name)': in the body of 'new' a name alone means the new object",
        "'\(name)' belongs to the object around it: write outer.\(name)"
      )
    case .usedBeforeDeclared(let name):
      ("'\(name)' is used before it is declared", "declare it before this line")
    case .classAsValue(let name):
      ("'\(name)' is a class, not a value", "make an instance: new \(name)")
    case .needsInstance(let action, let className, let member):
      (
        "'\(action)' uses '\(member)', so it cannot be called on the class '\(className)'",
        "call it on an instance: new \(className)"
      )
    case .notAValue(let name, let kind):
      (
        "'\(name)' is \(kind.text), not a value",
        kind == .enumeration
          ? "name one of its cases: \(name).CASE"
          : kind == .function ? "call it: \(name)(…)" : nil
      )
    case .turnAsValue:
      ("'turn' is not a value by itself", "ask for a field: turn.writes")
    case .unknownTurnField(let name, let near):
      (
        "no field '\(name)' in 'turn'" + Mistake.meant(near),
        near == nil
          ? "its fields are \(TurnField.allCases.map(\.rawValue).joined(separator: ", "))" : nil
      )
    case .selfOutside:
      ("'self' can be used only inside a class or an object", "write the object's name instead")
    case .outerOutside:
      (
        "there is no object for 'outer' here",
        "'outer' is the object whose code contains 'new'; an action in the body needs a property:"
          + " weak owner = outer"
      )
    case .unknownFunction(let name, let near):
      (
        "unknown function '\(name)'" + Mistake.meant(near),
        StatementWord.named(name) != nil
          ? "'\(name)' is a statement: write it on a line of its own, without '( )'"
          : near == nil ? Habit.named(name)?.line ?? "help functions lists them" : nil
      )
    case .argumentCount(let function, let count):
      (
        "'\(function.rawValue)' does not take \(count) arguments",
        "write \(function.signature)"
      )
    case .labelsOfFunction(let function):
      ("'\(function.rawValue)' takes no labels", "write \(function.signature)")
    case .calledWrongly(let operation):
      (
        "wrong arguments for '\(operation.name)'",
        "write "
          + ListOperation.allCases.filter { $0.name == operation.name }.map { ".\($0.signature)" }
          .joined(separator: " or ")
      )
    case .methodCalledWrongly(let method):
      ("wrong arguments for '\(method.name)'", "write .\(method.signature)")
    case .methodOfOther(let method, let type):
      (
        "\(Mistake.withArticle(type)) has no '\(method.name)'",
        "\(method.owners) has it: .\(method.signature)"
      )
    case .blockMissing(let method):
      ("'\(method.name)' needs a block", "write .\(method.signature)")
    case .noBlockTaken(let name):
      (
        "'\(name)' takes no block"
          + Mistake.meant(
            ValueMethod.near(name, among: ValueMethod.all.filter { $0.block != nil })),
        "'help methods' lists what takes one"
      )
    default: nil
    }
  }

  private var kindOfNameText: Words? {
    switch self {
    case .unknownClass(let name, let near):
      (
        "unknown class '\(name)'" + Mistake.meant(near),
        near == nil ? "declare it: class \(name) { … }" : nil
      )
    case .notAClass(let name, let kind):
      (
        "'\(name)' is \(kind.text), not a class",
        kind == .protocolSymbol
          ? "it is a type of properties, which take any object that has its actions"
          : kind == .object ? "declare a class: class NAME { … }" : nil
      )
    case .unknownType(let name, let near, let known):
      (
        "unknown type '\(name)'" + Mistake.meant(near),
        near == nil
          ? Habit.named(name)?.comparison
            ?? "the types are \(known.prefix(TypeName.allCases.count).joined(separator: ", ")), classes and protocols"
          : nil
      )
    case .unknownProtocol(let name, let near):
      (
        "unknown protocol '\(name)'" + Mistake.meant(near),
        near == nil ? "declare it: protocol \(name) { action … }" : nil
      )
    case .notAProtocol(let name, let kind):
      (
        "'\(name)' is \(kind.text), not a protocol",
        kind == .classSymbol ? "the class to inherit from comes first" : nil
      )
    case .unknownTransformer(let name, let near):
      (
        "unknown transformer '\(name)'" + Mistake.meant(near),
        near == nil ? "declare it: transformer \(name) { forward { … } }" : nil
      )
    case .unknownBinding(let name, let near):
      (
        "no binding is called '\(name)'" + Mistake.meant(near),
        near == nil ? "use its number, such as #1; 'bindings' lists them" : nil
      )
    case .unknownSemantics(let name, let near, let known):
      (
        "unknown semantics '\(name)'" + Mistake.meant(near),
        near == nil
          ? "there are \(known.joined(separator: ", ")), and those you declare" : nil
      )
    case .presetName(let name):
      ("'\(name)' is a preset; give yours another name", nil)
    case .knob(let error):
      Mistake.text(of: error)
    default: nil
    }
  }

  private static func text(of error: Semantics.KnobError) -> Words {
    switch error {
    case .unknownKnob(let knob):
      let near = nearest(to: knob, among: Semantics.knobNames)
      let all = "the knobs are \(Semantics.knobNames.joined(separator: ", "))"
      return ("unknown knob '\(knob)'" + meant(near), near == nil ? all : nil)
    case .unknownWord(let knob, let word, let words):
      return ("'\(knob)' cannot be '\(word)'", choice(of: words))
    case .refused(let reason):
      return (reason, nil)
    }
  }

  private static func choice(of words: [String]) -> String {
    "it takes \(words.dropLast().joined(separator: ", ")) or \(words.last ?? "")"
  }

  /// How to declare a name again that was typed; nil if it stays.
  private static func helpWithDeclared(_ name: String, _ kind: SymbolKind) -> String? {
    switch kind {
    case .object: "'edit \(name)' changes it, and 'release \(name)' frees the name"
    case .link: "'edit \(name)' changes it, and 'unbind \(name)' frees the name"
    default: nil
    }
  }

  private var declarationText: Words? {
    switch self {
    case .declaredAlready(let name, let kind, let isPrelude, let isTyped):
      (
        "'\(name)' is already declared, as \(kind.text)",
        isPrelude
          ? "it belongs to the prelude: choose another name"
          : (isTyped ? Mistake.helpWithDeclared(name, kind) : nil)
            ?? "give one of them another name"
      )
    case .declaredTwice(let name):
      ("'\(name)' is declared twice", "give one of them another name")
    case .inheritsFromItself:
      ("a class cannot inherit from itself", "name another class after ':', or none")
    case .defaultOfNothing(let name):
      ("'default \(name)' names no property of this class", "name a property that it declares")
    case .computedInClass(let name):
      ("'\(name)' is a computed property in the class", "write computed \(name) = …")
    case .needsValue(let name, let type):
      (
        "'\(name)' needs a value, because \(type) does not allow nil",
        "write \(name): \(type) = …, or \(name): \(type)?"
      )
    case .transformerWithoutWay:
      ("a transformer without a direction", "give it forward { … } or reverse { … }")
    case .thereAlready(let property, let owner, let isComputed):
      (
        "'\(owner).\(property)' already exists",
        isComputed
          ? "it is computed: write a property that it reads, or add one with another name"
          : "give it a value: \(owner).\(property) = …"
      )
    default: nil
    }
  }

  private var placeText: Words? {
    switch self {
    case .outsideBlocksOnly(let word):
      ("'\(word)' cannot be used in a block", "move it out of the block")
    case .expectationInBlock(let words):
      (
        "'\(words)' cannot be used in a block: an error in a block fails its whole turn",
        "move it out of the block"
      )
    case .unannouncedVariable(let name, let isSource):
      (
        "'\(name)' is a variable: \(isSource ? "a binding" : "a computed property") is not notified"
          + " when it changes",
        "make it a property of an object"
      )
    case .givesItself(let name, let means):
      (
        "'\(name) = \(name)' gives the member its own value"
          + (means.map { ", and not \($0.text) of that name" } ?? ""),
        "give it the value afterwards, from outside of the body; or use another name there"
      )
    case .readsUnannounced(let path, let instead):
      (
        "a change of '\(path)' does not set this binding off: only its block reads it",
        instead.map { "read it in the source: \($0)" }
          ?? "read it in the source of a binding: bind (EXPRESSION) ~> PATH"
      )
    case .noHelp(let topic, let near):
      (
        "no help on '\(topic)'" + Mistake.meant(near),
        near == nil ? "help lists all topics" : nil
      )
    case .noFinding(let code, let near):
      (
        "no finding has the code '\(code)'" + Mistake.meant(near),
        near == nil ? "help findings lists them" : nil
      )
    case .refusesSource:
      ("'source' reads a file, which --no-source refuses", "leave out --no-source to allow it")
    case .nulInPath:
      ("a path cannot contain NUL", nil)
    case .includesItself(let path):
      ("'\(path)' includes itself", "leave out one of the 'source' statements")
    case .tooManyFiles:
      ("more than \(SourceFile.deepestSource) files that include each other", nil)
    case .unreadable(let path, let reason):
      ("cannot read '\(path)': \(reason)", nil)
    case .cannotBeRun(let path):
      ("'\(path)' cannot be run", nil)
    case .resetInOtherFile:
      (
        "'reset' can be used only in the main script, not in one that 'source' runs",
        "move it to the main script"
      )
    default: nil
    }
  }
}

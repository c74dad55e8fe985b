import Syntax
import Values

/// What can be wrong with a script whose syntax is right, without the place. The interpreter finds
/// it when it gets there, `check` earlier, and both report it in the same words.
///
/// `near` is the most similar name.
package enum Mistake {
  // MARK: Names

  case unknownName(String, near: String?)
  /// A member of the object around the body of `new`, named alone in that body.
  case memberOfOuter(String)
  case usedBeforeDeclared(String)
  case classAsValue(String)
  /// An action that is called on its class, although it uses a member of an instance.
  case needsInstance(action: String, className: String, member: String)
  /// A transformer, a binding or a semantics instead of a value.
  case notAValue(String, SymbolKind)
  case turnAsValue
  case unknownTurnField(String, near: String?)
  case selfOutside
  /// `outer` without an object around, or in a block that serves many objects.
  case outerOutside
  case unknownFunction(String, near: String?)
  case argumentCount(BuiltinFunction, Int)
  case labelsOfFunction(BuiltinFunction)
  case calledWrongly(ListOperation)
  case methodCalledWrongly(ValueMethod)
  case methodOfOther(ValueMethod, type: String)
  case blockMissing(ValueMethod)
  /// A block for something that takes no block.
  case noBlockTaken(String)
  case unknownClass(String, near: String?)
  case notAClass(String, SymbolKind)
  case unknownType(String, near: String?, known: [String])
  case unknownProtocol(String, near: String?)
  case notAProtocol(String, SymbolKind)
  /// A class or an object that is declared with a protocol, and the actions that it lacks.
  case doesNotConform(String, protocol: String, [UnmetAction])
  case unknownTransformer(String, near: String?)
  case unknownBinding(String, near: String?)
  case unknownSemantics(String, near: String?, known: [String])
  case presetName(String)
  case knob(Semantics.KnobError)

  // MARK: Declarations

  /// - Parameter isTyped: Whether somebody types, who can change what was declared.
  case declaredAlready(String, SymbolKind, isPrelude: Bool, isTyped: Bool = false)
  case declaredTwice(String)
  case inheritsFromItself
  case defaultOfNothing(String)
  case computedInClass(String)
  case needsValue(String, type: String)
  case transformerWithoutWay
  case thereAlready(property: String, owner: String, isComputed: Bool)

  // MARK: Members

  case noProperty(String, owner: String, near: String?, known: [String])
  /// A name after `change`, and the name that the block has for it.
  case valueOfChange(String, meant: String)
  case noTail(String, type: String, near: String?)
  case tailNotFor(String, type: String)
  case tailTooLarge(String, value: String)
  case readOnly(String)
  case readsItself(String)
  /// A computed property, and the property that its action changes.
  case changesWhatItReads(String, changed: String)
  /// `given` is the type of the value.
  case typeMismatch(property: String, type: String, value: String, given: String?)
  /// An object that lacks actions of the property's protocol.
  case lacksActions(property: String, type: String, value: String, [UnmetAction])
  case memberNotWritable(String, type: String)

  // MARK: Events, actions, commands, time

  case eventAsValue(String)
  case actionAsValue(String)
  /// An assignment to something other than a property.
  case notAssignable(String, MemberKind)
  case notFired(String, MemberKind)
  /// An object without a default event where an event is meant; it has these.
  case noDefaultEvent(String, events: [String], isHandled: Bool)
  case noEvents(type: String)
  case notHandled(String, MemberKind)
  case notObserved(String, MemberKind)
  case notASource(String, MemberKind)
  case eventPassesNothingAtOnce(String, arrow: String)
  case eventOnce(String)
  case oneWayOnly(String, MemberKind)
  case notAnAction(String, MemberKind)
  case noAction(String, owner: String, near: String?)
  /// `base` is the expression before the call, as it is written.
  case optionalActionMissing(String, owner: String, protocol: String, base: String)
  /// `responds` after something that is not an object.
  case noActions(type: String)
  case callOfValue(String, type: String, near: String?)
  case calledNoAction(String, SymbolKind)
  case callOfTail(String)
  case callArguments(String, wanted: Int, given: Int)
  /// `signature` is how it is called, as in `average(a, b)`.
  case wrongCount(String, wanted: Int, given: Int, signature: String)
  case labelsOfAction(String)
  /// A transformer with `after` in an expression.
  case callOfLater(String)
  /// A call of a transformer that keeps something for each binding.
  case callOfKeeping(String)
  /// What a function does besides giving a value; `signature` is the function's.
  case impure(String, does: String, signature: String)
  case namedAsFunction(String)
  case otherKind(String, was: MemberKind, is: MemberKind)
  case commandWithoutBody(String)
  /// A command is finished with something that is not a final status.
  case commandEnd(String)
  case noDuration(type: String)
  case negativeDuration(String)
  case timeInBlock(String)
  case asynchronousBothWays(String)
  case eachBothWays
  case eachOfNoList(type: String)
  case eachOfNoClass(type: String)
  case cellWithoutViewModel(String)
  case changesWhileAsking

  // MARK: Writing

  case constantWritten(String)
  case parameterWritten(String)
  case copyWritten(String)
  case symbolWritten(String, SymbolKind)
  case silentVariable
  case turnWritten
  case selfWritten

  // MARK: Values

  case noCondition(type: String)
  case cannotTake(String, left: String, right: String)
  case cannotNegate(type: String)
  case notOfNoBool(type: String)
  case noRounds(type: String)
  case noLimit(type: String)
  case noSequence(type: String)
  case noElements(type: String)
  case elementOfNoList
  case noKey(type: String)
  case noIndex(type: String)
  case outsideList(Int, count: Int)
  case outsideString(Int, count: Int)
  case rangeOutside(Range<Int>, count: Int, isString: Bool)
  case rangeReversed(low: Int, high: Int)
  case rangeTooLarge
  case noDictionaryKey(type: String)
  case keyTwice(String)
  case noCase(String, enumeration: String, near: String?, cases: [String])
  case caseCarries(String, count: Int, given: Int)
  case switchOfNoEnum(type: String)
  case noList(ListOperation, type: String)

  // MARK: Bindings

  case expressionAsTarget
  case endIsNoProperty(isTarget: Bool)
  case pathFromExpression
  case beginsAtNil(String)
  case beginsAtValue(String, type: String, EndRoot)
  /// The semantics has no two-way bindings.
  case noTwoWay(semantics: String)
  /// Under the semantics a cycle of one-way bindings has no values.
  case closesLoop(semantics: String)
  case effectInEffect(semantics: String)
  /// A plain write to the target of the binding with this number.
  case refusedWrite(String, binding: Int?, semantics: String)
  /// A write to its target ends a binding, or may do so when it runs.
  case endlessEcho(semantics: String)
  /// A formula that calls an action or a command with an effect.
  case formulaWithEffect(callee: String)
  case endsBinding(String, of: String, semantics: String, isCertain: Bool)
  case replacesBinding(String, by: String, semantics: String)
  case noDefaultProperty(String, first: String?)
  case tailAsTarget(String)
  case cannotGo(String, isReversed: Bool, canTurn: Bool)
  case cannotGoBack(String, isReversed: Bool)
  case blockCannotGoBack
  case unbindsNothing
  case releasesNothing(type: String)
  case keepsNothing(type: String)
  /// A warning: a binding or an observer that ends as soon as it is made.
  case unkept
  /// The object is to be released while a binding or observer, named by its number or its text, observes it.
  case stillObserved(String, by: String)
  case unboundAlready(String)
  /// A warning: another binding does the same.
  case sameBinding(String)
  /// An observer of the same place in the script that still exists.
  case sameObserver(String)
  /// Objects that would keep each other alive where references are counted: the way round.
  case retainCycle(String)
  /// What each run of a block makes once more.
  case madeAgain(String)
  /// A property, and how the bindings are called if they are not shown otherwise.
  /// - Parameters:
  ///   - system: One in which the second binding replaces the first.
  ///   - ends: Those of the second binding, as in 'rebind'; nil if it converts.
  case twoWriters(String, by: [String] = [], system: String? = nil, ends: String? = nil)
  /// A warning: the end is an object's property, although its event is meant.
  case eventMeant(String, type: String, event: String)
  /// A warning: `new` assigns the new object to a weak property of itself.
  case ownDelegate(String, isNew: Bool, hasOuter: Bool)
  /// A binding passes a value to a property that holds an object with a default property.
  case replacesObject(String, type: String, member: String)
  /// A warning: a two-way binding first passes nil over a value.
  case passesNilFirst(String, over: String, of: String, turned: String)
  case extendsNothing

  // MARK: Places

  case outsideBlocksOnly(String)
  /// The words of `expect error` and similar statements.
  case expectationInBlock(String)
  case unannouncedVariable(String, isSource: Bool)
  /// The first value of a member is the member. `means` is what has the name outside of the body.
  case givesItself(String, means: SymbolKind?)
  /// `instead` is the binding that follows it, if it can be written so.
  case readsUnannounced(String, instead: String?)
  case noHelp(String, near: String?)
  case noFinding(String, near: String?)

  // MARK: Files

  case refusesSource
  case nulInPath
  case includesItself(String)
  case tooManyFiles
  case unreadable(String, String)
  case cannotBeRun(String)
  case resetInOtherFile
}

/// What an end of a binding begins with instead of an object.
package enum EndRoot: Equatable {
  case source, target, variable

  var text: String { self == .target ? "has no properties to write" : "nothing can observe" }

  var help: String {
    switch self {
    case .source: "begin at an object, or put an expression in parentheses"
    case .target: "name a property, such as label.text"
    case .variable: "make it a property of an object, which announces its changes"
    }
  }
}

/// A required action of a protocol that an object lacks, or has with other parameters.
package struct UnmetAction: Equatable {
  /// `done(result)`
  package let signature: String
  /// How many parameters the object's own action of the name has; nil if it has none.
  package let ownCount: Int?

  package init(signature: String, ownCount: Int?) {
    self.signature = signature
    self.ownCount = ownCount
  }
}

extension MemberKind {
  /// The word for it in messages, with its article.
  package var text: String {
    switch self {
    case .property: "a property"
    case .event: "an event"
    case .action: "an action"
    case .command: "a command"
    }
  }
}

extension Diagnostic {
  /// A mistake at a place.
  package init(
    _ mistake: Mistake, _ severity: Severity = .error, file: SourceFile?, span: SourceSpan?,
    notes: [Note] = []
  ) {
    let text = mistake.text
    let help = text.help.map { [Note(.help, $0)] } ?? []
    self.init(
      severity, text.message, file: file, span: span, notes: notes + help, code: mistake.code)
    self = helping(mistake)
  }
}

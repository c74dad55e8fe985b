import BindingEngine
import Language
import Names
import Syntax

/// What something holds, and when that was seen.
struct Held {
  var value: StaticValue
  var time: Int

  /// What a binding writes.
  static var open: Held { Held(value: .unknown, time: -1) }
  var isOpen: Bool { time < 0 }
}

/// What may have changed since it was seen.
struct Holdings {
  /// Counts what is forgotten.
  private(set) var time = 0
  private var forgotten = NameMap<Int>()
  private var allForgotten = 0
  /// What bindings write on objects that are not known.
  private var open = NameMap<Bool>()
  /// Variables at top level.
  var variables = NameMap<Held>()
  /// Counts what was answered from here.
  var answers = 0
  /// Counts all that was written or forgotten.
  var writes = 0

  /// Forgets what every property and variable of the name holds.
  mutating func forget(_ name: Name) {
    time += 1
    writes += 1
    forgotten[name] = time
  }

  mutating func forgetAll() {
    time += 1
    writes += 1
    allForgotten = time
  }

  /// Notes that properties of the name may be written at any time from here on.
  mutating func open(_ name: Name) {
    writes += 1
    open[name] = true
  }

  func isStill(_ name: Name, since time: Int) -> Bool {
    open[name] == nil && time >= max(allForgotten, forgotten[name] ?? 0)
  }
}

/// What properties and variables hold while statements run one after the other. This is tracked
/// only if nothing but such statements writes the name, no block that runs later does, and until a
/// binding writes the property.
extension CheckRun {
  /// Whether what stands here runs for certain, once, and now.
  var follows: Bool {
    scope.isFlow && scope.isCertain && scope.role != .computed && !isIncomplete
      && !isLoadingPrelude
  }

  // MARK: Properties

  /// What can be read from a property of an object here and now; nil if it is unknown.
  func present(_ property: StaticProperty, of known: KnownObject) -> StaticValue? {
    property.isComputed ? worked(property, of: known) : held(property, of: known)
  }

  /// What a property of an object holds; nil if that is open.
  func held(_ property: StaticProperty, of known: KnownObject) -> StaticValue? {
    let object = known.object
    guard follows, known.isExact, object.isCertain, !object.isReleased, property.isPlain,
      facts.isWrittenInOrder(property.name), object.type !== commandClass,
      object.type !== responseClass
    else { return nil }
    let held = object.held(property.name) ?? first(property, of: object)
    guard holdings.isStill(property.name, since: held.time),
      let value = property.type.read(held.value)
    else { return nil }
    holdings.answers += 1
    return afterRelease(value)
  }

  /// The value that an object began with.
  private func first(_ property: StaticProperty, of object: StaticObject) -> Held {
    let held = Held(value: firstValue(of: property, object), time: object.time)
    object.hold(held, in: property.name)
    return held
  }

  /// Works a first value out of what does not differ with time.
  private func firstValue(of property: StaticProperty, _ object: StaticObject) -> StaticValue {
    guard property.initial.exists else { return StaticValue(.nil) }
    // Most of them, without a scope of their own.
    if let literal = property.script.tree.literal(property.initial) { return StaticValue(literal) }
    guard isPure(property.initial, in: property.script.tree) else { return .unknown }
    var inner = Scope()
    inner.receiver = KnownObject(object: object, isExact: true)
    inner.isCertain = false
    let outer = (reads, mutedError)
    reads = nil
    var value = StaticValue.unknown
    within(inner) { value = quietly(in: property.script) { self.value(property.initial) } }
    (reads, mutedError) = outer
    return value
  }

  /// Notes the first value that a body gives to a property of an object.
  func hold(first value: StaticValue, _ initial: NodeID, in name: Name, of object: StaticObject) {
    // What is written in the text is found there on demand.
    guard follows, object.isCertain, tree.literal(initial) == nil, facts.isWrittenInOrder(name)
    else { return }
    object.hold(Held(value: value, time: holdings.time), in: name)
  }

  /// Notes a write to a property.
  ///
  /// - Parameters:
  ///   - known: nil if it may be any object, or none.
  ///   - isSilent: Whether nothing that reads it learns of it.
  func hold(
    _ value: StaticValue, in name: Name, of known: KnownObject?, isSilent: Bool = false
  ) {
    guard facts.isWrittenInOrder(name) else { return }
    guard follows, let known, known.isExact, known.object.isCertain else {
      return holdings.forget(name)
    }
    if value.object != nil { wholes.append(known.object) }
    holdings.writes += 1
    // What was evaluated from a value that changed silently is kept until something else changes.
    let isSplit = isSilent && !known.object.readers(of: name).isEmpty
    known.object.hold(Held(value: isSplit ? .unknown : value, time: holdings.time), in: name)
    workOutReaders(of: name, known.object)
  }

  /// Notes that a binding made here writes one of its ends.
  func open(_ end: End, _ node: NodeID) {
    guard !scope.isMuted else { return }
    holdings.writes += 1
    if let place = end.last {
      place.object.open(place.name)
    } else if case .member(_, let name) = tree.expression(node) {
      holdings.open(tree.name(name))
    } else {
      // Of an object that is not known, its default property.
      for name in facts.defaults.names { holdings.open(name) }
    }
  }

  // MARK: Variables

  /// What a variable at top level holds.
  func held(variable name: Name) -> StaticValue? {
    guard let held = holdings.variables[name] else { return nil }
    // What nothing writes again holds the same everywhere.
    guard facts.written[name] != nil else { return afterRelease(held.value) }
    guard follows, facts.isWrittenInOrder(name), holdings.isStill(name, since: held.time) else {
      return nil
    }
    return afterRelease(held.value)
  }

  /// Notes a write to a variable at top level.
  func hold(_ value: StaticValue, inVariable name: Name) {
    let isKnown = follows && facts.isWrittenInOrder(name)
    holdings.writes += 1
    holdings.variables[name] = isKnown ? Held(value: value, time: holdings.time) : nil
  }

  func held(_ local: Scope.Local) -> StaticValue {
    guard local.kind == .variable else { return afterRelease(local.value) }
    return follows && facts.isWrittenInOrder(local.name) ? afterRelease(local.value) : .unknown
  }

  /// Notes a write to what a block has declared.
  func hold(_ value: StaticValue, inLocal name: Name) {
    scope.locals.setValue(follows ? value : .unknown, of: name)
  }

  /// The value as it is where the object may be released: every reference to it reads nil then.
  func afterRelease(_ value: StaticValue) -> StaticValue {
    guard let known = value.object, known.object.isReleased else { return value }
    return known.isExact && known.object.isGone && scope.isFlow ? StaticValue(.nil) : .unknown
  }
}

extension SyntaxTree {
  /// The value that a literal stands for; nil for all other expressions.
  fileprivate func literal(_ id: NodeID) -> Value? {
    switch expression(id) {
    case .nilLiteral: .nil
    case .boolLiteral(let flag): .bool(flag)
    case .intLiteral(let number): .int(number)
    case .doubleLiteral(let number): .double(number)
    case .durationLiteral(let time): .duration(time)
    case .stringLiteral(let text): .string(text)
    default: nil
    }
  }
}

extension StaticProperty {
  /// Whether it holds just what is written to it.
  fileprivate var isPlain: Bool { role == .property && !isComputed && !isWeak && !hasSetter }
}

extension StaticType {
  /// What a property of the type reads as when it was given `value`; nil if it does not take it.
  fileprivate func read(_ value: StaticValue) -> StaticValue? {
    if case .named(.any) = base { return value }
    if case .named(.double) = base, case .int(let number)? = value.literal {
      return StaticValue(.double(Double(number)))
    }
    guard !value.kinds.isEmpty, kinds.isSuperset(of: value.kinds) else { return nil }
    var value = value
    value.declared = kinds
    return value
  }
}

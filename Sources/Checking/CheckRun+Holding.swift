import Language
import Names
import Syntax
import Values

/// The value of something, and when it was determined.
struct Held {
  var value: StaticValue
  var time: Int

  /// A write by a binding.
  static var open: Held { Held(value: .unknown, time: -1) }
  var isOpen: Bool { time < 0 }
}

/// What may have changed since the value was determined.
struct Holdings {
  /// Counts what becomes unknown.
  private(set) var time = 0
  private var forgotten = NameMap<Int>()
  private var allForgotten = 0
  /// What bindings write on objects that are unknown.
  private var open = NameMap<Bool>()
  /// Variables at top level.
  var variables = NameMap<Held>()
  /// Counts the answers that come from here.
  var answers = 0
  /// Counts everything that was written or became unknown.
  var writes = 0

  /// Makes the values of all properties and variables of the name unknown.
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

  /// Records that properties of the name may be written at any time from here on.
  mutating func open(_ name: Name) {
    writes += 1
    open[name] = true
  }

  func isStill(_ name: Name, since time: Int) -> Bool {
    open[name] == nil && time >= max(allForgotten, forgotten[name] ?? 0)
  }
}

/// The values of properties and variables while statements run one after the other. A value is tracked
/// only if nothing except such statements writes the name, no block that runs later does, and until a
/// binding writes the property.
extension CheckRun {
  /// Whether the code at this point certainly runs, once, and now.
  var follows: Bool {
    scope.isFlow && scope.isCertain && scope.role != .computed && !isIncomplete
      && !isLoadingPrelude
  }

  // MARK: Properties

  /// The value that can be read from a property of an object at this point; nil if it is unknown.
  func present(_ property: StaticProperty, of known: KnownObject) -> StaticValue? {
    property.isComputed ? worked(property, of: known) : held(property, of: known)
  }

  /// The value of a property of an object; nil if it is unknown.
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

  /// The first value of a property of an object.
  private func first(_ property: StaticProperty, of object: StaticObject) -> Held {
    let held = Held(value: firstValue(of: property, object), time: object.time)
    keep(held, in: property.name, of: object)
    return held
  }

  /// Keeps a value, which may refer to the object: then they end together only if that is noted.
  func keep(_ held: Held, in name: Name, of object: StaticObject) {
    if held.value.mayReferToObject { wholes.append(object) }
    object.hold(held, in: name)
  }

  /// Evaluates a first value if it does not change with time.
  private func firstValue(of property: StaticProperty, _ object: StaticObject) -> StaticValue {
    guard property.initial.exists else { return StaticValue(.nil) }
    // Most of them need no scope of their own.
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

  /// Records the first value that a body gives to a property of an object.
  func hold(first value: StaticValue, _ initial: NodeID, in name: Name, of object: StaticObject) {
    // A literal is found there when it is needed.
    guard follows, object.isCertain, tree.literal(initial) == nil, facts.isWrittenInOrder(name)
    else { return }
    keep(Held(value: value, time: holdings.time), in: name, of: object)
  }

  /// Records a write to a property.
  ///
  /// - Parameters:
  ///   - known: nil if it may be any object, or nil.
  ///   - isSilent: Whether nothing that reads it is notified.
  func hold(
    _ value: StaticValue, in name: Name, of known: KnownObject?, isSilent: Bool = false
  ) {
    guard facts.isWrittenInOrder(name) else { return }
    guard follows, let known, known.isExact, known.object.isCertain else {
      return holdings.forget(name)
    }
    holdings.writes += 1
    // A value that was evaluated before a silent change is kept until something else changes.
    let isSplit = isSilent && !known.object.readers(of: name).isEmpty
    let held = Held(value: isSplit ? .unknown : value, time: holdings.time)
    keep(held, in: name, of: known.object)
    evaluateReaders(of: name, known.object)
  }

  /// Records that a binding made here writes one of its ends.
  func open(_ end: End, _ node: NodeID) {
    guard !scope.isMuted else { return }
    holdings.writes += 1
    if let place = end.last {
      place.object.open(place.name)
    } else if case .member(_, let name) = tree.expression(node) {
      holdings.open(tree.name(name))
    } else {
      // For an object that is unknown, its default property.
      for name in facts.defaults.names { holdings.open(name) }
    }
  }

  // MARK: Variables

  /// The value of a variable at top level.
  func held(variable name: Name) -> StaticValue? {
    guard let held = holdings.variables[name] else { return nil }
    // What is never written again has the same value everywhere.
    guard facts.written[name] != nil else { return afterRelease(held.value) }
    guard follows, facts.isWrittenInOrder(name), holdings.isStill(name, since: held.time) else {
      return nil
    }
    return afterRelease(held.value)
  }

  /// Records a write to a variable at top level.
  func hold(_ value: StaticValue, inVariable name: Name) {
    let isKnown = follows && facts.isWrittenInOrder(name)
    holdings.writes += 1
    holdings.variables[name] = isKnown ? Held(value: value, time: holdings.time) : nil
  }

  func held(_ local: Scope.Local) -> StaticValue {
    guard local.kind == .variable else { return afterRelease(local.value) }
    return follows && facts.isWrittenInOrder(local.name) ? afterRelease(local.value) : .unknown
  }

  /// Records a write to a local of a block.
  func hold(_ value: StaticValue, inLocal name: Name) {
    scope.locals.setValue(follows ? value : .unknown, of: name)
  }

  /// The value if the object may be released: every reference to it then reads nil.
  func afterRelease(_ value: StaticValue) -> StaticValue {
    guard let known = value.object, known.object.isReleased else { return value }
    return known.isExact && known.object.isGone && scope.isFlow ? StaticValue(.nil) : .unknown
  }
}

extension SyntaxTree {
  /// The value of a literal; nil for all other expressions.
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
  /// Whether it stores exactly what is written to it.
  fileprivate var isPlain: Bool { role == .property && !isComputed && !isWeak && !hasSetter }
}

extension StaticType {
  /// The value that a property of the type stores when `value` is written; nil if it refuses it.
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

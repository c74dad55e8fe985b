import BindingEngine
import CodeCycles
import Interpreter
import Language
import Names
import Syntax

/// What an expression of a block was when the block ran, as far as the remembered turns show it.
///
/// The recorded values give it. If that cannot be done, since something is called, it is
/// evaluated now, provided that nothing that it reads has changed since.
struct PastValues {
  let session: Session
  let index: EventIndex
  /// When the block ran: its event, or the beginning of its turn.
  let moment: EventPlace
  let unit: CodeUnit
  let effect: CodeEffect
  /// What the block was given, by name.
  let given: [Name: Value]
  /// How deep expressions may be nested.
  private static var deepest: Int { 100 }

  init(
    _ session: Session, _ index: EventIndex, at moment: EventPlace, given event: TraceEvent,
    in unit: CodeUnit, _ effect: CodeEffect
  ) {
    (self.session, self.index, self.moment) = (session, index, moment)
    (self.unit, self.effect) = (unit, effect)
    let (value, old) = (session.names.intern("value"), session.names.intern("old"))
    switch event.kind {
    case .observe, .fire: given = [value: event.new, old: event.old]
    case .write where event.change.kind == .set:
      given = [value: index.given(at: moment) ?? event.new, old: event.old]
    case .call: given = PastValues.arguments(of: event, session.parameters(of: unit))
    default: given = [:]
    }
  }

  private static func arguments(of call: TraceEvent, _ parameters: [Name]) -> [Name: Value] {
    if call.property != 0 { return parameters.first.map { [$0: call.new] } ?? [:] }
    guard case .list(let values) = call.old else { return [:] }
    return Dictionary(zip(parameters, (0..<values.count).map { values[$0] })) { $1 }
  }

  private var tree: SyntaxTree { unit.reading.tree.tree }

  /// The first condition of the effect that kept it from happening, and what it was; and how many before it
  /// were met.
  func failedCondition() -> (failed: (node: NodeID, value: Value)?, met: Int) {
    var unknown: Int?
    for (position, condition) in effect.conditions.enumerated() {
      guard let needed = condition.needed,
        let found = value(condition.node) ?? repeated(condition.node),
        let isMet = meets(found, needed)
      else {
        // One after it that was not met is reason enough.
        unknown = unknown ?? position
        continue
      }
      if !isMet { return ((condition.node, found), position) }
    }
    return (nil, unknown ?? effect.conditions.count)
  }

  /// Whether a value is what a condition needs; nil if it is of another kind.
  private func meets(_ value: Value, _ need: EffectCondition.Need) -> Bool? {
    switch (need, value) {
    case (.truth(let wanted), .bool(let found)): found == wanted
    case (.elements, .list(let list)): list.count > 0
    case (.elements, .dictionary(let entries)): !entries.isEmpty
    case (.elements, .int(let count)): count > 0
    case (.oneOf(let names), .enumeration(let found)):
      names.contains { session.names.text(of: $0) == found.name }
    case (.noneOf(let names), .enumeration(let found)):
      !names.contains { session.names.text(of: $0) == found.name }
    case (.oneOf, .nil): false
    case (.noneOf, .nil): true
    default: nil
    }
  }

  func value(_ node: NodeID, depth: Int = 0) -> Value? {
    guard depth < PastValues.deepest else { return nil }
    switch tree.expression(node) {
    case .nilLiteral: return .nil
    case .boolLiteral(let value): return .bool(value)
    case .intLiteral(let value): return .int(value)
    case .doubleLiteral(let value): return .double(value)
    case .parenthesized(let inner): return value(inner, depth: depth + 1)
    case .name(let name): return value(of: name, depth)
    case .selfReference: return unit.scope.receiver.map { .object($0) }
    case .stringLiteral(let text): return .string(text)
    case .durationLiteral(let span): return .duration(span)
    case .member(let base, let member):
      guard let subject = value(base, depth: depth + 1) else { return nil }
      guard case .object(let object) = subject else {
        let name = session.names.text(of: tree.name(member))
        return try? ValueTail.value(name, ValueTail(rawValue: name), of: subject)
      }
      return session.graphState.slot(tree.name(member), of: object).flatMap(value(at:))
    case .unary(.not, let inner):
      guard case .bool(let flag)? = value(inner, depth: depth + 1) else { return nil }
      return .bool(!flag)
    case .unary(.negate, let inner):
      return value(inner, depth: depth + 1).flatMap { try? Operators.negate($0) }
    case .binary(let sign, let left, let right):
      guard let first = value(left, depth: depth + 1) else { return nil }
      return binary(sign, first, right, depth)
    case .conditional(let asked, let then, let otherwise):
      guard case .bool(let flag)? = value(asked, depth: depth + 1) else { return nil }
      return value(flag ? then : otherwise, depth: depth + 1)
    default: return nil
    }
  }

  private func binary(
    _ sign: BinaryOperator, _ left: Value, _ right: NodeID, _ depth: Int
  ) -> Value? {
    switch (sign, left) {
    case (.and, .bool(false)), (.or, .bool(true)): return left
    case (.coalesce, let value): if case .nil = value {} else { return value }
    default: break
    }
    guard let other = value(right, depth: depth + 1) else { return nil }
    switch sign {
    case .and, .or, .coalesce: return other
    case .equal, .notEqual, .less, .lessOrEqual, .greater, .greaterOrEqual:
      return (try? Operators.compare(sign, left, other)).map { .bool($0) }
    case .add: return try? Operators.add(left, other)
    case .subtract: return try? Operators.subtract(left, other)
    case .multiply: return try? Operators.multiply(left, other)
    case .divide: return try? Operators.divide(left, other)
    case .remainder: return try? Operators.remainder(left, other)
    case .range, .closedRange: return nil
    }
  }

  // MARK: Evaluated again

  /// The value of an expression as it is evaluated now, if nothing that it reads has changed since.
  private func repeated(_ node: NodeID) -> Value? {
    var locals: [(name: Name, value: Value)] = given.map { ($0, $1) }
    locals += unit.scope.copies.map { ($0, .object($1)) }
    locals.sort { $0.name.index < $1.name.index }
    let declared =
      (effect.values.map { ($0.name, $0.node) } + effect.constants.map { ($0.name, $0.path) })
      .sorted { tree[$0.1].span.start < tree[$1.1].span.start }
    for (name, node) in declared {
      guard let value = repeated(node, locals) else { continue }
      locals.append((name, value))
    }
    return repeated(node, locals)
  }

  private func repeated(_ node: NodeID, _ locals: [(name: Name, value: Value)]) -> Value? {
    let hidden = Set(effect.locals + effect.constants.map(\.name))
      .subtracting(locals.map(\.name))
    guard !tree.contains(nameIn: node, where: { hidden.contains($0) }) else { return nil }
    let found = session.trial(
      of: node, in: unit.reading.tree, members: unit.scope.members, of: unit.scope.receiver,
      locals: locals)
    guard let found, !found.isRandom else { return nil }
    var seen: Set<UInt32> = []
    return found.reads.allSatisfy { isUnchanged($0, &seen) } ? found.value : nil
  }

  /// Whether a property has had its value since the moment; a computed one, if what it reads has.
  private func isUnchanged(_ slot: UInt32, _ seen: inout Set<UInt32>) -> Bool {
    guard seen.insert(slot).inserted else { return true }
    let computed = session.graphState.writers(of: slot).first {
      session.graphState.links[$0].flags.contains(.computed)
    }
    guard let computed else { return !index.sets(of: slot).contains { $0 > moment } }
    return session.graphState.sources(of: computed).allSatisfy { isUnchanged($0, &seen) }
  }

  // MARK: Names and properties

  private func value(of name: Name, _ depth: Int) -> Value? {
    if let value = given[name] { return value }
    if let local = effect.values.last(where: { $0.name == name }) {
      // It may name an outer constant of the same name, which is not known here.
      return value(local.node, depth: depth + PastValues.deepest / 4)
    }
    if effect.locals.contains(name) || effect.constants.contains(where: { $0.name == name }) {
      return nil
    }
    if let copy = unit.scope.copies[name] { return .object(copy) }
    if unit.scope.members.contains(name), let receiver = unit.scope.receiver {
      return session.graphState.slot(name, of: receiver).flatMap(value(at:))
    }
    switch session.symbol(name) {
    case .object(let slot), .constant(let slot): return session.graphState.read(slot)
    default: return nil
    }
  }

  /// What a property was at the moment; nil if something has changed it in the same turn since, since the
  /// block may have read it before or after that.
  private func value(at slot: UInt32) -> Value? {
    let sets = index.sets(of: slot)
    guard let next = sets.first(where: { $0 > moment }) else {
      return session.graphState.read(slot)
    }
    guard next.turn != moment.turn, index[next].kind == .write, index[next].change.kind == .set
    else {
      return nil
    }
    return index[next].old
  }
}

extension Session {
  /// The names of what a call gives to code; none where nothing calls it.
  fileprivate func parameters(of unit: CodeUnit) -> [Name] {
    guard case .place(let place) = unit.origin else { return [] }
    let callable = place.action ?? place.member.map { graphState.info(of: $0).callable }
    let isCalled = place.member.map { graphState.info(of: $0).role != .property } ?? true
    guard let callable, isCalled, state.callables.indices.contains(Int(callable)) else { return [] }
    return state.callables[Int(callable)].parameters
  }
}

extension EventIndex {
  /// What the `set` block was given that corrected a write; nil if none did.
  fileprivate func given(at place: EventPlace) -> Value? {
    guard place.position > 0 else { return nil }
    let before = turns[place.turn].events[place.position - 1]
    return before.kind == .correct && before.property == self[place].property ? before.old : nil
  }
}

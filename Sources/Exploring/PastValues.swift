import BindingEngine
import CodeCycles
import Interpreter
import Language
import Names
import Syntax

/// What an expression of a block was when the block ran, as far as the remembered turns show it. Nothing
/// is called, so a value is unknown if it depends on a call.
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
    let isNotified = event.kind == .observe || event.kind == .fire
    given =
      isNotified
      ? [session.names.intern("value"): event.new, session.names.intern("old"): event.old] : [:]
  }

  private var tree: SyntaxTree { unit.reading.tree.tree }

  /// The first condition of the effect that kept it from happening, and what it was; and how many before it
  /// were met.
  func failedCondition() -> (failed: (node: NodeID, value: Bool)?, met: Int) {
    for (position, condition) in effect.conditions.enumerated() {
      guard let needed = condition.needed, case .bool(let found)? = value(condition.node) else {
        return (nil, position)
      }
      if found != needed { return ((condition.node, found), position) }
    }
    return (nil, effect.conditions.count)
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
      return session.core.pointee.slot(tree.name(member), of: object).flatMap(value(at:))
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
      return session.core.pointee.slot(name, of: receiver).flatMap(value(at:))
    }
    switch session.symbol(name) {
    case .object(let slot), .constant(let slot): return session.core.pointee.read(slot)
    default: return nil
    }
  }

  /// What a property was at the moment; nil if something has changed it in the same turn since, since the
  /// block may have read it before or after that.
  private func value(at slot: UInt32) -> Value? {
    let sets = index.sets(of: slot)
    guard let next = sets.first(where: { $0 > moment }) else {
      return session.core.pointee.read(slot)
    }
    guard next.turn != moment.turn, index[next].kind == .write, index[next].change.kind == .set
    else {
      return nil
    }
    return index[next].old
  }
}

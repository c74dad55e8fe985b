import BindingEngine

/// A place in a script that takes values of some kinds only.
///
/// `check` asks with the kinds that a value may have there. A run tests the value itself, which is
/// faster, and asks only when it does not fit.
package enum ValuePlace {
  case condition
  /// The condition of a breakpoint: what is nil now may be a Bool at the stop.
  case stopCondition
  case rounds, limit, sequence, duration
  case negated, inverted
  /// What stands in front of `[…]`: a value with elements, or an object of which a key names a
  /// member. Written, an object is none of these.
  case list, writtenList
  /// An index; the number of elements where that is known.
  case index(below: Int?)
  /// What names a member of an object: `vm[key]`.
  case key
  case dictionaryKey
  case changedList(ListOperation)
  case cells, cellClass
  case fired, unbound, extended, released
  /// What `responds` asks.
  case asked

  private var kinds: ValueKinds {
    switch self {
    case .condition, .inverted: .bool
    case .stopCondition: [.bool, .nil]
    case .rounds, .limit, .index: .int
    case .sequence: [.list, .string, .dictionary, .nil]
    case .duration: .duration
    case .negated: [.int, .double, .duration]
    case .cells: [.list, .nil]
    case .list: [.list, .string, .dictionary, .object, .nil]
    case .dictionaryKey: [.string, .int]
    case .writtenList: [.list, .dictionary]
    case .changedList: .list
    case .cellClass, .key: .string
    case .unbound, .extended: .object
    case .fired, .released, .asked: [.object, .nil]
    }
  }

  /// What is wrong with a value of these kinds; nil if one of them fits.
  ///
  /// - Parameters:
  ///   - literal: The value, if it is known.
  ///   - text: What messages call it.
  package func mistake(
    of kinds: ValueKinds, _ literal: Value? = nil, text: @autoclosure () -> String? = nil
  ) -> Mistake? {
    guard kinds.isDisjoint(with: self.kinds) else {
      return literal.flatMap { mistake(ofLiteral: $0) }
    }
    guard let type = kinds.typeName else { return nil }
    return switch self {
    case .condition, .stopCondition: .noCondition(type: type)
    case .rounds: .noRounds(type: type)
    case .limit: text().map { .noLimit(type: $0) }
    case .sequence: .noSequence(type: type)
    case .duration: .noDuration(type: type)
    case .negated: .cannotNegate(type: type)
    case .inverted: .notOfNoBool(type: type)
    case .list: .noElements(type: type)
    case .writtenList: .elementOfNoList
    case .index: .noIndex(type: type)
    case .key: .noKey(type: type)
    case .dictionaryKey: .noDictionaryKey(type: type)
    case .changedList(let operation): .noList(operation, type: type)
    case .cells: .eachOfNoList(type: type)
    case .cellClass: .eachOfNoClass(type: type)
    case .fired: .noEvents(type: type)
    case .unbound: .unbindsNothing
    case .extended: .extendsNothing
    case .released: .releasesNothing(type: type)
    case .asked: .noActions(type: type)
    }
  }

  /// What is wrong with a value of the right kind.
  private func mistake(ofLiteral value: Value) -> Mistake? {
    switch (self, value) {
    case (.duration, .duration(let time)) where time < 0:
      .negativeDuration(Value.text(ofMicroseconds: time))
    case (.limit, .int(let number)) where number < 0: .noLimit(type: String(number))
    case (.index(let count?), .int(let position)) where !(0..<count).contains(position):
      .outsideList(position, count: count)
    default: nil
    }
  }

  /// Why a run stops at a value that does not fit. A released object is nil to whoever wants an object.
  package func failure(_ value: Value, text: @autoclosure () -> String = "") -> ScriptFailure {
    let found = mistake(of: ValueKinds(of: value), value, text: text()) ?? mistake(of: .nil)
    guard let found else { preconditionFailure("\(self) takes \(value.typeName)") }
    return .mistake(found)
  }
}

// What cannot be done to a value that is not an object, whatever stands there.
extension ValueKinds {
  private static let mayHaveMembers: ValueKinds = [.object, .nil]

  /// The type of what certainly has no members, if it has one name.
  private var typeWithoutMembers: String? { isDisjoint(with: .mayHaveMembers) ? typeName : nil }

  /// What is wrong with a call of `name` behind such a value; nothing if it may be nil, which takes
  /// all calls.
  package func mistake(ofCalling name: String) -> Mistake? {
    guard let type = typeWithoutMembers else { return nil }
    if self == .list, let operation = ListOperation(rawValue: name) {
      return .calledWrongly(operation)
    }
    if let method = ValueMethod.named(name) { return method.mistake(ofReceiver: self) }
    if let tail = ValueTail(rawValue: name), !StaticOperators.result(of: tail, self).isEmpty {
      return .callOfTail(name)
    }
    let methods = ValueMethod.all.filter { !$0.receivers.isDisjoint(with: self) }
    return .callOfValue(
      name, type: type,
      near: ValueMethod.near(
        name, among: methods, or: self == .list ? ListOperation.allCases.map(\.rawValue) : []))
  }

  /// What is wrong with a write to `name` behind such a value.
  package func mistake(ofWriting name: String) -> Mistake? {
    typeWithoutMembers.map { .memberNotWritable(name, type: $0) }
  }

  /// What is wrong with an end of a binding or observer that begins at such a value.
  package func mistake(
    ofBeginning path: @autoclosure () -> String, isVariable: Bool, isTarget: Bool
  ) -> Mistake? {
    if self == .nil { return .beginsAtNil(path()) }
    return typeWithoutMembers.map {
      .beginsAtValue(path(), type: $0, isVariable ? .variable : isTarget ? .target : .source)
    }
  }
}

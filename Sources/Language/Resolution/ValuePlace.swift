import Values

/// A place in a script that accepts only values of some kinds.
///
/// `check` uses it with the kinds that a value may have there. A run tests the value itself, which is
/// faster, and uses it only for the error.
package enum ValuePlace {
  case condition
  /// The condition of a breakpoint: a value that is nil now may be a Bool when the turn stops.
  case stopCondition
  case rounds, limit, sequence, duration
  case negated, inverted
  /// The expression before `[…]`: a value with elements, or an object whose member the key names. For
  /// a write, an object is not allowed.
  case list, writtenList
  /// An index; with the number of elements, if it is known.
  case index(below: Int?)
  /// The name of a member of an object: `vm[key]`.
  case key
  case dictionaryKey
  case changedList(ListOperation)
  case cells, cellClass
  case fired, unbound, extended, released, keeper
  /// The object before `responds`.
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
    case .fired, .released, .keeper, .asked: [.object, .nil]
    }
  }

  /// What is wrong with a value of these kinds; nil if at least one of them is accepted.
  ///
  /// - Parameters:
  ///   - literal: The value, if it is known.
  ///   - text: Its name in messages.
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
    case .keeper: .keepsNothing(type: type)
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

  /// Why a run stops at a value that is not accepted. A released object counts as nil.
  package func failure(_ value: Value, text: @autoclosure () -> String = "") -> ScriptFailure {
    let found = mistake(of: ValueKinds(of: value), value, text: text()) ?? mistake(of: .nil)
    guard let found else { preconditionFailure("\(self) takes \(value.typeName)") }
    return .mistake(found)
  }
}

// What is impossible with a value that is not an object.
extension ValueKinds {
  private static let mayHaveMembers: ValueKinds = [.object, .nil]

  /// The type of a value that certainly has no members, if it is a single type.
  private var typeWithoutMembers: String? { isDisjoint(with: .mayHaveMembers) ? typeName : nil }

  /// What is wrong with a call of `name` on such a value; nothing if it may be nil, on which every call
  /// is allowed.
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
        name, among: methods,
        or: (self == .list ? ListOperation.named.map(\.rawValue) : [])
          + ValueTail.allCases.filter { !StaticOperators.result(of: $0, self).isEmpty }
          .map(\.rawValue)))
  }

  /// What is wrong with a write to `name` of such a value.
  package func mistake(ofWriting name: String) -> Mistake? {
    typeWithoutMembers.map { .memberNotWritable(name, type: $0) }
  }

  /// What is wrong with an end of a binding or observer whose path begins at such a value.
  package func mistake(
    ofBeginning path: @autoclosure () -> String, isVariable: Bool, isTarget: Bool
  ) -> Mistake? {
    if self == .nil { return .beginsAtNil(path()) }
    return typeWithoutMembers.map {
      .beginsAtValue(path(), type: $0, isVariable ? .variable : isTarget ? .target : .source)
    }
  }
}

import Text
import Values

/// Names after a property that holds a value, such as `trimmed.count` after a String: their result,
/// and what is wrong with them whatever the value is.
///
/// `check` uses it with what it knows about the property, and a run with the declared type of the
/// property or with its value.
package struct TailChain {
  /// The result of the last name; anything if the path may lead through an object.
  package private(set) var kinds: ValueKinds
  package private(set) var failure: (position: Int, mistake: Mistake)?

  /// - Parameters:
  ///   - kinds: What the property holds. Nil among them changes nothing: every name of nil gives nil.
  ///   - isTarget: Whether the last name is a target.
  ///   - isKey: Whether a name is written as a key of a dictionary.
  ///   - near: The most similar name of a tail, for a name that is not one.
  package init(
    _ names: [String], behind kinds: ValueKinds, isTarget: Bool = false,
    isKey: (Int) -> Bool = { _ in true },
    near: (String) -> String? = TailChain.near
  ) {
    self.kinds = kinds
    for (position, name) in names.enumerated() {
      let base = self.kinds.subtracting(.nil)
      guard !base.contains(.object), let type = base.typeName, !base.isEmpty else {
        self.kinds = .any
        return
      }
      let tail = ValueTail(rawValue: name)
      if base == .dictionary, tail == nil, isKey(position),
        !isTarget || position < names.count - 1
      {
        self.kinds = .any
        return
      }
      if isTarget, tail != nil || base == .dictionary, position == names.count - 1 {
        fail(at: position, .tailAsTarget(name))
        return
      }
      guard let tail, !StaticOperators.result(of: tail, base).isEmpty else {
        fail(at: position, TailChain.mistake(of: name, behind: type, near: near))
        return
      }
      self.kinds = StaticOperators.result(of: tail, self.kinds)
    }
  }

  /// What will always be wrong with names after a property that holds a value now.
  ///
  /// - Parameters:
  ///   - declared: The kinds that the property's type admits.
  ///   - held: The kinds that it holds; nil if they are unknown.
  package init(
    _ names: [String], declared: ValueKinds, held: ValueKinds?, isTarget: Bool,
    isKey: (Int) -> Bool = { _ in true },
    near: (String) -> String? = TailChain.near
  ) {
    self.init(names, behind: declared, isTarget: isTarget, isKey: isKey, near: near)
    guard failure == nil, let held, held != .nil else { return }
    failure =
      TailChain(names, behind: held, isTarget: isTarget, isKey: isKey, near: near).failure
    // Without a type, it may hold another value when it is read.
    if case .tailNotFor? = failure?.mistake { failure = nil }
  }

  private mutating func fail(at position: Int, _ mistake: Mistake) {
    failure = (position, mistake)
    kinds = .any
  }

  /// What is wrong with a name after a value that has no such tail.
  package static func mistake(
    of name: String, behind type: String, near: (String) -> String? = TailChain.near
  ) -> Mistake {
    ValueTail(rawValue: name) == nil
      ? .noTail(name, type: type, near: near(name)) : .tailNotFor(name, type: type)
  }

  package static func near(_ name: String) -> String? {
    ValueMethod.near(name, among: [], or: ValueTail.allCases.map(\.rawValue))
  }
}

extension ValueTail {
  /// The result of a name after a value.
  ///
  /// - Parameters:
  ///   - tail: The tail of that name; nil if there is none.
  ///   - text: A value as text, with strings without quotes.
  ///   - literal: A value as the language writes it.
  /// - Throws: What is wrong with the name: `Mistake.noTail`, `.tailNotFor` or `.tailTooLarge`.
  package static func value(
    _ name: String, _ tail: ValueTail?, of base: Value,
    text: (Value) -> String = ValueMethod.plainText,
    literal: (Value) -> String = { $0.literal() }
  ) throws(ScriptFailure) -> Value {
    if let value = tail?.apply(to: base, text: text) { return value }
    if case .nil = base { return .nil }
    throw .mistake(mistake(name, behind: base, literal: literal))
  }

  /// What is wrong with a name that does not exist after this value.
  ///
  /// - Parameter literal: A value as the language writes it.
  package static func mistake(
    _ name: String, behind base: Value, literal: (Value) -> String
  ) -> Mistake {
    if let tail = ValueTail(rawValue: name), tail.isTooLarge(base) {
      return .tailTooLarge(name, value: literal(base))
    }
    return TailChain.mistake(of: name, behind: base.typeName)
  }
}

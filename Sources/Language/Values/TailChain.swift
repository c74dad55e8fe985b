import BindingEngine
import Text

/// Names behind a property that holds a value, such as `trimmed.count` behind a String: what they
/// give, and what is wrong with them whatever the value is.
///
/// `check` asks with what it knows of the property, a run with the type that the property is declared
/// with or with the value that it holds.
package struct TailChain {
  /// What the last name gives; any where an object may stand on the way.
  package private(set) var kinds: ValueKinds
  package private(set) var failure: (position: Int, mistake: Mistake)?

  /// - Parameters:
  ///   - kinds: What the property holds. Nil among them changes nothing: behind nil each name gives nil.
  ///   - isTarget: Whether the last name is to be written.
  ///   - near: The tail that was most likely meant by a name that is none.
  package init(
    _ names: [String], behind kinds: ValueKinds, isTarget: Bool = false,
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
      if isTarget, tail != nil, position == names.count - 1 {
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

  private mutating func fail(at position: Int, _ mistake: Mistake) {
    failure = (position, mistake)
    kinds = .any
  }

  /// What is wrong with a name behind a value that has no such tail.
  package static func mistake(
    of name: String, behind type: String, near: (String) -> String? = TailChain.near
  ) -> Mistake {
    ValueTail(rawValue: name) == nil
      ? .noTail(name, type: type, near: near(name)) : .tailNotFor(name, type: type)
  }

  package static func near(_ name: String) -> String? {
    nearest(to: name, among: ValueTail.allCases.map(\.rawValue))
  }
}

/// What happened to a property, as its list shows it: the whole value was replaced, or one element
/// was inserted, removed or replaced.
public struct ListChange: Sendable, Hashable {
  public enum Kind: UInt8, Sendable, CaseIterable {
    case set, insert, remove, replace
    /// Nothing yet: an observer that is notified before changes is called.
    case prior
  }

  public var kind: Kind
  /// The position of the element; 0 for `set` and `prior`.
  public var index: Int

  public init(_ kind: Kind, at index: Int = 0) {
    self.kind = kind
    self.index = index
  }

  /// Whether it is a change of one element.
  public var isInside: Bool { kind == .insert || kind == .remove || kind == .replace }

  /// Whether this change of one element makes the one list into the other.
  ///
  /// - Complexity: O(*n*) in the number of elements.
  package func leads(from old: ListValue, to new: ListValue) -> Bool {
    switch kind {
    case .insert:
      index <= old.count && index < new.count && old.inserting(new[index], at: index) == new
    case .remove: index < old.count && old.removing(at: index) == new
    case .replace:
      index < old.count && index < new.count && old.replacing(at: index, with: new[index]) == new
    case .set, .prior: false
    }
  }

  /// The whole value was replaced.
  public static let set = ListChange(.set)
}

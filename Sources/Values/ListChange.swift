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

  /// The whole value was replaced.
  public static let set = ListChange(.set)
}

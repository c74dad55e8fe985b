/// What happened to a property, as far as its list can tell: the whole value is another one, or one
/// element came, went or was exchanged.
public struct ListChange: Sendable, Hashable {
  public enum Kind: UInt8, Sendable, CaseIterable {
    case set, insert, remove, replace
    /// Nothing yet: an observer that wants to know before is notified.
    case prior
  }

  public var kind: Kind
  /// The place of the element; 0 for `set` and `prior`.
  public var index: Int

  public init(_ kind: Kind, at index: Int = 0) {
    self.kind = kind
    self.index = index
  }

  /// The whole value is another one.
  public static let set = ListChange(.set)
}

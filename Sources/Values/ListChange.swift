/// What happened to a property, as its list shows it: the whole value was replaced, or one element
/// was inserted, removed or replaced.
public struct ListChange: Sendable, Hashable {
  public enum Kind: UInt8, Sendable, CaseIterable {
    case set, insert, remove, replace
    /// Nothing yet: an observer that is notified before changes is called.
    case prior
  }

  public var kind: Kind
  /// The position of the first element; 0 for `set` and `prior`.
  public var index: Int

  public init(_ kind: Kind, at index: Int = 0) {
    self.kind = kind
    self.index = index
  }

  /// Whether it is a change of elements, and the others stay.
  public var isInside: Bool { kind == .insert || kind == .remove || kind == .replace }

  /// How many elements were inserted, removed or replaced; 0 if the lists do not fit it. The lengths of
  /// the lists say so, and nothing else needs to be kept.
  public func count(from old: ListValue, to new: ListValue) -> Int {
    switch kind {
    case .insert: index <= old.count ? max(new.count - old.count, 0) : 0
    case .remove: index <= new.count ? max(old.count - new.count, 0) : 0
    case .replace: index < old.count && index < new.count ? 1 : 0
    case .set, .prior: 0
    }
  }

  /// What goes and what comes: the element, or the list of several; nil for nothing.
  package func shown(from old: ListValue, to new: ListValue) -> (old: Value?, new: Value?) {
    let places = index..<index + count(from: old, to: new)
    func shown(in list: ListValue) -> Value? {
      switch places.count {
      case 0: nil
      case 1: list[index]
      default: .list(list.part(places))
      }
    }
    return (kind == .insert ? nil : shown(in: old), kind == .remove ? nil : shown(in: new))
  }

  /// Whether this change of elements makes the one list into the other.
  ///
  /// - Complexity: O(*n*) in the number of elements.
  package func leads(from old: ListValue, to new: ListValue) -> Bool {
    let places = index..<index + count(from: old, to: new)
    if places.isEmpty { return false }
    return switch kind {
    case .insert: old.inserting(contentsOf: new.part(places), at: index) == new
    case .remove: old.removing(places) == new
    case .replace: old.replacing(at: index, with: new[index]) == new
    case .set, .prior: false
    }
  }

  /// The whole value was replaced.
  public static let set = ListChange(.set)
}

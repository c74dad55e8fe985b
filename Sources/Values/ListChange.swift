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

  /// The elements that go, and those that come.
  package func elements(
    from old: ListValue, to new: ListValue
  ) -> (gone: [Value], come: [Value]) {
    let places = index..<index + count(from: old, to: new)
    return (
      kind == .insert ? [] : places.map { old[$0] }, kind == .remove ? [] : places.map { new[$0] }
    )
  }

  /// Whether this change of elements makes the one list into the other.
  ///
  /// - Complexity: O(*n*) in the number of elements.
  package func leads(from old: ListValue, to new: ListValue) -> Bool {
    let count = count(from: old, to: new)
    guard count > 0 else { return false }
    var changed = old
    for place in index..<index + count {
      switch kind {
      case .insert:
        guard let longer = changed.inserting(new[place], at: place) else { return false }
        changed = longer
      case .remove: changed = changed.removing(at: index)
      default:
        guard let other = changed.replacing(at: place, with: new[place]) else { return false }
        changed = other
      }
    }
    return changed == new
  }

  /// The whole value was replaced.
  public static let set = ListChange(.set)
}

/// Values by key, in a list while there are few.
///
/// When a program first needs a dictionary or a set of some key, the runtime looks for the key's
/// conformance among those of the whole program. That takes 30 µs for each kind of key, and most
/// processes have one or two keys of a kind.
@frozen @usableFromInline
package struct SmallTable<Key: Hashable, Value> {
  @inlinable static var mostInList: Int { 8 }

  @usableFromInline var list: [(key: Key, value: Value)] = []
  /// All of them, once they are many.
  @usableFromInline var dictionary: [Key: Value]?

  @inlinable
  package init() {}

  /// - Complexity: O(1).
  @inlinable
  package subscript(key: Key) -> Value? {
    get {
      if let dictionary { return dictionary[key] }
      return list.first { $0.key == key }?.value
    }
    set {
      if dictionary != nil {
        dictionary?[key] = newValue
        return
      }
      let place = list.firstIndex { $0.key == key }
      switch (place, newValue) {
      case (let place?, let value?): list[place].value = value
      case (let place?, nil): list.remove(at: place)
      case (nil, let value?):
        list.append((key, value))
        if list.count > SmallTable.mostInList {
          dictionary = Dictionary(uniqueKeysWithValues: list.map { ($0.key, $0.value) })
          list = []
        }
      case (nil, nil): break
      }
    }
  }

  /// In no particular order.
  @inlinable
  package var keys: [Key] { dictionary.map { Array($0.keys) } ?? list.map(\.key) }
}

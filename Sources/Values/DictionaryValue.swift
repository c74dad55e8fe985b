/// A dictionary value: values by keys, which are strings and whole numbers, in the order in which
/// the keys were added.
///
/// A dictionary never changes, as a list never does, and one with an entry more, less or replaced
/// shares most of its memory with the one from which it was made. So it consists of lists. Each entry
/// has a number, and later entries have greater ones: an entry is found by its key among the sorted
/// keys, and by its number among the others.
public struct DictionaryValue: Sendable {
  public static let empty = DictionaryValue(parts: nil)

  /// In memory of its own, so that a value with a dictionary is no larger than one with a list; nil, or parts
  /// without elements, if there are no entries: such parts tell one empty dictionary from another.
  fileprivate let parts: Parts?

  fileprivate init(parts: Parts?) { self.parts = parts }

  fileprivate final class Parts: Sendable {
    /// In the order of the entries.
    let keys, values, numbers: ListValue
    /// In the order of the keys.
    let sortedKeys, sortedNumbers: ListValue

    init(
      _ keys: ListValue, _ values: ListValue, _ numbers: ListValue, sortedKeys: ListValue,
      sortedNumbers: ListValue
    ) {
      (self.keys, self.values, self.numbers) = (keys, values, numbers)
      (self.sortedKeys, self.sortedNumbers) = (sortedKeys, sortedNumbers)
    }
  }

  /// Whether a value can be a key: a String or an Int.
  public static func canBeKey(_ value: Value) -> Bool {
    switch value {
    case .int, .string: true
    default: false
    }
  }

  /// Whether a key comes before another one: numbers come before strings.
  fileprivate static func isLess(_ left: Value, _ right: Value) -> Bool {
    switch (left, right) {
    case (.int(let a), .int(let b)): a < b
    case (.string(let a), .string(let b)): a < b
    case (.int, _): true
    default: false
    }
  }

  /// Why entries cannot form a dictionary.
  package enum Refusal: Error, Equatable {
    /// The position of a key that is equal to one before it.
    case keyTwice(Int)
    /// The position of what cannot be a key.
    case noKey(Int)
    /// It would be nested too deeply or too large, as for a list.
    case tooLarge
  }

  /// An empty dictionary that is not identical to any other.
  private static var emptyAnew: DictionaryValue {
    DictionaryValue(
      parts: Parts(.empty, .empty, .empty, sortedKeys: .empty, sortedNumbers: .empty))
  }

  /// The dictionary of these keys with these values; there are as many of both.
  ///
  /// - Complexity: O(*n* log *n*).
  package static func of(
    _ keys: [Value], _ values: [Value]
  ) throws(Refusal) -> DictionaryValue {
    precondition(keys.count == values.count, "each key has a value")
    if keys.isEmpty { return emptyAnew }
    if let position = keys.firstIndex(where: { !canBeKey($0) }) { throw .noKey(position) }
    let order = keys.indices.sorted { (left, right) in
      isLess(keys[left], keys[right]) || keys[left] == keys[right] && left < right
    }
    let twice = zip(order, order.dropFirst()).filter { keys[$0] == keys[$1] }.map(\.1).min()
    if let twice { throw .keyTwice(twice) }
    guard let keyList = ListValue(keys), let valueList = ListValue(values),
      valueList.size + keyList.count <= ListValue.maximumSize,
      let numbers = ListValue(keys.indices.map(Value.int)),
      let sortedKeys = ListValue(order.map { keys[$0] }),
      let sortedNumbers = ListValue(order.map(Value.int))
    else { throw .tooLarge }
    return DictionaryValue(
      parts: Parts(
        keyList, valueList, numbers, sortedKeys: sortedKeys, sortedNumbers: sortedNumbers))
  }

  public var count: Int { parts?.keys.count ?? 0 }
  public var isEmpty: Bool { count == 0 }

  /// - Complexity: O(1).
  public var keys: ListValue { parts?.keys ?? .empty }

  /// The values, in the order of the keys.
  ///
  /// - Complexity: O(1).
  public var values: ListValue { parts?.values ?? .empty }

  /// 1 for a dictionary that holds no list and no dictionary.
  public var depth: Int { values.depth }

  /// The keys and the values in it and in what it holds.
  public var size: Int { values.size + count }

  var holdsObjects: Bool { values.holdsObjects }

  /// Whether the two are one dictionary in memory, and so equal; equal ones need not be.
  ///
  /// - Complexity: O(1).
  public func isIdentical(to other: DictionaryValue) -> Bool { parts === other.parts }

  /// The value of a key; nil if there is no such key.
  ///
  /// - Complexity: O(log² *n*).
  public subscript(key: Value) -> Value? {
    guard let parts, let place = parts.place(of: key).found else { return nil }
    return parts.values[parts.position(atPlace: place)]
  }

  /// This dictionary with `value` for `key`; a new key comes last.
  ///
  /// - Precondition: `canBeKey(key)`.
  /// - Returns: nil if the result would be too deep or too large.
  /// - Complexity: O(log² *n*).
  public func setting(_ key: Value, to value: Value) -> DictionaryValue? {
    precondition(DictionaryValue.canBeKey(key), "a key is a String or an Int")
    guard let parts, !isEmpty else { return try? DictionaryValue.of([key], [value]) }
    let place = parts.place(of: key)
    if let found = place.found {
      guard let values = parts.values.replacing(at: parts.position(atPlace: found), with: value),
        values.size + count <= ListValue.maximumSize
      else { return nil }
      return DictionaryValue(
        parts: Parts(
          parts.keys, values, parts.numbers, sortedKeys: parts.sortedKeys,
          sortedNumbers: parts.sortedNumbers))
    }
    let number = Value.int(parts.number(at: parts.numbers.count - 1, in: parts.numbers) + 1)
    guard let values = parts.values.appending(value),
      values.size + count + 1 <= ListValue.maximumSize,
      let keys = parts.keys.appending(key), let numbers = parts.numbers.appending(number),
      let sortedKeys = parts.sortedKeys.inserting(key, at: place.free),
      let sortedNumbers = parts.sortedNumbers.inserting(number, at: place.free)
    else { return nil }
    return DictionaryValue(
      parts: Parts(keys, values, numbers, sortedKeys: sortedKeys, sortedNumbers: sortedNumbers))
  }

  /// This dictionary without `key`.
  ///
  /// - Complexity: O(log² *n*).
  public func removing(_ key: Value) -> DictionaryValue {
    guard let parts, let place = parts.place(of: key).found else { return self }
    if count == 1 { return .emptyAnew }
    let position = parts.position(atPlace: place)
    return DictionaryValue(
      parts: Parts(
        parts.keys.removing(at: position), parts.values.removing(at: position),
        parts.numbers.removing(at: position), sortedKeys: parts.sortedKeys.removing(at: place),
        sortedNumbers: parts.sortedNumbers.removing(at: place)))
  }
}

extension DictionaryValue.Parts {
  /// Where a key is among the sorted ones, or where it would be.
  fileprivate func place(of key: Value) -> (found: Int?, free: Int) {
    guard DictionaryValue.canBeKey(key) else { return (nil, 0) }
    let place = sortedKeys.partitioned { DictionaryValue.isLess($0, key) }
    return (place < sortedKeys.count && sortedKeys[place] == key ? place : nil, place)
  }

  /// The position of the entry whose key is at `place` among the sorted ones.
  fileprivate func position(atPlace place: Int) -> Int {
    let wanted = number(at: place, in: sortedNumbers)
    // Without removals the number is the position.
    if wanted < numbers.count, number(at: wanted, in: numbers) == wanted { return wanted }
    return numbers.partitioned { if case .int(let number) = $0 { number < wanted } else { false } }
  }

  fileprivate func number(at position: Int, in list: ListValue) -> Int {
    guard case .int(let number) = list[position] else { preconditionFailure("no number") }
    return number
  }
}

extension ListValue {
  /// How many elements at the beginning satisfy `isWanted`, which must be false for all after them.
  fileprivate func partitioned(_ isWanted: (Value) -> Bool) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if isWanted(self[middle]) { low = middle + 1 } else { high = middle }
    }
    return low
  }
}

extension DictionaryValue: Equatable {
  /// Whether the two have the same keys with the same values, in whatever order.
  ///
  /// - Complexity: O(*n*), less what the two share, where the orders are the same.
  public static func == (left: DictionaryValue, right: DictionaryValue) -> Bool {
    if left.isIdentical(to: right) { return true }
    guard left.count == right.count else { return false }
    guard let a = left.parts, let b = right.parts else { return true }
    guard a.sortedKeys == b.sortedKeys else { return false }
    if a.keys == b.keys { return a.values == b.values }
    return a.sortedKeys.indices.allSatisfy { place in
      a.values[a.position(atPlace: place)] == b.values[b.position(atPlace: place)]
    }
  }
}

extension DictionaryValue {
  /// The invariants of its parts that do not hold, in words; empty if all is well.
  func checkInvariants() -> [String] {
    guard let parts, !isEmpty else { return [] }
    var broken: [String] = []
    for list in [parts.keys, parts.values, parts.numbers, parts.sortedKeys, parts.sortedNumbers] {
      broken += list.checkInvariants()
      if list.count != count || list.isEmpty { broken.append("parts of different lengths") }
    }
    guard broken.isEmpty else { return broken }
    for place in parts.sortedKeys.indices.dropFirst()
    where !DictionaryValue.isLess(parts.sortedKeys[place - 1], parts.sortedKeys[place]) {
      broken.append("keys that are not sorted")
    }
    for place in parts.sortedKeys.indices
    where parts.keys[parts.position(atPlace: place)] != parts.sortedKeys[place] {
      broken.append("a key with the number of another one")
    }
    return broken
  }
}

extension Value {
  /// The value of a dictionary for the key `name`, if a member of that name was not found: nil if
  /// there is no such key.
  package func entry(_ name: String) -> Value? {
    guard case .dictionary(let dictionary) = self else { return nil }
    return dictionary[.string(name)] ?? .nil
  }
}

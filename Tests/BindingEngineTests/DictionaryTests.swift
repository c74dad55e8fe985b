import TestSupport
import Testing

@testable import Values

/// A dictionary against an array of entries that is changed the same way.
@Suite struct DictionaryTests {
  private static func key(_ random: inout SeededRandom) -> Value {
    random.chance(50) ? .int(random.below(40) - 20) : .string("key \(random.below(40))")
  }

  private static func check(
    _ dictionary: DictionaryValue, _ entries: [(key: Value, value: Value)], _ comment: Comment
  ) {
    #expect(dictionary.checkInvariants() == [], comment)
    #expect(Array(dictionary.keys) == entries.map(\.key), comment)
    #expect(Array(dictionary.values) == entries.map(\.value), comment)
    for (key, value) in entries { #expect(dictionary[key] == value, comment) }
  }

  @Test(arguments: 0..<4)
  func `random changes do what an array of entries does, and leave the old dictionary alone`(
    _ seed: Int
  ) throws {
    var random = SeededRandom(seed: seed)
    var entries: [(key: Value, value: Value)] = []
    var dictionary = DictionaryValue.empty
    for step in 0..<600 {
      let (before, old) = (entries, dictionary)
      let key = DictionaryTests.key(&random)
      let place = entries.firstIndex { $0.key == key }
      if random.chance(60) {
        let value = Value.int(random.below(5))
        if let place {
          entries[place].value = value
        } else {
          entries.append((key, value))
        }
        dictionary = try #require(old.setting(key, to: value))
      } else {
        if let place { entries.remove(at: place) }
        dictionary = old.removing(key)
      }
      DictionaryTests.check(dictionary, entries, "seed \(seed), step \(step)")
      DictionaryTests.check(old, before, "seed \(seed), before step \(step)")
    }
  }

  @Test(arguments: 0..<4)
  func `two are equal if they have the same values for the same keys, in whatever order`(
    _ seed: Int
  ) throws {
    var random = SeededRandom(seed: seed)
    let keys = Array(Set((0..<30).map { _ in random.below(60) })).sorted()
    let one = try DictionaryValue.of(keys.map(Value.int), keys.map { .int($0 * 2) })
    var shuffled = keys
    for place in shuffled.indices { shuffled.swapAt(place, random.below(shuffled.count)) }
    var other = DictionaryValue.empty
    for key in shuffled { other = try #require(other.setting(.int(key), to: .int(key * 2))) }
    #expect(one == other)
    #expect(one != other.removing(.int(keys[0])))
    #expect(one != other.setting(.int(keys[0]), to: .nil))
  }

  @Test func `a key is a String or an Int, and occurs once`() {
    #expect(throws: DictionaryValue.Refusal.keyTwice(2)) {
      try DictionaryValue.of([.int(1), .string("a"), .int(1)], [.nil, .nil, .nil])
    }
    #expect(throws: DictionaryValue.Refusal.noKey(1)) {
      try DictionaryValue.of([.int(1), .double(1)], [.nil, .nil])
    }
    #expect(DictionaryValue.empty[.bool(true)] == nil)
  }

  @Test func `a dictionary cannot be nested deeper than a list`() {
    var dictionary = DictionaryValue.empty
    while let outer = DictionaryValue.empty.setting(.int(0), to: .dictionary(dictionary)) {
      dictionary = outer
      guard dictionary.depth <= ListValue.maximumDepth else { break }
    }
    #expect(dictionary.depth == ListValue.maximumDepth)
    #expect(ListValue([.dictionary(dictionary)]) == nil)
  }

  @Test func `a value with a dictionary is no larger than one with a list`() {
    #expect(MemoryLayout<Value>.size == 17)
  }
}

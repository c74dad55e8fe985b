import TestSupport
import Testing

@testable import Values

/// A list, compared with an array that is changed in the same way.
@Suite struct ListTests {
  /// Sometimes a short list, which changes the depth and the size of the list around it.
  private static func element(_ random: inout SeededRandom) -> Value {
    switch random.below(12) {
    case 0: .string("text \(random.below(100))")
    case 1: list((0..<random.below(4)).map(Value.int))
    case 2: list([.nil, list([.double(0.5), list([])])])
    default: .int(random.below(1_000))
    }
  }

  private static func list(_ elements: [Value]) -> Value {
    ListValue(elements).map(Value.list) ?? .nil
  }

  private static func numbers(_ count: Int) -> ListValue {
    ListValue((0..<count).map(Value.int)) ?? .empty
  }

  private func made(_ elements: [Value]) throws -> ListValue { try #require(ListValue(elements)) }

  private static func check(_ list: ListValue, _ array: [Value], _ comment: Comment) {
    #expect(list.checkInvariants() == [], comment)
    #expect(Array(list) == array, comment)
    #expect(list.count == array.count, comment)
    guard let made = ListValue(array) else {
      Issue.record("the array makes no list")
      return
    }
    #expect(list.depth == made.depth && list.size == made.size, comment)
    #expect(list == made, comment)
  }

  /// Weights in percent: the list grows, shrinks, or keeps its length.
  @Test(arguments: [(0, 70), (1, 30), (2, 50), (3, 45), (4, 55)])
  func `random changes agree with an array, and leave the old list unchanged`(
    _ seed: Int, _ growth: Int
  ) throws {
    var random = SeededRandom(seed: seed)
    var array = (0..<(random.below(3) * 1_500)).map { _ in ListTests.element(&random) }
    var list = try #require(ListValue(array))
    for step in 0..<1_500 {
      let (before, old) = (array, list)
      let place = random.below(array.count + 1)
      let value = ListTests.element(&random)
      if random.chance(growth) {
        array.insert(value, at: place)
        list = try #require(
          place == old.count && random.chance(50)
            ? old.appending(value) : old.inserting(value, at: place))
      } else if place < array.count {
        if random.chance(25) {
          array[place] = value
          list = try #require(old.replacing(at: place, with: value))
        } else {
          // At one place for a while, so that a leaf becomes empty.
          for _ in 0..<min(random.below(80), array.count - place) {
            array.remove(at: place)
            list = list.removing(at: place)
          }
        }
      }
      ListTests.check(list, array, "seed \(seed), step \(step)")
      #expect(Array(old) == before, "seed \(seed), step \(step)")
      if list.count > 0 {
        let index = random.below(list.count)
        #expect(list[index] == array[index])
      }
    }
  }

  @Test(arguments: 0..<4)
  func `lists of all lengths are joined`(_ seed: Int) throws {
    var random = SeededRandom(seed: seed)
    let lengths = [0, 1, 2, 31, 32, 33, 64, 65, 100, 1_000, 2_048, 2_049, 5_000]
    for left in lengths {
      for right in lengths {
        let a = (0..<left).map { _ in ListTests.element(&random) }
        let b = (0..<right).map { _ in ListTests.element(&random) }
        let joined: ListValue? = try made(a) + made(b)
        ListTests.check(try #require(joined), a + b, "\(left) + \(right)")
      }
    }
  }

  @Test(arguments: 0..<4)
  func `a part of a list is that part`(_ seed: Int) throws {
    var random = SeededRandom(seed: seed)
    for length in [0, 1, 63, 64, 65, 100, 1_000, 2_049, 5_000, 70_000] {
      var array = (0..<length).map { _ in ListTests.element(&random) }
      var list = try made(array)
      for step in 0..<20 {
        let first = random.chance(40) ? min(array.count, 1) : random.below(array.count + 1)
        let end = random.chance(40) ? array.count : first + random.below(array.count - first + 1)
        let part = Array(array[first..<end])
        ListTests.check(list.part(first..<end), part, "\(length), step \(step)")
        if random.chance(70) { (list, array) = (list.part(first..<end), part) }
      }
    }
  }

  @Test func `joined lists can be joined and changed again`() throws {
    var random = SeededRandom(seed: 9)
    var list = ListValue.empty
    var array: [Value] = []
    for step in 0..<200 {
      let more = (0..<random.below(300)).map { _ in ListTests.element(&random) }
      let part = try #require(ListValue(more))
      let isBehind = random.chance(50)
      let joined: ListValue? = isBehind ? list + part : part + list
      list = try #require(joined)
      array = isBehind ? array + more : more + array
      for _ in 0..<random.below(200) where !array.isEmpty {
        let place = random.below(array.count)
        array.remove(at: place)
        list = list.removing(at: place)
      }
      ListTests.check(list, array, "step \(step)")
    }
  }

  @Test(arguments: [0, 1, 63, 64, 65, 95, 96, 97, 128, 2_048, 2_049, 65_536, 65_537, 100_000])
  func `a list of any length can be read, and shortened from both ends`(_ count: Int) throws {
    let list = ListTests.numbers(count)
    #expect(list.checkInvariants() == [])
    #expect(Array(list) == (0..<count).map(Value.int))
    #expect(list.reversed() == (0..<count).reversed().map(Value.int))
    #expect(list.map { $0 } == Array(list))
    #expect(list.indices.allSatisfy { list[$0] == .int($0) })
    #expect(list.first == (count == 0 ? nil : .int(0)))
    #expect(list.last == (count == 0 ? nil : .int(count - 1)))
    #expect(list.isEmpty == (count == 0))
    guard count <= 3_000 else { return }
    var rest = list
    for place in 0..<count {
      rest = rest.removing(at: place.isMultiple(of: 2) ? 0 : rest.count - 1)
      #expect(rest.checkInvariants() == [])
    }
    #expect(rest.isEmpty && rest == .empty)
  }

  @Test func `ten thousand inserts in the middle of a long list`() throws {
    let long = ListTests.numbers(100_000)
    var list = long
    var versions: [ListValue] = []
    for number in 0..<10_000 {
      list = try #require(list.inserting(.int(-number), at: list.count / 2))
      versions.append(list)
    }
    #expect(list.checkInvariants() == [])
    #expect(list.count == 110_000)
    #expect(list.prefix(50_000).elementsEqual(long.prefix(50_000)))
    #expect(list.suffix(50_000).elementsEqual(long.suffix(50_000)))
    for (index, version) in versions.enumerated().reversed() {
      #expect(list.count == version.count)
      // Their trees differ in shape, so comparing them visits every element.
      if index.isMultiple(of: 500) { #expect(list == version) }
      list = list.removing(at: (100_000 + index) / 2)
    }
    #expect(list.checkInvariants() == [])
    #expect(list == long)
  }

  @Test func `a changed list shares the leaves that did not change`() throws {
    let old = ListTests.numbers(10_000)
    func replaced(_ new: ListValue?) throws -> Int {
      func leaves(_ node: ListValue.Node) -> [ObjectIdentifier] {
        node.isLeaf ? [ObjectIdentifier(node)] : node.children.flatMap(leaves)
      }
      let kept = Set(leaves(try #require(old.root)))
      return kept.count - kept.intersection(leaves(try #require(new?.root))).count
    }
    #expect(try replaced(old) == 0)
    #expect(try replaced(old.inserting(.nil, at: 5_000)) == 1)
    #expect(try replaced(old.replacing(at: 5_000, with: .nil)) == 1)
    #expect(try replaced(old.removing(at: 5_000)) == 1)
    #expect(try replaced(old.appending(.nil)) == 1)
    let twice: ListValue? = old + old
    #expect(try replaced(twice) == 0)
  }

  // MARK: Equality

  @Test func `equal lists of different shapes are equal`() throws {
    let made = ListTests.numbers(3_000)
    var grown = ListValue.empty
    for number in 0..<3_000 { grown = try #require(grown.inserting(.int(number), at: number)) }
    #expect(grown == made)
    #expect(!grown.isIdentical(to: made))
    let other = try #require(grown.replacing(at: 2_900, with: .int(1)))
    #expect(other != made && made != other && other != grown)
    #expect(other.replacing(at: 2_900, with: .double(2_900)) == made)
    #expect(made.removing(at: 0) != made.removing(at: 1))
  }

  @Test func `lists are compared by the rules of values`() throws {
    let numbers = try made([.int(1), .double(.nan)])
    #expect(try numbers == made([.double(1), .double(.nan)]))
    #expect(try numbers != made([.string("1"), .double(.nan)]))
    #expect(try ListValue.empty == made([]))
    #expect(ListValue.empty != numbers && numbers != ListValue.empty)
    // An empty list has an identity, too.
    #expect(try !made([]).isIdentical(to: made([])))
    let again = try #require(numbers.replacing(at: 0, with: .double(1)))
    #expect(again == numbers && !again.isIdentical(to: numbers))
    // What is there already is no change.
    let same = try #require(numbers.replacing(at: 0, with: .int(1)))
    #expect(same.isIdentical(to: numbers))
    #expect(numbers.isIdentical(to: numbers))
  }

  // MARK: Limits

  @Test func `no change nests a list too deeply`() throws {
    var deepest = ListValue.empty
    for _ in 1..<ListValue.maximumDepth { deepest = try #require(ListValue([.list(deepest)])) }
    #expect(deepest.depth == ListValue.maximumDepth)
    #expect(deepest.checkInvariants() == [])
    #expect(ListValue([.list(deepest)]) == nil)
    #expect(ListValue.empty.appending(.list(deepest)) == nil)
    #expect(deepest.inserting(.list(deepest), at: 0) == nil)
    #expect(deepest.replacing(at: 0, with: .list(deepest)) == nil)
    #expect(deepest.appending(.nil)?.depth == ListValue.maximumDepth)
    let both: ListValue? = deepest + deepest
    #expect(both?.depth == ListValue.maximumDepth)
    #expect(deepest.appending(.nil)?.removing(at: 0).depth == 1)
    #expect(deepest.replacing(at: 0, with: .int(1))?.depth == 1)
  }

  @Test func `no change makes a list too large`() throws {
    var list = try #require(ListValue(Array(repeating: .nil, count: 1_000)))
    while let twice: ListValue = list + list { list = twice }
    #expect(list.size <= ListValue.maximumSize && 2 * list.size > ListValue.maximumSize)
    let rest = try #require(
      ListValue(Array(repeating: .nil, count: ListValue.maximumSize - list.size)))
    let both: ListValue? = list + rest
    let full = try #require(both)
    #expect(full.size == ListValue.maximumSize)
    #expect(full.appending(.nil) == nil)
    #expect(full.inserting(.nil, at: 5) == nil)
    let larger: ListValue? = try full + made([.nil])
    #expect(larger == nil)
    #expect(full.replacing(at: 7, with: .int(1))?.size == ListValue.maximumSize)
    #expect(full.replacing(at: 7, with: .list(rest)) == nil)
    let less = full.removing(at: 9)
    #expect(less.size == ListValue.maximumSize - 1)
    #expect(less.appending(.list(.empty))?.size == ListValue.maximumSize)
    #expect(ListValue([.list(full)]) == nil)
    #expect(ListValue([.list(less)])?.size == ListValue.maximumSize)
    #expect(ListValue([.list(list), .list(list)]) == nil)
  }

  @Test func `a value takes 17 bytes`() {
    #expect(MemoryLayout<ListValue>.size == 8)
    #expect(MemoryLayout<Value>.size == 17)
  }
}

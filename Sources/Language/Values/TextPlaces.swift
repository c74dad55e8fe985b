/// Where the characters of the texts are that code has last looked into.
///
/// A character takes one or more bytes, so the n-th one is found by counting from the beginning. A
/// loop over the places of a long text would count again for each. Some of the places are noted
/// here, for two texts, since loops compare two.
package struct TextPlaces {
  private struct Known {
    var text: String
    /// Every `distance`-th character.
    var indices: [String.Index]
    var count: Int
  }

  /// The text that was looked into last is the first.
  private var known: [Known] = []

  private static let distance = 64
  /// In bytes. In a shorter text counting is as fast.
  private static let shortest = 256

  package init() {}

  /// How many characters a text has.
  ///
  /// - Complexity: O(1) for a text that is known, otherwise O(*n*).
  package mutating func count(of text: String) -> Int {
    text.utf8.count < TextPlaces.shortest ? text.count : places(in: text).count
  }

  /// Where a character is, or the end; nil if the text has fewer.
  ///
  /// - Complexity: O(1) in a text that is known, otherwise O(*n*).
  package mutating func index(of place: Int, in text: String) -> String.Index? {
    guard place >= 0 else { return nil }
    guard text.utf8.count >= TextPlaces.shortest else {
      return text.index(text.startIndex, offsetBy: place, limitedBy: text.endIndex)
    }
    let known = places(in: text)
    guard place <= known.count else { return nil }
    let (mark, rest) = place.quotientAndRemainder(dividingBy: TextPlaces.distance)
    return text.index(known.indices[mark], offsetBy: rest)
  }

  private mutating func places(in text: String) -> Known {
    if let first = known.first, TextPlaces.areSame(first.text, text) { return first }
    if known.count > 1, TextPlaces.areSame(known[1].text, text) {
      known.swapAt(0, 1)
      return known[0]
    }
    var found = Known(text: text, indices: [], count: 0)
    for index in text.indices {
      if found.count.isMultiple(of: TextPlaces.distance) { found.indices.append(index) }
      found.count += 1
    }
    if found.count.isMultiple(of: TextPlaces.distance) { found.indices.append(text.endIndex) }
    known = [found] + known.prefix(1)
    return found
  }

  /// Whether two texts have the same bytes, which takes no time for one that was only handed on. Equal
  /// texts may have others, and their characters at other places.
  private static func areSame(_ one: String, _ other: String) -> Bool {
    guard one.utf8.count == other.utf8.count else { return false }
    let areSame = one.utf8.withContiguousStorageIfAvailable { first in
      other.utf8.withContiguousStorageIfAvailable { second in
        first.baseAddress == second.baseAddress || first.elementsEqual(second)
      }
    }
    return (areSame ?? nil) ?? one.utf8.elementsEqual(other.utf8)
  }
}

/// The candidate that is most similar to `name`, or nil if none is similar.
///
/// Nearness counts inserted, deleted, replaced and swapped neighbouring characters (the
/// Damerau-Levenshtein distance with each character moved once); a difference in case counts a
/// quarter. About a third of the characters may differ. Of equally near candidates the one that
/// begins alike wins, then the first in the order of their UTF-8 bytes.
///
/// - Complexity: O(*k* · *n* · *m*) for *k* candidates; those of another length, and those with too
///   many other letters, cost next to nothing.
package func nearest(to name: String, among candidates: some Sequence<String>) -> String? {
  let letters = name.unicodeScalars.map(Letter.init)
  // A text this long is not a typing mistake.
  guard !letters.isEmpty, letters.count <= 64 else { return nil }
  let known = LetterSet(letters)
  var distances = EditDistances(to: letters)
  var best: (distance: Int, differsAtFirst: Bool, name: String)?
  for candidate in candidates where candidate != name {
    let count = candidate.unicodeScalars.count
    let longer = max(letters.count, count)
    // One letter does not hint at another, except in the other case.
    let allowed = longer == 1 ? 1 : max(1, (longer + 1) / 3) * editCost
    let limit = min(allowed, best?.distance ?? allowed)
    guard count > 0, abs(letters.count - count) * editCost <= limit,
      known.strangers(in: candidate) * editCost <= limit
    else { continue }
    let other = candidate.unicodeScalars.map(Letter.init)
    guard let distance = distances.distance(of: other, upTo: limit) else { continue }
    let differsAtFirst = letters[0].cost(of: other[0]) == editCost
    if let best {
      let isNearer =
        distance != best.distance
        ? distance < best.distance
        : differsAtFirst != best.differsAtFirst
          ? !differsAtFirst : candidate.utf8.lexicographicallyPrecedes(best.name.utf8)
      guard isNearer else { continue }
    }
    best = (distance, differsAtFirst, candidate)
  }
  return best?.name
}

/// What one edit costs, in the units in which a difference in case costs 1.
private let editCost = 4

/// A character, as it is and in lower case.
private struct Letter {
  let scalar: Unicode.Scalar
  let lower: Unicode.Scalar

  init(_ scalar: Unicode.Scalar) {
    self.scalar = scalar
    switch scalar.value {
    case 0x41...0x5A: lower = Unicode.Scalar(UInt8(scalar.value) | 0x20)
    case 0..<0x80: lower = scalar
    default:
      let mapped = scalar.properties.lowercaseMapping.unicodeScalars
      lower = mapped.count == 1 ? mapped.first! : scalar
    }
  }

  /// What it costs to write another letter in its place.
  func cost(of other: Letter) -> Int {
    scalar == other.scalar ? 0 : lower == other.lower ? 1 : editCost
  }
}

/// The ASCII characters of a name, in lower case.
private struct LetterSet {
  private var bits: (UInt64, UInt64) = (0, 0)

  init(_ letters: [Letter]) {
    for letter in letters where letter.lower.isASCII {
      let value = letter.lower.value
      if value < 64 { bits.0 |= 1 << value } else { bits.1 |= 1 << (value - 64) }
    }
  }

  /// How many ASCII characters of a text are not in the set.
  func strangers(in text: String) -> Int {
    text.utf8.count { byte in
      switch byte {
      case 0..<64: bits.0 & (1 << UInt64(byte)) == 0
      case 0x41...0x5A: bits.1 & (1 << UInt64(byte | 0x20 - 64)) == 0
      case 64..<128: bits.1 & (1 << UInt64(byte - 64)) == 0
      default: false
      }
    }
  }
}

/// The edits from one text to others.
private struct EditDistances {
  private let letters: [Letter]
  // Three rows of the usual table: a swap looks back two.
  private var (beforeLast, last, row): ([Int], [Int], [Int])

  init(to letters: [Letter]) {
    self.letters = letters
    (beforeLast, last, row) = ([], [], [])
  }

  /// The distance of a text; nil if it is above `limit`.
  mutating func distance(of other: [Letter], upTo limit: Int) -> Int? {
    let width = other.count + 1
    if row.count < width {
      (beforeLast, last, row) = (
        Array(repeating: 0, count: width), Array(repeating: 0, count: width),
        Array(repeating: 0, count: width)
      )
    }
    for j in 0..<width { last[j] = j * editCost }
    var leastOfLast = 0
    for i in 1...letters.count {
      row[0] = i * editCost
      var least = row[0]
      for j in 1..<width {
        let substituted = last[j - 1] + letters[i - 1].cost(of: other[j - 1])
        var cost = min(substituted, last[j] + editCost, row[j - 1] + editCost)
        if i > 1, j > 1, letters[i - 1].scalar == other[j - 2].scalar,
          letters[i - 2].scalar == other[j - 1].scalar
        {
          cost = min(cost, beforeLast[j - 2] + editCost)
        }
        row[j] = cost
        least = min(least, cost)
      }
      if min(least, leastOfLast) > limit { return nil }
      leastOfLast = least
      (beforeLast, last, row) = (last, row, beforeLast)
    }
    return last[width - 1] <= limit ? last[width - 1] : nil
  }
}

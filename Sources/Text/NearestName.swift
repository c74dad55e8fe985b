/// The candidate that is most similar to `name`, or nil if none is similar.
///
/// Nearness counts inserted, deleted, replaced and swapped neighbouring characters (the
/// Damerau-Levenshtein distance with each character moved once); a difference in case counts a
/// quarter. About a third of the characters may differ. Of equally near candidates the one that
/// begins alike wins, then the first in the order of their UTF-8 bytes.
///
/// - Complexity: O(*k* · *n* · *m*) for *k* candidates; those of another length cost nothing.
package func nearest(to name: String, among candidates: some Sequence<String>) -> String? {
  let letters = Array(name.unicodeScalars)
  // A text this long is not a typing mistake.
  guard !letters.isEmpty, letters.count <= 64 else { return nil }
  var best: (distance: Int, differsAtFirst: Bool, name: String)?
  for candidate in candidates where candidate != name {
    let other = Array(candidate.unicodeScalars)
    let longer = max(letters.count, other.count)
    // One letter does not hint at another, except in the other case.
    let limit = longer == 1 ? 1 : max(1, (longer + 1) / 3) * editCost
    guard !other.isEmpty, abs(letters.count - other.count) * editCost <= limit else { continue }
    let distance = editDistance(letters, other)
    guard distance <= limit else { continue }
    let differsAtFirst = substitutionCost(letters[0], other[0]) == editCost
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

private func substitutionCost(_ left: Unicode.Scalar, _ right: Unicode.Scalar) -> Int {
  if left == right { return 0 }
  return left.properties.lowercaseMapping == right.properties.lowercaseMapping ? 1 : editCost
}

private func editDistance(_ left: [Unicode.Scalar], _ right: [Unicode.Scalar]) -> Int {
  // Three rows of the usual table: a swap looks back two.
  var beforeLast = [Int](repeating: 0, count: right.count + 1)
  var last = (0...right.count).map { $0 * editCost }
  var row = last
  for i in 1...left.count {
    row[0] = i * editCost
    for j in 1...right.count {
      let substituted = last[j - 1] + substitutionCost(left[i - 1], right[j - 1])
      row[j] = min(substituted, last[j] + editCost, row[j - 1] + editCost)
      if i > 1, j > 1, left[i - 1] == right[j - 2], left[i - 2] == right[j - 1] {
        row[j] = min(row[j], beforeLast[j - 2] + editCost)
      }
    }
    (beforeLast, last, row) = (last, row, beforeLast)
  }
  return last[right.count]
}

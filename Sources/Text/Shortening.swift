/// How many items of a long list people read: this many at its beginning, and at its end.
private let mostFirst = 12
private let mostLast = 3

extension Array {
  /// The items as people read them: of many, only the first and the last ones.
  ///
  /// - Parameter leftOut: Makes the text for the others from their number.
  package func shortened(_ leftOut: (Int) -> Element) -> [Element] {
    // The text for a single one would need as much room as the item.
    guard count > mostFirst + mostLast + 1 else { return self }
    return prefix(mostFirst) + [leftOut(count - mostFirst - mostLast)] + suffix(mostLast)
  }
}

/// A path as people read it: `a.x → #1 → b.x → … 985 more steps … → a.x`.
///
/// - Parameters:
///   - steps: For each step, its link and where it leads.
///   - isWhole: Whether no step is left out.
package func wayText(
  from start: String, _ steps: [[String]], isASCII: Bool, isWhole: Bool = false
) -> String {
  let arrow = isASCII ? " -> " : " → "
  let texts = steps.map { $0.joined(separator: arrow) }
  let shown = isWhole ? texts : texts.shortened { leftOutText($0, isASCII: isASCII) }
  return ([start] + shown).joined(separator: arrow)
}

/// The text for steps that are left out: `… 985 more steps …`.
package func leftOutText(_ count: Int, isASCII: Bool = false) -> String {
  let dots = isASCII ? "..." : "…"
  return "\(dots) \(count) more steps \(dots)"
}

/// The longest text without a blank that a message shows whole, and how much it shows of a longer one.
private let longestWord = 80
private let shownOfWord = (first: 30, last: 29)
/// The longest message that is shown whole, and how much is shown of a longer one.
private let longestMessage = 1_500
private let shownOfMessage = (first: 900, last: 400)

extension String {
  /// The text as a message shows it: a name or value that is too long to read has `…` in its middle.
  ///
  /// Doing so twice is the same as doing so once.
  ///
  /// - Complexity: O(*n*); a short text is not copied.
  package var cutForMessage: String {
    guard utf8.count > longestWord else { return self }
    var text = ""
    var word = ""
    var length = 0
    for scalar in unicodeScalars {
      if scalar.properties.isWhitespace {
        text += length > longestWord ? word.cut(shownOfWord.first, shownOfWord.last) : word
        text.unicodeScalars.append(scalar)
        word = ""
        length = 0
      } else {
        word.unicodeScalars.append(scalar)
        length += 1
      }
    }
    text += length > longestWord ? word.cut(shownOfWord.first, shownOfWord.last) : word
    guard text.unicodeScalars.count > longestMessage else { return text }
    return text.cut(shownOfMessage.first, shownOfMessage.last)
  }

  /// The beginning and the end, with `…` between them.
  private func cut(_ first: Int, _ last: Int) -> String {
    String(unicodeScalars.prefix(first)) + "…" + String(unicodeScalars.suffix(last))
  }
}

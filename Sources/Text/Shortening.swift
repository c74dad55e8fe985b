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

/// How many items of a list people read where it is long: so many at its beginning, and at its end.
private let mostFirst = 12
private let mostLast = 3

extension Array {
  /// The items as people read them: where they are many, the first and the last ones.
  ///
  /// - Parameter leftOut: What stands for the others, made of how many they are.
  package func shortened(_ leftOut: (Int) -> Element) -> [Element] {
    // What stands for a single one would take its place.
    guard count > mostFirst + mostLast + 1 else { return self }
    return prefix(mostFirst) + [leftOut(count - mostFirst - mostLast)] + suffix(mostLast)
  }
}

/// A way as people read it: `a.x → #1 → b.x → … 985 more steps … → a.x`.
///
/// - Parameters:
///   - steps: For each step what takes it and where it leads.
///   - isWhole: Whether no step is left out.
package func wayText(
  from start: String, _ steps: [[String]], isASCII: Bool, isWhole: Bool = false
) -> String {
  let arrow = isASCII ? " -> " : " → "
  let texts = steps.map { $0.joined(separator: arrow) }
  let shown = isWhole ? texts : texts.shortened { leftOutText($0, isASCII: isASCII) }
  return ([start] + shown).joined(separator: arrow)
}

/// What stands for steps that are left out: `… 985 more steps …`.
package func leftOutText(_ count: Int, isASCII: Bool = false) -> String {
  let dots = isASCII ? "..." : "…"
  return "\(dots) \(count) more steps \(dots)"
}

/// What differs between the lines that were expected and those that came.
struct LineDifference {
  enum Line: Equatable {
    case same(String)
    case expected(String)
    case got(String)
  }

  /// All lines, in order; where some were exchanged, those that were expected first.
  private(set) var lines: [Line] = []

  /// The most pairs of lines that are looked at to find the least difference; where there are more,
  /// all in the middle counts as exchanged.
  private static let mostPairs = 1_000_000

  /// - Complexity: O(*n* · *m*) in the lines between the first and the last that differ.
  init(expected: [String], got: [String]) {
    let prefix = zip(expected, got).prefix { $0 == $1 }.count
    let suffix = zip(expected.dropFirst(prefix).reversed(), got.dropFirst(prefix).reversed())
      .prefix { $0 == $1 }.count
    lines = expected[..<prefix].map { .same($0) }
    lines += LineDifference.middle(
      Array(expected[prefix..<expected.count - suffix]), Array(got[prefix..<got.count - suffix]))
    lines += expected[(expected.count - suffix)...].map { .same($0) }
  }

  var isEmpty: Bool {
    lines.allSatisfy { if case .same = $0 { true } else { false } }
  }

  private static func middle(_ left: [String], _ right: [String]) -> [Line] {
    guard left.count * right.count <= mostPairs else {
      return left.map { .expected($0) } + right.map { .got($0) }
    }
    // The longest common rest from each pair of places on.
    let width = right.count + 1
    var longest = [Int32](repeating: 0, count: (left.count + 1) * width)
    for i in left.indices.reversed() {
      for j in right.indices.reversed() {
        longest[i * width + j] =
          left[i] == right[j]
          ? longest[(i + 1) * width + j + 1] + 1
          : max(longest[(i + 1) * width + j], longest[i * width + j + 1])
      }
    }
    var lines: [Line] = []
    var (i, j) = (0, 0)
    while i < left.count || j < right.count {
      if i < left.count, j < right.count, left[i] == right[j] {
        lines.append(.same(left[i]))
        (i, j) = (i + 1, j + 1)
      } else if i < left.count,
        j == right.count || longest[(i + 1) * width + j] >= longest[i * width + j + 1]
      {
        lines.append(.expected(left[i]))
        i += 1
      } else {
        lines.append(.got(right[j]))
        j += 1
      }
    }
    return lines
  }

  // MARK: Text

  /// How many lines that are the same are shown around those that differ.
  private static let context = 3
  /// The most lines that are shown.
  private static let mostLines = 200
  private static let longestLine = 500

  /// The difference as lines that begin with `-` where they were expected, with `+` where they came.
  ///
  /// - Parameter firstLine: Where the first line that was expected stands in its file, from 1.
  func text(firstLine: Int) -> [String] {
    var isShown = [Bool](repeating: false, count: lines.count)
    for (position, line) in lines.enumerated() {
      if case .same = line { continue }
      let context = LineDifference.context
      for near in max(0, position - context)...min(lines.count - 1, position + context) {
        isShown[near] = true
      }
    }
    var text: [String] = []
    var expectedLine = firstLine
    for (position, line) in lines.enumerated() {
      if isShown[position] {
        if position > 0, !isShown[position - 1] { text.append("@@ line \(expectedLine) @@") }
        if text.count >= LineDifference.mostLines {
          return text + ["… and \(lines.count - position) more lines"]
        }
        text.append(shown(line))
      }
      if case .got = line { continue }
      expectedLine += 1
    }
    return text
  }

  private func shown(_ line: Line) -> String {
    let (sign, text) =
      switch line {
      case .same(let text): (" ", text)
      case .expected(let text): ("-", text)
      case .got(let text): ("+", text)
      }
    let isLong = text.utf8.count > LineDifference.longestLine
    return sign + (isLong ? text.prefix(LineDifference.longestLine) + "…" : text)
  }
}

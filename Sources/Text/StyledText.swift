/// What a part of an answer is. A theme says how each looks; the words say it, too.
public enum Meaning: String, CaseIterable, Sendable {
  case object, property, old, new, binding, place, heading, quiet
  case held, dropped, glitch, cycle, error, warning, note, good, hint, string, unknown

  /// What parts of an answer it stands for, in a line.
  public var summary: String {
    switch self {
    case .object: "objects, commands and the names of bindings"
    case .property: "properties"
    case .old: "values that were replaced"
    case .new: "values that are there now"
    case .binding: "the numbers of bindings and observers"
    case .place: "files and lines"
    case .heading: "statements, titles and what a line is about"
    case .quiet: "the frame: lines of a tree, heads of tables, comments"
    case .held: "what was held back, refused or waits"
    case .dropped: "what was dropped"
    case .glitch: "glitches"
    case .cycle: "cycles"
    case .error: "errors and failed tests"
    case .warning: "warnings"
    case .note: "the words note: and help:"
    case .good: "what settled, passed or agrees"
    case .hint: "what you can type next"
    case .string: "strings in the line that you type"
    case .unknown: "names in the line that you type which nothing has"
    }
  }
}

/// Text of which parts have a meaning, so that a terminal can show them in colours.
///
/// It is written as a string is, with the meaning before the value:
/// `"\(.property, name): \(.old, before) → \(.new, after)"`.
public struct StyledText: Sendable, Equatable {
  /// The text alone.
  public private(set) var plain: String
  /// The parts that have a meaning, in order; none overlap.
  private var parts: [Part]

  private struct Part: Equatable {
    var range: Range<Int>
    var meaning: Meaning
  }

  public init(_ plain: String = "") {
    self.plain = plain
    parts = []
  }

  /// Text of one meaning.
  public init(_ meaning: Meaning, _ text: String) {
    plain = text
    parts = text.isEmpty ? [] : [Part(range: 0..<text.utf8.count, meaning: meaning)]
  }

  public var isEmpty: Bool { plain.isEmpty }
  public var displayWidth: Int { plain.displayWidth }

  /// There is no operator for this: it would make the compiler slow at each sum of strings.
  public mutating func append(_ other: StyledText) {
    let offset = plain.utf8.count
    plain += other.plain
    for part in other.parts { append(part, movedBy: offset) }
  }

  fileprivate mutating func append(_ meaning: Meaning, _ text: String) {
    let start = plain.utf8.count
    plain += text
    let end = plain.utf8.count
    if end > start { parts.append(Part(range: start..<end, meaning: meaning)) }
  }

  private mutating func append(_ part: Part, movedBy offset: Int) {
    let range = part.range.lowerBound + offset..<part.range.upperBound + offset
    parts.append(Part(range: range, meaning: part.meaning))
  }

  /// The text between the escapes that a theme has for its parts.
  ///
  /// - Complexity: O(*n*); plain text is not copied.
  public func painted(_ theme: Theme) -> String {
    guard !theme.isPlain, !parts.isEmpty else { return plain }
    var text = ""
    forEachPiece { piece, meaning in
      text += meaning.map { theme.paint(String(piece), $0) } ?? String(piece)
    }
    return text
  }

  /// The parts that a theme has a code for, in order.
  ///
  /// - Returns: Ranges of the text's UTF-8, with their codes.
  public func codes(_ theme: Theme) -> [(range: Range<Int>, code: String)] {
    parts.compactMap { part in theme.code(of: part.meaning).map { (part.range, $0) } }
  }

  /// The text with what is unseen as escapes; see `String.visible(_:)`.
  package func visible(_ layout: String.Layout = .none) -> StyledText {
    mapped { $0.visible(layout) }
  }

  /// The text with each piece changed; what has a meaning keeps it.
  package func mapped(_ change: (String) -> String) -> StyledText {
    let changed = change(plain)
    if parts.isEmpty { return StyledText(changed) }
    if changed == plain { return self }
    var text = StyledText()
    forEachPiece { piece, meaning in
      let piece = change(String(piece))
      text.append(meaning.map { StyledText($0, piece) } ?? StyledText(piece))
    }
    return text
  }

  /// The pieces from the first to the last: those with a meaning and those between them.
  private func forEachPiece(_ body: (Substring, Meaning?) -> Void) {
    let bytes = plain.utf8
    var (offset, index) = (0, bytes.startIndex)
    func next(to end: Int, _ meaning: Meaning?) {
      guard end > offset else { return }
      let last = bytes.index(index, offsetBy: end - offset)
      body(plain[index..<last], meaning)
      (offset, index) = (end, last)
    }
    for part in parts {
      next(to: part.range.lowerBound, nil)
      next(to: part.range.upperBound, part.meaning)
    }
    next(to: bytes.count, nil)
  }

  /// A part of the text with its meanings.
  ///
  /// - Parameter range: In UTF-8 bytes, between characters.
  private func slice(_ range: Range<Int>) -> StyledText {
    let start = plain.utf8.index(plain.startIndex, offsetBy: range.lowerBound)
    var text = StyledText(
      String(plain[start..<plain.utf8.index(start, offsetBy: range.count)]))
    for part in parts where part.range.overlaps(range) {
      text.append(
        Part(range: part.range.clamped(to: range), meaning: part.meaning),
        movedBy: -range.lowerBound)
    }
    return text
  }

  /// The text without what it begins with, if it does.
  package func without(prefix: String) -> StyledText {
    guard plain.hasPrefix(prefix) else { return self }
    return slice(prefix.utf8.count..<plain.utf8.count)
  }

  /// The text, or as much of its beginning as fits into `width` columns with an ellipsis after it.
  package func cut(to width: Int, ellipsis: String = "…") -> StyledText {
    let kept = plain.cut(to: width, ellipsis: ellipsis)
    guard kept != plain else { return self }
    return "\(slice(0..<kept.utf8.count - ellipsis.utf8.count))\(ellipsis)"
  }

  /// The text in lines that fit a screen: the first of at most `first` columns, the others of `next`.
  /// It is broken at blanks, and a word that is longer than a line wherever the line ends.
  package func folded(first: Int, next: Int) -> [StyledText] {
    if displayWidth <= first { return [self] }
    var lines: [StyledText] = []
    let text = plain
    var (start, index, room) = (0, text.startIndex, max(first, 1))
    while index < text.endIndex {
      // Of the line: its columns, where it ends, and its last blank.
      var (used, end, blank) = (0, start, nil as (offset: Int, index: String.Index)?)
      while index < text.endIndex {
        let columns = text[index].displayWidth
        if used + columns > room, end > start { break }
        if text[index] == " ", end > start { blank = (end, index) }
        used += columns
        end += text[index].utf8.count
        index = text.index(after: index)
      }
      // A blank at the edge is no part of either line.
      if index < text.endIndex, let edge = text[index] == " " ? (end, index) : blank {
        (end, index) = (edge.0, text.index(after: edge.1))
        lines.append(slice(start..<end))
        start = end + 1
      } else {
        lines.append(slice(start..<end))
        start = end
      }
      room = max(next, 1)
    }
    return lines
  }

  /// The text in rows that fit a screen. What is left of a line goes on below it, indented.
  ///
  /// - Complexity: O(*n*).
  package func folded(width: Int) -> StyledText {
    // No character takes more columns than bytes.
    var (start, isLong) = (0, false)
    for (offset, byte) in plain.utf8.enumerated() {
      if byte == 10 { start = offset + 1 }
      if offset - start >= width { isLong = true }
    }
    guard isLong else { return self }
    start = 0
    var rows: [StyledText] = []
    for line in plain.utf8.split(separator: 10, omittingEmptySubsequences: false) {
      let blanks = line.prefix { $0 == 32 }.count
      rows.append(slice(start..<start + line.count).folded(width: width, hanging: blanks + 2))
      start += line.count + 1
    }
    return rows.joined(by: "\n")
  }

  /// A line in rows that fit a screen, of which all but the first begin at a column if there is room.
  package func folded(width: Int, hanging column: Int) -> StyledText {
    let indent = String(repeating: " ", count: column < width / 2 ? column : 0)
    let rows = folded(first: width, next: width - indent.count)
    return rows.enumerated().map { $0.offset == 0 ? $0.element : "\(indent)\($0.element)" }
      .joined(by: "\n")
  }

  /// The text in lines of at most `width` columns, broken at blanks.
  package func wrapped(width: Int) -> [StyledText] {
    var lines: [StyledText] = []
    // Of the line: where it begins and ends, and its columns. Of the word: where it begins.
    var (start, end, used, offset) = (0, 0, 0, 0)
    for word in plain.split(separator: " ", omittingEmptySubsequences: false) {
      let columns = String(word).displayWidth
      let isFirst = end == start
      if !isFirst, used + 1 + columns > width { lines.append(slice(start..<end)) }
      if isFirst || used + 1 + columns > width {
        (start, used) = (offset, columns)
      } else {
        used += 1 + columns
      }
      end = offset + word.utf8.count
      offset = end + 1
    }
    return lines + [slice(start..<end)]
  }
}

extension StyledText: ExpressibleByStringInterpolation {
  public init(stringLiteral value: String) { self.init(value) }

  public init(stringInterpolation interpolation: StringInterpolation) { self = interpolation.text }

  public struct StringInterpolation: StringInterpolationProtocol {
    fileprivate var text = StyledText()

    public init(literalCapacity: Int, interpolationCount: Int) {
      text.plain.reserveCapacity(literalCapacity + 12 * interpolationCount)
    }

    public mutating func appendLiteral(_ literal: String) { text.plain += literal }

    public mutating func appendInterpolation(_ meaning: Meaning, _ value: String) {
      text.append(meaning, value)
    }

    public mutating func appendInterpolation(_ value: StyledText) { text.append(value) }
    package mutating func appendInterpolation(code: String) { text.append(StyledText(code: code)) }
    package mutating func appendInterpolation(hint: String) { text.append(StyledText(hint: hint)) }
    public mutating func appendInterpolation(_ value: String) { text.plain += value }
    public mutating func appendInterpolation(_ value: Int) { text.plain += String(value) }
  }
}

extension StyledText: CustomStringConvertible {
  /// The text alone: in a string there are no meanings.
  public var description: String { plain }
}

extension Sequence where Element == StyledText {
  /// The texts after one another, with a separator between.
  package func joined(by separator: StyledText) -> StyledText {
    var sum = StyledText()
    for (position, text) in enumerated() {
      if position > 0 { sum.append(separator) }
      sum.append(text)
    }
    return sum
  }
}

import Syntax
import Text

/// The lines of a laid-out text that are too long, and the places where they may end earlier.
///
/// A line with a comment stays, since the comment may be about all of it, and so does one below
/// `// allow` or above `// =>`.
struct LongLines {
  /// Where a line may end, from the best place to the worst.
  private enum Place: Int {
    /// Before each `|` of a binding.
    case pipe
    /// Behind the `{` of a block, whose statements then get lines of their own.
    case block
    /// Behind a comma.
    case comma
    /// Behind `&&`, `||` or `+`.
    case sign
    /// Behind an opening bracket.
    case bracket
  }

  private struct Candidate {
    let offset: Int
    let place: Place
    /// How many brackets it is in.
    let depth: Int
    /// Whether the next line is indented further: a bracket around it begins on its line, or its line
    /// is the first of a statement.
    let isIndented: Bool
  }

  private let file: SourceFile
  private let bytes: [UInt8]
  private let width: Int
  /// The lines that stay as they are.
  private var fixed: Set<Int> = []
  /// Where line ends are added.
  private var breaks: [Int] = []

  // MARK: While the tokens are read

  /// The open brackets, each with its line.
  private var brackets: [(byte: UInt8, line: Int)] = []
  private var last: Range<Int>?
  /// The line of the last token, and the places on it.
  private var line = 0
  /// Whether that line is the first of a statement.
  private var beginsStatement = true
  private var candidates: [Candidate] = []

  /// The text with more line ends; nil if none is needed, or none is possible.
  var broken: [UInt8]? {
    guard !breaks.isEmpty else { return nil }
    var text: [UInt8] = []
    text.reserveCapacity(bytes.count + breaks.count)
    var start = 0
    for offset in breaks {
      text += bytes[start..<offset]
      text.append(UInt8(ascii: "\n"))
      start = offset
    }
    return text + bytes[start...]
  }

  /// - Complexity: O(*n*) in the length of the text.
  init(_ file: SourceFile, _ width: Int) {
    (self.file, bytes, self.width) = (file, file.bytes, width)
    guard file.lines.starts.indices.contains(where: { isLong($0) }) else { return }
    file.visitTokens { comments, _ in
      for comment in comments { keepLines(of: comment) }
    }
    file.visitTokens { _, token in take(token) }
    endLine()
    breaks.sort()
  }

  private mutating func keepLines(of comment: Range<Int>) {
    var first = file.lines.line(of: UInt32(comment.lowerBound))
    var last = file.lines.line(of: UInt32(comment.upperBound))
    if ScriptComment.isExpectedOutput(bytes[comment]) { first -= 1 }
    if ScriptComment.isAllowance(bytes[comment]) { last += 1 }
    fixed.formUnion(first...last)
  }

  // MARK: Tokens

  private mutating func take(_ token: Range<Int>) {
    guard !token.isEmpty else { return }
    let start = file.lines.line(of: UInt32(token.lowerBound))
    if start > line {
      endLine()
      let indentation = range(ofLine: start).count - text(ofLine: start).count
      beginsStatement =
        isInBlock && indentation <= brackets.count * ScriptFormatter.indentation
    }
    line = start
    let text = bytes[token]
    let byte = token.count == 1 ? text[token.lowerBound] : 0
    if "}])".utf8.contains(byte) { _ = brackets.popLast() }
    if let last, let place = place(between: bytes[last], and: text) {
      // A block's statements are not in the brackets of its head.
      let depth = brackets.count - (place == .block ? 1 : 0)
      candidates.append(
        Candidate(
          offset: last.upperBound, place: place, depth: depth,
          isIndented: brackets.contains { $0.line == line } || isInBlock && beginsStatement))
    }
    if "{[(".utf8.contains(byte) { brackets.append((byte, line)) }
    last = token
  }

  /// Whether the last token is in no bracket but that of a block.
  private var isInBlock: Bool { brackets.last.map { $0.byte == UInt8(ascii: "{") } ?? true }

  private static let signs = ["&&", "||", "+"].map { Array($0.utf8)[...] }

  /// The place between two tokens on a line, if the line may end there.
  private func place(between first: ArraySlice<UInt8>, and second: ArraySlice<UInt8>) -> Place? {
    guard file.lines.line(of: UInt32(first.endIndex)) == line else { return nil }
    if second.elementsEqual("|".utf8) { return isInBlock ? .pipe : nil }
    if LongLines.signs.contains(first) { return .sign }
    guard first.count == 1, !second.elementsEqual("}".utf8), !second.elementsEqual("]".utf8),
      !second.elementsEqual(")".utf8)
    else { return nil }
    switch first[first.startIndex] {
    case UInt8(ascii: "{"): return .block
    case UInt8(ascii: ","): return .comma
    case UInt8(ascii: "("), UInt8(ascii: "["): return .bracket
    default: return nil
    }
  }

  // MARK: Lines

  /// Breaks the line of the last token, if it is too long.
  private mutating func endLine() {
    defer { candidates = [] }
    guard !candidates.isEmpty, !fixed.contains(line), isLong(line) else { return }
    // Outer brackets first; the rest of the line may then fit.
    let best = candidates.filter { $0.place != .bracket }.min {
      ($0.depth, $0.place.rawValue) < ($1.depth, $1.place.rawValue)
    }
    guard let best else {
      breaks += candidates.min { $0.depth < $1.depth }.map { [$0.offset] } ?? []
      return
    }
    let places = candidates.filter { $0.depth == best.depth && $0.place == best.place }
    switch best.place {
    case .pipe, .block: breaks += places.map(\.offset)
    case .comma, .sign, .bracket: fill(places)
    }
  }

  /// Breaks the line at those places before which no more fits into the width.
  private mutating func fill(_ places: [Candidate]) {
    let text = range(ofLine: line)
    let indentation = text.count - self.text(ofLine: line).count
    /// How far the text moves to the left behind the last break.
    var shift = 0
    var last: (place: Candidate, column: Int)?
    func breakIfTooWide(_ column: Int) {
      guard column - shift > width, let (place, lastColumn) = last else { return }
      breaks.append(place.offset)
      let next = indentation + (place.isIndented ? ScriptFormatter.indentation : 0)
      shift = lastColumn + 1 - next
      last = nil
    }
    var column = 0
    var start = text.lowerBound
    for place in places {
      column += columns(start..<place.offset)
      start = place.offset
      breakIfTooWide(column)
      last = (place, column)
    }
    breakIfTooWide(column + columns(start..<text.upperBound))
  }

  private func columns(_ part: Range<Int>) -> Int {
    String(decoding: bytes[part], as: UTF8.self).displayWidth
  }

  private func isLong(_ line: Int) -> Bool {
    let text = range(ofLine: line)
    // No character is wider than it has bytes.
    return text.count > width && columns(text) > width
  }

  /// A line without its indentation and its end.
  private func text(ofLine line: Int) -> ArraySlice<UInt8> {
    bytes[range(ofLine: line)].drop { $0 == UInt8(ascii: " ") }
  }

  /// The bytes of a line, without its end.
  private func range(ofLine line: Int) -> Range<Int> {
    let starts = file.lines.starts
    let end = line + 1 < starts.count ? Int(starts[line + 1]) - 1 : bytes.count
    return Int(starts[line])..<max(Int(starts[line]), end)
  }
}

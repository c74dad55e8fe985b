/// A place in a text as people see it: line, column, and the line itself with the place underlined.
///
/// The underline is aligned whatever the characters before it are: blanks replace them in the same
/// width, and tabs are repeated, so that it is right for every tab width.
struct CodeFrame {
  /// Counted from the file's first line.
  let line: Int
  /// In characters (grapheme clusters) from 1; a tab is one.
  let column: Int
  let text: String
  let underline: String

  /// If a line is longer, only a window of this many columns is shown.
  private static let widest = 100
  /// How many bytes are read on either side of the place, which is enough for characters of that width.
  private static let reach = 1000

  /// - Parameters:
  ///   - isASCII: Whether to show only ASCII.
  ///   - width: The columns of the screen; nil if lines may be of any length.
  init(_ file: SourceFile, _ span: SourceSpan, isASCII: Bool, width: Int? = nil) {
    let bytes = file.bytes
    let start = min(Int(span.start), bytes.count)
    let lineIndex = file.lines.line(of: UInt32(start))
    let lineStart = CodeFrame.startOfLine(lineIndex, in: file)
    let lineEnd = CodeFrame.endOfLine(lineIndex, in: file, from: lineStart)
    let placeStart = max(lineStart, min(start, lineEnd))
    let placeEnd = max(placeStart, min(Int(span.end), lineEnd))

    line = file.firstLine + lineIndex
    column = 1 + CodeFrame.characterCount(bytes[lineStart..<placeStart])

    let ellipsis = isASCII ? "..." : "…"
    let cells = { (range: Range<Int>) in
      String(decoding: bytes[range], as: UTF8.self).map { Cell($0, isASCII: isASCII) }
    }
    let windowStart = CodeFrame.boundary(max(lineStart, placeStart - CodeFrame.reach), bytes)
    let windowEnd = CodeFrame.boundary(min(lineEnd, placeStart + CodeFrame.reach), bytes)
    let shownEnd = min(placeEnd, windowEnd)
    var prefix = cells(windowStart..<placeStart)[...]
    var place = cells(placeStart..<shownEnd)[...]
    var suffix = cells(shownEnd..<windowEnd)[...]
    let isWhole = windowStart == lineStart && windowEnd == lineEnd
    var (isCutBefore, isCutAfter) = (false, false)
    if !isWhole || prefix.width + place.width + suffix.width > min(width ?? .max, CodeFrame.widest)
    {
      // The ellipses at both ends need columns of a screen.
      let widest = min(width.map { max(20, $0 - 2 * ellipsis.count) } ?? .max, CodeFrame.widest)
      // If the rest of the line is short, more of the text before the place fits.
      let after = place.width + suffix.width
      let room = max(widest * 2 / 5, widest - after)
      isCutBefore = prefix.keepLast(room) || windowStart > lineStart
      var rest = widest - prefix.width
      isCutAfter = place.keepFirst(rest)
      rest -= place.width
      isCutAfter = suffix.keepFirst(rest) || isCutAfter || windowEnd < lineEnd
    }
    let lead = isCutBefore ? ellipsis : ""
    text =
      lead + (prefix + place + suffix).map(\.text).joined() + (isCutAfter ? ellipsis : "")
    let blanks = prefix.map { $0.text == "\t" ? "\t" : String(repeating: " ", count: $0.width) }
    let marks = place.first?.text == "\t" ? 1 : max(1, place.width)
    underline =
      String(repeating: " ", count: lead.displayWidth) + blanks.joined() + "^"
      + String(repeating: "~", count: marks - 1)
  }

  /// The line and column of a byte, as in a frame of that place.
  static func position(
    of offset: UInt32, in file: SourceFile, _ columns: TextRegion.Columns
  ) -> (line: Int, column: Int) {
    let offset = min(Int(offset), file.bytes.count)
    let lineIndex = file.lines.line(of: UInt32(offset))
    let start = startOfLine(lineIndex, in: file)
    let place = max(start, min(offset, endOfLine(lineIndex, in: file, from: start)))
    let before = file.bytes[start..<place]
    let count =
      switch columns {
      case .characters: characterCount(before)
      case .scalars: String(decoding: before, as: UTF8.self).unicodeScalars.count
      }
    return (file.firstLine + lineIndex, 1 + count)
  }

  /// After the byte order mark that some editors write at the beginning of a text.
  private static func startOfLine(_ line: Int, in file: SourceFile) -> Int {
    if line == 0, file.bytes.starts(with: [0xEF, 0xBB, 0xBF]) { return 3 }
    return Int(file.lines.starts[line])
  }

  private static func endOfLine(_ line: Int, in file: SourceFile, from start: Int) -> Int {
    let starts = file.lines.starts
    var end = line + 1 < starts.count ? Int(starts[line + 1]) - 1 : file.bytes.count
    if end > start, file.bytes[end - 1] == UInt8(ascii: "\r") { end -= 1 }
    return max(start, end)
  }

  /// A line of ten megabytes is nearly always ASCII, so nothing has to be joined.
  private static func characterCount(_ bytes: ArraySlice<UInt8>) -> Int {
    bytes.allSatisfy { $0 < 0x80 } ? bytes.count : String(decoding: bytes, as: UTF8.self).count
  }

  /// `offset`, or the start of the character that contains it.
  private static func boundary(_ offset: Int, _ bytes: [UInt8]) -> Int {
    var offset = offset
    while offset > 0, offset < bytes.count, bytes[offset] & 0xC0 == 0x80 { offset -= 1 }
    return offset
  }
}

/// A character as a code frame shows it.
private struct Cell {
  let text: String
  let width: Int

  /// A source file must not control the terminal, so invisible characters are shown as escapes.
  init(_ character: Character, isASCII: Bool) {
    if character == "\t" {
      (text, width) = ("\t", 1)
      return
    }
    let visible = String(character).visible()
    let columns = max(1, visible.displayWidth)
    if isASCII, !visible.utf8.allSatisfy({ $0 < 0x80 }) {
      (text, width) = (String(repeating: "?", count: columns), columns)
    } else {
      (text, width) = (visible, visible.displayWidth)
    }
  }
}

extension ArraySlice<Cell> {
  fileprivate var width: Int { reduce(0) { $0 + $1.width } }

  /// Removes what does not fit into `room` columns from the end; returns whether anything was removed.
  fileprivate mutating func keepFirst(_ room: Int) -> Bool {
    var used = 0
    let fitting = prefix {
      used += $0.width
      return used <= room
    }
    defer { self = fitting }
    return fitting.count < count
  }

  /// Removes what does not fit into `room` columns from the beginning; returns whether anything was.
  fileprivate mutating func keepLast(_ room: Int) -> Bool {
    var used = 0
    var first = endIndex
    while first > startIndex, used + self[first - 1].width <= room {
      first -= 1
      used += self[first].width
    }
    let isCut = first > startIndex
    self = self[first...]
    return isCut
  }
}

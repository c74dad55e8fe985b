import Text

/// A change of whole lines that lie together.
struct LineEdit: Equatable {
  /// The bytes of the older text that are replaced.
  var span: Range<Int>
  var text: [UInt8]

  /// The changes that make one text of another.
  ///
  /// - Complexity: That of `LineDifference`.
  static func edits(from old: [UInt8], to new: [UInt8]) -> [LineEdit] {
    let (oldLines, newLines) = (lines(of: old), lines(of: new))
    var starts = [0]
    for line in oldLines { starts.append(starts[starts.count - 1] + line.utf8.count) }
    var edits: [LineEdit] = []
    /// What is removed and added since the last line that both have.
    var change = LineEdit(span: 0..<0, text: [])
    func finish() {
      if !change.span.isEmpty || !change.text.isEmpty { edits.append(change) }
    }
    for edit in LineDifference(oldLines, newLines).edits {
      switch edit {
      case .same(let line, _):
        finish()
        change = LineEdit(span: starts[line + 1]..<starts[line + 1], text: [])
      case .removed(let line): change.span = change.span.lowerBound..<starts[line + 1]
      case .added(let line): change.text += Array(newLines[line].utf8)
      }
    }
    finish()
    return edits
  }

  /// The changes that give the lines of a part of a text another layout.
  ///
  /// - Parameters:
  ///   - new: The same text with other blanks, line ends and `;`.
  ///   - part: An empty one is the line that it is in.
  /// - Complexity: O(*n*) in the length of the texts.
  static func layout(from old: [UInt8], to new: [UInt8], within part: Range<Int>) -> [LineEdit] {
    guard content(of: old).elementsEqual(content(of: new)) else {
      // More than the layout differs, so no line is known to be the same as another.
      return edits(from: old, to: new).filter {
        $0.span.lowerBound <= part.upperBound && $0.span.upperBound >= part.lowerBound
      }
    }
    let part =
      part.isEmpty && part.lowerBound < old.count
      ? part.lowerBound..<part.lowerBound + 1 : part
    var edits: [LineEdit] = []
    for (span, replacement) in pieces(of: old, and: new) {
      let isMeant = part.isEmpty || span.overlaps(part)
      guard isMeant, old[span] != new[replacement] else { continue }
      if let last = edits.last, last.span.upperBound == span.lowerBound {
        edits[edits.count - 1].span = last.span.lowerBound..<span.upperBound
        edits[edits.count - 1].text += new[replacement]
      } else {
        edits.append(LineEdit(span: span, text: Array(new[replacement])))
      }
    }
    return edits.map { $0.withoutSameLines(old) }
  }

  /// The pieces of two texts with the same content that begin with the same content, each at the
  /// beginning of a line.
  private static func pieces(
    of old: [UInt8], and new: [UInt8]
  ) -> [(old: Range<Int>, new: Range<Int>)] {
    let (oldLines, newLines) = (contentLines(of: old), contentLines(of: new))
    var pieces: [(old: Range<Int>, new: Range<Int>)] = []
    var (oldStart, newStart) = (0, 0)
    func add(_ oldEnd: Int, _ newEnd: Int) {
      if oldEnd > oldStart || newEnd > newStart {
        pieces.append((oldStart..<oldEnd, newStart..<newEnd))
      }
      (oldStart, newStart) = (oldEnd, newEnd)
    }
    var (first, second) = (0, 0)
    while first < oldLines.count, second < newLines.count {
      let (one, other) = (oldLines[first], newLines[second])
      if one.before == other.before { add(one.start, other.start) }
      if one.before <= other.before { first += 1 }
      if other.before <= one.before { second += 1 }
    }
    add(old.count, new.count)
    return pieces
  }

  /// Leaves out the lines at both ends that stay as they are.
  private func withoutSameLines(_ old: [UInt8]) -> LineEdit {
    let (before, after) = (old[span], text[...])
    var start = 0
    for (offset, (one, other)) in zip(before, after).enumerated() {
      guard one == other else { break }
      if one == 10 { start = offset + 1 }
    }
    var end = 0
    let shared = min(before.count, after.count) - start
    for (offset, (one, other)) in zip(before.reversed(), after.reversed()).enumerated() {
      guard offset < shared, one == other else { break }
      // A line is the same only from its beginning on, which is behind the end of another one.
      let (oldPlace, newPlace) = (before.count - offset - 1, after.count - offset - 1)
      let isLine =
        (oldPlace == start || before[before.startIndex + oldPlace - 1] == 10)
        && (newPlace == start || after[newPlace - 1] == 10)
      if isLine { end = offset + 1 }
    }
    return LineEdit(
      span: span.lowerBound + start..<span.upperBound - end,
      text: Array(after.dropFirst(start).dropLast(end)))
  }

  // MARK: Lines

  /// The bytes that every layout of a text has.
  private static func content(of bytes: [UInt8]) -> some Sequence<UInt8> {
    bytes.dropFirst(markCount(of: bytes)).lazy.filter(isContent)
  }

  private static func isContent(_ byte: UInt8) -> Bool {
    switch byte {
    case 9, 10, 13, 32, UInt8(ascii: ";"): false
    default: true
    }
  }

  /// How many bytes a byte order mark has at the beginning of a text.
  private static func markCount(of bytes: [UInt8]) -> Int {
    bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
  }

  /// The lines that have content: where they begin, and how many bytes of content come before them.
  private static func contentLines(of bytes: [UInt8]) -> [(start: Int, before: Int)] {
    var found: [(start: Int, before: Int)] = []
    let first = markCount(of: bytes)
    var (start, before, count) = (0, 0, 0)
    for offset in bytes.indices.dropFirst(first) {
      let byte = bytes[offset]
      if byte == 10 {
        if count > before { found.append((start, before)) }
        (start, before) = (offset + 1, count)
      } else if isContent(byte) {
        count += 1
      }
    }
    if count > before { found.append((start, before)) }
    return found
  }

  /// The lines of a text with their ends.
  private static func lines(of bytes: [UInt8]) -> [String] {
    var lines: [String] = []
    var start = 0
    for (offset, byte) in bytes.enumerated() where byte == 10 {
      lines.append(String(decoding: bytes[start...offset], as: UTF8.self))
      start = offset + 1
    }
    if start < bytes.count { lines.append(String(decoding: bytes[start...], as: UTF8.self)) }
    return lines
  }
}

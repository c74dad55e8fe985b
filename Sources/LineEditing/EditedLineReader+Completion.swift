import CEditLine
import Platform

extension EditedLineReader {
  /// A list on its way to the terminal.
  struct CandidatesToShow {
    let candidates: [Candidate]
    /// How far, in scalars, the cursor was from the end of the line.
    let cursorFromEnd: Int
  }

  /// A line that is being typed.
  struct Line {
    let text: String
    let cursorUTF8Offset: Int
    let cursorScalarOffset: Int
  }

  /// Bound to the command that shows the list. Tab has to be two commands: libedit moves the
  /// cursor to the end of the line after the first one, and the list goes below that.
  static let listKey: Unicode.Scalar = "\u{81}"

  /// The line as libedit has it now.
  var currentLine: Line {
    let line = el_wline(editor).pointee
    // Between two steps of a command libedit's pointers can be out of order for a moment, and
    // a window may change its size just then.
    let count = max(0, line.buffer.distance(to: line.lastchar))
    let cursor = min(max(0, line.buffer.distance(to: line.cursor)), count)
    let text = String(wide: UnsafeBufferPointer(start: line.buffer, count: count))
    let before = String(wide: UnsafeBufferPointer(start: line.buffer, count: cursor))
    return Line(
      text: text, cursorUTF8Offset: before.utf8.count, cursorScalarOffset: cursor)
  }

  /// What Tab does; answers libedit's code for what to draw.
  func complete() -> Int32 {
    let line = currentLine
    let completions = completer(line.text, line.cursorUTF8Offset)
    guard let replaced = line.text.scalars(inUTF8: completions.replace),
      let first = completions.candidates.first
    else { return CC_ERROR }
    if completions.candidates.count == 1 {
      guard first.text != replaced.text else { return CC_ERROR }
      replace(replaced.range, of: line, with: first.text)
      return CC_REFRESH
    }
    let prefix = completions.commonPrefix
    if prefix.count > replaced.text.count {
      replace(replaced.range, of: line, with: prefix)
      return CC_REFRESH
    }
    let count = line.text.unicodeScalars.count
    list = CandidatesToShow(
      candidates: completions.candidates, cursorFromEnd: count - line.cursorScalarOffset)
    el_cursor(editor, Int32(clamping: count))
    el_wpush(editor, String(Self.listKey).wide)
    return CC_REFRESH
  }

  private func replace(_ range: Range<Int>, of line: Line, with text: String) {
    el_cursor(editor, Int32(clamping: range.upperBound - line.cursorScalarOffset))
    el_deletestr(editor, Int32(clamping: range.count))
    el_winsertstr(editor, text.editable)
  }

  /// Puts the list below the line, and the line below the list.
  func showCandidates() -> Int32 {
    guard let list else { return CC_ERROR }
    self.list = nil
    let size = terminalSize
    let layout = CandidateList(
      candidates: list.candidates, columns: size.columns, rows: size.rows,
      ellipsis: ellipsis)
    output.write("\r\n" + layout.lines.joined(separator: "\r\n") + "\r\n")
    if list.cursorFromEnd > 0 { el_cursor(editor, Int32(clamping: -list.cursorFromEnd)) }
    drawPrompt()
    return CC_NORM
  }
}

extension String {
  /// The part of the text at UTF-8 offsets, and where it is in scalars; nil unless both offsets
  /// are in the text and between scalars.
  func scalars(inUTF8 offsets: Range<Int>) -> (text: String, range: Range<Int>)? {
    guard offsets.lowerBound >= 0, offsets.upperBound <= utf8.count else { return nil }
    let start = utf8.index(startIndex, offsetBy: offsets.lowerBound)
    let end = utf8.index(startIndex, offsetBy: offsets.upperBound)
    guard let lower = start.samePosition(in: unicodeScalars),
      let upper = end.samePosition(in: unicodeScalars)
    else { return nil }
    let first = unicodeScalars.distance(from: startIndex, to: lower)
    let count = unicodeScalars.distance(from: lower, to: upper)
    return (String(unicodeScalars[lower..<upper]), first..<(first + count))
  }

  /// The text before an offset in its UTF-8, which must be between scalars.
  func prefix(upToUTF8Offset offset: Int) -> Substring {
    self[..<utf8.index(startIndex, offsetBy: offset)]
  }
}

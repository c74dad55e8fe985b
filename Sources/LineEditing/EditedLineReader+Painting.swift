import CEditLine
import Platform

// The line in colours while it is typed. libedit draws it without them, and knows only characters, so
// the line is written once more over itself before the terminal is sent what libedit drew.
extension EditedLineReader {
  /// Says in which colours the parts of a line are shown.
  ///
  /// - Parameters:
  ///   - line: The line as far as it is typed; the lines of a statement before it are not in it.
  ///   - cursorUTF8Offset: Where the cursor is in the line's UTF-8.
  public typealias Painter = (_ line: String, _ cursorUTF8Offset: Int) -> [PaintedPart]

  /// Paints the line over what libedit drew since the last time, and sends both.
  func showLine() {
    defer { output.send() }
    if output.count > 0 { isDrawn = true }
    guard isDrawn, painter != nil, !hasInput(within: 0) else { return }
    isDrawn = false
    paint()
  }

  private func paint() {
    guard let painter, cel_is_editing(editor), keyboard.outcome == nil else { return }
    let size = terminalSize
    let count = el_wline(editor).pointee
    guard count.buffer.distance(to: count.lastchar) <= size.columns * size.rows else { return }
    let line = currentLine
    guard !line.text.isEmpty, !line.text.hasPrefix("\n") else { return }
    let parts = painter(Self.withoutSearch(line.text), line.cursorUTF8Offset)
    // Characters that move keep their colours.
    guard !parts.isEmpty || isPainted else { return }
    let layout = PaintedLine(
      prompt: prompt.visibleText, line.text, cursor: line.cursorScalarOffset,
      columns: size.columns, rows: size.rows
    ) { Int(cel_width($0.editable)) }
    guard let layout else { return }
    isPainted = !parts.isEmpty
    output.write(layout.escapes(parts))
  }
}

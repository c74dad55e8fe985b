import CEditLine
import Platform

// Ctrl-_ in emacs' keys: libedit has only vi's `u`.
extension EditedLineReader {
  /// What the line was, oldest first. Letters that were typed one after the other are one step.
  struct LineStates {
    private struct State {
      var text: String
      var cursor: Int
      /// Whether it came about by letters of one word.
      var isTyping = false
    }

    private static let most = 1_000

    private var states = [State(text: "", cursor: 0)]

    /// Notes how the line is now.
    mutating func note(_ line: Line) {
      let last = states[states.count - 1]
      guard line.text != last.text else {
        if line.cursorScalarOffset != last.cursor {
          states[states.count - 1].cursor = line.cursorScalarOffset
          states[states.count - 1].isTyping = false
        }
        return
      }
      let isTyping = Self.isTyping(from: last, to: line)
      var state = State(text: line.text, cursor: line.cursorScalarOffset)
      state.isTyping = isTyping
      if isTyping, last.isTyping { states.removeLast() }
      states.append(state)
      if states.count > Self.most { states.removeFirst() }
    }

    /// Whether a line has one more character of a word, at the cursor.
    private static func isTyping(from state: State, to line: Line) -> Bool {
      guard line.cursorScalarOffset == state.cursor + 1 else { return false }
      let (old, new) = (state.text.unicodeScalars, line.text.unicodeScalars)
      guard new.count == old.count + 1 else { return false }
      let place = new.index(new.startIndex, offsetBy: state.cursor)
      let after = new.index(after: place)
      return !new[place].properties.isWhitespace
        && new[..<place].elementsEqual(old.prefix(state.cursor))
        && new[after...].elementsEqual(old.dropFirst(state.cursor))
    }

    /// The text before the last step, and its cursor; nil if there is none.
    mutating func takeBack() -> (text: String, cursor: Int)? {
      guard states.count > 1 else { return nil }
      states.removeLast()
      states[states.count - 1].isTyping = false
      return (states[states.count - 1].text, states[states.count - 1].cursor)
    }
  }

  /// Notes the line for Ctrl-_, except what libedit shows for a moment.
  func noteState() {
    guard !isVi, brace == nil else { return }
    let line = currentLine
    if Self.searchRow(in: line.text) == nil { states.note(line) }
  }

  /// Takes back the last change of the line.
  func undoTyping() -> Int32 {
    // Keys that come fast are not noted one by one.
    noteState()
    guard let old = states.takeBack() else { return CC_ERROR }
    let line = currentLine
    let count = line.text.unicodeScalars.count
    el_cursor(editor, Int32(clamping: count - line.cursorScalarOffset))
    el_deletestr(editor, Int32(clamping: count))
    el_winsertstr(editor, old.text.editable)
    el_cursor(editor, Int32(clamping: old.cursor - old.text.unicodeScalars.count))
    return CC_REFRESH
  }
}

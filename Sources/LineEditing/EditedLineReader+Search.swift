import CEditLine
import Platform

// What libedit's search with Ctrl-R does not do by itself.
extension EditedLineReader {
  /// What libedit puts below the line while it searches, with the wanted text behind it.
  private static let searchMarks = ["bck:", "bck?", "fwd:", "fwd?"]

  /// Where the row of a search begins; nil if the text has none.
  static func searchRow(in text: String) -> String.Index? {
    guard let newline = text.utf8.lastIndex(of: UInt8(ascii: "\n")) else { return nil }
    let last = text[newline...].dropFirst()
    return searchMarks.contains { last.hasPrefix($0) } ? newline : nil
  }

  /// A line without the row of a search.
  static func withoutSearch(_ text: String) -> String {
    searchRow(in: text).map { String(text[..<$0]) } ?? text
  }

  /// Notes an ESC that ends a search: libedit takes it for itself, and would insert the rest of the key.
  func noteEscape(_ scalar: Unicode.Scalar) {
    keyboard.hasEndedSearch =
      scalar == "\u{1B}" && cel_is_editing(editor) && Self.searchRow(in: currentLine.text) != nil
      && hasInput(within: Self.millisecondsIdle)
  }

  /// Whether libedit is to be sent once more the ESC that has ended a search, now as the beginning of
  /// a key such as Left, which it then obeys.
  func wantsEscapeAgain() -> Bool {
    guard keyboard.hasEndedSearch else { return false }
    keyboard.hasEndedSearch = false
    return Self.searchRow(in: currentLine.text) == nil
  }
}

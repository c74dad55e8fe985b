import Basics
import CEditLine
import Platform
import Text

// What a keyboard sends besides lines: pasted text, braces, and keys for the suggestion from history.
extension EditedLineReader {
  /// How a terminal encloses text that is pasted.
  static let pasteStart = "\u{1B}[200~"
  private static let pasteEnd = Array("\u{1B}[201~".unicodeScalars)

  /// Bound to the command that goes to the matching brace, and back.
  static let braceKey: Unicode.Scalar = "\u{82}"

  /// How long nothing is typed before the matching brace, or a suggestion, is shown.
  static let millisecondsIdle: Int32 = 40

  /// How long the cursor stays at a matching brace unless a key is pressed.
  private static let millisecondsAtBrace: Int32 = 400

  /// Whether the terminal is asked to enclose what is pasted.
  private static let enclosesPastes =
    EnvironmentVariables["TERM"].map { !$0.elementsEqual("dumb".utf8) } ?? false

  /// Asks the terminal to enclose pasted text, or no longer to do so.
  func enclosePastes(_ isOn: Bool) {
    guard Self.enclosesPastes, !isVi, cel_is_editing(editor) else { return }
    write(isOn ? "\u{1B}[?2004h" : "\u{1B}[?2004l")
  }

  /// Inserts pasted text as it is: no key of it is a command, and a line end does not end the line.
  func paste() -> Int32 {
    guard let text = nextCharacters(upTo: Self.pasteEnd)?.dropLast(Self.pasteEnd.count) else {
      return CC_NORM
    }
    el_winsertstr(editor, Self.typed(text).editable)
    return CC_REFRESH
  }

  /// Pasted text as it can be typed: with line feeds between its lines and none at its end, and
  /// without other control characters than tabs.
  static func typed(_ pasted: some BidirectionalCollection<Unicode.Scalar>) -> String {
    var text = String.UnicodeScalarView()
    var last: Unicode.Scalar = " "
    for scalar in pasted {
      defer { last = scalar }
      switch scalar {
      case "\n" where last == "\r": break
      case "\r", "\n": text.append("\n")
      case "\t": text.append(scalar)
      case _ where scalar.properties.generalCategory == .control: break
      default: text.append(scalar)
      }
    }
    while text.last == "\n" { text.removeLast() }
    return String(text)
  }

  // MARK: Braces

  /// Inserts a closing brace or bracket, and shows the one that it closes for a moment. At the
  /// beginning of an indented line it moves back by one level.
  func insertClosing(_ key: Int32) -> Int32 {
    guard let closing = Unicode.Scalar(UInt32(truncatingIfNeeded: key)) else { return CC_ERROR }
    let blanks = blanksBeforeCursor
    if let blanks, blanks >= 2 { el_deletestr(editor, 2) }
    el_winsertstr(editor, String(closing).wide)
    // A long text that is pasted is not read again for each of its braces.
    guard blanks == nil, !hasInput(within: 0) else { return CC_REFRESH }
    let line = currentLine
    let before = Array(line.text.unicodeScalars.prefix(line.cursorScalarOffset - 1))
    if let opening = Self.opening(of: closing, in: before) {
      brace = .found(back: before.count - opening + 1)
    }
    return CC_REFRESH
  }

  /// How many blanks there are before the cursor, if nothing else is before it in its row of the text.
  private var blanksBeforeCursor: Int? {
    let line = el_wline(editor).pointee
    var place = min(line.cursor, line.lastchar)
    var count = 0
    while place > line.buffer {
      place -= 1
      if place.pointee == Unicode.Scalar("\n").wide { break }
      guard place.pointee == Unicode.Scalar(" ").wide else { return nil }
      count += 1
    }
    return count
  }

  /// Where the brace is that a closing one behind the text would close; nil if it is not in the text.
  static func opening(of closing: Unicode.Scalar, in text: [Unicode.Scalar]) -> Int? {
    let pairs: [Unicode.Scalar: Unicode.Scalar] = [")": "(", "]": "[", "}": "{"]
    var open: [Int] = []
    var isInString = false
    for (position, scalar) in text.enumerated() {
      switch scalar {
      case "\"" where position == 0 || text[position - 1] != "\\": isInString.toggle()
      case "(" where !isInString, "[" where !isInString, "{" where !isInString:
        open.append(position)
      case ")" where !isInString, "]" where !isInString, "}" where !isInString:
        if !open.isEmpty { open.removeLast() }
      default: break
      }
    }
    guard !isInString, let last = open.last, text[last] == pairs[closing] else { return nil }
    return last
  }

  /// Whether libedit is to be sent the key that goes to the matching brace, or back from there.
  func wantsBraceKey() -> Bool {
    switch brace {
    case nil: return false
    case .found:
      // Who types on does not look back.
      guard hasInput(within: Self.millisecondsIdle) else { return true }
      brace = nil
      return false
    case .shown:
      _ = hasInput(within: Self.millisecondsAtBrace)
      return true
    }
  }

  /// Goes to the matching brace, or back from there.
  func moveToBrace() -> Int32 {
    switch brace {
    case .found(let back):
      el_cursor(editor, -Int32(clamping: back))
      brace = .shown(back: back)
    case .shown(let back):
      el_cursor(editor, Int32(clamping: back))
      brace = nil
    case nil: break
    }
    return CC_CURSOR
  }

  /// A brace that a closing one has closed, and how far the cursor was behind it.
  enum MatchingBrace {
    case found(back: Int)
    case shown(back: Int)
  }

  /// Whether a key that was not read yet is pressed within a time.
  func hasInput(within milliseconds: Int32) -> Bool {
    if !keyboard.scalars.isEmpty { return true }
    // A signal counts, too: something is about to be drawn.
    return Waiting.hasInput(Descriptor.input, within: milliseconds) ?? true
  }

  // MARK: Suggestions

  /// Shows behind the line how the last entry of the history went on that began with it. It stands
  /// behind the cursor without libedit's knowledge, so it is removed before the next key is obeyed.
  func showSuggestion() {
    guard let style = suggestionStyle, suggestion == nil, !isVi, cel_is_editing(editor),
      // A long line that is pasted is not read again for each of its characters.
      !hasInput(within: 0)
    else { return }
    let line = currentLine
    guard !line.text.isEmpty, line.cursorUTF8Offset == line.text.utf8.count,
      !line.text.utf8.contains(UInt8(ascii: "\n")),
      let rest = continuation(of: line.text), !hasInput(within: Self.millisecondsIdle)
    else { return }
    let columns = terminalSize.columns
    let used = (prompt.visibleText + line.text).displayWidth % max(columns, 1)
    // A character in the last column would let some terminals go to the next row.
    var room = columns - used - 1
    guard used > 0 else { return }
    var shown = ""
    for character in rest.prefix(while: { $0 != "\n" }) {
      room -= character.displayWidth
      guard room >= 0 else { break }
      shown.append(character)
    }
    guard !shown.isEmpty, !shown.unicodeScalars.contains(where: \.isUnseen) else { return }
    suggestion = (rest, line.text)
    write("\u{1B}7\u{1B}[\(style)m\(shown)\u{1B}[0m\u{1B}8")
  }

  /// Removes the suggestion from the screen.
  func hideSuggestion() {
    guard suggestion != nil else { return }
    write("\u{1B}[K")
    taken = suggestion
    suggestion = nil
  }

  /// What the right arrow does: at the end of the line it takes the suggestion.
  func goRight() -> Int32 {
    let line = currentLine
    guard line.cursorUTF8Offset == line.text.utf8.count else {
      el_cursor(editor, 1)
      return CC_CURSOR
    }
    guard let taken, taken.behind == line.text else { return CC_ERROR }
    el_winsertstr(editor, taken.rest.editable)
    return CC_REFRESH
  }

  /// The rest of the last entry that begins with a text.
  private func continuation(of text: String) -> String? {
    let entry = history.entries.last { $0.utf8.count > text.utf8.count && $0.hasPrefix(text) }
    guard let entry else { return nil }
    return String(entry.dropFirst(text.count))
  }

  // MARK: Leaving

  /// What Ctrl-D does: in a line without text it is the end, also where blanks indent the line.
  func deleteOrLeave() -> Int32 {
    let line = currentLine
    if line.text.unicodeScalars.allSatisfy({ $0 == " " }) {
      write("^D")
      return CC_EOF
    }
    guard line.cursorUTF8Offset < line.text.utf8.count else { return CC_ERROR }
    el_cursor(editor, 1)
    el_deletestr(editor, 1)
    return CC_REFRESH
  }
}

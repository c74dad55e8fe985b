import CEditLine
import Files
import Platform

extension EditedLineReader {
  /// What has come from the terminal since the line began.
  struct Keyboard {
    /// Why the line ends, unless it ends because the user finished it.
    var outcome: LineInput?
    /// Scalars that are complete and not yet taken.
    var scalars: [Unicode.Scalar] = []
    var assembler = UTF8Assembler()
    /// How often libedit was sent the key that ends the line.
    var endKeysSent = 0
    /// An ESC has ended a search, and the rest of its key comes.
    var hasEndedSearch = false
  }

  /// Bound to libedit's end of line, which also moves the cursor below the line. Stands for
  /// Ctrl-C, which arrives as a signal.
  static let endKey: Unicode.Scalar = "\u{83}"

  /// How many bytes for the terminal wait at most while more keys are there.
  private static let mostUnseen = 65_536

  /// libedit's source of characters: 1 for one, 0 at the end of input, -1 for an error.
  func nextCharacter(into character: UnsafeMutablePointer<wchar_t>) -> Int32 {
    keepCursorInLine()
    // Who types faster than this does not look.
    let isHurried = hasInput(within: 0) && output.count < Self.mostUnseen
    if !isHurried {
      showLine()
      noteState()
    }
    if keyboard.outcome == nil, wantsEscapeAgain() {
      character.pointee = Unicode.Scalar("\u{1B}").wide
      return 1
    }
    if keyboard.outcome == nil, wantsBraceKey() {
      character.pointee = Self.braceKey.wide
      return 1
    }
    if !isHurried { showSuggestion() }
    defer { hideSuggestion() }
    while true {
      noteSignals()
      switch keyboard.outcome {
      case nil: break
      case .interrupted: return endLine(with: character)
      case .endOfInput: return 0
      default: return -1
      }
      if !keyboard.scalars.isEmpty {
        let scalar = keyboard.scalars.removeFirst()
        noteEscape(scalar)
        character.pointee = scalar.editable
        return 1
      }
      // One byte at a time, so that what comes after the last line is left for the shell.
      readBytes(atMost: 1)
    }
  }

  /// Scalars up to the end of a text, and that text; nil if the line ends before.
  ///
  /// - Complexity: O(*n*) in their number, with a call of the system for as many bytes as `end` has,
  ///   since no byte after it is taken.
  func nextCharacters(upTo end: [Unicode.Scalar]) -> [Unicode.Scalar]? {
    var text: [Unicode.Scalar] = []
    // How much of the end has come. Its first scalar is not in the rest of it.
    var matched = 0
    while true {
      noteSignals()
      guard keyboard.outcome == nil else { return nil }
      for (position, scalar) in keyboard.scalars.enumerated() {
        text.append(scalar)
        matched = scalar == end[matched] ? matched + 1 : scalar == end[0] ? 1 : 0
        guard matched == end.count else { continue }
        keyboard.scalars.removeFirst(position + 1)
        return text
      }
      keyboard.scalars.removeAll(keepingCapacity: true)
      readBytes(atMost: end.count - matched)
    }
  }

  /// Waits for input or a signal, and takes what there is of so many bytes.
  private func readBytes(atMost count: Int) {
    switch Waiting.forInput(Descriptor.input, unless: .editing) {
    case .interrupted: return
    case .ready: break
    case .failed: keyboard.outcome = .failed(.system(.last))
    }
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: count) { bytes in
      let found = Descriptor.read(Descriptor.input, into: bytes.baseAddress, count)
      switch found {
      case 1...: for byte in bytes[..<found] { keyboard.scalars += keyboard.assembler.add(byte) }
      case 0: keyboard.outcome = .endOfInput
      default:
        let failure = SystemError.last
        if failure != .interrupted && failure != .wouldWait {
          keyboard.outcome = .failed(.system(failure))
        }
      }
    }
  }

  /// Some of libedit's vi commands leave the cursor outside the line, and deleting a character
  /// there is a copy of minus one characters.
  private func keepCursorInLine() {
    let line = el_wline(editor).pointee
    let before = line.cursor.distance(to: line.buffer)
    let after = line.lastchar.distance(to: line.cursor)
    if before > 0 {
      el_cursor(editor, Int32(clamping: before))
    } else if after > 0 {
      el_cursor(editor, Int32(clamping: -after))
    }
  }

  private func endLine(with character: UnsafeMutablePointer<wchar_t>) -> Int32 {
    // Some commands take the key for themselves, such as "insert the next key as it is"; and
    // without editing no key is a command.
    keyboard.endKeysSent += 1
    guard cel_is_editing(editor), keyboard.endKeysSent <= 8 else {
      SystemError.last = .interrupted
      return -1
    }
    character.pointee = Self.endKey.wide
    return 1
  }

  private func noteSignals() {
    while let signal = EditingSignals.next() {
      switch signal {
      case Signal.interrupt: keyboard.outcome = .interrupted
      case Signal.newWindowSize:
        hideSuggestion()
        redrawForNewSize()
        showLine()
      case Signal.resume:
        enclosePastes(true)
        // A shell may have changed the terminal meanwhile, unknown to libedit.
        cel_set_terminal_for_editing(editor, false)
        cel_set_terminal_for_editing(editor, true)
        write("\r")
        drawPrompt()
        showLine()
      default:
        hideSuggestion()
        enclosePastes(false)
        cel_set_terminal_for_editing(editor, false)
        if signal != Signal.stop { write("\n") }
        EditingSignals.deliver(signal)
        if Interruption.endsProgram {
          keyboard.outcome = .endOfInput
          return
        }
        cel_set_terminal_for_editing(editor, true)
      }
    }
  }

  /// Most terminals wrap their contents again for the new width, so the line is looked for
  /// where it would begin then.
  private func redrawForNewSize() {
    el_resize(editor)
    let line = currentLine
    let typed = line.text.prefix(upToUTF8Offset: line.cursorUTF8Offset)
    let before = prompt.visibleHead + prompt.visibleText + typed
    let written = ScreenRows(columns: drawn.columns)
      .written(before, redrawn: drawn.again)
    write("\r")
    let size = terminalSize
    drawn = (size.columns, before.count + line.text.count - typed.count)
    let rowsAbove = ScreenRows(columns: size.columns).below(written)
    for _ in 0..<min(rowsAbove, size.rows) { cel_send_capability(editor, "up".wide) }
    // From its first cell on, tmux would keep the cleared screen above, and show it in a larger window.
    output.write(" ")
    cel_send_capability(editor, "cd".wide)
    output.write("\r")
    drawPrompt()
  }

  /// Draws the prompt and the line again, from where the terminal's cursor is.
  func drawPrompt() {
    showHead()
    cel_redraw(editor)
  }

  /// Shows the lines above the prompt's last one.
  func showHead() { output.write(prompt.head) }

  /// What Ctrl-L does.
  func clearScreen() -> Int32 {
    cel_send_capability(editor, "cl".wide)
    drawPrompt()
    return CC_NORM
  }

  /// Deletes the rows of the prompt's head. The cursor is in the row below the line.
  func removeHead() {
    if prompt.head.isEmpty || !keepsHeads { return }
    let size = terminalSize
    let rows = ScreenRows(columns: size.columns)
    var text = currentLine.text
    if text.hasSuffix("\n") { text.removeLast() }
    let (head, all) = (
      rows.below(prompt.visibleHead),
      rows.below(prompt.visibleHead + prompt.visibleText + text)
    )
    // It has left the screen.
    guard all < size.rows - 1 else { return }
    for _ in 0...all { cel_send_capability(editor, "up".wide) }
    for _ in 0..<head { cel_send_capability(editor, "dl".wide) }
    for _ in 0...(all - head) { output.write("\n") }
    output.send()
  }

  /// The terminal's size; that of a VT100 when it does not say.
  var terminalSize: (columns: Int, rows: Int) {
    guard let size = Terminal.size(of: Descriptor.output), size.columns > 0, size.rows > 0 else {
      return (80, 24)
    }
    return size
  }
}

import CEditLine
import Platform

/// Lines from a person at a terminal, with libedit: emacs and vi keys, ~/.editrc, history with
/// search, completion.
///
/// While a line is read, Ctrl-C drops it, and the other signals first give the terminal back in
/// the state in which it was. A process can have one such reader.
public final class EditedLineReader: LineReader {
  /// Says what the text before the cursor can become.
  ///
  /// - Parameters:
  ///   - line: The line as far as it is typed; the lines of a statement before it are not in it.
  ///   - cursorUTF8Offset: Where the cursor is in the line's UTF-8.
  public typealias Completer = (_ line: String, _ cursorUTF8Offset: Int) -> Completions

  let editor: OpaquePointer
  let completer: Completer
  let painter: Painter?
  let output: TerminalOutput
  /// What stands for something that is left out.
  let ellipsis: String
  private let recalled: OpaquePointer
  let history: History
  /// The code of the escape in which a suggestion from history is shown; nil for no suggestions.
  let suggestionStyle: String?

  var prompt = Prompt("")
  /// What libedit shows, kept here because it asks for a pointer.
  private var promptCharacters: UnsafeMutablePointer<wchar_t>

  var keyboard = Keyboard()
  var list: CandidatesToShow?
  /// The suggestion on the screen, and the one that was there when the last key was pressed.
  var suggestion: (rest: String, behind: String)?
  var taken: (rest: String, behind: String)?
  /// The matching brace that is shown, or will be.
  var brace: MatchingBrace?
  /// What Ctrl-_ goes back to.
  var states = LineStates()
  /// For Up and Down.
  var wantedColumn: WantedColumn?
  /// Whether libedit has drawn something that was not painted, and whether the line has colours.
  var (isDrawn, isPainted) = (false, false)
  /// For how many columns the line is drawn, and how many characters were there when it was drawn again.
  var drawn = (columns: 0, again: 0)
  /// Whether ~/.editrc asks for vi's keys, where ESC is a command, and cannot begin the sequences of
  /// pasted text and of the right arrow.
  var isVi = false

  /// A reader on standard input and output; nil when one of them is no terminal.
  ///
  /// Sets the character part of the process' locale, and reads `~/.editrc`.
  ///
  /// - Parameters:
  ///   - program: The name that ~/.editrc may put before a line, as in `bindlab:bind -v`.
  ///   - history: What can be recalled; ``remember(_:)`` adds to it.
  ///   - ellipsis: What stands for something that is left out.
  ///   - suggestionStyle: The code of an ANSI escape, such as `2`, in which the rest of an earlier
  ///     line is shown behind what is typed; nil for never.
  ///   - painter: Which colours the line has while it is typed; nil for none.
  ///   - completer: What Tab asks.
  public init?(
    program: String = "bindlab", history: History,
    ellipsis: String = "…", suggestionStyle: String? = nil, painter: Painter? = nil,
    completer: @escaping Completer = { _, _ in .none }
  ) {
    guard Descriptor.isTerminal(Descriptor.input), Descriptor.isTerminal(Descriptor.output) else {
      return nil
    }
    let showsAllCharacters = CharacterLocale.prepare()
    guard let output = TerminalOutput(), let recalled = history_winit() else { return nil }
    guard let editor = el_init(program, cel_stdin(), cel_stdout(), cel_stderr()) else {
      history_wend(recalled)
      return nil
    }
    self.editor = editor
    self.output = output
    self.painter = painter
    self.recalled = recalled
    self.history = history
    self.ellipsis = ellipsis
    self.suggestionStyle = suggestionStyle
    self.completer = completer
    promptCharacters = Self.allocate([0])

    cel_history_set_limit(recalled, Int32(clamping: history.limit))
    cel_history_drop_repeats(recalled)
    for entry in history.entries { cel_history_add(recalled, entry.editable) }
    cel_set_history(editor, recalled)
    cel_set_output(editor, output.memory.stream)
    cel_set_client_data(editor, Unmanaged.passUnretained(self).toOpaque())
    cel_set_prompt(
      editor, { EditedLineReader.reading($0).promptCharacters }, Prompt.literalMark.wide)
    cel_set_character_source(editor, { EditedLineReader.reading($0).nextCharacter(into: $1!) })
    setUpKeys(showsAllCharacters: showsAllCharacters)
  }

  deinit {
    el_end(editor)
    history_wend(recalled)
    promptCharacters.deallocate()
  }

  /// The reader that libedit calls back for.
  static func reading(_ editor: OpaquePointer?) -> EditedLineReader {
    Unmanaged.fromOpaque(cel_client_data(editor)).takeUnretainedValue()
  }

  /// Waits for the next line; everything printed before is shown first.
  ///
  /// - Parameter prompt: What stands before the line. It may have escape sequences for colours,
  ///   but must end in a character that is seen, such as a space.
  public func readLine(prompt: String) -> LineInput { readLine(prompt: prompt, beginning: "") }

  /// Waits for the next line.
  ///
  /// - Parameter beginning: What is typed already.
  public func readLine(prompt: String, beginning: String) -> LineInput {
    show(Prompt(prompt))
    keyboard = Keyboard()
    list = nil
    (suggestion, taken, brace) = (nil, nil, nil)
    (states, wantedColumn) = (LineStates(), nil)
    (isDrawn, isPainted) = (false, false)
    drawn = (terminalSize.columns, 0)
    EditingSignals.begin()
    defer { EditingSignals.end() }
    defer { output.send() }
    // libedit would do it after the prompt; keys that are pressed in between would be shown
    // twice, and Ctrl-D would be lost.
    if cel_is_editing(editor) {
      cel_set_terminal_for_editing(editor, true)
      if !beginning.isEmpty { el_wpush(editor, beginning.wide) }
    }
    enclosePastes(true)
    defer { enclosePastes(false) }
    showHead()
    var count: Int32 = 0
    let line = el_wgets(editor, &count)
    if let outcome = keyboard.outcome {
      leaveUnfinishedLine(outcome)
      if outcome == .interrupted { removeHead() }
      return outcome
    }
    guard let line, count > 0 else {
      leaveUnfinishedLine(.endOfInput)
      return .endOfInput
    }
    removeHead()
    var text = String(wide: UnsafeBufferPointer(start: line, count: Int(count)))
    if text.unicodeScalars.last == "\n" { text.unicodeScalars.removeLast() }
    return LineInput(bytes: Array(text.utf8)[...])
  }

  /// Whether the terminal can delete a row in the middle of the screen.
  public var keepsHeads: Bool { cel_is_editing(editor) && cel_has_capability(editor, "dl".wide) }

  /// Keeps a statement, which may have several lines, for recall and search.
  ///
  /// - Returns: What went wrong with the history file, the first time that something does.
  @discardableResult
  public func remember(_ entry: String) -> HistoryError? {
    let problem = history.add(entry)
    if entry == history.entries.last { cel_history_add(recalled, entry.editable) }
    return problem
  }

  private func show(_ prompt: Prompt) {
    self.prompt = prompt
    promptCharacters.deallocate()
    promptCharacters = Self.allocate(prompt.markedText.wide)
  }

  private static func allocate(_ characters: [wchar_t]) -> UnsafeMutablePointer<wchar_t> {
    let copy = UnsafeMutablePointer<wchar_t>.allocate(capacity: characters.count)
    copy.initialize(from: characters, count: characters.count)
    return copy
  }

  /// What follows is not to stand on the same row; libedit has done that for Ctrl-C.
  private func leaveUnfinishedLine(_ outcome: LineInput) {
    cel_set_terminal_for_editing(editor, false)
    if outcome != .interrupted || !cel_is_editing(editor) { write("\n") }
  }

  /// Sends text to the terminal in order with libedit's.
  func write(_ text: String) {
    output.write(text)
    output.send()
  }
}

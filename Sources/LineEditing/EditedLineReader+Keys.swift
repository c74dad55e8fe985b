import CEditLine
import Platform

extension EditedLineReader {
  /// A key, its command in libedit, and our command for it.
  private struct UsualKey {
    let key: String
    let defaults: [String]
    let command: String
  }

  private static let usualKeys = [
    UsualKey(key: "\t", defaults: ["ed-unassigned", "ed-insert"], command: "complete"),
    UsualKey(
      key: "\u{12}", defaults: ["ed-redisplay", "ed-unassigned", "ed-insert"],
      command: "em-inc-search-prev"),
    UsualKey(
      key: "\u{4}", defaults: ["em-delete-or-list", "vi-list-or-eof"], command: "delete-or-leave"),
    UsualKey(key: "\u{C}", defaults: ["ed-clear-screen"], command: "show-prompt-alone"),
    UsualKey(key: "\u{6}", defaults: ["ed-next-char"], command: "go-right"),
    UsualKey(key: "\u{10}", defaults: ["ed-prev-history"], command: "go-up"),
    UsualKey(key: "\u{1B}[A", defaults: ["ed-prev-history"], command: "go-up"),
    UsualKey(key: "\u{1B}OA", defaults: ["ed-prev-history"], command: "go-up"),
    UsualKey(key: "\u{E}", defaults: ["ed-next-history"], command: "go-down"),
    UsualKey(key: "\u{1B}[B", defaults: ["ed-next-history"], command: "go-down"),
    UsualKey(key: "\u{1B}OB", defaults: ["ed-next-history"], command: "go-down"),
    UsualKey(key: "\u{1F}", defaults: ["ed-unassigned"], command: "undo-typing"),
    UsualKey(key: ")", defaults: ["ed-insert"], command: "insert-closing"),
    UsualKey(key: "]", defaults: ["ed-insert"], command: "insert-closing"),
    UsualKey(key: "}", defaults: ["ed-insert"], command: "insert-closing"),
    UsualKey(key: "\u{1B}[C", defaults: ["ed-next-char"], command: "go-right"),
    UsualKey(key: "\u{1B}OC", defaults: ["ed-next-char"], command: "go-right"),
  ]

  /// Keys that send several characters, as xterm and its many relatives send them.
  private static let usualSequences = [
    "\u{1B}[1;5C": "em-next-word",
    "\u{1B}[1;5D": "ed-prev-word",
    "\u{1B}[1~": "ed-move-to-beg",
    "\u{1B}[4~": "ed-move-to-end",
  ]

  /// Our commands. What they run can capture nothing, since C calls it.
  private static let commands: [(name: String, help: String, run: cel_command_function)] = [
    (
      "complete", "Complete the word before the cursor",
      { editor, _ in UInt8(EditedLineReader.reading(editor).complete()) }
    ),
    (
      "list-completions", "Show what the word before the cursor can become",
      { editor, _ in UInt8(EditedLineReader.reading(editor).showCandidates()) }
    ),
    (
      "paste", "Insert pasted text as it is",
      { editor, _ in UInt8(EditedLineReader.reading(editor).paste()) }
    ),
    (
      "insert-closing", "Insert a brace and show the one that it closes",
      { editor, key in UInt8(EditedLineReader.reading(editor).insertClosing(key)) }
    ),
    (
      "show-brace", "Go to the matching brace, and back",
      { editor, _ in UInt8(EditedLineReader.reading(editor).moveToBrace()) }
    ),
    (
      "go-right", "Go right, or take the suggestion",
      { editor, _ in UInt8(EditedLineReader.reading(editor).goRight()) }
    ),
    (
      "go-up", "Go to the line above, or to the older entry",
      { editor, _ in UInt8(EditedLineReader.reading(editor).goUp()) }
    ),
    (
      "go-down", "Go to the line below, or to the newer entry",
      { editor, _ in UInt8(EditedLineReader.reading(editor).goDown()) }
    ),
    (
      "go-to-last-row", "Go to the last line of the text",
      { editor, _ in UInt8(EditedLineReader.reading(editor).goToLastRow()) }
    ),
    (
      "undo-typing", "Take back the last change of the line",
      { editor, _ in UInt8(EditedLineReader.reading(editor).undoTyping()) }
    ),
    (
      "show-prompt-alone", "Clear the screen above the line",
      { editor, _ in UInt8(EditedLineReader.reading(editor).clearScreen()) }
    ),
    (
      "delete-or-leave", "Delete a character, or end the input",
      { editor, _ in UInt8(EditedLineReader.reading(editor).deleteOrLeave()) }
    ),
  ]

  /// Binds our keys, except where ~/.editrc says otherwise.
  func setUpKeys(showsAllCharacters: Bool) {
    for command in Self.commands {
      cel_add_command(editor, command.name.wide, command.help.wide, command.run)
    }
    // Debian's libedit starts with vi's.
    cel_set_keys(editor, "emacs".wide)
    for (sequence, command) in Self.usualSequences {
      cel_bind(editor, sequence.wide, command.wide)
    }
    EditorSettings.apply(to: editor)
    // After it: `bind -v` in ~/.editrc starts from libedit's own keys again.
    isVi = cel_is_bound(editor, "\u{1B}".wide, "vi-command-mode".wide)
    for usual in Self.usualKeys
    where !(isVi && usual.key.hasPrefix("\u{1B}"))
      && usual.defaults.contains(where: { cel_is_bound(editor, usual.key.wide, $0.wide) })
    {
      cel_bind(editor, usual.key.wide, usual.command.wide)
    }
    if isVi {
      cel_bind_alternative(editor, "\u{C}".wide, "show-prompt-alone".wide)
      for key in ["k", "[A", "OA"] { cel_bind_alternative(editor, key.wide, "go-up".wide) }
      for key in ["j", "[B", "OB"] { cel_bind_alternative(editor, key.wide, "go-down".wide) }
    }
    if !isVi { cel_bind(editor, Self.pasteStart.wide, "paste".wide) }
    for (key, command) in [
      (Self.endKey, "ed-newline"), (Self.listKey, "list-completions"),
      (Self.braceKey, "show-brace"), (Self.olderKey, "ed-prev-history"),
      (Self.newerKey, "ed-next-history"), (Self.lastRowKey, "go-to-last-row"),
    ] {
      cel_bind(editor, String(key).wide, command.wide)
      cel_bind_alternative(editor, String(key).wide, command.wide)
    }
    if !showsAllCharacters { bindLatinLetters() }
  }

  /// libedit takes the characters that its locale can't print for Meta and a letter.
  private func bindLatinLetters() {
    for value in UInt8(0xA0)...0xFF {
      cel_bind(editor, String(Unicode.Scalar(value)).wide, "ed-insert".wide)
    }
  }
}

import TestSupport
import Testing

/// Lines in colours while they are typed.
@Suite struct PaintingTests {
  /// Edits in the middle, wide characters at the edge, several rows, history, search, a completion.
  @Test(
    arguments: [
      ["one two three four", "\u{1}", "zero ", "\u{5}", " five", "\u{1B}b", "\u{17}"],
      ["日本語 ", "日本語 日本語 🎉 ", "\u{1}", "x ", "\u{4}\u{4}\u{4}", "\u{5}", "e \u{7F}", "語"],
      [
        "a b c d e f g h i j k l m n o p q r s t u v w x y z", "\u{1}", "日", "\u{1B}f", "本 ",
        "\u{15}",
      ],
      ["wi", "\t", " hei", "\t", "\u{2}\u{2}", "la", "\t", "\t", "x"],
      [
        "first line\r", "second line\r", "\u{1B}[A", "\u{1B}[A", "x", "\u{12}", "sec", "\u{1B}",
        " y",
      ],
      ["(a [b {c", "}", "]", ")", " d", "\u{C}", "e f"],
      ["\u{16}\tx y \u{16}\t z", "\u{1}", "q", "\u{1B}[C\u{1B}[C"],
    ], [7, 20, 40, 80, 200])
  func `a painted line stands where it stands without colours`(keys: [String], columns: Int) throws
  {
    var screens: [PseudoTerminalScreen] = []
    for arguments in [[], ["paint"]] {
      let terminal = try PseudoTerminal(
        builtExecutable("line-editing-probe"), arguments: arguments, columns: columns)
      try terminal.expect("> ")
      for key in keys {
        try terminal.send(key)
        terminal.settle(.milliseconds(60))
      }
      terminal.settle(.milliseconds(500))
      screens.append(terminal.screen(rows: 24, columns: columns))
    }
    #expect(screens[1].unknownSequences.isEmpty)
    #expect(screens[0].lines == screens[1].lines)
    #expect(screens[0].row == screens[1].row && screens[0].column == screens[1].column)
  }
}

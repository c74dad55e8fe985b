import Foundation
import TestSupport
import Testing

/// Keys that a person presses, in a terminal that is as real as possible.
@Suite struct EditedLineReaderTests {
  private let folder = TemporaryFolder()

  /// A probe at its first prompt.
  private func session(
    _ arguments: String..., environment: [String: String] = [:], editrc: String? = nil,
    rows: Int = 24, columns: Int = 80
  ) throws -> PseudoTerminal {
    var variables = PseudoTerminal.usualEnvironment
    variables["HOME"] = folder.path
    variables.merge(environment) { $1 }
    try editrc?.write(toFile: folder.path + "/.editrc", atomically: false, encoding: .utf8)
    let terminal = try PseudoTerminal(
      builtExecutable("line-editing-probe"), arguments: arguments, environment: variables,
      rows: rows, columns: columns)
    try terminal.expect("> ")
    return terminal
  }

  private func finish(_ terminal: PseudoTerminal) throws {
    try terminal.expect("> ")
    try terminal.send("\u{4}")
    try terminal.expect("end")
    #expect(try terminal.waitForExit() == .exited(0))
    #expect(!terminal.isRaw)
  }

  /// Keys, and the resulting line.
  @Test(arguments: [
    ("hello\r", "hello"),
    ("\r", ""),
    ("hell\u{7F}\u{7F}y\r", "hey"),
    ("b\u{1}a\u{5}c\r", "abc"),
    ("ac\u{1B}[Db\r", "abc"),
    ("one two\u{17}three\r", "one three"),
    ("one two\u{1B}[1;5D\u{1B}[1;5Dx\r", "xone two"),
    ("b\u{1B}[Ha\u{1B}[Fc\r", "abc"),
    ("日本\u{2}\u{7F}語\r", "語本"),
    ("e\u{301}🇨🇭é\r", "e\u{301}🇨🇭é"),
  ])
  func `a line is edited with emacs' keys`(keys: String, line: String) throws {
    let terminal = try session()
    try terminal.send(keys)
    try terminal.expect("line: \(line.debugDescription)\r\n")
    try finish(terminal)
  }

  @Test func `vi's keys work when ~/.editrc asks for them, with completion and search`() throws {
    let terminal = try session(editrc: "bind -v\n")
    try terminal.send("two one\u{1B}0wd$aTHREE\r")
    try terminal.expect("line: \"two THREE\"\r\n> ")
    try terminal.send("wi\t\r")
    try terminal.expect("line: \"width \"\r\n> ")
    try terminal.send("\u{12}THR")
    try terminal.expect("bck:")
    try terminal.send("\r")
    try terminal.expect("line: \"two THREE\"\r\n> ")
    try terminal.send("abc\u{1B}\u{3}")
    try terminal.expect("interrupted")
    try finish(terminal)
  }

  /// libedit leaves the cursor outside the line after these, and a deletion there used to crash.
  @Test func `vi's end of line and failed search leave the cursor in an empty line`() throws {
    let terminal = try session(editrc: "bind -v\n")
    try terminal.send("hello\r")
    try terminal.expect("line: \"hello\"\r\n> ")
    try terminal.send("abc\u{1B}dd$xxiok\r")
    try terminal.expect("line: \"ok\"\r\n> ")
    try terminal.send("\u{1B}/hel\r\r")
    try terminal.expect("line: \"hello\"\r\n> ")
    try terminal.send("abcdef\u{1B}nnNNxxiok\r")
    try terminal.expect("ok\"\r\n> ")
    try terminal.send("\u{4}")
    try terminal.expect("end")
  }

  @Test func `~/.editrc can bind keys, by the program's name too`() throws {
    let terminal = try session(
      editrc: """
        bind "^T" complete
        probe:bind -s "^G" made
        other:bind "^I" ed-redisplay
        # bind "^I" ed-redisplay
        nonsense "

        """)
    try terminal.send("wi\u{14}\u{7}\r")
    try terminal.expect("line: \"width made\"\r\n")
    try finish(terminal)
  }

  @Test func `editing can be switched off in ~/.editrc`() throws {
    let terminal = try session(editrc: "edit off\n")
    try terminal.send("abc\u{3}")
    try terminal.expect("interrupted")
    try terminal.expect("> ")
    try terminal.send("日本\r")
    try terminal.expect("line: \"日本\"\r\n> ")
    try terminal.send("\u{4}")
    try terminal.expect("end")
  }

  @Test(arguments: [
    "half a li", "", "日本", "a\u{1}", "\u{12}", "\u{1B}", "\u{1B}[", "4\u{1B}4", "wi\t\t",
    "\u{16}", "\u{18}", String(repeating: "long ", count: 60) + "\u{1}",
  ])
  func `Ctrl-C drops the line at once, whatever is being typed`(keys: String) throws {
    let terminal = try session()
    try terminal.send("hello\r")
    try terminal.expect("line: \"hello\"\r\n> ")
    try terminal.send(keys)
    terminal.settle()
    kill(terminal.process, SIGINT)
    try terminal.expect("interrupted, raised: false\r\n> ")
    try terminal.send("next\r")
    try terminal.expect("line: \"next\"\r\n")
    try finish(terminal)
    let screen = terminal.screen()
    #expect(screen.unknownSequences == [])
    // An empty line: nothing of the dropped text is on the following rows.
    let start = try #require(screen.lines.firstIndex { $0.hasPrefix("interrupted") })
    #expect(
      screen.lines[start...].prefix(5)
        == ["interrupted, raised: false", "> next", "line: \"next\"", "> ^D", "end"])
  }

  @Test func `Ctrl-C at the keyboard drops what was typed before it`() throws {
    let terminal = try session()
    try terminal.send("abc\u{3}def\r")
    try terminal.expect("interrupted, raised: false")
    try terminal.expect("line: \"def\"\r\n")
    try finish(terminal)
  }

  @Test func `Ctrl-C stops what runs, and does not reach the next line`() throws {
    let terminal = try session()
    try terminal.send("run\r")
    try terminal.expect("running\r\n")
    try terminal.send("\u{3}")
    try terminal.expect("stopped: true\r\n> ")
    try terminal.send("next\r")
    try terminal.expect("line: \"next\"\r\n")
    try finish(terminal)
  }

  @Test func `Ctrl-D ends the session on an empty line only`() throws {
    let terminal = try session()
    try terminal.send("ab\u{1}\u{4}\u{5}\u{4}\r")
    try terminal.expect("line: \"b\"\r\n")
    try finish(terminal)
  }

  @Test func `a single candidate is inserted`() throws {
    let terminal = try session()
    try terminal.send("x wi\t3\r")
    try terminal.expect("line: \"x width 3\"\r\n> ")
    try terminal.send("wi y\u{2}\u{2}\t\r")
    try terminal.expect("line: \"width  y\"\r\n> ")
    try terminal.send("é 日本\t\r")
    try terminal.expect("line: \"é 日本 \"\r\n")
    try finish(terminal)
  }

  @Test func `several candidates insert what they have in common, and are then listed`() throws {
    let terminal = try session("notes")
    try terminal.send("show la x\u{2}\u{2}\t")
    terminal.settle()
    #expect(terminal.screen().lines[0] == "> show label x")
    try terminal.send("\t")
    terminal.settle()
    let screen = terminal.screen()
    #expect(
      screen.lines.prefix(4) == [
        "> show label x", "label.  an object", "labels  日本 and so on", "> show label x",
      ])
    #expect(screen.row == 3)
    #expect(screen.column == 12)
    try terminal.send("s\r")
    try terminal.expect("line: \"show labels x\"\r\n")
    try finish(terminal)
  }

  @Test func `the list goes below a line of several rows`() throws {
    let terminal = try session(columns: 20)
    try terminal.send("abc " + String(repeating: "x", count: 30) + "\u{1}")
    try terminal.send("\t")
    terminal.settle()
    let screen = terminal.screen(columns: 20)
    #expect(screen.unknownSequences == [])
    #expect(
      screen.lines.prefix(7) == [
        "> abc xxxxxxxxxxxxxx", "xxxxxxxxxxxxxxxx",
        "width   labels", "height  日本", "label.  日程",
        "> abc xxxxxxxxxxxxxx", "xxxxxxxxxxxxxxxx",
      ])
    #expect(screen.row == 5)
    #expect(screen.column == 2)
  }

  @Test func `Tab without a candidate changes nothing`() throws {
    let terminal = try session()
    try terminal.send("zzz\t\r")
    try terminal.expect("line: \"zzz\"\r\n")
    try finish(terminal)
  }

  @Test func `entries are recalled and searched, those of several lines as a whole`() throws {
    let path = folder.path + "/history"
    try "first one\nobject {\\n  width\\n}\nlast\n".write(
      toFile: path, atomically: false, encoding: .utf8)
    let terminal = try session("history", path)
    try terminal.send("\u{1B}[A\u{1B}[A\r")
    try terminal.expect(#"line: "object {\n  width\n}""# + "\r\n> ")
    try terminal.send("\u{12}first\r")
    try terminal.expect("line: \"first one\"\r\n> ")
    try terminal.send("new\r")
    try terminal.expect("line: \"new\"\r\n> ")
    try terminal.send("\u{1B}[A\r")
    try terminal.expect("line: \"new\"\r\n")
    try finish(terminal)
    let saved = try String(contentsOfFile: path, encoding: .utf8)
    #expect(
      saved == "first one\nobject {\\n  width\\n}\nlast\nobject {\\n  width\\n}\nfirst one\nnew\n")
  }

  @Test func `a history that can't be saved is one warning, and stays until the end`() throws {
    let terminal = try session("history", "/dev/full")
    try terminal.send("one\r")
    try terminal.expect("warning: can't write the history file '/dev/full'")
    try terminal.expect("line: \"one\"\r\n> ")
    try terminal.send("two\r")
    #expect(try !terminal.expect("line: \"two\"\r\n> ").contains("warning"))
    try terminal.send("\u{1B}[A\u{1B}[A\r")
    try terminal.expect("line: \"one\"\r\n")
    try finish(terminal)
  }

  @Test(arguments: ["C", "de_CH.ISO-8859-1", "nonsense"])
  func `a locale without UTF-8 changes nothing`(locale: String) throws {
    let terminal = try session(environment: ["LC_ALL": locale])
    try terminal.send("日本é\u{1B}[D\u{7F}x\r")
    try terminal.expect("日本")
    try terminal.expect("line: \"日xé\"\r\n")
    try finish(terminal)
  }

  @Test(arguments: ["dumb", "vt100", "xterm-256color", "linux", "unheard-of"])
  func `any kind of terminal works`(kind: String) throws {
    let terminal = try session(environment: ["TERM": kind])
    try terminal.send("helo\u{2}l\twi\u{5}\r")
    try terminal.expect("line: \"hellwio\"\r\n")
    try finish(terminal)
  }

  @Test func `bytes that are not UTF-8 are visible as such`() throws {
    let terminal = try session()
    try terminal.send(bytes: [0x61, 0xFF, 0xE6, 0x97, 0x62, 0x0D])
    try terminal.expect("line: \"a\u{FFFD}\u{FFFD}b\"\r\n")
    try finish(terminal)
  }

  @Test func `Ctrl-V puts a control character into the line, but never a NUL`() throws {
    let terminal = try session()
    for keys in ["a", "\u{3}", "\u{0}"] {
      if keys != "a" {
        try terminal.send("\u{16}")
        // The terminal has to let Ctrl-C through first.
        try terminal.wait { !$0.sendsSignals }
      }
      try terminal.send(keys)
      try terminal.wait { $0.sendsSignals }
    }
    try terminal.send("b\r")
    try terminal.expect("line: \"a\\u{03}b\"\r\n")
    try finish(terminal)
  }

  @Test func `a line of 100 000 characters can be pasted`() throws {
    let terminal = try session()
    try terminal.send(String(repeating: "0123456789", count: 10_000) + "\r")
    try terminal.expect("line: 100000 bytes\r\n")
    try finish(terminal)
  }

  /// Parts of the sequence that ends it may be pasted themselves, and keys may come right behind it.
  @Test(arguments: [
    "", "a", "[201", "[20[201", "201~[", "[[[2", "日本[201e\u{301}", "{[(}])", "\ttab\t",
    String(repeating: "{ a }", count: 20_000), String(repeating: "日[20", count: 20_000),
  ])
  func `what is pasted arrives as it is, and so do the keys behind it`(text: String) throws {
    let terminal = try session()
    try terminal.send("b\u{1B}[200~\(text)\u{1B}[201~x\rnext\r")
    let bytes = text.utf8.count + 2
    try terminal.expect(
      bytes > 1_000 ? "line: \(bytes) bytes\r\n" : "line: \("b\(text)x".debugDescription)\r\n")
    try terminal.expect("line: \"next\"\r\n")
    try finish(terminal)
  }

  @Test func `Ctrl-C ends a paste that does not end`() throws {
    let terminal = try session()
    try terminal.send("\u{1B}[200~half a paste")
    terminal.settle()
    kill(terminal.process, SIGINT)
    try terminal.expect("interrupted, raised: false\r\n> ")
    try terminal.send("abc\r")
    try terminal.expect("line: \"abc\"\r\n")
    try finish(terminal)
  }

  @Test func `many lines pasted at once are all kept`() throws {
    let terminal = try session()
    try terminal.send((0..<200).map { "line \($0)\r" }.joined())
    for number in 0..<200 { try terminal.expect("line: \"line \(number)\"\r\n") }
    try finish(terminal)
  }

  @Test func `a prompt with colours does not move the cursor`() throws {
    let terminal = try session("colour")
    try terminal.send("abc\u{1}\u{5}d\u{2}\u{2}")
    terminal.settle()
    let screen = terminal.screen()
    #expect(screen.lines[0] == "wide> abcd")
    #expect(screen.column == 8)
    #expect(screen.unknownSequences == [])
  }

  @Test func `a new window size redraws the line`() throws {
    let terminal = try session(columns: 80)
    try terminal.send("abc " + String(repeating: "x", count: 30))
    terminal.settle()
    terminal.resize(rows: 24, columns: 60)
    terminal.settle()
    #expect(terminal.screen(columns: 60).lines[0] == "> abc " + String(repeating: "x", count: 30))
    #expect(terminal.screen(columns: 60).lines[1] == "")
    #expect(terminal.screen(columns: 60).keptRows == [])
    terminal.resize(rows: 10, columns: 20)
    terminal.settle()
    try terminal.send("\u{1}y\u{5}z\r")
    try terminal.expect("line: \"yabc " + String(repeating: "x", count: 30) + "z\"\r\n")
    terminal.resize(rows: 1, columns: 1)
    terminal.settle()
    try terminal.send("tiny\r")
    try terminal.expect("line: \"tiny\"")
  }

  @Test func `a terminal that is closed ends the session`() throws {
    let terminal = try session()
    try terminal.send("half")
    terminal.settle()
    terminal.hangUp()
    #expect(try terminal.waitForExit() == .signalled(SIGHUP))
  }

  @Test func `a terminal that is closed ends a session that ignores the signal`() throws {
    let ending = folder.path + "/ending"
    let probe = builtExecutable("line-editing-probe")
    let script = "trap '' HUP; '\(probe)'; echo $? >'\(ending)'"
    let terminal = try PseudoTerminal("/bin/sh", arguments: ["-c", script])
    try terminal.expect("> ")
    terminal.hangUp()
    #expect(try terminal.waitForExit() == .exited(0))
    let status = try String(contentsOfFile: ending, encoding: .utf8)
    #expect(["0\n", "2\n"].contains(status))
  }

  @Test(arguments: [SIGTERM, SIGQUIT, SIGHUP])
  func `a signal that ends the session leaves the terminal as it was`(signal: Int32) throws {
    let terminal = try session()
    try terminal.send("half")
    try terminal.expect("half")
    #expect(terminal.isRaw)
    kill(terminal.process, signal)
    #expect(try terminal.waitForExit() == .signalled(signal))
    #expect(!terminal.isRaw)
  }

  @Test func `Ctrl-Z stops the session, and it continues with the line`() throws {
    let probe = builtExecutable("line-editing-probe")
    var environment = PseudoTerminal.usualEnvironment
    environment["PS1"] = "shell$ "
    let terminal = try PseudoTerminal("/bin/sh", arguments: ["-i"], environment: environment)
    try terminal.expect("shell$ ")
    try terminal.send("'\(probe)'\r")
    try terminal.expect("\r\n> ")
    try terminal.send("half")
    try terminal.expect("half")
    try terminal.send("\u{1A}")
    try terminal.expect("shell$ ")
    #expect(!terminal.isRaw)
    try terminal.send("fg\r")
    try terminal.expect("> half")
    try terminal.send(" whole\r")
    try terminal.expect("line: \"half whole\"\r\n> ")
    try terminal.send("quit\r")
    try terminal.expect("shell$ ")
    #expect(!terminal.isRaw)
  }

  @Test func `without a terminal there is no editing`() throws {
    let result = try ProcessRunner(builtExecutable("line-editing-probe")).run(input: "a\n")
    #expect(result.output == "no terminal\n")
    #expect(result.status == 1)
  }
}

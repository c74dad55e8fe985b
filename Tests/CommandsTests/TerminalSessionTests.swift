import Foundation
import TestSupport
import Testing

/// The REPL, in a terminal that is as real as possible.
@Suite struct TerminalSessionTests {
  private let folder = TemporaryFolder()

  private func session(
    _ arguments: String..., environment: [String: String] = [:]
  ) throws -> PseudoTerminal {
    var variables = PseudoTerminal.usualEnvironment
    variables["HOME"] = folder.path
    variables["XDG_STATE_HOME"] = folder.path + "/state"
    // Without colours there are no suggestions from history, which would stand on the same rows.
    variables["NO_COLOR"] = "1"
    variables.merge(environment) { $1 }
    let terminal = try PseudoTerminal(
      builtExecutable("bindlab"), arguments: ["-q"] + arguments, environment: variables,
      rows: 50, columns: 160)
    try terminal.expect("> ")
    return terminal
  }

  /// Types a line, and returns what is shown up to the next prompt.
  private func answer(_ terminal: PseudoTerminal, _ line: String) throws -> String {
    try terminal.send(line + "\r")
    return try terminal.expect("\r\n> ").replacingOccurrences(of: "\r\n", with: "\n")
  }

  private func leave(_ terminal: PseudoTerminal) throws {
    // Between two lines the terminal is not in raw mode, and would process Ctrl-D itself.
    try terminal.wait { $0.isRaw }
    try terminal.send("\u{4}")
    #expect(try terminal.waitForExit() == .exited(0))
    #expect(!terminal.isRaw)
  }

  @Test func `the session on the first page can be typed and understood`() throws {
    let terminal = try session()
    func lines(_ line: String) throws -> String {
      try terminal.send(line + "\r")
      terminal.settle(.milliseconds(250))
      return terminal.screen(rows: 50, columns: 160).lines.joined(separator: "\n")
    }
    _ = try lines("object vm { name = \"Kim\" }")
    _ = try lines("object label: UILabel")
    _ = try lines("transformer Shout { forward { value.uppercased + \"!\" } }")
    let bound = try lines("bind vm.name ~> label | Shout")
    #expect(bound.contains("└─ label.text: nil → \"KIM!\"   #1 vm.name ~> label.text | Shout"))
    let changed = try lines("vm.name = \"Hobbit\"")
    #expect(
      changed.contains(
        """
        └─ vm.name: "Kim" → "Hobbit"
           └─ label.text: "KIM!" → "HOBBIT!"   #1 vm.name ~> label.text | Shout
        """))
    #expect(try lines("label.text").contains("> label.text\n\"HOBBIT!\"\n>"))
    let closed = try lines("bind label.text ~> vm.name")
    #expect(
      closed.contains(
        "<repl>:7:1: warning: #2 closes a cycle: label.text → #2 → vm.name → #1 → label.text"))
    #expect(closed.contains("<repl>:4:1: note: #1 vm.name ~> label.text | Shout"))
    #expect(closed.contains("it ends after one lap, held back at #2"))
    let held = try lines("vm.name = \"Cartman\"")
    #expect(held.contains("held back: it is already firing (locked)"))
    #expect(held.contains("the values now disagree: label.text is \"CARTMAN!\""))
    try leave(terminal)
  }

  @Test func `an unfinished statement continues at another prompt`() throws {
    let terminal = try session()
    try terminal.send("object vm {\r")
    try terminal.expect("… ")
    try terminal.send("name = \"Kim\"\r")
    try terminal.expect("… ")
    try terminal.send("}\r")
    try terminal.expect("> ")
    try terminal.send("vm.name\r")
    try terminal.expect("\"Kim\"\r\n")
    // A place in it is counted from its first line.
    try terminal.send("print (1 +\r")
    try terminal.expect("… ")
    try terminal.send("nope)\r")
    try terminal.expect("<repl>:6:3: error: unknown name 'nope'")
    try leave(terminal)
  }

  /// The text before Tab, and the line after it.
  @Test(arguments: [
    ("obj\t", "> object"),
    ("vm.na\t", "> vm.name"),
    ("bind vm.\t", "> bind vm.name"),
    ("bind vm.name <~\t", "> bind vm.name <~"),
    ("bind vm.name ~> la\t", "> bind vm.name ~> label"),
    ("bind vm.name ~> label | Upp\t", "> bind vm.name ~> label | Uppercase"),
    ("bind vm.name ~> label | Sh\t", "> bind vm.name ~> label | Shout"),
    ("unbind sh\t", "> unbind shown"),
    ("help behz\t", "> help behz"),
  ])
  func `Tab inserts what fits the place`(typed: String, becomes: String) throws {
    let terminal = try session()
    _ = try answer(terminal, "object vm { name = \"Kim\" }; object label: UILabel")
    _ = try answer(terminal, "transformer Shout { forward { value } }")
    _ = try answer(terminal, "bind vm.name ~> label as shown")
    try terminal.send(typed)
    terminal.settle()
    let screen = terminal.screen(rows: 50, columns: 160)
    let line = screen.lines.last { $0.hasPrefix(">") }
    #expect(line == becomes)
  }

  @Test func `Tab twice lists the candidates, each with a note`() throws {
    let terminal = try session()
    _ = try answer(terminal, "object vm { name = \"Kim\" }")
    try terminal.send("bind vm.name \t\t")
    terminal.settle()
    let arrows = terminal.screen(rows: 50, columns: 160).lines.joined(separator: "\n")
    for arrow in ["~>", "<~", "<>", "!~>", "<~!", "<!>"] { #expect(arrows.contains(arrow)) }
    try terminal.send("\u{3}")
    try terminal.expect("> ")
    try terminal.send("\t\t")
    terminal.settle()
    let words = terminal.screen(rows: 50, columns: 160).lines.joined(separator: "\n")
    for word in ["observe", "unbind", "cycles", "semantics"] { #expect(words.contains(word)) }
  }

  @Test func `the history is kept between sessions, for its owner alone`() throws {
    let first = try session()
    _ = try answer(first, "let secret = 42")
    _ = try answer(first, "print secret")
    try leave(first)
    let path = folder.path + "/state/bindlab/history"
    #expect(try String(contentsOfFile: path, encoding: .utf8) == "let secret = 42\nprint secret\n")
    let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
    #expect(mode == 0o600)
    let second = try session()
    try second.send("\u{1B}[A\u{1B}[A\r")
    try second.expect("let secret = 42")
    try second.expect("> ")
    try second.send("\u{12}print\r")
    try second.expect("\r\n42\r\n")
    try leave(second)
  }

  @Test func `a history that cannot be written is one warning, and not the end`() throws {
    try FileManager.default.createDirectory(
      atPath: folder.path + "/state/bindlab", withIntermediateDirectories: true)
    symlink("/dev/full", folder.path + "/state/bindlab/history")
    let terminal = try session()
    let warned = try answer(terminal, "20 + 1")
    let silent = try answer(terminal, "20 + 2")
    #expect((terminal.text.components(separatedBy: "warning: ").count) == 2)
    #expect(warned.hasSuffix("\n21"))
    #expect(silent.hasSuffix("\n22"))
    try leave(terminal)
  }

  @Test func `Ctrl-C drops the line`() throws {
    let terminal = try session()
    try terminal.send("object vm {\r")
    try terminal.expect("… ")
    try terminal.send("name = 1\u{3}")
    try terminal.expect("> ")
    try terminal.send("20 + 1\r")
    try terminal.expect("21\r\n")
    try leave(terminal)
  }

  @Test func `Ctrl-C stops a loop, and the session continues`() throws {
    let terminal = try session()
    try terminal.send("while true {}\r")
    try terminal.wait { !$0.isRaw }
    terminal.settle()
    try terminal.send("\u{3}")
    try terminal.expect("<repl>:1:1: error: interrupted")
    try terminal.expect("> ")
    try terminal.send("20 + 1\r")
    try terminal.expect("21\r\n")
    try leave(terminal)
  }

  @Test func `Ctrl-C stops a propagation and rolls the turn back`() throws {
    let terminal = try session("-s", "kvo")
    for line in [
      "trace off", "semantics endless: kvo { limit = 9000000000000000000 }",
      "object a { x = 1 }; object b { x = 1 }; object c { x = 0 }", "bind a.x ~> c.x",
      "bind a.x ~> b.x", "observe b.x { a.x = value + 1 }",
    ] {
      _ = try answer(terminal, line)
    }
    try terminal.send("a.x = 2\r")
    try terminal.wait { !$0.isRaw }
    terminal.settle()
    try terminal.send("\u{3}")
    try terminal.expect("error: interrupted")
    try terminal.expect("> ")
    try terminal.send("[a.x, b.x, c.x]\r")
    try terminal.expect("[1, 1, 1]\r\n")
    try leave(terminal)
  }

  @Test func `Ctrl-D leaves only on an empty line; quit leaves too`() throws {
    let terminal = try session()
    try terminal.send("20 + 1\u{4}\r")
    try terminal.expect("21\r\n")
    try leave(terminal)
    let other = try session()
    try other.send("quit\r")
    #expect(try other.waitForExit() == .exited(0))
  }

  @Test func `an error never ends the session, and never leaves half a turn`() throws {
    let terminal = try session()
    for line in [
      "nope", "print (", ")", "object a { x = }", "object a { x: Int = 1; y = 0 }",
      "bind a.x ~> a.y", "observe a.x { throw \"no\" }", "a.x = 5", "a.x = \"s\"", "1 / 0",
      "bind a.x <> a.nope", "source \"missing\"", "\u{1F}", "expect a.x == 9",
      "semantics nope", "unbind #9", "\"open",
    ] {
      try terminal.send(line + "\r")
      terminal.settle(.milliseconds(60))
    }
    try terminal.send("\u{3}")
    try terminal.send("[a.x, a.y, 7]\r")
    try terminal.expect("[1, 1, 7]\r\n")
    try leave(terminal)
  }

  @Test func `closing the window ends the process`() throws {
    let terminal = try session()
    try terminal.send("while true {}\r")
    try terminal.wait { !$0.isRaw }
    terminal.hangUp()
    #expect(try terminal.waitForExit() == .exited(128 + SIGHUP))
  }

  @Test func `after a file the prompt appears, and sees what the file made`() throws {
    let path = try folder.write("start.bind", "object a { x = 7 }\nprint \"started\"\n")
    let terminal = try session("-i", path)
    #expect(terminal.text.hasPrefix("started\r\n"))
    try terminal.send("a.x\r")
    try terminal.expect("7\r\n")
    try leave(terminal)
  }
}

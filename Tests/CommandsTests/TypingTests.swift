import TestSupport
import Testing

/// What a terminal makes easier than a pipe: indented lines, pasted text, what was typed before.
@Suite struct TypingTests {
  private let folder = TemporaryFolder()

  private func session(
    rows: Int = 30, columns: Int = 100, _ variables: [String: String] = [:]
  ) throws -> PseudoTerminal {
    var environment = PseudoTerminal.usualEnvironment
    environment["HOME"] = folder.path
    environment["XDG_STATE_HOME"] = folder.path + "/state"
    environment.merge(variables) { $1 }
    let terminal = try PseudoTerminal(
      builtExecutable("bindlab"), arguments: ["-q"], environment: environment, rows: rows,
      columns: columns)
    try terminal.expect("> ")
    try terminal.wait { $0.isRaw }
    return terminal
  }

  private func screen(
    _ terminal: PseudoTerminal, rows: Int = 30, columns: Int = 100
  ) -> [String] {
    terminal.settle(.milliseconds(300))
    return terminal.screen(rows: rows, columns: columns).lines
  }

  @Test func `lines of an open brace are indented, and its end moves back`() throws {
    let terminal = try session(["NO_COLOR": "1"])
    for line in ["object vm {", "name = \"Kim\"", "x = [", "1,", "]"] {
      try terminal.send(line + "\r")
      try terminal.expect("… ")
    }
    try terminal.send("}\r")
    try terminal.expect("\r\n> ")
    let lines = screen(terminal)
    #expect(lines.contains("…   name = \"Kim\""), "\(lines)")
    #expect(lines.contains("…     1,"))
    #expect(lines.contains("… }"))
  }

  @Test func `Tab at the beginning of a line that continues indents it`() throws {
    let terminal = try session(["NO_COLOR": "1"])
    try terminal.send("object vm {\r")
    try terminal.expect("… ")
    try terminal.send("\tname = 1\r")
    try terminal.expect("… ")
    #expect(screen(terminal).contains("…     name = 1"))
  }

  @Test func `pasted lines with tabs arrive as they are and run as one`() throws {
    let terminal = try session(["NO_COLOR": "1"])
    let body = (1...18).map { "\tp\($0) = \($0)" }.joined(separator: "\r")
    try terminal.send("\u{1B}[200~object vm {\r\(body)\r}\rprint \"日本\"\r\u{1B}[201~")
    terminal.settle(.milliseconds(200))
    // Nothing has run yet.
    #expect(!terminal.text.contains("\r\n日本\r\n"))
    try terminal.send("\r")
    try terminal.expect("\r\n日本\r\n")
    try terminal.send("vm.p18\r")
    try terminal.expect("\r\n18\r\n")
  }

  @Test func `Ctrl-D in an unfinished statement says what is open, and then drops it`() throws {
    let terminal = try session(["NO_COLOR": "1"])
    try terminal.send("let kept = 7\r")
    try terminal.expect("> ")
    try terminal.send("object vm {\r")
    try terminal.expect("… ")
    try terminal.wait { $0.isRaw }
    try terminal.send("\u{4}")
    try terminal.expect("'{' of line 1; Ctrl-D again drops it")
    try terminal.expect("… ")
    try terminal.wait { $0.isRaw }
    try terminal.send("\u{4}")
    try terminal.expect("> ")
    try terminal.send("kept\r")
    try terminal.expect("\r\n7\r\n")
  }

  @Test func `the rest of an earlier line is suggested, and the right arrow takes it`() throws {
    let terminal = try session()
    try terminal.send("print 40 + 2\r")
    try terminal.expect("42\r\n")
    try terminal.expect("> ")
    try terminal.wait { $0.isRaw }
    try terminal.send("pri")
    #expect(screen(terminal).contains("> print 40 + 2"))
    try terminal.send("\u{1B}[C\r")
    try terminal.expect("\r\n42\r\n")
    // What is not taken is not part of the line.
    try terminal.expect("> ")
    try terminal.wait { $0.isRaw }
    try terminal.send("7")
    terminal.settle()
    try terminal.send("\r")
    try terminal.expect("\r\n7\r\n")
  }

  @Test func `a line is coloured while it is typed, unless colours are off`() throws {
    let keys = "let kim = \"日本\" + noone 🎉"
    var screens: [[String]] = []
    for variables in [[:], ["NO_COLOR": "1"], ["TERM": "dumb"]] {
      let terminal = try session(variables)
      for key in keys {
        try terminal.send(String(key))
        terminal.settle(.milliseconds(20))
      }
      screens.append(screen(terminal))
      let output = String(decoding: terminal.output, as: UTF8.self)
      for code in ["1mlet", "95m\"日本\"", "91mnoone"] {
        #expect(output.contains("\u{1B}[" + code) == variables.isEmpty, "\(code) \(variables)")
      }
    }
    #expect(screens[0] == screens[1] && screens[1] == screens[2])
    #expect(screens[0].contains("> " + keys))
  }

  @Test func `with LANG=C a line and its trace have colours, and signs of ASCII alone`() throws {
    let terminal = try session(["LC_ALL": "C", "LANG": "C"])
    for line in ["object a { x = 1 }; object b { x = 0 }", "bind a.x ~> b.x", "a.x = 2 // two"] {
      try terminal.wait { $0.isRaw }
      for key in line { try terminal.send(String(key)) }
      terminal.settle()
      try terminal.send("\r")
      terminal.settle()
    }
    let output = String(decoding: terminal.output, as: UTF8.self)
    for code in ["1mobject", "1mbind", "2m// two", "2mturn", "95m#1"] {
      #expect(output.contains("\u{1B}[" + code), "\(code)")
    }
    #expect(output.utf8.allSatisfy { $0 < 0x80 })
    let lines = screen(terminal)
    #expect(lines.contains("> a.x = 2 // two"), "\(lines)")
    #expect(lines.contains { $0.hasPrefix("`- a.x: 1 -> 2") }, "\(lines)")
  }

  @Test func `the brace that is closed is shown, and typing goes on behind the new one`() throws {
    let terminal = try session(["NO_COLOR": "1"])
    for key in ["(1 + ", "2", ")", " * 3", "\r"] {
      try terminal.send(key)
      terminal.settle(.milliseconds(60))
    }
    try terminal.expect("\r\n9\r\n")
  }

  @Test(arguments: [40, 80, 200])
  func `no line of a trace is wider than the screen`(columns: Int) throws {
    let terminal = try session(rows: 40, columns: columns, ["NO_COLOR": "1"])
    for line in [
      "object vm { name = \"Kim\" }", "object label: UILabel",
      "bind vm.name ~> label.text | Uppercase",
      "vm.name = \"a long name with many words in it, much longer than a line of a small screen\"",
    ] {
      try terminal.send(line + "\r")
      try terminal.expect("\r\n> ")
    }
    let shown = terminal.text.split(separator: "\r\n")
    let tree = shown.drop { !$0.hasPrefix("turn 4") }
    #expect(tree.count > 3)
    #expect(tree.dropLast().allSatisfy { $0.count <= columns }, "\(tree)")
    #expect(tree.contains { $0.contains("└─ label.text") })
  }

  @Test(arguments: [40, 80])
  func `no answer and no message is wider than the screen`(columns: Int) throws {
    let script = """
      object vm { name = "Kim" }
      object label: UILabel
      bind vm.name ~> label | Uppercase | { value + " and then some words" }
      bind label.text !~> vm.name
      vm.name = "a name with words, longer than a line of the smallest screen that there is"
      """
    let file = try folder.write("wide.bind", script)
    let terminal = try session(rows: 40, columns: columns, ["NO_COLOR": "1", "PAGER": ""])
    try terminal.send("source \"\(file)\"\r")
    try terminal.expect("\r\n> ")
    for line in ["why label", "whynot label", "explain #1", "show vm", "vm.nmae", "history label"] {
      try terminal.wait { $0.isRaw }
      try terminal.send(line + "\r")
      let rows = try terminal.expect("\r\n> ").split(separator: "\r\n").dropFirst()
      let wide = rows.filter { $0.count > columns }
      #expect(!rows.isEmpty && wide.isEmpty, "\(line): \(wide)")
    }
  }
}

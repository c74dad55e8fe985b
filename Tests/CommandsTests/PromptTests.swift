import Foundation
import TestSupport
import Testing

/// What works only at a prompt: an editor, a pager, the lines that were typed, files after a quote.
@Suite struct PromptTests {
  private let folder = TemporaryFolder()

  private func session(
    rows: Int = 30, columns: Int = 100, _ variables: [String: String] = [:], _ arguments: String...
  ) throws -> PseudoTerminal {
    var environment = PseudoTerminal.usualEnvironment
    environment["HOME"] = folder.path
    environment["XDG_STATE_HOME"] = folder.path + "/state"
    environment["NO_COLOR"] = "1"
    environment.merge(variables) { $1 }
    let terminal = try PseudoTerminal(
      builtExecutable("bindlab"), arguments: ["-q"] + arguments, environment: environment,
      rows: rows, columns: columns)
    try terminal.expect("> ")
    return terminal
  }

  private func answer(_ terminal: PseudoTerminal, _ line: String) throws -> String {
    try terminal.wait { $0.isRaw }
    try terminal.send(line + "\r")
    return try terminal.expect("\r\n> ")
  }

  @Test func `a value shows itself, shortened to the line, and show shows all of it`() throws {
    let terminal = try session()
    _ = try answer(terminal, "let all = 1...60")
    let short = try answer(terminal, "all")
    #expect(short.contains("1, 2, 3") && short.contains(" more]"))
    #expect(try answer(terminal, "show all").contains("59, 60]"))
    #expect(try answer(terminal, "_.count").hasSuffix("60"))
  }

  @Test func `edit replaces what a name or a number stands for`() throws {
    let terminal = try session(["EDITOR": "sed -i 's/Kim/Ann/;s/Bo/Cy/;s/ ~> / <~ /'"])
    _ = try answer(terminal, "object vm { name = \"Kim\" }")
    _ = try answer(terminal, "edit vm")
    #expect(try answer(terminal, "vm.name").hasSuffix("\"Ann\""))
    // What it edits is the new text.
    #expect(try answer(terminal, "edit vm").hasSuffix("nothing changed"))
    #expect(try answer(terminal, "edit nobody").contains("declares 'nobody'"))
    _ = try answer(terminal, "object label { text = \"Li\" }")
    _ = try answer(terminal, "bind vm.name ~> label.text")
    _ = try answer(terminal, "edit #1")
    let bindings = try answer(terminal, "bindings")
    #expect(bindings.contains("vm.name <~ label.text") && !bindings.contains("~>"), "\(bindings)")
  }

  @Test func `edit keeps the bindings and observers of an object`() throws {
    let terminal = try session(["EDITOR": "sed -i 's/Kim/Ann/;s/0/7/'"])
    for line in [
      "object label { text = \"\"; age = 1 }", "object vm { name = \"Kim\"; age = 0 }",
      "bind vm.name ~> label.text as shown",
      "observe vm.age { print \"age\", value }", "batch { bind vm.age ~> label.age }",
    ] { _ = try answer(terminal, line) }
    let edited = try answer(terminal, "edit vm")
    #expect(edited.contains("bind vm.name ~> label.text as shown\r\n"), "\(edited)")
    #expect(try answer(terminal, "label.text").hasSuffix("\"Ann\""))
    #expect(try answer(terminal, "vm.age = 8").contains("age 8"))
    let links = try answer(terminal, "bindings") + answer(terminal, "observers")
    #expect(links.contains("shown") && links.contains("vm.age"), "\(links)")
    #expect(links.contains("vm.age ~> label.age"), "\(links)")
  }

  @Test func `edit names the bindings that only a block could make again`() throws {
    let terminal = try session(["EDITOR": "sed -i s/Kim/Ann/"])
    for line in [
      "object label { text = \"\" }", "object vm { name = \"Kim\" }",
      "for one in [label] { bind vm.name ~> one.text }",
    ] { _ = try answer(terminal, line) }
    let edited = try answer(terminal, "edit vm")
    #expect(
      edited.contains(
        "note: #1 vm.name ~> label.text ends with 'vm': the block that made it does not run again"),
      "\(edited)")
    #expect(try answer(terminal, "bindings").contains("no bindings"))
  }

  @Test func `help is as wide as the screen`() throws {
    let terminal = try session(columns: 50, ["PAGER": ""])
    for word in ["bind", "watch", "types", "B010", "statements", ""] {
      let text = try answer(terminal, "help \(word)")
      let lines = text.split(separator: "\r\n").dropFirst()
      let long = lines.filter { $0.count > 50 && !$0.hasPrefix("  ") }
      #expect(!lines.isEmpty && long.isEmpty, "\(word): \(long)")
      // An example is code, and stays as it is.
      let syntax = text.split(separator: "Example:")[0].split(separator: "\r\n")
      #expect(syntax.allSatisfy { $0.count <= 50 }, "\(word): \(syntax)")
    }
  }

  @Test func `help explains options, and messages by their words`() throws {
    let terminal = try session()
    #expect(try answer(terminal, "help --seed").contains("--seed N: the seed of random(n)"))
    #expect(try answer(terminal, "help -s").contains("-s, --semantics NAME: "))
    #expect(try answer(terminal, "help --sed").contains("did you mean '--seed'?"))
    #expect(try answer(terminal, "help expected a value").contains("B003: "))
    #expect(try answer(terminal, "help onto closes nothing").contains("no help on 'onto"))
    let error = try answer(terminal, "nope")
    let heading = try #require(
      error.split(separator: "\r\n").first { $0.contains("error: ") }?.split(separator: ": ").last)
    #expect(try answer(terminal, "help error: \(heading)").contains("B010: an undeclared name"))
    #expect(
      try answer(terminal, "help \"unknown name 'a}'; did you mean 'b'?\"").contains("B010: "))
    #expect(try answer(terminal, "help unknown name").contains("B010: an undeclared name"))
    #expect(try answer(terminal, "help not a message").contains("no help on 'not a message'"))
    #expect(try bindlab("help", "--seed").output.hasPrefix("--seed N: the seed"))
    #expect(try bindlab("help", "unknown", "name").output.hasPrefix("B010: "))
    #expect(try bindlab("help", "--help").output.hasPrefix("usage: bindlab help"))
  }

  @Test(arguments: [
    ("turn.writes", "turn.writes: values stored"), ("vm.nick", "vm.nick  = \"K\""),
    ("text", "UILabel.text "), ("UILabel.text", "UILabel.text: a member"),
    ("nick", "nick: members of that name"), ("pass", "equal = pass: "),
    ("value", "blocks: "), ("self", "blocks: "), ("true", "values: "), ("_", "values: "),
    ("??", "operators: "), ("|", "transformers: "), ("trace last", "trace: "),
    ("bind once", "bind: "), ("#1", "observe vm.nick { }"), ("vm", "vm: an object"),
  ])
  func `help explains members, settings, names of blocks, signs and words after a word`(
    topic: String, expected: String
  ) throws {
    let script = "object vm { nick = \"K\" }; observe vm.nick { }\nhelp \(topic)\n"
    let result = try bindlab("-e", script)
    #expect(result.output.contains(expected), "\(result.output)\(result.errors)")
    #expect(result.errors.isEmpty)
  }

  @Test func `edit alone replaces what the last statement made`() throws {
    let terminal = try session(["EDITOR": "sed -i s/Kim/Ann/"])
    _ = try answer(terminal, "print \"Kim\"")
    #expect(try answer(terminal, "edit").hasSuffix("\r\nAnn"))
    _ = try answer(terminal, "object vm { name = \"Kim\" }")
    _ = try answer(terminal, "edit")
    #expect(try answer(terminal, "vm.name").hasSuffix("\"Ann\""))
    _ = try answer(terminal, "observe vm.name { print \"Kim\" }")
    _ = try answer(terminal, "edit")
    let answer = try answer(terminal, "vm.name = \"Bo\"")
    #expect(answer.contains("Ann\r\n") && !answer.contains("Kim\r\n"), "\(answer)")
  }

  @Test func `a text that has syntax errors replaces nothing`() throws {
    let terminal = try session(["EDITOR": "sed -i s/}//"])
    _ = try answer(terminal, "object vm { name = \"Kim\" }")
    #expect(try answer(terminal, "edit vm").contains("error: expected '}'"))
    #expect(try answer(terminal, "vm.name").hasSuffix("\"Kim\""))
  }

  @Test func `history alone lists what was typed`() throws {
    let terminal = try session()
    _ = try answer(terminal, "let a = 1")
    _ = try answer(terminal, "let b = 2")
    let all = try answer(terminal, "history")
    #expect(all.contains("1  let a = 1\r\n2  let b = 2"))
    let last = try answer(terminal, "history 1")
    #expect(last.contains("2  let b = 2") && !last.contains("let a = 1"))
  }

  @Test func `an answer that is longer than the screen goes to the pager`() throws {
    let terminal = try session(rows: 20, ["PAGER": "sed s/^/PAGED:/"])
    #expect(try answer(terminal, "help statements").contains("PAGED:"))
    #expect(!(try answer(terminal, "help quit").contains("PAGED:")))
    let without = try session(rows: 20, ["PAGER": ""])
    #expect(!(try answer(without, "help statements").contains("PAGED:")))
  }

  @Test func `a long list begins in the pager before its end is made`() throws {
    let file = try folder.write(
      "many.bind", (1...1_000).map { "object o\($0) { x = \($0) }" }.joined(separator: "\n"))
    // The pager is left after its first row, and what follows is nobody's.
    let terminal = try session(rows: 20, ["PAGER": "head -n 1"])
    _ = try answer(terminal, "source \"\(file)\"")
    #expect(try answer(terminal, "objects").hasSuffix("object  class  properties"))
    #expect(try answer(terminal, "o7.x").hasSuffix("7"))
    for pager in ["", "no-such-program-\(#line)"] {
      let terminal = try session(rows: 20, ["PAGER": pager])
      _ = try answer(terminal, "source \"\(file)\"")
      let lines = try answer(terminal, "objects").split(separator: "\r\n")
      #expect(lines.count { $0.hasPrefix("object ") } == 1)
      #expect(lines.count { $0.hasPrefix("o") && $0.contains(" x = ") } == 1_000, "\(lines)")
    }
  }

  @Test(arguments: [
    ("und\t", "undo"), ("edit v\t", "edit vm"), ("learn first\t", "learn first-arrow"),
    ("object kim: Person { na\t", "object kim: Person { name ="),
    ("let q = new Person { na\t", "let q = new Person { name ="),
  ])
  func `Tab knows the words of the prompt, lessons and inherited properties`(
    keys: String, line: String
  ) throws {
    let terminal = try session()
    _ = try answer(terminal, "class Person { name = \"Kim\"; age = 0 }; object vm: Person")
    try terminal.wait { $0.isRaw }
    try terminal.send(keys)
    terminal.settle()
    let screen = terminal.screen(rows: 30, columns: 100).lines.filter { !$0.isEmpty }
    #expect(screen.last == "> " + line, "\(screen)")
  }

  @Test func `files are completed in the quotes of source`() throws {
    _ = try folder.write("scripted.bind", "print 77\n")
    let terminal = try session()
    try terminal.wait { $0.isRaw }
    try terminal.send("source \"\(folder.path)/scr\t")
    terminal.settle()
    try terminal.send("\r")
    try terminal.expect("\r\n77\r\n")
  }

  @Test func `learn comes back to the session`() throws {
    let terminal = try session()
    _ = try answer(terminal, "let kept = 7")
    try terminal.wait { $0.isRaw }
    try terminal.send("learn\r")
    try terminal.expect("lesson> ")
    try terminal.wait { $0.isRaw }
    try terminal.send("quit\r")
    try terminal.expect("back in your session\r\n> ")
    #expect(try answer(terminal, "kept").hasSuffix("7"))
  }
}

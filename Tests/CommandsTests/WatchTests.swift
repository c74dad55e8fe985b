import Foundation
import TestSupport
import Testing

/// `bindlab watch` runs scripts again, and shows what differs.
@Suite struct WatchTests {
  private static let script = """
    source "limit.bind"
    object vm { count = 0 }
    object label { text = "" }
    bind vm.count ~> label.text | { "\\(value) of \\(limit)" }
    vm.count = 2
    print label.text

    """

  /// A terminal in which two scripts are watched, with the end of the first run.
  private func watching(
    _ folder: TemporaryFolder, _ options: String = "", term: String = "xterm",
    redirecting redirection: String = "", limit: String = "let limit = 3\n"
  ) throws -> PseudoTerminal {
    try folder.write("form.bind", Self.script)
    try folder.write("limit.bind", limit)
    let tool = builtExecutable("bindlab")
    let path = tool.hasPrefix("/") ? tool : FileManager.default.currentDirectoryPath + "/" + tool
    var variables = PseudoTerminal.usualEnvironment
    variables["TERM"] = term
    return try PseudoTerminal(
      "/bin/sh",
      arguments: [
        "-c", "cd '\(folder.path)'; exec '\(path)' watch \(options) form.bind \(redirection)",
      ],
      environment: variables, rows: 40, columns: 100)
  }

  @Test func `a changed file is run again, and the differences are shown`() throws {
    let folder = TemporaryFolder()
    let terminal = try watching(folder)
    #expect(try terminal.expect("watching 2 files").contains("2 of 3\r\n"))
    try folder.write("limit.bind", "let limit = 4\n")
    let second = try terminal.expect("watching 2 files")
    #expect(second.contains("run 2: limit.bind has changed\r\n2 of 4\r\n"))
    #expect(second.contains("output\r\n- 2 of 3\r\n+ 2 of 4\r\n"))
    #expect(second.contains("+     label.text: \"0 of 4\" → \"2 of 4\""))
    #expect(second.contains("label.text  \"2 of 3\"  \"2 of 4\"\r\n"))
    // A line before others moves them, which is no difference.
    try folder.write("form.bind", "// A form.\n" + Self.script)
    let third = try terminal.expect("watching 2 files")
    #expect(third.contains("run 3: form.bind has changed\r\n2 of 4\r\n"))
    #expect(third.contains("nothing differs from run 2\r\n"))
    try terminal.send("\u{3}")
    #expect(try terminal.waitForExit() == .exited(130))
  }

  @Test func `a script that vanishes is waited for`() throws {
    let folder = TemporaryFolder()
    let terminal = try watching(folder)
    try terminal.expect("watching 2 files")
    try FileManager.default.removeItem(atPath: folder.path + "/form.bind")
    try terminal.expect("form.bind is gone; waiting for a new file\r\n")
    try folder.write("form.bind", Self.script + "print 1\n")
    #expect(try terminal.expect("watching 2 files").contains("  2 of 3\r\n+ 1\r\n"))
    try FileManager.default.removeItem(atPath: folder.path + "/limit.bind")
    let without = try terminal.expect("failed; watching 2 files")
    #expect(without.contains("cannot read 'limit.bind'"))
    try folder.write("limit.bind", "let limit = 3\n")
    #expect(try terminal.expect("succeeded; watching 2 files").contains("+ 2 of 3\r\n"))
  }

  @Test func `a script that cannot be parsed is no run to compare with`() throws {
    let folder = TemporaryFolder()
    let terminal = try watching(folder)
    try terminal.expect("watching 2 files")
    try folder.write("form.bind", Self.script + "object {\n")
    let broken = try terminal.expect("watching 1 file")
    #expect(broken.contains("cannot be parsed; the next run is compared with run 1"))
    try folder.write("form.bind", Self.script)
    #expect(try terminal.expect("watching 2 files").contains("nothing differs from run 1\r\n"))
  }

  @Test func `failed expectations are named`() throws {
    let folder = TemporaryFolder()
    let terminal = try watching(folder)
    try terminal.expect("watching 2 files")
    try folder.write("form.bind", Self.script + "expect vm.count == 3\n")
    let failed = try terminal.expect("an expectation failed; watching")
    #expect(
      failed.contains("+ form.bind:7:8: error: expectation failed: vm.count is 2, expected 3"))
  }

  @Test(arguments: [("xterm", true), ("dumb", false)])
  func `only a terminal that can do it is cleared`(term: String, isCleared: Bool) throws {
    let folder = TemporaryFolder()
    let terminal = try watching(folder, term: term)
    try terminal.expect("watching 2 files")
    #expect(String(decoding: terminal.output, as: UTF8.self).hasPrefix("\u{1B}[H") == isCleared)
  }

  @Test func `a pipe gets the same text without escapes`() throws {
    let folder = TemporaryFolder()
    let terminal = try watching(folder, redirecting: "| cat > log 2>&1")
    func log() -> String { (try? folder.read("log")) ?? "" }
    try terminal.wait { _ in log().contains("watching 2 files") }
    try folder.write("limit.bind", "let limit = 4\n")
    try terminal.wait { _ in log().contains("run 2") && log().hasSuffix("Ctrl-C ends\n") }
    #expect(log().contains("+ 2 of 4\n"))
    #expect(!log().utf8.contains(0x1B))
  }

  @Test func `Ctrl-C ends an endless run`() throws {
    let folder = TemporaryFolder()
    let terminal = try watching(folder, limit: "while true { }\n")
    try terminal.expect("run 1")
    try terminal.send("\u{3}")
    #expect(try terminal.waitForExit() == .exited(130))
  }

  @Test func `--trace shows the trace in its place`() throws {
    let folder = TemporaryFolder()
    let terminal = try watching(folder, "--trace=brief")
    let text = try terminal.expect("watching 2 files")
    #expect(text.contains("turn 5  vm.count = 2"))
  }

  @Test(arguments: [
    ([], "bindlab: watch needs a FILE\n", 64),
    (["-"], "bindlab: watch needs files: standard input can be read only once\n", 64),
    (["/nonexistent.bind"], "bindlab: cannot read '/nonexistent.bind': No such file", 66),
    (["/tmp"], "bindlab: cannot read '/tmp': ", 66),
    (["/dev/null"], "bindlab: cannot watch '/dev/null': it is not a regular file\n", 66),
    (["-e", "print 1"], "bindlab: -e cannot be used with watch\n", 64),
  ])
  func `what cannot be watched is refused`(words: [String], message: String, status: Int) throws {
    let result = try bindlab(["watch"] + words)
    #expect(result.errors.hasPrefix(message), "\(result.errors)")
    #expect(result.status == Int32(status))
  }
}

/// The statements `watch` and `unwatch`.
@Suite struct WatchStatementTests {
  @Test func `values are shown after each turn that changes one`() throws {
    let result = try bindlab(
      "-e",
      """
      object vm { name = "Kim"; age = 3 }
      object label { text = "" }
      watch vm.name.count, label.text
      bind vm.name ~> label.text
      vm.age = 4
      vm.name = "Bo"
      batch { vm.name = "Al"; vm.name = "Ed" }
      watch vm.age
      unwatch label.text, vm.name.count
      vm.name = "Ann"
      vm.age += 1
      unwatch all
      vm.age += 1
      """)
    #expect(
      result.output == """
        watch: vm.name.count = 3, label.text = ""
        watch: vm.name.count = 3, label.text = "Kim"
        watch: vm.name.count = 2, label.text = "Bo"
        watch: vm.name.count = 2, label.text = "Ed"
        watch: vm.age = 4
        watch: vm.age = 5

        """)
    #expect(result.errors.isEmpty)
  }

  @Test func `watching changes nothing, follows time travel, and ends with reset`() throws {
    let result = try bindlab(
      "-iqn",
      input: """
        trace off
        object a { x = 1; computed twice = x * 2; action grow() { x += 1; print "no"; return x } }
        watch a.grow(), a.x, random(6), a.twice
        a.x = 5
        rewind
        replay
        release a
        reset
        object a { x = 1 }
        watch

        """)
    #expect(
      result.output == """
        watch: a.grow() = 2, a.x = 1, random(6) = 1, a.twice = 2
        watch: a.grow() = 6, a.x = 5, random(6) = 1, a.twice = 10
        rewound 1 turn: after turn 1  object a { x = 1; computed twice = x * 2; action …; replay: 1 ahead
        watch: a.grow() = 2, a.x = 1, random(6) = 1, a.twice = 2
        replayed 1 turn: after turn 2  a.x = 5
        watch: a.grow() = 6, a.x = 5, random(6) = 1, a.twice = 10
        watch: a.grow() = nil, a.x = nil, random(6) = 1, a.twice = nil
        nothing is watched; 'watch PATH' shows a value after each turn that changes it

        """)
  }

  @Test(arguments: [
    ("watch b.x", "unknown name 'b'"), ("unwatch a.x", "'a.x' is not watched"),
    ("for i in [1] { watch i }", "'watch' cannot be used in a block"),
    ("whatif { watch a.x }", "'watch' cannot be used in a block"),
    ("unwatch", "expected a watched value, or 'all' after 'unwatch'"),
    ("watch a.x,", "expected a value after ','"),
  ])
  func `what cannot be watched is an error, for check too where it is certain`(
    statement: String, message: String
  ) throws {
    let script = "object a { x = 1 }\n\(statement)\n"
    #expect(try bindlab("-e", script).errors.contains(message))
    // What is watched is known only in a run.
    let isCertain = !statement.hasPrefix("unwatch a")
    #expect(try bindlab("check", "-e", script).errors.contains(message) == isCertain)
  }

  @Test func `what is watched stays above the prompt of a terminal that can delete lines`() throws {
    for (type, count) in [("xterm", 1), ("vt100", 2)] {
      var environment = PseudoTerminal.usualEnvironment
      environment["TERM"] = type
      let terminal = try PseudoTerminal(
        builtExecutable("bindlab"), arguments: ["-qn"], environment: environment, rows: 20,
        columns: 50)
      try terminal.expect("> ")
      for line in ["trace off", "object a { n = 1 }", "watch a.n", "a.n = 2", "print \"last\""] {
        try terminal.wait { $0.isRaw }
        try terminal.send(line + "\r")
        terminal.settle()
      }
      let screen = terminal.screen(rows: 20, columns: 50)
      #expect(screen.unknownSequences.isEmpty)
      let lines = screen.lines.filter { !$0.isEmpty }
      #expect(lines.count { $0.hasPrefix("watch: ") } == count, "\(type): \(lines)")
      let end =
        type == "xterm" ? ["last", "watch: a.n = 2", ">"] : ["> print \"last\"", "last", ">"]
      #expect(lines.suffix(3) == end, "\(type): \(lines)")
    }
  }

  private static let stopping = [
    "object a { n = 1 }; object b { n = 0 }", "bind a.n ~> b.n", "watch b.n", "break a.n",
    "a.n = 2",
  ]

  @Test func `a stopped turn shows what is watched as it is at the event`() throws {
    let lines = Self.stopping + ["step", "step", "continue"]
    let output = try bindlab("-iq", input: "trace off\n" + lines.joined(separator: "\n")).output
    #expect(
      output.split(separator: "\n").filter { $0.hasPrefix("watch:") } == [
        "watch: b.n = 1", "watch: b.n = 2",
      ])
    let terminal = try PseudoTerminal(
      builtExecutable("bindlab"), arguments: ["-qn"], rows: 30, columns: 60)
    try terminal.expect("> ")
    for line in ["trace off"] + Self.stopping {
      try terminal.wait { $0.isRaw }
      try terminal.send(line + "\r")
      terminal.settle()
    }
    func end() -> [String] {
      Array(terminal.screen(rows: 30, columns: 60).lines.filter { !$0.isEmpty }.suffix(2))
    }
    #expect(end()[0] == "watch: b.n = 1", "\(end())")
    for _ in 1...2 {
      try terminal.send("step\r")
      terminal.settle()
    }
    #expect(end()[0] == "watch: b.n = 2" && end()[1].hasPrefix("turn 4:"), "\(end())")
  }

  @Test func `what is watched fits the screen`() throws {
    let terminal = try PseudoTerminal(
      builtExecutable("bindlab"), arguments: ["-qn"], rows: 20, columns: 50)
    try terminal.expect("> ")
    for line in ["trace off", "object a { text = \"\" }", "watch a.text, a.text.count"] {
      try terminal.send(line + "\r")
      try terminal.expect("> ")
    }
    try terminal.send("a.text = \"\(String(repeating: "x", count: 44))\"\r")
    try terminal.expect("\r\nwatch: ")
    let line = try terminal.expect("\r\n")
    #expect(line.count <= 43, "\(line)")
    #expect(line.hasSuffix("…, … 1 more"), "\(line)")
  }
}

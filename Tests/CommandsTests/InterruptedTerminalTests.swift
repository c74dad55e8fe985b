import Foundation
import TestSupport
import Testing

/// Ctrl-C at random moments, typed into a terminal.
@Suite struct InterruptedTerminalTests {
  /// How many sessions are tried: `BINDLAB_INTERRUPTS`, for a long run.
  private static let runs =
    ProcessInfo.processInfo.environment["BINDLAB_INTERRUPTS"].flatMap { Int($0) } ?? 10

  /// Statements that run for a while, so that the key is pressed during them.
  private static let busy = [
    "while true { o.n += 1 }", "wait", "advance 100000m", "batch { while true { o.n += 1 } }",
    "compare { while true { o.n += 1 } }", "whatif { while true { o.n += 1 } }",
    "repeat 100000000 { o.n = o.m }", "expect settles { while true { o.n += 1 } }",
    "expect quiet o.m { while true { o.n += 1 } }", "f(50)", "object a: A",
    "expect error { while true { expect error { nope } } }",
    "for x in range(1000000) { print x }", "source \"endless.bind\"", "g.x = 1",
    "cycles", "break o.m if spin(o.m)",
  ]

  @Test(arguments: 0..<runs)
  func `a session continues after Ctrl-C`(seed: Int) throws {
    let folder = TemporaryFolder()
    try folder.write("endless.bind", "while true { o.n += 1 }\n")
    var random = SeededRandom(seed: seed + 1)
    var variables = PseudoTerminal.usualEnvironment
    variables["HOME"] = folder.path
    variables["XDG_STATE_HOME"] = folder.path + "/state"
    let tool = builtExecutable("bindlab")
    let path =
      tool.hasPrefix("/") ? tool : FileManager.default.currentDirectoryPath + "/" + tool
    let terminal = try PseudoTerminal(
      "/bin/sh", arguments: ["-c", "cd '\(folder.path)'; exec '\(path)' -q"],
      environment: variables, rows: 50, columns: 160)
    try terminal.expect("> ")
    let beginning = [
      "trace off", "object o { n = 0; m = 1 }", "object g { x = 0; y = 0 }",
      "class A { x = new A }", "action f(n) { if n > 0 { f(n - 1); f(n - 1) } }",
      "action t() { after 1s { o.n += 1; t() } }",
      "observe g.x { while true { g.y += 1 } }", "t()",
      "action spin(v) { while true { v = v }; return true }", "var isSlow = false",
      "object r { x = 0; y = 0 }", "bind r.x !~> r.y | { isSlow ? spin(value) : value }",
      "bind r.y !~> r.x", "isSlow = true",
    ]
    for line in beginning { _ = try answer(terminal, line) }
    for _ in 0..<3 {
      let statement = Self.busy[random.below(Self.busy.count)]
      try terminal.send(statement + "\r")
      usleep(UInt32(random.below(300_000)))
      try terminal.send("\u{3}")
      // A key pressed before the line was taken, or after its end, drops an empty line.
      try terminal.send("\r\u{3}print \"on\"\r")
      try terminal.expect("on\r\n")
      try terminal.expect("> ")
    }
    _ = try answer(terminal, "print \"g is\", g.x, g.y")
    #expect(terminal.text.contains("g is 0 0\r\n"))
    try terminal.wait { $0.isRaw }
    try terminal.send("\u{4}")
    #expect(try terminal.waitForExit() == .exited(0))
  }

  private func answer(_ terminal: PseudoTerminal, _ line: String) throws -> String {
    try terminal.send(line + "\r")
    return try terminal.expect("\r\n> ")
  }
}

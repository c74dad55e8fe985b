import Foundation
import TestSupport
import Testing

/// A stopped turn, in a terminal: its own prompt, and every way to continue.
@Suite struct StoppedTerminalTests {
  private let folder = TemporaryFolder()

  /// A session with a chain and a breakpoint at its end.
  private func session() throws -> PseudoTerminal {
    var variables = PseudoTerminal.usualEnvironment
    variables["HOME"] = folder.path
    variables["XDG_STATE_HOME"] = folder.path + "/state"
    let terminal = try PseudoTerminal(
      builtExecutable("bindlab"), arguments: ["-q"], environment: variables, rows: 50, columns: 160)
    try terminal.expect("> ")
    for line in [
      "object vm { name = \"Kim\" }", "object label { text = \"\" }",
      "bind vm.name ~> label.text | Uppercase", "trace off", "break label.text",
    ] {
      _ = try answer(terminal, line, prompt: "\r\n> ")
    }
    return terminal
  }

  private func answer(
    _ terminal: PseudoTerminal, _ line: String, prompt: String
  ) throws -> String {
    try terminal.send(line + "\r")
    return try terminal.expect(prompt)
  }

  private func leave(_ terminal: PseudoTerminal) throws {
    try terminal.wait { $0.isRaw }
    try terminal.send("\u{4}")
    #expect(try terminal.waitForExit() == .exited(0))
  }

  @Test func `its prompt has the turn and the event, and it can be stepped through`() throws {
    let terminal = try session()
    let stopped = try answer(terminal, "vm.name = \"Bo\"", prompt: "turn 4:4> ")
    #expect(stopped.contains("stopped in turn 4 at event 4: break label.text"))
    #expect(try answer(terminal, "label.text", prompt: "turn 4:4> ").contains("\"BO\""))
    #expect(try answer(terminal, "back", prompt: "turn 4:3> ").contains("event 3 of 4"))
    #expect(try answer(terminal, "label.text", prompt: "turn 4:3> ").contains("\"KIM\""))
    #expect(
      try answer(terminal, "vm.name = 1", prompt: "turn 4:3> ").contains(
        "only questions can be asked"))
    // Ctrl-C drops the line, and the turn stays stopped.
    try terminal.wait { $0.isRaw }
    try terminal.send("label.te\u{3}")
    try terminal.expect("turn 4:3> ")
    // An unfinished statement continues at another prompt.
    _ = try answer(terminal, "(label.text +", prompt: "… ")
    #expect(try answer(terminal, "\"!\")", prompt: "turn 4:3> ").contains("\"KIM!\""))
    _ = try answer(terminal, "step", prompt: "turn 4:4> ")
    let over = try answer(terminal, "step", prompt: "\r\n> ")
    #expect(over.contains("the turn is over"))
    #expect(try answer(terminal, "why label.text", prompt: "\r\n> ").contains("Uppercase: "))
    try leave(terminal)
  }

  @Test func `the end of input continues to the end, and to the normal prompt`() throws {
    let terminal = try session()
    _ = try answer(terminal, "vm.name = \"Bo\"", prompt: "turn 4:4> ")
    try terminal.wait { $0.isRaw }
    try terminal.send("\u{4}")
    try terminal.expect("\r\n> ")
    #expect(try answer(terminal, "label.text", prompt: "\r\n> ").contains("\"BO\""))
    try leave(terminal)
  }

  @Test func `in slow mode, Enter goes from event to event`() throws {
    let terminal = try session()
    _ = try answer(terminal, "unbreak all", prompt: "\r\n> ")
    _ = try answer(terminal, "trace slow", prompt: "\r\n> ")
    #expect(
      try answer(terminal, "vm.name = \"Bo\"", prompt: "turn 4:1> ").contains("event by event"))
    for event in 2...4 {
      #expect(try answer(terminal, "", prompt: "turn 4:\(event)> ").contains("event \(event) of 4"))
    }
    #expect(try answer(terminal, "", prompt: "\r\n> ").contains("the turn is over"))
    try leave(terminal)
  }
}

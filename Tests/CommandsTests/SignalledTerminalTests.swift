import Foundation
import TestSupport
import Testing

/// Signals at random moments, sent to a session in a terminal: it goes on, or ends because of the signal,
/// and leaves the terminal as it was.
@Suite struct SignalledTerminalTests {
  /// How many sessions are tried: `BINDLAB_SIGNALS`, for a long run.
  private static let runs =
    ProcessInfo.processInfo.environment["BINDLAB_SIGNALS"].flatMap { Int($0) } ?? 8

  /// What is typed; some of it is unfinished, and some runs until it is interrupted.
  private static let typed = [
    "", "o.n", "o.n = 2\r", "object p", "batch {\r  o.n = 3", "help bind\r", "graph\r", "\t",
    "\u{12}o",
    "while true { o.n += 1 }\r", "for x in range(100000) { print x }\r", "o.n = 5 \u{1B}[D",
    "compare { while true { o.n += 1 } }\r", "break o.n\ro.n = 7\r", "wait\r",
    "trace full\ro.n = 8\r",
    "\u{1B}[200~o.n = 1\ro.n", "source \"none.bind\"\r", "print \"é\u{202E}日本",
  ]

  /// Signals after which a session goes on.
  private static let survived = [SIGINT, SIGWINCH, SIGTSTP, SIGCONT, SIGSTOP]
  /// Signals that end it.
  private static let ending = [SIGTERM, SIGHUP, SIGPIPE, SIGQUIT]

  @Test(arguments: 0..<runs)
  func `a session goes on or ends with the signal, and restores the terminal`(seed: Int) throws {
    let folder = TemporaryFolder()
    var random = SeededRandom(seed: seed + 1)
    var variables = PseudoTerminal.usualEnvironment
    variables["HOME"] = folder.path
    variables["XDG_STATE_HOME"] = folder.path + "/state"
    let terminal = try PseudoTerminal(
      builtExecutable("bindlab"), arguments: ["-q"], environment: variables, rows: 30, columns: 100)
    try terminal.expect("> ")
    try terminal.send("object o { n = 1 }\r")
    try terminal.expect("\r\n> ")
    var sent: [String] = []
    func strike(_ signal: Int32) {
      sent.append("\(signal)")
      if signal == SIGWINCH {
        terminal.resize(rows: 3 + random.below(40), columns: 8 + random.below(120))
      }
      kill(terminal.process, signal)
      guard [SIGTSTP, SIGSTOP].contains(signal) else { return }
      usleep(UInt32(random.below(5_000)))
      kill(terminal.process, SIGCONT)
    }
    for _ in 0..<6 {
      let text = Self.typed[random.below(Self.typed.count)]
      sent.append(text.debugDescription)
      try terminal.send(text)
      for _ in 0..<random.below(4) {
        usleep(UInt32(random.below(30_000)))
        strike(Self.survived[random.below(Self.survived.count)])
      }
      terminal.settle(.milliseconds(1))
    }
    // Whatever was left unfinished or stopped is dropped.
    terminal.resize(rows: 30, columns: 100)
    try terminal.send("\u{3}")
    try goOn(terminal, "\(sent)")
    let text = Self.typed[random.below(Self.typed.count)]
    try terminal.send(text)
    usleep(UInt32(random.below(40_000)))
    let last = Self.ending[random.below(Self.ending.count)]
    sent += [text.debugDescription, "\(last)"]
    kill(terminal.process, last)
    let ending = try terminal.waitForExit()
    #expect(ending == .signalled(last) || ending == .exited(128 + last), "\(sent)")
    #expect(!terminal.isRaw && terminal.sendsSignals, "\(sent)")
  }

  /// Leaves what runs, waits or is stopped, until the prompt answers.
  private func goOn(_ terminal: PseudoTerminal, _ sent: String) throws {
    for attempt in 0..<200 {
      try terminal.send("\u{3}\u{1B}[201~\u{3}print \"go\" + \"es on\"\r")
      terminal.settle(.milliseconds(100))
      if terminal.text.contains("goes on") { return }
      // A pager, a search, a stopped turn and a statement that runs end differently.
      let keys = ["q", "\u{3}", "\u{7}", "unbreak all\r", "continue\r", "\r"]
      try terminal.send(keys[attempt % keys.count])
      // A terminal throws away what was not read when Ctrl-C comes.
      terminal.settle(.milliseconds(100))
    }
    Issue.record("the session does not answer after \(sent):\n\(terminal.text.suffix(2_000))")
  }
}

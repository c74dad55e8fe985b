import Foundation
import TestSupport
import Testing

/// Random keys; libedit's commands fail with some of them.
@Suite struct RandomKeysTests {
  private static let keys: [String] = [
    "\t", "\u{12}", "\u{1B}[A", "\u{1B}[B", "\u{1B}[D", "\u{1B}[3~", "\r", "\u{1B}", "\u{17}",
    "\u{15}", "\u{19}", "\u{1B}b", "\u{1B}d", "日本", "e\u{301}🇨🇭", "\u{83}", "\u{81}", "wi", "la",
    "\u{16}", "\u{18}\u{18}", "\u{B}", "\u{14}", "/a\r", "dd", "3w", "cw", "p", "P", "u", "\n",
    "^", "0", "$", "?la\r", "n", "N", "G", "_", "#", "~", "3x", "\u{3}", "\u{A0}", "\u{1F}",
    "\u{10}", "\u{E}",
    "\u{202E}",
    String(repeating: "x", count: 200),
  ]

  /// Always the same numbers for a seed.
  private struct Generator: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return state ^ (state >> 29)
    }
  }

  @Test(arguments: ["bind -e", "bind -v"], [1, 2, 3] as [UInt64])
  func `no keys end the session or make it unresponsive`(editrc: String, seed: UInt64) throws {
    let folder = TemporaryFolder()
    try editrc.write(toFile: folder.path + "/.editrc", atomically: false, encoding: .utf8)
    var environment = PseudoTerminal.usualEnvironment
    environment["HOME"] = folder.path
    let terminal = try PseudoTerminal(
      builtExecutable("line-editing-probe"), arguments: ["notes", "paint", "head"],
      environment: environment)
    try terminal.expect("> ")
    var generator = Generator(state: seed)
    for _ in 0..<200 {
      let keys = (0..<5).map { _ in Self.keys.randomElement(using: &generator)! }
      try terminal.send(keys.joined())
      if Int.random(in: 0..<20, using: &generator) == 0 {
        let rows = Int.random(in: 1...40, using: &generator)
        terminal.resize(rows: rows, columns: Int.random(in: 1...100, using: &generator))
      }
      terminal.settle(.milliseconds(1))
    }
    terminal.settle()
    kill(terminal.process, SIGINT)
    try terminal.expect("interrupted, raised: false")
    kill(terminal.process, SIGTERM)
    #expect(try terminal.waitForExit() == .signalled(SIGTERM))
  }
}

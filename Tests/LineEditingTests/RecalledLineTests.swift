import Foundation
import TestSupport
import Testing

/// Keys in a line that was searched, recalled or changed, and characters that a line must not show.
@Suite struct RecalledLineTests {
  private let folder = TemporaryFolder()

  /// A probe with entries in its history, and perhaps with vi's keys.
  private func session(_ entries: [String] = [], isVi: Bool = false) throws -> PseudoTerminal {
    let path = folder.path + "/history"
    try entries.map { $0.replacingOccurrences(of: "\n", with: "\\n") + "\n" }.joined()
      .write(toFile: path, atomically: false, encoding: .utf8)
    if isVi {
      try "bind -v\n".write(toFile: folder.path + "/.editrc", atomically: false, encoding: .utf8)
    }
    var variables = PseudoTerminal.usualEnvironment
    variables["HOME"] = folder.path
    let terminal = try PseudoTerminal(
      builtExecutable("line-editing-probe"), arguments: ["history", path], environment: variables)
    try terminal.expect("> ")
    return terminal
  }

  /// Sends keys one by one, as a person types them, and expects the line that they make.
  private func type(_ keys: [String], in terminal: PseudoTerminal, expecting line: String) throws {
    for key in keys {
      try terminal.send(key)
      terminal.settle(.milliseconds(60))
    }
    try terminal.send("\r")
    try terminal.expect("line: \(line.debugDescription)\r\n")
  }

  /// The search for `two` in `one two three`, a key, and the line after an x.
  @Test(arguments: [
    ("\u{1B}[D", "onex two three"), ("\u{1B}OD", "onex two three"), ("\u{1B}[C", "one txwo three"),
    ("\u{1B}[H", "xone two three"), ("\u{1B}[1~", "xone two three"), ("\u{1B}[F", "one two threex"),
    ("\u{1B}[4~", "one two threex"), ("\u{1B}[3~", "one xwo three"), ("\u{1B}b", "xone two three"),
    ("\u{1B}[1;5C", "one twox three"), ("\u{1B}[A", "olderx"), ("\u{1B}", "one xtwo three"),
    ("\u{1}", "xone two three"), ("\u{5}", "one two threex"),
  ])
  func `a key with an escape sequence ends a search, and is obeyed`(key: String, line: String)
    throws
  {
    let terminal = try session(["older", "one two three", "newer"])
    try type(["\u{12}", "two", key, "x"], in: terminal, expecting: line)
  }

  @Test func `a text like the row of a search is no search`() throws {
    let terminal = try session(["one\nbck:two"])
    try type(["\u{1B}[A", "\u{1B}[D", "x"], in: terminal, expecting: "one\nbck:twxo")
  }

  /// In a recalled statement of four lines, and after an older one.
  @Test(arguments: [
    (["\u{1B}[A", "x"], "class P {\n  a = 1\n  long = 20\n}x"),
    (["\u{1B}[A", "\u{1B}[A", "x"], "class P {\n  a = 1\n x long = 20\n}"),
    // The column stays while the cursor only goes up and down.
    (
      ["\u{1B}[A", "\u{1B}[A", "\u{1B}[1;5C", "\u{1B}[1;5C", "\u{1B}OA", "\u{10}", "x"],
      "class P x{\n  a = 1\n  long = 20\n}"
    ),
    (
      ["\u{1B}[A", "\u{1B}[A", "\u{1B}[1;5C", "\u{1B}[1;5C", "\u{10}", "\u{E}", "x"],
      "class P {\n  a = 1\n  long =x 20\n}"
    ),
    (["\u{1B}[A", "\u{1B}[A", "\u{1B}[A", "\u{1B}[A", "\u{1B}[A", "x"], "older onex"),
    (["\u{1B}[A", "\u{1B}[A", "\u{1B}[B", "x"], "class P {\n  a = 1\n  long = 20\n}x"),
    (["new", "\u{1B}[A", "\u{1B}[A", "\u{1B}[B", "\u{1B}[B", "x"], "newx"),
  ])
  func `Up and Down move in a statement of several lines before they leave it`(
    keys: [String], line: String
  ) throws {
    let terminal = try session(["older one", "class P {\n  a = 1\n  long = 20\n}"])
    try type(keys, in: terminal, expecting: line)
  }

  @Test(arguments: [
    (["k", "k", "k", "ix"], "xone\ntwo\nthree"), (["k", "k", "k", "k", "ix"], "xolder"),
    (["k", "k", "j", "ix"], "one\ntwo\nxthree"), (["[A", "[A", "ix"], "one\nxtwo\nthree"),
    (["aab", "\u{1B}", "x", "u", "Ac"], "abc"),
  ])
  func `vi's keys move in a statement of several lines, too`(keys: [String], line: String) throws {
    let terminal = try session(["older", "one\ntwo\nthree"], isVi: true)
    try type(["\u{1B}"] + keys, in: terminal, expecting: line)
  }

  @Test(arguments: [
    (["o", "n", "e", " ", "t", "w", "\u{1F}"], "one "),
    (["o", "n", "e", " ", "t", "w", "\u{1F}", "\u{1F}", "x"], "onex"),
    (["one two", "\u{17}", "\u{1F}", "x"], "one twox"),
    (["one two", "\u{1}", "\u{B}", "\u{1F}", "x"], "xone two"),
    (["one", "\u{1F}", "\u{1F}", "\u{1F}", "x"], "x"),
    (["one", "\u{1B}[A", "\u{1F}", "x"], "onex"),
    (["\u{1B}[200~{ a\n}\u{1B}[201~", "\u{1F}", "x"], "x"),
    (["wi\t", "\u{1F}", "x"], "x"),
    (["wi", "\t", "\u{1F}", "x"], "wix"),
    (["a", "\u{12}", "old", "\u{1B}[F", "\u{1F}", "x"], "ax"),
  ])
  func `Ctrl-_ takes back the last change`(keys: [String], line: String) throws {
    try type(keys, in: try session(["older"]), expecting: line)
  }

  /// They turn the direction of writing, have no width, or control the terminal.
  @Test(arguments: [
    "\u{202E}", "\u{2066}", "\u{200B}", "\u{FEFF}", "\u{9B}", "\u{85}", "\u{E0041}",
  ])
  func `a character that is unsafe to show has its code in the line`(unseen: String) throws {
    let terminal = try session(["recalled \(unseen)"])
    let code = String(unseen.unicodeScalars.first!.value, radix: 16, uppercase: true)
    let shown = "\\U+" + String(repeating: "0", count: max(0, 4 - code.count)) + code
    for keys in ["typed \(unseen)", "\u{1B}[200~pasted \(unseen)\u{1B}[201~", "\u{1B}[A"] {
      try terminal.send(keys + "x\u{1B}[D")
      terminal.settle()
    }
    let sent = String(decoding: terminal.output, as: UTF8.self)
    #expect(!sent.unicodeScalars.contains(unseen.unicodeScalars.first!))
    let row = terminal.screen().lines.joined()
    #expect(row.contains(shown.dropFirst(3)), "\(row)")
    try terminal.send("\r")
    try terminal.expect("line: ")
  }
}

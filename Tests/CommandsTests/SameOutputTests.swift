import Foundation
import ScriptGrammar
import TestSupport
import Testing

/// The same text has the same output from a file, through a pipe and typed.
@Suite struct SameOutputTests {
  private static let script = """
    object vm { name = "Kim"; age: Int = 3 }
    object label: UILabel
    transformer Shout { forward { value.uppercased + "!" } }
    bind vm.name ~> label | Shout
    vm.name = "Hobbit"
    label.text
    bind label.text ~> vm.name
    vm.name = "Cartman"
    class Person {
      first = "Ann"
      computed greeting = "Hi, \\(first)"
    }
    let ann = new Person
    observe ann.greeting { print old, "→", value }
    ann.first = "Bo"
    for x in [1, 2] { ann.first = "n\\(x)" }
    cycles
    bindings
    show vm
    expect vm.age == 4
    random(1000)
    vm.age = "x"
    """

  private func lines(_ text: String) -> [String] {
    text.replacingOccurrences(of: "\r", with: "").split(separator: "\n").map(String.init)
  }

  /// The output without the names of places, which differ.
  private func unplaced(_ text: String) -> [String] {
    lines(text).map { line in
      line.replacing(/(<repl>|<stdin>|[^ ]*script\.bind):/) { _ in "PLACE:" }
        .replacing(/(<repl>|<stdin>|[^ ]*script\.bind)/) { _ in "PLACE" }
    }
  }

  @Test func `a file, a pipe and -i on a pipe give the same output`() throws {
    let folder = TemporaryFolder()
    let path = try folder.write("script.bind", Self.script + "\n")
    let file = try bindlab("-t", path)
    let pipe = try bindlab("-t", input: Self.script + "\n")
    let interactive = try bindlab("-i", "-n", input: Self.script + "\n")
    #expect(unplaced(file.output) == unplaced(pipe.output))
    #expect(unplaced(file.errors) == unplaced(pipe.errors))
    #expect(unplaced(file.output) == unplaced(interactive.output))
    #expect(unplaced(file.errors) == unplaced(interactive.errors))
    #expect([file.status, pipe.status, interactive.status] == [2, 2, 2])
  }

  /// Scripts of statements that each parse alone, since nothing of a file with a syntax error runs.
  private func randomScript(seed: Int, _ folder: TemporaryFolder) throws -> String {
    var grammar = Grammar(random: Random(state: UInt64(seed)))
    var lines: [String] = []
    while lines.count < 12 {
      let statement = grammar.statement()
      // While a turn is stopped, the next lines of a pipe are the typed ones.
      if statement.contains("break") || statement.contains("slow") { continue }
      let path = try folder.write("statement.bind", statement + "\n")
      if try bindlab("format", path).status == 0 { lines.append(statement) }
    }
    return lines.joined(separator: "\n") + "\n"
  }

  @Test(arguments: 1...4)
  func `random scripts give the same output in a file, a pipe and with -i`(seed: Int) throws {
    let folder = TemporaryFolder()
    let script = try randomScript(seed: seed, folder)
    let path = try folder.write("script.bind", script)
    let options = ["--keep-going", "--no-source", "--max-steps", "3000"]
    let file = try bindlab(["-t", "--journal", "1000"] + options + [path])
    let pipe = try bindlab(["-t", "--journal", "1000"] + options, input: Array(script.utf8))
    let typed = try bindlab(["-i", "-n"] + options, input: Array(script.utf8))
    // The width at which tables break depends on the names of places.
    #expect(unplaced(file.output).joined() == unplaced(pipe.output).joined(), "\(script)")
    #expect(unplaced(file.errors) == unplaced(pipe.errors), "\(script)")
    #expect(unplaced(file.output).joined() == unplaced(typed.output).joined(), "\(script)")
    // A file is parsed before everything else, and at its end shows what is still due.
    let isSaid = { (line: String) in !line.hasPrefix("bindlab: note:") && !line.hasPrefix("  ") }
    #expect(
      unplaced(file.errors).filter(isSaid).sorted()
        == unplaced(typed.errors).filter(isSaid).sorted(), "\(script)")
    #expect(file.status == pipe.status && file.status == typed.status, "\(script)")
  }

  @Test func `typed input has the same output, apart from prompts and echo`() throws {
    let folder = TemporaryFolder()
    let path = try folder.write("script.bind", Self.script + "\n")
    let log = try shell("bindlab -t '\(path)' 2>&1")
    var environment = PseudoTerminal.usualEnvironment
    environment["NO_COLOR"] = "1"
    environment["COLUMNS"] = "100"
    let terminal = try PseudoTerminal(
      builtExecutable("bindlab"), arguments: ["-q", "-n"], environment: environment, rows: 400,
      columns: 100)
    try terminal.expect("> ")
    for line in Self.script.split(separator: "\n") {
      // Between two lines the terminal is not in raw mode, and would process typed keys itself.
      try terminal.wait { $0.isRaw }
      try terminal.send(line + "\r")
      terminal.settle(.milliseconds(200))
    }
    try terminal.wait { $0.isRaw }
    try terminal.send("\u{4}")
    #expect(try terminal.waitForExit() == .exited(0))
    let typed = terminal.screen(rows: 400, columns: 100).lines
      .filter { !$0.hasPrefix("> ") && !$0.hasPrefix("… ") && !$0.isEmpty && $0 != ">" }
    // A line that is longer than the screen is broken, and a blank at the break is invisible.
    func unbroken(_ text: String) -> String { unplaced(text).joined().filter { $0 != " " } }
    #expect(unbroken(typed.joined(separator: "\n")) == unbroken(log.output))
  }
}

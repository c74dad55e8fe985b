import Foundation
import TestSupport
import Testing

/// Colours add nothing but escapes: what they mean is also in the words.
struct ColorTests {
  /// Compares what a run writes with and without colours.
  ///
  /// - Returns: Whether there were any colours.
  @discardableResult
  private func compare(_ arguments: [String], input: String = "") throws -> Bool {
    // Each run has a home of its own, since lessons remember how far they were played.
    func run(_ color: String) throws -> ProcessResult {
      let home = TemporaryFolder()
      return try withExtendedLifetime(home) {
        try bindlab(
          arguments + ["--color=\(color)"], input: Array(input.utf8),
          environment: ["HOME": home.path])
      }
    }
    let (plain, colored) = (try run("never"), try run("always"))
    #expect(colored.output.withoutEscapes == plain.output, "\(arguments)")
    #expect(colored.errors.withoutEscapes == plain.errors, "\(arguments)")
    #expect(colored.status == plain.status, "\(arguments)")
    return colored.output != plain.output || colored.errors != plain.errors
  }

  private var folder: String { ExampleRunner.folder + "/Samples" }

  private static let questions = "objects; bindings; observers; commands; cycles; costs; coupling"

  /// Some samples show escapes of their own.
  private static let samples = SamplesTests.names.filter { name in
    let text = try? String(
      contentsOfFile: ExampleRunner.folder + "/Samples/" + name, encoding: .utf8)
    return text.map { !$0.contains("u{1B}") } ?? false
  }

  @Test(arguments: samples)
  func `a sample with its answers is the same without colours`(_ name: String) throws {
    let script = try String(contentsOfFile: "\(folder)/\(name)", encoding: .utf8)
    let statements = script + "\n" + Self.questions + "\ngraph\n"
    #expect(
      try compare(["--trace=full", "--keep-going", "--journal", "100", "-"], input: statements))
  }

  @Test func `check, test, compare and graph are the same without colours`() throws {
    #expect(try compare(["check", folder]))
    try compare(["test", folder])
    for name in ["basics", "bind", "semantics"].flatMap({ topic in
      Self.samples.filter { $0.hasPrefix(topic + "/") }.prefix(3)
    }) {
      #expect(try compare(["compare", "\(folder)/\(name)"]))
      try compare(["graph", "\(folder)/\(name)"])
    }
  }

  @Test func `a failed test is the same without colours`() throws {
    let temporary = TemporaryFolder()
    let file = try temporary.write("fails.bind", "object a { x = 1 }\nexpect a.x == 2\na.y\n")
    #expect(try compare(["test", file]))
  }

  @Test(arguments: [
    "", "why", "arrows", "semantics", "semantics sheet", "B010", "map", "statements", "colors",
    "prelude", "values", "findings",
  ])
  func `help is the same without colours`(_ topic: String) throws {
    #expect(try compare(["-e", "help \(topic)"]))
  }

  @Test func `a lesson is the same without colours`() throws {
    #expect(try compare(["learn", "first-arrow"], input: "a\nhint\nsolution\nvm.name = 1\nskip\n"))
  }

  @Test func `the questions about causes have colours in a script and in a recorded trace`() throws
  {
    let temporary = TemporaryFolder()
    let trace = temporary.path + "/trace.ndjson"
    let script = """
      object vm { name = "Kim" }
      object label: UILabel
      bind vm.name ~> label.text | Uppercase
      vm.name = "Ann"
      """
    let questions = "why label.text\nwhynot vm.name\nblame label.text\nhistory vm.name\ncosts\n"
    #expect(try compare(["-e", script + "\n" + questions + "explain #1\nshow vm\nvm"]))
    let recording = try bindlab("--trace=json", "--trace-to", trace, "-e", script)
    #expect(recording.status == 0)
    #expect(
      try compare(
        ["--from-trace", trace], input: questions + "turns\ntrace\ngraph\nhelp\nvm.name\n"))
  }

  @Test(arguments: [
    "coupling", "break vm.name\nbreakpoints", "rewind\nreplay", "vm.name = 2\nrewind\nrewind",
    "watch\nwatch vm.name", "whatif { vm.name = 3 }", "continue", "reset\nobjects", "unbind all",
    "class vmm { a = 1 }\nlet x = new vmm\nclass vmm { b = 1 }",
    "enum E { a, b }\nobject o { e: E = E.a }\nenum E { b, c }", "semantics", "save \"/nowhere/x\"",
    "version", "history vm.name", "objects\nbindings\nobservers\ncommands",
  ])
  func `small answers are the same without colours`(statements: String) throws {
    try compare(["--keep-going", "--journal", "100", "-e", "object vm { name = 1 }\n" + statements])
  }

  @Test func `messages without a place have colours`() throws {
    for arguments in [["nowhere.bind"], ["chek"], ["check"], ["compare"], ["learn", "nothing"]] {
      #expect(try compare(arguments), "\(arguments)")
    }
    let result = try bindlab("--color=always", "nowhere.bind")
    #expect(result.errors.hasPrefix("\u{1B}[1mbindlab:\u{1B}[0m "), "\(result.errors)")
  }

  @Test func `each meaning shows itself`() throws {
    let result = try bindlab("--color=always", "-e", "help colors")
    #expect(result.output.contains("\u{1B}[95mbinding\u{1B}[0m"))
    #expect(result.output.withoutEscapes.contains("BINDLAB_COLORS"))
  }
}

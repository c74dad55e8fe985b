import TestSupport
import Testing

/// `bindlab --from-trace`: questions about a trace that another run wrote, and where it comes from.
@Suite struct FromTraceTests {
  private static let script = """
    object vm { name = "Kim" }
    object label: UILabel
    bind vm.name ~> label | Uppercase
    vm.name = "Bo"
    vm.name = "Al"
    """

  private func folder() throws -> TemporaryFolder {
    let folder = TemporaryFolder()
    try folder.write("s.bind", Self.script + "\n")
    _ = try shell("bindlab --trace=json --trace-to t.ndjson s.bind", folder: folder)
    return folder
  }

  @Test func `questions come from -e, from a file, from standard input and line by line`() throws {
    let folder = try folder()
    try folder.write("q.txt", "show label.text\n")
    for command in [
      "bindlab --from-trace t.ndjson -e 'show label.text'", "bindlab --from-trace t.ndjson q.txt",
      "bindlab --from-trace t.ndjson < q.txt", "bindlab -i --from-trace t.ndjson < q.txt",
      "bindlab --from-trace - -e label.text < t.ndjson",
    ] {
      let result = try shell(command, folder: folder)
      #expect(result.output == "\"AL\"\n", "\(command)")
      #expect(result.errors == "")
      #expect(result.status == 0)
    }
  }

  @Test func `rewind and replay change the current turn`() throws {
    let folder = try folder()
    let result = try shell(
      "bindlab --from-trace t.ndjson -e 'rewind; label.text; rewind 2; label.text; replay 1; replay; label.text'",
      folder: folder)
    #expect(
      result.output == """
        after turn 4  vm.name = "Bo"
        "BO"
        after turn 2  object label: UILabel
        nil
        after turn 3  bind vm.name ~> label | Uppercase
        after turn 5  vm.name = "Al"
        "AL"

        """)
    #expect(result.errors == "")
    let beyond = try shell("bindlab --from-trace t.ndjson -e 'rewind 9' -e replay", folder: folder)
    #expect(beyond.errors.contains("only 4 turns are before this one"))
    #expect(beyond.errors.contains("this is the last turn of the trace"))
    #expect(beyond.status == 2)
  }

  @Test func `what was only tried or taken back does not count`() throws {
    let folder = TemporaryFolder()
    let script = """
      object a { x = 1 }
      object b { x = 0 }
      bind a.x ~> b.x
      a.x = 2
      whatif { a.x = 50 }
      a.x = 3
      rewind
      a.x = 4
      a.x = 5
      rewind 2
      replay 1
      whatif { a.x = 60 }

      """
    // The answers stand between the lines of the trace, or not.
    let traces = [
      "bindlab --trace=json --trace-to t s.bind > /dev/null", "bindlab --trace=json s.bind > t",
    ]
    try folder.write("s.bind", script)
    for question in ["history b.x", "why b.x", "costs"] {
      try folder.write("q.bind", script + question + "\n")
      let live = try shell("bindlab q.bind", folder: folder).output
      for trace in traces {
        let offline = try shell(
          "\(trace) && bindlab --from-trace t -e '\(question)'", folder: folder)
        #expect(offline.errors == "")
        let answer = offline.output.replacing("s.bind", with: "q.bind")
        #expect(!answer.isEmpty && live.hasSuffix(answer), "\(question)")
      }
    }
  }

  @Test(arguments: ["vm.name = \"X\"", "object b", "bind a.x ~> b.x", "advance 2s", "foo bar"])
  func `anything but a question is one error`(_ statement: String) throws {
    let folder = try folder()
    try folder.write("q.txt", statement + "\n")
    let result = try shell("bindlab --from-trace t.ndjson q.txt", folder: folder)
    #expect(
      result.errors.contains(
        "q.txt:1:1: error: this is a recorded trace; only questions can be asked"))
    #expect(result.output == "")
    #expect(result.status == 2)
  }

  @Test(arguments: [
    ("why vm.nam", "no property 'vm.nam' in the trace"), ("why", "expected a key path"),
    ("why vm.name @", "expected the number of a turn"),
    ("why vm.name @ 77", "turn 77 is not in the trace"),
    ("why vm.name please", "expected '@' and the number of a turn, found 'please'"),
    ("whynot vm.name => label.text", "expected an arrow such as '~>', found '=>'"),
    ("costs now", "expected the end of the line, found 'now'"),
    ("trace first", "expected 'last' or the number of a turn, found 'first'"),
    ("rewind -1", "expected a number of turns, found '-1'"),
  ])
  func `a wrong question says what was expected`(_ question: String, _ message: String) throws {
    let result = try shell("bindlab --from-trace t.ndjson -e '\(question)'", folder: try folder())
    #expect(result.errors.contains(message), "\(result.errors)")
    #expect(result.status == 2)
  }

  @Test func `an invalid or missing trace is an unreadable input`() throws {
    let folder = TemporaryFolder()
    try folder.write("t.ndjson", "{\"v\":1}\n")
    let broken = try shell("bindlab --from-trace t.ndjson -e costs", folder: folder)
    #expect(broken.errors.hasPrefix("t.ndjson:1: error: expected the field 'turn'"))
    #expect(broken.status == 66)
    let missing = try shell("bindlab --from-trace none -e costs", folder: folder)
    #expect(missing.errors.hasPrefix("bindlab: cannot read 'none'"))
    #expect(missing.status == 66)
    let usage = try shell("bindlab check --from-trace t.ndjson", folder: folder)
    #expect(usage.errors.contains("--from-trace cannot be used with check"))
    #expect(usage.status == 64)
  }

  @Test func `every question can be answered in ASCII`() throws {
    let folder = try folder()
    let result = try shell(
      "bindlab --ascii --from-trace t.ndjson -e 'why label.text; whynot vm.name; blame label.text;"
        + " history label.text; costs; turns; trace; graph; help'", folder: folder)
    #expect(result.errors == "")
    let isPlain = result.output.utf8.allSatisfy { $0 < 0x80 }
    #expect(isPlain, "\(result.output)")
  }
}

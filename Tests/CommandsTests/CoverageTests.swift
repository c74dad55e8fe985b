import Foundation
import TestSupport
import Testing

@testable import Commands
@testable import Invocation

/// `bindlab coverage` and `bindlab test --coverage`.
@Suite struct CoverageTests {
  private static let library = "transformer Shout { forward { value + \"!\" } reverse { value } }\n"
  private static let script = """
    source "lib.bind"
    object a { x = 1; y = "k"; z = 0 }
    object b { x = 0; y = ""; z = 0; go = 0 }
    bind a.x ~> b.x
    bind a.y <> b.y | Shout
    bind once a.z ~> b.z
    observe a.x { if value > 2 { b.go = 1 } else { b.go = 2 } }
    a.x = 3
    b.y = "w"
    for i in [1, 2] { a.z = a.x > 2 ? 1 : 5 }
    if a.x > 100 { print "never" }
    object c { command save after 1s { if a.x == 3 { throw "no" } } }
    c.save.execute()
    wait
    bind b.go !~> c.save.entry

    """

  private func folder() throws -> TemporaryFolder {
    let folder = TemporaryFolder()
    try folder.write("lib.bind", Self.library)
    try folder.write("main.bind", Self.script)
    return folder
  }

  private func run(_ command: String, in folder: TemporaryFolder) throws -> ProcessResult {
    try shell("bindlab \(command)", folder: folder)
  }

  @Test func `the summary counts each kind, and names what is missing`() throws {
    let result = try run("coverage main.bind", in: try folder())
    #expect(result.status == 0, "\(result.errors)")
    #expect(
      result.output == """
        coverage    exercised  share  only when made  never
        bindings       3 of 4    75%                      1
        directions     1 of 2    50%               1
        observers      1 of 1   100%
        ways           2 of 2   100%
        branches       5 of 9    55%                      4
        endings        1 of 3    33%                      2
        total        13 of 21    61%               1      7

        file       exercised  share  only when made  never
        lib.bind      2 of 2   100%
        main.bind   11 of 19    57%               1      7

        main.bind:5: direction a.y ~> b.y: only when made
        main.bind:7: else of if value > 2: never
        main.bind:10: : 5: never
        main.bind:11: if a.x > 100: never
        main.bind:12: ending save cancelled: never
        main.bind:12: ending save succeeded: never
        main.bind:12: not if a.x == 3: never
        main.bind:15: bind b.go !~> c.save.entry: never

        """)
  }

  @Test func `the listing has the counts in its margin, and what is missing below`() throws {
    let folder = TemporaryFolder()
    try folder.write(
      "a.md",
      "# Form\n\n```bind\nobject a { x = 1; y = 1 }\nbind a.x ~> a.y\n```\n\n"
        + "```bind\na.x = 2\nbind a.y ~> a.z\n```\n")
    try folder.write("a.bind", "object a { x = 1; y = 1 }\nbind a.x ~> a.y\n")
    let result = try run("coverage --format listing a.bind", in: folder)
    #expect(
      result.output == """
        a.bind
              1 │ object a { x = 1; y = 1 }
        made  2 │ bind a.x ~> a.y
                │   ^ bind a.x ~> a.y: only when made

        """)
    // The lines are those of the Markdown file, and a block that fails is reported.
    let markdown = try run("coverage --format listing a.md", in: folder)
    #expect(markdown.output.contains("\n    1   5 │ bind a.x ~> a.y\n"))
    #expect(markdown.output.contains("never  10 │ bind a.y ~> a.z\n"))
    #expect(markdown.errors.hasPrefix("FAIL a.md:8\n"))
    #expect(markdown.status == 1)
  }

  @Test func `each semantics has its column, whatever the script chooses`() throws {
    let folder = TemporaryFolder()
    try folder.write(
      "a.bind",
      "semantics sheet\nobject a { x = 1; y = 1 }\nbind a.x <> a.y\na.x = 2\n")
    let result = try run("coverage -s bind,javafx,sheet --fail-under 1 a.bind", in: folder)
    #expect(result.output.hasPrefix("coverage      bind        javafx         sheet\n"))
    #expect(result.output.contains("bindings    1 of 1  100%  1 of 1  100%  0 of 1  0%\n"))
    #expect(result.errors.contains("note: under sheet: a.bind:3: "))
    #expect(result.errors.hasSuffix("coverage is 0%, below --fail-under 1\n"))
    #expect(result.status == 1)
    let unknown = try run("coverage -s bind,qd a.bind", in: folder)
    #expect(unknown.errors.hasPrefix("bindlab: unknown semantics 'qd'; did you mean 'qt'?"))
    #expect(unknown.status == 64)
  }

  @Test func `a cycle is exercised when a change goes round it`() throws {
    let folder = TemporaryFolder()
    let cycle = "object a { x = 1; y = 1 }\nbind a.x !~> a.y\nbind a.y !~> a.x | { value + 1 }\n"
    try folder.write("still.bind", cycle)
    try folder.write("moving.bind", cycle + "a.x = 2\n")
    let still = try run("coverage still.bind", in: folder)
    #expect(still.output.contains("\nstill.bind:3: cycle of bind a.y !~> a.x"), "\(still.output)")
    let moving = try run("coverage --format json moving.bind", in: folder)
    #expect(moving.output.contains(#""verdicts":["held, values differ"]"#), "\(moving.output)")
  }

  @Test func `JSON has its version, its columns and its parts`() throws {
    let result = try run("coverage --format json -s bind,qt main.bind", in: try folder())
    let object = try #require(
      try JSONSerialization.jsonObject(with: Data(result.output.utf8)) as? [String: Any])
    #expect(object["v"] as? Int == 1)
    let semantics = try #require(object["semantics"] as? [[String: Any]])
    #expect(semantics.map { $0["name"] as? String } == ["bind", "qt"])
    #expect(semantics[0]["percent"] as? Int == 61)
    let files = try #require(object["files"] as? [[String: Any]])
    #expect(files.map { $0["path"] as? String } == ["lib.bind", "main.bind"])
    let parts = try #require(files[1]["parts"] as? [[String: Any]])
    let binding = try #require(parts.first { $0["kind"] as? String == "binding" })
    #expect(binding["text"] as? String == "bind a.x ~> b.x")
    #expect(binding["line"] as? Int == 4)
    let counts = try #require(binding["counts"] as? [[String: Any]])
    #expect(counts[0]["whenMade"] as? Int == 1)
    #expect(counts[0]["count"] as? Int == 1)
  }

  private static let hasLCOV = FileManager.default.isExecutableFile(atPath: "/usr/bin/genhtml")

  @Test(.enabled(if: hasLCOV, "LCOV is not installed"))
  func `lcov and genhtml read the tracefile`() throws {
    let folder = try folder()
    let result = try shell(
      """
      bindlab coverage --format lcov -o run.info main.bind
      lcov --rc lcov_branch_coverage=1 --summary run.info 2>&1
      genhtml --branch-coverage -o html run.info >/dev/null 2>&1; echo "genhtml $?"
      """, folder: folder)
    #expect(result.output.hasPrefix("coverage    exercised"))
    #expect(result.output.contains("functions..: 80.0% (4 of 5 functions)"), "\(result.output)")
    #expect(result.output.contains("branches...: 56.2% (9 of 16 branches)"), "\(result.output)")
    #expect(result.output.hasSuffix("genhtml 0\n"))
    let records = try folder.read("run.info").split(separator: "\n")
    #expect(records.contains("FNDA:1,4:1 bind a.x ~> b.x"))
    #expect(records.contains("DA:15,0"))
  }

  // MARK: Tests

  @Test func `the tests of a folder add up, and the summary follows theirs`() throws {
    let folder = TemporaryFolder()
    try folder.write("lib.bind.txt", "object a { x = 1; y = 1 }\nbind a.x ~> a.y\n")
    try folder.write("one.bind", "source \"lib.bind.txt\"\na.x = 2\n")
    try folder.write("two.bind", "source \"./lib.bind.txt\"\na.x = 2\na.x = 3\n")
    let result = try run("test --coverage --coverage-file all.json .", in: folder)
    #expect(result.output.hasPrefix("2 tests: 2 passed; 0 expects\n\ncoverage  exercised"))
    #expect(result.output.contains("bindings     1 of 1   100%\n"))
    #expect(try folder.read("all.json").contains(#""count":3,"exercised":true,"whenMade":2"#))
  }

  @Test func `formats for programs stay as they are`() throws {
    let folder = try folder()
    let plain = try run("test --format tap .", in: folder)
    let counted = try run("test --format tap --coverage --fail-under 99 .", in: folder)
    #expect(counted.output == plain.output)
    #expect(counted.errors.hasPrefix("coverage    exercised"))
    #expect(counted.errors.hasSuffix("bindlab: coverage is 61%, below --fail-under 99\n"))
    #expect((plain.status, counted.status) == (0, 1))
  }

  @Test func `counting changes no output`() throws {
    let folder = TemporaryFolder()
    try folder.write(
      "trace.md",
      """
      ```bind
      object a { x = 1 }
      a.x = 2
      trace last
      trace on
      a.x = 3
      ```
      ```text
      no turn was traced: write trace on, then a change
      turn 3  a.x = 3
      ├─ a.x: 2 → 3
      └─ settled: 1 write, 0 firings
      ```

      """)
    let plain = try run("test trace.md", in: folder)
    let counted = try run("test --coverage trace.md", in: folder)
    #expect(counted.output.hasPrefix(plain.output))
    #expect(plain.status == counted.status)
  }

  @Test(arguments: [
    ("", "bindlab: coverage needs a PATH\n", 64),
    ("gone.bind", "bindlab: cannot read 'gone.bind': No such file or directory\n", 66),
    ("-o x main.bind", "bindlab: -o needs --format listing, lcov or json\n", 64),
    ("--fail-under 101 main.bind", "bindlab: --fail-under takes a number from 0 to 100", 64),
    ("--format lcov -o main.bind main.bind", "bindlab: cannot write 'main.bind': ", 66),
    ("--format lcov -o /dev/full main.bind", "bindlab: error: cannot write '/dev/full': ", 2),
    ("-e 'print 1'", "bindlab: -e cannot be used with coverage\n", 64),
  ])
  func `what cannot be counted is refused`(words: String, message: String, status: Int) throws {
    let result = try run("coverage \(words)", in: try folder())
    #expect(result.errors.hasPrefix(message), "\(result.errors)")
    #expect(result.status == Int32(status))
  }

  @Test func `a folder with a pipe and a circle of links is read once`() throws {
    let folder = try folder()
    let result = try shell(
      "mkdir sub; ln -s .. sub/up; mkfifo sub/p.bind; bindlab coverage .", folder: folder)
    #expect(result.status == 0, "\(result.errors)")
    #expect(result.output.contains("total        13 of 21    61%"))
  }
}

import Foundation
import TestSupport
import Testing

/// Which tests `bindlab test` runs, in which order, and how often.
@Suite struct TestSelectionTests {
  private let folder = TemporaryFolder()

  private func test(_ words: String) throws -> ProcessResult {
    try shell("bindlab test \(words)", folder: folder)
  }

  private func list(_ words: String) throws -> [String] {
    let result = try test("--list \(words)")
    #expect(result.status == 0 && result.errors == "", "\(result.errors)")
    return result.output.split(separator: "\n").map(String.init)
  }

  private func writeTests() throws {
    _ = try shell("mkdir -p a/b; touch a/b/one.bind a/two.bind b.bind n.md", folder: folder)
    try folder.write("t.md", "```bind\n1\n```\n")
  }

  /// The options, and the tests that they leave.
  @Test(arguments: [
    ("", ["a/b/one.bind", "a/two.bind", "b.bind", "t.md"]),
    ("--filter b/", ["a/b/one.bind"]), ("--filter '*.md'", ["t.md"]),
    ("--filter '[bt]*'", ["a/two.bind", "b.bind", "t.md"]), ("--filter 'a/*'", ["a/two.bind"]),
    ("--filter '!a/'", ["b.bind", "t.md"]), ("--filter '!*.bind'", ["t.md"]),
    ("--filter a/ --filter '!two' --filter t.md", ["a/b/one.bind", "t.md"]),
    ("--filter 'a/*/o??.bind'", ["a/b/one.bind"]),
  ])
  func `a filter is a part of a name, a pattern or what is left out`(
    words: String, names: [String]
  ) throws {
    try writeTests()
    #expect(try list("\(words) .") == names)
  }

  private static let transcript = """
    ```bind
    object a { x = 1 }
    ```

    ```bind
    expect a.x == 2
    ```

    ```bind
    expect a.x == 1
    a.x = 5
    ```

    """

  /// The places, what the results say, and the status.
  @Test(arguments: [
    ("t.md:9", "1 test: 1 passed; 1 expect\n", 0), ("t.md:10", "1 test: 1 passed; 1 expect\n", 0),
    ("./t.md:9", "", 66), ("t.md:5", "1 test: 0 passed, 1 failed; 1 expect\n", 1),
    ("!t.md:5", "2 tests: 2 passed; 1 expect\n", 0), ("md:9", "1 test: 1 passed; 1 expect\n", 0),
    ("one.bind:1", "1 test: 1 passed; 0 expects\n", 0), ("u.md:9", "", 66),
  ])
  func `a filter may be the place of a test`(filter: String, summary: String, status: Int32) throws
  {
    try folder.write("t.md", Self.transcript)
    try folder.write("one.bind", "print 1\n")
    let result = try test("--filter '\(filter)' \(filter == "!t.md:5" ? "t.md" : ".")")
    #expect(result.status == status, "\(result.errors)")
    #expect(result.output.hasSuffix(summary), "\(result.output)")
    if status == 66 {
      #expect(result.errors.contains("there is no test at '\(filter)'"), "\(result.errors)")
    }
  }

  @Test func `a place does not hide that the process ended, and cannot be updated alone`() throws {
    try folder.write("t.md", Self.transcript + "```bind\nwhile true { 1 }\n```\n")
    #expect(try test("--timeout 1 --filter t.md:9 .").status == 1)
    let refused = try test("--update --filter t.md:9 .")
    #expect(refused.status == 64)
    #expect(refused.errors.contains("--update rewrites whole files"))
  }

  @Test func `the shards together have each test once`() throws {
    try writeTests()
    let shards = try (1...3).map { try list("--shard \($0)/3 .") }
    #expect(shards[0] == ["a/b/one.bind"])
    #expect(shards.flatMap { $0 }.sorted() == (try list(".")).sorted())
    // The order of a shard does not change what is in it.
    #expect(try list("--shard 1/3 --shuffle .").sorted() == shards[0].sorted())
    let empty = try test("--shard 9/9 .")
    #expect(empty.status == 0)
    #expect(empty.output == "0 tests: 0 passed; 0 expects\n")
    #expect(try test("--shard 1/2 --filter none .").status == 66)
  }

  @Test func `a seed gives one order, and the order is that of the results`() throws {
    for number in 10..<30 { try folder.write("\(number).bind", "expect true\n") }
    let order = try list("--shuffle=7 .")
    #expect(order.sorted() == (10..<30).map { "\($0).bind" })
    #expect(order != order.sorted())
    #expect(try list("--shuffle=7 .") == order)
    #expect(try list("--shuffle=8 .") != order)
    let run = try test("--shuffle=7 --format tap .").output.split(separator: "\n")
    #expect(run[1] == "# shuffled with seed 7")
    let names = run.filter { $0.hasPrefix("ok") }
      .map { String($0.split(separator: " ").last ?? "") }
    #expect(names == order)
    let xml = try test("--shuffle=7 --format junit .").output
    #expect(xml.contains("<property name=\"seed\" value=\"7\"/>"))
    let random = try test("--shuffle .").output
    #expect(random.contains("; shuffled with seed "))
    let seed = random.split(separator: " ").last.map { $0.dropLast() } ?? ""
    #expect(UInt64(seed) != nil)
  }

  @Test(
    arguments: [
      ("--shard 3/2", "--shard takes I/N, such as 2/4, with I from 1 to N, not '3/2'"),
      ("--shard 0/2", "--shard takes I/N"), ("--shard 1", "--shard takes I/N"),
      ("--shard 1/2/3", "--shard takes I/N"), ("--shard a/b", "--shard takes I/N"),
      ("--retry x", "--retry takes a number from 1 to 100, not 'x'"),
      ("--retry 101", "--retry takes a number from 1 to 100"),
      ("--slowest 0", "--slowest takes a number above 0, not '0'"),
      ("--shuffle=x", "--shuffle takes a whole number as its seed, not 'x'"),
      ("--shuffle=-1", "--shuffle takes a whole number as its seed, not '-1'"),
      ("--filter '!'", "--filter takes a part of a name or a pattern, not '!'"),
      ("--filter ''", "--filter takes a part of a name or a pattern, not ''"),
      ("--list --format tap", "--list cannot be used with --format or --output"),
      ("--retry 1 --update", "--retry cannot be used with --update"),
    ])
  func `an invalid value is refused`(words: String, message: String) throws {
    try writeTests()
    let result = try shell("unset CI; bindlab test \(words) .", folder: folder)
    #expect(result.status == 64)
    #expect(result.errors.hasPrefix("bindlab: \(message)"), "\(result.errors)")
  }

  /// The options, and why nothing is left.
  @Test(arguments: [
    ("--filter zz", "no test has 'zz' in its name"),
    ("--filter 'z*'", "no test has a name like 'z*'"),
    ("--filter zz --filter '!a'", "no test has a name that --filter 'zz' and '!a' leaves"),
    ("--list --filter zz", "no test has 'zz' in its name"),
  ])
  func `a filter that leaves nothing is an error`(words: String, message: String) throws {
    try writeTests()
    let result = try test("\(words) .")
    #expect(result.status == 66)
    #expect(result.errors == "bindlab: nothing was tested: \(message)\n")
  }

  // MARK: Attempts

  /// A script that hangs until a file changes.
  private func retry(_ words: String) throws -> ProcessResult {
    try shell(
      """
      echo 'while true { 1 }' > flag.txt
      printf 'source "flag.txt"\\nexpect true\\n' > a.bind
      (sleep 0.5; echo > flag.txt) &
      bindlab test --timeout 1.5 \(words) a.bind
      """, folder: folder)
  }

  @Test func `a test that passes when it is run again is reported`() throws {
    let text = "passed on attempt 2, after: it took longer than 1.5 s and was stopped"
    let result = try retry("--retry 3")
    #expect(result.status == 0)
    #expect(
      result.output == """
        retried a.bind: \(text)
        1 test: 1 passed; 1 expect; 1 passed only when run again

        """)
    #expect(try retry("--retry 1 --format tap").output.contains("\nok 1 - a.bind\n# \(text)\n"))
    #expect(try retry("--retry 1 --format junit").output.contains("<system-err>\(text)</system"))
  }

  @Test func `a test that fails each time has failed`() throws {
    try folder.write("a.bind", "expect false\n")
    try folder.write("a.md", "```bind\nexpect true\n```\n```bind\nexpect false\n```\n")
    let result = try test("--retry 2 .")
    #expect(result.status == 1)
    #expect(result.output.hasPrefix("retried a.bind: failed 3 times\nFAIL a.bind\n"))
    #expect(result.output.contains("\nretried a.md:4: failed 3 times\nFAIL a.md:4\n"))
    #expect(result.output.hasSuffix("\n3 tests: 1 passed, 2 failed; 3 expects\n"))
  }

  @Test func `the slowest tests are shown only where times are shown`() throws {
    try folder.write("a.bind", "repeat 400000 { 1 }\n")
    try folder.write("b.bind", "1\n")
    #expect(
      try test("--slowest 1 .").output
        == """
        the slowest tests are shown only on a terminal; JUnit XML has all times
        2 tests: 2 passed; 0 expects

        """)
    let shown = try shell("script -qc \"$BINDLAB test --slowest 1 .\" /dev/null", folder: folder)
    #expect(shown.output.contains(" s  a.bind\r\n"), "\(shown.output)")
    #expect(!shown.output.contains(" s  b.bind"))
  }

  @Test func `the memory of a test does not count what earlier tests have used`() throws {
    let script = """
      class N { other: N? = nil }
      var kept = []
      repeat 30000 { let a = new N; let b = new N; a.other = b; b.other = a; kept.append(a) }
      """
    for number in 1...8 { try folder.write("\(number).bind", script) }
    // Whatever the limit is, equal tests have equal results.
    for megabytes in 3...8 {
      let result = try test("--jobs 1 --max-memory \(megabytes)M .").output
      #expect(
        result.hasSuffix("8 tests: 8 passed; 0 expects\n")
          || result.hasSuffix("8 tests: 0 passed, 8 failed; 0 expects\n"), "\(result)")
    }
  }
}

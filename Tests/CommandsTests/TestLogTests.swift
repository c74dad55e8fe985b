import Foundation
import TestSupport
import Testing

/// What the results of a test contain besides what failed, and the files that tests write.
@Suite struct TestLogTests {
  private let folder = TemporaryFolder()

  private let failing = """
    object a { x = 1; y = 1 }
    bind a.x ~> a.y
    print "before"
    a.x = 2 // =>
    expect a.y == 3
    print "after"

    """

  private func test(_ arguments: String) throws -> String {
    try shell("SOURCE_DATE_EPOCH=0 bindlab test \(arguments)", folder: folder).output
  }

  @Test func `the output of a failing test is in each format, and that of others is not`() throws {
    try folder.write("a.bind", failing)
    try folder.write("b.bind", "print \"unseen\"\n")
    #expect(try test(".").contains("\noutput:\n  before\n  after\n\n2 tests: 1 passed, 1 failed;"))
    #expect(try test("--format tap .").contains("\n  output: |\n    before\n    after\n  ...\n"))
    #expect(try test("--format junit .").contains("<system-out>before\nafter</system-out>\n"))
    #expect(try test("--format json .").contains("\"output\":[\"before\",\"after\"]}\n"))
    for format in ["pretty", "tap", "junit", "json"] {
      #expect(try !test("--format \(format) .").contains("unseen"))
    }
  }

  @Test func `the trace of the command line is in the log, and is not compared`() throws {
    try folder.write("a.bind", failing)
    let plain = try test("a.bind")
    let traced = try test("-t a.bind")
    #expect(traced.contains("  a.x = 2\n"), "\(traced)")
    // The trace changes nothing else.
    let kept = traced.split(separator: "\n", omittingEmptySubsequences: false).filter {
      !$0.hasPrefix("  ") || ["  before", "  after"].contains($0)
        || plain.contains("\n\($0)\n")
    }
    #expect(kept.joined(separator: "\n") == plain)
    // What the script itself asks for is a part of its output.
    try folder.write(
      "b.bind", "object a { x = 1 }\ntrace on\na.x = 2\n// => turn {int}...\n// => ...\n")
    #expect(try test("b.bind").hasPrefix("1 test: 1 passed"))
    #expect(try test("-t b.bind").hasPrefix("1 test: 1 passed"))
  }

  @Test func `a long output has its beginning and its end`() throws {
    try folder.write("a.bind", "for i in 1...9000 { print \"line\", i }\nexpect 1 == 2\n")
    let output = try test("a.bind")
    #expect(output.contains("output:\n  line 1\n  line 2\n"))
    #expect(output.contains("  line 8999\n  line 9000\n"))
    #expect(output.contains(" bytes are left out …\n"))
    #expect(output.utf8.count < 50_000)
  }

  @Test func `warnings of tests that pass have their text`() throws {
    try folder.write("a.bind", "object a { x = 1; y = 1 }\nbind a.x ~> a.y\nbind a.y ~> a.x\n")
    let output = try test("a.bind")
    #expect(output.hasPrefix("a.bind:3:1: warning: #2 closes a cycle"))
    #expect(output.hasSuffix("\n\n1 test: 1 passed; 0 expects, 1 warning\n"))
  }

  @Test func `JSON has a line for each test, and one at the end`() throws {
    try folder.write("a.bind", failing)
    try folder.write("b.md", "```bind\nexpect 1 == 1\n```\n```bind\nquit\nexpect 1 == 2\n```\n")
    try folder.write("c.bind", "// skip: later\n")
    let lines = try test("--format json .").split(separator: "\n").map { line in
      try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
    }
    #expect(lines.count == 5)
    #expect(
      lines.map { $0["outcome"] as? String } == ["failed", "passed", "risky", "skipped", nil])
    #expect(lines.map { $0["name"] as? String } == ["a.bind", "b.md:1", "b.md:4", "c.bind", nil])
    let finding = (lines[0]["findings"] as? [[String: Any]])?.first
    #expect(finding?["kind"] as? String == "expectation" && finding?["line"] as? Int == 5)
    #expect(lines[3]["reason"] as? String == "later")
    let end = lines[4]
    #expect(end["kind"] as? String == "end" && end["ended"] is NSNull)
    let counts = ["tests", "passed", "risky", "failed", "skipped"].map { end[$0] as? Int }
    #expect(counts == [4, 1, 1, 1, 1])
  }

  @Test func `the list names the blocks of Markdown, as the results do`() throws {
    try folder.write("a.md", "```bind\nprint 1\n```\n\n```bind new\nprint 2\n```\n")
    try folder.write("b.md", "```bind\nprint 1\n```\n")
    try folder.write("c.md", "no script\n")
    try folder.write("d.bind", "print 1\n")
    #expect(try test("--list .") == "a.md:1\na.md:5\nb.md\nd.bind\n")
    #expect(try test("--list --filter a.md:6 .") == "a.md:5\n")
    let names = try test("--format tap .").split(separator: "\n").compactMap {
      $0.hasPrefix("ok ") ? $0.split(separator: " ").last.map(String.init) : nil
    }
    #expect(names == ["a.md:1", "a.md:5", "b.md", "d.bind"])
  }

  // MARK: Timeouts

  @Test(arguments: [
    "while true {\n  a.x = 1\n  a.x = 2\n  print a.x\n}\n",
    "repeat 1000000000 {\n  if a.x == 1 { a.x = 2 } else { a.x = 1 }\n}\n",
    "source \"endless.txt\"\n",
  ])
  func `what is said of a timeout does not depend on the moment`(endless: String) throws {
    try folder.write("endless.txt", "let n = 1\nwhile true {\n  a.x = 1\n  a.x = 2\n}\n")
    try folder.write(
      "a.bind", "object a { x = 1; y = 1 }\nobserve a.x {\n  a.y = value\n}\n\(endless)")
    let shown = try ["0.8", "0.85", "0.9", "1.1"].map { seconds in
      try test("--timeout \(seconds) a.bind").replacingOccurrences(of: seconds, with: "T")
        .components(separatedBy: "output:")[0]
    }
    #expect(shown[0].hasPrefix("FAIL a.bind\na.bind:5: error: it took longer than T s"))
    for text in shown { #expect(text == shown[0]) }
  }

  // MARK: Files

  @Test(arguments: [1, 2, 4])
  func `tests write into folders of their own, whatever the number of jobs`(jobs: Int) throws {
    for name in ["a", "b", "c"] {
      try folder.write(
        "\(name).bind",
        """
        object \(name) { x = 1 }
        save "o.bind"
        graph dot "g.dot"
        reset
        source "o.bind"
        expect \(name).x == 1
        source "beside.txt"
        expect beside == 7

        """)
    }
    try folder.write("beside.txt", "let beside = 7\n")
    _ = try shell("mkdir tmp sub", folder: folder)
    try folder.write(
      "sub/d.bind",
      """
      object d { x = 1 }
      save "../beside.txt"
      save "\(folder.path)/beside.txt"
      expect error "No such file" { print 1 }

      """)
    for _ in 0..<2 {
      let result = try shell(
        "TMPDIR=$PWD/tmp bindlab test --jobs \(jobs) a.bind b.bind c.bind; ls; ls tmp",
        folder: folder)
      #expect(
        result.output
          == "3 tests: 3 passed; 6 expects\na.bind\nb.bind\nbeside.txt\nc.bind\nsub\ntmp\n")
    }
    _ = try shell("TMPDIR=$PWD/tmp bindlab test sub", folder: folder)
    #expect(try folder.read("beside.txt") == "let beside = 7\n")
    #expect(try shell("ls tmp", folder: folder).output == "")
  }

  @Test func `files are kept on request, and the place is said`() throws {
    try folder.write("a.bind", "object a { x = 1 }\nsave \"o.bind\"\nsave \"sub/o.bind\"\n")
    _ = try shell("mkdir tmp", folder: folder)
    let run = "TMPDIR=$PWD/tmp bindlab test --retry 1 --keep-files a.bind"
    let result = try shell(run, folder: folder)
    // There is no folder of this name beside the script.
    #expect(result.output.contains("a.bind:3:1: error: cannot write 'sub/o.bind': No such file"))
    let place = try #require(
      result.errors.split(separator: "'").first { $0.contains("/bindlab-test-") })
    #expect(result.errors == "bindlab: the files that the tests wrote are in '\(place)'\n")
    #expect(
      try String(contentsOfFile: "\(place)/a.bind/o.bind", encoding: .utf8)
        .contains("object a { x = 1 }"))
    try folder.write("a.bind", "print 1\n")
    #expect(try shell(run, folder: folder).errors == "")
  }
}

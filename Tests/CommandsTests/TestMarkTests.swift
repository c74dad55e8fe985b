import Foundation
import TestSupport
import Testing

/// Tests that are skipped, known failures, and the blocks of a transcript.
@Suite struct TestMarkTests {
  private let folder = TemporaryFolder()
  private static let knownFailure = "TO" + "DO"

  private func test(_ words: String) throws -> ProcessResult {
    try shell("SOURCE_DATE_EPOCH=0 bindlab test \(words)", folder: folder)
  }

  /// Scripts, and the first line of the report.
  @Test(arguments: [
    ("// skip: why\nexpect false\n", "skipped a.bind: why"),
    ("#!/usr/bin/env bindlab\n/* a */\n\n  //skip:  why \r\nprint (\n", "skipped a.bind: why"),
    ("// known failure: why\nexpect false\n", "known failure a.bind: why"),
    ("// known failure: why\nprint (\n", "known failure a.bind: why"),
    ("// known failure: why\n1 // => 2\n", "known failure a.bind: why"),
    (
      "// known failure: why\n1 // => 1\n",
      "unexpected pass a.bind: marked as a known failure: why"
    ),
    ("1 // skip: why\n", "1 test: 1 passed; 0 expects"),
    ("1\n// skip: why\n", "1 test: 1 passed; 0 expects"),
    ("\"// skip: why\"\n", "1 test: 1 passed; 0 expects"),
    ("// skip this: why\n1\n", "1 test: 1 passed; 0 expects"),
  ])
  func `a mark is a comment before the first statement`(script: String, line: String) throws {
    try folder.write("a.bind", script)
    let result = try test("a.bind")
    #expect(result.status == 0)
    #expect(result.output.hasPrefix(line + "\n"), "\(result.output)")
  }

  /// Scripts whose mark does not help them.
  @Test(arguments: [
    ("\n// skip:\n1\n", "a.bind:2: error: 'skip:' without a reason\nhelp: write why"),
    ("// known failure: \nexpect false\n", "a.bind:1: error: 'known failure:' without a reason"),
    ("// known failure: why\nwhile true { 1 }\n", "a.bind:2: error: it took longer than 0.5 s"),
    ("expect false\n// known failure: why\n", "a.bind:1:8: error: expectation failed"),
  ])
  func `a mark needs a reason, and does not allow a test to hang`(
    script: String, line: String
  ) throws {
    try folder.write("a.bind", script)
    let result = try test("--timeout 0.5 a.bind")
    #expect(result.status == 1)
    #expect(result.output.hasPrefix("FAIL a.bind\n\(line)"), "\(result.output)")
  }

  @Test func `under --werror a known failure must fail`() throws {
    try folder.write("a.bind", "\n// known failure: why\nexpect true\n")
    let result = try test("--werror a.bind")
    #expect(result.status == 1)
    #expect(
      result.output.hasPrefix(
        "FAIL a.bind\na.bind:2: error: it passed, but is marked as a known failure: why\n"))
    try folder.write("a.bind", "// known failure: why\nexpect false\n")
    #expect(try test("--werror a.bind").status == 0)
  }

  private func writeBlocks() throws {
    try folder.write(
      "a.md",
      """
      ```bind
      object a { x = 1 }
      a.x
      ```
      ```text
      {int}
      ```
      ```bind new
      // skip: slow
      nope
      ```
      ```bind
      // known failure: # later
      a
      ```
      ```bind
      expect 1 == 2
      ```
      """)
  }

  @Test func `each block of a transcript is a test, if there are several`() throws {
    try writeBlocks()
    let result = try test("--format tap a.md").output.split(separator: "\n")
      .filter { !$0.hasPrefix(" ") }
    #expect(
      result == [
        "TAP version 14", "ok 1 - a.md:1", "ok 2 - a.md:8 # SKIP slow",
        "not ok 3 - a.md:12 # \(Self.knownFailure) \\# later", "not ok 4 - a.md:16", "1..4",
      ])
    let shown = try test("a.md").output
    #expect(shown.hasPrefix("skipped a.md:8: slow\nknown failure a.md:12: # later\nFAIL a.md:16\n"))
    #expect(
      shown.hasSuffix("\n4 tests: 1 passed, 1 failed, 1 skipped, 1 known failure; 1 expect\n"))
    try folder.write("b.md", "```bind\nexpect false\n```\n")
    #expect(try test("b.md").output.hasPrefix("FAIL b.md\n"))
  }

  @Test func `JUnit XML counts the blocks, and those that are skipped`() throws {
    try writeBlocks()
    _ = try test("--format junit a.md > out.xml")
    func value(_ path: String) throws -> String {
      try shell("xmllint --xpath 'string(\(path))' out.xml", folder: folder).output
        .trimmingCharacters(in: .newlines)
    }
    #expect(try value("/testsuites/testsuite/@tests") == "4")
    #expect(try value("/testsuites/testsuite/@skipped") == "2")
    #expect(try value("/testsuites/testsuite/@failures") == "1")
    #expect(try value("count(//skipped)") == "2")
    #expect(try value("//testcase[@name=\"a.md:8\"]/skipped/@message") == "slow")
    #expect(try value("//testcase[@name=\"a.md:8\"]/@file") == "a.md")
    #expect(try value("//testcase[@name=\"a.md:8\"]/@line") == "8")
    #expect(
      try value("//testcase[@name=\"a.md:12\"]/skipped/@message") == "known failure: # later")
    #expect(try value("//testcase[@name=\"a.md:16\"]/@line") == "17")
  }

  @Test func `prove understands skipped tests and known failures`() throws {
    try writeBlocks()
    try folder.write("c.bind", "// known failure: why\nexpect true\n")
    let reader = """
      use TAP::Parser;
      my $parser = TAP::Parser->new({ exec => [$ENV{BINDLAB}, "test", "--format", "tap", "."] });
      while (my $result = $parser->next) { }
      print join(" ", map { scalar @$_ } [$parser->skipped], [$parser->\("to" + "do")],
        [$parser->todo_passed], [$parser->failed], [$parser->parse_errors]), "\\n";
      """
    try folder.write("reader.pl", reader)
    #expect(try shell("perl reader.pl", folder: folder).output == "1 2 1 1 0\n")
  }

  @Test func `a comment before the blocks is about the whole file`() throws {
    try folder.write("a.md", "# a\n\n<!-- skip: old -->\n\n```bind\nnope\n```\n")
    try folder.write(
      "b.md", "<!-- known failure: old -->\n```bind\n1\n```\n```bind\nexpect false\n```\n")
    let result = try test(".")
    #expect(result.status == 0)
    #expect(
      result.output == """
        skipped a.md: old
        unexpected pass b.md:2: marked as a known failure: old
        known failure b.md:5: old
        3 tests: 1 passed, 1 skipped, 1 known failure; 1 expect

        """)
  }

  @Test func `blocks after one that ended the test are not run`() throws {
    try folder.write(
      "a.md", "```bind\n1\n```\n```bind -s none\n2\n```\n```bind\n3\n```\n```bind new\n4\n```\n")
    let result = try test("a.md")
    #expect(result.status == 1)
    #expect(result.output.contains("FAIL a.md:4\na.md:4: error: unknown semantics 'none'"))
    #expect(result.output.contains("\nskipped a.md:7: not run, because the test ended in line 4\n"))
  }

  // MARK: Patterns

  /// Scripts with patterns that fit.
  @Test(arguments: [
    "print 1, 2.5, -3, 1e30 // => {int} {number} {int} {number}\n",
    "print \"{int} ... a\" // => {int} ... a\n",
    "print \"from a to b\" // => from ... to ...\n",
    "for i in [1, 2, 3, 4] { print i }\n// => 1\n// => ...\n// => {int}\n",
    "for i in [1, 2] { print i } // => ...\n",
    "print 1 // => 1\n// => ...\n",
    "var l = []\nl[0] // => error: index {int} is ...\nexpect true\n",
    "var l = []\nl[0] // => ...\nexpect true\n",
    "object a { x = 1 }\nexpect trace { a.x = 2 } \"\"\"\n  turn {int} a.x = 2\n  ...\n"
      + "     settled: {int} write, {number} firings\n  \"\"\"\n",
  ])
  func `patterns stand for text, lines and numbers`(script: String) throws {
    try folder.write("a.bind", script)
    let result = try test("a.bind")
    #expect(result.status == 0, "\(result.output)")
  }

  /// Scripts with patterns that do not fit, and the difference.
  @Test(arguments: [
    ("print \"a\" // => {int}\n", "-{int}\n+a\n"),
    ("print 1.5 // => {int}\n", "-{int}\n+1.5\n"),
    ("print \"ab\" // => a...c\n", "-a...c\n+ab\n"),
    (
      "for i in [1, 2, 3, 4] { print i }\n// => {int}\n// => ...\n// => 9\n",
      " 1\n 2\n 3\n-9\n+4\n"
    ),
    ("print 1; print 2 // => 1\n// => 2\n// => ...\n// => 3\n", " 1\n 2\n-3\n"),
  ])
  func `what does not fit is shown beside what came`(script: String, lines: String) throws {
    try folder.write("a.bind", script)
    let result = try test("a.bind")
    #expect(result.status == 1)
    #expect(result.output.contains("+ actual\n" + lines + "output:\n"), "\(result.output)")
  }

  @Test func `check accepts a finding that a pattern expects`() throws {
    try folder.write(
      "a.md",
      "```bind\na.x\n```\n```text\n<stdin>:{int}:1: error: unknown name ...\n...\n```\n")
    #expect(try test("a.md").status == 0)
    #expect(try shell("bindlab check a.md", folder: folder).status == 0)
  }
}

import Foundation
import TestSupport
import Testing

/// Tests that hang, crash and are interrupted, and how many run at a time.
@Suite struct TestWorkerTests {
  private let folder = TemporaryFolder()

  private func write(hanging: Int = 1, passing: Int = 3) throws {
    for number in 0..<hanging { try folder.write("hang\(number).bind", "\nwhile true { 1 }\n") }
    for number in 0..<passing { try folder.write("pass\(number).bind", "expect true\n") }
  }

  @Test func `a test that hangs is ended with its place, and the others continue`() throws {
    try write()
    try folder.write("hang.md", "text\n```bind\nwhile true { 1 }\n```\n```text\n```\n")
    let result = try shell("bindlab test --timeout 1.5 --jobs 4 .", folder: folder)
    #expect(result.status == 1)
    #expect(
      result.output.contains(
        """
        FAIL hang0.bind
        hang0.bind:2: error: it took longer than 1.5 s and was stopped
        """), "\(result.output)")
    #expect(result.output.contains("\nhang.md:3: error: it took longer than 1.5 s"))
    #expect(result.output.hasSuffix("5 tests: 3 passed, 2 failed; 3 expects\n"))
  }

  /// The workers are found by their parent process.
  @Test(arguments: [("SEGV", "signal 11, Segmentation fault"), ("KILL", "signal 9, Killed")])
  func `a test that crashes its process is that test's failure`(
    signal: String, words: String
  ) throws {
    try write()
    let result = try shell(
      """
      "$BINDLAB" test --timeout 20 --jobs 1 . > out.txt 2>&1 &
      for wait in $(seq 100); do
        sleep 0.1
        child=$(cat /proc/$!/task/$!/children)
        # The one that has used processor time for a while is in the loop.
        [ -n "$child" ] && [ "$(awk '{ print $14 }' /proc/${child% }/stat)" -gt 10 ] && break
      done
      kill -\(signal) $child
      wait $!; echo "status $?"; cat out.txt
      """, folder: folder)
    #expect(
      result.output == """
        status 1
        FAIL hang0.bind
        hang0.bind: error: its process ended early: \(words)

        4 tests: 3 passed, 1 failed; 3 expects

        """)
  }

  @Test(
    arguments: ["pretty", "tap", "junit", "github"], [("INT", 130), ("TERM", 143), ("HUP", 129)])
  func `a signal ends the tests and all processes, and the report is complete`(
    format: String, ending: (signal: String, status: Int)
  ) throws {
    try folder.write("a.bind", "expect 1 == 2\n")
    try folder.write("b.bind", "while true {}\n")
    try folder.write("c.bind", "expect 1 == 3\n")
    try folder.write("d.bind", "while true {}\n")
    try folder.write("e.bind", "expect 1 == 4\n")
    let result = try shell(
      """
      # Without a job control of its own a shell starts what is in the background deaf to SIGINT.
      set -m
      "$BINDLAB" test --timeout 20 --jobs 2 --format \(format) . > out.txt 2>&1 &
      for wait in $(seq 100); do
        children=$(cat /proc/$!/task/$!/children)
        [ "$(echo $children | wc -w)" = 2 ] && break; sleep 0.1
      done
      sleep 0.6; cp out.txt early.txt; kill -\(ending.signal) $!; wait $!; echo "status $?"
      for child in $children; do [ -e /proc/$child ] && echo "$child is left"; done
      cat out.txt
      """, folder: folder)
    #expect(result.output.hasPrefix("status \(ending.status)\n"), "\(result.output)")
    #expect(!result.output.contains("is left"))
    for test in ["a", "b", "c", "d"] { #expect(result.output.contains("\(test).bind")) }
    #expect(!result.output.contains("e.bind"), "it has not begun")
    #expect(result.output.contains("interrupted while it was running"))
    // JUnit XML has the totals at its beginning.
    if format != "junit" {
      let early = try folder.read("early.txt")
      #expect(early.contains("1 is 1, expected 2"), "known, and in order")
      #expect(!early.contains("expected 3"), "a test before it still runs")
    }
    let words = ["tap": "Bail out! interrupted\n", "junit": "</testsuites>\n"]
    #expect(result.output.hasSuffix(words[format] ?? "; interrupted\n"))
  }

  @Test func `Ctrl-C on a terminal, which reaches the workers too, is no timeout`() throws {
    try write(hanging: 2)
    let result = try shell(
      """
      set -m
      "$BINDLAB" test --timeout 20 --jobs 2 . > out.txt 2>&1 &
      sleep 1; kill -INT -$!; wait $!; echo "status $?"; cat out.txt
      """, folder: folder)
    #expect(result.output.hasPrefix("status 130\n"), "\(result.output)")
    #expect(result.output.contains("interrupted while it was running"))
    #expect(!result.output.contains("took longer"))
  }

  @Test func `the output is the same whatever the number of jobs`() throws {
    for number in 0..<20 {
      let rounds = number % 7 == 0 ? 2_000 : 10
      try folder.write(
        "t\(number).bind", "for i in range(0, \(rounds)) { i * i }\nexpect \(number) % 3 != 0\n")
    }
    for format in ["pretty", "tap", "junit"] {
      let outputs = try [1, 2, 7].map { jobs in
        try shell(
          "SOURCE_DATE_EPOCH=0 bindlab test --jobs \(jobs) --format \(format) .", folder: folder
        ).output
      }
      #expect(outputs[0].contains("t0.bind"))
      #expect(Set(outputs).count == 1)
    }
  }

  @Test(arguments: [1, 4])
  func `--fail-fast shows everything up to the first failure by name`(jobs: Int) throws {
    for number in 0..<9 { try folder.write("t\(number).bind", "expect \(number) != 3\n") }
    let result = try shell("bindlab test --fail-fast --jobs \(jobs) .", folder: folder)
    #expect(result.status == 1)
    #expect(
      result.output.hasSuffix(
        "4 tests: 3 passed, 1 failed; 4 expects; ended with the first failure\n"))
  }

  /// More tests than results may wait for: an early test that takes long does not block the others
  /// forever, and memory does not grow with their number.
  @Test func `hundreds of tests after a slow one are all run, in order`() throws {
    try folder.write("a.bind", "for i in range(0, 20000) { i * i }\n")
    for number in 100..<400 { try folder.write("t\(number).bind", "expect true\n") }
    let result = try shell("bindlab test --jobs 2 --format tap .", folder: folder)
    let names = result.output.split(separator: "\n").dropFirst().dropLast()
      .compactMap { $0.split(separator: " ").last.map(String.init) }
    #expect(names == ["a.bind"] + (100..<400).map { "t\($0).bind" })
    #expect(result.output.hasSuffix("\n1..301\n"))
  }

  @Test func `output that cannot be written is an error, a reader that leaves is not`() throws {
    try write(hanging: 0)
    #expect(try shell("bindlab test . > /dev/full", folder: folder).status == 2)
    let report = try shell("bindlab test --format tap -o /dev/full .", folder: folder)
    #expect(report.status == 2)
    #expect(report.errors.contains("cannot write '/dev/full': No space left on device"))
    let closed = try shell("bindlab test --format tap . | head -1", folder: folder)
    #expect(closed.output == "TAP version 14\n")
    #expect(closed.errors == "")
  }

  // MARK: On a terminal

  @Test func `a progress line is shown, and removed at the end`() throws {
    try write(passing: 2)
    let terminal = try PseudoTerminal(
      builtExecutable("bindlab"),
      arguments: ["test", "--jobs", "1", "--timeout", "2.5", folder.path],
      rows: 20, columns: 100)
    let shown = try terminal.expect("0 tests done, 0 failed, 0 expects, 1.")
    #expect(shown.hasPrefix("\r0 tests done, 0 failed, 0 expects, "))
    #expect(try terminal.waitForExit() == .exited(1))
    let lines = terminal.screen(rows: 20, columns: 100).lines
    #expect(lines.allSatisfy { !$0.contains(" done") })
    #expect(lines.contains { $0.hasPrefix("FAIL ") && $0.hasSuffix("hang0.bind") })
    #expect(lines.contains { $0.hasPrefix("3 tests: 2 passed, 1 failed; 2 expects; ") })
  }
}

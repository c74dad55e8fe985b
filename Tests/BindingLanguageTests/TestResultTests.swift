import TestSupport
import Testing
import Text

@testable import Exploring
@testable import Interpreter
@testable import Language
@testable import ScriptTesting
@testable import Syntax

/// The messages of a worker to the tool, and how they are written.
@Suite struct TestResultTests {
  private func example() -> TestResult {
    var result = TestResult()
    result.expectations = (3, 1)
    result.warnings = 2
    result.remarks = ["a.bind:1:1: warning: é", ""]
    result.updated = 4
    result.nanoseconds = 1_234_567_890
    result.line = 12
    result.mark = TestMark(.knownFailure, "é", line: 3)
    result.attempts = 2
    result.earlierFailure = "it ended"
    result.findings = [
      TestFinding(.output, file: "a.bind", line: 7, title: "t", text: ["t", "-a", "+b"]),
      TestFinding(.crash, file: "a.bind", line: 0, "it ended"),
    ]
    return result
  }

  @Test func `a result comes out of the pipe unchanged`() {
    let result = example()
    #expect([TestResult](decoding: [result].encoded()) == [result])
    #expect([TestResult](decoding: [TestResult(), result].encoded()) == [TestResult(), result])
    #expect([TestResult](decoding: [TestResult]().encoded()) == [])
  }

  /// A worker that crashes may have written half of an answer, or nonsense.
  @Test func `bytes that are not a result are refused`() {
    let bytes = [example()].encoded()
    for count in 0..<bytes.count {
      #expect([TestResult](decoding: Array(bytes[..<count])) == nil)
    }
    #expect([TestResult](decoding: bytes + [0]) == nil)
    var random = SeededRandom(seed: 7)
    for _ in 0..<2000 {
      var broken = bytes
      broken[Int(random.next() % UInt64(bytes.count))] = UInt8(truncatingIfNeeded: random.next())
      if let results = [TestResult](decoding: broken) { #expect(results.encoded().count > 0) }
    }
  }

  @Test func `only differences are shown, with their context and the lines of the file`() {
    let expected = (1...30).map { "\($0)" }
    var got = expected
    got[1] = "two"
    got.remove(at: 24)
    let lines = OutputDifference(expected: LinePatterns(expected), got: got).lines(firstLine: 101)
    #expect(
      lines == [
        " 1", "-2", "+two", " 3", " 4", " 5", "@@ line 122 @@", " 22", " 23", " 24", "-25", " 26",
        " 27", " 28",
      ])
  }

  @Test func `a difference of very many or very long lines is cut`() {
    let lines = OutputDifference(
      expected: LinePatterns((0..<5000).map { "a\($0)" }),
      got: [String(repeating: "x", count: 100_000)] + (0..<5000).map { "b\($0)" }
    ).lines(firstLine: 1)
    #expect(lines.count <= 201)
    #expect(lines.last == "… and 9801 more lines; 'bindlab FILE' shows the whole run")
    #expect(lines.allSatisfy { $0.count < 600 })
  }

  @Test(arguments: [
    ("a#b\\c", "a\\#b\\\\c"), ("a\nb", "a\\\\nb"), ("é 日", "é 日"),
  ])
  func `a name in TAP is never a directive`(name: String, shown: String) {
    let entry = TAPReport(harnessVersion: nil).entry(name, TestResult(), number: 3)
    #expect(entry == "ok 3 - \(shown)\n")
  }

  @Test(arguments: [("13", 13), ("14", 14), ("99", 14), ("x", 14), (nil, 14)])
  func `the version of TAP is one that the harness knows`(harness: String?, version: Int) {
    let head = TAPReport(harnessVersion: harness).head(TestSummary())
    #expect(head == "TAP version \(version)\n")
  }

  @Test func `what XML cannot contain is an escape`() {
    var result = TestResult()
    result.findings = [
      TestFinding(.error, file: "a", line: 1, title: "a\u{0}<\"&>\t", text: ["\u{1B}[31m\u{FFFF}"])
    ]
    let entry = JUnitReport(showsTimes: false).entry("d/e\u{7}.bind", result, number: 1)
    #expect(
      entry == """
            <testcase classname="d" name="d/e\\u{7}.bind" file="d/e\\u{7}.bind">
              <failure message="a\\u{0}&lt;&quot;&amp;&gt;&#9;" type="error">\\u{1B}[31m\\u{FFFF}</failure>
            </testcase>

        """)
  }

  @Test func `trailing blanks and trailing empty lines do not count`() {
    #expect(comparableLines("a \t\r\n\nb\n\n \n") == ["a", "", "b"])
    #expect(comparableLines("") == [])
    #expect(comparableLines("  a") == ["  a"])
  }
}

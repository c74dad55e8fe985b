import Foundation
import TestSupport
import Testing

/// The tools of the other tests.
@Suite struct ProcessRunnerTests {
  @Test func `large input and output do not block each other`() throws {
    let text = String(repeating: "0123456789abcdef", count: 200_000)
    let result = try ProcessRunner("/bin/cat").run(input: text)
    #expect(result.output == text)
    #expect(result.ending == .exited(0))
  }

  @Test func `statuses, signals and both outputs are distinguished`() throws {
    func shell(_ script: String) throws -> ProcessResult {
      try ProcessRunner("/bin/sh", arguments: ["-c", script], environment: ["A": "b"]).run()
    }
    let result = try shell("echo out $A; echo err >&2; exit 3")
    #expect(result.output == "out b\n")
    #expect(result.errors == "err\n")
    #expect(result.status == 3)
    #expect(try shell("kill -9 $$").ending == .signalled(SIGKILL))
  }

  @Test func `an output that is closed early ends the writer by SIGPIPE`() throws {
    let result = try ProcessRunner("/usr/bin/yes").run(closingOutputAfter: 10)
    #expect(result.ending == .signalled(SIGPIPE))
  }

  @Test func `a process that runs too long fails with its output`() throws {
    let runner = ProcessRunner(
      "/bin/sh", arguments: ["-c", "echo started; exec sleep 60"], timeout: .milliseconds(300))
    let failure = try #require(throws: ProcessFailure.self) { try runner.run() }
    #expect(failure.description.contains("started"))
  }

  @Test func `a missing executable is a failure`() {
    #expect(throws: ProcessFailure.self) { try ProcessRunner("/nonexistent").run() }
  }

  @Test func `escape sequences are removed from text`() {
    let text = "a\u{1B}[1;31mb\u{1B}[0m\u{7}c\u{1B}(Bd\u{1B}=é"
    #expect(PseudoTerminal.withoutEscapeSequences(text) == "abcdé")
  }
}

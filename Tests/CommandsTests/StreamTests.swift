import Foundation
import TestSupport
import Testing

/// The destinations of output and diagnostics, and what happens if they cannot be written.
@Suite struct StreamTests {
  @Test func `values, prints and traces are output, diagnostics are not`() throws {
    let script = "object a { x = 1 }\nprint a.x\na.x\na.x = 1\nbind a.x -> a.x\n"
    let result = try bindlab("-t", input: script + "expect a.x == 2\nnope\n")
    #expect(!result.output.contains("turn 1"))
    #expect(result.output.contains("1\n1\nturn 3  a.x = 1\n"))
    #expect(!result.output.contains("error"))
    #expect(!result.output.contains("warning"))
    #expect(result.errors.contains("<stdin>:5:10: warning: '->' is the old spelling of '~>'"))
    #expect(result.errors.contains("<stdin>:6:8: error: expectation failed: a.x is 1, expected 2"))
    #expect(result.errors.contains("<stdin>:7:1: error: unknown name 'nope'"))
    #expect(!result.errors.contains("turn 1"))
  }

  @Test func `output and diagnostics keep their order in one log`() throws {
    let result = try shell(
      """
      bindlab --keep-going -e 'print 1
      nope1
      print 2
      expect 1 == 2
      print 3
      nope2' 2>&1 | grep -v '^[ ^a-mo-z]' | grep -o '^[1-3]\\|nope[12]$\\|expectation failed'
      """)
    #expect(result.output == "1\nnope1\n2\nexpectation failed\n3\nnope2\n")
  }

  @Test func `a reader that goes away ends the run silently`() throws {
    let endless = "while true { print \"a line of output\" }"
    let result = try bindlab("-e", endless, closingOutputAfter: 10)
    #expect(result.ending == .signalled(SIGPIPE))
    #expect(result.errors == "")
    // Also if the parent process ignores SIGPIPE.
    let ignoring = try shell(
      "trap '' PIPE; bindlab -e 'while true { print \"a line\" }' | head -n 1; echo ${PIPESTATUS[0]}"
    )
    #expect(ignoring.output == "a line\n141\n")
    #expect(ignoring.errors == "")
  }

  @Test func `a full disk is reported once and is an error`() throws {
    let result = try shell("bindlab -e 'repeat 100000 { print 1 }' > /dev/full")
    #expect(result.status == 2)
    #expect(
      result.errors == "bindlab: error: cannot write the output: No space left on device\n")
    let trace = try bindlab("--trace-to", "/dev/full", "-e", "object a { x = 1 }\na.x = 2\nprint 1")
    #expect(trace.status == 2)
    #expect(trace.output == "1\n")
    #expect(trace.errors == "bindlab: error: cannot write the trace: No space left on device\n")
  }

  @Test func `an output that is closed from the start is an error, not a crash`() throws {
    let result = try shell("bindlab -e 'print 1' >&-")
    #expect(result.status == 2)
    #expect(result.errors == "bindlab: error: cannot write the output: Bad file descriptor\n")
    #expect(try shell("bindlab -e 'nope' 2>&-").status == 2)
  }

  @Test func `the last line of output is written even if nothing follows it`() throws {
    #expect(try bindlab("-e", "print 1\nquit").output == "1\n")
    #expect(try bindlab("-e", "print 1\nthrow \"no\"").output == "1\n")
    #expect(try bindlab("-i", "-n", input: "20 + 1").output == "21\n")
  }

  @Test func `a program that drives a session gets the answers to all that it sent`() throws {
    let result = try shell(
      """
      mkfifo in out
      bindlab -i -n < in > out &
      exec 3> in 4< out
      printf '1 + 1\n2 +' >&3; read -r a <&4
      printf ' 2\n3 + 3\n' >&3; read -r b <&4; read -r c <&4
      exec 3>&-
      echo $a $b $c
      """, folder: TemporaryFolder())
    #expect(result.output == "2 4 6\n")
  }

  @Test(arguments: [
    "", "check", "graph", "report -o page.html", "compare", "watch", "learn --check",
  ])
  func `Ctrl-C ends the wait for a pipe that nothing writes to`(command: String) throws {
    let result = try shell(
      """
      mkfifo a.bind
      timeout --preserve-status -s INT -k 5 0.5 "$BINDLAB" \(command) a.bind
      """, folder: TemporaryFolder())
    #expect(result.status == 130)
    #expect(result.output == "")
  }

  @Test(arguments: [
    "-e 'source \"pipe\"'", "-e 'save \"pipe\"'", "-e 'graph dot \"pipe\"'", "--from-trace pipe",
    "report s.bind -o pipe", "--trace-to pipe s.bind", "compare -e 'source \"pipe\"'",
    "check -e 'source \"pipe\"'", "test s.bind --format tap -o pipe",
    "coverage s.bind --format lcov -o pipe",
    "report -e 'source \"pipe\"' -o page.html", "-e 'source \"/dev/zero\"'",
  ])
  func `Ctrl-C, SIGTERM and SIGHUP end each wait for a file, and say nothing else`(
    arguments: String
  ) throws {
    let folder = TemporaryFolder()
    try folder.write("s.bind", "object a { x = 1 }\na.x = 2\n")
    let result = try shell(
      """
      mkfifo pipe
      ulimit -v 8000000
      for signal in INT TERM HUP; do
        timeout --preserve-status -s $signal -k 5 0.4 "$BINDLAB" \(arguments) </dev/null
        echo $?
      done
      """, folder: folder)
    #expect(result.output == "130\n143\n129\n")
    #expect(!result.errors.contains("Interrupted system call"), "\(result.errors)")
  }

  @Test(arguments: ["", "trace off\n"])
  func `with a trace as JSON on standard output every line there is JSON`(first: String) throws {
    let folder = TemporaryFolder()
    let script =
      first + "object a { x = 1 }\nobject b { y = 0 }\nbind a.x ~> b.y\nprint \"hello\", 10\n"
      + "a.x = 2\nwhy b.y\nshow a\nhistory b.y\ncycles\na.x\nhelp print\n"
    try folder.write("s.bind", script)
    let result = try shell("\"$BINDLAB\" --trace=json s.bind", folder: folder)
    #expect(result.status == 0, "\(result.errors)")
    let lines = result.output.split(separator: "\n")
    for line in lines {
      #expect((try? JSONSerialization.jsonObject(with: Data(line.utf8))) != nil, "\(line)")
    }
    #expect(lines.count { $0.contains("\"kind\":\"print\"") } == 1)
    #expect(lines.contains { $0.contains("\"kind\":\"output\"") })
  }

  @Test(arguments: ["s.bind", "-t s.bind", "--trace=flat s.bind", "-i -n <s.bind"])
  func `what a turn has written is out while the next one runs, and stays if it is ended`(
    arguments: String
  ) throws {
    let folder = TemporaryFolder()
    let script = "object a { x = 1 }\nprint 10\na.x = 2\nnope\nprint 20\nwhile true {}\n"
    try folder.write("s.bind", script)
    let result = try shell(
      """
      "$BINDLAB" --keep-going \(arguments) >log 2>&1 &
      until grep -q '^20$' log; do sleep 0.02; done
      grep -o "^10$\\|nope'\\|^20$" log
      kill -TERM $!; wait $!; echo $?
      grep -o 'error: interrupted' log
      """, folder: folder)
    #expect(result.output == "10\nnope'\n20\n143\nerror: interrupted\n")
  }

  @Test func `a pipe that is written gets everything as soon as somebody reads it`() throws {
    let result = try shell(
      """
      mkfifo pipe
      for delay in 0 0.2; do
        { sleep $delay; cat pipe; } &
        bindlab -n -e 'object a { x = 1 }
        save "pipe"' >/dev/null
        wait
      done
      """, folder: TemporaryFolder())
    #expect(result.output == "object a { x = 1 }\nobject a { x = 1 }\n")
  }

  @Test(arguments: [
    ("", "1"), ("check --format json", "B016"), ("graph", "a.y"), ("report -o -", "a.y"),
    ("compare", "outcome"),
  ])
  func `a pipe is read until its writer ends, also one that a shell makes`(
    command: String, expected: String
  ) throws {
    let folder = TemporaryFolder()
    let script = "object a { x = 1; y = 2 }\nbind a.x ~> a.y\nprint a.y\n"
    try folder.write("s", script + (command.hasPrefix("check") ? "a.z = 1\n" : ""))
    let named = try shell(
      "mkfifo a.bind; cat s >a.bind & bindlab \(command) a.bind", folder: folder)
    #expect(named.output.contains(expected), "\(named.output) \(named.errors)")
    let made = try shell("bash -c '\"$BINDLAB\" \(command) <(cat s)'", folder: folder)
    #expect(made.output.contains(expected), "\(made.output) \(made.errors)")
  }

  @Test(arguments: [
    ("format", "cannot format '/dev/fd/63': it is not a regular file; '-' formats"),
    ("test", "'/dev/fd/63' is not a test"), ("coverage", "'/dev/fd/63' is not a test"),
  ])
  func `what takes no pipe says so at once`(command: String, expected: String) throws {
    let result = try shell(
      "bash -c '\"$BINDLAB\" \(command) <(echo print 1)'", folder: TemporaryFolder())
    #expect(result.errors.contains(expected))
    #expect(result.status == 66)
  }
}

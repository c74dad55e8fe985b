import Foundation
import TestSupport
import Testing

/// Endless scripts: each is ended by Ctrl-C, by `--max-steps` and, if it needs memory, by
/// `--max-memory`, and leaves the session as it was before the statement.
@Suite struct RunawayTests {
  struct Runaway: Sendable, CustomTestStringConvertible {
    var name: String
    /// Statements that can be run safely.
    var beginning = ""
    /// The endless statement.
    var statement: String
    var takesMemory = true
    var testDescription: String { name }
  }

  static let all = [
    Runaway(name: "a loop", statement: "while true {}", takesMemory: false),
    Runaway(
      name: "objects in objects", beginning: "class A { x = new B }\nclass B { y = 1 }",
      statement: "batch { while true { let a = new A } }"),
    Runaway(
      name: "objects made for computed properties",
      beginning: "class A { computed x = new B; computed y = x.y }\nclass B { y = 1 }\n"
        + "object a { n = 0; p = nil }",
      statement: "batch { while true { a.p = new A; a.n = a.p.y } }"),
    Runaway(
      name: "cells of cells",
      beginning: "class C { viewModel; items = [1]; rows; bind items ~> rows each C }",
      statement: "object c: C"),
    Runaway(
      name: "calls that double",
      beginning: "action f(n) { if n > 0 { f(n - 1); f(n - 1) } }", statement: "f(60)",
      takesMemory: false),
    Runaway(
      name: "observers that double",
      beginning: "object o { n = 0 }\naction g(n) { if n > 0 { post M(n - 1); post M(n - 1) } }\n"
        + "on notification M { g(value) }",
      statement: "semantics kvo\npost M(60)", takesMemory: false),
    // Each timer takes a while, since 100,000 more of them than before would end the statement.
    Runaway(
      name: "timers that double",
      beginning: "action f() { repeat 10_000 {}; after 1s { f(); f() } }\nf()",
      statement: "advance 60m", takesMemory: false),
    Runaway(
      name: "timers at once",
      beginning: "object o { n = 0 }\naction f() { after 1s { f() } }\nf()",
      statement: "advance 100000000m", takesMemory: false),
    Runaway(
      name: "a string that doubles", beginning: "var s = \"0123456789\"\nobject l { x = [] }",
      statement: "batch { while true { s = s + s; l.x.append(s)\n"
        + "if s.count > 1000000 { s = \"0123\" } } }"),
    Runaway(
      name: "a list that grows", beginning: "object l { x = [] }",
      statement: "batch { while true { l.x.append(range(1000)) } }"),
    Runaway(
      name: "bindings", beginning: "object o { a = 1; b = 1 }",
      statement: "batch { while true { bind o.a ~> o.b } }"),
  ]

  /// Few steps, each of which takes long.
  static let slow = [
    Runaway(
      name: "lists of millions", beginning: "object l { x = [] }",
      statement: "while true { l.x = range(10000000) }")
  ]

  @Test(arguments: all + slow, [5, 150])
  func `Ctrl-C ends it at once`(runaway: Runaway, milliseconds: Int) throws {
    let script = runaway.beginning + "\n" + runaway.statement
    let result = try interrupted(
      after: .milliseconds(milliseconds), "--keep-going", "-e", script)
    #expect(result.status == 130)
    #expect(result.errors.contains("error: interrupted"))
  }

  @Test(arguments: ["report -o page.html", "graph", "compare", "compare --orders 9"])
  func `Ctrl-C ends a command that runs a script several times`(command: String) throws {
    let folder = TemporaryFolder()
    var words = command.split(separator: " ").map(String.init)
    if words.last == "page.html" { words[words.count - 1] = folder.path + "/page.html" }
    let result = try interrupted(
      words + [
        "-e", "class A { x = 1 }\nobject b { x = 1 }\nbatch { while true { let a = new A } }",
      ])
    #expect(result.status == 130)
    #expect(result.output == "")
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == [])
  }

  /// A trial fails without a message; the statement reports the interruption. The trials of `cycles` end
  /// by themselves.
  @Test(arguments: [
    "break a.x if spin(1)", "bind a.y ~> a.x", "a.x = 2", "expect settles { a.x = 2 }",
    "whatif { a.x = 2 }", "compare { a.x = 2 }",
  ])
  func `Ctrl-C ends a trial`(statement: String) throws {
    let script = """
      action spin(v) { while true { let w = v }; return true }
      var isSlow = false
      object a { x = 0; y = 0 }
      bind a.x !~> a.y | { isSlow ? spin(value) : value }
      bind a.y !~> a.x
      isSlow = true
      \(statement)
      print "not reached"
      """
    let result = try interrupted("--keep-going", "-e", script)
    #expect(result.status == 130)
    #expect(result.errors.contains("error: interrupted"))
    #expect(!result.output.contains("not reached"))
  }

  @Test(arguments: [
    "range(9_000_000).sorted", "range(9_000_000).unique", "range(9_000_000).enumerated",
    "range(9_000_000).joined(by: \", \")", "range(9_000_000).sortedBy { -value }",
  ])
  func `Ctrl-C ends work on one long list`(work: String) throws {
    for script in [
      "print \(work).count\nprint \"not reached\"",
      "object a { l = []; n }\nbind a.l ~> a.n | { \(work).count }\nprint \"not reached\"",
    ] {
      let result = try interrupted("--keep-going", "-e", "while true { \(script) }")
      #expect(result.status == 130)
      #expect(result.errors.contains("error: interrupted") || result.errors == "")
    }
  }

  @Test(arguments: all)
  func `--max-steps ends it`(runaway: Runaway) throws {
    let script = runaway.beginning + "\n" + runaway.statement
    let result = try bindlab("--max-steps", "2000", "--keep-going", "-e", script)
    #expect(result.status == 2)
    #expect(result.errors.contains("error: stopped: the run has used up its steps (--max-steps)"))
  }

  @Test(arguments: all.filter(\.takesMemory))
  func `--max-memory makes the statement fail, and the session continues`(
    runaway: Runaway
  ) throws {
    let session = """
      trace off
      object kept { v = 1 }
      var before = 0
      \(runaway.beginning)
      \(runaway.statement)
      print "v", kept.v
      kept.v = 2
      print "v", kept.v
      repeat 1000 { kept.v += 1 }
      print "v", kept.v

      """
    let result = try bindlab(["-i", "-n", "--max-memory", "30M"], input: Array(session.utf8))
    #expect(result.status == 2)
    #expect(result.output.contains("v 1\nv 2\nv 1002\n"))
    let message = "error: this needs more memory than the run may use: 30M (--max-memory)"
    #expect(result.errors.components(separatedBy: "error: ").count == 2)
    #expect(result.errors.contains(message))
  }

  @Test func `a value that cannot fit is refused before it is made`() throws {
    let script = """
      expect error "range" { print range(10_000_000_000).count }
      expect error "range" { print range(0 - 9223372036854775807, 9223372036854775807) }
      expect error "range" { print range(9223372036854775807) }
      var s = "0123456789"
      expect error "bytes" { while true { s = s + s } }
      var t = "0123456789"
      expect error "bytes" { while true { t = "\\(t)\\(t)" } }
      var l = [1]
      expect error "values" { while true { l = [l, l] } }
      var m = [1]
      expect error "values" { while true { m = m + m } }
      var n = [1]
      expect error "nested" { while true { n = [n] } }
      """
    let result = try bindlab("-e", script)
    #expect(result.errors == "")
    #expect(result.status == 0)
    let little = try bindlab("--max-memory", "30M", "-e", "print range(9_000_000).count")
    #expect(little.status == 2)
    #expect(little.errors.contains("(--max-memory)"))
  }

  @Test func `timers that set more and more are an error of wait`() throws {
    let result = try bindlab(
      "-e", "action f() { after 1s { f(); f() } }\nf()\nexpect error \"more and more\" { wait }")
    #expect(result.status == 0)
  }

  // MARK: Output

  @Test(arguments: ["print \"0123456789012345678901234567890123456789\"", "trace on; o.x = 1"])
  func `Ctrl-C ends a writer to a pipe that nothing reads`(statement: String) throws {
    let folder = TemporaryFolder()
    let result = try shell(
      """
      mkfifo pipe
      exec 3<>pipe
      timeout --preserve-status -s INT -k 5 0.5 \
        "$BINDLAB" -e 'object o { x = 0 }; while true { \(statement) }' >pipe 2>&1
      """, folder: folder)
    #expect(result.status == 130)
  }

  @Test func `Ctrl-C ends the last writes to a pipe that nothing reads`() throws {
    let folder = TemporaryFolder()
    let result = try shell(
      """
      mkfifo pipe
      exec 3<>pipe
      timeout --preserve-status -s INT -k 5 0.5 \
        "$BINDLAB" -e 'var s = "0123456789"; repeat 14 { s = s + s }; print s' >pipe
      """, folder: folder)
    #expect(result.status == 130)
  }
}

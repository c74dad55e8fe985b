import Foundation
import TestSupport
import Testing

/// What is about to be allocated is asked for: no command ends in a trap, whatever it reads or runs, and
/// whether the limit is its own or that of the system.
@Suite struct MemoryLimitTests {
  /// A command that would need more memory than there is, as the shell runs it.
  struct Grower: Sendable, CustomTestStringConvertible {
    var command: String
    /// A script, for the file `s.bind`.
    var script = ""
    var testDescription: String { command.isEmpty ? script : command }
  }

  static let endless = "yes x | tr -d '\\n'"

  /// `OPTIONS` stands for the options of the test.
  static let growers =
    [
      "bindlab OPTIONS /dev/zero", "bindlab check OPTIONS /dev/zero",
      "bindlab compare OPTIONS /dev/zero", "bindlab report OPTIONS -o page.html /dev/zero",
      "bindlab graph OPTIONS /dev/zero", "bindlab OPTIONS -e 'source \"/dev/zero\"'",
      "\(endless) | bindlab OPTIONS -i", "\(endless) | bindlab check OPTIONS -",
      "\(endless) | bindlab format OPTIONS -", "\(endless) | bindlab OPTIONS",
    ].map { Grower(command: $0) }
    + [
      "batch { while true { a.x = 1; a.y = 1 } }",
      "action f() { while true { let k = new K } }\nf()",
      "observe a.x { while true { after 1s { } } }\na.x = 2",
      "action f() { while true { bind a.x !~> a.y } }\nf()",
      "let l = range(9_000_000)\nlet m = l.map { \"\\(value)\\(value)\" }\nprint m.count",
      "var s = \"0123456789\"\nvar l = [s]\nwhile true { s = s + s; l = l + [s] }",
      "trace full\nbatch { while true { a.x += 1 } }",
    ].map { Grower(command: "", script: "class K { p = 1 }\nobject a { x = 1; y = 2 }\n\($0)") }

  private func run(
    _ grower: Grower, in folder: TemporaryFolder, before: String = "", options: String = ""
  ) throws -> ProcessResult {
    try Data(grower.script.utf8).write(to: URL(filePath: folder.path + "/s.bind"))
    let command = grower.command.isEmpty ? "bindlab OPTIONS s.bind" : grower.command
    let words = command.replacing("bindlab", with: "'\(builtExecutable("bindlab"))'")
      .replacing("OPTIONS", with: options)
    return try shell("cd '\(folder.path)' && \(before) \(words) >out 2>errors; echo $?; cat errors")
  }

  @Test(arguments: growers)
  func `the system's limit is an error and no trap`(grower: Grower) throws {
    let result = try run(grower, in: TemporaryFolder(), before: "ulimit -v 300000;")
    let status = Int(result.output.prefix { $0 != "\n" }) ?? -1
    #expect([2, 64, 65, 66].contains(status), "\(result.output.prefix(500))")
    #expect(result.output.contains("more memory than the system gives (ulimit -v)"))
  }

  @Test(arguments: growers)
  func `the limit of the run is an error and no trap`(grower: Grower) throws {
    let result = try run(grower, in: TemporaryFolder(), options: "--max-memory 60M")
    let status = Int(result.output.prefix { $0 != "\n" }) ?? -1
    #expect([2, 64, 65, 66].contains(status), "\(result.output.prefix(500))")
    #expect(result.output.contains("more memory than the run may use: 60M (--max-memory)"))
  }

  @Test func `there is a limit without the option, and none lifts it`() throws {
    let script = "print range(2_000_000).count"
    for (option, status) in [("20M", 2), ("none", 0), ("1G", 0)] {
      let result = try bindlab("--max-memory", option, "-e", script)
      #expect(result.status == Int32(status), "\(result.errors)")
    }
    let wrong = try bindlab("--max-memory", "nothing", "-e", "")
    #expect(wrong.status == 64)
    #expect(wrong.errors.contains("a size such as 64M or 1G, or none"))
  }

  /// One entry of what can be rolled back is enough for a number that is written again and again.
  @Test(arguments: ["", "batch ", "whatif ", "compare bind, qt "])
  func `a loop that counts in one property needs no memory`(word: String) throws {
    let loop = "while a.x < 2_000_000 { a.x = a.x + 1 }"
    let script = "object a { x = 0 }\n\(word.isEmpty ? loop : "\(word){ \(loop) }")\nprint \"end\""
    let result = try bindlab("--max-memory", "40M", "-e", script)
    #expect(result.status == 0, "\(result.errors.prefix(300))")
    #expect(result.output.hasSuffix("end\n"))
  }

  @Test func `objects that make objects nest as deep as calls`() throws {
    for (number, script) in [
      "class A { x = new A }\nobject a: A",
      "class A { computed x = new A }\nobject a: A\nprint a.x.x.x",
      "class A { b = new B }\nclass B { a = new A }\nobject a: A",
      "class A { next; observe initial next { next = new A } }\nobject a: A",
    ].enumerated() {
      let result = try bindlab("-e", script)
      #expect(result.status == 2, "\(number): \(result.errors.prefix(300))")
      #expect(result.errors.contains("deep"), "\(number): \(result.errors.prefix(300))")
    }
  }

  @Test func `a prediction ends, however many bindings it makes`() throws {
    for block in [
      "bind (a.x + 1) ~> a.x", "bind a.x ~> a.x | { value + 1 }", "let k = new K; bind k.p ~> a.x",
      "observe a.x { a.x += 1 }",
    ] {
      let script =
        "object a { x = 1 }\nclass K { p = 1; observe p { a.x += 1 } }\n"
        + "observe a.x { \(block) }\na.x = 2\nprint \"end\""
      let result = try bindlab("-e", script)
      #expect(result.status == 0 || result.status == 2)
    }
  }
}

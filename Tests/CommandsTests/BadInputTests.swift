import Foundation
import TestSupport
import Testing

/// Malicious input: it gets a diagnostic and a status, never a crash or a hang.
@Suite struct BadInputTests {
  /// A repeated text, and the script around it, which contains it at `@`.
  @Test(arguments: [
    ("(", "print @1"), ("[", "print @1"), ("!", "print @true"), ("-", "print @1"),
    ("{", "@"), ("(", "@"), ("if true {", "@"), ("while true {", "@"), ("\"\\(", "print @"),
    ("1 + ", "print @1"), ("true ? ", "print @1"), ("nil ?? ", "print @1"),
    (".x", "object a { x = 1 }\nprint a@"), ("[0]", "object a { x = 1 }\nprint a.x@"),
    ("new C { x = ", "class C { x }\nlet a = @1"),
    ("| Negate ", "object a { x = 1 }\nbind a.x ~> a.x @"),
    ("else if true {} ", "if true {} @"), ("/*", "@"), ("expect error {", "@"), ("batch {", "@"),
    ("observe a.x {", "object a { x = 1 }\n@"), ("transformer T { forward {", "@"),
  ])
  func `nesting twenty thousand deep is refused`(part: String, script: String) throws {
    let text = script.replacing("@", with: String(repeating: part, count: 20_000))
    let result = try bindlab(input: text + "\n")
    #expect(result.status == 2)
    #expect(result.errors.contains("error: "))
    #expect(result.errorBytes.count < 5_000)
  }

  @Test func `a line of a megabyte is read, and an error in it is shown in part`() throws {
    let text = String(repeating: "x", count: 1_000_000)
    #expect(try bindlab(input: "print \"\(text)\".count\n").output == "1000000\n")
    let result = try bindlab(
      input: "print 1\nprint nope \(String(repeating: " ", count: 1_000_000))+ 1\n")
    #expect(result.status == 2)
    #expect(result.errors.hasPrefix("<stdin>:2:7: error: unknown name 'nope'\n"))
    #expect(result.errorBytes.count < 1_000)
  }

  @Test func `NUL and bytes that are not UTF-8 are all shown with their places`() throws {
    let bytes =
      Array("print 1\nprint \"a".utf8) + [0] + Array("b\"\nprint \"".utf8) + [0xFF, 0xFE]
      + Array("\"\nprint 2\n".utf8)
    let result = try bindlab([], input: bytes)
    #expect(result.status == 2)
    #expect(result.output == "")
    #expect(result.errors.contains("<stdin>:2:9: error: a NUL byte is not text\n"))
    #expect(result.errors.contains("<stdin>:3:8: error: byte 0xFF is not UTF-8\n"))
    #expect(!result.errorBytes.contains(0))
  }

  /// Commands that read a file; the text `FILE` stands for its path.
  @Test(arguments: [
    ["FILE.bind"], ["check", "FILE.bind"], ["format", "FILE.bind"],
    ["format", "--check", "FILE.md"],
    ["check", "FILE.md"], ["test", "FILE.bind"], ["test", "FILE.md"], ["graph", "FILE.bind"],
    ["report", "FILE.bind"], ["compare", "FILE.bind"], ["learn", "--check", "FILE.md"],
    ["--from-trace", "FILE.json"], ["-e", "source \"FILE.bind\""],
  ])
  func `UTF-16 and files that are no text are one error`(command: [String]) throws {
    let folder = TemporaryFolder()
    let utf16: [UInt8] =
      [0xFF, 0xFE]
      + (0..<200).flatMap { _ in Array("print 1\n".utf8).flatMap { [$0, 0] } }
    let program = [0x7F, 0x45, 0x4C, 0x46] + [UInt8](repeating: 0, count: 60) + utf16
    for (bytes, message) in [(utf16, "this is UTF-16"), (program, "this is not text")] {
      for ending in ["bind", "md", "json"] {
        try Data(bytes).write(to: URL(fileURLWithPath: folder.path + "/x." + ending))
      }
      let result = try bindlab(
        command.map { $0.replacing("FILE", with: folder.path + "/x") }, input: [])
      let shown = result.output + result.errors
      #expect(result.status != 0)
      #expect(shown.components(separatedBy: message).count == 2, "\(shown)")
      #expect(!shown.contains("byte") && shown.utf8.count < 500, "\(shown)")
    }
  }

  @Test(arguments: [
    "print \"open", "print \"\"\"\nfor ever", "object a {", "print (", "/* open",
    "print \"\\(1\"",
    "object a { x = 1", "if true { print 1",
  ])
  func `an unclosed bracket is an error at the place where it was opened`(script: String) throws {
    let result = try bindlab(input: script)
    #expect(result.status == 2)
    #expect(result.errors.contains("<stdin>:1:"))
    #expect(result.output == "")
  }

  @Test(arguments: ["\r\n", "\n"])
  func `a byte order mark and both kinds of line ends are understood`(end: String) throws {
    let lines = ["#!/usr/bin/env bindlab", "object a { x = 1 }", "print a.x", "print nope"]
    let result = try bindlab(input: "\u{FEFF}" + lines.joined(separator: end) + end)
    #expect(result.output == "1\n")
    #expect(
      result.errors.hasPrefix("<stdin>:4:7: error: unknown name 'nope'\nprint nope\n      ^~~~\n"))
  }

  @Test func `a chain of observers is as deep as memory allows`() throws {
    let script = """
      class N { v = 0; next }
      let first = new N
      var last = first
      repeat 30000 {
        let n = new N
        last.next = n
        let p = last
        observe p.v { p.next.v = value }
        last = n
      }
      first.v = 7
      print last.v, turn.writes, turn.depth
      """
    #expect(try bindlab(input: script).output == "7 30001 30001\n")
  }

  @Test func `every failing listener under go-on is an error`() throws {
    let script = """
      semantics g: bind { error = go-on }
      class T { v: Int = 0 }
      object a { x = 1 }
      for i in range(5000) { let t = new T; bind a.x !~> t.v }
      a.x = "s"
      print "on"
      """
    let result = try bindlab(input: script)
    #expect(result.status == 2)
    #expect(result.output == "on\n")
    #expect(result.errors.split(separator: "\n").filter { $0.contains("error:") }.count == 5_000)
  }
}

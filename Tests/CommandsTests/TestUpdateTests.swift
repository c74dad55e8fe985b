import Foundation
import TestSupport
import Testing

/// `bindlab test --update`.
@Suite struct TestUpdateTests {
  private let folder = TemporaryFolder()

  private func update(_ words: String = "--update .") throws -> ProcessResult {
    try shell("bindlab test \(words)", folder: folder)
  }

  @Test func `differing output is rewritten, and a second time nothing is`() throws {
    try folder.write("a.bind", "1 // => 2\nprint 1 // => 1\n\nfor i in [1, 2] { i } // =>\n")
    try folder.write("a.md", "```bind\n1\n```\n```text\n```\n\n```bind\n2\n```\n```text\n2\n```\n")
    let first = try update()
    #expect(first.status == 0)
    #expect(
      first.output == """
        updated a.bind: 1 output
        updated a.md:1: 1 output
        3 tests: 3 passed; 0 expects; 2 outputs rewritten

        """)
    let (script, text) = (try folder.read("a.bind"), try folder.read("a.md"))
    #expect(script == "1 // => 1\nprint 1 // => 1\n\nfor i in [1, 2] { i } // =>\n")
    #expect(text == "```bind\n1\n```\n```text\n1\n```\n\n```bind\n2\n```\n```text\n2\n```\n")
    let second = try update()
    #expect(second.output == "3 tests: 3 passed; 0 expects\n")
    #expect(try folder.read("a.bind") == script)
    #expect(try update(".").status == 0)
  }

  @Test func `only the bytes of the output change`() throws {
    let path = folder.path + "/a.md"
    let before =
      "\u{FEFF}caf".utf8 + [0xE9]
      + "\r\n1. a\r\n\r\n   ~~~bind\r\n   \"~~~\"\r\n   print 2\r\n".utf8
    let after = "   ~~~\r\n\r\ntail  \r\n\r\nend".utf8
    let old = before + "   ~~~\r\n   ~~~text\r\n   old\r\n\r\n".utf8 + after
    let new = before + "   ~~~\r\n   ~~~text\r\n   \"~~~\"\r\n   2\r\n".utf8 + after
    try Data(old).write(to: URL(fileURLWithPath: path))
    _ = try shell("chmod 640 a.md; ln -s a.md b.md", folder: folder)
    #expect(try update("--update b.md").status == 0)
    #expect(try Array(Data(contentsOf: URL(fileURLWithPath: path))) == new)
    let shown = try shell("stat -c '%a %F' a.md b.md; ls", folder: folder).output
    #expect(shown == "640 regular file\n777 symbolic link\na.md\nb.md\n")
  }

  @Test func `output that looks like a fence gets longer fences around it`() throws {
    try folder.write("a.md", "```bind\nprint \"````\"\n```\n```text\n```\n")
    #expect(try update().status == 0)
    #expect(
      try folder.read("a.md") == "```bind\nprint \"````\"\n```\n`````text\n````\n`````\n")
    #expect(try update(".").status == 0)
  }

  @Test func `places in the output are right after the lines have moved`() throws {
    try folder.write(
      "a.bind",
      "object a { x = 1 }\nfor i in [1, 2] { print i } // => 1\na.x = 2\nwhy a.x // => ?\n")
    #expect(try update().status == 0)
    #expect(try folder.read("a.bind").contains("a.bind:4\n"))
    #expect(try update(".").status == 0)
  }

  @Test func `other failures stay, and new errors are reported`() throws {
    try folder.write("a.bind", "expect 1 == 2\n1 // => 2\nnew Nothing // => 2\n")
    let result = try update()
    #expect(result.status == 1)
    #expect(
      result.output.hasPrefix(
        "updated a.bind: 2 outputs, 1 of which now shows an error that was not expected before\n"))
    #expect(result.output.contains("a.bind:1:8: error: expectation failed"))
    #expect(try folder.read("a.bind").contains("new Nothing // => error: "))
  }

  @Test(arguments: ["true", "1", "x"])
  func `in a CI job --update is refused, and nothing is written`(value: String) throws {
    try folder.write("a.bind", "1 // => 2\n")
    let result = try shell("CI=\(value) bindlab test --update .", folder: folder)
    #expect(result.status == 64)
    #expect(result.errors.contains("--update is refused when CI is set"))
    #expect(try folder.read("a.bind") == "1 // => 2\n")
    #expect(try shell("CI= bindlab test --update .", folder: folder).status == 0)
  }

  // MARK: Traces and patterns

  @Test func `the trace of an expect trace is written where it is expected`() throws {
    try folder.write(
      "a.bind",
      #"""
      object a { x = 1; s = "" }
      expect trace { a.x = 2 } "old"
        expect trace { a.s = "\"\\" } """
            turn 7 a.s = ...
            ...
               settled: {int} writes
            """
      expect trace { } "old"

      """#)
    try folder.write(
      "a.md",
      "- ```bind\r\n  object a { x = 1 }\r\n  expect trace { a.x = 2 } \"\"\r\n  ```\r\n")
    let result = try update()
    #expect(result.status == 0, "\(result.output)")
    #expect(
      try folder.read("a.bind")
        == #"""
        object a { x = 1; s = "" }
        expect trace { a.x = 2 } """
          turn  a.x = 2
          └─ a.x: 1 → 2
             settled: 1 write, 0 firings
          """
          expect trace { a.s = "\"\\" } """
              turn 7 a.s = ...
              ...
                 settled: 1 write, 0 firings
              """
        expect trace { } ""

        """#)
    #expect(
      try folder.read("a.md").contains(
        " { a.x = 2 } \"\"\"\r\n    turn  a.x = 2\r\n    └─ a.x: 1 → 2\r\n"))
    #expect(try update(".").status == 0)
  }

  @Test func `a trace that differs each time is not written, and fails`() throws {
    let script =
      "object a { x = 0 }\nfor i in [1, 2] {\n  expect trace { a.x = i } \"old\"\n}\n"
    try folder.write("a.bind", script)
    let result = try update()
    #expect(result.status == 1)
    #expect(result.output.contains("a.bind:3:28: error: expectation failed"), "\(result.output)")
    #expect(try folder.read("a.bind") == script)
  }

  @Test func `patterns that fit stay, and known failures are not written`() throws {
    try folder.write(
      "a.bind", "for i in [1, 2, 3, 4] { print i }\n// => {int}\n// => ...\n// => 5\n")
    let known = "// known failure: wrong\n1 // => 2\n"
    try folder.write("b.bind", known)
    #expect(try update().status == 0)
    #expect(
      try folder.read("a.bind")
        == "for i in [1, 2, 3, 4] { print i }\n// => {int}\n// => ...\n// => 4\n")
    #expect(try folder.read("b.bind") == known)
  }
}

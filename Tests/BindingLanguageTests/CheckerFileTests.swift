import Checking
import Exploring
import Interpreter
import Language
import Syntax
import Testing

/// Files that a script sources.
extension CheckerTests {
  @Test func `the declarations of a sourced file are known`() {
    let files = [
      "dir/lib.bind": "source \"deep/er.bind\"\nclass P { name = base }",
      "dir/deep/er.bind": "let base = 1",
    ]
    #expect(findings("source \"dir/lib.bind\"\nobject p: P\nprint p.name", files: files).isEmpty)
    let found = findings("object p: P\nsource \"dir/lib.bind\"", files: files)
    #expect(found.map(\.message) == ["'P' is used before it is declared"])
    #expect(found.first?.notes.first?.file?.name == "dir/lib.bind")
  }

  @Test func `an error in a sourced file is reported there`() {
    let found = findings(
      "source \"lib.bind\"\nprint b",
      files: ["lib.bind": "print a\nobject o { x = 1 }\nbind o.x ~> o.x"])
    #expect(
      found.map(\.message).sorted() == [
        "#1 binds a property to itself: o.x → #1 → o.x", "unknown name 'a'",
        "unknown name 'b'",
      ])
    #expect(found.map { $0.file?.name } == ["main.bind", "lib.bind", "lib.bind"])
  }

  @Test(
    arguments: [
      ("source ⟦x⟧", [:], ["expected the name of a file in quotes, found 'x'"]),
      ("⟦source \"none.bind\"⟧", [:], ["cannot read 'none.bind': No such file or directory"]),
      ("⟦source \"main.bind\"⟧", [:], ["'main.bind' includes itself"]),
      ("⟦source \"a\\u{0}b\"⟧", [:], ["a path cannot contain NUL"]),
      ("if true { batch { ⟦source \"lib.bind\"⟧ } }", [:], ["'source' cannot be used in a block"]),
    ] as [(String, [String: String], [String])])
  func `a file that cannot be read is reported`(
    _ source: String, _ files: [String: String], _ messages: [String]
  ) {
    var example = CheckerCase(source)
    example = CheckerCase(source, messages[0])
    example.check()
  }

  @Test func `what a missing file may declare is not reported as unknown`() {
    let source = """
      source "none.bind"
      object p: P
      print q, p.name
      bind p.name ~> p.other | T as link
      explain link2
      """
    #expect(
      findings(source).map(\.message) == ["cannot read 'none.bind': No such file or directory"])
  }

  @Test func `files that read each other are reported where they close the cycle`() {
    let files = ["a.bind": "source \"b.bind\"", "b.bind": "source \"a.bind\""]
    let found = findings("source \"a.bind\"", files: files)
    #expect(found.map(\.message) == ["'a.bind' includes itself"])
    #expect(found.first?.file?.name == "b.bind")
  }

  @Test func `a file with syntax errors is reported with them`() {
    let found = findings("source \"lib.bind\"\nprint x", files: ["lib.bind": "object {"])
    #expect(found.contains { $0.message == "'lib.bind' cannot be run" })
    #expect(found.contains { $0.file?.name == "lib.bind" })
    #expect(!found.contains { $0.message.contains("'x'") })
  }

  @Test func `no file is read with --no-source`() {
    var options = SessionOptions()
    options.refusesFiles = true
    let found = Checker.check(
      SourceFile(name: "main.bind", text: "source \"lib.bind\"\nprint x"),
      host: CheckerHost(files: ["lib.bind": "let x = 1"]), options: options.checking)
    #expect(found.map(\.message) == ["'source' reads a file, which --no-source refuses"])
  }

  @Test func `checking files that each read another one twice terminates`() {
    var files: [String: String] = [:]
    for i in 0..<60 { files["f\(i)"] = "source \"f\(i + 1)\"\nsource \"f\(i + 1)\"\n" }
    files["f60"] = "let x = 1"
    #expect(findings("source \"f0\"", files: files).isEmpty)
  }
}

import Foundation
import TestSupport
import Testing

/// `bindlab check` on the command line.
@Suite struct CheckCommandTests {
  private let folder = TemporaryFolder()

  /// A script with an old arrow, a cycle and a constant that nothing uses.
  private static let script = """
    object a { x = 1 }
    object b { x = 1 }
    let unused = 1
    bind a.x -> b.x
    bind b.x ~> a.x

    """

  @Test func `findings are written to standard error, each with its code`() throws {
    try folder.write("s.bind", Self.script)
    let result = try shell("bindlab check s.bind", folder: folder)
    #expect(result.status == 0)
    #expect(result.output == "")
    let heads = result.errors.split(separator: "\n").filter { $0.hasSuffix("]") }
    #expect(
      heads == [
        "s.bind:3:5: note: nothing in this script uses 'unused', a constant [B060]",
        "s.bind:4:10: warning: '->' is the old spelling of '~>' [B040]",
        "s.bind:5:1: warning: #2 closes a cycle: b.x → #2 → a.x → #1 → b.x [B042]",
      ])
    // A run reports the same in the same words, but without codes.
    #expect(!(try shell("bindlab s.bind", folder: folder).errors.contains("[B")))
  }

  @Test func `notes are never a reason to fail, warnings are with --werror`() throws {
    #expect(try bindlab("check", "--werror", "-e", "let unused = 1").status == 0)
    let result = try bindlab("check", "--werror", "-e", Self.script)
    #expect(result.status == 2)
    #expect(result.errors.contains("error: '->' is the old spelling of '~>' [B040]"))
    #expect(try bindlab("check", "-e", "print x").status == 2)
    #expect(try bindlab("check", "-e", "let k = 1 // allow B060").errors == "")
  }

  @Test func `several files are checked, and one that cannot be read does not end it`() throws {
    try folder.write("one.bind", "print x\n")
    try folder.write("two.bind", "print y\n")
    let result = try shell("bindlab check one.bind missing.bind two.bind", folder: folder)
    #expect(result.status == 66)
    #expect(result.errors.contains("one.bind:1:7: error: unknown name 'x' [B010]"))
    #expect(
      result.errors.contains("bindlab: cannot read 'missing.bind': No such file or directory"))
    #expect(result.errors.contains("two.bind:1:7: error: unknown name 'y' [B010]"))
  }

  // MARK: --format json

  private func findings(_ result: ProcessResult) throws -> [[String: Any]] {
    try result.output.split(separator: "\n").map { line in
      let object = try JSONSerialization.jsonObject(with: Data(line.utf8))
      return try #require(object as? [String: Any])
    }
  }

  @Test func `JSON has a line for each finding, which a parser reads`() throws {
    try folder.write("s.bind", Self.script)
    let result = try shell("bindlab check --format json s.bind", folder: folder)
    #expect(result.status == 0)
    #expect(result.errors == "")
    let found = try findings(result)
    #expect(found.map { $0["code"] as? String } == ["B060", "B040", "B042"])
    #expect(found.map { $0["severity"] as? String } == ["note", "warning", "warning"])
    let arrow = found[1]
    #expect(arrow["v"] as? Int == 1)
    #expect(arrow["file"] as? String == "s.bind")
    #expect(arrow["message"] as? String == "'->' is the old spelling of '~>'")
    let place = ["line", "column", "endLine", "endColumn", "start", "end"].map { arrow[$0] as? Int }
    #expect(place == [4, 10, 4, 12, 62, 64])
    let fix = try #require(arrow["fix"] as? [[String: Any]])
    #expect(fix.count == 1)
    #expect(fix[0]["start"] as? Int == 62 && fix[0]["end"] as? Int == 64)
    #expect(fix[0]["text"] as? String == "~>")
    #expect(found[0]["fix"] is NSNull)
    let notes = try #require(found[2]["notes"] as? [[String: Any]])
    #expect(notes.map { $0["message"] as? String } == ["#2 b.x ~> a.x", "#1 a.x ~> b.x"])
    #expect(notes.map { $0["line"] as? Int } == [5, 4])
    // The same text gives the same bytes.
    #expect(try shell("bindlab check --format json s.bind", folder: folder).output == result.output)
  }

  @Test(arguments: [
    "print \"\u{1F600}\" + x\n\"\\\u{7}", "print x\u{0}", "print \"\u{85}\", \u{2028}", "}{", "",
    "object a { x = 1 }\nbind a.x \u{2192} a.x",
  ])
  func `JSON is valid whatever the text is`(_ text: String) throws {
    let result = try bindlab(
      ["check", "--format", "json", "-"], input: Array(text.utf8) + [0x22, 0xFF, 0xC0])
    for finding in try findings(result) {
      #expect(finding["file"] as? String == "<stdin>")
      #expect((finding["code"] as? String)?.hasPrefix("B0") == true)
    }
    #expect(result.status == 2)
  }

  // MARK: --fix

  @Test func `fixes are written and reported, and applied only once`() throws {
    try folder.write("s.bind", Self.script)
    let result = try shell(
      "chmod 640 s.bind; bindlab check --fix s.bind; stat -c %a s.bind", folder: folder)
    #expect(result.errors.hasPrefix("s.bind: fixed 1 finding\n"))
    #expect(result.errors.contains("[B042]"))
    #expect(result.output == "640\n")
    let text = Self.script.replacing("->", with: "~>")
    #expect(try folder.read("s.bind") == text)
    let again = try shell(
      "touch -d 2001-01-01 s.bind; bindlab check --fix s.bind; date -r s.bind +%Y", folder: folder)
    #expect(!again.errors.contains("fixed"))
    #expect(again.output == "2001\n")
    #expect(try folder.read("s.bind") == text)
  }

  @Test func `a link is followed, and a file that cannot be written is reported`() throws {
    try folder.write("s.bind", Self.script)
    let result = try shell(
      "ln -s s.bind link.bind; bindlab check --fix link.bind; test -L link.bind && echo link",
      folder: folder)
    #expect(result.output == "link\n")
    #expect(try folder.read("s.bind").contains("bind a.x ~> b.x"))
    try folder.write("t.bind", Self.script)
    // A file with another name is rewritten in place, which an old backup forbids.
    let refused = try shell(
      "ln t.bind u.bind; mkdir t.bind.bindlab-backup; bindlab check --fix t.bind", folder: folder)
    #expect(refused.status == 66)
    #expect(refused.errors.hasPrefix("bindlab: cannot write 't.bind': "))
    #expect(try folder.read("t.bind") == Self.script)
  }

  @Test func `standard input is fixed to standard output, and -e is refused`() throws {
    let result = try bindlab("check", "--fix", "-", input: Self.script)
    #expect(result.output == Self.script.replacing("->", with: "~>"))
    #expect(result.errors.contains("[B042]"))
    let refused = try bindlab("check", "--fix", "-e", "print 1")
    #expect(refused.status == 64)
    #expect(refused.errors.hasPrefix("bindlab: --fix writes files, and -e is not a file"))
    #expect(try bindlab("check", "--fix", "--format", "json", "-").status == 64)
    #expect(try bindlab("--fix", "x.bind").status == 64)
  }

  @Test func `a file that is not text is not rewritten`() throws {
    let bytes: [UInt8] =
      Array("print \"".utf8) + [0xFF, 0xFE] + Array("\"\nbind a.x -> b.x\n".utf8)
    try Data(bytes).write(to: URL(fileURLWithPath: folder.path + "/s.bind"))
    let result = try shell("bindlab check --fix s.bind", folder: folder)
    #expect(result.status == 2)
    #expect(try Data(contentsOf: URL(fileURLWithPath: folder.path + "/s.bind")) == Data(bytes))
  }

  // MARK: help

  @Test func `help explains each code, in either case`() throws {
    let list = try bindlab("-e", "help findings").output
    let codes = list.split(separator: "\n").filter { $0.hasPrefix("B0") }.map { $0.prefix(4) }
    #expect(codes.count > 40)
    let script = codes.map { "help \($0)\nhelp \($0.lowercased())\n" }.joined()
    let result = try bindlab(["-"], input: Array(script.utf8))
    #expect(result.errors == "")
    for code in codes {
      #expect(result.output.components(separatedBy: "\(code): ").count == 3, "\(code)")
    }
    #expect(result.output.split(separator: "\n").allSatisfy { $0.count <= 100 })
  }

  @Test func `an unknown code is reported with a similar one, or with a hint`() throws {
    let near = try bindlab("-e", "help B099")
    #expect(near.errors.contains("no finding has the code 'B099'; did you mean 'B009'?"))
    let far = try bindlab("-e", "help B123456")
    #expect(far.errors.contains("no finding has the code 'B123456'\n"))
    #expect(far.errors.contains("help: help findings lists them\n"))
  }
}

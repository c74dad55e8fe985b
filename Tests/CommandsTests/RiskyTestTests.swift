import Foundation
import TestSupport
import Testing

/// Tests that pass without having checked anything.
@Suite struct RiskyTestTests {
  private let folder = TemporaryFolder()

  /// Scripts that check nothing although they seem to, each with what is said of it.
  private static let risky: [(name: String, text: String, said: String)] = [
    ("quit.bind", "quit\nexpect 1 == 2\n", "line 2: its only expectation was not reached"),
    ("after.bind", "after 2s { expect 1 == 2 }\n", "line 1: its only expectation was not reached"),
    ("loop.bind", "for i in [] { expect i == 3 }\n", "line 1: its only expectation"),
    (
      "observer.bind",
      "object a { x = 1 }\nobserve a.x {\n  expect value == 3\n  expect value == 4\n}\n",
      "line 3: none of its 2 expectations was reached"
    ),
    ("if.bind", "if false { expect error { print 1 } }\n", "line 1: its only expectation"),
    ("quit2.bind", "print 1\nquit\n\nexpect no cycles\nprint 2\n", "line 4: its only"),
    ("silent.bind", "quit\nlet n = 1 // =>\n", "line 2: its only expectation was not reached"),
    ("trial.bind", "object a { x = 1 }\nwhatif { expect a.x == 2 }\n", "line 2: its only"),
    ("bare.bind", "object a { x = 1 }\na.x == 2\n", "line 2: a comparison alone checks nothing"),
    ("nested.bind", "for i in [1] { i == 2 }\n", "line 1: a comparison alone"),
    ("both.bind", "let n = 1\nn == 1 && n > 2\n", "line 2: a comparison alone"),
    ("arrow.bind", "print 1 // -> 2\n", "line 1: only a comment that begins with '// =>'"),
    ("below.bind", "print 1\n// ==> 2\n", "line 2: only a comment that begins"),
    ("star.bind", "print 1 /* => 2 */\n", "line 1: only a comment that begins"),
    (
      "fence.md", "```bind\nprint 1\n```\n\n```output\n2\n```\n",
      "line 5: the block 'output' is not"
    ),
    (
      "case.md", "```bind\nprint 1\n```\nText\n```Text\n2\n```\n", "line 5: the block 'Text' is not"
    ),
    ("none.md", "```bind\nprint 1\n```\n```\n2\n```\n", "line 4: a block without a name is not"),
    ("quit.md", "```bind\nquit\nexpect 1 == 2\n```\n", "line 3: its only expectation"),
  ]

  /// Scripts that check something, or of which nobody expects that they do.
  private static let sound: [(name: String, text: String)] = [
    ("met.bind", "expect 1 == 1\nquit\nexpect 1 == 2\n"),
    ("output.bind", "object a { x = 1 }\na.x == 2 // => false\na.x == 1\n// => true\n"),
    ("plain.bind", "print 1 // a note -> of no test\n\n// -> nothing is before it\n"),
    ("timer.bind", "after 1s { expect 1 == 1 }\nwait\n"),
    ("sourcing.bind", "source \"met.bind.txt\"\n"),
    ("example.md", "```bind\nprint 1\n```\n\n```swift\nprint(1)\n```\n\n```sh\nls\n```\n"),
    ("prose.md", "```bind\nprint 1\n```\nIn a shell:\n```\nls\n```\n"),
    ("shown.md", "```bind\nprint 1\n```\n```text\n1\n```\n"),
    ("skip.bind", "// skip: later\nquit\nexpect 1 == 2\n"),
  ]

  private func write() throws {
    for (name, text, _) in Self.risky { try folder.write(name, text) }
    for (name, text) in Self.sound { try folder.write(name, text) }
    try folder.write("met.bind.txt", "expect 1 == 1\n")
  }

  @Test func `a test of which nothing was checked is risky, and one that checked something is not`()
    throws
  {
    try write()
    let result = try shell("bindlab test .", folder: folder)
    for (name, _, said) in Self.risky {
      #expect(result.output.contains("risky \(name): it checked nothing: \(said)"), "\(name)")
    }
    for (name, _) in Self.sound { #expect(!result.output.contains("risky \(name)"), "\(name)") }
    let total = Self.risky.count + Self.sound.count
    #expect(
      result.output.contains(
        "\n\(total) tests: \(Self.sound.count - 1) passed, \(Self.risky.count) risky, 1 skipped;"))
    #expect(result.status == 0)
  }

  @Test(arguments: ["--werror", "--fail-risky", "setting"])
  func `with an option or a setting it fails`(how: String) throws {
    try write()
    if how == "setting" { try folder.write(".bindlab", "fail-risky = true\n") }
    let result = try shell("bindlab test \(how == "setting" ? "" : how) .", folder: folder)
    #expect(result.status == 1)
    for (name, _, said) in Self.risky {
      let line = said.dropFirst("line ".count).prefix { $0 != ":" }
      #expect(result.output.contains("FAIL \(name)\n\(name):\(line): error: it checked nothing: "))
    }
    for (name, _) in Self.sound { #expect(!result.output.contains("FAIL \(name)"), "\(name)") }
  }

  @Test func `coverage does not ask what a test checks`() throws {
    try folder.write("quit.bind", Self.risky[0].text)
    let result = try shell("bindlab coverage --werror .", folder: folder)
    #expect(result.status == 0 && result.errors == "")
  }

  @Test func `each format says so`() throws {
    try folder.write("quit.bind", Self.risky[0].text)
    func output(_ format: String) throws -> String {
      try shell("SOURCE_DATE_EPOCH=0 bindlab test --format \(format) .", folder: folder).output
    }
    let said = "it checked nothing: line 2: its only expectation was not reached"
    #expect(try output("tap") == "TAP version 14\nok 1 - quit.bind\n# risky: \(said)\n1..1\n")
    let junit = try output("junit")
    #expect(junit.contains("<skipped message=\"risky: \(said)\"/>"))
    #expect(junit.contains("tests=\"1\" failures=\"0\" errors=\"0\" skipped=\"1\""))
    #expect(
      try output("github").contains("::warning file=quit.bind,line=2,endLine=2,title=quit.bind::"))
  }

  @Test func `what check finds in a file is what makes a test risky`() throws {
    try write()
    let result = try shell("bindlab check --format json .", folder: folder)
    let seeming = Self.risky.filter { !$0.said.contains("its ") }
    for (name, _, said) in seeming {
      let line = said.dropFirst("line ".count).prefix { $0 != ":" }
      let found = result.output.split(separator: "\n").contains {
        $0.contains("\"B082\"") && $0.contains("\"\(name)\"") && $0.contains("\"line\":\(line),")
      }
      #expect(found, "\(name): \(result.output)")
    }
    #expect(result.output.components(separatedBy: "\"B082\"").count == seeming.count + 1)
    #expect(try shell("bindlab check -e 'print 1; 1 == 2'", folder: folder).errors == "")
    // Only an arrow has one meaning.
    #expect(try shell("bindlab check --fix arrow.bind bare.bind", folder: folder).status == 0)
    #expect(try folder.read("arrow.bind") == "print 1 // => 2\n")
    #expect(try folder.read("bare.bind") == Self.risky.first { $0.name == "bare.bind" }!.text)
  }

  @Test func `a block that is not quite bind is not run, and check says so`() throws {
    try folder.write("a.md", "```bind\nprint 1\n```\n\n```Bind\nprint 2\n```\n\n```bindlab\n```\n")
    let result = try shell("bindlab check a.md", folder: folder)
    #expect(result.errors.contains("a.md:5:1: warning: the block 'Bind' is not run [B082]"))
    #expect(result.errors.contains("a.md:9:1: warning: the block 'bindlab' is not run [B082]"))
    #expect(try shell("bindlab check --allow B082 a.md", folder: folder).isQuiet)
  }
}

import Foundation
import TestSupport
import Testing

/// `bindlab report`: where its page is written, its status, and the contents of the page.
@Suite struct ReportTests {
  static let script = """
    object a { x = 1 }
    object b { x = 0 }
    bind a.x ~> b.x
    a.x = 2
    """

  private func report(_ script: String, _ options: String...) throws -> ProcessResult {
    try bindlab(["report"] + options + ["-e", script])
  }

  @Test func `a page goes to standard output, or to the file that -o names`() throws {
    let folder = TemporaryFolder()
    let result = try report(Self.script)
    #expect(result.status == 0)
    #expect(result.errors == "")
    #expect(result.output.hasPrefix("<!DOCTYPE html>\n"))
    #expect(result.output.hasSuffix("</html>\n"))
    let file = folder.path + "/page.html"
    let written = try report(Self.script, "-o", file)
    #expect(written.output == "")
    #expect(try folder.read("page.html") == result.output)
    #expect(try report(Self.script, "-o", "-").output == result.output)
    #expect(try report(Self.script, "--output=-").output == result.output)
  }

  @Test func `the same script gives the same page, wherever and whenever it is run`() throws {
    let folder = TemporaryFolder()
    try folder.write("script.bind", Self.script)
    try FileManager.default.createDirectory(
      atPath: folder.path + "/elsewhere", withIntermediateDirectories: false)
    try folder.write("elsewhere/script.bind", Self.script)
    let first = try shell("bindlab report script.bind", folder: folder).output
    #expect(first.contains("sum.x") == false && first.contains("b.x: 1 → 2"))
    #expect(
      try shell("cd elsewhere; LC_ALL=C TZ=Asia/Tokyo bindlab report script.bind", folder: folder)
        .output == first)
    #expect(!first.contains(folder.path))
  }

  @Test func `a page contains no address that could be loaded`() throws {
    let page = try report(Self.script).output
    for part in ["http:", "https:", "src=", "@import", "<link", "<base", "<iframe"] {
      #expect(!page.contains(part), "\(part)")
    }
    #expect(page.components(separatedBy: "url(").dropFirst().allSatisfy { $0.hasPrefix("#") })
    #expect(page.contains("default-src 'none'; style-src 'sha256-"))
    #expect(!page.contains("unsafe-inline"))
  }

  /// Browsers compute these digests again, and ignore a part with another digest.
  @Test(arguments: ["style", "script"])
  func `the page's policy admits its own style and script`(_ element: String) throws {
    let page = try report(Self.script).output
    let start = try #require(page.range(of: "<\(element)>")).upperBound
    let end = try #require(page.range(of: "</\(element)>", range: start..<page.endIndex)).lowerBound
    let folder = TemporaryFolder()
    try folder.write("content", String(page[start..<end]))
    let digits = try Array(shell("sha256sum content", folder: folder).output.prefix(64))
    let bytes = stride(from: 0, to: digits.count, by: 2).compactMap {
      UInt8(String(digits[$0..<$0 + 2]), radix: 16)
    }
    #expect(bytes.count == 32)
    #expect(page.contains("\(element)-src 'sha256-\(Data(bytes).base64EncodedString())';"))
  }

  @Test func `a failed run has a page with the error, and its status`() throws {
    let failed = try report(Self.script + "\na.y = 3\na.x = 4")
    #expect(failed.status == 2)
    #expect(failed.errors.contains("<-e>:5:1: error: no property 'y' in 'a'"))
    #expect(failed.output.contains("&lt;-e&gt;:5:1: error: no property 'y' in 'a'"))
    #expect(!failed.output.contains("a.x: 2 → 4"))
    let going = try report(Self.script + "\na.y = 3\na.x = 4", "--keep-going")
    #expect(going.status == 2)
    #expect(going.output.contains("a.x: 2 → 4"))
    let expected = try report(Self.script + "\nexpect b.x == 3")
    #expect(expected.status == 1)
    #expect(expected.output.contains("expectation failed: b.x is 2, expected 3"))
  }

  @Test func `a script that cannot be read has no page`() throws {
    let folder = TemporaryFolder()
    let result = try report("print (", "-o", folder.path + "/page.html")
    #expect(result.status == 2)
    #expect(result.errors.contains("<-e>:1:"))
    #expect(!FileManager.default.fileExists(atPath: folder.path + "/page.html"))
  }

  @Test func `files that cannot be read or written are reported`() throws {
    let folder = TemporaryFolder()
    try folder.write("script.bind", Self.script)
    #expect(try bindlab("report", "/nonexistent.bind").status == 66)
    let unwritable = try report(Self.script, "-o", folder.path + "/no/page.html")
    #expect(unwritable.status == 66)
    #expect(unwritable.errors.contains("cannot write '\(folder.path)/no/page.html': No such file"))
    #expect(try report(Self.script, "-o", folder.path).status == 66)
  }

  @Test(arguments: [
    ["report"], ["report", "a.bind", "b.bind"], ["report", "-e", "", "a.bind"],
    ["report", "-t", "-e", ""], ["report", "-i", "-e", ""], ["report", "--format=json", "-e", ""],
    ["report", "--orders=2", "-e", ""], ["report", "-e", "", "-o"], ["-o", "x.html", "-e", ""],
    ["compare", "-o", "x.html", "-e", ""],
  ])
  func `a contradictory command line is refused`(_ words: [String]) throws {
    let result = try bindlab(words)
    #expect(result.status == 64)
    #expect(result.errors.hasPrefix("bindlab: "))
  }

  @Test func `files are read and shown with their lines, and none is written`() throws {
    let folder = TemporaryFolder()
    try folder.write("part.bind", Self.script)
    try folder.write("main.bind", "source \"part.bind\"\na.x = 7\nsave \"kept.bind\"\n")
    let page = try shell("bindlab report main.bind", folder: folder).output
    #expect(page.contains("<summary>main.bind</summary>"))
    #expect(page.contains("<summary>part.bind</summary>"))
    #expect(page.contains("<a href=\"#s1-4\">part.bind:4</a>"))
    #expect(page.contains("<a href=\"#s0-2\">main.bind:2</a>"))
    #expect(!FileManager.default.fileExists(atPath: folder.path + "/kept.bind"))
    let refused = try shell("bindlab report --no-source main.bind; echo $?", folder: folder)
    #expect(refused.output.contains("--no-source refuses"))
    #expect(refused.output.hasSuffix("</html>\n2\n"))
  }

  @Test func `without Graphviz the page says so and has its tables`() throws {
    let result = try bindlab(
      ["report", "-e", Self.script], environment: ["PATH": "/nonexistent"])
    #expect(result.status == 0)
    #expect(
      result.output.contains("Graphviz (the program &#39;dot&#39;) is not installed") == false)
    #expect(result.output.contains("Graphviz (the program 'dot') is not installed;"))
    #expect(!result.output.contains("<svg"))
    #expect(result.output.contains("<details class=\"fold\" open>"))
    #expect(result.output.contains("<code>a.x ~&gt; b.x</code>"))
  }

  @Test func `a script without bindings, and one without anything, have a page`() throws {
    #expect(try report("object a { x = 1 }").output.contains("There are no bindings."))
    let empty = try report("")
    #expect(empty.status == 0)
    #expect(empty.output.contains("There were no turns."))
  }

  @Test func `pending timers are shown, and the semantics are those of the turns`() throws {
    let page = try report(Self.script + "\nafter 2s { a.x = 9 }").output
    #expect(
      page.contains("the script ends while this is still due; 'wait' runs it"))
    #expect(try report(Self.script, "-s", "kvo").output.contains("run under <b>kvo</b>"))
    let chosen = try report(Self.script + "\nsemantics kvo\na.x = 1").output
    #expect(chosen.contains("run under <b>bind</b>, then <b>kvo</b>"))
  }

  @Test func `Ctrl-C ends it with status 130, and the old page stays`() throws {
    let folder = TemporaryFolder()
    let page = try folder.write("page.html", "before")
    let result = try interrupted("report", "-e", "while true {}", "-o", page)
    #expect(result.status == 130)
    #expect(try folder.read("page.html") == "before")
  }

  @Test func `a page of a long run has the first turns and the last ones, and says so`() throws {
    let script = """
      object a { x = 0 }
      repeat 3000 { a.x += 1 }
      """
    let page = try report(script).output
    #expect(page.utf8.count < 1_000_000)
    #expect(
      page.contains("2,001 turns are left out here: the page holds the first 500 and the last 500.")
    )
    #expect(page.contains("a.x: 498 → 499") && page.contains("a.x: 2999 → 3000"))
    #expect(!page.contains("a.x: 1500 → 1501"))
    #expect(page.contains("3,001 turns"))
  }

  @Test func `a page of a huge turn has the first events and the last ones, and says so`() throws {
    let script = """
      object a { x = 0 }
      batch { repeat 30000 { a.x += 1 } }
      """
    let page = try report(script).output
    #expect(page.utf8.count < 5_000_000)
    #expect(page.contains(" events left out …"))
    #expect(page.contains("a.x: 29999 → 30000"))
  }

  @Test func `report --help describes report`() throws {
    let result = try bindlab("report", "--help")
    #expect(result.status == 0)
    #expect(result.output.hasPrefix("usage: bindlab report "))
    #expect(result.output.contains("  -o, --output FILE ") && !result.output.contains("--no-init"))
    #expect(result.output.split(separator: "\n").allSatisfy { $0.count <= 80 })
  }
}

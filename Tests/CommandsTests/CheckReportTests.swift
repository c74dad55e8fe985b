import Foundation
import TestSupport
import Testing

/// `bindlab check` for folders, Markdown files and other programs.
@Suite struct CheckReportTests {
  private let folder = TemporaryFolder()

  private static let script = """
    object a { x = 1 }
    object b { x = 1 }
    bind a.x -> b.x
    print a.y
    let unused = 1

    """

  private static let markdown = """
    # Points

    ```bind
    object p { x = 1 }
    print p.y
    ```

    - an item
      ```bind new
        object q {  x = 1 }
      bind q.x -> q.x
      ```

    ```bind new
    print nobody
    ```
    ```text
    error: unknown name 'nobody'
    ```

    """

  /// Writes a file, and makes the folder that it is in.
  private func write(_ path: String, _ text: String) throws {
    let parent = URL(filePath: "\(folder.path)/\(path)").deletingLastPathComponent()
    try FileManager.default.createDirectory(at: parent, withIntermediateDirectories: true)
    try folder.write(path, text)
  }

  /// The first lines of findings, without messages.
  private func places(_ result: ProcessResult) -> [String] {
    result.errors.split(separator: "\n").filter { $0.hasSuffix("]") }
      .map { line in
        let parts = line.split(separator: ":", maxSplits: 4)
        return parts.prefix(3).joined(separator: ":") + " " + line.suffix(5).dropLast()
      }
  }

  @Test(arguments: ["json", "sarif", "gitlab", "text"])
  func `what was found before Ctrl-C is a complete report`(format: String) throws {
    try write("a.bind", Self.script)
    let long = (1...100_000).map { "object o\($0) { x = 1 }\nbind o\($0).x ~> a.x\n" }
    try write("b.bind", "object a { x = 1 }\n" + long.joined())
    let files = ["a.bind", "b.bind"].map { "\(folder.path)/\($0)" }
    let result = try interrupted(["check", "--format", format] + files)
    #expect(result.status == 130)
    let text = format == "text" ? result.errors : result.output
    #expect(
      text.contains("a.bind") && !text.contains("b.bind:") && !text.contains("/b.bind\""),
      "\(text.prefix(500))")
    #expect(!result.errors.contains("Interrupted"))
    let documents = format == "json" ? text.split(separator: "\n").map(String.init) : [text]
    for document in documents where format != "text" {
      _ = try JSONSerialization.jsonObject(with: Data(document.utf8))
    }
  }

  // MARK: Folders

  @Test func `a folder stands for its scripts and Markdown files, in order`() throws {
    try write("b.bind", Self.script)
    try write("a/m.md", Self.markdown)
    try write("a/other.txt", "not a script")
    try write(".hidden/h.bind", "print x\n")
    let result = try shell("ln -s .. a/loop; mkfifo pipe.bind; bindlab check .", folder: folder)
    #expect(result.status == 2)
    #expect(
      places(result) == [
        "a/m.md:5:7 B016", "a/m.md:11:3 B041", "a/m.md:11:12 B040", "b.bind:3:10 B040",
        "b.bind:4:7 B016",
      ])
    #expect(result.errors.hasSuffix("\n2 files: 2 errors, 3 warnings\n"))
  }

  @Test(arguments: [
    ("--exclude a", ["b.bind", "c/a.bind"]), ("--exclude a/", ["a.bind", "b.bind", "c/a.bind"]),
    ("--exclude 'a*'", ["b.bind"]), ("--exclude c/a.bind", ["a.bind", "a/x.bind", "b.bind"]),
    ("--exclude '*/a.bind' --exclude b.bind", ["a.bind", "a/x.bind"]),
    ("--exclude ''", ["a.bind", "a/x.bind", "b.bind", "c/a.bind"]),
  ])
  func `--exclude leaves out what its patterns fit`(options: String, left: [String]) throws {
    for file in ["a.bind", "a/x.bind", "b.bind", "c/a.bind"] { try write(file, "print n\n") }
    // A file with the name of the folder in the first pattern.
    let names = options == "--exclude a" ? left + ["a.bind"] : left
    let result = try shell("bindlab check \(options) .", folder: folder)
    #expect(places(result) == names.sorted().map { "\($0):1:7 B010" })
  }

  @Test func `--exclude takes a name that is no valid text`() throws {
    for file in ["a.bind", "b.bind"] { try write(file, "print n\n") }
    let result = try shell(
      "mv a.bind $'a\\xff.bind'; bindlab check --exclude $'a\\xff.bind' .", folder: folder)
    #expect(places(result) == ["b.bind:1:7 B010"])
    #expect(result.errors.hasSuffix("\n1 file: 1 error\n"))
  }

  @Test(arguments: ["check", "format"])
  func `'-' is standard input where a folder has that name, too`(subcommand: String) throws {
    try write("-/a.bind", "print n\n")
    let result = try shell("echo 'print  1' | bindlab \(subcommand) -", folder: folder)
    #expect(result.status == 0)
    #expect(result.output == (subcommand == "check" ? "" : "print 1\n"))
    #expect(places(try shell("bindlab check ./-", folder: folder)) == ["-/a.bind:1:7 B010"])
  }

  @Test func `.bindlabignore has patterns for its folder, for check, format and test`() throws {
    for file in ["a.bind", "b/a.bind", "b/c/a.bind", "b/c/d.bind"] {
      try write(file, "print  1\n")
    }
    try write("b/.bindlabignore", "# generated\nc/d.bind\n\na.bind  \r\n")
    #expect(try shell("bindlab check .", folder: folder).errors == "1 file: no findings\n")
    #expect(try shell("bindlab test .", folder: folder).output == "1 test: 1 passed; 0 expects\n")
    _ = try shell("bindlab format .", folder: folder)
    #expect(try shell("cat a.bind b/a.bind", folder: folder).output == "print 1\nprint  1\n")
    let result = try shell(
      "rm b/.bindlabignore; mkfifo b/.bindlabignore; bindlab check .", folder: folder)
    #expect(result.status == 66)
    #expect(
      result.errors == """
        bindlab: cannot read 'b/.bindlabignore': it is not a regular file
        1 file: no findings

        """)
  }

  // MARK: Markdown

  @Test func `a lesson is checked as what it runs`() throws {
    let lessons = try shell("bindlab check Sources/CLessons")
    #expect(!lessons.errors.contains("error:"), "\(lessons.errors)")
    #expect(lessons.status == 0)
    let lesson = """
      # One

      ```bind hidden
      object vm { name = "Kim" }
      ```

      ```bind fails
      vm.nobody = 1
      ```

      ```task
      Do it.
      ```

      ```check
      expect label.text == vm.name
      ```

      ```solution
      object label { text = "" }
      bind vm.name ~> label.txt
      ```

      """
    try write("one.md", lesson)
    let result = try shell("bindlab check one.md", folder: folder)
    #expect(places(result).first?.hasPrefix("one.md:21:") == true, "\(result.errors)")
    #expect(places(result).count == 1, "\(result.errors)")
    try write("two.md", lesson.replacing("hidden", with: "hiden"))
    let broken = try shell("bindlab check two.md", folder: folder)
    #expect(broken.errors.contains("unknown word 'hiden' after 'bind'"))
    #expect(broken.status == 2)
  }

  @Test func `fixes of Markdown files change only the blocks`() throws {
    try write("m.md", Self.markdown)
    let result = try shell("bindlab check --fix m.md", folder: folder)
    #expect(result.errors.hasPrefix("m.md: fixed 1 finding\n"))
    let fixed = try shell("cat m.md", folder: folder).output
    #expect(fixed == Self.markdown.replacing("->", with: "~>"))
  }

  @Test func `format lays out the blocks of a Markdown file, where they are indented, too`() throws
  {
    try write("m.md", Self.markdown)
    #expect(try shell("bindlab format --check m.md", folder: folder).status == 1)
    #expect(try shell("bindlab format m.md", folder: folder).status == 0)
    let formatted = try shell("cat m.md", folder: folder).output
    #expect(formatted == Self.markdown.replacing("    object q {  x", with: "  object q { x"))
    #expect(try shell("bindlab format --check .", folder: folder).status == 0)
    try write("bad.md", "```bind\nprint (\n```\n")
    let result = try shell("bindlab format bad.md", folder: folder)
    #expect(result.status == 2)
    #expect(result.errors.hasPrefix("bad.md:2:8: error: "))
  }

  @Test func `options after bind are those of the session, and wrong ones are findings`() throws {
    try write(
      "m.md", "Text\n\n```bind --semantics kvo\nprint 1\n```\n```bind --nonsense\nprint 2\n```\n")
    let result = try shell("bindlab check m.md", folder: folder)
    #expect(result.errors.hasPrefix("m.md:6:1: error: unknown option --nonsense [B003]\n"))
  }

  // MARK: Other programs

  @Test func `SARIF has rules, places, notes and fixes`() throws {
    try write("ä b.bind", Self.script.replacing("object b", with: "/* 👩‍👩‍👧 */ object b"))
    let result = try shell("bindlab check --format sarif .", folder: folder)
    #expect(result.status == 2)
    #expect(result.errors == "1 file: 1 error, 1 warning\n")
    let log = try dictionary(JSONSerialization.jsonObject(with: Data(result.output.utf8)))
    #expect(log["version"] as? String == "2.1.0")
    let run = try dictionary((log["runs"] as? [Any])?.first)
    #expect(run["columnKind"] as? String == "unicodeCodePoints")
    let driver = try dictionary(dictionary(run["tool"])["driver"])
    let rules = try #require(driver["rules"] as? [[String: Any]])
    #expect(rules.map { $0["id"] as? String } == ["B016", "B040"])
    let results = try #require(run["results"] as? [[String: Any]])
    #expect(results.map { $0["ruleId"] as? String } == ["B040", "B016"])
    #expect(results.map { $0["level"] as? String } == ["warning", "error"])
    let place = try physicalPlace((results[0]["locations"] as? [Any])?.first)
    #expect(place.uri == "%C3%A4%20b.bind")
    #expect(place.region["startLine"] as? Int == 3 && place.region["startColumn"] as? Int == 10)
    let fix = try dictionary((results[0]["fixes"] as? [Any])?.first)
    let change = try dictionary((fix["artifactChanges"] as? [Any])?.first)
    let replacement = try dictionary((change["replacements"] as? [Any])?.first)
    #expect(try dictionary(replacement["insertedContent"])["text"] as? String == "~>")
    #expect(
      try dictionary(replacement["deletedRegion"])["byteOffset"] as? Int
        == place.region["byteOffset"] as? Int)
    // Columns are counted in code points: the family is five of them.
    try write("c.bind", "print \"👩‍👩‍👧\", n\n")
    let other = try shell("bindlab check --format sarif c.bind", folder: folder).output
    #expect(other.contains("\"startColumn\":16,"))
  }

  private func dictionary(_ value: Any?) throws -> [String: Any] {
    try #require(value as? [String: Any])
  }

  private func physicalPlace(_ value: Any?) throws -> (uri: String?, region: [String: Any]) {
    let physical = try dictionary(dictionary(value)["physicalLocation"])
    let uri = try dictionary(physical["artifactLocation"])["uri"] as? String
    return (uri, try dictionary(physical["region"]))
  }

  @Test func `a SARIF log without findings is complete`() throws {
    let result = try bindlab("check", "--format", "sarif", "-e", "print 1")
    let log = try dictionary(JSONSerialization.jsonObject(with: Data(result.output.utf8)))
    let run = try dictionary((log["runs"] as? [Any])?.first)
    #expect((run["results"] as? [Any])?.isEmpty == true)
    #expect(try bindlab("check", "--format", "gitlab", "-e", "print 1").output == "[]\n")
  }

  @Test func `annotations are lines of the log of a job, which GitHub's variable turns on`() throws
  {
    try write("a,b:c%.bind", "print nobody, 1 +\n  nothing\n")
    let command = "bindlab check 'a,b:c%.bind'"
    let head = "::error file=a%2Cb%3Ac%25.bind,"
    let expected = [
      "line=1,endLine=1,col=7,endColumn=13,title=B010::unknown name 'nobody'",
      "line=2,endLine=2,col=3,endColumn=10,title=B010::unknown name 'nothing'",
    ]
    let output = try shell(command + " --format github", folder: folder).output
    let lines = output.split(separator: "\n")
    #expect(lines.count == 2 && zip(lines, expected).allSatisfy { $0.hasPrefix(head + $1) })
    let inJob = try shell("GITHUB_ACTIONS=true " + command, folder: folder)
    #expect(inJob.output == output)
    #expect(inJob.errors == (try shell(command, folder: folder)).errors)
    for format in ["text", "pretty"] {
      let off = try shell("GITHUB_ACTIONS=true \(command) --format \(format)", folder: folder)
      #expect(off.output == "")
      #expect(off.errors == (try shell(command, folder: folder)).errors)
    }
    #expect(try shell("GITHUB_ACTIONS=false " + command, folder: folder).output == "")
    // A job of GitLab has no such lines, but may keep a list in a file.
    let log = try shell("GITLAB_CI=true " + command + " | cat", folder: folder)
    #expect(log.output == "")
    let kept = try shell("GITLAB_CI=true \(command) >list.json; cat list.json", folder: folder)
    let asked = try shell(command + " --format gitlab", folder: folder)
    #expect(kept.output == asked.output)
    #expect(kept.output.hasPrefix("[{"))
    #expect(kept.errors == log.errors)
    let off = try shell("GITLAB_CI=true \(command) --format text >list; cat list", folder: folder)
    #expect(off.output == "")
    // There, standard output is the fixed text.
    let fixed = try shell(
      "echo 'print nobody' | GITHUB_ACTIONS=true bindlab check --fix -", folder: folder)
    #expect(fixed.output == "print nobody\n")
  }

  @Test func `fingerprints for GitLab do not depend on lines, and are all different`() throws {
    func fingerprints(_ text: String) throws -> [String] {
      try write("s.bind", text)
      let output = try shell("bindlab check --format gitlab ./s.bind", folder: folder).output
      let list = try JSONSerialization.jsonObject(with: Data(output.utf8)) as? [[String: Any]]
      for finding in try #require(list) {
        let place = try dictionary(finding["location"])
        #expect(place["path"] as? String == "s.bind")
        #expect(finding["severity"] as? String == "major")
      }
      return try #require(list).compactMap { $0["fingerprint"] as? String }
    }
    let before = try fingerprints("print n\nprint n\n")
    #expect(Set(before).count == 2)
    #expect(try fingerprints("// added\nprint n\n\nprint n\n") == before)
  }

  @Test func `a report on a full disk is an error`() throws {
    try write("s.bind", Self.script)
    let result = try shell("bindlab check --format sarif s.bind > /dev/full", folder: folder)
    #expect(result.errors.contains("cannot write the output: No space left on device"))
    #expect(result.status != 0)
  }
}

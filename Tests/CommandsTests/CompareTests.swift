import Foundation
import TestSupport
import Testing

/// `bindlab compare`: its output and its status. Only the two oldest semantics are named, so that the
/// expected output stays the same when there are more.
@Suite struct CompareTests {
  /// Its observer is held back under `bind`, and called within itself under `kvo`.
  static let different = """
    object a { x = 1 }
    observe a.x { if value < 5 { a.x += 1 } }
    a.x = 2
    """
  static let alike = """
    object a { x = 1 }
    object b { y = 0 }
    bind a.x ~> b.y
    a.x = 2
    """

  private func compare(_ script: String, _ options: String...) throws -> ProcessResult {
    try bindlab(["compare", "--semantics", "bind,kvo"] + options + ["-e", script])
  }

  @Test func `a script whose values agree has status 0, and no table of values`() throws {
    let result = try compare(Self.alike)
    #expect(result.status == 0)
    #expect(result.errors == "")
    #expect(
      result.output == """
        semantics  outcome  writes  firings  held  glitches  rounds  cycle
        bind       settled       3        2     0         0       0  none
        kvo        settled       3        2     0         0       0  none

        the final values agree under both semantics

        """)
  }

  @Test func `a script whose values differ has status 1, and shows the first difference`() throws {
    let result = try compare(Self.different)
    #expect(result.status == 1)
    #expect(result.output.contains("property  bind  kvo\na.x       3     5\n"))
    #expect(result.output.contains("bind       held          2        0     1 "))
    #expect(result.output.contains("the traces of bind and kvo differ from here on:"))
    #expect(result.output.split(separator: "\n").allSatisfy { $0.count <= 100 })
  }

  @Test func `the event of a binding is visible, however long its description is`() throws {
    let script = """
      object a { aPropertyWithAVeryLongName = 1 }
      observe a.aPropertyWithAVeryLongName { if value < 5 { a.aPropertyWithAVeryLongName += 1 } }
      a.aPropertyWithAVeryLongName = 2
      """
    #expect(try compare(script).output.contains("#1: held back: it is already firing"))
  }

  @Test func `an error in several runs is reported once`() throws {
    let result = try bindlab("compare", "-e", "object a { x = 1 }\na.y = 2")
    #expect(result.output.contains("\nall: <-e>:2:1: error: no property 'y' in 'a'\n"))
  }

  @Test func `without names all presets are compared, each in one row`() throws {
    let result = try bindlab("compare", "--format=json", "-e", Self.alike)
    let found = try json(result)
    let runs = try #require(found["semantics"] as? [[String: Any]])
    #expect(runs.count >= 2)
    #expect(runs.first?["name"] as? String == "bind")
    let groups = try #require(found["groups"] as? [[String]])
    #expect(groups.joined().sorted() == runs.compactMap { $0["name"] as? String }.sorted())
  }

  private func json(_ result: ProcessResult) throws -> [String: Any] {
    #expect(result.output.split(separator: "\n").count == 1)
    let data = try JSONSerialization.jsonObject(with: Data(result.output.utf8))
    return try #require(data as? [String: Any])
  }

  @Test func `json has the counts, the groups, the values and the place`() throws {
    let result = try compare(Self.different, "--format", "json")
    #expect(result.status == 1)
    let found = try json(result)
    #expect(found["agree"] as? Bool == false)
    #expect(found["groups"] as? [[String]] == [["bind"], ["kvo"]])
    let differences = try #require(found["differences"] as? [[String: Any]])
    #expect(differences.first?["property"] as? String == "a.x")
    #expect(differences.first?["values"] as? [Int] == [3, 5])
    let parting = try #require(found["parting"] as? [String: Any])
    #expect(parting["text"] as? String == "a.x = 2")
    #expect(parting["at"] as? String == "<-e>:3")
    let agreeing = try json(try compare(Self.alike, "--format", "json"))
    #expect(agreeing["parting"] == nil)
  }

  @Test func `a semantics of the script can be compared`() throws {
    let script = """
      semantics mine: bind { equal = drop }
      object a { x = 1 }
      var told = 0
      observe a.x { told += 1 }
      a.x = 1
      """
    let result = try bindlab("compare", "--semantics", "bind, mine", "-e", script)
    #expect(result.status == 1)
    #expect(result.output.contains("property  bind  mine\ntold      1     0\n"))
    // The declaration would also choose it.
    #expect(result.errors.contains("is skipped: compare chooses the semantics"))
  }

  @Test func `the tested semantics stays, whatever the script chooses`() throws {
    let result = try compare("semantics kvo\n" + Self.different)
    #expect(result.status == 1)
    #expect(result.output.contains("a.x       3     5\n"))
    #expect(result.errors.contains("note: 'semantics kvo' at <-e>:1 is skipped"))
    let twice = try compare("semantics kvo\nsemantics bind\n" + Self.alike)
    #expect(
      twice.errors == "bindlab: note: 'semantics kvo' at <-e>:1 and 1 more like it are skipped:"
        + " compare chooses the semantics\n")
    // `reset` does not restore the first one either.
    #expect(try compare("reset\n" + Self.different).output.contains("a.x       3     5\n"))
  }

  @Test func `pending timers are waited for, also after quit and after an error`() throws {
    let script = Self.different.replacingOccurrences(of: "a.x = 2", with: "after 2s { a.x = 2 }")
    for end in ["", "\nquit", "\nnope"] {
      #expect(try compare(script + end).output.contains("a.x       3     5\n"), "\(end)")
    }
  }

  @Test func `an error is a result, reported once with all semantics that have it`() throws {
    let result = try compare("object a { x = 1 }\na.y = 2\na.x = 3")
    #expect(result.status == 0)
    #expect(result.errors == "")
    #expect(result.output.contains("bind, kvo: <-e>:2:1: error: no property 'y' in 'a'"))
    #expect(result.output.contains("bind       failed "))
    // With --keep-going the rest runs, and counts.
    let all = try compare("object a { x = 1 }\na.y = 2\na.y = 3", "--keep-going")
    #expect(all.output.contains("       2  none\n"))
  }

  @Test func `a runaway is a result`() throws {
    let result = try compare("object a { x = 1 }\nbind a.x !~> a.x | Negate\na.x = 2")
    #expect(result.status == 1)
    #expect(result.output.contains("held, values differ\n"))
    #expect(result.output.contains("oscillates, period 2\n"))
    #expect(result.output.contains("kvo: <-e>:3:1: error: runaway: "))
  }

  @Test func `failed expectations are counted, but not shown`() throws {
    let result = try compare(Self.different + "\nexpect a.x == 3")
    #expect(result.errors == "")
    #expect(result.output.contains("expects failed"))
    #expect(!result.output.contains("errors"))
  }

  @Test func `the output of a script is hidden, however much it is`() throws {
    #expect(!(try compare("print \"seen\"").output.contains("seen")))
    let endless = try compare("while true { print 1 }", "--max-steps", "1000")
    #expect(endless.status == 0)
    #expect(endless.output.contains("bind, kvo: <-e>:1:14: error: stopped: "))
    #expect(endless.output.count < 1_000)
  }

  @Test func `files are read and none is written`() throws {
    let folder = TemporaryFolder()
    try folder.write("part.bind", Self.different)
    try folder.write("main.bind", "source \"part.bind\"\nsave \"kept.bind\"\n")
    let result = try shell("bindlab compare --semantics bind,kvo main.bind", folder: folder)
    #expect(result.output.contains("a.x       3     5\n"))
    #expect(!FileManager.default.fileExists(atPath: folder.path + "/kept.bind"))
    let refused = try shell("bindlab compare --no-source main.bind", folder: folder)
    #expect(refused.output.contains("--no-source refuses"))
  }

  @Test func `each file is compared separately, and one that differs decides the status`() throws {
    let folder = TemporaryFolder()
    try folder.write("one.bind", Self.different)
    try folder.write("two.bind", Self.alike)
    let result = try shell(
      "bindlab compare --semantics bind,kvo one.bind two.bind; echo $?", folder: folder)
    #expect(result.output.hasPrefix("one.bind\n\n"))
    #expect(result.output.contains("\ntwo.bind\n\n"))
    #expect(result.output.hasSuffix("under both semantics\n1\n"))
  }

  @Test func `consecutive texts are one script, and - is standard input`() throws {
    let lines = Self.different.split(separator: "\n").flatMap { ["-e", String($0)] }
    let result = try bindlab(["compare", "--semantics", "bind,kvo"] + lines)
    #expect(result.output == (try compare(Self.different).output))
    let input = try bindlab("compare", "-", "--semantics", "bind,kvo", input: Self.different)
    #expect(input.output == result.output)
  }

  @Test func `an empty file has no values, and agrees`() throws {
    let result = try bindlab("compare", "-", input: "")
    #expect(result.status == 0)
    #expect(result.output.contains("there are no values at the end under all "))
  }

  @Test func `what cannot be compared is reported with the right status`() throws {
    #expect(try bindlab("compare").status == 64)
    #expect(try bindlab("compare", "/nonexistent.bind").status == 66)
    let unparsed = try bindlab("compare", "-e", "print (")
    #expect(unparsed.status == 2)
    #expect(unparsed.errors.contains("<-e>:1:"))
    let near = try bindlab("compare", "--semantics", "bind,kvi", "-e", "")
    #expect(near.status == 64)
    #expect(near.errors.contains("unknown semantics 'kvi' for <-e>; did you mean 'kvo'?"))
    #expect(try bindlab("compare", "-s", "", "-e", "").status == 64)
    #expect(try bindlab("compare", "--format", "xml", "-e", "").status == 64)
    #expect(
      try bindlab("--format", "json", "-e", "").errors.contains("--format can only be used with "))
    #expect(try bindlab("compare", "-i", "-e", "").status == 64)
    #expect(try bindlab("compare", "-t", "-e", "").status == 64)
  }

  @Test func `Ctrl-C ends a comparison with status 130 and without a table`() throws {
    let result = try interrupted("compare", "-e", "while true {}")
    #expect(result.status == 130)
    #expect(result.output == "")
  }

  @Test(arguments: [
    ("bind a.x ~> a.y\na.x = 5", "bind", "none"),
    ("bind a.x <> a.y\na.x = 5", "bind", "two-way pair"),
    ("bind a.x !~> a.y\nbind a.y !~> a.z\nbind a.z !~> a.x\na.x = 5", "bind", "held, agrees"),
    (
      "bind a.x !~> a.y\nbind a.y !~> a.z\nbind a.z !~> a.x | { value + 1 }\na.x = 5", "bind",
      "held, values differ"
    ),
    (
      "bind a.x !~> a.y\nbind a.y !~> a.z\nbind a.z !~> a.x | { value + 1 }\na.x = 5", "kvo",
      "diverges"
    ),
    ("bind a.x !~> a.x | Negate\na.x = 5", "kvo", "oscillates, period 2"),
    (
      "semantics calm: kvo { equal = drop }\nbind a.x !~> a.y\nbind a.y !~> a.z\n"
        + "bind a.z !~> a.x | { value < 9 ? value + 1 : value }\na.x = 5", "calm",
      "settled after 5 laps"
    ),
    ("object b { x = 1; computed c = x > 1 ? c : 0 }\nb.x = 2", "bind", "refused"),
  ])
  func `the verdict on a cycle is one of a few words`(
    _ script: String, _ semantics: String, _ verdict: String
  ) throws {
    let result = try bindlab(
      "compare", "--semantics", semantics, "--format", "json", "-e",
      "object a { x = 0; y = 0; z = 0 }\n" + script)
    let runs = try #require(try json(result)["semantics"] as? [[String: Any]])
    #expect(runs.first?["cycle"] as? String == verdict)
  }

  @Test func `--ascii draws the two columns in ASCII`() throws {
    let result = try compare(Self.different, "--ascii")
    #expect(result.output.utf8.allSatisfy { $0 < 0x80 })
    #expect(result.output.contains(" | turn 3  a.x = 2"))
  }

  @Test func `--seed is the same for each run`() throws {
    let script = "object a { x = random(1000000) }"
    let result = try compare(script, "--seed", "7")
    #expect(result.status == 0)
  }

  @Test func `compare --help describes compare`() throws {
    let result = try bindlab("compare", "--help")
    #expect(result.status == 0)
    #expect(result.output.hasPrefix("usage: bindlab compare "))
    #expect(result.output.contains("  --format ") && !result.output.contains("--no-init"))
    #expect(result.output.split(separator: "\n").allSatisfy { $0.count <= 80 })
  }
}

import Foundation
import TestSupport
import Testing

/// `bindlab test`: which tests it finds, and whether they pass.
@Suite struct TestCommandTests {
  private let folder = TemporaryFolder()

  private func test(_ words: String) throws -> ProcessResult {
    try shell("bindlab test \(words)", folder: folder)
  }

  // MARK: Scripts

  /// Scripts that pass.
  @Test(arguments: [
    "expect 1 == 1\n",
    "print 1\n",
    "1 + 1 // => 2\n",
    "print 1; print 2 // => 1\n         // => 2\n",
    "for i in [1, 2] { print i }\n// => 1\n// => 2\n",
    "object a { x = 1 } // =>\n",
    "print \"a  \"\n// => a\n",
    "object a { x = 1 }\ntrace brief\na.x = 2 // => turn 2  a.x = 2   settled: 1 write, 0 firings\n",
    "var l = []\nl[0] // => error: index 0 is outside the list, which has 0 elements\nexpect true\n",
    "expect 1 == 2 // => error: expectation failed: 1 is 1, expected 2\n",
    "object a { x = 1 }\nbind a.x ~> a.x\n",
    "",
  ])
  func `a script passes if everything is as expected`(script: String) throws {
    try folder.write("a.bind", script)
    let result = try test("a.bind")
    #expect(result.status == 0, "\(result.output)")
    #expect(result.output.contains("1 test: 1 passed; "))
    #expect(result.errors == "")
  }

  /// Scripts that fail, and a line of the output.
  @Test(arguments: [
    ("expect 1 == 2\n", "a.bind:1:8: error: expectation failed: 1 is 1, expected 2"),
    ("print (\n", "a.bind:1:8: error: expected a value after '('"),
    ("var l = []\nl[0]\n", "a.bind:2:1: error: index 0 is outside the list, which has 0 elements"),
    ("1 // => 2\n", "a.bind:1: error: the output of line 1 differs: - expected, + actual"),
    ("1 // => 2\n", "+1"),
    ("print 1\n// =>\n", "+1"),
    ("1\n// => 1\n// => 2\n", "-2"),
    ("if true {\n 1 // => 1\n}\n", "a.bind:2: error: '// =>' inside a statement:"),
    ("\n// => 1\n", "a.bind:2: error: '// =>' does not follow a statement"),
    ("var l = []\nl[0] // => error: else\n", "a.bind:2:1: error: index 0 is outside the list"),
    ("quit\n1 // => 1\n", "-1"),
  ])
  func `a script fails if something is not`(script: String, line: String) throws {
    try folder.write("a.bind", script)
    let result = try test("a.bind")
    #expect(result.status == 1)
    #expect(result.output.hasPrefix("FAIL a.bind\n"))
    #expect(result.output.contains("\n\(line)"), "\(result.output)")
    #expect(result.output.contains("\n1 test: 0 passed, 1 failed; "))
  }

  @Test func `an unexpected error ends the script, except with --keep-going`() throws {
    try folder.write("a.bind", "var l = []\nl[0]\n1 // => 2\n")
    #expect(try test("a.bind").output.contains("differs") == false)
    #expect(try test("--keep-going a.bind").output.contains("differs"))
  }

  @Test func `a warning is a failure under --werror, unless it is expected`() throws {
    try folder.write("free.bind", "object a { x = 1 }\nbind a.x ~> a.x\n")
    try folder.write(
      "shown.bind",
      """
      object a { x = 1 }
      bind a.x ~> a.x
      // => warning: #1 binds a property to itself: a.x → #1 → a.x
      """)
    let result = try test(".")
    #expect(
      result.output == """
        free.bind:2:1: warning: #1 binds a property to itself: a.x → #1 → a.x
        bind a.x ~> a.x
        ^~~~~~~~~~~~~~~
        free.bind:2:1: note: #1 a.x ~> a.x
        note: if you write a.x = 2: it ends after one lap, held back at #1, where the values agree

        2 tests: 2 passed; 0 expects, 1 warning

        """)
    let strict = try test("--werror .")
    #expect(strict.status == 1)
    #expect(strict.output.contains("free.bind:2:1: error: #1 binds a property to itself"))
    #expect(strict.output.contains("2 tests: 1 passed, 1 failed"))
  }

  @Test func `each test has a session, a clock and random numbers of its own`() throws {
    for name in ["a.bind", "b.bind"] {
      try folder.write(
        name, "object a { x = random(1000000) }\nafter 1s { print a.x }\nadvance 1s // => 0\n")
    }
    #expect(try test("--update --jobs 1 .").status == 0)
    #expect(try folder.read("a.bind") == folder.read("b.bind"))
    #expect(try test("--jobs 2 .").status == 0)
    #expect(try test("--seed 1 .").status == 1)
  }

  @Test func `the options of the session apply to each test`() throws {
    try folder.write(
      "a.bind",
      """
      object a { x = 1 }
      object b { x = 0 }
      bind a.x ~> b.x
      b.x = 5
      // => error: expected
      """)
    #expect(try test("--update -s javafx a.bind").status == 0)
    #expect(try folder.read("a.bind").contains("// => error: "))
    #expect(try test("a.bind").status == 1)
    try folder.write("s.bind", "source \"a.bind\"\n")
    #expect(try test("--no-source s.bind").output.contains("--no-source"))
    try folder.write("m.bind", "while true { 1 }\n")
    #expect(try test("--max-steps 10 m.bind").output.contains("m.bind:1:"))
  }

  @Test func `places in the output do not depend on where the tool is run`() throws {
    try folder.write("d.bind", "")
    let script = "object a { x = 1 }\na.x = 2\nwhy a.x // => x\n"
    _ = try shell("mkdir deep && printf '\(script)' > deep/a.bind", folder: folder)
    #expect(try test("--update deep").status == 0)
    #expect(try folder.read("deep/a.bind").contains("   a.bind:2"))
    #expect(try shell("cd deep && bindlab test .", folder: folder).status == 0)
  }

  @Test func `files beside a test are found from anywhere`() throws {
    _ = try shell("mkdir deep", folder: folder)
    try folder.write("deep/other.bind", "object other { x = 1 }\n")
    try folder.write("deep/a.bind", "source \"other.bind\"\nexpect other.x == 2\n")
    try folder.write("deep/b.md", "```bind\nsource \"other.bind\"\nexpect other.x == 1\n```\n")
    let result = try test("deep")
    #expect(result.output.contains("deep/a.bind:2:8: error: expectation failed"))
    #expect(result.output.contains("3 tests: 2 passed, 1 failed"))
  }

  // MARK: Transcripts

  @Test func `the blocks of a transcript are one session, until a new one begins`() throws {
    try folder.write(
      "a.md",
      """
      ```bind
      object a { x = 1 }
      ```
      ```bind
      a.x
      b
      a.x + 1
      ```
      ```text
      1
      <stdin>:3:1: error: unknown name 'b'
      b
      ^
      help: declare it: object b { … }, let b = … or var b = …
      2
      ```
      ```bind new -s kvo --seed 3
      object a { x = 2 }
      a.x
      for i in [1, 2] { print turn.outcome, i }
      ```
      ```text
      2
      settled 1
      settled 3
      ```
      """)
    let result = try test("a.md")
    #expect(
      result.output.contains("a.md:23: error: the output of the block in line 17 differs"),
      "\(result.output)")
    #expect(!result.output.contains("a.md:10"))
    #expect(result.output.contains("\n 2\n settled 1\n-settled 3\n+settled 2\n"))
  }

  @Test func `a block without an output must run without an error`() throws {
    try folder.write("a.md", "text\n\n- ```bind\n  print 1\n  nope\n  ```\n")
    let result = try test("a.md")
    #expect(result.status == 1)
    #expect(result.output.contains("\na.md:5:1: error: unknown name 'nope'\nnope\n^~~~\n"))
  }

  @Test(arguments: ["--help", "-i", "x.bind", "-s nonsense", "--trace-to f", "--nonsense"])
  func `words after bind that are not session options are refused`(words: String) throws {
    try folder.write("a.md", "\n```bind \(words)\n1\n```\n")
    let result = try test("a.md")
    #expect(result.status == 1)
    #expect(result.output.contains("\na.md:2: error: "), "\(result.output)")
  }

  @Test func `a block that is not closed is an error with its line`() throws {
    try folder.write("a.md", "one\n\n```bind\nprint 1\n")
    let result = try test("a.md")
    #expect(result.status == 1)
    #expect(result.output.contains("\na.md:3: error: the block 'bind' has no end\nhelp: "))
  }

  // MARK: Finding tests

  @Test func `folders are searched for scripts and transcripts, in the order of names`() throws {
    _ = try shell(
      """
      mkdir -p b/c b-x .hidden && echo 'expect false' | tee b.bind b/a.bind b/c/d.bind b-x/a.bind \
        .hidden/a.bind b/.a.bind b/a.txt >tee.out
      printf '```bind\\nexpect false\\n```\\n' | tee b/t.md README >tee.out; echo text > b/n.md
      mkfifo b/f.bind; ln -s .. b/c/up; ln -s b link
      """, folder: folder)
    let result = try test("--format tap .")
    let names = result.output.split(separator: "\n").filter { $0.hasPrefix("not ok") }
      .map { $0.split(separator: " ").last ?? "" }
    #expect(
      names == [
        "b-x/a.bind", "b.bind", "b/a.bind", "b/c/d.bind", "b/t.md", "link/a.bind", "link/c/d.bind",
        "link/t.md",
      ])
    #expect(result.output.hasSuffix("\n1..8\n"))
  }

  @Test func `a file is tested once, however many paths lead to it`() throws {
    _ = try shell("mkdir a; echo 'expect true' > a/x.bind; ln -s a/x.bind y.bind", folder: folder)
    let result = try test("a/x.bind ./a/x.bind a//x.bind a \"$PWD/a/x.bind\" y.bind ./a/.")
    #expect(result.output == "1 test: 1 passed; 1 expect\n")
  }

  /// The existing files, the given paths, and the output.
  @Test(arguments: [
    ("mkdir a", "a", "nothing was tested in 'a': it has no script, *.bind, and no transcript"),
    ("echo > a.md", "a.md", "nothing was tested in 'a.md': it has no block ```bind"),
    ("echo > a.txt", "a.txt", "'a.txt' is not a test; tests are scripts, *.bind, and transcripts"),
    ("mkfifo a.bind", "a.bind", "'a.bind' is not a test: it is not a regular file"),
    ("true", "none", "cannot read 'none': No such file or directory"),
    ("echo > a.bind", "--filter zz .", "nothing was tested: no test has 'zz' in its name"),
    ("mkdir a; echo > b.bind", "a b.bind", "nothing was tested in 'a'"),
    ("true", "-", "test takes files and folders, and '-' is neither"),
  ])
  func `nothing to test is an error`(preparation: String, words: String, message: String) throws {
    let result = try shell("\(preparation)\nbindlab test \(words)", folder: folder)
    #expect(result.status == 66)
    #expect(result.errors.hasPrefix("bindlab: \(message)"), "\(result.errors)")
  }

  @Test func `a filter leaves the tests that have the text in their names`() throws {
    _ = try shell("mkdir -p a/b; touch a/b/one.bind a/two.bind b.bind", folder: folder)
    #expect(try test("--filter b/ .").output == "1 test: 1 passed; 0 expects\n")
    #expect(try test("--filter a/ a b.bind").output == "2 tests: 2 passed; 0 expects\n")
  }

  @Test func `names that are not text are distinguished, and cannot control a terminal`() throws {
    let result = try shell(
      """
      for name in $'a\\xff' $'a\\xfe' $'a\\n' $'a\\e[31m'; do echo 'expect false' > "$name.bind"; done
      bindlab test .
      """, folder: folder)
    let names = result.output.split(separator: "\n").filter { $0.hasPrefix("FAIL ") }
    #expect(
      names == [
        "FAIL a\\n.bind", "FAIL a\\u{1B}[31m.bind", "FAIL a\\xFE.bind", "FAIL a\\xFF.bind",
      ])
    #expect(result.output.contains("4 tests: 0 passed, 4 failed"))
  }

  @Test(
    arguments: [
      ("--jobs 0 .", "--jobs takes a number from 1 to 256, not '0'"),
      ("--timeout never .", "--timeout takes a number of seconds above 0, not 'never'"),
      ("--format xml .", "--format takes pretty, tap, junit, github or json, not 'xml'"),
      ("-e 1 .", "-e cannot be used with test"),
      ("", "test needs a PATH"),
      ("-o out .", "-o needs --format tap, junit, github or json"),
    ])
  func `an invalid command line is refused`(words: String, message: String) throws {
    let result = try test(words)
    #expect(result.status == 64)
    #expect(result.errors.hasPrefix("bindlab: \(message)"))
  }

  @Test func `a file that is not UTF-8 fails with the place`() throws {
    let path = folder.path + "/a.bind"
    try Data(Array("print 1\nprint \"".utf8) + [0xFF, 0x22, 0x0A]).write(
      to: URL(fileURLWithPath: path))
    let result = try test("a.bind")
    #expect(result.status == 1)
    #expect(result.output.contains("\na.bind:2:8: error: byte 0xFF is not UTF-8\n"))
  }
}

import TestSupport
import Testing

/// The exit status of the process.
@Suite struct ExitStatusTests {
  @Test(arguments: [
    ("print 1", 0),
    ("", 0),
    ("expect 1 == 1", 0),
    ("expect 1 == 2", 1),
    ("expect error { 1 / 0 }", 0),
    ("expect error { 1 }", 1),
    ("nope", 2),
    ("print 1 +", 2),
    ("throw \"offline\"", 2),
    ("object a { x: Int = 1 }\na.x = \"s\"", 2),
    ("print 9223372036854775807 + 1", 2),
    ("print 1 / 0", 2),
    // An error takes precedence over a failed expectation, in either order.
    ("expect 1 == 2\nnope", 2),
    // A failed expectation does not end the script.
    ("expect 1 == 2\nexpect 2 == 2\nprint \"on\"", 1),
    // A warning alone is no failure.
    ("object a { x = 1 }\nobject b { y = 1 }\nbind a.x -> b.y", 0),
    ("print 1\nquit\nthrow \"not reached\"", 0),
  ])
  func `the end of a script decides the exit status`(script: String, status: Int32) throws {
    #expect(try bindlab(input: script).status == status)
    #expect(try bindlab("-e", script).status == status)
  }

  @Test func `a turn that runs away is an error of the script`() throws {
    let result = try bindlab(
      "-s", "kvo", "-e",
      """
      object a { x = 1 }
      object b { x = 1 }
      bind a.x ~> b.x
      bind b.x ~> a.x | { value + 1 }
      a.x = 2
      """)
    #expect(result.status == 2)
    #expect(result.errors.contains("error: runaway: a cycle ran"))
  }

  @Test(arguments: [
    ["--nonsense"], ["-x"], ["-e"], ["-s"], ["-s", "nonsense"], ["--seed"], ["--seed", "x"],
    ["--seed", "-1"], ["--max-steps", "0"], ["--max-steps", "many"], ["--max-memory", "0"],
    ["--max-memory", "M"], ["--max-memory", "99999999999G"], ["--color", "red"],
    ["--trace=loud"], ["--help=please"], ["check"],
  ])
  func `an invalid command line is a usage error`(arguments: [String]) throws {
    let result = try bindlab(arguments)
    #expect(result.status == 64)
    #expect(result.output == "")
    #expect(result.errors.hasPrefix("bindlab: "))
    #expect(result.errors.hasSuffix("bindlab --help lists the options\n"))
  }

  @Test func `an unreadable input is 66, and reported with the reason`() throws {
    let folder = TemporaryFolder()
    let missing = folder.path + "/missing.bind"
    let result = try bindlab(missing)
    #expect(result.status == 66)
    #expect(result.errors == "bindlab: cannot read '\(missing)': No such file or directory\n")
    let place = try bindlab(folder.path)
    #expect(place.status == 66)
    #expect(place.errors == "bindlab: cannot read '\(folder.path)': it is a folder\n")
    #expect(try bindlab("check", missing).status == 66)
    #expect(try shell("bindlab <&-").status == 66)
  }

  @Test func `inputs before an unreadable one have run`() throws {
    let result = try bindlab("-e", "print 1", "/nonexistent.bind", "-e", "print 2")
    #expect(result.output == "1\n")
    #expect(result.status == 66)
  }

  /// Each begins, prints, and then continues forever.
  @Test(arguments: [
    "print 1\nwhile true {}",
    "print 1\nvar n = 0\nrepeat 9223372036854775807 { n = 1 }",
    "print 1\nobject a { x = 1 }\nwhile true { a.x = 2 }",
    "print 1\nobject a { x = 1 }\nobserve a.x { while true {} }\na.x = 2",
    "print 1\nobject a { x = 1; y = 1 }\nbind a.x !~> a.y | { while true {}\n value }\na.x = 2",
    """
    print 1
    semantics endless: kvo { limit = 9000000000000000000 }
    object a { x = 1 }
    object b { x = 1 }
    bind a.x !~> b.x
    observe b.x { a.x = value }
    a.x = 2
    """,
  ])
  func `SIGINT ends any script with 130`(script: String) throws {
    let folder = TemporaryFolder()
    let result = try interrupted(after: .seconds(1), folder.write("endless.bind", script))
    #expect(result.status == 130)
    #expect(result.output == "1\n")
    #expect(result.errors.contains("error: interrupted"))
  }

  @Test func `SIGINT while the script is being read ends with 130`() throws {
    let result = try shell("sleep 3 | timeout --preserve-status -s INT -k 9 1 \"$BINDLAB\"")
    #expect(result.status == 130)
  }
}

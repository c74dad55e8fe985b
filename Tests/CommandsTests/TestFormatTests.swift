import Foundation
import TestSupport
import Testing

/// The results in formats for other programs, read by these: `prove` and `xmllint`.
@Suite struct TestFormatTests {
  private let folder = TemporaryFolder()

  private static func isInstalled(_ name: String) -> Bool {
    FileManager.default.isExecutableFile(atPath: "/usr/bin/\(name)")
  }

  /// Twenty tests of all kinds; their names say which ones fail.
  private func writeTwenty() throws {
    let scripts: [(String, String)] = [
      ("pass-value.bind", "1 // => 1\n"), ("pass-print.bind", "print \"<&>\\\"\" // => <&>\"\n"),
      ("pass-expect.bind", "expect true\n"), ("pass-empty.bind", ""),
      ("pass-warning.bind", "object a { x = 1 }\nbind a.x -> a.x\n"),
      ("pass #1 of 2.bind", "expect true\n"), ("pass-<&\">.bind", "expect true\n"),
      ("deep/pass.bind", "expect true\n"),
      ("deep/pass.md", "```bind\nprint \"```\"\n```\n````text\n```\n````\n"),
      ("deep/pass-free.md", "```bind\nprint 1\n```\n"),
      ("fail-expect.bind", "expect 1 == 2\n"),
      ("fail-output.bind", "print \"\u{1B}[31m\\u{7} ]]>\" // => b: c # d\n"),
      ("fail-empty-lines.bind", "print \"a\"; print \"\"; print \"  b\" // => c\n"),
      ("fail-error.bind", "var l = []\nl[0]\n"), ("fail-syntax.bind", "print (\n"),
      ("fail-hang.bind", "while true { 1 }\n"), ("fail-stray.bind", "// => 1\n"),
      ("fail-open.md", "```bind\n1\n"), ("deep/fail.md", "```bind\n1\n```\n```text\n2\n```\n"),
      ("fail-\\ \"q\" # SKIP.bind", "expect false\n"),
    ]
    #expect(scripts.count == 20)
    _ = try shell("mkdir deep", folder: folder)
    for (name, text) in scripts { try folder.write(name, text) }
  }

  @Test func `GitHub shows each failure at its line`() throws {
    try folder.write("a.bind", "expect true\nexpect \"100%\" == \"1\"\n")
    try folder.write("b.md", "```bind\nprint 1\n```\n```text\n2\n```\n\n```bind\nprint 3\n```\n")
    try folder.write("c,d.bind", "print (\n")
    func annotations(_ command: String) throws -> [String] {
      try shell(command, folder: folder).output.split(separator: "\n").map(String.init)
        .filter { $0.hasPrefix("::") }
    }
    let found = try annotations("bindlab test --format github .")
    #expect(found.count == 3)
    #expect(found[0].hasPrefix("::error file=a.bind,line=2,endLine=2,title=a.bind::"))
    #expect(found[0].contains("100%25"))
    #expect(found[1].hasPrefix("::error file=b.md,line=5,endLine=5,title=b.md%3A1::"))
    #expect(found[1].contains("%0A-2%0A+1"))
    #expect(found[2].hasPrefix("::error file=c%2Cd.bind,line=1,endLine=1,title=c%2Cd.bind::"))
    // The results for people come, too; a job of GitHub has the lines by itself.
    let result = try shell("bindlab test --format github .", folder: folder)
    #expect(result.output.contains("FAIL a.bind\n"))
    #expect(result.output.hasSuffix("4 tests: 1 passed, 3 failed; 2 expects\n"))
    #expect(result.status == 1)
    #expect(try annotations("GITHUB_ACTIONS=true bindlab test .") == found)
    #expect(try annotations("GITHUB_ACTIONS=true bindlab test --format pretty .") == [])
    #expect(try annotations("bindlab test .") == [])
    #expect(
      try annotations("GITHUB_ACTIONS=true bindlab test --format junit -o report.xml .") == found)
    #expect(try annotations("GITHUB_ACTIONS=true bindlab test --format tap .") == [])
    let kept = try shell(
      "bindlab test --format github -o out.txt . >/dev/null; cat out.txt", folder: folder)
    #expect(kept.output.split(separator: "\n").map(String.init) == found)
  }

  @Test(.enabled(if: isInstalled("prove"), "prove is not installed"))
  func `prove reads each test and finds those that fail`() throws {
    try writeTwenty()
    let result = try shell(
      """
      find . -name '*.bind' -o -name '*.md' | sort > list
      tr '\\n' '\\0' < list | xargs -0 prove -e "$BINDLAB test --timeout 3 --format tap"
      """, folder: folder)
    #expect(!result.output.contains("Parse errors"), "\(result.output)")
    #expect(result.output.contains("Files=20, Tests=20,"))
    #expect(result.output.hasSuffix("Result: FAIL\n"))
    let failed = result.output.split(separator: "\n").filter { $0.contains("(exited 1)") }
    #expect(failed.count == 10)
    #expect(failed.allSatisfy { $0.contains("fail") })
    let passing = try shell(
      "prove -e \"$BINDLAB test --format tap\" deep/pass.bind deep/pass.md; echo $?", folder: folder
    )
    #expect(passing.output.hasSuffix("Result: PASS\n0\n"))
    let none = try shell(
      "touch none.md; prove -e \"$BINDLAB test --format tap\" none.md", folder: folder)
    #expect(none.output.hasSuffix("Result: FAIL\n"))
  }

  @Test(.enabled(if: isInstalled("prove"), "prove is not installed"))
  func `the findings in TAP are YAML, which Perl's reader understands`() throws {
    try writeTwenty()
    let reader = """
      use TAP::Parser;
      my $parser = TAP::Parser->new({ exec => [$ENV{BINDLAB}, "test", "--timeout", "3",
        "--format", "tap", "."] });
      my $name;
      while (my $result = $parser->next) {
        $name = $result->description if $result->is_test;
        next unless $result->is_yaml;
        for (@{$result->data->{findings}}) {
          print join("|", $name, $_->{kind}, $_->{file}, $_->{line} // "-", $_->{message}), "\\n";
          print "<$_->{text}>" if $name =~ /fail-(output|empty)/;
        }
      }
      print "errors: ", join(";", $parser->parse_errors), "\\n";
      print $parser->tests_planned, " ", scalar $parser->failed, " ", $parser->exit, "\\n";
      """
    try folder.write("reader.pl", reader)
    let output = try shell("perl reader.pl", folder: folder).output
    #expect(output.hasSuffix("errors: \n20 10 1\n"), "\(output)")
    #expect(
      output.contains("- fail-expect.bind|expectation|fail-expect.bind|1|expectation failed: "))
    #expect(
      output.contains("|timeout|fail-hang.bind|1|it took longer than 3 s and was stopped\n"))
    #expect(
      output.contains(
        "<fail-output.bind:1: error: the output of line 1 differs: - expected, + actual\n"
          + "-b: c # d\n+\\u{1B}[31m\\u{7} ]]>\n>"))
    #expect(output.contains("\n-c\n+a\n+\n+  b\n>"))
  }

  @Test(.enabled(if: isInstalled("xmllint"), "xmllint is not installed"))
  func `the JUnit XML is well formed, and its counts are right`() throws {
    try writeTwenty()
    _ = try shell("bindlab test --timeout 3 --format junit . > out.xml", folder: folder)
    func value(_ path: String) throws -> String {
      try shell("xmllint --xpath 'string(\(path))' out.xml", folder: folder).output
        .trimmingCharacters(in: .newlines)
    }
    #expect(try shell("xmllint --noout out.xml", folder: folder).status == 0)
    #expect(try value("count(//testcase)") == "20")
    #expect(try value("count(//failure)") == "7")
    #expect(try value("count(//error)") == "3")
    for element in ["testsuites", "testsuites/testsuite"] {
      #expect(try value("/\(element)/@tests") == "20")
      #expect(try value("/\(element)/@failures") == "7")
      #expect(try value("/\(element)/@errors") == "3")
    }
    #expect(try value("//testcase[@name=\"deep/pass.bind\"]/@classname") == "deep")
    #expect(try value("//testcase[@name=\"fail-hang.bind\"]/error/@type") == "timeout")
    #expect(try value("//testcase[@name=\"fail-output.bind\"]/failure").contains("]]>"))
    #expect(
      try value("//testcase[@name=\"pass-warning.bind\"]/system-err").contains("'->' is the old"))
    #expect(try value("count(//@time)") == "22")
  }

  @Test func `with -o the results are written to a file, and failures are also shown`() throws {
    try folder.write("a.bind", "expect 1 == 2\n")
    let result = try shell(
      "SOURCE_DATE_EPOCH=0 bindlab test --format junit -o out.xml a.bind", folder: folder)
    #expect(result.status == 1)
    #expect(result.output.hasPrefix("FAIL a.bind\n"))
    let report = try folder.read("out.xml")
    #expect(report.hasPrefix("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites "))
    #expect(!report.contains("time="))
    let unwritable = try shell("bindlab test --format tap -o none/x a.bind", folder: folder)
    #expect(unwritable.status == 66)
    #expect(unwritable.errors.hasPrefix("bindlab: cannot write 'none/x': "))
  }
}

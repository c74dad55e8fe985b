import Foundation
import TestSupport
import Testing

/// `bindlab graph`, and what it needs from the system: files, and Graphviz.
@Suite struct GraphCommandTests {
  static let hasDot = FileManager.default.isExecutableFile(atPath: "/usr/bin/dot")
  static let script = """
    object vm { name = "Kim" }
    object label: UILabel
    bind vm.name ~> label | Uppercase
    observe label.text { print value }
    vm.name = "Bo"
    """

  private func graph(_ options: String..., script: String = script) throws -> ProcessResult {
    try bindlab(["graph"] + options + ["-e", script])
  }

  @Test func `the graph is shown as it is at the end, and nothing else`() throws {
    let result = try graph()
    #expect(
      result.output == """
        vm.name = "Bo"
        ╘═ #1 ~> label.text = "BO"   through Uppercase
           ╘═ #2 observe { print value }

        ═ fired in the last turn

        """)
    #expect(result.errors == "")
    #expect(result.status == 0)
  }

  @Test(arguments: [
    ("text", "vm.name"), ("dot", "digraph"), ("mermaid", "flowchart LR"), ("json", "{\"v\":1,"),
  ])
  func `each format begins correctly`(form: String, start: String) throws {
    let result = try graph("--format", form)
    #expect(result.output.hasPrefix(start))
    #expect(result.status == 0)
  }

  @Test func `with a path only its part of the graph is drawn`() throws {
    let script = Self.script + "\nobject other { x = 1 }\nobserve other.x { }"
    #expect(try graph("--of", "label", script: script).output.contains("other") == false)
    #expect(
      try graph("--of", "other.x", script: script).output == "other.x = 1\n└─ #3 observe { }\n")
  }

  @Test(arguments: [
    (
      ["--format", "dott"],
      "--format takes text, dot, mermaid, svg or json, not 'dott'; did you mean 'dot'?"
    ),
    (["-i"], "-i cannot be used with graph"),
    (["--trace"], "--trace cannot be used with graph"),
    (["--orders", "3"], "--orders can only be used with compare"),
  ])
  func `a contradictory command line is refused`(options: [String], message: String) throws {
    let result = try bindlab(["graph"] + options + ["-e", "1"])
    #expect(result.status == 64)
    #expect(result.errors == "bindlab: \(message)\nbindlab --help lists the options\n")
  }

  @Test func `graph needs a file, and its options need graph`() throws {
    #expect(try bindlab("graph").errors.hasPrefix("bindlab: graph needs a PATH\n"))
    #expect(try bindlab("graph").status == 64)
    #expect(
      try bindlab("--of", "a", "-e", "1").errors.hasPrefix(
        "bindlab: --of can only be used with graph\n"))
    #expect(try bindlab("--format", "json", "-e", "1").status == 64)
    #expect(
      try bindlab("compare", "--format", "dot", "-e", "1").errors
        .hasPrefix("bindlab: --format takes text or json, not 'dot'"))
    let help = try bindlab("graph", "--help").output
    #expect(help.hasPrefix("usage: bindlab graph "))
    #expect(help.split(separator: "\n").allSatisfy { $0.count <= 80 })
  }

  @Test func `a file that cannot be read or parsed has no graph`() throws {
    let missing = try bindlab("graph", "/none/x.bind")
    #expect(missing.status == 66)
    #expect(missing.output == "")
    let wrong = try graph(script: "bind ~>")
    #expect(wrong.status == 2)
    #expect(wrong.output == "")
  }

  @Test func `after an error the graph is drawn as it is at that point`() throws {
    let result = try graph(script: Self.script + "\nthrow \"off\"\nrelease vm")
    #expect(result.status == 2)
    #expect(result.errors.contains("off"))
    #expect(result.output.contains("#1 ~> label.text"))
    #expect(try graph(script: "object a { x = 1 }\nexpect a.x == 2").status == 1)
    #expect(try graph(script: Self.script + "\nquit").output.contains("#1 ~> label.text"))
  }

  @Test(arguments: ["vm.nme", "vm; release vm", "\"f\"", "nothing", "1 + 2", ""])
  func `an invalid path is an error`(path: String) throws {
    let result = try graph("--of", path)
    #expect(result.status == 2)
    #expect(result.errors != "")
    #expect(result.output == "")
  }

  @Test func `a script writes no files while it is drawn`() throws {
    let folder = TemporaryFolder()
    let result = try graph(
      script: Self.script + "\nsave \"\(folder.path)/s\"\ngraph dot \"\(folder.path)/g\"")
    #expect(result.status == 0)
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == [])
  }

  @Test func `a file that cannot be written is an error`() throws {
    let folder = TemporaryFolder()
    let result = try bindlab("-e", "graph dot \"\(folder.path)\"")
    #expect(result.errors.contains("cannot write '\(folder.path)': "))
    #expect(result.status == 2)
    #expect(try bindlab("-e", "graph dot \"/none/g\"").errors.contains("No such file"))
  }

  // MARK: Graphviz

  @Test(.enabled(if: hasDot, "Graphviz is not installed"))
  func `a picture shows every name and value`() throws {
    let result = try graph("--format", "svg")
    #expect(result.status == 0)
    #expect(result.output.contains("<svg"))
    for text in ["vm", "name", "&quot;Bo&quot;", "label", "#1 | Uppercase", "#2"] {
      #expect(result.output.contains(">\(text)</text>"), "\(text)")
    }
  }

  @Test func `without Graphviz it says what is missing, and what works without it`() throws {
    let result = try bindlab(
      ["graph", "--format", "svg", "-e", Self.script], environment: ["PATH": "/nonexistent"])
    #expect(result.status == 2)
    #expect(result.output == "")
    #expect(
      result.errors.contains(
        "'graph svg' needs Graphviz, and there is no program 'dot': 'apt install graphviz' installs it;"
          + " 'graph dot' works without it"))
  }

  /// Replaces `dot` with a shell script.
  ///
  /// Another process writes it: a child of a parallel test may keep our open files, and a program that
  /// is open for writing cannot be started.
  private func makeProgram(_ text: String, in folder: TemporaryFolder) throws {
    let result = try shell(
      "cat >dot <<'END'\n#!/bin/sh\n\(text)\nEND\nchmod +x dot", folder: folder)
    #expect(result.status == 0)
  }

  /// Runs with a program instead of `dot`.
  private func graph(with program: String, script: String = script) throws -> ProcessResult {
    let folder = TemporaryFolder()
    try makeProgram(program, in: folder)
    return try bindlab(
      ["graph", "--format", "svg", "-e", script],
      environment: ["PATH": "\(folder.path):/usr/bin:/bin"])
  }

  @Test func `the message of a failed Graphviz is reported`() throws {
    let result = try graph(with: "cat >/dev/null; echo 'out of ink' >&2; exit 3")
    #expect(result.errors.contains("Graphviz failed with exit status 3: out of ink\n"))
    #expect(result.status == 2)
    let killed = try graph(with: "kill -9 $$")
    #expect(killed.errors.contains("Graphviz failed with signal 9"))
  }

  private static let large = """
    class N { x = "0123456789012345678901234567890123456789" }
    object a { x = "0123456789012345678901234567890123456789" }
    repeat 2000 { let n = new N; bind a.x ~> n.x }
    """

  @Test func `neither a large graph nor a large picture blocks`() throws {
    // More than a pipe holds, before anything is read, on both streams.
    let result = try graph(
      with: "head -c 3000000 /dev/zero | tr '\\0' x; head -c 500000 /dev/zero >&2; cat",
      script: Self.large)
    #expect(result.status == 0)
    #expect(result.outputBytes.count > 3_200_000)
    #expect(result.output.hasSuffix("}\n"))
  }

  @Test func `a program that reads nothing does not end this process`() throws {
    let result = try graph(with: "exec <&-; echo '<svg/>'; sleep 0.2", script: Self.large)
    #expect(result.output == "<svg/>\n")
    #expect(result.status == 0)
  }

  @Test func `Ctrl-C ends the program and the waiting`() throws {
    let folder = TemporaryFolder()
    try makeProgram("echo $$ >'\(folder.path)/pid'\nexec sleep 100", in: folder)
    let result = try shell(
      """
      PATH='\(folder.path)':$PATH timeout --foreground --preserve-status -s INT 1 \
        "$BINDLAB" graph --format svg -e 'object a { x = 1 }'
      echo $?
      kill -0 "$(cat '\(folder.path)/pid')" 2>/dev/null && echo alive
      """)
    #expect(result.output == "130\n")
  }
}

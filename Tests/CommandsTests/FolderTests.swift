import Foundation
import TestSupport
import Testing

@testable import Commands
@testable import Invocation

/// Folders and Markdown as inputs, and files that are worked on at the same time.
@Suite struct FolderTests {
  private static let script = "object a { x = 1 }\nobject b { x = 0 }\nbind a.x ~> b.x\n"

  /// A folder with scripts, Markdown and what is left out.
  private func folder() throws -> TemporaryFolder {
    let folder = TemporaryFolder()
    for name in ["in/deep", "in/old"] {
      try FileManager.default.createDirectory(
        atPath: folder.path + "/" + name, withIntermediateDirectories: true)
    }
    try folder.write("in/a.bind", Self.script)
    try folder.write("in/deep/wrong.bind", "object c { x = 1 }\nprint d\n")
    try folder.write(
      "in/text.md",
      """
      # Two sessions

      ```bind
      object e { x = 1 }
      object f { x = 2 }
      bind e.x ~> f.x
      ```

      ```bind new --semantics kvo
      object g { x = 1 }
      observe g.x { print value }
      ```

      """)
    try folder.write("in/old/broken.bind", "bind ~>\n")
    try folder.write("in/.bindlabignore", "old/\n")
    return folder
  }

  // MARK: graph

  @Test func `each script of a folder has a graph of its own`() throws {
    let result = try shell("bindlab graph in", folder: folder())
    #expect(
      result.output == """
        in/a.bind:
        a.x = 1
        ╘═ #1 ~> b.x = 1

        ═ fired in the last turn

        in/deep/wrong.bind:
        no bindings

        in/text.md:3:
        e.x = 1
        ╘═ #1 ~> f.x = 1

        ═ fired in the last turn

        in/text.md:9:
        g.x = 1
        └─ #1 observe { print value }

        """)
    #expect(result.errors.contains("in/deep/wrong.bind:2:7: error: unknown name 'd'"))
    #expect(result.errors.hasSuffix("4 scripts, 1 failed\n"))
    #expect(result.status == 2)
  }

  @Test func `the name of a script is a comment or a field of the format`() throws {
    let folder = try folder()
    let dot = try shell("bindlab graph --format dot --exclude deep in", folder: folder)
    #expect(dot.output.hasPrefix("// in/a.bind\ndigraph "))
    #expect(dot.output.contains("// in/text.md:9\ndigraph "))
    #expect(dot.errors == "3 scripts\n")
    #expect(dot.status == 0)
    let mermaid = try shell("bindlab graph --format mermaid --exclude deep in", folder: folder)
    #expect(mermaid.output.hasPrefix("%% in/a.bind\nflowchart "))
    let json = try shell("bindlab graph --format json --exclude deep in", folder: folder)
    let lines = json.output.split(separator: "\n")
    #expect(lines.count == 3)
    for line in lines {
      let object = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
      #expect((object?["file"] as? String)?.hasPrefix("in/") == true)
      #expect(object?["graph"] is [String: Any])
    }
    let picture = try shell("bindlab graph --format svg in", folder: folder)
    #expect(picture.status == 64)
    #expect(
      picture.errors.hasPrefix("bindlab: a picture shows one graph, and there are 4 scripts\n"))
  }

  @Test func `an error in Markdown has its place in the Markdown file`() throws {
    let folder = TemporaryFolder()
    try folder.write("a.md", "Text\n\n```bind\nobject a { x = 1 }\nprint b\n```\n")
    let graph = try shell("bindlab graph a.md", folder: folder)
    #expect(graph.errors.hasPrefix("a.md:5:7: error: unknown name 'b'\n"))
    let report = try shell("bindlab report a.md -o page.html", folder: folder)
    #expect(report.errors.hasPrefix("a.md:5:7: error: unknown name 'b'\n"))
    #expect(report.status == 2)
    #expect(try folder.read("page.html").contains("object a { x = 1 }"))
  }

  // MARK: report

  @Test func `each script of a folder has a page of its own, and a list has them all`() throws {
    let folder = try folder()
    let result = try shell(
      "bindlab report in -o out; echo $?; find out -type f | sort", folder: folder)
    #expect(
      result.output == """
        2
        out/a.bind.html
        out/deep/wrong.bind.html
        out/index.html
        out/text.md.3.html
        out/text.md.9.html

        """)
    #expect(result.errors.hasSuffix("4 pages\n"))
    let index = try folder.read("out/index.html")
    #expect(index.contains("<a href=\"deep/wrong.bind.html\">in/deep/wrong.bind</a> (an error)"))
    #expect(index.contains("<a href=\"text.md.9.html\">in/text.md:9</a></li>"))
    #expect(try folder.read("out/a.bind.html").contains("bind a.x ~&gt; b.x"))
  }

  @Test func `pages of several scripts need a folder`() throws {
    let folder = try folder()
    let none = try shell("bindlab report in | cat", folder: folder)
    #expect(
      none.errors.hasPrefix("bindlab: there is a page for each script: name a folder with -o\n"))
    try folder.write("file", "kept\n")
    let file = try shell("bindlab report in -o file", folder: folder)
    #expect(file.status == 66)
    #expect(file.errors.contains("cannot write 'file/a.bind.html': "))
    #expect(try folder.read("file") == "kept\n")
    #expect(try shell("bindlab report in in/a.bind -o out", folder: folder).status == 64)
  }

  // MARK: Many files

  /// More scripts than are worked on at a time, some of them with findings, or in another layout.
  private func manyFiles() throws -> TemporaryFolder {
    let folder = TemporaryFolder()
    for number in 0..<150 {
      let wrong = number % 7 == 0 ? "print nope\(number)\n" : ""
      let layout = number % 5 == 0 ? "print   1\n" : "print 1\n"
      try folder.write("\(number).bind", Self.script + wrong + layout)
    }
    return folder
  }

  @Test func `check and format give the same on one processor and on all`() throws {
    let folder = try manyFiles()
    for command in ["check .", "check --format json .", "format --check .", "format --diff ."] {
      // What taskset allows is what the system says there is.
      let one = try shell(
        "taskset -c 0 \"$BINDLAB\" \(command) >one 2>one.errors; echo $?", folder: folder)
      let all = try shell("bindlab \(command) >all 2>all.errors; echo $?", folder: folder)
      #expect(one.output == all.output)
      let same = try shell("cmp one all && cmp one.errors all.errors", folder: folder)
      #expect(same.isQuiet, "\(command): \(same.output)")
    }
    let count = try shell("bindlab check . 2>&1 | tail -n 1", folder: folder)
    #expect(count.output == "150 files: 22 errors, 128 notes\n")
    let written = try shell("bindlab format .", folder: folder)
    #expect(written.errors == "150 files: 30 changed\n")
    #expect(try shell("bindlab format --check .", folder: folder).status == 0)
  }

  @Test func `a file by several names counts once`() throws {
    let folder = TemporaryFolder()
    try folder.write("a.bind", "print   1\n")
    let result = try shell(
      "ln -s a.bind b.bind; bindlab format . a.bind b.bind; echo $?", folder: folder)
    #expect(result.output == "0\n")
    #expect(result.errors == "1 file: 1 changed\n")
    #expect(try folder.read("a.bind") == "print 1\n")
    try folder.write("a.bind", "print   q\n")
    let linked = try shell("rm b.bind; ln a.bind b.bind; bindlab format .", folder: folder)
    #expect(linked.errors == "1 file: 1 changed\n")
    #expect(try folder.read("b.bind") == "print q\n")
    let checked = try shell("ln -s a.bind c.bind; bindlab check . c.bind ./a.bind", folder: folder)
    #expect(checked.errors.hasSuffix("1 file: 1 error\n"))
  }

  @Test func `pipes, links in circles and closed folders stop nothing`() throws {
    let folder = TemporaryFolder()
    try folder.write("a.bind", Self.script)
    let prepared = try shell(
      "mkfifo pipe.bind; mkdir d closed; ln -s .. d/up; ln -s loop.bind loop.bind; ln -s . self;"
        + " mkfifo d/.bindlabignore; chmod 0 closed", folder: folder)
    #expect(prepared.isQuiet)
    for command in ["check", "format --check", "graph", "report -o out"] {
      let result = try shell(
        "timeout 20 \"$BINDLAB\" \(command) .; echo \"status $?\"", folder: folder)
      #expect(result.output.hasSuffix("status 66\n"), "\(command): \(result.output)")
      #expect(
        result.errors.contains(
          "bindlab: cannot read 'd/.bindlabignore': it is not a regular file\n"), "\(command)")
      if getuid() != 0 {
        #expect(result.errors.contains("bindlab: cannot read the folder 'closed': "), "\(command)")
      }
    }
    _ = try shell("chmod 700 closed", folder: folder)
  }

  @Test(arguments: ["nothing", ".bindlabignore"])
  func `a link with patterns that leads to no file is an error`(target: String) throws {
    let folder = TemporaryFolder()
    try folder.write("a.bind", Self.script)
    let result = try shell(
      "ln -s \(target) .bindlabignore; bindlab check .; echo $?", folder: folder)
    #expect(result.output == "66\n")
    #expect(
      result.errors.contains(
        "cannot read '.bindlabignore': it is a symbolic link that leads to no file\n"))
  }

  @Test func `a long run shows its progress on a terminal, and erases it`() throws {
    let folder = try manyFiles()
    // What comes from the pipe comes late enough for a progress line, however fast the files are.
    let late = "(sleep 1; echo \"print 1\") | \"$BINDLAB\" check . -"
    let result = try shell("script -qec '\(late)' /dev/null </dev/null", folder: folder)
    #expect(result.output.contains("\rchecked "), "no progress was shown")
    #expect(result.output.contains("\r\u{1B}[K151 files: "))
    let piped = try shell("bindlab check .", folder: folder)
    #expect(!piped.errors.contains("checked"))
  }
}

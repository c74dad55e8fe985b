import Foundation
import TestSupport
import Testing

@testable import Commands
@testable import Invocation

/// Files `.bindlab`, and `bindlab config`.
@Suite struct SettingsTests {
  private let folder = TemporaryFolder()

  private func write(_ name: String, _ text: String) throws {
    if let end = name.lastIndex(of: "/") {
      try FileManager.default.createDirectory(
        atPath: folder.path + "/" + name[..<end], withIntermediateDirectories: true)
    }
    try folder.write(name, text)
  }

  /// Prints once under kvo, and not under qt.
  private static let script = "object a { x = 1 }\nobserve a.x { print value }\na.x = 1\n"

  @Test func `the nearest file counts alone, from the folder of the first file up`() throws {
    try write("a/b/s.bind", Self.script)
    try write("s.bind", Self.script)
    try write(".bindlab", "semantics = kvo\n")
    #expect(try shell("bindlab a/b/s.bind", folder: folder).output == "1\n")
    try write("a/.bindlab", "semantics=qt\n")
    #expect(try shell("bindlab a/b/s.bind", folder: folder).output == "")
    #expect(try shell("bindlab s.bind a/b/s.bind", folder: folder).output.hasPrefix("1\n"))
    #expect(try shell("cd a/b; bindlab - <s.bind", folder: folder).output == "")
    #expect(try shell("cd a/b; bindlab -e \"$(cat s.bind)\"", folder: folder).output == "")
    #expect(try shell("cd a/b; bindlab ../../s.bind", folder: folder).output == "1\n")
    #expect(try shell("bindlab -s kvo a/b/s.bind", folder: folder).output == "1\n")
    #expect(
      try shell("bindlab config a/b", folder: folder).output
        .hasSuffix("/a/.bindlab:1\n"))
  }

  /// Three folders: in the first, warnings are errors and lines are short; in the others, some findings are
  /// left out and other semantics hold.
  private func writeFolders() throws {
    let script =
      "object a { x = 1; y = 1 }\nbind a.x ~> a.y\nbind a.y ~> a.x\nobserve a.x { print value }\n"
      + "a.x = 1\nprint \"a text\", \"another text\", \"one more text\", \"text\"\n"
    for name in ["a", "b", "b/c"] { try write(name + "/m.bind", script) }
    try write("a/.bindlab", "werror = true\nwidth = 40\nsemantics = kvo\n")
    try write("b/.bindlab", "allow = B040,B041,B061\nsemantics = qt\nexclude = old.bind\n")
    try write("b/c/old.bind", "print nope\n")
  }

  @Test(arguments: [
    ("check", Int32(2), "a/m.bind:3:1: error: "), ("test", 1, "FAIL a/m.bind"),
    ("coverage", 1, "bindings"), ("format --check", 1, "a/m.bind:6: not in"),
    (
      "compare --format json", 0,
      "\"a/m.bind\",\"agree\":true,\"semantics\":[{\"name\":\"bind\",\"outcome\":\"failed\""
    ),
  ])
  func `each file has the settings of its own folder, whatever the order of the files`(
    command: String, status: Int32, part: String
  ) throws {
    try writeFolders()
    let orders = [
      "a/m.bind b/m.bind b/c/m.bind", "b/c/m.bind b/m.bind a/m.bind", "b a b/c/m.bind", ".",
    ]
    let takesFolders = !command.hasPrefix("compare")
    let runs = try orders.prefix(takesFolders ? 4 : 2).map { paths in
      let run = try shell("bindlab \(command) \(paths)", folder: folder)
      // Only the last line of a folder counts the files.
      let lines = (run.output + run.errors).split(separator: "\n").filter {
        !$0.contains(" files: ")
      }
      #expect(run.status == status, "\(paths)")
      return lines.sorted()
    }
    for (run, paths) in zip(runs, orders) { #expect(run == runs[0], "\(paths)") }
    #expect(runs[0].contains { $0.contains(part) }, "\(runs[0])")
    #expect(!runs[0].contains { $0.hasPrefix("b/m.bind:3:1: error") || $0.contains("nope") })
  }

  @Test func `the settings of a run are those of the folder that holds its files`() throws {
    for name in ["a/s.bind", "a/b/t.bind"] { try write(name, "print 1\nexpect 1 == 2\n") }
    try write("a/b/.bindlab", "fail-fast = true\nshuffle = 7\n")
    for paths in ["a", "a/s.bind a/b/t.bind", "a/b/t.bind a/s.bind"] {
      let result = try shell("bindlab test \(paths)", folder: folder)
      #expect(result.output.hasSuffix("2 tests: 0 passed, 2 failed; 2 expects\n"))
    }
    try write("a/.bindlab", "fail-fast = true\nshuffle = 7\nfail-under = 100\nslowest = 2\n")
    for paths in ["a", "a/s.bind a/b/t.bind", "a/b/t.bind a/s.bind"] {
      let result = try shell("bindlab test --jobs 1 \(paths)", folder: folder)
      #expect(result.output.contains("shuffled with seed 7; ended with the first failure\n"))
    }
    try write("a/.bindlab", "shuffle = true\n")
    #expect(try shell("bindlab test a", folder: folder).output.contains("shuffled with seed"))
    try write("a/.bindlab", "shuffle = false\n")
    #expect(try !shell("bindlab test a", folder: folder).output.contains("shuffled"))
    try write("a/.bindlab", "shuffle = maybe\n")
    let wrong = try shell("bindlab test a", folder: folder)
    #expect(wrong.errors.contains(".bindlab:1: --shuffle takes a whole number as its seed"))
    #expect(wrong.status == 64)
  }

  @Test func `wrong settings of a folder are reported once, and the other files are worked on`()
    throws
  {
    try writeFolders()
    try write("b/.bindlab", "nothing = 1\n")
    for (command, shown) in [
      ("check", "a/m.bind:3:1"), ("test", "1 test:"), ("format --check", "1 would"),
    ] {
      let result = try shell("bindlab \(command) .", folder: folder)
      #expect(result.status == 64)
      #expect(result.errors.components(separatedBy: "unknown setting 'nothing'").count == 2)
      #expect((result.output + result.errors).contains(shown), "\(result.output)\(result.errors)")
    }
  }

  @Test func `patterns count from the top down, also for a folder below, and the last one decides`()
    throws
  {
    for name in ["a.bind", "c/x.bind", "c/d/x.bind", "c/d/y.bind", "c/gen/z.bind"] {
      try write(name, "print 1\n")
    }
    func tests(_ arguments: String) throws -> [String] {
      try shell("bindlab test --list \(arguments)", folder: folder).output
        .split(separator: "\n").map(String.init)
    }
    try write(".bindlabignore", "x.bind\nc/gen\n")
    #expect(try tests(".") == ["a.bind", "c/d/y.bind"])
    #expect(try tests("c") == ["c/d/y.bind"])
    #expect(try tests("c/d/x.bind") == ["c/d/x.bind"])
    try write("c/d/.bindlabignore", "!x.bind\n")
    #expect(try tests("c") == ["c/d/x.bind", "c/d/y.bind"])
    #expect(try tests("--exclude d .") == ["a.bind"])
    #expect(try tests("--exclude '!gen' c") == ["c/d/x.bind", "c/d/y.bind", "c/gen/z.bind"])
    try write("c/.bindlab", "exclude = d/y.bind\n")
    #expect(try tests("c/d") == ["c/d/x.bind"])
    #expect(try tests(".") == ["a.bind", "c/d/x.bind"])
    #expect(try tests("--no-settings c/d") == ["c/d/x.bind", "c/d/y.bind"])
    _ = try shell("ln -s c/d link", folder: folder)
    #expect(try tests("link") == ["link/x.bind"])
    let check = try shell("bindlab check c", folder: folder)
    #expect(check.errors == "1 file: no findings\n")
  }

  @Test func `lists of settings and options add up, and other options replace them`() throws {
    try write("drafts/a.bind", "print n\n")
    try write("old/a.bind", "print n\n")
    try write("c.bind", "object a { x = 1; y = 2 }\nbind a.x ~> a.y\n")
    try write(".bindlab", "# ours\n\nexclude = drafts/\nallow = B061\n  werror = false \n")
    let result = try shell("bindlab check --exclude old/ .", folder: folder)
    #expect(result.errors == "1 file: no findings\n")
    let denied = try shell("bindlab check --exclude old/ --deny b061 .", folder: folder)
    #expect(denied.errors.contains("c.bind:2:13: error: "))
    #expect(denied.status == 2)
    #expect(try shell("bindlab check --allow B010 old", folder: folder).status == 2)
  }

  @Test func `the width of a folder is that of format, and the option goes before it`() throws {
    let line = "print \"a text\", \"another text\", \"one more text\", \"the last text\"\n"
    try write("s.bind", line)
    try write(".bindlab", "width = 40\n")
    #expect(
      try shell("bindlab config", folder: folder).output.hasPrefix("width = 40  # "))
    #expect(try shell("bindlab format --width 100 --check s.bind", folder: folder).isQuiet)
    #expect(try shell("bindlab format --no-settings --check s.bind", folder: folder).isQuiet)
    #expect(try shell("bindlab format --check s.bind", folder: folder).status == 1)
    #expect(try shell("bindlab s.bind >before; bindlab format s.bind", folder: folder).isQuiet)
    #expect(
      try folder.read("s.bind") == """
        print "a text", "another text",
          "one more text", "the last text"

        """)
    #expect(try shell("bindlab s.bind | diff before -", folder: folder).isQuiet)
    try write("t.md", "```bind\n\(line)```\n")
    #expect(try shell("bindlab format t.md; grep -c , t.md", folder: folder).output == "2\n")
    for width in ["0", "-3", "39", "abc", "1001", "100000", "", "60.5"] {
      let result = try shell("bindlab format --width '\(width)' s.bind", folder: folder)
      #expect(result.status == 64)
      #expect(result.errors.contains("--width takes a number from 40 to 1000, not '\(width)'"))
    }
  }

  @Test func `settings that a command has no option for do not affect it`() throws {
    try write(".bindlab", "timeout = 3\nretry = 1\nsemantics = kvo\n")
    try write("s.bind", Self.script)
    #expect(try shell("bindlab format s.bind; bindlab s.bind", folder: folder).status == 0)
    // Not the one preset alone.
    let compared = try shell("bindlab compare s.bind", folder: folder)
    #expect(compared.output.contains("qt"))
    #expect(try shell("bindlab learn --check first-arrow", folder: folder).status == 0)
  }

  @Test(arguments: [
    ("semantix = qt", "1: unknown setting 'semantix'; did you mean 'semantics'?"),
    ("zzz = 1", "1: unknown setting 'zzz'; 'bindlab config --help' lists them"),
    ("seed", "1: expected KEY = VALUE, not 'seed'"),
    ("seed = 1\nseed = 2", "2: 'seed' is set twice, first in line 1"),
    ("werror = yes", "1: 'werror' is true or false, not 'yes'"),
    ("\ntimeout = soon", "2: --timeout takes a number of seconds above 0, not 'soon'"),
    ("allow = B061,X", "1: --allow takes codes such as B045,B061, not 'X'"),
    ("semantics = kv", "1: unknown semantics 'kv'; did you mean 'kvo'?"),
    ("help = true", "1: unknown setting 'help'"),
    ("widht = 80", "1: unknown setting 'widht'; did you mean 'width'?"),
    ("width = abc", "1: --width takes a number from 40 to 1000, not 'abc'"),
    ("width = 10", "1: --width takes a number from 40 to 1000, not '10'"),
    ("width =", "1: --width takes a number from 40 to 1000, not ''"),
  ])
  func `a mistake is an error with its line, and nothing runs`(text: String, message: String)
    throws
  {
    try write(".bindlab", text + "\n")
    try write("s.bind", "print 1\n")
    for command in ["bindlab s.bind", "bindlab check .", "bindlab config"] {
      let result = try shell(command, folder: folder)
      #expect(result.status == 64)
      #expect(result.output == "")
      #expect(result.errors.contains("/.bindlab:\(message)"), "\(result.errors)")
    }
    #expect(try shell("bindlab --help; bindlab --no-settings s.bind", folder: folder).status == 0)
  }

  @Test func `settings that are no file, or no text, are errors or taken as they are`() throws {
    try write(".bindlab/x", "")
    try write("s.bind", "print 1\n")
    let result = try shell("bindlab s.bind", folder: folder)
    #expect(result.status == 64)
    #expect(result.errors.contains("/.bindlab': it is not a regular file"))
    let pipe = try shell("rm -r .bindlab; mkfifo .bindlab; bindlab s.bind", folder: folder)
    #expect(pipe.errors.contains("it is not a regular file"))
    for target in ["nothing", ".bindlab"] {
      let link = try shell(
        "rm .bindlab; ln -s \(target) .bindlab; bindlab s.bind; bindlab check s.bind",
        folder: folder)
      #expect(link.status == 64)
      #expect(link.output == "")
      #expect(
        link.errors.contains("/.bindlab': it is a symbolic link that leads to no file"),
        "\(link.errors)")
    }
    let bytes = try shell(
      "rm .bindlab; printf 'exclude = s\\377\\n\\0' >.bindlab; bindlab s.bind; bindlab config",
      folder: folder)
    #expect(bytes.errors.contains("/.bindlab:2: expected KEY = VALUE"))
  }

  @Test func `without a file config says so, and each setting is listed`() throws {
    let none = try shell("bindlab config", folder: folder)
    #expect(none.errors == "no file .bindlab in this folder or above\n")
    #expect(none.output == "" && none.status == 0)
    let help = try bindlab("config", "--help").output
    for option in CommandOption.settings { #expect(help.contains("--\(option.long ?? "?")")) }
    #expect(CommandOption.settings.allSatisfy { $0.long != nil })
  }
}

import Foundation
import TestSupport
import Testing

@testable import Commands
@testable import Invocation

/// `bindlab test --watch` and `bindlab check --watch`.
@Suite struct WatchedTestsTests {
  private func watching(
    _ command: String, _ folder: TemporaryFolder
  ) throws -> PseudoTerminal {
    let tool = builtExecutable("bindlab")
    let path = tool.hasPrefix("/") ? tool : FileManager.default.currentDirectoryPath + "/" + tool
    return try PseudoTerminal(
      "/bin/sh", arguments: ["-c", "cd '\(folder.path)'; exec '\(path)' \(command)"],
      environment: PseudoTerminal.usualEnvironment, rows: 40, columns: 100)
  }

  private func tests() throws -> TemporaryFolder {
    let folder = TemporaryFolder()
    try folder.write("limit.txt", "let limit = 3\n")
    try folder.write("a.bind", "expect 1 == 1\n")
    try folder.write("b.bind", "source \"limit.txt\"\nexpect limit == 3\n")
    return folder
  }

  private func interrupt(_ terminal: PseudoTerminal) throws {
    try terminal.send("\u{3}")
    #expect(try terminal.waitForExit() == .exited(130))
  }

  @Test func `tests run again when a file that they source changes`() throws {
    let folder = try tests()
    let terminal = try watching("test --watch .", folder)
    #expect(try terminal.expect("watching 3 files").contains("2 tests: 2 passed"))
    try folder.write("limit.txt", "let limit = 4\n")
    let second = try terminal.expect("failed; watching 3 files")
    #expect(second.contains("run 2: limit.txt has changed\r\n"), "\(second)")
    #expect(second.contains("FAIL b.bind\r\n"))
    try interrupt(terminal)
  }

  @Test func `what failed runs first`() throws {
    let folder = try tests()
    try folder.write("limit.txt", "let limit = 4\n")
    try folder.write("a.bind", "expect 1 == 1\nwhile true { }\n")
    let terminal = try watching("test --watch --fail-fast --jobs 1 --timeout 0.5 .", folder)
    #expect(try terminal.expect("failed; watching").contains("FAIL a.bind\r\n"))
    try folder.write("a.bind", "expect 1 == 1\n")
    #expect(try terminal.expect("failed; watching").contains("FAIL b.bind\r\n"))
    // With the failure first, the other test does not run before it.
    try folder.write("a.bind", "expect 1 == 2\n")
    let third = try terminal.expect("failed; watching")
    #expect(third.contains("FAIL b.bind\r\n") && !third.contains("FAIL a.bind"), "\(third)")
    try interrupt(terminal)
  }

  @Test(arguments: [
    ("check", "check --watch .", "no errors", "errors"),
    ("test", "test --watch a.bind", "passed", "failed"),
    ("watch", "watch a.bind", "succeeded", "failed"),
  ])
  func `changed, new and wrong settings count in the next round`(
    name: String, command: String, good: String, bad: String
  ) throws {
    let folder = TemporaryFolder()
    try folder.write(
      "a.bind", "object a { x = 1; y = 1 }\nbind a.x ~> a.y\nbind a.y ~> a.x\nprint a.x, a.y\n")
    let terminal = try watching(command, folder)
    try terminal.expect("\(good); watching")
    try folder.write(".bindlab", "werror = true\n")
    let second = try terminal.expect("\(bad); watching")
    #expect(second.contains("run 2: .bindlab has changed"), "\(second)")
    try folder.write(".bindlab", "werrr = true\n")
    let third = try terminal.expect("the settings are wrong; watching")
    #expect(third.contains(".bindlab has changed") && third.contains("unknown setting 'werrr'"))
    try folder.write(".bindlab", "werror = false\n")
    try terminal.expect("\(good); watching")
    try interrupt(terminal)
  }

  @Test func `settings that come in a folder above count, too`() throws {
    let folder = TemporaryFolder()
    _ = try shell("mkdir -p a/b", folder: folder)
    try folder.write("a/b/c.bind", "object a { x = 1; y = 1 }\nbind a.x ~> a.y\nbind a.y ~> a.x\n")
    let terminal = try watching("check --watch a/b/c.bind", folder)
    try terminal.expect("no errors; watching 1 file")
    try folder.write("a/.bindlab", "werror = true\n")
    try terminal.expect("errors; watching 2 files")
    try folder.write("a/b/.bindlab", "werror = false\n")
    try terminal.expect("no errors; watching 2 files")
    try interrupt(terminal)
  }

  @Test func `what is left out from now on is not tested any more`() throws {
    let folder = try tests()
    let terminal = try watching("test --watch .", folder)
    try terminal.expect("watching 3 files")
    try folder.write(".bindlabignore", "b.*\n")
    #expect(try terminal.expect("; watching").contains("1 test: 1 passed"))
    try folder.write(".bindlabignore", "b.*\n!b.bind\n")
    #expect(try terminal.expect("; watching").contains("2 tests: 2 passed"))
    try interrupt(terminal)
  }

  @Test func `a new test runs, and one that vanishes is waited for`() throws {
    let folder = try tests()
    let terminal = try watching("test --watch .", folder)
    try terminal.expect("watching 3 files")
    try folder.write("c.bind", "expect 1 == 1\n")
    #expect(try terminal.expect("watching 4 files").contains("3 tests: 3 passed"))
    try FileManager.default.removeItem(atPath: folder.path + "/c.bind")
    let third = try terminal.expect("watching 3 files")
    #expect(third.contains("2 tests: 2 passed"))
    #expect(third.contains("run 3: c.bind is gone\r\n"), "\(third)")
    try interrupt(terminal)
    let single = try watching("test --watch a.bind", folder)
    try single.expect("watching 1 file")
    try FileManager.default.removeItem(atPath: folder.path + "/a.bind")
    try single.expect("a.bind is gone; waiting for a new file\r\n")
    try folder.write("a.bind", "expect 1 == 2\n")
    try single.expect("failed; watching 1 file")
    try interrupt(single)
  }

  @Test func `scripts are checked again, in a folder with a pipe and a circle of links`() throws {
    let folder = try tests()
    _ = try shell("mkdir sub; ln -s .. sub/up; mkfifo sub/p.bind", folder: folder)
    let terminal = try watching("check --watch .", folder)
    #expect(try terminal.expect("watching 3 files").contains("2 files: no findings\r\n"))
    try folder.write("limit.txt", "let limit = nope\n")
    let second = try terminal.expect("errors; watching 3 files")
    #expect(second.contains("run 2: limit.txt has changed\r\n"), "\(second)")
    #expect(second.contains("unknown name 'nope'"))
    try interrupt(terminal)
  }

  private static let noFile = "No such file or directory\n"

  @Test(arguments: [
    ("test --watch --format tap a.bind", "bindlab: --watch cannot be used with --update, ", 64),
    ("test --watch --list a.bind", "bindlab: --watch cannot be used with --update, ", 64),
    ("test --watch gone.bind", "bindlab: cannot read 'gone.bind': \(noFile)", 66),
    (
      "check --watch --fix a.bind",
      "bindlab: --watch cannot be used with --fix, --format or --output\n", 64
    ),
    ("check --watch -", "bindlab: --watch needs files: ", 64),
    ("check --watch /dev/null", "bindlab: cannot watch '/dev/null': it is not a ", 66),
    ("check --watch gone.bind", "bindlab: cannot read 'gone.bind': \(noFile)", 66),
    ("run --watch a.bind", "bindlab: --watch can only be used with check or test\n", 64),
  ])
  func `what cannot be watched is refused`(words: String, message: String, status: Int) throws {
    let result = try shell("bindlab \(words)", folder: try tests())
    #expect(result.errors.hasPrefix(message), "\(result.errors)")
    #expect(result.status == Int32(status))
  }
}

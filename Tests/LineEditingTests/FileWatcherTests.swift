import Files
import Foundation
import TestSupport
import Testing

/// Changes of files are noticed, with and without notes of the system.
@Suite struct FileWatcherTests {
  /// What can happen to a file, and whether it is there afterwards.
  private static let changes: [(name: String, isThere: Bool, command: String)] = [
    ("written in place", true, "printf new > a"),
    ("renamed over", true, "printf new > b; mv b a"),
    ("removed", false, "rm a"),
    ("replaced by a folder", false, "rm a; mkdir a"),
    ("removed and made again", true, "rm a; sleep 0.1; printf new > a"),
    ("written piece by piece", true, "printf n > a; sleep 0.02; printf ew >> a"),
    (
      "replaced with its folder", true,
      "mkdir ../n; printf new > ../n/a; mv ../f ../o; mv ../n ../f"
    ),
  ]

  @Test(arguments: [true, false], changes.indices)
  func `a change is noticed once`(usesNotes: Bool, position: Int) throws {
    let change = Self.changes[position]
    let folder = TemporaryFolder()
    try run("mkdir f; printf old > f/a", in: folder.path)
    let path = Array((folder.path + "/f/a").utf8)
    let watcher = FileWatcher(usesNotes: usesNotes)
    watcher.watch(path, content: Array("old".utf8))
    let shell = try ConnectedProcess(
      "/bin/sh", arguments: ["-c", "sleep 0.2; touch a; sleep 0.2; \(change.command)"],
      in: folder.path + "/f")
    let found = try #require(watcher.next())
    shell.end()
    #expect(found.map(\.path) == [path], "\(change.name)")
    #expect(found.map(\.isThere) == [change.isThere], "\(change.name)")
    // What it is now is known, and only the next change counts.
    try run("rm -r f/a; printf last > f/a", in: folder.path)
    #expect(watcher.next()?.map(\.isThere) == [true], "\(change.name)")
  }

  @Test func `a change between reading and waiting is not missed`() throws {
    let folder = TemporaryFolder()
    try run("printf new > a; printf same > b", in: folder.path)
    let paths = ["a", "b", "missing"].map { Array((folder.path + "/" + $0).utf8) }
    let watcher = FileWatcher()
    watcher.watch(paths[0], content: Array("old".utf8))
    watcher.watch(paths[1], content: Array("same".utf8))
    watcher.watch(paths[2], content: nil)
    #expect(watcher.count == 3)
    #expect(watcher.next()?.map(\.path) == [paths[0]])
  }

  private func run(_ script: String, in folder: String) throws {
    let result = try ProcessRunner(
      "/bin/sh", arguments: ["-c", "cd '\(folder)' && \(script)"]
    ).run()
    #expect(result.status == 0, "\(result.errors)")
  }
}

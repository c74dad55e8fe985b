import Foundation
import TestSupport
import Testing

/// `bindlab check` with several files: what one uses of another is used.
@Suite struct CheckedFilesTests {
  private let folder = TemporaryFolder()

  private func heads(_ command: String) throws -> [String] {
    try shell(command, folder: folder).errors.split(separator: "\n").map(String.init)
      .filter { $0.hasSuffix("]") }
  }

  private func write(_ files: [String: String]) throws {
    try FileManager.default.createDirectory(
      atPath: folder.path + "/lib", withIntermediateDirectories: true)
    for (path, text) in files { try folder.write(path, text) }
  }

  private static let common = """
    let shared = 1
    let other = 2
    object vm { name = "a"; age = 1 }
    object view { text = "" }
    bind vm.name ~> view.text
    observe vm.age { print value }
    post go

    """
  private static let users = [
    "lib/common.bind": common,
    "use.bind": "source \"lib/common.bind\"\nlet mine = 1\nprint shared\nvm.name = \"b\"\n",
    "use2.bind": """
    source "lib/common.bind"
    let mine = 2
    print mine, view.text
    vm.age = 2
    on notification go { print 1 }

    """,
  ]
  private static let other =
    "lib/common.bind:2:5: note: nothing in this script uses 'other', a constant [B060]"
  private static let mine =
    "use.bind:2:5: note: nothing in this script uses 'mine', a constant [B060]"

  @Test(arguments: [".", "use.bind use2.bind lib", "lib/common.bind use.bind use2.bind"])
  func `a file is not reported for what another one uses`(paths: String) throws {
    try write(Self.users)
    #expect(try heads("bindlab check \(paths)").sorted() == [Self.other, Self.mine])
  }

  @Test func `alone a file is reported for what nothing in it uses`() throws {
    try write(Self.users)
    #expect(try heads("bindlab check lib/common.bind").count == 5)
  }

  @Test func `a use in a file that reads it through another one counts, and one in Markdown`()
    throws
  {
    try write(Self.users)
    try folder.write("far.bind", "source \"lib/../use.bind\"\nprint mine\n")
    #expect(try heads("bindlab check .") == [Self.other])
    try folder.write("notes.md", "# Notes\n\n```bind\nsource \"far.bind\"\nprint other\n```\n")
    #expect(try heads("bindlab check .") == [])
    #expect(try heads("bindlab check . --exclude notes.md") == [Self.other])
  }

  @Test func `a file that cannot be parsed may use anything`() throws {
    try write(Self.users)
    try folder.write("broken.bind", "source \"lib/common.bind\"\nprint other +\n")
    #expect(try heads("bindlab check .").filter { $0.contains("B060") } == [Self.mine])
  }
}

import Foundation
import TestSupport
import Testing

/// `bindlab lsp` in a project: which files belong to it, and a name that they share.
@Suite struct ServedProjectTests {
  private typealias Object = ServerConversation.Object

  /// The files in which a rename of `shared`, in a library, changes something; or why it changes nothing.
  private func renamed(
    in folder: TemporaryFolder, _ path: String, line: Int = 0, column: Int = 4
  ) throws -> [String] {
    let client = try ServerConversation(in: folder)
    client.open(path, try String(contentsOfFile: "\(folder.path)/\(path)", encoding: .utf8))
    var parameters = client.at(line, column, path)
    parameters["newName"] = "common"
    let answer = client.ask("textDocument/rename", parameters)
    if let error = answer["error"] as? Object { return [error["message"] as? String ?? ""] }
    let changes = (answer["result"] as? Object)?["changes"] as? Object ?? [:]
    let top = client.uri("")
    return changes.keys.map { $0.hasPrefix(top) ? String($0.dropFirst(top.count)) : $0 }.sorted()
  }

  /// Writes a file, and makes the folders that it is in.
  private func write(in folder: TemporaryFolder, _ path: String, _ text: String) throws {
    let inner = path.split(separator: "/").dropLast().joined(separator: "/")
    try FileManager.default.createDirectory(
      atPath: "\(folder.path)/\(inner)", withIntermediateDirectories: true)
    try folder.write(path, text)
  }

  private func project(_ files: [String: String] = [:]) throws -> TemporaryFolder {
    let folder = TemporaryFolder()
    let usual = [
      ".bindlab": "", "lib/common.bind": "let shared = 1\n",
      "use.bind": "source \"lib/common.bind\"\nprint shared\n",
      "notes.md": "# Notes\n\n```bind\nsource \"lib/common.bind\"\nprint shared\n```\n",
    ]
    for (path, text) in usual.merging(files, uniquingKeysWith: { $1 }) {
      try write(in: folder, path, text)
    }
    return folder
  }

  @Test func `blocks of Markdown files are part of the project`() throws {
    let all = ["lib/common.bind", "notes.md", "use.bind"]
    #expect(try renamed(in: project(), "lib/common.bind") == all)
    #expect(try renamed(in: project(), "notes.md", line: 4, column: 7) == all)
  }

  @Test func `files that are left out stay as they are`() throws {
    let folder = try project([".bindlabignore": "notes.md\nold/\n"])
    try write(in: folder, "old/use.bind", "source \"../lib/common.bind\"\nprint shared\n")
    #expect(try renamed(in: folder, "lib/common.bind") == ["lib/common.bind", "use.bind"])
  }

  @Test func `a link and its target are one file`() throws {
    let folder = try project(["third.bind": "source \"link.bind\"\nprint shared\n"])
    try FileManager.default.createSymbolicLink(
      atPath: folder.path + "/link.bind", withDestinationPath: "lib/common.bind")
    let expected = ["lib/common.bind", "notes.md", "third.bind", "use.bind"]
    #expect(try renamed(in: folder, "lib/common.bind") == expected)
    #expect(try renamed(in: folder, "third.bind", line: 1, column: 7) == expected)
  }

  @Test(arguments: [
    ("use.bind", "use.bind uses the name, but cannot be changed: it is read-only"),
    ("lib/common.bind", "lib/common.bind uses the name, but cannot be changed: it is read-only"),
  ])
  func `a file that is read-only keeps a rename from all`(path: String, message: String) throws {
    let folder = try project()
    try FileManager.default.setAttributes(
      [.posixPermissions: 0o444], ofItemAtPath: "\(folder.path)/\(path)")
    let found = try renamed(in: folder, "lib/common.bind")
    // A user who is not the administrator sees the system's reason.
    #expect(
      found == [message]
        || found == [message.replacing("it is read-only", with: "Permission denied")])
  }

  @Test func `too long a file keeps a rename from all`() throws {
    let text = "source \"lib/common.bind\"\n" + String(repeating: "print 1\n", count: 600_000)
    let found = try renamed(in: project(["long.bind": text]), "lib/common.bind")
    #expect(found.count == 1)
    #expect(
      found[0].hasSuffix(
        "long.bind' is longer than 4 MB, so not all uses of 'shared' are known"))
  }

  @Test(arguments: [".bindlab", ".git/HEAD"])
  func `the nearest marked folder is the project`(mark: String) throws {
    let folder = try project(["top/inner/a.bind": "let shared = 1\n"])
    try write(in: folder, "top/" + mark, "")
    try write(in: folder, "top/b.bind", "source \"inner/a.bind\"\nprint shared\n")
    let inner = TemporaryFolder()
    // The client names another folder.
    let client = try ServerConversation(in: inner)
    let uri = "file://\(URL(fileURLWithPath: folder.path).resolvingSymlinksInPath().path)/top/"
    client.notify(
      "textDocument/didOpen",
      [
        "textDocument": [
          "uri": uri + "inner/a.bind", "languageId": "bindlab", "version": 1,
          "text": "let shared = 1\n",
        ] as Object
      ])
    let parameters: Object = [
      "textDocument": ["uri": uri + "inner/a.bind"], "position": client.place(0, 4),
      "newName": "common",
    ]
    let result = client.result("textDocument/rename", parameters) as? Object
    let changes = (result?["changes"] as? Object ?? [:]).keys.sorted()
    #expect(changes == [uri + "b.bind", uri + "inner/a.bind"])
    #expect(
      (client.result("workspace/symbol", ["query": "shared"]) as? [Object])?.count == 1)
  }
}

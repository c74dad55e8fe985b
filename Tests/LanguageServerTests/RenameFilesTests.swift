import Testing

/// Names in several files: a rename changes all of them or none.
@Suite struct RenameFilesTests {
  private typealias Object = TestClient.Object

  private static let files = [
    "/scripts/lib/common.bind": "let shared = 1\nlet other = 2\n",
    "/scripts/use.bind": "source \"lib/common.bind\"\nprint shared\n",
    "/scripts/use2.bind": "source \"lib/common.bind\"\nprint shared + 1\n",
    "/scripts/sub/deep.bind": "source \"../use2.bind\"\nprint shared + 2\n",
    "/scripts/alone.bind": "let shared = 5\nprint shared\n",
    "/scripts/.git/HEAD": "",
  ]

  private static let changed = [
    "lib/common.bind 0:4-0:10", "sub/deep.bind 1:6-1:12",
    "use.bind 1:6-1:12", "use2.bind 1:6-1:12",
  ]

  /// A client that has opened one of the files, and names its folder as the root.
  private func client(
    opening path: String, in files: [String: String] = files, versions: Bool = false
  ) -> TestClient {
    let client = TestClient()
    client.disk.files = files
    let folder = path.split(separator: "/").dropLast().joined(separator: "/")
    _ = client.request(
      "initialize",
      [
        "rootUri": "file:///\(folder)",
        "capabilities": ["workspace": ["workspaceEdit": ["documentChanges": versions]]],
      ])
    client.notify("initialized", [:])
    client.open("file://" + path, files[path] ?? "", version: 7)
    return client
  }

  private func rename(
    _ client: TestClient, _ path: String, _ line: Int, _ column: Int, _ name: String = "common"
  ) -> Object {
    var parameters = TestClient.at(line, column, "file://" + path)
    parameters["newName"] = name
    return client.ask("textDocument/rename", parameters)
  }

  /// The places of an edit: `use.bind 1:6-1:12`.
  private func places(_ answer: Object) -> [String] {
    let changes = (answer["result"] as? Object)?["changes"] as? [String: [Object]] ?? [:]
    return changes.flatMap { uri, edits in
      edits.map { "\(uri.dropFirst("file:///scripts/".count)) \(TestClient.text(of: $0["range"]))" }
    }.sorted()
  }

  private func message(_ answer: Object) -> String? {
    (answer["error"] as? Object)?["message"] as? String
  }

  @Test(arguments: [
    ("/scripts/use.bind", 1, 8), ("/scripts/use2.bind", 1, 8), ("/scripts/lib/common.bind", 0, 6),
    ("/scripts/sub/deep.bind", 1, 8),
  ])
  func `a rename changes every file that shares the name, wherever it begins`(
    path: String, line: Int, column: Int
  ) {
    let client = client(opening: path)
    #expect(places(rename(client, path, line, column)) == Self.changed)
    var parameters = TestClient.at(line, column, "file://" + path)
    parameters["context"] = ["includeDeclaration": true]
    let uses = client.request("textDocument/references", parameters) as? [Object] ?? []
    #expect(uses.count == Self.changed.count)
  }

  @Test func `the text that is open counts, and the others are read from the disk`() {
    let client = client(opening: "/scripts/use.bind")
    client.open("file:///scripts/use2.bind", "source \"lib/common.bind\"\n\nprint shared\n")
    client.disk.files["/scripts/sub/deep.bind"] =
      "source \"../lib/common.bind\"\n\n\nprint shared\n"
    #expect(
      places(rename(client, "/scripts/use.bind", 1, 8)) == [
        "lib/common.bind 0:4-0:10", "sub/deep.bind 3:6-3:12", "use.bind 1:6-1:12",
        "use2.bind 2:6-2:12",
      ])
  }

  @Test func `an edit names the versions of the open texts`() {
    let client = client(opening: "/scripts/use.bind", versions: true)
    let result = rename(client, "/scripts/use.bind", 1, 8)["result"] as? Object
    let documents = (result?["documentChanges"] as? [Object] ?? []).compactMap {
      $0["textDocument"] as? Object
    }
    #expect(
      documents.map { "\($0["uri"] ?? "") \($0["version"] as? Int ?? -1)" } == [
        "file:///scripts/lib/common.bind -1",
        "file:///scripts/sub/deep.bind -1", "file:///scripts/use.bind 7",
        "file:///scripts/use2.bind -1",
      ])
  }

  @Test(arguments: [
    // The name is taken in another file, as a declaration or as the name of a parameter.
    ("source \"lib/common.bind\"\nlet common = 1\nprint common", "is taken"),
    ("source \"lib/common.bind\"\naction go(common) { print common, shared }\ngo(1)", "is taken"),
    // Something that cannot be parsed may be a use.
    ("source \"lib/common.bind\"\nprint shared +\nlet = shared", "syntax error"),
    ("source \"lib/common.bind\"\nlet shared 4", "syntax error"),
    ("let = 3\nsource \"lib/common.bind\"\nprint (shared", "syntax error"),
  ])
  func `a rename that another file does not allow edits none`(text: String, reason: String) {
    var files = Self.files
    files["/scripts/third.bind"] = text
    for (path, line) in [("/scripts/use.bind", 1), ("/scripts/lib/common.bind", 0)] {
      let answer = rename(client(opening: path, in: files), path, line, 6)
      #expect(answer["result"] == nil)
      #expect(message(answer)?.contains(reason) == true, "\(message(answer) ?? "nothing")")
    }
  }

  @Test func `a file that cannot be read or written keeps a rename from all`() {
    let client = client(opening: "/scripts/use.bind")
    client.disk.readOnly = ["/scripts/use2.bind"]
    #expect(
      message(rename(client, "/scripts/use.bind", 1, 8))
        == "use2.bind uses the name, but cannot be changed: it is read-only")
    client.disk.readOnly = ["/scripts/alone.bind"]
    #expect(places(rename(client, "/scripts/use.bind", 1, 8)) == Self.changed)
    client.disk.unreadable = ["/scripts/use2.bind"]
    #expect(
      message(rename(client, "/scripts/use.bind", 1, 8))
        == "use2.bind may use 'shared', but cannot be read: permission denied")
  }

  @Test func `a name in a block concerns no other file`() {
    let text = "action go(shared) { print shared }\ngo(1)\n"
    let client = client(opening: "/scripts/use.bind")
    client.open("file:///scripts/own.bind", text)
    client.disk.unreadable = ["/scripts/use2.bind"]
    #expect(
      places(rename(client, "/scripts/own.bind", 0, 11)) == [
        "own.bind 0:10-0:16", "own.bind 0:26-0:32",
      ]
    )
  }

  @Test func `symbols of the workspace are those of all its files`() {
    let client = client(opening: "/scripts/use.bind")
    let found = client.request("workspace/symbol", ["query": "shared"]) as? [Object] ?? []
    #expect(
      found.compactMap { ($0["location"] as? Object)?["uri"] as? String }.sorted() == [
        "file:///scripts/alone.bind", "file:///scripts/lib/common.bind",
      ])
  }
}

import LanguageServer
import Testing

/// The paths in `source` statements: links to files, and what can be written there.
@Suite struct SourcePathTests {
  private typealias Object = TestClient.Object

  private static let files = [
    "/scripts/lib/common.bind": "let a = 1\nprint a\n", "/scripts/use.bind": "print 1\n",
    "/scripts/notes.md": "# Notes\n", "/scripts/.hidden.bind": "print 1\n",
    "/top.bind": "print 1\n",
  ]

  private func labels(_ text: String, _ trigger: String? = nil) -> [String] {
    let client = TestClient(text, files: Self.files)
    let line = text.split(separator: "\n", omittingEmptySubsequences: false).count - 1
    let column = text.split(separator: "\n", omittingEmptySubsequences: false).last!.utf16.count
    var parameters = TestClient.at(line, column)
    if let trigger { parameters["context"] = ["triggerKind": 2, "triggerCharacter": trigger] }
    let result = client.request("textDocument/completion", parameters) as? Object
    return (result?["items"] as? [Object] ?? []).compactMap { $0["label"] as? String }
  }

  @Test(arguments: [
    ("source \"", ["lib/", "use.bind"]), ("source \"u", ["use.bind"]),
    ("source \"lib/", ["common.bind"]), ("source \"./lib/co", ["common.bind"]),
    ("source \"../", ["scripts/", "top.bind"]), ("source \"/scripts/l", ["lib/"]),
    ("source \".h", [".hidden.bind"]), ("if true { source  \"u", ["use.bind"]),
    ("source \"none/", []),
  ])
  func `files and folders are offered in the text of a source statement`(
    text: String, expected: [String]
  ) {
    #expect(labels(text) == expected)
    #expect(labels(text, "/") == expected)
  }

  @Test func `a slash and a quote offer nothing elsewhere`() {
    #expect(labels("let x = 1\nprint x /", "/") == [])
    #expect(labels("print \"", "\"") == [])
    #expect(labels("object vm { name = 1 }\nprint vm[\"", "\"") == ["name"])
  }

  @Test func `a path replaces only its last part`() {
    let client = TestClient("source \"lib/co\"", files: Self.files)
    let result = client.request("textDocument/completion", TestClient.at(0, 14)) as? Object
    let edit = (result?["items"] as? [Object])?.first?["textEdit"] as? Object
    #expect(TestClient.text(of: edit?["range"]) == "0:12-0:14")
    #expect(edit?["newText"] as? String == "common.bind")
  }

  @Test func `the path of a file that exists is a link`() {
    let client = TestClient(
      "source \"lib/common.bind\"\nsource \"none.bind\"\nif true { source \"lib/../use.bind\" }\n",
      files: Self.files)
    let links = client.request("textDocument/documentLink", TestClient.document) as? [Object] ?? []
    #expect(
      links.map { "\(TestClient.text(of: $0["range"])) \($0["target"] ?? "")" } == [
        "0:8-0:23 file:///scripts/lib/common.bind", "2:18-2:33 file:///scripts/use.bind",
      ])
  }
}

import Foundation
import TestSupport
import Testing

/// The language server on Markdown texts with `bind` blocks.
@Suite struct ServedMarkdownTests {
  private typealias Object = [String: Any]

  private let folder = TemporaryFolder()

  private let text = """
    # Über a → b

    Prose with `bind` and print q.

    ```bind
    object vm { name = "Kim" }
    object label { text = "é" }
    label.text = vm.name
    print label.text, q
    ```

    - an item:

      ```bind
      vm.name   = "é"
      ```

    ```bind -s sheet
    object a { x = 1 }
    object b { x = 1 }
    bind a.x <> b.x
    print 41 + 1
    ```

    """

  @Test func `its findings are those of check, with the places of the Markdown text`() throws {
    try folder.write("m.md", text)
    let server = try ServerConversation(in: folder)
    server.open("m.md", text, language: "markdown")
    let checked = try shell("bindlab check m.md | cat; bindlab check m.md 2>&1", folder: folder)
    #expect(server.findings("m.md") == ["9:19 B010", "21:1 B031"])
    #expect(checked.output.contains("m.md:9:19: error") || checked.errors.contains("m.md:9:19"))
    server.change("m.md", "# Nothing\n")
    #expect(server.findings("m.md") == [])
  }

  @Test func `names are found in all blocks of a session, and nothing between them`() throws {
    let server = try ServerConversation(in: folder)
    // A name that does not end with .md is Markdown if the editor says so.
    server.open("notes.markdown", text, language: "markdown")
    let found = server.result("textDocument/definition", server.at(14, 6, "notes.markdown"))
    let range = (found as? [Object])?.first?["range"] as? Object
    #expect((range?["start"] as? Object)?["line"] as? Int == 5)
    #expect((range?["start"] as? Object)?["character"] as? Int == 12)
    for method in ["hover", "completion", "definition", "signatureHelp"] {
      let result = server.result("textDocument/\(method)", server.at(2, 14, "notes.markdown"))
      #expect(result is NSNull)
    }
    let list = server.result("textDocument/completion", server.at(7, 16, "notes.markdown"))
    let items = (list as? Object)?["items"] as? [Object] ?? []
    #expect(items.compactMap { $0["label"] as? String }.contains("name"))
    let document: Object = ["textDocument": ["uri": server.uri("notes.markdown")]]
    let symbols = server.result("textDocument/documentSymbol", document) as? [Object]
    #expect(
      symbols?.compactMap { $0["name"] as? String }
        == ["vm", "name", "label", "text", "a", "x", "b", "x"])
  }

  @Test func `each session has its layout, its lenses and its runs`() throws {
    let server = try ServerConversation(in: folder)
    let text = text.replacingOccurrences(of: ", q", with: "").replacingOccurrences(
      of: "bind a.x <> b.x\n", with: "")
    server.open("m.md", text, language: "markdown")
    let document: Object = ["textDocument": ["uri": server.uri("m.md")], "options": Object()]
    let edits = server.result("textDocument/formatting", document) as? [Object] ?? []
    #expect(edits.map { $0["newText"] as? String } == ["  vm.name = \"é\"\n"])
    let lenses = server.result("textDocument/codeLens", document) as? [Object] ?? []
    let commands = lenses.compactMap { $0["command"] as? Object }
    let runs = commands.filter { $0["title"] as? String == "run" }
    let outputs = runs.map { server.result("workspace/executeCommand", $0) as? String }
    #expect(outputs == ["Kim\n", "42\n"])
    let wrong = server.ask(
      "workspace/executeCommand", ["command": "bindlab.run", "arguments": [server.uri("m.md"), 7]])
    #expect((wrong["error"] as? Object)?["code"] as? Int == -32602)
  }
}

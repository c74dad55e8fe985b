import Testing

/// What other files of the folder use is used.
@Suite struct FilesInUseTests {
  private static let library = "let shared = 1\nlet other = 2\n"
  private static let user = "source \"main.bind\"\nlet mine = 1\nprint shared\n"

  @Test func `what a file declares is unused if no script that reads it uses it`() {
    let client = TestClient(Self.library, files: ["/scripts/use.bind": Self.user])
    #expect(
      client.findings().compactMap { $0["message"] as? String } == [
        "nothing in this script uses 'other', a constant"
      ])
    // The user of a name is found as soon as it is typed.
    client.open("file:///scripts/use2.bind", "source \"main.bind\"\nprint other\n")
    #expect(client.codes() == [])
    client.change([["text": "source \"main.bind\"\n"]], "file:///scripts/use2.bind")
    #expect(client.codes() == ["B060"])
  }

  @Test func `a script that reads a file does not report there what another one uses`() {
    let client = TestClient(
      "object vm { name = 1 }\nobject view { text = 1 }\nbind vm.name ~> view.text\n",
      files: [
        "/scripts/use.bind": "source \"main.bind\"\nvm.name = 2\n",
        "/scripts/use2.bind": "source \"main.bind\"\nprint view.text\n",
      ])
    #expect(client.codes() == [])
    client.disk.files["/scripts/use2.bind"] = "source \"main.bind\"\n"
    client.notify("workspace/didChangeWatchedFiles", ["changes": []])
    #expect(client.codes() == ["B061"])
  }
}

import Foundation
import TestSupport
import Testing

/// The files `.bindlab` of the texts that an editor opens.
@Suite struct ServedSettingsTests {
  private let folder = TemporaryFolder()

  private func shown(_ server: ServerConversation) -> [String] {
    server.messages.compactMap { message in
      guard message["method"] as? String == "window/showMessage" else { return nil }
      return (message["params"] as? [String: Any])?["message"] as? String
    }
  }

  private let twoWay = "object a { x = 1 }\nobject b { x = 1 }\nbind a.x <> b.x\n"

  @Test func `each file is checked under the settings of its folder`() throws {
    _ = try shell("mkdir -p sheet/drafts", folder: folder)
    try folder.write(
      "sheet/.bindlab", "semantics = sheet\nallow = B061\nexclude = drafts/\nwerror = true\n")
    let server = try ServerConversation(in: folder)
    server.open("a.bind", twoWay)
    server.open("sheet/a.bind", twoWay)
    server.open("sheet/drafts/a.bind", twoWay)
    server.open("sheet/b.bind", twoWay.replacingOccurrences(of: "<>", with: "~>"))
    #expect(server.findings("a.bind") == [])
    #expect(server.findings("sheet/a.bind") == ["3:1 B031"])
    #expect(server.findings("sheet/b.bind") == [])
    #expect(server.findings("sheet/drafts/a.bind") == [])
  }

  @Test func `files that the settings leave out have no findings`() throws {
    _ = try shell("mkdir -p drafts old", folder: folder)
    try folder.write(".bindlab", "exclude = drafts/\n")
    try folder.write(".bindlabignore", "old/*.bind\n")
    let server = try ServerConversation(in: folder)
    for name in ["a.bind", "drafts/a.bind", "old/a.bind"] { server.open(name, "print q\n") }
    #expect(server.findings("a.bind") == ["1:7 B010"])
    #expect(server.findings("drafts/a.bind") == [])
    #expect(server.findings("old/a.bind") == [])
  }

  @Test func `a broken file is shown, once in a message, and its settings do not count`() throws {
    try folder.write(".bindlab", "semantics = sheet\nwerrr = true\n")
    let server = try ServerConversation(in: folder)
    server.open("a.bind", twoWay)
    #expect(server.findings("a.bind") == [])
    #expect(
      server.findings(".bindlab") == ["2:1 unknown setting 'werrr'; did you mean 'werror'?"])
    server.change("a.bind", twoWay + "print a.x\n")
    #expect(server.findings("a.bind") == [])
    #expect(shown(server).count == 1)
    #expect(shown(server).first?.contains(".bindlab:2: unknown setting") == true)
    // It is mended on the disk.
    try folder.write(".bindlab", "semantics = sheet\n")
    server.notify("workspace/didChangeWatchedFiles", ["changes": [[String: Any]]()])
    #expect(server.findings("a.bind") == ["3:1 B031"])
    #expect(server.findings(".bindlab") == [])
    #expect(shown(server).count == 1)
  }

  @Test func `a file of settings that is open counts as it is in the editor`() throws {
    try folder.write(".bindlab", "semantics = bind\n")
    let server = try ServerConversation(in: folder)
    server.open("a.bind", twoWay)
    server.open(".bindlab", "semantics = sheet\n", language: "conf")
    #expect(server.findings("a.bind") == ["3:1 B031"])
    server.change(".bindlab", "# none\nsemantics = shet\n")
    #expect(server.findings("a.bind") == [])
    #expect(server.findings(".bindlab").first?.hasPrefix("2:1 unknown semantics 'shet'") == true)
    // Its findings are in the editor already.
    #expect(shown(server) == [])
    #expect(server.result("textDocument/hover", server.at(1, 2, ".bindlab")) is NSNull)
  }

  @Test(arguments: [
    "mkdir .bindlab", "mkfifo .bindlab", "ln -s .bindlab .bindlab", "ln -s no .bindlab",
  ])
  func `a file of settings that cannot be read does not end the server`(make: String) throws {
    _ = try shell(make, folder: folder)
    let server = try ServerConversation(in: folder)
    server.open("a.bind", "print q\n")
    #expect(server.findings("a.bind") == ["1:7 B010"])
    #expect(server.findings(".bindlab").count == 1)
  }

  @Test func `a script that names a pipe or a device does not stop the server`() throws {
    _ = try shell("mkfifo pipe.bind; ln -s /dev/zero zero.bind; ln -s . round", folder: folder)
    let server = try ServerConversation(in: folder)
    server.open("a.bind", "source \"pipe.bind\"\nsource \"zero.bind\"\n")
    #expect(server.findings("a.bind").map { $0.prefix(2) } == ["1:", "2:"])
  }

  @Test func `the command line goes before, and can ignore the files`() throws {
    try folder.write(".bindlab", "semantics = sheet\n")
    for arguments in [["-s", "bind"], ["--no-settings"]] {
      let server = try ServerConversation(in: folder, arguments)
      server.open("a.bind", twoWay)
      #expect(server.findings("a.bind") == [])
    }
  }

  @Test func `the layout has the width of the folder`() throws {
    let line = "print \"a text\", \"another text\", \"one more text\""
    try folder.write(".bindlab", "width = 40\n")
    let server = try ServerConversation(in: folder)
    for (name, text) in [("a.bind", "\(line)\n"), ("t.md", "```bind\n\(line)\n```\n")] {
      server.open(name, text)
      let edits =
        server.result("textDocument/formatting", ["textDocument": ["uri": server.uri(name)]])
        as? [[String: Any]]
      #expect(
        edits?.map { $0["newText"] as? String } == [
          "print \"a text\", \"another text\",\n  \"one more text\"\n"
        ])
    }
    // The settings of an editor's folder change.
    try folder.write(".bindlab", "width = 60\n")
    server.notify("workspace/didChangeWatchedFiles", ["changes": [[String: Any]]()])
    let edits =
      server.result("textDocument/formatting", ["textDocument": ["uri": server.uri("a.bind")]])
      as? [[String: Any]]
    #expect(edits?.isEmpty == true)
  }
}

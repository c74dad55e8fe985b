import Foundation
import TestSupport
import Testing

@testable import Commands
@testable import Invocation

/// The extension for VS Code: what the program that packs it asks for, and what it does in the editor.
@Suite struct EditorPackageTests {
  private typealias Object = [String: Any]

  private func file(_ path: String) throws -> String {
    try #require(Editor.vscode.files.first { $0.path == path }).text
  }

  private func package() throws -> Object {
    let data = Data(try file("package.json").utf8)
    return try #require(try JSONSerialization.jsonObject(with: data) as? Object)
  }

  /// The rules of `vsce` 3 for a manifest, after its `validation.ts` and `package.ts`.
  @Test func `the manifest has all that the packer asks for`() throws {
    let package = try package()
    func text(_ name: String) -> String { package[name] as? String ?? "" }
    #expect(text("name").wholeMatch(of: /[a-z0-9][a-z0-9\-]*/.ignoresCase()) != nil)
    #expect(text("publisher").wholeMatch(of: /[a-z0-9][a-z0-9\-]*/.ignoresCase()) != nil)
    #expect(text("version").wholeMatch(of: /[0-9]+\.[0-9]+\.[0-9]+/) != nil)
    #expect(!text("displayName").isEmpty && !text("description").isEmpty)
    let engine = (package["engines"] as? [String: String])?["vscode"] ?? ""
    #expect(engine.wholeMatch(of: /\^1\.[0-9]+\.[0-9]+/) != nil)
    // From 1.74 on the editor makes the events of languages and commands itself, and complains of others.
    let minor = engine.split(separator: ".").dropFirst().first.flatMap { Int($0) } ?? 0
    #expect(minor >= 74 && package["activationEvents"] == nil)
    // Without these the packer asks before it goes on.
    let repository = package["repository"] as? Object
    #expect((repository?["url"] as? String)?.hasPrefix("https://") == true)
    #expect(text("license") == "MIT")
    let known = [
      "AI", "Azure", "Chat", "Data Science", "Debuggers", "Education", "Extension Packs",
      "Formatters", "Keymaps", "Language Packs", "Linters", "Machine Learning", "Notebooks",
      "Other", "Programming Languages", "SCM Providers", "Snippets", "Testing", "Themes",
      "Visualization",
    ]
    let categories = package["categories"] as? [String] ?? []
    #expect(!categories.isEmpty && categories.allSatisfy(known.contains))
    #expect((package["keywords"] as? [String] ?? []).count <= 30)
    // A picture must be a PNG, and no file is both packed and left out.
    #expect((package["icon"] as? String)?.hasSuffix(".svg") != true)
    #expect(package["files"] == nil)
    #expect((package["dependencies"] as? Object)?.keys.contains("vscode") == false)
  }

  @Test func `every file that the manifest names is there`() throws {
    let package = try package()
    let paths = Set(Editor.vscode.files.map { "./" + $0.path })
    #expect(
      paths.isSuperset(of: ["./README.md", "./LICENSE", "./CHANGELOG.md", "./.vscodeignore"]))
    #expect(paths.contains(package["main"] as? String ?? ""))
    let contributes = try #require(package["contributes"] as? Object)
    let languages = contributes["languages"] as? [Object] ?? []
    let grammars = contributes["grammars"] as? [Object] ?? []
    for path in languages.map({ $0["configuration"] }) + grammars.map({ $0["path"] }) {
      #expect(paths.contains(path as? String ?? ""))
    }
    // The packer refuses a text that is only a template.
    let readme = try file("README.md")
    #expect(readme.hasPrefix("# ") && !readme.contains("This is the README for your extension"))
    #expect(readme.firstMatch(of: /\]\((?!https:)/) == nil)
    let license = try String(contentsOfFile: ExampleRunner.folder + "/LICENSE", encoding: .utf8)
    #expect(try file("LICENSE") == license)
    // What the program needs when it runs is packed.
    let ignored = try file(".vscodeignore").split(separator: "\n")
    #expect(
      !ignored.contains {
        $0.contains("node_modules") || $0.contains(".js") && !$0.contains(".json")
      })
  }

  @Test func `the palette has the commands of the server`() throws {
    let contributes = try package()["contributes"] as? Object
    let commands = (contributes?["commands"] as? [Object] ?? []).compactMap {
      $0["command"] as? String
    }
    #expect(commands == ["bindlab.run", "bindlab.trace", "bindlab.graph", "bindlab.report"])
    let menus = (contributes?["menus"] as? Object)?["commandPalette"] as? [Object] ?? []
    #expect(menus.compactMap { $0["command"] as? String } == commands)
  }

  @Test(.enabled(if: EditorPrograms.isInstalled("node"), "Node is not installed"))
  func `what a run gives is shown`() throws {
    let folder = try EditorPrograms.extensionFolder()
    try folder.write(
      "files/node_modules/vscode.js",
      """
      const panel = { webview: {}, onDidDispose() {}, reveal() {
        console.log("page", this.title, this.webview.html); } };
      exports.ViewColumn = { Beside: -2 };
      exports.workspace = { getConfiguration: () => ({ get: () => "bindlab" }) };
      exports.window = {
        activeTextEditor: { document: { uri: "file:///scripts/a.bind" } },
        createOutputChannel: () => ({ clear() {}, show() {},
          append(text) { console.log(text); }, appendLine(text) { console.log(text); } }),
        createWebviewPanel: () => panel,
      };
      """)
    try folder.write(
      "files/node_modules/vscode-languageclient/node.js",
      """
      exports.LanguageClient = class {
        constructor(id, name, server, client) { this.client = client; }
        async start() {
          console.log(JSON.stringify(this.client.initializationOptions));
          const run = this.client.middleware.executeCommand;
          const next = (command, values) => command + " of " + values;
          await run("bindlab.run", ["file:///scripts/b.bind"], next);
          await run("bindlab.graph", [], next);
          await run("bindlab.stop", ["file:///scripts/b.bind"], () => null);
        }
        stop() {}
      };
      """)
    let result = try shell(
      """
      exec /usr/bin/node -e '
        const extension = require("./files/extension.js");
        extension.activate().then(extension.deactivate);' 2>&1
      """, folder: folder)
    #expect(
      result.output == """
        {"showsResults":true}
        // b.bind: run
        bindlab.run of file:///scripts/b.bind
        page graph: a.bind bindlab.graph of file:///scripts/a.bind

        """)
  }
}

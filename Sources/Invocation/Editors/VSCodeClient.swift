/// The program of the extension for VS Code.
enum VSCodeClient {
  static let code = """
    // Starts the language server for scripts of bindlab, and shows what a run gives.
    const vscode = require("vscode");
    const { LanguageClient } = require("vscode-languageclient/node");

    let client;
    let output;
    const panels = new Map();

    // Shows a picture or a page in a tab of its own.
    function showPage(task, name, text) {
      let panel = panels.get(task);
      if (!panel) {
        panel = vscode.window.createWebviewPanel(
          "bindlab." + task,
          "bindlab",
          { viewColumn: vscode.ViewColumn.Beside, preserveFocus: true },
          { enableScripts: task === "report" }
        );
        panel.onDidDispose(() => panels.delete(task));
        panels.set(task, panel);
      }
      panel.title = task + ": " + name;
      panel.webview.html = text;
      panel.reveal(undefined, true);
    }

    // Shows the result of a command of the server.
    function show(task, name, text) {
      if (task === "graph" || task === "report") {
        return showPage(task, name, text);
      }
      output = output || vscode.window.createOutputChannel("bindlab: results");
      output.clear();
      output.appendLine("// " + name + ": " + task);
      output.append(text);
      output.show(true);
    }

    // Commands of the palette are about the script that is open.
    async function execute(command, given, next) {
      let values = given;
      if (!values || values.length === 0) {
        const editor = vscode.window.activeTextEditor;
        values = editor ? [editor.document.uri.toString()] : [];
      }
      const result = await next(command, values);
      if (typeof result === "string") {
        show(command.split(".").pop(), values[0].split("/").pop(), result);
      }
      return result;
    }

    exports.activate = async function () {
      const command = vscode.workspace.getConfiguration("bindlab").get("path") || "bindlab";
      client = new LanguageClient(
        "bindlab",
        "bindlab",
        { command, args: ["lsp"] },
        {
          documentSelector: [{ language: "bindlab" }],
          // The server need not show the results, as this program does.
          initializationOptions: { showsResults: true },
          middleware: { executeCommand: execute },
        }
      );
      await client.start();
    };

    exports.deactivate = function () {
      return client && client.stop();
    };

    """
}

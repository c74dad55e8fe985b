import Language
import Text

/// The folder of an extension of VS Code, which can be packed and installed.
package enum VSCodeFiles {
  package static var all: [EditorFile] {
    [
      EditorFile("package.json", package),
      EditorFile("language-configuration.json", configuration),
      EditorFile("syntaxes/bindlab.tmLanguage.json", TextMateGrammar.text),
      EditorFile("extension.js", code),
      EditorFile("README.md", readme),
    ]
  }

  private static var package: String {
    """
    {
      "name": "bindlab",
      "displayName": "bindlab",
      "description": "Scripts of bindlab: colours, indentation and the language server",
      "version": \(Version.text.json),
      "publisher": "bindlab",
      "license": "SEE LICENSE IN bindlab",
      "categories": ["Programming Languages"],
      "engines": { "vscode": "^1.82.0" },
      "main": "./extension.js",
      "activationEvents": ["onLanguage:bindlab"],
      "dependencies": { "vscode-languageclient": "^9.0.0" },
      "contributes": {
        "languages": [{
          "id": "bindlab",
          "aliases": ["bindlab"],
          "extensions": [".bind"],
          "firstLine": "^#!.*\\\\bbindlab\\\\b",
          "configuration": "./language-configuration.json"
        }],
        "grammars": [{
          "language": "bindlab",
          "scopeName": "source.bindlab",
          "path": "./syntaxes/bindlab.tmLanguage.json"
        }],
        "configuration": {
          "title": "bindlab",
          "properties": {
            "bindlab.path": {
              "type": "string",
              "default": "bindlab",
              "description": "The program that is the language server."
            }
          }
        }
      }
    }

    """
  }

  private static var configuration: String {
    let brackets = ColourGrammar.brackets.map { [$0, $1] }
    let pairs = brackets + [["\"", "\""]]
    let open = "[({\\[][^\"})\\]]*(?://.*)?$"
    return """
      {
        "comments": { "lineComment": "//", "blockComment": ["/*", "*/"] },
        "brackets": \(brackets.json),
        "autoClosingPairs": \(pairs.json),
        "surroundingPairs": \(pairs.json),
        "indentationRules": {
          "increaseIndentPattern": \(open.json),
          "decreaseIndentPattern": \("^\\s*[})\\]]".json)
        }
      }

      """
  }

  private static let code = """
    // Starts the language server for scripts of bindlab.
    const { workspace } = require("vscode");
    const { LanguageClient } = require("vscode-languageclient/node");

    let client;

    exports.activate = async function () {
      const command = workspace.getConfiguration("bindlab").get("path") || "bindlab";
      client = new LanguageClient(
        "bindlab",
        "bindlab",
        { command, args: ["lsp"] },
        { documentSelector: [{ language: "bindlab" }] }
      );
      await client.start();
    };

    exports.deactivate = function () {
      return client && client.stop();
    };

    """

  private static let readme = """
    # bindlab

    Colours, indentation and the language server for scripts of bindlab. The program `bindlab` must be
    in the `PATH`, or the setting `bindlab.path` names it.

    In this folder `npm install` gets the client of the language server, and `npx @vscode/vsce package`
    packs the extension. `code --install-extension bindlab-\(Version.text).vsix` installs it.

    """
}

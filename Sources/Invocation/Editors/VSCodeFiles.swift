import Language
import Text

/// The folder of an extension of VS Code, which can be packed and installed.
package enum VSCodeFiles {
  package static var all: [EditorFile] {
    [
      EditorFile(".vscodeignore", ignored),
      EditorFile("CHANGELOG.md", changes),
      EditorFile("LICENSE", License.text),
      EditorFile("README.md", readme),
      EditorFile("extension.js", VSCodeClient.code),
      EditorFile("language-configuration.json", configuration),
      EditorFile("package.json", package),
      EditorFile("syntaxes/bindlab.tmLanguage.json", TextMateGrammar.text),
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
      "license": "MIT",
      "repository": { "type": "git", "url": "https://github.com/bindlab/bindlab.git" },
      "categories": ["Programming Languages", "Linters", "Formatters"],
      "keywords": ["bindlab", "data binding", "reactive", "MVVM"],
      "engines": { "vscode": "^1.82.0" },
      "main": "./extension.js",
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
        "commands": [
    \(commands)
        ],
        "menus": {
          "commandPalette": [
    \(palette)
          ]
        },
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

  /// The commands of the server, as the palette shows them.
  private static let titles = [
    ("run", "Run the script"), ("trace", "Run the script with a trace"),
    ("graph", "Draw the graph"), ("report", "Make a report"),
  ]

  private static var commands: String {
    titles.map { task, title in
      "      { \"command\": \"bindlab.\(task)\", \"title\": \(title.json), \"category\": \"bindlab\" }"
    }.joined(separator: ",\n")
  }

  private static var palette: String {
    titles.map { task, _ in
      "        { \"command\": \"bindlab.\(task)\", \"when\": \"editorLangId == bindlab\" }"
    }.joined(separator: ",\n")
  }

  /// What is not packed.
  private static let ignored = """
    .gitignore
    .vscode/**
    *.vsix
    package-lock.json

    """

  private static let changes = """
    # Changes

    ## \(Version.text)

    The files are those that `bindlab editor vscode` of this version writes.

    """

  private static let readme = """
    # bindlab

    Colours, indentation and the language server for scripts of bindlab. The program `bindlab` must be
    in the `PATH`, or the setting `bindlab.path` names it.

    The words "run" and "run with a trace" above a script run it, and show the output beside it. The
    commands "Draw the graph" and "Make a report" are in the palette of commands.

    In this folder `npm install` gets the client of the language server, and `npx @vscode/vsce package`
    packs the extension. `code --install-extension bindlab-\(Version.text).vsix` installs it. Set
    `publisher` and `repository` in `package.json` before you publish the extension.

    """
}

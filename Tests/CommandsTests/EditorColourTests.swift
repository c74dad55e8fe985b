import Foundation
import TestSupport
import Testing

@testable import Commands
@testable import Invocation

/// The colours of `bindlab editor`, in the programs that show them.
@Suite struct EditorColourTests {
  // MARK: Listings

  @Test(.enabled(if: EditorPrograms.hasPygments, "Pygments is not installed"))
  func `Pygments finds a token for all of each sample`() throws {
    let folder = try EditorPrograms.folder(.pygments)
    try folder.write("more.bind", EditorPrograms.indented)
    try folder.write(
      "driver.py",
      """
      import glob, sys
      sys.path.insert(0, "files")
      from bindlab_lexer import BindlabLexer
      from pygments.token import Error
      for name in sorted(glob.glob("*.bind")):
          text = open(name, encoding="utf-8").read()
          tokens = list(BindlabLexer(stripnl=False, ensurenl=False).get_tokens(text))
          if "".join(value for _, value in tokens) != text:
              print(name, "is not whole")
          for kind, value in tokens:
              if kind is Error:
                  print(name, repr(value))
      line = 'bind a.bind ~> b | Uppercase; print "x \\\\(min(1, "y")) z" // allow B012\\nnext = #3\\n'
      for kind, value in BindlabLexer().get_tokens(line):
          if value.strip():
              print(str(kind)[6:], value)
      """)
    let result = try shell("exec /usr/bin/python3 driver.py 2>&1", folder: folder)
    #expect(
      result.output == """
        Keyword bind
        Name a
        Name .bind
        Operator.Word ~>
        Name b
        Operator |
        Name.Builtin Uppercase
        Punctuation ;
        Keyword print
        Literal.String "
        Literal.String x\u{20}
        Literal.String.Interpol \\(
        Name.Builtin min
        Punctuation (
        Literal.Number 1
        Punctuation ,
        Literal.String "
        Literal.String y
        Literal.String "
        Punctuation )
        Literal.String.Interpol )
        Literal.String  z
        Literal.String "
        Comment.Single //
        Comment.Special allow B012
        Name next
        Operator =
        Name.Label #3

        """)
  }

  // MARK: TextMate and VS Code

  @Test(.enabled(if: EditorPrograms.isInstalled("node"), "Node is not installed"))
  func `a TextMate grammar can be read, and finds words and strings`() throws {
    let folder = try EditorPrograms.folder(.vscode)
    try folder.write(
      "driver.js",
      #"""
      const fs = require("fs");
      const grammar = JSON.parse(fs.readFileSync("files/syntaxes/bindlab.tmLanguage.json"));
      JSON.parse(fs.readFileSync("files/package.json"));
      JSON.parse(fs.readFileSync("files/language-configuration.json"));
      const expression = (text) => new RegExp(text.replace("\\A", "(?<![\\s\\S])"), "dmg");
      const flat = (list) => list.flatMap((item) => {
        if (item.include === "$self") return flat(grammar.patterns);
        if (item.include) return flat(grammar.repository[item.include.slice(1)].patterns);
        return [item];
      });
      // The pieces of a text with their scopes, as an editor finds them.
      function pieces(text) {
        const found = [];
        const open = [{ patterns: grammar.patterns }];
        let place = 0;
        const say = (start, end, scope) => {
          if (end > start && scope) found.push(scope.split(".").slice(0, 2).join(".") + ":" + text.slice(start, end));
        };
        while (place < text.length) {
          const top = open[open.length - 1];
          let best;
          const attempt = (pattern, item) => {
            const regex = expression(pattern);
            regex.lastIndex = place;
            const match = regex.exec(text);
            if (match && (!best || match.index < best.match.index)) best = { match, item };
          };
          if (top.end) attempt(top.end, null);
          for (const item of flat(top.patterns || [])) attempt(item.match || item.begin, item);
          if (!best) { say(place, text.length, top.name); break; }
          const { match, item } = best;
          const end = match.index + match[0].length;
          say(place, match.index, top.name);
          if (!item) {
            say(match.index, end, top.endCaptures ? top.endCaptures[0].name : top.name);
            open.pop();
          } else if (item.begin) {
            say(match.index, end, item.beginCaptures ? item.beginCaptures[0].name : item.name);
            open.push(item);
          } else if (item.captures) {
            const [first, last] = match.indices[1];
            say(first, last, item.captures[1].name);
          } else {
            say(match.index, end, item.name);
          }
          place = end > place || !item || item.begin ? end : place + 1;
        }
        return found;
      }
      const lines = [
        'bind a.bind ~> b | Uppercase // allow B012',
        'print "x \\(min(1, "y")) z\\n", 150ms',
        'next = #3; next',
        'semantics mine: kvo { order = queue }',
        'object a { weak b: String? = nil } // => 3',
      ];
      for (const line of lines) console.log(pieces(line).join("|"));
      for (const name of fs.readdirSync(".")) {
        if (name.endsWith(".bind")) pieces(fs.readFileSync(name, "utf8"));
      }
      """#)
    let result = try shell("exec /usr/bin/node driver.js 2>&1", folder: folder)
    #expect(
      result.output == """
        keyword.control:bind|keyword.operator:~>|support.function:Uppercase|comment.line://|comment.line: |keyword.other:allow B012
        keyword.control:print|string.quoted:"|string.quoted:x |punctuation.section:\\(|support.function:min|constant.numeric:1|string.quoted:"|string.quoted:y|string.quoted:"|punctuation.section:)|string.quoted: z|constant.character:\\n|string.quoted:"|constant.numeric:150ms
        entity.name:#3|keyword.control:next
        keyword.control:semantics|constant.language:kvo|variable.parameter:order|constant.language:queue
        keyword.control:object|keyword.control:weak|storage.type:String|constant.language:nil|comment.line:// => 3

        """)
  }

  /// The client itself comes from a registry, so a small one stands in for it.
  @Test(.enabled(if: EditorPrograms.isInstalled("node"), "Node is not installed"))
  func `the extension starts the server, and stops it`() throws {
    let folder = try EditorPrograms.extensionFolder()
    try folder.write(
      "files/node_modules/vscode.js",
      "exports.workspace = { getConfiguration: () => ({ get: () => process.env.BINDLAB }) };\n")
    try folder.write(
      "files/node_modules/vscode-languageclient/node.js",
      """
      const { spawn } = require("child_process");
      exports.LanguageClient = class {
        constructor(id, name, server, client) { Object.assign(this, { server, client }); }
        start() {
          this.process = spawn(this.server.command, this.server.args);
          const body = JSON.stringify(
            { jsonrpc: "2.0", id: 1, method: "initialize", params: { capabilities: {} } });
          return new Promise((done) => {
            this.process.stdout.once("data", (text) => {
              console.log(/"name":"bindlab"/.test(text), this.client.documentSelector[0].language);
              done();
            });
            this.process.stdin.write(`Content-Length: ${body.length}\\r\\n\\r\\n${body}`);
          });
        }
        stop() { this.process.stdin.end(); console.log("stopped"); }
      };
      """)
    let result = try shell(
      """
      exec /usr/bin/node -e '
        const extension = require("./files/extension.js");
        extension.activate().then(extension.deactivate);' 2>&1
      """, folder: folder)
    #expect(result.output == "true bindlab\nstopped\n")
  }

  // MARK: Kate

  @Test(.enabled(if: EditorPrograms.isInstalled("xmllint"), "xmllint is not installed"))
  func `the file for Kate is XML`() throws {
    let folder = try EditorPrograms.folder(.kate)
    let result = try shell(
      "exec /usr/bin/xmllint --noout files/syntax/bindlab.xml 2>&1", folder: folder)
    #expect(result.output == "")
    #expect(result.status == 0)
  }

  @Test(
    .enabled(
      if: EditorPrograms.isInstalled("kate-syntax-highlighter"),
      "KDE's highlighter is not installed"))
  func `KDE's own program colours scripts with the file for Kate`() throws {
    let folder = try EditorPrograms.folder(.kate)
    try folder.write(
      "colours.bind",
      """
      bind a.bind ~> b | Uppercase // allow B012
      print "x \\(min(1, "y")) z\\n", 150ms
      next = #3; next
      let t = \"""
        next "
        \""" + "a"
      next
      """)
    let result = try shell(
      """
      mkdir -p home/org.kde.syntax-highlighting; cp -r files/syntax home/org.kde.syntax-highlighting
      export XDG_DATA_HOME=$PWD/home QT_QPA_PLATFORM=offscreen HOME=$PWD
      kate-syntax-highlighter -s bindlab -f ansi256Colors --syntax-trace=format colours.bind 2>&1 |
        sed 's/\\x1b\\[[0-9;]*[mK]//g; s/ *$//'
      """, folder: folder)
    #expect(
      result.output == """
        bind a.bind ~> b | Uppercase // allow B012
        |   |       | |    |        ||  |
        Keyword     Arrow  Transformer  Allowed
            |         |             ||
            Normal    Normal        Normal
                                     |
                                     Comment
        print "x \\(min(1, "y")) z\\n", 150ms
        |    ||  | |  ||| |  ||| | || |
        Keyword  Delimiter|  Normal|Normal
             ||    |  ||| |   || | |  |
             Normal|  Normal  Delimiter
              |    |   || |    | | |  |
              String   Number  String Duration
                   |    | |      | |
                   Function      Escape
                        | |        |
                        Normal     String
                          |
                          String
        next = #3; next
        |      | | |
        Normal Reference
                 | |
                 Normal
                   |
                   Statement
        let t = \"""
        |  |    |
        Keyword BlockString
           |
           Normal
          next "
        |
        BlockString
          \""" + "a"
        |    ||||
        BlockString
             ||||
             Normal
              |||
              Operator
               ||
               Normal
                |
                String
        next
        |
        Statement

        """)
  }
}

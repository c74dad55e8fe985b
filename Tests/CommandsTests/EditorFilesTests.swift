import BindingEngine
import Foundation
import Language
import Syntax
import TestSupport
import Testing

@testable import Commands

/// `bindlab editor`: its files are read by the programs for which they are made.
@Suite struct EditorFilesTests {
  private static func isInstalled(_ program: String) -> Bool {
    FileManager.default.isExecutableFile(atPath: "/usr/bin/\(program)")
  }

  private static let hasPygments: Bool = {
    let result = try? ProcessRunner("/usr/bin/python3", arguments: ["-c", "import pygments"]).run()
    return result?.status == 0
  }()

  /// A folder with the files of an editor in `files`, and copies of the samples with numbers as names.
  private func folder(_ editor: Editor) throws -> TemporaryFolder {
    let folder = TemporaryFolder()
    let result = try bindlab("editor", editor.rawValue, "-o", folder.path + "/files")
    #expect(result.status == 0, "\(result.errors)")
    #expect(result.output == editor.files.map { "\(folder.path)/files/\($0.path)\n" }.joined())
    for (number, text) in try Self.samples().enumerated() {
      try folder.write("\(number).bind", text)
    }
    return folder
  }

  /// The scripts of the samples.
  private static func samples() throws -> [String] {
    let root = ExampleRunner.folder + "/Samples"
    let paths = try #require(FileManager.default.enumerator(atPath: root)).compactMap { $0 as? String }
    return try paths.filter { $0.hasSuffix(".bind") }.sorted().map {
      try String(contentsOfFile: root + "/" + $0, encoding: .utf8)
    }
  }

  /// What an editor must indent, besides the samples.
  private static let indented = """
    object vm {
      name = "a \\(min(1, "}".count)) {"
      observe name {
        if value == "{" {
          print "x"
        } else {
          print [
            1,
            2
          ].count
        }
      }
    }
    bind vm.name ~> label.text
      | Uppercase
    let text = \"""
        { as it is
      \"""
    print text // {
    /* {
         so */
    print max(
      1, // (
      2
    )
    let sum = 1 +
      2
    class A: UIView {
      weak b

      // a comment {
      computed c = 1
    }

    """

  // MARK: The words

  /// Every word of the language that has a colour.
  private static let words: [String] =
    LanguageWords.reserved + LanguageWords.constants + LanguageWords.statements
    + LanguageWords.members + LanguageWords.inside + LanguageWords.types + LanguageWords.functions
    + LanguageWords.classes + LanguageWords.transformers + LanguageWords.blockNames
    + LanguageWords.methodBlockNames + LanguageWords.turnFields + Semantics.knobNames
    + Semantics.knobNames.flatMap { Semantics.words(of: $0) } + Semantics.presets.map(\.name)

  @Test(arguments: [Editor.vim, .neovim, .emacs, .vscode, .textmate, .kate, .pygments])
  func `every word of the language is in the files of an editor`(_ editor: Editor) {
    let text = editor.files.map(\.text).joined()
    let known = Set(text.split { !($0.isLetter || $0.isNumber || $0 == "_") })
    // A boundary of words is a letter in a regular expression, too.
    let plain = text.replacing("\\b", with: " ").replacing("\\\\b", with: " ")
    let words = known.union(plain.split { !($0.isLetter || $0.isNumber || $0 == "_") })
    for word in Self.words {
      #expect(words.contains(Substring(word)), "\(editor) lacks '\(word)'")
    }
    for arrow in Arrow.allCases {
      #expect(
        text.replacing("\\", with: "").replacing("&lt;", with: "<").replacing("&gt;", with: ">")
          .contains(arrow.spelling))
    }
  }

  // MARK: The command

  @Test func `one file goes to standard output, and several need a folder`() throws {
    let one = try bindlab("editor", "emacs")
    #expect(one.output == EmacsFile.text)
    let several = try bindlab("editor", "kate")
    #expect(several.status == 64)
    #expect(
      several.errors == """
        bindlab: kate needs several files: name a folder with -o
          lspclient/settings.json
          syntax/bindlab.xml

        bindlab editor --help explains it

        """)
  }

  @Test func `a file that exists is kept, and then nothing is written`() throws {
    let folder = TemporaryFolder()
    let file = try folder.write("languages.toml", "mine\n")
    let refused = try bindlab("editor", "helix", "-o", folder.path)
    #expect(refused.status == 66)
    #expect(refused.errors == "bindlab: cannot write '\(file)': it exists; --force replaces it\n")
    #expect(try folder.read("languages.toml") == "mine\n")
    let forced = try bindlab("editor", "helix", "--force", "-o", folder.path)
    #expect(forced.status == 0)
    #expect(try folder.read("languages.toml") == HelixFile.text)
    try folder.write("syntax", "not a folder")
    let inFile = try bindlab("editor", "kate", "-o", folder.path)
    #expect(inFile.status == 66)
    #expect(inFile.errors.contains("cannot write '\(folder.path)/syntax/bindlab.xml': "))
  }

  @Test func `editor takes exactly one known name`() throws {
    #expect(try bindlab("editor").status == 64)
    #expect(try bindlab("editor", "vim", "emacs").status == 64)
    let wrong = try bindlab("editor", "emcas")
    #expect(wrong.status == 64)
    #expect(
      wrong.errors.hasPrefix("bindlab: there are no files for 'emcas'; did you mean 'emacs'?\n"))
  }

  // MARK: Indentation

  /// Compares the scripts in a folder with the standard layout, after an editor has indented them.
  private func expectLayout(in folder: TemporaryFolder, _ editor: Editor) throws {
    for (number, text) in try Self.samples().enumerated() {
      let found = try folder.read("\(number).bind")
      #expect(found == text, "\(editor) indents a sample in another way")
    }
    #expect(try folder.read("more.bind") == Self.indented)
  }

  @Test func `the sample of indentation is in the standard layout`() throws {
    let result = try bindlab("format", "--diff", "-", input: Self.indented)
    #expect(result.output == "")
    #expect(result.errors == "")
  }

  /// The samples without indentation, except for those in which blanks are text.
  private func flatten(_ folder: TemporaryFolder) throws {
    try folder.write("more.bind", Self.indented)
    for (number, text) in try Self.samples().enumerated()
    where !text.contains("\"\"\"") && !text.contains("/*") {
      let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
      try folder.write(
        "\(number).bind", lines.map { String($0.drop { $0 == " " }) }.joined(separator: "\n"))
    }
  }

  @Test(.enabled(if: isInstalled("vim"), "Vim is not installed"))
  func `Vim indents scripts as the standard layout does`() throws {
    let folder = try folder(.vim)
    try flatten(folder)
    try folder.write(
      "driver.vim",
      """
      set nocompatible noswapfile nofsync nobackup nowritebackup
      let &runtimepath = getcwd() . '/files,' . &runtimepath
      filetype plugin indent on
      syntax on
      for name in glob('*.bind', 0, 1)
        execute 'edit ' . name
        if &filetype !=# 'bindlab' || &shiftwidth != 2
          cquit
        endif
        normal! gg=G
        write
      endfor
      quitall!
      """)
    let result = try shell(
      "HOME=$PWD exec /usr/bin/vim -es -n -u NONE -i NONE -S driver.vim </dev/null 2>&1",
      folder: folder)
    #expect(result.status == 0, "\(result.output)")
    try expectLayout(in: folder, .vim)
  }

  @Test(.enabled(if: isInstalled("nvim"), "Neovim is not installed"))
  func `Neovim indents scripts, and its server starts with them`() throws {
    let folder = try folder(.neovim)
    try flatten(folder)
    try folder.write("wrong.bind", "print nope\n")
    try folder.write(
      "driver.lua",
      """
      vim.opt.runtimepath:prepend(vim.fn.getcwd() .. "/files")
      vim.cmd("filetype plugin indent on | syntax on | runtime plugin/bindlab_lsp.lua")
      for _, name in ipairs(vim.fn.glob("*.bind", 0, 1)) do
        if name ~= "wrong.bind" then
          vim.cmd("edit " .. name .. " | silent normal! gg=G")
          vim.cmd("write")
        end
      end
      vim.cmd("edit wrong.bind")
      vim.wait(20000, function() return #vim.diagnostic.get(0) > 0 end, 20)
      local found = vim.diagnostic.get(0)[1] or {}
      vim.fn.writefile({ found.message or "nothing" }, "found")
      vim.cmd("qall!")
      """)
    let result = try shell(
      """
      mkdir bin; ln -s "$BINDLAB" bin/bindlab; export HOME=$PWD PATH=$PWD/bin:$PATH
      /usr/bin/nvim --headless -u NONE -i NONE -n -S driver.lua </dev/null 2>&1; cat found
      """, folder: folder)
    #expect(result.output.contains("unknown name 'nope'"), "\(result.output)")
    try expectLayout(in: folder, .neovim)
  }

  @Test(.enabled(if: isInstalled("emacs"), "Emacs is not installed"))
  func `Emacs indents scripts as the standard layout does, and knows their words`() throws {
    let folder = try folder(.emacs)
    try flatten(folder)
    try folder.write(
      "driver.el",
      """
      (add-to-list 'load-path (concat default-directory "files"))
      (setq byte-compile-error-on-warn t)
      (unless (byte-compile-file "files/bindlab-mode.el") (kill-emacs 3))
      (require 'bindlab-mode)
      (dolist (name (directory-files "." nil "\\\\.bind$"))
        (find-file name)
        (unless (eq major-mode 'bindlab-mode) (kill-emacs 4))
        (let ((inhibit-message t)) (indent-region (point-min) (point-max)))
        (let ((require-final-newline nil)) (write-region nil nil name nil 'silent))
        (kill-buffer))
      (find-file "colours.bind")
      (insert "bind a.bind ~> b.x | Uppercase // => {\\nprint \\"a \\\\(min(\\")\\", 2)) next\\"\\nnext = #3\\n")
      (font-lock-ensure)
      (goto-char (point-min))
      (while (not (eobp))
        (let ((next (or (next-single-property-change (point) 'face) (point-max)))
              (face (get-text-property (point) 'face)))
          (when face (princ (format "%s:%s\\n" face (buffer-substring-no-properties (point) next))))
          (goto-char next)))
      (require 'eglot nil t)
      (when (boundp 'eglot-server-programs) (princ (assq 'bindlab-mode eglot-server-programs)))
      """)
    let result = try shell(
      "export HOME=$PWD; exec /usr/bin/emacs -Q --batch -l driver.el 2>errors", folder: folder)
    let errors = try folder.read("errors")
    #expect(result.status == 0, "\(errors)")
    try expectLayout(in: folder, .emacs)
    #expect(
      result.output.hasPrefix(
        """
        font-lock-keyword-face:bind
        font-lock-builtin-face:~>
        font-lock-builtin-face:Uppercase
        (font-lock-doc-face font-lock-comment-delimiter-face):// \n
        """) || result.output.hasPrefix("font-lock-keyword-face:bind\n"), "\(result.output)")
    #expect(result.output.contains("font-lock-string-face:\"a \\(min(\")\", 2)) next\"\n"))
    #expect(result.output.contains("font-lock-variable-name-face:#3\n"))
    #expect(!result.output.contains("face:next\n"))
  }

  // MARK: Listings

  @Test(.enabled(if: hasPygments, "Pygments is not installed"))
  func `Pygments finds a token for all of each sample`() throws {
    let folder = try folder(.pygments)
    try folder.write("more.bind", Self.indented)
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

  @Test(.enabled(if: isInstalled("node"), "Node is not installed"))
  func `a TextMate grammar can be read, and finds words and strings`() throws {
    let folder = try folder(.vscode)
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
  @Test(.enabled(if: isInstalled("node"), "Node is not installed"))
  func `the extension starts the server, and stops it`() throws {
    let folder = try folder(.vscode)
    try FileManager.default.createDirectory(
      atPath: folder.path + "/files/node_modules/vscode-languageclient",
      withIntermediateDirectories: true)
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

  @Test(.enabled(if: isInstalled("xmllint"), "xmllint is not installed"))
  func `the file for Kate is XML`() throws {
    let folder = try folder(.kate)
    let result = try shell(
      "exec /usr/bin/xmllint --noout files/syntax/bindlab.xml 2>&1", folder: folder)
    #expect(result.output == "")
    #expect(result.status == 0)
  }

  @Test(
    .enabled(if: isInstalled("kate-syntax-highlighter"), "KDE's highlighter is not installed"))
  func `KDE's own program colours scripts with the file for Kate`() throws {
    let folder = try folder(.kate)
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
        sed 's/\\x1b\\[[0-9;]*[mK]//g'
      """, folder: folder)
    #expect(result.output == "")
  }
}

import BindingEngine
import Foundation
import Language
import Syntax
import TestSupport
import Testing

@testable import Commands
@testable import Invocation

/// `bindlab editor`: its files are read by the programs for which they are made.
@Suite struct EditorFilesTests {

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
      let isKnown = word.contains("-") ? text.contains(word) : words.contains(Substring(word))
      #expect(isKnown, "\(editor) lacks '\(word)'")
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
    for (number, text) in try EditorPrograms.samples().enumerated() {
      let found = try folder.read("\(number).bind")
      #expect(found == text, "\(editor) indents a sample in another way")
    }
    #expect(try folder.read("more.bind") == EditorPrograms.indented)
  }

  @Test func `the sample of indentation is in the standard layout`() throws {
    let result = try bindlab("format", "--diff", "-", input: EditorPrograms.indented)
    #expect(result.output == "")
    #expect(result.errors == "")
  }

  /// The samples without indentation, except for those in which blanks are text.
  private func flatten(_ folder: TemporaryFolder) throws {
    try folder.write("more.bind", EditorPrograms.indented)
    for (number, text) in try EditorPrograms.samples().enumerated()
    where !text.contains("\"\"\"") && !text.contains("/*") {
      let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
      try folder.write(
        "\(number).bind", lines.map { String($0.drop { $0 == " " }) }.joined(separator: "\n"))
    }
  }

  /// Otherwise Vim returns memory to the system thousands of times for each script, and asks for it
  /// again, which takes as long as the rest.
  private static let keepsMemory = "export MALLOC_TOP_PAD_=67108864"

  @Test(.enabled(if: EditorPrograms.isInstalled("vim"), "Vim is not installed"))
  func `Vim indents scripts as the standard layout does`() throws {
    let folder = try EditorPrograms.folder(.vim)
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
      """
      \(Self.keepsMemory); export HOME=$PWD
      exec /usr/bin/vim -es -n -u NONE -i NONE -S driver.vim </dev/null 2>&1
      """, folder: folder)
    #expect(result.status == 0, "\(result.output)")
    try expectLayout(in: folder, .vim)
  }

  @Test(.enabled(if: EditorPrograms.isInstalled("nvim"), "Neovim is not installed"))
  func `Neovim indents scripts, and its server starts with them`() throws {
    let folder = try EditorPrograms.folder(.neovim)
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
      \(Self.keepsMemory); mkdir bin; ln -s "$BINDLAB" bin/bindlab
      export HOME=$PWD PATH=$PWD/bin:$PATH
      /usr/bin/nvim --headless -u NONE -i NONE -n -S driver.lua </dev/null 2>&1; cat found
      """, folder: folder)
    #expect(result.output.contains("unknown name 'nope'"), "\(result.output)")
    try expectLayout(in: folder, .neovim)
  }

  @Test(.enabled(if: EditorPrograms.isInstalled("emacs"), "Emacs is not installed"))
  func `Emacs indents scripts as the standard layout does, and knows their words`() throws {
    let folder = try EditorPrograms.folder(.emacs)
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
        (font-lock-doc-face font-lock-comment-delimiter-face)://\u{20}
        (font-lock-doc-face font-lock-comment-face):=> {
        font-lock-comment-face:

        font-lock-keyword-face:print
        font-lock-string-face:"a \\(min(")", 2)) next"
        font-lock-variable-name-face:#3

        """), "\(result.output)")
  }
}

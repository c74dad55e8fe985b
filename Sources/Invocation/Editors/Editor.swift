/// A file that an editor needs, and its path in the folder of all of them.
package struct EditorFile {
  package let path: String
  package let text: String

  package init(_ path: String, _ text: String) { (self.path, self.text) = (path, text) }
}

/// The editors for which there are files.
package enum Editor: String, CaseIterable {
  case vim, neovim, emacs, vscode, textmate, helix, kate, pygments

  /// The files, in the order of their paths.
  package var files: [EditorFile] {
    switch self {
    case .vim: common + [EditorFile("plugin/bindlab_lsp.vim", VimFiles.server), syntax]
    case .neovim: common + [EditorFile("plugin/bindlab_lsp.lua", NeovimServer.text), syntax]
    case .emacs: [EditorFile("bindlab-mode.el", EmacsFile.text)]
    case .vscode: VSCodeFiles.all
    case .textmate: [EditorFile("bindlab.tmLanguage.json", TextMateGrammar.text)]
    case .helix: [EditorFile("languages.toml", HelixFile.text)]
    case .kate:
      [
        EditorFile("lspclient/settings.json", KateFiles.server),
        EditorFile("syntax/bindlab.xml", KateFiles.syntax),
      ]
    case .pygments: [EditorFile("bindlab_lexer.py", PygmentsFile.text)]
    }
  }

  /// What Vim and Neovim share.
  private var common: [EditorFile] {
    [
      EditorFile("ftdetect/bindlab.vim", VimFiles.detection),
      EditorFile("ftplugin/bindlab.vim", VimFiles.settings),
      EditorFile("indent/bindlab.vim", VimFiles.indentation),
    ]
  }

  private var syntax: EditorFile { EditorFile("syntax/bindlab.vim", VimFiles.syntax) }
}

/// The settings for Helix.
package enum HelixFile {
  package static let text = """
    # Scripts of bindlab in Helix; made by 'bindlab editor helix'.
    # Helix takes the colours of a language only from a tree-sitter grammar, and bindlab has none.
    # Findings, completion, hover, names, the layout and all else come from the language server.

    [language-server.bindlab]
    command = "bindlab"
    args = ["lsp"]

    [[language]]
    name = "bindlab"
    scope = "source.bindlab"
    file-types = ["bind"]
    shebangs = ["bindlab"]
    comment-token = "//"
    block-comment-tokens = { start = "/*", end = "*/" }
    indent = { tab-width = 2, unit = "  " }
    language-servers = ["bindlab"]
    formatter = { command = "bindlab", args = ["format", "-"] }

    """
}

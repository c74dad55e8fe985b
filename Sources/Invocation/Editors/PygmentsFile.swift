import Text

/// The lexer for Pygments, which colours listings in LaTeX and HTML.
package enum PygmentsFile {
  package static var text: String {
    """
    \"""Colours scripts of bindlab in listings; made by 'bindlab editor pygments'.

    pygmentize -l bindlab_lexer.py:BindlabLexer -x FILE colours one script.
    \"""
    from pygments.lexer import RegexLexer, default, include
    from pygments.token import (
        Comment, Generic, Keyword, Name, Number, Operator, Punctuation, String, Text)

    __all__ = ["BindlabLexer"]


    class BindlabLexer(RegexLexer):
        name = "bindlab"
        aliases = ["bindlab"]
        filenames = ["*.bind"]

        tokens = {
            # Where a statement can begin.
            "root": [
                (\("\\A#!.*$".json), \(Colour.interpreter.token)),
                (\("\\s+".json), Text),
                (\("[;{}]".json), Punctuation),
                include("texts"),
                \(lines(ColourRule.starting.map { entry($0.perl, $0.colour, "rest") }))
                default("rest"),
            ],
            "rest": [
                (\("\\n".json), Text, "#pop"),
                (\("[;{}]".json), Punctuation, "#pop"),
                include("code"),
            ],
            "code": [
                (\("\\s+?(?=\\n|\\S)".json), Text),
                include("texts"),
                \(lines(ColourRule.others.map { entry($0.perl, $0.colour) }))
                (\(ColourGrammar.member.json), Name),
                (\(ColourGrammar.name.json), Name),
                (\("[\\[\\](),.:]".json), Punctuation),
                (\("[~!?|=+*-]=?".json), Operator),
            ],
            "texts": [
                \(entry(ColourGrammar.expected.written(in: .perl), .expected))
                (\("//".json), \(Colour.comment.token), "comment"),
                (\("/\\*[\\s\\S]*?(?:\\*/|\\Z)".json), \(Colour.blockComment.token)),
                (\("\"\"\"".json), \(Colour.blockString.token), "block"),
                (\("\"".json), \(Colour.string.token), "string"),
            ],
            "comment": [
                (\("\\n".json), Text, "#pop"),
                \(entry("\\b" + ColourGrammar.allowed.written(in: .perl), .allowed))
                (\("\\w+|[^\\w\\n]".json), \(Colour.comment.token)),
            ],
            "string": [
                (\("\"".json), \(Colour.string.token), "#pop"),
                (\("\\n".json), Text, "#pop"),
                include("contents"),
                (\("[^\"\\\\\\n]+|\\\\".json), \(Colour.string.token)),
            ],
            "block": [
                (\("\"\"\"".json), \(Colour.blockString.token), "#pop"),
                include("contents"),
                (\("[^\"\\\\]+|[\"\\\\]".json), \(Colour.blockString.token)),
            ],
            "contents": [
                \(entry(ColourGrammar.escape.written(in: .perl), .escape))
                (\("\\\\\\(".json), \(Colour.delimiter.token), "interpolation"),
            ],
            "interpolation": [
                (\("\\)".json), \(Colour.delimiter.token), "#pop"),
                (\("\\(".json), Punctuation, "parentheses"),
                (\("[{};]".json), Punctuation),
                include("code"),
            ],
            "parentheses": [
                (\("\\)".json), Punctuation, "#pop"),
                (\("\\(".json), Punctuation, "#push"),
                (\("[{};]".json), Punctuation),
                include("code"),
            ],
        }

    """
  }

  private static func entry(_ pattern: String, _ colour: Colour, _ state: String? = nil) -> String {
    "(\(pattern.json), \(colour.token)\(state.map { ", \($0.json)" } ?? "")),"
  }

  private static func lines(_ lines: [String]) -> String {
    lines.joined(separator: "\n            ")
  }
}

extension Colour {
  fileprivate var token: String {
    switch self {
    case .keyword, .statement, .clause: "Keyword"
    case .constant: "Keyword.Constant"
    case .preset: "Name.Constant"
    case .type: "Keyword.Type"
    case .class: "Name.Class"
    case .transformer, .function: "Name.Builtin"
    case .blockName, .turnField: "Name.Builtin.Pseudo"
    case .knob: "Name.Attribute"
    case .number, .duration: "Number"
    case .reference: "Name.Label"
    case .arrow: "Operator.Word"
    case .oldArrow: "Generic.Deleted"
    case .operator: "Operator"
    case .string: "String"
    case .blockString: "String.Doc"
    case .escape: "String.Escape"
    case .delimiter: "String.Interpol"
    case .comment: "Comment.Single"
    case .blockComment: "Comment.Multiline"
    case .expected: "Generic.Output"
    case .allowed: "Comment.Special"
    case .interpreter: "Comment.Hashbang"
    }
  }
}

import Text

/// The grammar for TextMate, VS Code and what else reads such grammars.
package enum TextMateGrammar {
  package static var text: String {
    """
    {
      "name": "bindlab",
      "scopeName": "source.bindlab",
      "fileTypes": ["bind"],
      "patterns": [
        {"include": "#comments"},
        {"include": "#strings"},
        {"include": "#words"}
      ],
      "repository": {
        "comments": {"patterns": \(list(comments))},
        "strings": {"patterns": \(list(strings))},
        "interpolation": {"patterns": \(list([escape, interpolation]))},
        "parentheses": {"patterns": \(list([parentheses]))},
        "words": {"patterns": \(list(words))}
      }
    }

    """
  }

  private static func list(_ patterns: [JSONObject]) -> String {
    "[\n      \(patterns.map(\.json).joined(separator: ",\n      "))\n    ]"
  }

  private static var comments: [JSONObject] {
    [
      match("\\A#!.*$", .interpreter),
      match(ColourGrammar.expected.written(in: .perl), .expected),
      region(
        "//", "$", .comment, [match(ColourGrammar.allowed.written(in: .perl), .allowed)]),
      region("/\\*", "\\*/", .blockComment, []),
    ]
  }

  private static var strings: [JSONObject] {
    [
      region("\"\"\"", "\"\"\"", .blockString, [include("#interpolation")]),
      // A string that is not closed ends with its line.
      region("\"", "\"|$", .string, [include("#interpolation")]),
    ]
  }

  private static var escape: JSONObject {
    match(ColourGrammar.escape.written(in: .perl), .escape)
  }

  private static var interpolation: JSONObject {
    let delimiter: JSONObject = ["0": ["name": Colour.delimiter.scope] as JSONObject]
    return [
      "begin": "\\\\\\(", "end": "\\)", "beginCaptures": delimiter, "endCaptures": delimiter,
      "contentName": "meta.embedded.bindlab",
      "patterns": [include("#parentheses"), include("$self")],
    ]
  }

  /// Those of a call inside an interpolation do not end it.
  private static var parentheses: JSONObject {
    [
      "begin": "\\(", "end": "\\)",
      "patterns": [include("#parentheses"), include("$self")],
    ]
  }

  private static var words: [JSONObject] {
    let starting = ColourRule.starting.map { rule -> JSONObject in
      [
        "match": "(?:^|[;{}])\\s*(\(rule.perl))",
        "captures": ["1": ["name": rule.colour.scope] as JSONObject] as JSONObject,
      ]
    }
    let others = ColourRule.others.map { match($0.perl, $0.colour) }
    let names = [ColourGrammar.member, ColourGrammar.name]
      .map { ["match": $0] as JSONObject }
    return starting + others + names
  }

  private static func match(_ pattern: String, _ colour: Colour) -> JSONObject {
    ["match": pattern, "name": colour.scope]
  }

  private static func region(
    _ begin: String, _ end: String, _ colour: Colour, _ patterns: [JSONObject]
  ) -> JSONObject {
    ["begin": begin, "end": end, "name": colour.scope, "patterns": patterns]
  }

  private static func include(_ name: String) -> JSONObject { ["include": name] }
}

extension Colour {
  fileprivate var scope: String {
    let name =
      switch self {
      case .keyword, .statement: "keyword.control"
      case .clause: "keyword.other"
      case .constant: "constant.language"
      case .preset: "constant.language.semantics"
      case .type: "storage.type"
      case .class: "support.class"
      case .transformer: "support.function.transformer"
      case .function: "support.function"
      case .blockName, .turnField: "variable.language"
      case .knob: "variable.parameter.knob"
      case .number: "constant.numeric"
      case .duration: "constant.numeric.duration"
      case .reference: "entity.name.label"
      case .arrow: "keyword.operator.binding"
      case .oldArrow: "invalid.deprecated"
      case .operator: "keyword.operator"
      case .string: "string.quoted.double"
      case .blockString: "string.quoted.triple"
      case .escape: "constant.character.escape"
      case .delimiter: "punctuation.section.embedded"
      case .comment: "comment.line"
      case .blockComment: "comment.block"
      case .expected: "comment.line.documentation.expected"
      case .allowed: "keyword.other.allowed"
      case .interpreter: "comment.line.shebang"
      }
    return name + ".bindlab"
  }
}

import Language
import Text

/// The files for Kate and other programs of KDE: colours as XML, and the settings of the language server.
package enum KateFiles {
  package static var syntax: String {
    """
    <?xml version="1.0" encoding="UTF-8"?>
    <!DOCTYPE language>
    <!-- Made by 'bindlab editor kate'. -->
    <language name="bindlab" section="Scripts" version="1" kateversion="5.0" extensions="*.bind"
      indenter="cstyle" license="MIT" priority="1">
      <highlighting>
        <contexts>
          <context name="Start" attribute="Normal" lineEndContext="#stay" fallthrough="true" fallthroughContext="Rest">
            \(lines(start))
          </context>
          <context name="Rest" attribute="Normal" lineEndContext="#pop">
            <RegExpr String="[;{}]" attribute="Normal" context="#pop" lookAhead="true"/>
            <IncludeRules context="Code"/>
          </context>
          <context name="Code" attribute="Normal" lineEndContext="#stay">
            <IncludeRules context="Texts"/>
            \(lines(code))
          </context>
          <context name="Texts" attribute="Normal" lineEndContext="#stay">
            \(lines(texts))
          </context>
          <context name="Line" attribute="Comment" lineEndContext="#pop">
            \(rule(ColourGrammar.allowed.written(in: .perl), .allowed))
          </context>
          <context name="Comment" attribute="BlockComment" lineEndContext="#stay">
            <Detect2Chars char="*" char1="/" attribute="BlockComment" context="#pop"/>
          </context>
          <context name="String" attribute="String" lineEndContext="#pop">
            \(lines(inString))
            <DetectChar char="&quot;" attribute="String" context="#pop"/>
          </context>
          <context name="Block" attribute="BlockString" lineEndContext="#stay">
            \(lines(inString))
            <StringDetect String="&quot;&quot;&quot;" attribute="BlockString" context="#pop"/>
          </context>
          <context name="Interpolation" attribute="Normal" lineEndContext="#pop">
            <DetectChar char=")" attribute="Delimiter" context="#pop"/>
            <DetectChar char="(" attribute="Normal" context="Parentheses"/>
            <IncludeRules context="Code"/>
          </context>
          <context name="Parentheses" attribute="Normal" lineEndContext="#pop">
            <DetectChar char=")" attribute="Normal" context="#pop"/>
            <DetectChar char="(" attribute="Normal" context="Parentheses"/>
            <IncludeRules context="Code"/>
          </context>
        </contexts>
        <itemDatas>
          <itemData name="Normal" defStyleNum="dsNormal"/>
          \(lines(Colour.allCases.map {
            "<itemData name=\"\($0.name)\" defStyleNum=\"\($0.style)\"/>"
          }))
        </itemDatas>
      </highlighting>
      <general>
        <comments>
          <comment name="singleLine" start="//"/>
          <comment name="multiLine" start="/*" end="*/"/>
        </comments>
        <keywords casesensitive="1"/>
      </general>
    </language>

    """
  }

  /// Where a statement can begin.
  private static var start: [String] {
    [
      "<DetectSpaces attribute=\"Normal\"/>",
      rule("^#!.*$", .interpreter, more: "column=\"0\""),
      "<DetectChar char=\"{\" attribute=\"Normal\" context=\"#stay\" beginRegion=\"Block\"/>",
      "<DetectChar char=\"}\" attribute=\"Normal\" context=\"#stay\" endRegion=\"Block\"/>",
      "<DetectChar char=\";\" attribute=\"Normal\" context=\"#stay\"/>",
      "<IncludeRules context=\"Texts\"/>",
    ] + ColourRule.starting.map { rule($0.perl, $0.colour, context: "Rest") }
  }

  private static var texts: [String] {
    [
      rule(ColourGrammar.expected.written(in: .perl), .expected),
      "<Detect2Chars char=\"/\" char1=\"/\" attribute=\"Comment\" context=\"Line\"/>",
      "<Detect2Chars char=\"/\" char1=\"*\" attribute=\"BlockComment\" context=\"Comment\"/>",
      "<StringDetect String=\"&quot;&quot;&quot;\" attribute=\"BlockString\" context=\"Block\"/>",
      "<DetectChar char=\"&quot;\" attribute=\"String\" context=\"String\"/>",
    ]
  }

  private static var code: [String] {
    ColourRule.others.map { rule($0.perl, $0.colour) }
      + [ColourGrammar.member, ColourGrammar.name].map {
        "<RegExpr String=\"\(escaped($0))\" attribute=\"Normal\" context=\"#stay\"/>"
      }
  }

  private static var inString: [String] {
    [
      rule(ColourGrammar.escape.written(in: .perl), .escape),
      "<Detect2Chars char=\"\\\" char1=\"(\" attribute=\"Delimiter\" context=\"Interpolation\"/>",
    ]
  }

  private static func rule(
    _ pattern: String, _ colour: Colour, context: String = "#stay", more: String? = nil
  ) -> String {
    let more = more.map { " \($0)" } ?? ""
    return "<RegExpr String=\"\(escaped(pattern))\" attribute=\"\(colour.name)\""
      + " context=\"\(context)\"\(more)/>"
  }

  private static func lines(_ lines: [String]) -> String { lines.joined(separator: "\n        ") }

  private static func escaped(_ text: String) -> String {
    text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
      .replacing("\"", with: "&quot;").replacing("\t", with: "&#9;")
  }

  /// What the plugin for language servers reads.
  package static let server = """
    {
      "servers": {
        "bindlab": {
          "command": ["bindlab", "lsp"],
          "highlightingModeRegex": "^bindlab$"
        }
      }
    }

    """
}

extension Colour {
  fileprivate var style: String {
    switch self {
    case .keyword, .clause: "dsKeyword"
    case .statement: "dsControlFlow"
    case .constant, .preset: "dsConstant"
    case .type, .class: "dsDataType"
    case .transformer, .function: "dsFunction"
    case .blockName, .turnField: "dsVariable"
    case .knob: "dsAttribute"
    case .number, .duration: "dsDecVal"
    case .reference: "dsOthers"
    case .arrow, .operator: "dsOperator"
    case .oldArrow: "dsWarning"
    case .string: "dsString"
    case .blockString: "dsVerbatimString"
    case .escape, .delimiter: "dsSpecialChar"
    case .comment, .blockComment: "dsComment"
    case .expected: "dsInformation"
    case .allowed: "dsAnnotation"
    case .interpreter: "dsPreprocessor"
    }
  }
}

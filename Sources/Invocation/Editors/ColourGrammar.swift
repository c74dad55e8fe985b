import BindingEngine
import Language
import Syntax

/// What a part of a script can be, for an editor that colours it.
package enum Colour: String, CaseIterable {
  case keyword, statement, clause, constant, type, `class`, transformer, function, blockName
  case turnField, preset, knob, number, duration, reference, arrow, oldArrow, `operator`
  case string, blockString, escape, delimiter, comment, blockComment, expected, allowed, interpreter

  /// Its name as the end of a longer one: `BlockName`.
  package var name: String { rawValue.prefix(1).uppercased() + rawValue.dropFirst() }
}

/// A rule that gives words or signs a colour.
///
/// No rule applies directly after a dot, where every word is a name.
package struct ColourRule: Sendable {
  package enum Place: Equatable, Sendable {
    case anywhere
    /// Where a statement or a member of a body begins.
    case statementStart
    /// After one of these texts and a blank.
    case after([String])
    case afterBlank
  }

  /// What comes next, or must not.
  package struct Follow: Sendable {
    package var pattern: ColourPattern
    package var isForbidden = false
  }

  package let colour: Colour
  package let place: Place
  /// The words, if it is about words; they are in `pattern`, too.
  package let words: [String]
  package let pattern: ColourPattern
  package let follow: Follow?

  package init(
    _ colour: Colour, _ words: [String], _ place: Place = .anywhere, before follow: Follow? = nil
  ) {
    self.colour = colour
    self.place = place
    self.words = words
    pattern = .word(.texts(words))
    self.follow = follow
  }

  package init(
    _ colour: Colour, _ pattern: ColourPattern, _ place: Place = .anywhere,
    before follow: Follow? = nil
  ) {
    self.colour = colour
    self.place = place
    words = []
    self.pattern = pattern
    self.follow = follow
  }
}

/// The colours of scripts, made from the tables of the language; all files for editors come from it.
///
/// Comments, strings and the rule for dots differ too much between the editors to be rules, and are
/// written by each of them.
package enum ColourGrammar {
  /// The rules outside of comments and strings; the first that fits counts.
  package static let rules: [ColourRule] =
    [
      ColourRule(.reference, .sequence([.text("#"), .some(.set("0-9"))])),
      ColourRule(
        .turnField, .word(.sequence([.text("turn."), .texts(LanguageWords.turnFields)]))),
      ColourRule(
        .duration, .word(.sequence([decimal, .texts(["ms", "s", "m"])]))),
      ColourRule(.number, .word(.sequence([.text("0"), .set("xX"), .some(.set("0-9a-fA-F_"))]))),
      ColourRule(.number, .word(.sequence([decimal, .optional(exponent)]))),
      ColourRule(
        .oldArrow, .texts(["!->", "<-!", "->", "<-"]), .afterBlank,
        before: .init(pattern: .set(" \t"))),
      ColourRule(.arrow, .texts(Arrow.allCases.map(\.spelling))),
      ColourRule(.operator, .texts(BinaryOperator.allCases.map(\.spelling))),
    ] + knobs + words

  /// The words of the language in their places.
  private static let words: [ColourRule] = [
    ColourRule(.preset, Semantics.presets.map(\.name), .after(["semantics", ":"])),
    ColourRule(.clause, TraceWord.allCases.dropFirst().map { "\($0)" }, .after(["trace"])),
    ColourRule(.clause, GraphFormat.words, .after(["graph"])),
    ColourRule(.clause, ["all"], .after(["unbind", "unbreak"])),
    ColourRule(.statement, LanguageWords.statements, .statementStart, before: noName),
    ColourRule(
      .statement, LanguageWords.members, .statementStart,
      before: .init(pattern: .sequence([.some(.set(" \t")), .set("A-Za-z_")]))),
    ColourRule(.clause, clauses, before: clauseEnd),
    ColourRule(
      .function, LanguageWords.functions,
      before: .init(pattern: .sequence([.blanks, .text("(")]))),
    ColourRule(
      .blockName,
      LanguageWords.blockNames
        + LanguageWords.methodBlockNames.filter { name in
          !LanguageWords.blockNames.contains(name)
        },
      before: .init(
        pattern: .sequence([.blanks, .set("=:"), .any([.set("^="), .endOfLine])]),
        isForbidden: true)),
    ColourRule(.keyword, LanguageWords.reserved),
    ColourRule(.constant, LanguageWords.constants),
    ColourRule(.type, LanguageWords.types),
    ColourRule(.class, LanguageWords.classes),
    ColourRule(.transformer, LanguageWords.transformers),
  ]

  /// The knobs of a semantics, where one of their values follows, and these values.
  private static let knobs: [ColourRule] = {
    let values = Set(Semantics.knobNames.flatMap { Semantics.words(of: $0) }).sorted()
    let value = ColourPattern.any([.word(.texts(values)), .set("0-9")])
    return [
      ColourRule(
        .knob, Semantics.knobNames, .statementStart,
        before: .init(pattern: .sequence([.blanks, .text("="), .blanks, value]))),
      ColourRule(.constant, values, .after(Semantics.knobNames.map { $0 + " =" })),
    ]
  }()

  /// What is special in a comment: expected output, and findings that are allowed.
  package static let expected = ColourPattern.sequence([
    .text("//"), .blanks, .text("=>"), .restOfLine,
  ])
  package static let allowed = ColourPattern.sequence([
    .text("allow"), .some(.set(" ")),
    .some(.sequence([.text("B"), .some(.set("0-9")), .optional(.some(.set(", ")))])),
  ])

  /// The escapes in strings.
  package static let escape = ColourPattern.sequence([
    .text("\\"),
    .any([
      .set("nt\""), .text("\\"), .sequence([.text("u{"), .some(.set("0-9a-fA-F")), .text("}")]),
    ]),
  ])

  /// The signs between which lines are indented.
  package static let brackets = [("(", ")"), ("[", "]"), ("{", "}")]

  /// The signs with which a statement goes on in the next line: behind a blank at the end of a line, and
  /// at the beginning of one. A comma does so at every end of a line.
  package static let openEnds = "=|&+*/%<>?:~-"
  package static let continuations = "|.?:+*%<>=&~-"

  private static let decimal = ColourPattern.sequence([
    .digits, .optional(.sequence([.text("."), .digits])),
  ])
  private static let exponent = ColourPattern.sequence([
    .set("eE"), .optional(.set("+-")), .digits,
  ])

  /// What makes a word a name, although a statement could begin with it: `next = 3`.
  private static let noName = ColourRule.Follow(
    pattern: .sequence([.blanks, .any([.set("=.(?+*/%<>&-"), .text("[")])]), isForbidden: true)

  /// What comes after a word inside a statement.
  private static let clauseEnd = ColourRule.Follow(
    pattern: .any([
      .sequence([.blanks, .text("{")]), .sequence([.some(.set(" \t")), .set("A-Za-z0-9_(\"#")]),
    ]))

  /// Words inside a statement, including those that can also begin one.
  private static let clauses: [String] = {
    let others = Set(TraceWord.allCases.map { "\($0)" } + GraphFormat.words + ["all"])
    return LanguageWords.inside.filter { !others.contains($0) }
      + ["after", "observe", "on", "transform"]
  }()
}

/// Errors of syntax and of names.
extension FindingNote {
  static let ofSyntax = [
    FindingNote(
      .brokenText, "bytes that are no text",
      """
      A script is UTF-8 without NUL. What is not was saved in another encoding, or is no script.
      Save it as UTF-8.
      """, bad: "", good: ""),
    FindingNote(
      .malformedLiteral, "a string, number or comment that is not written right",
      """
      A string that is not closed on its line, an escape that does not exist, a number that is too
      large, a unit that no duration has: 'help values' says how values are written.
      """,
      bad: "print \"Kim", good: "print \"Kim\""),
    FindingNote(
      .unexpectedText, "text that cannot stand where it stands",
      """
      Something is missing before it, or it belongs elsewhere. What is expected there is said; where
      a brace or parenthesis is missing, also what it would close.
      """,
      bad: "object a { x = 1", good: "object a { x = 1 }\nprint a.x"),
    FindingNote(
      .tooMuch, "more than bindlab looks at",
      """
      Nesting deeper than 256, an expression of more than 1000 operators in a row, more than 1000
      errors, and the like. A program that writes scripts has gone wrong, or wants them in pieces.
      """, bad: "", good: ""),
    FindingNote(
      .unknownWord, "a statement that does not exist",
      "The first word of a statement says what it does. 'help' lists them all.",
      bad: "bnd a.x ~> b.x", good: "object a { x = 1 }\nobject b { x = 2 }\nbind a.x <> b.x"),
    FindingNote(
      .misplacedWord, "a word in the wrong place",
      """
      'else' without its 'if', 'break' outside a loop, 'return' outside a block that has a result, a
      statement in the body of an object: it is said where the word has its place.
      """,
      bad: "break", good: "while true { break }"),
    FindingNote(
      .reservedName, "a reserved word as a name",
      "After a dot any word is a name; elsewhere these words begin statements.",
      bad: "object if { x = 1 }", good: "object condition { x = 1 }\nprint condition.x"),
    FindingNote(
      .foreignOperator, "an operator as other languages have it",
      """
      There is no '++', '-=', '===' or '?.' here, and '=' has no value. What to write instead is
      said.
      """,
      bad: "var n = 1\nn++", good: "var n = 1\nn += 1\nprint n"),
    FindingNote(
      .wrongArrow, "an arrow that does not exist, or does not fit",
      "The arrows are ~> <~ <> !~> <~! <!>, and they stand only in 'bind'. 'help arrows' explains.",
      bad: "object a { x = 1 }\nobject b { x = 2 }\nbind a.x => b.x",
      good: "object a { x = 1 }\nobject b { x = 2 }\nbind a.x ~> b.x\nprint b.x"),
  ]

  static let ofNames = [
    FindingNote(
      .unknownName, "a name that nothing declares",
      """
      No object, constant, variable or function has this name where it stands. The nearest name is
      told where one is near; names count from their declaration on, and those of a block inside it.
      """,
      bad: "object box { width = 1 }\nprint bx.width",
      good: "object box { width = 1 }\nprint box.width"),
    FindingNote(
      .unknownClass, "a class or type that nothing declares",
      "Types are Int, Double, Number, String, Bool, List, Duration, Object, Any, and every class.",
      bad: "object ok: UIButon { title = \"OK\" }\nprint ok.title",
      good: "object ok: UIButton { title = \"OK\" }\nprint ok.title"),
    FindingNote(
      .unknownTransformer, "a transformer that nothing declares",
      "'help transformers' lists those that are built in; 'transformer' declares one.",
      bad: "object a { x = 1 }\nobject b { x = 2 }\nbind a.x ~> b.x | Negte\nprint b.x",
      good: "object a { x = 1 }\nobject b { x = 2 }\nbind a.x ~> b.x | Negate\nprint b.x"),
    FindingNote(
      .unknownBinding, "a binding or observer that no name stands for",
      "A binding has a name only where 'as NAME' stands behind it; its number always counts: #1.",
      bad: "object a { x = 1 }\nobserve a.x { print value } as watch\na.x = 2\nexplain wach",
      good: "object a { x = 1 }\nobserve a.x { print value } as watch\na.x = 2\nexplain watch"),
    FindingNote(
      .unknownSemantics, "a semantics or a knob that does not exist",
      "'help semantics' lists what there is; the words that a knob takes are said.",
      bad: "semantics knockut", good: "semantics knockout"),
    FindingNote(
      .usedBeforeDeclared, "a name before its declaration",
      """
      Statements run in their order, so that a name counts from its declaration on; only blocks that
      run later see what is declared behind them.
      """,
      bad: "print limit\nlet limit = 3", good: "let limit = 3\nprint limit"),
    FindingNote(
      .noMember, "a property, action or field that is not there",
      "The object is known, and has none of this name; what it has is said, or the nearest.",
      bad: "object box { width = 1 }\nprint box.widht",
      good: "object box { width = 1 }\nprint box.width"),
    FindingNote(
      .noValue, "a name that is no value",
      """
      A class, a transformer, a binding, an event or an action cannot be read: an instance is made
      with 'new', an event is fired, an action is called.
      """,
      bad: "print UILabel", good: "let label = new UILabel\nprint label.text"),
    FindingNote(
      .declaredTwice, "a name that is taken",
      "Only 'let', 'var', transformers, actions and semantics can be declared anew.",
      bad: "object a { x = 1 }\nobject a { y = 2 }\nprint a.x",
      good: "object a { x = 1; y = 2 }\nprint a.x, a.y"),
    FindingNote(
      .malformedDeclaration, "a declaration that contradicts itself",
      """
      A class that inherits from itself, a property that needs a value and has none, a default that
      names nothing, an action with the name of a function.
      """,
      bad: "class Box { width: Int }\nlet box = new Box\nprint box.width",
      good: "class Box { width: Int = 0 }\nlet box = new Box\nprint box.width"),
  ]
}

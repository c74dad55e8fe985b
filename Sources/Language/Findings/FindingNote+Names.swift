/// Errors of syntax and of names.
extension FindingNote {
  static let ofSyntax = [
    FindingNote(
      .brokenText, "bytes that are not text",
      """
      A script is UTF-8 text without NUL characters. This file was saved in another encoding, or is
      not a script. Save it as UTF-8.
      """, bad: "", good: ""),
    FindingNote(
      .malformedLiteral, "a malformed string, number or comment",
      """
      A string that does not end on its line, an unknown escape, a number that is too large, or an
      unknown unit of time. 'help values' shows how values are written.
      """,
      bad: "print \"Kim", good: "print \"Kim\""),
    FindingNote(
      .unexpectedText, "unexpected text",
      """
      Something is missing before it, or it belongs elsewhere. The message says what was expected,
      and for a missing brace or parenthesis also what it would close.
      """,
      bad: "object a { x = 1", good: "object a { x = 1 }\nprint a.x"),
    FindingNote(
      .tooMuch, "a limit of bindlab is exceeded",
      """
      Nesting deeper than 256, more than 1000 operators in a row, more than 1000 errors, and so on.
      If a program wrote the script, look for a fault there, or write it in smaller pieces.
      """, bad: "", good: ""),
    FindingNote(
      .unknownWord, "an unknown statement",
      "The first word of a statement says what it does. 'help' lists all statements.",
      bad: "bnd a.x ~> b.x", good: "object a { x = 1 }\nobject b { x = 2 }\nbind a.x <> b.x"),
    FindingNote(
      .misplacedWord, "a word in the wrong place",
      """
      'else' without 'if', 'break' outside a loop, 'return' outside a block that has a result, a
      statement in the body of an object. The message says where it can be used.
      """,
      bad: "break", good: "while true { break }"),
    FindingNote(
      .reservedName, "a reserved word as a name",
      "These words begin statements, so they can be names only after a dot.",
      bad: "object if { x = 1 }", good: "object condition { x = 1 }\nprint condition.x"),
    FindingNote(
      .foreignOperator, "an operator of another language",
      """
      bindlab has no '++', '--', '===' or '?.', and '=' has no value. The message says what to write
      instead.
      """,
      bad: "var n = 1\nn++", good: "var n = 1\nn += 1\nprint n"),
    FindingNote(
      .wrongArrow, "an unknown or misplaced arrow",
      "The arrows are ~> <~ <> !~> <~! <!>, used only in 'bind'. 'help arrows' explains them.",
      bad: "object a { x = 1 }\nobject b { x = 2 }\nbind a.x => b.x",
      good: "object a { x = 1 }\nobject b { x = 2 }\nbind a.x ~> b.x\nprint b.x"),
  ]

  static let ofNames = [
    FindingNote(
      .unknownName, "an undeclared name",
      """
      No object, constant, variable or function has this name here. The message suggests a similar
      name if there is one. A name is known from its declaration on, and a name declared in a block
      only inside it.
      """,
      bad: "object box { width = 1 }\nprint bx.width",
      good: "object box { width = 1 }\nprint box.width"),
    FindingNote(
      .unknownClass, "an undeclared class or type",
      """
      Types are Int, Double, Number, String, Bool, List, Dictionary, Duration, Object, Any, and every
      class, protocol and enum.
      """,
      bad: "object ok: UIButon { title = \"OK\" }\nprint ok.title",
      good: "object ok: UIButton { title = \"OK\" }\nprint ok.title"),
    FindingNote(
      .unknownTransformer, "an undeclared transformer",
      "'help transformers' lists the built-in ones; 'transformer' declares one.",
      bad: "object a { x = 1 }\nobject b { x = 2 }\nbind a.x ~> b.x | Negte\nprint b.x",
      good: "object a { x = 1 }\nobject b { x = 2 }\nbind a.x ~> b.x | Negate\nprint b.x"),
    FindingNote(
      .unknownBinding, "an unknown name of a binding or observer",
      "A binding has a name only if it was made with 'as NAME'. It always has a number: #1.",
      bad: "object a { x = 1 }\nobserve a.x { print value } as watch\na.x = 2\nexplain wach",
      good: "object a { x = 1 }\nobserve a.x { print value } as watch\na.x = 2\nexplain watch"),
    FindingNote(
      .unknownSemantics, "an unknown semantics or knob",
      "'help semantics' lists them. The message says which words a knob takes.",
      bad: "semantics knockut", good: "semantics knockout"),
    FindingNote(
      .usedBeforeDeclared, "a name used before its declaration",
      """
      Statements run in order, so a name is known from its declaration on. Only blocks that run
      later can use names that are declared after them.
      """,
      bad: "print limit\nlet limit = 3", good: "let limit = 3\nprint limit"),
    FindingNote(
      .noMember, "a property, action or field that does not exist",
      "The object has no member of this name. The message suggests a similar one, or lists them.",
      bad: "object box { width = 1 }\nprint box.widht",
      good: "object box { width = 1 }\nprint box.width"),
    FindingNote(
      .noValue, "a name that is not a value",
      """
      A class, a transformer, a binding, an event or an action cannot be read. Make an instance with
      'new', fire an event, call an action.
      """,
      bad: "print UILabel", good: "let label = new UILabel\nprint label.text"),
    FindingNote(
      .declaredTwice, "a name that is already taken",
      "Only 'let', 'var', transformers, actions and semantics can be declared again.",
      bad: "object a { x = 1 }\nobject a { y = 2 }\nprint a.x",
      good: "object a { x = 1; y = 2 }\nprint a.x, a.y"),
    FindingNote(
      .malformedDeclaration, "a declaration that contradicts itself",
      """
      A class that inherits from itself, a property that needs a value but has none, a default that
      names no member, an action with the name of a function.
      """,
      bad: "class Box { width: Int }\nlet box = new Box\nprint box.width",
      good: "class Box { width: Int = 0 }\nlet box = new Box\nprint box.width"),
  ]
}

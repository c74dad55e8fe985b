import BindingEngine
import Exploring
import Interpreter
import Language
import Names
import Syntax
import TestSupport
import Testing

/// A text with `⟦…⟧` at the places of its diagnostics, and their messages in order.
struct ErrorCase: CustomTestStringConvertible, Sendable {
  let source: String
  let messages: [String]
  /// Help that one of them must have.
  let help: String?
  var isInteractive = false

  init(_ source: String, _ messages: String..., help: String? = nil) {
    self.source = source
    self.messages = messages
    self.help = help
  }

  var testDescription: String { source }

  func check(sourceLocation: SourceLocation = #_sourceLocation) {
    let marked = MarkedSource(source)
    let (_, diagnostics, isIncomplete) = Parser.parse(
      SourceFile(name: "test", text: marked.text), names: NameTable(),
      isInteractive: isInteractive)
    #expect(diagnostics.map(\.message) == messages, sourceLocation: sourceLocation)
    let places = diagnostics.map { Int($0.span!.start)..<Int($0.span!.end) }
    #expect(places == marked.marks, sourceLocation: sourceLocation)
    #expect(!isIncomplete, sourceLocation: sourceLocation)
    if let help {
      let given = diagnostics.flatMap(\.notes).filter { $0.label == .help }.map(\.message)
      #expect(given.contains(help), "\(given)", sourceLocation: sourceLocation)
    }
  }
}

private let arrows = "the arrows are ~> <~ <> !~> <~! <!>"

@Test(arguments: [
  ErrorCase(
    "a ⟦<>⟧ b", "'<>' is an arrow, used only in 'bind'", help: "for 'not equal', write '!='"),
  ErrorCase("if a ⟦=⟧ 3 { b }", "'=' assigns and has no value", help: "write: if a == 3 { b }"),
  ErrorCase("print (a ⟦=⟧ 3)", "'=' assigns and has no value"),
  ErrorCase("expect a ⟦===⟧ b", "unknown operator '==='; did you mean '=='?"),
  ErrorCase(
    "a.map ⟦{ let b = value; b }⟧", "the block of a method is one expression",
    help: "write what it gives: { value * 2 }"),
  ErrorCase("a.map ⟦{ }⟧", "the block of a method is one expression"),
  ErrorCase("a.map ⟦{ x = 3 }⟧", "the block of a method is one expression"),
  ErrorCase(
    "if a.any { value } ⟦{⟧ b }", "a second block",
    help: "the first one was for 'a.any'? Write '(a.any { … })'"),
  ErrorCase("for x in a.f(1) { value } ⟦{⟧ b }", "a second block"),
  ErrorCase(
    "if a.filter { value } ⟦.⟧count > 0 { b }", "expected the end of the statement, found '.'",
    help: "the block was for 'a.filter'? Write '(a.filter { … } …)'"),
  ErrorCase(
    "while a.first { value } ⟦==⟧ 1 { b }", "expected the end of the statement, found '=='",
    help: "the block was for 'a.first'? Write '(a.first { … } …)'"),
  ErrorCase("a⟦++⟧", "no operator '++'", help: "write: a += 1"),
  ErrorCase("a⟦--⟧\nb", "no operator '--'", help: "write: a -= 1"),
  ErrorCase("x = a⟦?.⟧b", "no operator '?.'"),
  ErrorCase("x = ⟦#3⟧", "'#3' names a binding and is not a value"),
  ErrorCase("⟦3⟧ = 4", "cannot assign to '3'"),
  ErrorCase("⟦(a)⟧(3)", "cannot call '(a)'"),
  ErrorCase("x = new A⟦(⟧1)", "'new' takes no '( )'", help: "write 'new A { property = value }'"),
  ErrorCase("x = ⟦if⟧ a { b }", "expected a value, found 'if'"),
  ErrorCase("x = 1 ⟦2⟧", "expected the end of the statement, found '2'"),
  ErrorCase("f(1 ⟦2⟧)", "expected ',' or ')' to close '(', found '2'"),
  ErrorCase("x = [1, 2⟦⟧\n 3\n 4]\ny", "expected ',' or ']' to close '['"),
  ErrorCase("print (1 + 2⟦⟧\nvm.x = 3", "expected ')' to close '('"),
  ErrorCase("a ⟦&⟧ b", "unexpected character '&'", help: "'and' is written '&&'"),
  ErrorCase("a ⟦≠⟧ b", "unexpected character '≠'", help: "write: a != b"),
  ErrorCase("a⟦\u{A0}⟧= 1", "unexpected character U+00A0", help: "type a plain space"),
])
func `an error in an expression has its place`(_ example: ErrorCase) { example.check() }

@Test(arguments: [
  ErrorCase("⟦bnid⟧ vm.x ~> y", "unknown statement 'bnid'; did you mean 'bind'?"),
  ErrorCase(
    "⟦objct⟧ vm { ⟦var⟧ x = 1 }", "unknown statement 'objct'; did you mean 'object'?",
    "properties are declared without 'var'"),
  ErrorCase(
    "⟦bnid⟧ a ⟦=>⟧ b", "unknown statement 'bnid'; did you mean 'bind'?",
    "unknown arrow '=>'; did you mean '~>'?"),
  ErrorCase(
    "⟦func⟧ f() { a }", "unknown statement 'func'",
    help: "write: function f() { a }"),
  ErrorCase("⟦foreach⟧ x in y { x }", "unknown statement 'foreach'; did you mean 'for'?"),
  ErrorCase(
    "if a { b } ⟦elif⟧ c { d }", "expected the end of the statement, found 'elif'",
    help: "write: if a { b } else if c { d }"),
  ErrorCase(
    "a ⟦and⟧ b", "expected the end of the statement, found 'and'", help: "write: a && b"),
  ErrorCase("let a = not ⟦b⟧", "expected the end of the statement, found 'b'"),
  ErrorCase("let f = x ⟦=>⟧ x", "no operator '=>'"),
  ErrorCase("a ⟦!==⟧ b", "no operator '!=='", help: "write: a != b"),
  ErrorCase("a ⟦:=⟧ 1", "no operator ':='"),
  ErrorCase("⟦!!⟧", "no operator '!!'"),
  ErrorCase("⟦x⟧ y z", "unknown statement 'x'"),
  ErrorCase(
    "⟦computed⟧ a = 1", "'computed' must be on a line in the body of an object or class"),
  ErrorCase("let ⟦for⟧ = 3", "'for' is a reserved word and cannot name a constant"),
  ErrorCase("object ⟦class⟧ { x }", "'class' is a reserved word and cannot name an object"),
  ErrorCase("class A { ⟦in⟧ = 1 }", "'in' is a reserved word and cannot name a property"),
  ErrorCase("⟦else⟧ { a }", "'else' without an 'if' before it"),
  ErrorCase("if a { b }\n⟦else⟧ { c }", "'else' must be on the line of the '}' above"),
  ErrorCase("if a\n⟦{⟧ b }", "'{' must be on the line of its statement"),
  ErrorCase("if a⟦⟧\nb", "expected '{' after 'a'"),
  ErrorCase("object a\n⟦{⟧ x }", "a statement cannot begin with '{'"),
  ErrorCase(
    "a\n⟦.⟧b", "a statement cannot begin with '.'", help: "put '.' at the end of the line above"),
  ErrorCase("a\n⟦+⟧ b", "a statement cannot begin with '+'"),
  ErrorCase(
    "a\n⟦<⟧ b", "a statement cannot begin with '<'", help: "put '<' at the end of the line above"),
  ErrorCase(
    "⟦<⟧form>", "a statement cannot begin with '<'",
    help: "there are no elements of pages; what one shows is bound: bind vm.name ~> label.text"),
  ErrorCase(
    "observe ⟦inital⟧ a.b { print value }", "unexpected 'inital'; did you mean 'initial'?",
    help: "one of: initial prior"),
  ErrorCase(
    "transformer A { forward { value } ⟦backward⟧ { value } }",
    "expected 'forward' or 'reverse', found 'backward'",
    help: "write 'reverse { value }', with an expression in the braces"),
  ErrorCase("a ⟦}⟧ b", "'}' closes nothing"),
  ErrorCase("a ⟦)⟧", "')' closes nothing"),
  ErrorCase(
    "trace ⟦fuul⟧", "unexpected 'fuul'; did you mean 'full'?",
    help: "one of: on off brief full flat last slow"),
  ErrorCase(
    "show ⟦#3⟧", "'show' takes an object or a key path, found '#3'", help: "write 'explain #3'"),
  ErrorCase(
    "why ⟦#3⟧", "'why' takes a key path, found '#3'",
    help: "'explain #3' says what a binding does; ask about what it writes"),
  ErrorCase("why⟦⟧", "expected a key path such as 'vm.name' after 'why'"),
  ErrorCase("blame vm.x @⟦⟧", "expected the number of a turn, such as '@ 4' after '@'"),
  ErrorCase("why vm.x @ ⟦y⟧", "expected the number of a turn, such as '@ 4', found 'y'"),
  ErrorCase("whynot a.x ~>⟦⟧", "expected a key path such as 'vm.name' after '~>'"),
  ErrorCase("history a.x ⟦~>⟧ b", "arrow '~>' can be used only in 'bind'"),
  ErrorCase(
    "whatif { x = ⟦}⟧", "expected a value, found '}'"),
  ErrorCase("⟦break⟧", "'break' outside a loop"),
  ErrorCase("repeat 2 { observe a { ⟦break⟧ } }", "'break' outside a loop"),
  ErrorCase("⟦return⟧ 3", "'return' outside an action, observer or transformer"),
  ErrorCase(
    "observe ⟦3⟧ { x = ⟦)⟧ }", "expected a key path such as 'vm.name', found '3'",
    "expected a value, found ')'"),
])
func `an error in a statement has its place`(_ example: ErrorCase) { example.check() }

@Test(arguments: [
  ErrorCase("bind a ⟦=>⟧ b", "unknown arrow '=>'; did you mean '~>'?", help: "write: bind a ~> b"),
  ErrorCase(
    "bind a ⟦~~>⟧ b", "unknown arrow '~~>'; did you mean '~>'?", help: "write: bind a ~> b"),
  ErrorCase("bind a ⟦->>⟧ b", "unknown arrow '->>'; did you mean '~>'?", help: arrows),
  ErrorCase(
    "bind a ⟦<->⟧ b", "unknown arrow '<->'; did you mean '<>'?", help: "write: bind a <> b"),
  ErrorCase("bind a ⟦<-->⟧ b", "unknown arrow '<-->'; did you mean '<>'?"),
  ErrorCase("bind a ⟦~>!⟧ b", "unknown arrow '~>!'; did you mean '!~>'?"),
  ErrorCase("bind a ⟦→⟧ b", "unknown arrow '→'; did you mean '~>'?"),
  ErrorCase("bind a ⟦b⟧", "expected an arrow such as '~>', found 'b'", help: arrows),
  ErrorCase("bind a⟦⟧\nb", "expected an arrow such as '~>' after 'a'"),
  ErrorCase("bind a\n⟦~>⟧ b", "'~>' must be on the line of what it binds"),
  ErrorCase("bind a ⟦->⟧ b", "'->' is the old spelling of '~>'", help: "write '~>'"),
  ErrorCase("bind a ⟦<-⟧ b", "'<-' is the old spelling of '<~'", help: "write '<~'"),
  ErrorCase("bind a ⟦!->⟧ b", "'!->' is the old spelling of '!~>'", help: "write '!~>'"),
  ErrorCase("bind a ⟦<-!⟧ b", "'<-!' is the old spelling of '<~!'", help: "write '<~!'"),
  ErrorCase("bind once a ⟦<>⟧ b", "'once' copies one way, and '<>' goes both ways"),
  ErrorCase(
    "bind once a ⟦<~!⟧ b", "'once' copies at once, and '<~!' does not",
    help: "write '<~', or leave out 'once'"),
  ErrorCase("bind a ⟦+⟧ b ~> c", "an expression as a source must be in '( )'"),
  ErrorCase("bind ⟦\"x\"⟧ ~> c", "'\"x\"' is not a key path"),
  ErrorCase(
    "bind a ~> b ⟦||⟧ C", "'||' does not add a transformer",
    help: "write: bind a ~> b | C"),
  ErrorCase("bind a ~> b observe { x } ⟦|⟧ C", "'|' must come before 'observe'"),
  ErrorCase("bind a ~> b as x ⟦observe⟧ { y }", "'observe' must come before 'as'"),
  ErrorCase("bind a ~> b as x ⟦as⟧ y", "'as' is given twice"),
  ErrorCase("bind a ~> b | ⟦!{⟧ x }", "'!' swaps the directions of named transformers only"),
  ErrorCase(
    "bind a ~> b\n⟦observe⟧ { y }", "'observe' must be on the line of the binding above"),
  ErrorCase(
    "⟦observe {⟧ y }", "'observe {' must be on the line of the binding that it belongs to"),
  ErrorCase("vm.x ⟦~>⟧ y", "arrow '~>' can be used only in 'bind'", help: "write 'bind vm.x ~> y'"),
  ErrorCase("a ⟦|⟧ B", "'|' without a binding before it"),
  ErrorCase("explain ⟦3⟧", "expected the name or number of a binding, such as '#3', found '3'"),
])
func `an error in a binding has its place`(_ example: ErrorCase) { example.check() }

@Test(arguments: [
  ErrorCase(
    "class A { ⟦print⟧ x; y = 1 }", "'print' cannot be used in the body of an object or class"),
  ErrorCase("object a { name: ⟦\"Kim\"⟧, age = 3 }", "expected a type after ':', found a string"),
  ErrorCase(
    "object a { x = 1⟦,⟧ y = 2 }", "',' does not separate properties",
    help: "write: object a { x = 1; y = 2 }"),
  ErrorCase(
    "class A { ⟦computd⟧ x = 3 }", "unknown word 'computd' in a body; did you mean 'computed'?"),
  ErrorCase("transformer T { ⟦value⟧ + 1 }", "expected 'forward' or 'reverse', found 'value'"),
  ErrorCase("transformer T { forward { 1 } ⟦forward⟧ { 2 } }", "'forward' is given twice"),
  ErrorCase("let x⟦: Int⟧ = 3", "a constant has no type of its own"),
  ErrorCase("let⟦⟧", "expected a name for the constant after 'let'"),
  ErrorCase("let x⟦⟧\nlet y = 1", "expected '=' and a value after 'x'"),
  ErrorCase("x =⟦⟧\nlet y = 1", "expected a value after '='"),
  ErrorCase("source ⟦\"a\\(b)\"⟧", "'\\( )' cannot be used in this string"),
])
func `an error in a declaration has its place`(_ example: ErrorCase) { example.check() }

@Test(arguments: [
  ErrorCase("x = ⟦\"abc⟧\ny = 1", "string is not closed on its line"),
  ErrorCase("x = ⟦\"a\\n⟧\r\ny = 1", "string is not closed on its line"),
  ErrorCase("x = \"a \\(b⟦⟧\ny = 1", "expected ')' to close '\\('"),
  ErrorCase("x = \"a \\(b ⟦\"⟧", "expected ')' to close '\\(', found a string"),
  ErrorCase("print \"x \\(1 + ⟦)⟧ y\", 3", "expected a value, found ')'"),
  ErrorCase("x = \"a⟦\\q⟧b\"", "unknown escape '\\q' in a string"),
  ErrorCase(
    "x = \"⟦\\u{110000}⟧⟦\\u{}⟧\"", "'\\u{110000}' is not a Unicode character",
    "'\\u{}' is not a Unicode character"),
  ErrorCase("x = \"\\q \\(y ⟦z⟧)\"", "expected ')' to close '\\(', found 'z'"),
  ErrorCase(
    "print ⟦“⟧hello”, 'x'", "'“' does not begin a string",
    help: "write: print \"hello\", \"x\""),
  ErrorCase(
    "print ⟦“⟧hello", "unexpected character '“'", help: "write strings in straight quotes: \"…\""),
  ErrorCase("x = ⟦\"\"\"⟧abc\"\"\"", "text of a '\"\"\"' block begins on the next line"),
  ErrorCase("x = \"\"\"\n   a\n⟦ ⟧b\n   \"\"\"", "line is indented less than the closing '\"\"\"'"),
  ErrorCase("x = \"\"\"\n   a⟦\"\"\"⟧", "closing '\"\"\"' must be on a line of its own"),
  ErrorCase("x = ⟦9223372036854775808⟧", "number is too large for Int"),
  ErrorCase("x = ⟦99999999999999999999⟧", "number is too large for Int"),
  ErrorCase("x = ⟦0x1_0000_0000_0000_0000⟧", "number is too large for Int"),
  ErrorCase("x = ⟦1e999⟧", "number is too large for Double"),
  ErrorCase("x = ⟦999999999999999m⟧", "number is too large for a duration"),
  ErrorCase(
    "x = ⟦3px⟧", "unknown unit 'px' of '3px'", help: "durations are written 150ms, 2s or 1m"),
  ErrorCase("x = ⟦0xZ⟧", "'0xZ' is not a number"),
  ErrorCase("x = ⟦@⟧", "unexpected character '@'"),
  ErrorCase("x = ⟦#⟧", "unexpected character '#'"),
])
func `an error in a literal has its place`(_ example: ErrorCase) { example.check() }

@Test func `every statement with an error is reported, and no other`() {
  ErrorCase(
    """
    let ⟦for⟧ = 1
    bind a ⟦=>⟧ b observe { x = ⟦)⟧ }
    y = 2
    f(1 ⟦2⟧,
      3)
    if a ⟦=⟧ b {
      z = 1 ⟦2⟧; w = ⟦]⟧
    }
    class A {
      b: ⟦"x"⟧
      c ⟦d⟧
      bind ⟦3⟧ ~> e
    }
    """,
    "'for' is a reserved word and cannot name a constant",
    "unknown arrow '=>'; did you mean '~>'?", "expected a value, found ')'",
    "expected ',' or ')' to close '(', found '2'", "'=' assigns and has no value",
    "expected the end of the statement, found '2'", "expected a value, found ']'",
    "expected a type after ':', found a string", "expected the end of the line or ';', found 'd'",
    "'3' is not a key path"
  ).check()
}

@Test func `a leading pipe is an error only in typed lines`() {
  ParsedCase("bind a ~> b\n  | F", "(binding ~> (a) (b) - - - - (namedStage (F)))").check()
  var typed = ErrorCase(
    "⟦|⟧ F", "'|' cannot begin a line here", help: "put '|' at the end of the line above")
  typed.isInteractive = true
  typed.check()
  var inBlock = ErrorCase("if a {\n bind a ~> b\n ⟦|⟧ F\n}", "'|' cannot begin a line here")
  inBlock.isInteractive = true
  inBlock.check()
}

@Test func `an old spelling is a warning`() {
  let (_, diagnostics, _) = Parser.parse(
    SourceFile(name: "test", text: "bind a -> b"), names: NameTable())
  #expect(diagnostics.map(\.severity) == [.warning])
}

@Test func `bytes that are not text have their place`() {
  let bytes =
    Array("x = \"a".utf8) + [0xFF, 0xFE] + Array("\" // ".utf8) + [0]
    + Array("\n// This line is long enough for a text.\ny = ".utf8)
    + [0xC3]
  let (_, diagnostics, _) = Parser.parse(SourceFile(name: "t", bytes: bytes), names: NameTable())
  #expect(
    diagnostics.map { $0.text() } == [
      """
      t:1:7: error: byte 0xFF is not UTF-8
      x = "a\u{FFFD}\u{FFFD}" // \\u{0}
            ^~
      help: save the file as UTF-8
      """,
      """
      t:1:14: error: a NUL byte is not text
      x = "a\u{FFFD}\u{FFFD}" // \\u{0}
                   ^~~~~
      """,
      """
      t:3:5: error: byte 0xC3 is not UTF-8
      y = \u{FFFD}
          ^
      help: save the file as UTF-8
      """,
    ])
}

@Test func `after a thousand errors the rest is skipped`() {
  let text = String(repeating: "x = )\n", count: 5000)
  let (_, diagnostics, _) = Parser.parse(SourceFile(name: "t", text: text), names: NameTable())
  #expect(diagnostics.count == 1001)
  #expect(
    diagnostics.last?.message == "more than 1000 errors; the rest of the text was not checked")
}

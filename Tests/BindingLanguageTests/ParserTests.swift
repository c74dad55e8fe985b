import BindingEngine
import Exploring
import Interpreter
import Language
import Names
import Syntax
import Testing

/// One text and its expected tree, without any diagnostic.
struct ParsedCase: CustomTestStringConvertible, Sendable {
  let source: String
  let dump: String

  init(_ source: String, _ dump: String) {
    self.source = source
    self.dump = dump
  }

  var testDescription: String { source }

  func check(sourceLocation: SourceLocation = #_sourceLocation) {
    let names = NameTable()
    let (tree, diagnostics, isIncomplete) = Parser.parse(
      SourceFile(name: "test", text: source), names: names)
    #expect(tree.dump(names) == dump, sourceLocation: sourceLocation)
    #expect(diagnostics.map(\.message) == [], sourceLocation: sourceLocation)
    #expect(!isIncomplete, sourceLocation: sourceLocation)
  }
}

@Test(arguments: [
  ParsedCase("1 + 2 * 3 - 4", "(expression (- (+ (int 1) (* (int 2) (int 3))) (int 4)))"),
  ParsedCase("a || b && c", "(expression (|| (a) (&& (b) (c))))"),
  ParsedCase("a == b ?? c + 1", "(expression (== (a) (?? (b) (+ (c) (int 1)))))"),
  ParsedCase("a / b % c", "(expression (% (/ (a) (b)) (c)))"),
  ParsedCase("!a.b", "(expression (! (member (a) (b))))"),
  ParsedCase("-a * b", "(expression (* (- (a)) (b)))"),
  ParsedCase("--1", "(expression (- (- (int 1))))"),
  ParsedCase("a--1", "(expression (- (a) (- (int 1))))"),
  ParsedCase("a<-1", "(expression (< (a) (- (int 1))))"),
  ParsedCase("a != b", "(expression (!= (a) (b)))"),
  ParsedCase(
    "a ? b : c ? d : e", "(expression (conditional (a) (b) (conditional (c) (d) (e))))"),
  ParsedCase(
    "!a.b responds c && d", "(expression (&& (! (responds (member (a) (b)) (c))) (d)))"),
  ParsedCase("(1 + 2) * 3", "(expression (* (parenthesized (+ (int 1) (int 2))) (int 3)))"),
  ParsedCase(
    "a.b[0].c(1)", "(expression (call (member (element (member (a) (b)) (int 0)) (c)) (int 1)))"),
  ParsedCase("f()", "(expression (call (f)))"),
  ParsedCase("f(x, at: 0)", "(expression (call (f) (x) (labeledArgument (at) (int 0))))"),
  ParsedCase(
    "a.map { value }", "(expression (call (member (a) (map)) (valueBlock (value))))"),
  ParsedCase(
    "a.f(1) { value }.b",
    "(expression (member (call (member (a) (f)) (int 1) (valueBlock (value))) (b)))"),
  ParsedCase("f(c ? a : b)", "(expression (call (f) (conditional (c) (a) (b))))"),
  ParsedCase("[]", "(expression (listLiteral))"),
  ParsedCase("[1, [2], ]", "(expression (listLiteral (int 1) (listLiteral (int 2))))"),
  ParsedCase("[:]", "(expression (dictionaryLiteral))"),
  ParsedCase(
    "[\"a\": 1, b: c ? 2 : 3,]",
    "(expression (dictionaryLiteral (string \"a\") (int 1) (b) (conditional (c) (int 2) (int 3))))"),
  ParsedCase("x is Int", "(expression (typeTest (x) (type Int)))"),
  ParsedCase("self.x", "(expression (member (selfReference) (x)))"),
  ParsedCase("a.class.for.nil", "(expression (member (member (member (a) (class)) (for)) (nil)))"),
  ParsedCase("new A { x = 1 }", "(expression (new (A) (body (property (x) - (int 1) -))))"),
])
func `expressions nest by precedence`(_ example: ParsedCase) { example.check() }

@Test(arguments: [
  ParsedCase("42", "(expression (int 42))"),
  ParsedCase("1_000", "(expression (int 1000))"),
  ParsedCase("0xFF", "(expression (int 255))"),
  ParsedCase("9223372036854775807", "(expression (int 9223372036854775807))"),
  ParsedCase("-9223372036854775808", "(expression (int -9223372036854775808))"),
  ParsedCase("3.5", "(expression (double 3.5))"),
  ParsedCase("1e-3", "(expression (double 0.001))"),
  ParsedCase("2.5E2", "(expression (double 250.0))"),
  ParsedCase("3.string", "(expression (member (int 3) (string)))"),
  ParsedCase("150ms", "(expression (duration 150000))"),
  ParsedCase("1.5s", "(expression (duration 1500000))"),
  ParsedCase("1m", "(expression (duration 60000000))"),
  ParsedCase(
    "true; false; nil",
    "(expression (trueLiteral))\n(expression (falseLiteral))\n(expression (nilLiteral))"),
  ParsedCase("größe_1.日本", "(expression (member (größe_1) (日本)))"),
])
func `literals have their value`(_ example: ParsedCase) { example.check() }

@Test(arguments: [
  ParsedCase(#""""#, #"(expression (string ""))"#),
  ParsedCase(#""a // b""#, #"(expression (string "a // b"))"#),
  ParsedCase(#""\n\t\"\\\u{1F600}""#, #"(expression (string "\n\t\"\\😀"))"#),
  ParsedCase(#""a\(x)b""#, #"(expression (interpolation (string "a") (x) (string "b")))"#),
  ParsedCase(#""\(x)\(y)""#, #"(expression (interpolation (x) (y)))"#),
  ParsedCase(
    #""\(f("in \(x)") + ")")""#,
    #"(expression (interpolation (+ (call (f) (interpolation (string "in ") (x))) (string ")"))))"#),
  ParsedCase("\"\"\"\n  a\n   b\n\n  c\n  \"\"\"", #"(expression (string "a\n b\n\nc"))"#),
  ParsedCase("\"\"\"\r\n  a\r\n  \"\"\"", #"(expression (string "a"))"#),
  ParsedCase("\"\"\"\n\"\"\"", #"(expression (string ""))"#),
  ParsedCase(
    "\"\"\"\n  \"q\" \\(x)\n  \"\"\"", #"(expression (interpolation (string "\"q\" ") (x)))"#),
])
func `strings have their text`(_ example: ParsedCase) { example.check() }

@Test(arguments: [
  ParsedCase("object vm", "(objectDeclaration (vm) - -)"),
  ParsedCase("object t: UILabel", "(objectDeclaration (t) (UILabel) -)"),
  ParsedCase(
    "object vm { name = \"Kim\"; age: Int? = 3 }",
    #"(objectDeclaration (vm) - (body (property (name) - (string "Kim") -) (property (age) (type Int ?) (int 3) -)))"#
  ),
  ParsedCase("class A: B {}", "(classDeclaration (A) (B) (body))"),
  ParsedCase(
    "class A {\n  weak d\n  default d\n  computed c = d\n  event e\n}",
    "(classDeclaration (A) - (body (property weak (d) - - -) (defaultMember (d)) (computed (c) (d)) (event (e))))"
  ),
  ParsedCase(
    "class A {\n  default\n  event = 1\n  action: Int = 2\n  observe\n}",
    "(classDeclaration (A) - (body (property (default) - - -) (property (event) - (int 1) -) (property (action) (type Int) (int 2) -) (property (observe) - - -)))"
  ),
  ParsedCase(
    "class A { v = 0 set { min(value, 1) } }",
    "(classDeclaration (A) - (body (property (v) - (int 0) (block (expression (call (min) (value) (int 1)))))))"
  ),
  ParsedCase(
    "class A { action r(to, by) { name = to } }",
    "(classDeclaration (A) - (body (action (r) (block (assign (name) (to))) (to) (by))))"),
  ParsedCase(
    "class A { command s(e) after 1s { e } cancel { x } }",
    "(classDeclaration (A) - (body (command (s) (e) (duration 1000000) (block (expression (e))) - (block (expression (x))))))"
  ),
  ParsedCase(
    "class A { command s { e } begin { x } }",
    "(classDeclaration (A) - (body (command (s) - - (block (expression (e))) (block (expression (x))) -)))"
  ),
  ParsedCase(
    "class A { bind a ~> b.c; observe a { x } as n; on e { y } }",
    "(classDeclaration (A) - (body (binding ~> (a) (member (b) (c)) - - - -) (observe (a) (block (expression (x))) (n)) (on (e) (block (expression (y))) -)))"
  ),
  ParsedCase(
    "protocol P {\n  action a(x, y)\n  optional action b()\n}",
    "(protocolDeclaration (P) (requirement (a) (x) (y)) (requirement optional (b)))"),
  ParsedCase(
    "enum A { x, y(n, m) }", "(enumDeclaration (A) (enumCase (x)) (enumCase (y) (n) (m)))"),
  ParsedCase(
    "switch a { x, y { } z(n) { } else { b } }",
    "(switchStatement (a) (switchCase (block) (enumCase (x)) (enumCase (y))) (switchCase (block) (enumCase (z) (n))) (switchCase else (block (expression (b)))))"
  ),
  ParsedCase("extend vm.a { x }", "(extend (member (vm) (a)) (body (property (x) - - -)))"),
  ParsedCase("let p = new A", "(letDeclaration (p) (new (A) -))"),
  ParsedCase("var n = 0", "(varDeclaration (n) (int 0))"),
  ParsedCase(
    "transformer T { forward { value } reverse { value } }",
    "(transformer (T) - (block (expression (value))) (block (expression (value))))"),
  ParsedCase(
    "transformer T after new A { forward { 1 } }",
    "(transformer (T) (new (A) -) (block (expression (int 1))) -)"),
  ParsedCase("action a() { x }", "(action (a) (block (expression (x))))"),
  ParsedCase("semantics", "(semantics - -)"),
  ParsedCase(
    "semantics mine: bind { equal = drop-simple; limit = 20 }",
    "(semantics (mine) (bind) (knob (equal) (drop-simple)) (knob (limit) (int 20)))"),
])
func `declarations hold their parts`(_ example: ParsedCase) { example.check() }

@Test(arguments: [
  ParsedCase("bind a.x ~> b", "(binding ~> (member (a) (x)) (b) - - - -)"),
  ParsedCase("bind a<~b", "(binding <~ (a) (b) - - - -)"),
  ParsedCase("bind a<>b", "(binding <> (a) (b) - - - -)"),
  ParsedCase("bind a !~> b", "(binding !~> (a) (b) - - - -)"),
  ParsedCase("bind a <~! b", "(binding <~! (a) (b) - - - -)"),
  ParsedCase("bind a <!> b", "(binding <!> (a) (b) - - - -)"),
  ParsedCase("bind once a ~> b", "(binding ~> once (a) (b) - - - -)"),
  ParsedCase(
    "bind a ~> b kept by c.d as n", "(binding ~> (a) (b) - - - (member (c) (d)) (n))"),
  ParsedCase("bind a ~> b kept by nobody", "(binding ~> (a) (b) - - - (nilLiteral) -)"),
  ParsedCase(
    "observe a { x } kept by nobody.x as n",
    "(observe (a) (block (expression (x))) (n) (member (nobody) (x)))"),
  ParsedCase("effect { x } kept by c", "(effect (block (expression (x))) - (c))"),
  ParsedCase("bind once ~> once", "(binding ~> (once) (once) - - - -)"),
  ParsedCase(
    "bind (a + 1) ~> b[0].c",
    "(binding ~> (parenthesized (+ (a) (int 1))) (member (element (b) (int 0)) (c)) - - - -)"),
  ParsedCase(
    "bind a ~> b | F | !G\n  | { 1 } reverse { 2 }",
    "(binding ~> (a) (b) - - - - (namedStage (F)) (namedStage ! (G)) (inlineStage (block (expression (int 1))) (block (expression (int 2)))))"
  ),
  ParsedCase(
    "bind a ~> b | F each C transform { x } observe { y } as n",
    "(binding ~> (a) (b) (C) (block (expression (x))) (block (expression (y))) (n) (namedStage (F)))"
  ),
  ParsedCase(
    "bind a ~> b each { C }", "(binding ~> (a) (b) (block (expression (C))) - - -)"),
  ParsedCase(
    "bind a ~> b\nobserve a { x }",
    "(binding ~> (a) (b) - - - -)\n(observe (a) (block (expression (x))) -)"),
  ParsedCase("unbind #3", "(unbind (#3))"),
  ParsedCase("unbind all", "(unbind all -)"),
  ParsedCase("unbind all.x", "(unbind (member (all) (x)))"),
  ParsedCase("rebind #3 to a.b, c", "(rebind (#3) (member (a) (b)) (c))"),
  ParsedCase("transform n { x }", "(transformBinding (n) (block (expression (x))))"),
  ParsedCase("observe initial a { x }", "(observe initial (a) (block (expression (x))) -)"),
  ParsedCase(
    "observe initial some a { x }", "(observe initial some (a) (block (expression (x))) -)"),
  ParsedCase("observe initial some { x }", "(observe initial (some) (block (expression (x))) -)"),
  ParsedCase("observe prior a { x }", "(observe prior (a) (block (expression (x))) -)"),
  ParsedCase("observe prior { x }", "(observe (prior) (block (expression (x))) -)"),
  ParsedCase("on notification N { x }", "(on notification (N) (block (expression (x))) -)"),
  ParsedCase(
    "on notification.x { x }", "(on (member (notification) (x)) (block (expression (x))) -)"),
])
func `bindings and observers hold their parts`(_ example: ParsedCase) { example.check() }

@Test(arguments: [
  ParsedCase(
    "a.x = 1; a.x += 2", "(assign (member (a) (x)) (int 1))\n(assign += (member (a) (x)) (int 2))"),
  ParsedCase("silent a.x = 1", "(assign silent (member (a) (x)) (int 1))"),
  ParsedCase("silent a[0] += 1", "(assign silent += (element (a) (int 0)) (int 1))"),
  ParsedCase("fire a.e; fire a.e(1)", "(fire (member (a) (e)) -)\n(fire (member (a) (e)) (int 1))"),
  ParsedCase("post N; post N(1)", "(post (N) -)\n(post (N) (int 1))"),
  ParsedCase("release a.b", "(release (member (a) (b)))"),
  ParsedCase("advance 2s; wait", "(advance (duration 2000000))\n(wait)"),
  ParsedCase("batch { a = 1 }", "(batch (block (assign (a) (int 1))))"),
  ParsedCase(
    "if a { b } else if c { d } else { e }",
    "(ifStatement (a) (block (expression (b))) (ifStatement (c) (block (expression (d))) (block (expression (e)))))"
  ),
  ParsedCase(
    "if (new A { x }) == b { c }",
    "(ifStatement (== (parenthesized (new (A) (body (property (x) - - -)))) (b)) (block (expression (c))) -)"
  ),
  ParsedCase(
    "for i, x in l { continue }", "(forStatement (x) (l) (block (continueStatement)) (i))"),
  ParsedCase("expect a \"m\"", #"(expect (a) (string "m"))"#),
  ParsedCase("a.x -= 1; n %= 2", "(assign -= (member (a) (x)) (int 1))\n(assign %= (n) (int 2))"),
  ParsedCase("for x in l { break }", "(forStatement (x) (l) (block (breakStatement - -)) -)"),
  ParsedCase("while a { b }", "(whileStatement (a) (block (expression (b))))"),
  ParsedCase("repeat 3 { b }", "(repeatStatement (int 3) (block (expression (b))))"),
  ParsedCase("break a.b if value > 1", "(breakpoint  (member (a) (b)) (> (value) (int 1)))"),
  ParsedCase("break on second-write", "(breakpoint second-write - -)"),
  ParsedCase(
    "on e { return; return 1 }", "(on (e) (block (returnStatement -) (returnStatement (int 1))) -)"),
  ParsedCase("print a, 1 +\n 2", "(print (a) (+ (int 1) (int 2)))"),
  ParsedCase("throw \"x\"", #"(throwStatement (string "x"))"#),
  ParsedCase("source \"f.bind\"", #"(source (string "f.bind"))"#),
  ParsedCase("expect a == 1", "(expect (== (a) (int 1)) -)"),
  ParsedCase("expect error { a }", "(expectError - (block (expression (a))))"),
  ParsedCase("expect error \"m\" { a }", #"(expectError (string "m") (block (expression (a))))"#),
  ParsedCase("expect error == 1", "(expect (== (error) (int 1)) -)"),
  ParsedCase("expect no cycles", "(expect noCycles - -)"),
  ParsedCase("expect settles { a }", "(expect settles - (block (expression (a))))"),
  ParsedCase("expect settles in a { }", "(expect settles (a) (block))"),
  ParsedCase("expect quiet { }", "(expect quiet - (block))"),
  ParsedCase("expect trace { } \"t\"", #"(expect trace (string "t") (block))"#),
  ParsedCase(
    "expect no; expect settles == 1; expect quiet; expect trace.x",
    "(expect (no) -)\n(expect (== (settles) (int 1)) -)\n(expect (quiet) -)\n"
      + "(expect (member (trace) (x)) -)"
  ),
  ParsedCase("show; show a.b", "(show -)\n(show (member (a) (b)))"),
  ParsedCase(
    "objects; bindings; observers; commands; cycles",
    "(objects)\n(bindings)\n(observers)\n(commands)\n(cycles)"),
  ParsedCase("explain #3; explain n", "(explain (#3))\n(explain (n))"),
  ParsedCase(
    "graph; graph a; graph dot \"f\"; graph dot.x",
    #"(graph text - -)|(graph text (a) -)|(graph dot - (string "f"))|(graph text (member (dot) (x)) -)"#
      .replacing("|", with: "\n")),
  ParsedCase("trace; trace on; trace last", "(trace state)\n(trace on)\n(trace last)"),
  ParsedCase(
    "save \"f\"; reset; version; quit",
    #"(save (string "f"))|(reset)|(version)|(quit)"#.replacing("|", with: "\n")),
  ParsedCase(
    "help; help two words // why",
    #"(help -)|(help (string "two words"))"#.replacing("|", with: "\n")),
  ParsedCase(
    "help ~>; help +", #"(help (string "~>"))|(help (string "+"))"#.replacing("|", with: "\n")),
])
func `statements hold their parts`(_ example: ParsedCase) { example.check() }

@Test(arguments: [
  ParsedCase("next = 3", "(assign (next) (int 3))"),
  ParsedCase("source.text", "(expression (member (source) (text)))"),
  ParsedCase("history[0]", "(expression (element (history) (int 0)))"),
  ParsedCase("show(1)", "(expression (call (show) (int 1)))"),
  ParsedCase("reset + 1", "(expression (+ (reset) (int 1)))"),
  ParsedCase("wait ? 1 : 2", "(expression (conditional (wait) (int 1) (int 2)))"),
  ParsedCase("help = 1", "(assign (help) (int 1))"),
  ParsedCase("help + 1", "(expression (+ (help) (int 1)))"),
])
func `a statement word before an operator is a name`(_ example: ParsedCase) { example.check() }

@Test(arguments: [
  ParsedCase("a\nb;c", "(expression (a))\n(expression (b))\n(expression (c))"),
  ParsedCase("a\r\nb", "(expression (a))\n(expression (b))"),
  ParsedCase("a = // why\n 1", "(assign (a) (int 1))"),
  ParsedCase("a /* x\n */ b", "(expression (a))\n(expression (b))"),
  ParsedCase("a\n(b)", "(expression (a))\n(expression (parenthesized (b)))"),
  ParsedCase("a\n[b]", "(expression (a))\n(expression (listLiteral (b)))"),
  ParsedCase("(a\n + b\n)", "(expression (parenthesized (+ (a) (b))))"),
  ParsedCase("[a\n, b\n]", "(expression (listLiteral (a) (b)))"),
  ParsedCase(
    "(new A {\n x\n y\n})",
    "(expression (parenthesized (new (A) (body (property (x) - - -) (property (y) - - -)))))"),
  ParsedCase("#!/usr/bin/bindlab\na", "(expression (a))"),
  ParsedCase("\u{FEFF}a", "(expression (a))"),
  ParsedCase("\u{FEFF}#!x\n;;a;", "(expression (a))"),
])
func `lines end statements unless more is needed`(_ example: ParsedCase) { example.check() }

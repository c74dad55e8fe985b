import BindingEngine
import Exploring
import Interpreter
import Language
import Layout
import Syntax
import Testing

/// The text in the standard layout; nil if it has errors.
private func format(_ text: String) -> String? { format(text, width: nil) }

private func format(_ text: String, width: Int?) -> String? {
  ScriptLayout(width: width).format(SourceFile(name: "t", text: text)).text.map {
    String(decoding: $0, as: UTF8.self)
  }
}

@Test(arguments: [
  // Blanks.
  ("a=1", "a = 1"),
  ("a  =\t1 ;", "a = 1"),
  ("x=a+b*-c", "x = a + b * -c"),
  ("x = a - - b", "x = a - -b"),
  ("x=!a&&! b", "x = !a && !b"),
  ("x = a?b:c ? d : e", "x = a ? b : c ? d : e"),
  ("x=f( a ,b )", "x = f(a, b)"),
  ("l.insert( 3 ,at : 0 )", "l.insert(3, at: 0)"),
  ("x = l [ 0 ] . y", "x = l[0].y"),
  ("x=[ 1,2 , ]", "x = [1, 2,]"),
  ("print(a),[b]", "print (a), [b]"),
  ("x = (a+b)*[c][0]", "x = (a + b) * [c][0]"),
  ("x = -9223372036854775808", "x = -9223372036854775808"),
  ("let d=1_000ms", "let d = 1_000ms"),
  ("post N (\"x\")", "post N(\"x\")"),
  ("x=!d  responds   go&&e", "x = !d responds go && e"),
  (
    "protocol P{action a( x ,y );optional   action b()}",
    "protocol P { action a(x, y); optional action b() }"
  ),
  ("enum P{a,b( x ,y )}", "enum P { a, b(x, y) }"),
  ("enum P{\na,\n  b\n}", "enum P {\n  a,\n  b\n}"),
  (
    "switch a.x{ b,c{ print 1 } d(e){f=e}else{} }",
    "switch a.x { b, c { print 1 } d(e) { f = e } else { } }"
  ),
  (
    "switch a.x{\nb{print 1}\n // why\nelse{\nprint 2 } }",
    "switch a.x {\n  b { print 1 }\n  // why\n  else {\n    print 2\n  }\n}"
  ),
  ("protocol P{\naction a()\n  action b()}", "protocol P {\n  action a()\n  action b()\n}"),
  // Bindings.
  ("bind a.x~>b.y", "bind a.x ~> b.y"),
  ("bind a.x->b.y", "bind a.x -> b.y"),
  ("bind once(a.x+1)~>b.y|T|! U as n", "bind once (a.x + 1) ~> b.y | T | !U as n"),
  (
    "bind a.x<!>b.y|{value*2}reverse{value/2}",
    "bind a.x <!> b.y | { value * 2 } reverse { value / 2 }"
  ),
  ("unbind  #3", "unbind #3"),
  ("whynot a.x~>b.y", "whynot a.x ~> b.y"),
  ("why a.x@3", "why a.x @ 3"),
  ("break  on second - write", "break on second-write"),
  // Declarations.
  ("object a{x:Int?=1;y}", "object a { x: Int? = 1; y }"),
  ("object a : B{}", "object a: B { }"),
  (
    "class A:B{weak d;default x;x=1 set{max(value,0)}}",
    "class A: B { weak d; default x; x = 1 set { max(value, 0) } }"
  ),
  (
    "transformer T{forward{value};reverse{value}}",
    "transformer T { forward { value } reverse { value } }"
  ),
  (
    "semantics s:bind{equal=drop-simple;glitches=see}",
    "semantics s: bind { equal = drop-simple; glitches = see }"
  ),
  ("action f ( a,b ){return a}", "action f(a, b) { return a }"),
  ("help  bind   // arrows", "help  bind // arrows"),
  ("help  ~>  ; // arrows", "help  ~> // arrows"),
  ("help ~> /* arrows */", "help ~> /* arrows */"),
  // Lines.
  ("a = 1; b = 2", "a = 1\nb = 2"),
  ("\n\n\na = 1\n\n\n\nb = 2\n\n", "a = 1\n\nb = 2"),
  ("if a{b}else if c{d}else{e}", "if a { b } else if c { d } else { e }"),
  ("if a {\nb;c}", "if a {\n  b\n  c\n}"),
  ("if a { b\n}\nelse_ = 1", "if a {\n  b\n}\nelse_ = 1"),
  ("object a {\n\n    x = 1\n\n\n    y = 2\n\n}", "object a {\n  x = 1\n\n  y = 2\n}"),
  ("x = [1,\n2,\n3]", "x = [1,\n  2,\n  3]"),
  ("x = [\n1,\n\n\n2\n]", "x = [\n  1,\n\n  2\n]"),
  ("x = f(new A {\ny = 1 })", "x = f(new A {\n  y = 1\n})"),
  ("bind a.x ~> b.y\n\n| T\n| {\nvalue }", "bind a.x ~> b.y\n  | T\n  | {\n    value\n  }"),
  ("if a &&\nb {\nc\n}", "if a &&\n  b {\n  c\n}"),
  ("x =\n3", "x =\n  3"),
  (
    "transformer T {\nforward { value } reverse { value } }",
    "transformer T {\n  forward { value }\n  reverse { value }\n}"
  ),
  ("unbind\nall", "unbind\n  all"),
  ("a = 1\r\nb = \"\"\"\r\n  x\r\n  \"\"\"\r\n", "a = 1\nb = \"\"\"\n  x\n  \"\"\""),
  ("\u{FEFF}#!/usr/bin/bindlab  \r\n\r\n\na = 1", "#!/usr/bin/bindlab\n\na = 1"),
  // Strings are unchanged.
  ("print   \"a  \\( b+c )  \\u{41}\"", "print \"a  \\( b+c )  \\u{41}\""),
  (
    "if a {\nprint \"\"\"\n      one\n        \\( b+c )\n      \"\"\"\n}",
    "if a {\n  print \"\"\"\n      one\n        \\( b+c )\n      \"\"\"\n}"
  ),
  // Comments.
  ("a = 1     // one  ", "a = 1 // one"),
  ("// a\n\n\n\n  // b", "// a\n\n// b"),
  ("a = 1;b = 2 // => 1", "a = 1; b = 2 // => 1"),
  ("print a // => x  ", "print a // => x  "),
  ("if a { // why\nb }", "if a { // why\n  b\n}"),
  ("if a {\nb\n    // so\n}", "if a {\n  b\n  // so\n}"),
  ("f(/* one */1,/* two */2/* three */)", "f(/* one */ 1, /* two */ 2 /* three */)"),
  ("a = 1 /* x */; b = 2", "a = 1 /* x */\nb = 2"),
  ("a = 1; /* x */ b = 2", "a = 1\n/* x */ b = 2"),
  ("a = 1 /*\n*/ b = 2", "a = 1 /*\n*/\nb = 2"),
  ("x = // three\n3", "x = // three\n  3"),
  ("x = [ // a\n// b\n\n// c\n1 // d\n]", "x = [ // a\n  // b\n\n  // c\n  1 // d\n]"),
  ("if a { /* x */ }", "if a { /* x */ }"),
  ("if a { /* x */; b; /* y */ c /* z */; }", "if a { /* x */ b; /* y */ c /* z */ }"),
  (
    "if a {\n    /* x\n     * y\n\n   z\n     */\n    b\n}",
    "if a {\n  /* x\n   * y\n\n   z\n   */\n  b\n}"
  ),
  ("if a {\n/* x\n y */\nb\n}", "if a {\n  /* x\n   y */\n  b\n}"),
  ("// x\r\r\n/* y\r\r\n z\r */", "// x\n/* y\n z\r */"),
  ("a = \"\"\"\r\n x\r\r\n \"\"\"", "a = \"\"\"\r\n x\r\r\n \"\"\""),
  ("a;b\n// => 1\n  //=> 2", "a; b\n// => 1\n//=> 2"),
  ("a;b\n\n// => 1", "a\nb\n\n// => 1"),
  ("// allow B045\na;b\nc;d", "// allow B045\na; b\nc\nd"),
  ("// allow B045\n\na;b", "// allow B045\n\na\nb"),
  ("// allow B045\na;if b {c;d\n};e;f", "// allow B045\na; if b {\n  c\n  d\n}\ne\nf"),
  ("/* x */ a = 1", "/* x */ a = 1"),
  ("bind a ~> b // c\n// d\n| T", "bind a ~> b // c\n  // d\n  | T"),
])
func `a text has exactly one layout`(_ text: String, _ laidOut: String) {
  let once = format(text)
  #expect(once == laidOut + "\n")
  #expect(once.flatMap(format) == once)
}

@Test(arguments: [
  // What is not wider than the width stays.
  ("f(aaa, bbb, c, dddd)", "f(aaa, bbb, c, dddd)"),
  ("f(aaa, bbb, c, ddddd)", "f(aaa, bbb, c,\n  ddddd)"),
  ("l = [1, 22, 333, 4444, 55]", "l = [1, 22, 333,\n  4444, 55]"),
  ("l = [[1, 2, 3], [4, 5, 6]]", "l = [[1, 2, 3],\n  [4, 5, 6]]"),
  ("print aaaaaa, bbbbbb, c", "print aaaaaa,\n  bbbbbb, c"),
  ("aaaaaa(bbbbbbbbbbbbb)", "aaaaaa(\n  bbbbbbbbbbbbb)"),
  ("x = aaaaaaa + bbbbb + c", "x = aaaaaaa +\n  bbbbb + c"),
  // The rest is indented, so less of it fits.
  ("x = aaaaaaaaaa + bbbbbbbb + cccccc + dd", "x = aaaaaaaaaa +\n  bbbbbbbb +\n  cccccc + dd"),
  ("object a { x = 1; y = 2 }", "object a {\n  x = 1\n  y = 2\n}"),
  (
    "if aaaaaaa && bbbbbbb { c }",
    "if aaaaaaa &&\n  bbbbbbb {\n  c\n}"
  ),
  ("bind a.x ~> b.y | S | T", "bind a.x ~> b.y\n  | S\n  | T"),
  (
    "bind a.x ~> b.y | { value } as n",
    "bind a.x ~> b.y\n  | { value } as n"
  ),
  // There is no better place, or the comment is about all of the line.
  ("x = \"a long text, (b) + c\"", "x = \"a long text, (b) + c\""),
  ("f(aaaa, bbbb, cccc) // d", "f(aaaa, bbbb, cccc) // d"),
  ("// allow B045\nf(aaaaaa, bbbbbb, cc)", "// allow B045\nf(aaaaaa, bbbbbb, cc)"),
  ("//\tallow B045\nf(aaaaaa, bbbbbb, cc)", "//\tallow B045\nf(aaaaaa, bbbbbb, cc)"),
  ("f(aaaaaa, bbbbbb, cc)\n// => 1", "f(aaaaaa, bbbbbb, cc)\n// => 1"),
  // Columns of the screen count.
  ("f(\"äöüäöüäö\", \"äöü\")", "f(\"äöüäöüäö\", \"äöü\")"),
  ("f(\"日本語日本\", \"日本\")", "f(\"日本語日本\",\n  \"日本\")"),
])
func `lines of more than twenty columns are broken at the best place`(
  _ text: String, _ laidOut: String
) {
  #expect(format(text, width: 20) == laidOut + "\n")
}

@Test(arguments: ["", "\n\n", " \t\n", "\u{FEFF}", ";"])
func `an empty text stays empty`(_ text: String) {
  #expect(format(text) == "")
}

@Test func `a text with errors is not laid out`() {
  #expect(format("a = = 1") == nil)
}

import Exploring
import Interpreter
import Language
import Syntax
import Testing

/// Types, as far as they are certain.
extension CheckerTests {
  @Test(arguments: [
    CheckerCase(
      "object a { n: Int = 1; s: String? }\n⟦a.n⟧ = \"x\"\n⟦a.n⟧ = a.s\n⟦a.s⟧ = 3",
      "'a.n' is Int and cannot be \"x\"", "'a.n' is Int and cannot be nil",
      "'a.s' is String? and cannot be 3"),
    CheckerCase(
      "object a { n: Int = 1 }\n⟦a.n⟧ = 1.5\n⟦a.n⟧ = a.n / 2.0\n⟦a.n⟧ += 0.5",
      "'a.n' is Int and cannot be 1.5", "'a.n' is Int and cannot be a Double",
      "'a.n' is Int and cannot be a Double"),
    CheckerCase(
      "class P { n: Int = ⟦nil⟧; m: Int = n; computed c = n + 1 }", "'P.n' is Int and cannot be nil"
    ),
    CheckerCase(
      "class P { n: Int = 1; observe n { if old != value { ⟦n⟧ = \"\" } } }",
      "'P.n' is Int and cannot be \"\""),
    CheckerCase(
      "class P { n: Int = 1 }\nobject p: P { n = ⟦\"x\"⟧ }", "'p.n' is Int and cannot be \"x\""),
    CheckerCase(
      "object a { n: Int = 1 set { max(value, 0) } }\nsilent ⟦a.n⟧ = \"x\"",
      "'a.n' is Int and cannot be \"x\""),
    CheckerCase(
      "object a { b: Bool = true; l: List = []; d: Duration = 1s; o: Object? }\n⟦a.b⟧ = 1\n"
        + "⟦a.l⟧ = 1\n⟦a.d⟧ = 1\n⟦a.o⟧ = 1",
      "'a.b' is Bool and cannot be 1", "'a.l' is List and cannot be 1",
      "'a.d' is Duration and cannot be 1", "'a.o' is Object? and cannot be 1"),
  ])
  func `a value that a type never admits is found`(_ example: CheckerCase) { example.check() }

  @Test(arguments: [
    "object a { d: Double = 1; n: Number = 1; x: Any = 1; o: Object? }\n"
      + "a.d = 2\na.n = 2.5\na.x = \"s\"\na.o = a\na.o = nil",
    "object a { n: Int = 1 }\nvar v = \"x\"\nif a.n > 0 { v = 2 }\na.n = v\nlet list = [1]\na.n = list[0]",
    "object a { n: Int = [1] set { value.count } }\na.n = \"abc\"",
    "object a { n: Int? }\nobject b { m }\na.n = b.m ?? 3\na.n = true ? nil : 3",
    "class P { a = 1 }\nclass Q: P { b = 1 }\nobject o { p: P = new Q }\no.p = new Q",
    "class P { n: Int = 1 }\nclass Q: P { n: String = \"x\" }\nobject q: Q\nq.n = \"y\"",
    "class P { x: Int = 1; observe x { if x > 1 { x = sender.x } } }",
    "object a { n: Int = 1 }\nobserve a.n { if old != value { a.n = value } }",
  ])
  func `a type that may be right is not reported`(_ source: String) {
    #expect(findings(source).map(\.message) == [])
  }

  @Test(arguments: [
    CheckerCase(
      "if ⟦1 + 1⟧ { }\nwhile ⟦\"\"⟧ { }\nprint ⟦[1]⟧ ? 1 : 2",
      "a condition is a Bool, not Int: '1 + 1'", "a condition is a Bool, not String: '\"\"'",
      "a condition is a Bool, not List: '[1]'"),
    CheckerCase(
      "print true && ⟦1⟧ || ⟦\"a\"⟧", "a condition is a Bool, not Int: '1'",
      "a condition is a Bool, not String: '\"a\"'"),
    CheckerCase(
      "print ⟦1 + \"a\"⟧, ⟦nil - 1⟧", "'+' cannot take Int and String",
      "'-' cannot take nil and Int"),
    CheckerCase(
      "object a { s: String = \"\"; n: Number = 1 }\nprint ⟦a.s * a.n⟧",
      "'*' cannot take String and Int"),
    CheckerCase(
      "object a { n = 1; l = [1] }\nprint ⟦a.n.uppercased⟧\n⟦a.n.append(3)⟧\n⟦a.n.foo()⟧\n"
        + "print ⟦a.n + \"x\"⟧\nprint ⟦a.l[5]⟧\n⟦a.l.foo(2)⟧\n⟦a.l.append(1, 2)⟧",
      "'uppercased' is not for Int", "'append' is for a List, not Int",
      "'foo' cannot be called on Int", "'+' cannot take Int and String",
      "index 5 is outside the list, which has 1 element", "'foo' cannot be called on List",
      "wrong arguments for 'append'"),
    CheckerCase("let n = 1\nlet s = \"a\"\nprint ⟦n < s⟧", "'<' cannot take Int and String"),
    CheckerCase(
      "let n = 1\nif true { let m = n + 1\nprint ⟦m + \"a\"⟧ }",
      "'+' cannot take Int and String"),
    CheckerCase(
      "object a { n: Int = 1; computed c = ⟦n + \"a\"⟧ }",
      "'+' cannot take Int and String"),
    CheckerCase(
      "for x in ⟦true⟧ { }\nrepeat ⟦nil⟧ { }",
      "'for' goes through a List, not Bool", "'repeat' takes an Int, not nil"),
    CheckerCase(
      "print ⟦true.count⟧, ⟦3.upercased⟧", "'count' is not for Bool",
      "Int has no 'upercased'; did you mean 'uppercased'?"),
    CheckerCase("print ⟦\"ab\".count.uppercased⟧", "'uppercased' is not for Int"),
    CheckerCase(
      "print ⟦round(\"a\")⟧, ⟦\"x\" + floor(1.5)⟧",
      "'round' takes a number, not String", "'+' cannot take String and Int"),
    CheckerCase(
      "object a { l: List = []; n: Int = 0 }\na.l.append(⟦-\"a\"⟧)\n⟦a.n.append(1)⟧",
      "'-' cannot take String", "'append' is for a List, not Int"),
    CheckerCase(
      "print ⟦[1][\"a\"]⟧, ⟦true[0]⟧", "an index is an Int, not String",
      "only a List, a Dictionary or a String has elements, not Bool"),
  ])
  func `an operation that never works is found`(_ example: CheckerCase) { example.check() }

  @Test(arguments: [
    "object a { x; n: Int? }\nfor i in [1] { a.x = i; a.n = i }\nprint a.x + 1, a.x < \"s\", a.x && true, a.n + 1, !a.x, -a.x, a.x.count",
    "var v = 1\nfor i in [[]] { v = i }\nprint v + \"s\"\nv.foo = 3\nv.append(3)\nfor x in v { }",
    "expect 1 < \"a\"\nexpect 3",
    "object a { l = [] }\nprint a.l[0] // => error: index 0\nprint a.l[1]\n// => 3\n// => error: x",
    "object a { n = 1 }\nif a.n == 2 { print a.n + \"x\" }\nprint a.n == 2 ? a.n + \"x\" : 3",
    "object a { n }\naction f() { print a.n + 1 }\na.n = 1\nf()",
    "object a { n = 1; computed c = n + 1 }\na.n = 2\nprint a.c + 1",
    "object a { n = 1; m = 1 }\non notification Gone { a.n = \"s\" }\npost Gone\nprint a.n.uppercased",
    "object a { n = 1 }\nobject b { n = \"s\" }\nbind b.n ~> a.n\nprint a.n.uppercased",
    "object a { n = 1 }\nclass K { x = \"s\"; bind x ~> a.n }\nobject k: K\nprint a.n.uppercased",
    "object a { n = 1 }\na.n = \"s\"\nrewind\nprint a.n + 1",
    "object a { o = nil }\nobject b { x = 1 }\naction f() { a.o = b }\nf()\nprint a.o.x + 1",
    "expect error { print 1 + \"a\" }\nexpect error \"unknown\" { foo }",
    "object a { x: Int = 1 }\nexpect trace { a.x = \"t\"; b = 1 } \"...\"\nexpect settles in 3 { a.x = 2 }",
    "print 2s * 3, 2s + 1s, [1] + [2], 1 == \"a\", nil ?? 3 + 1, min([\"a\"]) + \"b\"",
    "print \"12\".int + 1, (1 / 2).string + \"a\", [1, 2].first + 1, 1.5.int + 1",
    "object a { s: String?; t }\nprint a.s.count, a.t.anything",
    "if turn.writes == 3 && turn.cycle != nil { print turn.outcome + \"!\" }",
    "transformer T { forward { value + 1 } }\nobject l: UILabel\naction f() { l.text = \"x\" }\nf()\n"
      + "bind l <~ l.text | T | Uppercase",
  ])
  func `an operation that may work is not reported`(_ source: String) {
    #expect(findings(source).filter { $0.severity == .error }.map(\.message) == [])
  }

  @Test(arguments: [
    CheckerCase(
      "object a { ⟦n⟧: Int; m: Int?; s: ⟦Strin⟧ = \"\" }",
      "'n' needs a value, because Int does not allow nil",
      "unknown type 'Strin'; did you mean 'String'?"),
    CheckerCase(
      "class P { computed c = 1 }\nclass Q: P { ⟦c⟧ = 2 }",
      "'c' is a computed property in the class"),
    CheckerCase(
      "class P { default ⟦txt⟧; text = 1 }", "'default txt' names no property of this class"),
    CheckerCase("object a { x = 1; ⟦x⟧ = 2 }", "'x' is declared twice"),
    CheckerCase("object a { x = 1 }\nextend ⟦a⟧ { x = 2 }", "'a.x' already exists"),
    CheckerCase("class P: ⟦P⟧ { x = 1 }", "a class cannot inherit from itself"),
    CheckerCase("class P: ⟦Q⟧ { x = 1 }\nobject p: P\nprint p.anything", "unknown class 'Q'"),
    CheckerCase("object a { event x; ⟦x⟧ = 2 }", "'x' is declared twice"),
    CheckerCase(
      "object a { computed c = 1 }\n⟦a.c⟧ = 2", "'a.c' is computed and cannot be written"),
  ])
  func `an impossible body is found before an object is made`(_ example: CheckerCase) {
    example.check()
  }

  @Test(arguments: [
    CheckerCase(
      "let x = 1\n⟦x⟧ = 2\nobject o { y = 1 }\n⟦o⟧ = 3\n⟦UILabel⟧ = 4",
      "'x' is a constant and cannot be written", "'o' is an object and cannot be written",
      "'UILabel' is a class and cannot be written"),
    CheckerCase(
      "object o { y = 1 }\nif true { var v = 1\nobserve o.y { ⟦v⟧ = 2 } }",
      "'v' is a copy from when the block was made; writing it would have no effect"),
    CheckerCase("for i in [1] { ⟦i⟧ = 2 }", "'i' is a constant"),
    CheckerCase("if true { let x = 1\n⟦x⟧ = 2 }", "'x' is a constant"),
    CheckerCase(
      "⟦turn.writes⟧ = 2\n⟦turn⟧ = 3", "'turn' can only be read",
      "'turn' can only be read"),
    CheckerCase(
      "let n = 1\n⟦n.x⟧ = 2\n⟦n.count⟧ = 3", "'x' of Int cannot be written",
      "'count' of Int cannot be written"),
  ])
  func `a write to something read-only is found`(_ example: CheckerCase) { example.check() }

  @Test func `a variable read in a computed property causes one warning`() {
    let found = findings(
      "var v = 1\nobject a { x = 1; computed y = v + x; computed z = v }\nprint v")
    #expect(found.map(\.severity) == [.warning])
    #expect(
      found.map(\.message)
        == ["'v' is a variable: a computed property is not notified when it changes"])
  }
}

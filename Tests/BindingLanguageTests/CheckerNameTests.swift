import Exploring
import Interpreter
import Language
import Syntax
import Testing

/// Names: where they are visible, and what is reported elsewhere.
extension CheckerTests {
  @Test(arguments: [
    CheckerCase("print ⟦vm⟧.x\nobject vm { x = 1 }", "'vm' is used before it is declared"),
    CheckerCase("let a = ⟦b⟧\nlet b = 1", "'b' is used before it is declared"),
    CheckerCase(
      "object p: ⟦P⟧\nclass P { x = 1 }", "'P' is used before it is declared"),
    CheckerCase(
      "object a { x = 1; y = 0 }\nbind a.x ~> a.y | ⟦T⟧\ntransformer T { forward { value } }",
      "'T' is used before it is declared"),
    CheckerCase(
      "if true { print ⟦f⟧() }\nfunction f() { return 1 }", "'f' is used before it is declared"),
    CheckerCase("object a { x = ⟦b⟧.y }\nobject b { y = 1 }", "'b' is used before it is declared"),
    CheckerCase(
      "object a { computed x = ⟦b⟧.y }\nobject b { y = 1 }", "'b' is used before it is declared"),
  ])
  func `a name is declared before the statement that uses it`(_ example: CheckerCase) {
    example.check()
  }

  @Test func `a name used too early is reported with its declaration`() throws {
    let found = findings("print vm.x\nobject vm { x = 1 }")
    let note = try #require(found.first?.notes.first)
    #expect(note.message == "declared here")
    #expect(note.span.map { [$0.start, $0.end] } == [18, 20])
  }

  @Test(arguments: [
    "observe vm.name { print later.x }\nobject later { x = 1 }",
    "transformer T { forward { value + later.x } }\nobject later { x = 1 }",
    "class P { x = later.x }\nobject later { x = 1 }\nobject p: P",
    "class P { computed x = later.x }\nobject later { x = 1 }",
    "class P { bind later.x ~> y; y = 1 }\nobject later { x = 1 }",
    "class P { x = 1 set { max(value, later.x) } }\nobject later { x = 1 }",
    "bind vm.name !~> vm.name | { later.x } observe { print later.x }\nobject later { x = 1 }",
  ])
  func `a block that runs later sees later declarations`(_ source: String) {
    let found = findings("object vm { name = \"Kim\" }\n" + source)
    #expect(found.filter { $0.severity == .error }.map(\.message) == [])
  }

  @Test(arguments: [
    CheckerCase(
      "object vm { x = 1 }\nobserve vm.x { print ⟦valu⟧, old, sender }",
      "unknown name 'valu'; did you mean 'value'?"),
    CheckerCase("transformer T { forward { value + ⟦old⟧ } }", "unknown name 'old'"),
    CheckerCase(
      "object vm { x = 1 set { min(value, ⟦odl⟧) } }",
      "unknown name 'odl'; did you mean 'old'?"),
    CheckerCase("class P { x = 1; y = ⟦z⟧ }", "unknown name 'z'"),
    CheckerCase(
      "class P { name = 1; computed y = ⟦nmae⟧ }",
      "unknown name 'nmae'; did you mean 'name'?"),
    CheckerCase("class P { x = 1; bind ⟦q⟧ ~> x }", "unknown name 'q'"),
    CheckerCase("class P { x = 1; observe x { print ⟦q⟧ } }", "unknown name 'q'"),
    CheckerCase(
      "object vm { x = 1; y = 0 }\nbind vm.x !~> vm.y transform { ⟦vaule⟧ }",
      "unknown name 'vaule'; did you mean 'value'?"),
    CheckerCase("for i in [1] { print ⟦j⟧ }", "unknown name 'j'"),
    CheckerCase("if true { let t = 1 }\nprint ⟦t⟧", "unknown name 't'"),
    CheckerCase(
      "while false { print ⟦aa⟧ }\nrepeat 0 { print ⟦bb⟧ }",
      "unknown name 'aa'", "unknown name 'bb'"),
    CheckerCase(
      "print ⟦aa⟧ + ⟦bb⟧, [⟦cc⟧], \"\\(⟦dd⟧)\"",
      "unknown name 'aa'", "unknown name 'bb'", "unknown name 'cc'", "unknown name 'dd'"),
  ])
  func `every unknown name is found, wherever it is`(_ example: CheckerCase) {
    example.check()
  }

  @Test(arguments: [
    "if true { object a { x = 1 } } else { object a { y = 2 } }\nprint a.x, a.y",
    "for i in [1, 2] { if i == 1 { object a { x = 1 } } }\nprint a.x",
    "if true { transformer T { forward { value } } }\nobject a { x = 1; y = 0 }\n"
      + "bind a.x ~> a.y | T",
    "object vm { n = 1 }\nobserve vm.n { object tmp { x = 1 }; print tmp.x }\nvm.n = 2\nprint tmp.x",
    "object a { x = 1 }\nrelease a\nobject a { y = 1 }\nprint a.y",
    "object a { x = 1 }\nif true { release a }\nobject a { y = 1 }",
    "object a { x = 1 }\nobserve a.x { release a }\na.x = 2\nobject a { y = 1 }",
    "let x = 1\nlet x = \"a\"\nvar x = 3\nx = nil",
    "object a { x = 1 }\nreset\nobject a { y = 1 }\nprint a.y",
    "let turn = 3\nprint turn + 1",
    "object self2 { x = 1; computed y = self.x + x }",
    "let list = [1]\nfor a in list { for b in [a] { print a, b } }",
    "object a { x = 1; y = 0 }\nbind a.x ~> a.y as link\nunbind link\nbind a.x ~> a.y as link",
    "object a { x = 1 }\nextend a { y = 2 }\nprint a.y\nextend a { computed z = x + y }\nprint a.z",
    "object a { x = 1 }\nif true { extend a { y = 2 } }\nprint a.y",
  ])
  func `a name that may be declared is not reported`(_ source: String) {
    #expect(findings(source).map(\.message) == [])
  }

  @Test(arguments: [
    CheckerCase(
      "object vm { name = 1 }\n⟦vm.nme⟧ = 2\nprint ⟦vm.age⟧",
      "no property 'nme' in 'vm'; did you mean 'name'?", "no property 'age' in 'vm'"),
    CheckerCase(
      "class P { name = 1 }\nlet p = new P { age = 2 }\nprint p.age, ⟦p.agee⟧",
      "no property 'agee' in 'p'; did you mean 'age'?"),
    CheckerCase(
      "class A { city = 1 }\nclass P { address = new A }\nobject p: P\n"
        + "print ⟦p.address.ctiy⟧", "no property 'ctiy' in 'p.address'; did you mean 'city'?"),
    CheckerCase(
      "class A { city = 1 }\nclass P { address = new A; x = ⟦address.zip⟧ }",
      "no property 'zip' in 'P.address'"),
    CheckerCase("object vm { x = 1 }\nlet v = vm\n⟦v.y⟧ = 2", "no property 'y' in 'vm'"),
    CheckerCase("class P { a = 1 }\nclass Q: P { b = ⟦self.c⟧ }", "no property 'c' in 'Q'"),
    CheckerCase(
      "object l: UILabel\nprint ⟦l.txet⟧",
      "no property 'txet' in 'l'; did you mean 'text'?"),
  ])
  func `every unknown property of a certain object is found`(_ example: CheckerCase) {
    example.check()
  }

  @Test(arguments: [
    "object vm { p }\nprint vm.p.anything",
    "class P { name = 1 }\nclass Q: P { age = 1 }\nobject vm { p: P? = new Q }\nprint vm.p.age",
    "object vm { p = new UILabel }\nvm.p = new UISlider\nprint vm.p.value",
    "var p = new UILabel\nif p.alpha == 0 { p = new UISlider }\nprint p.anything",
    "let list = [new UILabel]\nfor l in list { print l.anything }",
    "object a { x = 1 }\nobject b { t = new UILabel }\nb.t = a\nprint b.t.x",
    "object vm { l: UILabel? }\nprint vm.l.nothing",
    "object a { x = 1 }\nlet list = [a]\nextend list[0] { y = 1 }\nprint a.y",
    "object a { p = new UILabel }\nobject b { q }\nbind a.p <> b.q\nb.q = new UISlider\nprint a.p.value",
  ])
  func `uncertain objects are not reported`(_ source: String) {
    #expect(findings(source).map(\.message) == [])
  }

  @Test(arguments: [
    CheckerCase(
      "object a { x = 1 }\nobject ⟦a⟧ { y = 1 }", "'a' is already declared, as an object"),
    CheckerCase("class P { x = 1 }\nclass ⟦P⟧ { y = 1 }", "'P' is already declared, as a class"),
    CheckerCase(
      "object a { x = 1 }\nif true { object ⟦a⟧ { y = 1 } }",
      "'a' is already declared, as an object"),
    CheckerCase("object a { x = 1 }\nlet ⟦a⟧ = 1", "'a' is already declared, as an object"),
    CheckerCase(
      "object a { x = 1 }\nobserve a.x { object ⟦a⟧ { y = 1 } }",
      "'a' is already declared, as an object"),
  ])
  func `a name that is already declared is refused`(_ example: CheckerCase) { example.check() }

  @Test func `no more than a thousand findings are reported`() {
    let found = findings((0..<5000).map { "print unknown\($0)\n" }.joined())
    #expect(found.count == 1001)
    #expect(
      found.last?.message == "more than 1000 errors; fix these to see the rest")
  }
}

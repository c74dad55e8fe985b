import Exploring
import Interpreter
import Language
import Syntax
import Testing

/// Bindings that cannot be made.
extension CheckerTests {
  /// Two ends that begin with the same properties are the same only if what follows is.
  @Test(arguments: [
    ("v[\"a.city\"]", "v[\"a.zip\"]"), ("v[\"a.city\"]", "v.a.zip"), ("v.a.city", "v[\"a.zip\"]"),
    ("v.s.count", "v.s.isEmpty"), ("v.s.first", "v.s"), ("v.l.count", "v.l.first"),
  ])
  func `different ends are not called the same binding`(_ first: String, _ second: String) {
    let declared = """
      class A { city = ""; zip = "" }
      object v { a = new A; s = "text"; l = [1] }
      object o { t = nil }

      """
    func codes(_ one: String, _ other: String) -> [FindingCode?] {
      allFindings("\(declared)bind \(one) ~> o.t\nbind \(other) ~> o.t\nprint o.t").map(\.code)
    }
    #expect(!codes(first, second).contains(.sameBinding))
    for end in [first, second] { #expect(codes(end, end).contains(.sameBinding), "\(end)") }
  }

  private static let objects = "object a { x = 1; n: Int = 1; s: String = \"\"; computed c = x }\n"

  @Test(arguments: [
    CheckerCase("bind ⟦a⟧ ~> a.x", "'a' has no default property"),
    CheckerCase("observe ⟦a⟧ { }", "'a' has no default property"),
    CheckerCase("bind a.x ~> a.⟦c⟧", "'a.c' is computed and cannot be written"),
    CheckerCase("bind a.⟦c⟧ <> a.x", "'a.c' is computed and cannot be written"),
    CheckerCase(
      "bind a.x ~> a.s.⟦count⟧", "'count' is computed from a value and cannot be written"),
    CheckerCase(
      "bind a.x ~> a.x.⟦isEmpty⟧",
      "'isEmpty' is computed from a value and cannot be written"),
    CheckerCase("bind a.x ~> ⟦(a.n)⟧", "an expression cannot be written, so it cannot be a target"),
    CheckerCase("bind ⟦(a.n)⟧ <> a.x", "an expression cannot be written, so it cannot be a target"),
    CheckerCase("bind a.n.⟦cuont⟧ ~> a.x", "Int has no 'cuont'; did you mean 'count'?"),
    CheckerCase("bind a.n.⟦count⟧ ~> a.x", "'count' is not for Int"),
    CheckerCase("bind a.x !~> a.⟦y⟧", "no property 'y' in 'a'"),
    CheckerCase("bind a.n ~> a.x | ⟦!Uppercase⟧", "'Uppercase' has no reverse"),
    CheckerCase(
      "bind a.n <> a.x | ⟦Uppercase⟧",
      "'Uppercase' has no reverse, and the binding goes both ways"),
    CheckerCase(
      "bind a.n <> a.x | ⟦{ value }⟧",
      "this transformer has no reverse, and the binding goes both ways"),
    CheckerCase(
      "bind a.n ~> a.x | ⟦Uppercas⟧ | ⟦Zzz⟧",
      "unknown transformer 'Uppercas'; did you mean 'Uppercase'?", "unknown transformer 'Zzz'"),
    CheckerCase("⟦bind a.s ~> a.n⟧", "'a.n' is Int and cannot be \"\""),
    CheckerCase("⟦bind a.n <~ a.s⟧", "'a.n' is Int and cannot be \"\""),
    CheckerCase("⟦bind (0.5) ~> a.n⟧", "'a.n' is Int and cannot be 0.5"),
    CheckerCase("bind a.x !~> a.n as ⟦a⟧", "'a' is already declared, as an object"),
    CheckerCase("unbind ⟦qqqqqqqq⟧", "unknown name 'qqqqqqqq'"),
    CheckerCase(
      "rebind ⟦nothing⟧ to a.x, a.n\ntransform ⟦nothing⟧ { value }\nexplain ⟦nothing⟧",
      "no binding is called 'nothing'", "no binding is called 'nothing'",
      "no binding is called 'nothing'"),
    CheckerCase(
      "bind a.x !~> a.n as link\nrebind link to a.⟦y⟧, a.⟦c⟧",
      "no property 'y' in 'a'", "'a.c' is computed and cannot be written"),
    CheckerCase(
      "object b { y = 1; bind a.x ~> ⟦z⟧; observe a.⟦w⟧ { } }", "unknown name 'z'",
      "no property 'w' in 'a'"),
    CheckerCase(
      "class B { y: Int = 1; bind a.x ~> y.⟦count⟧ }",
      "'count' is computed from a value and cannot be written"),
  ])
  func `an impossible binding is found`(_ example: CheckerCase) {
    CheckerCase(copying: example, behind: CheckerTests.objects).check()
  }

  @Test(arguments: [
    "bind a.s.count ~> a.x",
    "bind a.s !~> a.n",
    "a.s = \"3\"\nbind a.s ~> a.n | ToInt",
    "bind a.s ~> a.n transform { 3 }",
    "if a.n > 5 { a.x = true }\nbind a.x <> a.n | Not | Negate",
    "transformer T { forward { value } }\ntransformer T { reverse { value } }\nbind a.x ~> a.n | !T",
    "if true { transformer T { forward { value } } } else { transformer T { reverse { value } } }\n"
      + "bind a.x ~> a.n | T",
    "object l: UILabel\nbind a.s ~> l\nbind l ~> a.s",
    "var v = a\nif v.n > 5 { v = 3 }\nbind v.x ~> v.y",
    "for o in [a] { bind o.anything ~> o.other }",
    "class C { vm; l = new UILabel; bind vm.name ~> l.text; bind vm.p.q ~> l }\nobject c: C",
    "object o { m }\nbind o.m.count ~> a.x\nbind o.m.name.length ~> a.x",
    "object t { m }\nbind a.x ~> t.m.name",
    "object t { m: UILabel? }\nbind a.x ~> t.m.text",
  ])
  func `a possible binding is not reported`(_ source: String) {
    let found = findings(CheckerTests.objects + source)
    #expect(found.filter { $0.severity == .error }.map(\.message) == [])
  }

  @Test func `a transformer that can be reversed is suggested in this form`() {
    let found = findings(
      CheckerTests.objects + "transformer T { reverse { value } }\nbind a.x ~> a.n | T")
    #expect(found.first?.notes.first?.message == "swap its directions: !T")
  }
}

extension CheckerCase {
  /// The same after other text.
  fileprivate init(copying other: CheckerCase, behind text: String) {
    source = text + other.source
    messages = other.messages
  }
}

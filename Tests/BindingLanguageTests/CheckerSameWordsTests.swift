import Exploring
import Interpreter
import Language
import Syntax
import Testing

/// Check and run report the same mistake with the same words, place and fix.
extension CheckerTests {
  @Test(arguments: [
    SameWordsCase("print nme"),
    SameWordsCase(
      #"""
      object vm { name = "Kim" }
      print vm.nme
      """#),
    SameWordsCase(
      #"""
      object vm { name = "Kim" }
      vm.nme = 3
      """#),
    SameWordsCase("object vm { age: Foo = 3 }"),
    SameWordsCase(
      #"""
      object a { x = 1 }
      break a.x if "never"
      """#),
    SameWordsCase(
      #"""
      object a { x = 1 }
      break on hold if a.x.string
      """#),
    SameWordsCase(
      #"""
      object a { x = 1 }
      var n = 0
      bind a.x ~> n
      """#),
    SameWordsCase("object vm { age: Itn = 3 }"),
    SameWordsCase("class A { b: B? }"),
    SameWordsCase("class A { b: Bee? }; class Be { a: A? }"),
    SameWordsCase("protocol P { action go(x) }; class A: P { action go() { 1 } }"),
    SameWordsCase("protocol P { action go(x) }; object a: UIView, P { go = 1 }"),
    SameWordsCase("class A: UIView, UILabel { }"),
    SameWordsCase("enum A { x, y }; object o { a: A = 3 }"),
    SameWordsCase("enum A { x, y }; object o { a: A = A.z }"),
    SameWordsCase("enum A { x(n) }; print A.x"),
    SameWordsCase("enum A { x(n) }; print A.x(1, 2)"),
    SameWordsCase("enum A { x }; print A.x()"),
    SameWordsCase("enum A { x }; print A"),
    SameWordsCase("enum A { x }; A.x = 3"),
    SameWordsCase("enum A { x }; enum A { y }"),
    SameWordsCase("enum A { x }; object A { y }"),
    SameWordsCase("enum A { x }; print A.x < A.x"),
    SameWordsCase("enum A { x }; switch 3 { x { } }"),
    SameWordsCase("enum A { x, y }; switch A.x { z { } else { } }"),
    SameWordsCase("enum A { x(n), y }; switch A.x(1) { x(a, b) { } else { } }"),
    SameWordsCase("enum A { x }; object o { a: A = A.x }; o.a = nil"),
    SameWordsCase(#"object o { d = ["a": 1]; x }; bind o.d.a ~> o.x"#),
    SameWordsCase(#"object o { d = ["a": 1]; x }; bind o.d.cuont ~> o.x"#),
    SameWordsCase(#"transformer T { forward { reject("x") } }; print T(1)"#),
    SameWordsCase("protocol Pet { action go() }; class A: UIView, Pte { action go() { 1 } }"),
    SameWordsCase("object vm: UILable"),
    SameWordsCase("object vm: Foo"),
    SameWordsCase(
      #"""
      let x = 3
      object y: x
      """#),
    SameWordsCase("object vm { a = 1; a = 2 }"),
    SameWordsCase(#"class P { default nme; name = "x" }"#),
    SameWordsCase(
      #"""
      object vm { a = 1 }
      object vm { b = 2 }
      """#),
    SameWordsCase(
      #"""
      class P { a = 1 }
      object P { b = 2 }
      """#),
    SameWordsCase("object UILabel { b = 2 }"),
    SameWordsCase(
      #"""
      let x = 1
      object x { b = 2 }
      """#),
    SameWordsCase(
      #"""
      let x = 1
      x = 2
      """#),
    SameWordsCase(
      #"""
      object vm { a = 1 }
      vm = 3
      """#),
    SameWordsCase(
      #"""
      class P { a = 1 }
      print P
      """#),
    SameWordsCase("print Uppercase"),
    SameWordsCase("print turn"),
    SameWordsCase("print turn.wrtes"),
    SameWordsCase("turn.writes = 3"),
    SameWordsCase("print self"),
    SameWordsCase("print foo(3)"),
    SameWordsCase("print mni(3)"),
    SameWordsCase(
      #"""
      object vm { items: List = [1] }
      vm.items.apend(3)
      """#),
    SameWordsCase(
      #"""
      object vm { items: List = [1] }
      vm.items.insert(3)
      """#),
    SameWordsCase(
      #"""
      object a { x = 1; computed y = x }
      a.y = 3
      """#),
    SameWordsCase(#"print "abc".cout"#),
    SameWordsCase("release 3"),
    SameWordsCase("extend vm { a = 1 }"),
    SameWordsCase(
      #"""
      let n = 3
      extend n { a = 1 }
      """#),
    SameWordsCase(
      #"""
      object vm { a = 1 }
      extend vm { a = 2 }
      """#),
    SameWordsCase("semantics bnd"),
    SameWordsCase("semantics zzz"),
    SameWordsCase("throw foo"),
    SameWordsCase(
      #"""
      object a { x = 1 }
      batch { source "x" }
      """#),
    SameWordsCase("batch { show }"),
    SameWordsCase(
      #"""
      class A { city = "x" }
      object p { address = new A { zip = 3 } }
      print p.address.zip, p.address.zap
      """#),
    SameWordsCase("object p { v = 1; computed w = q }"),
    SameWordsCase(
      #"""
      let p = new UILabel
      print p.txt
      """#),
    SameWordsCase(
      #"""
      object vm { name = 1 }
      silent vm = 3
      """#),
    SameWordsCase(
      #"""
      var v = 1
      silent v = 3
      """#),
    SameWordsCase("event foo"),
    SameWordsCase("fire vm.x"),
    SameWordsCase("object a { event foo; event foo }"),
    SameWordsCase("show foo"),
    SameWordsCase(#"print "\(foo)""#),
    SameWordsCase(
      #"""
      object a { x: Number = 1 }
      a.x = "s"
      """#),
    SameWordsCase("break"),
    SameWordsCase(
      #"""
      let s = 1
      s.foo = 3
      """#),
  ])
  func `check and run report names alike`(_ example: SameWordsCase) { example.check() }

  @Test(arguments: [
    SameWordsCase(
      #"""
      object vm { age: Int = 3 }
      vm.age = "x"
      """#),
    SameWordsCase(
      #"""
      object vm { age: Int = 3 }
      vm.age = nil
      """#),
    SameWordsCase(#"object vm { age: Int = "x" }"#),
    SameWordsCase("object vm { age: Int }"),
    SameWordsCase("class P: P { x = 1 }"),
    SameWordsCase("print sqrt(1, 2)"),
    SameWordsCase("print sqrt(x: 2)"),
    SameWordsCase(#"print sqrt("x")"#),
    SameWordsCase(#"print max(1, "x")"#),
    SameWordsCase(
      #"""
      let xs = 3
      xs.append(3)
      """#),
    SameWordsCase(
      #"""
      object vm { name: String = "x" }
      vm.name.append(3)
      """#),
    SameWordsCase("if 3 { print 1 }"),
    SameWordsCase(#"while "x" { print 1 }"#),
    SameWordsCase("print 3 && true"),
    SameWordsCase("print true && 3"),
    SameWordsCase("print !3"),
    SameWordsCase(#"print -"x""#),
    SameWordsCase(#"print 1 + "x""#),
    SameWordsCase(#"print "x" + 1"#),
    SameWordsCase(#"print 1 < "x""#),
    SameWordsCase(#"print 1 >= "x""#),
    SameWordsCase("print nil + 1"),
    SameWordsCase("print 1 ? 2 : 3"),
    SameWordsCase("for x in 3 { print x }"),
    SameWordsCase(#"repeat "x" { print 1 }"#),
    SameWordsCase("print 3[0]"),
    SameWordsCase(#"print [1]["x"]"#),
    SameWordsCase(
      #"""
      let xs = [1]
      print xs["a"]
      """#),
    SameWordsCase("print 3.foo"),
    SameWordsCase("print 3.count"),
    SameWordsCase(
      #"""
      object vm { n: Int = 1 }
      print vm.n.count
      """#),
    SameWordsCase(
      #"""
      object vm { n: Int = 1 }
      vm.n.count = 3
      """#),
    SameWordsCase(
      #"""
      object a { x: Int = 1 }
      a.x += "x"
      """#),
    SameWordsCase(
      #"""
      object a { x: Double = 1 }
      a.x = 3
      a.x = "s"
      """#),
    SameWordsCase(
      #"""
      class P { a = 1 }
      object p: P
      object o { p: P? }
      o.p = p
      o.p = o
      """#),
    SameWordsCase("object o { p: UILabel? = 3 }"),
    SameWordsCase(
      #"""
      class A { city = "x" }
      class P { address = new A }
      object p: P
      print p.address.ctiy
      """#),
    SameWordsCase(
      #"""
      class P { x = y }
      object p: P
      """#),
    SameWordsCase(
      #"""
      class P { x = 1; computed y = x + z }
      object p: P
      """#),
    SameWordsCase(
      #"""
      object vm { name = 1 }
      if true { let n = 3; n = 4 }
      """#),
    SameWordsCase(
      #"""
      object a { l: List = [1] }
      a.l[0] = 3
      a.l = 3
      """#),
    SameWordsCase(
      #"""
      object a { s: String = "x" }
      a.s[0] = 3
      """#),
    SameWordsCase(
      #"""
      let d = 2s
      print d + 1
      """#),
    SameWordsCase(#"print range("a")"#),
    SameWordsCase("print abs(nil)"),
    SameWordsCase(#"print format("x", 1)"#),
  ])
  func `check and run report values alike`(_ example: SameWordsCase) { example.check() }
}

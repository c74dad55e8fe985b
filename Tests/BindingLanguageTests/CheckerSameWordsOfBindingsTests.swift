import Exploring
import Interpreter
import Language
import Syntax
import Testing

/// Check and run report the same mistakes with bindings.
extension CheckerTests {
  @Test(arguments: [
    SameWordsCase(
      #"""
      object vm { name = "Kim" }
      bind vm.nme ~> vm.name
      """#),
    SameWordsCase(
      #"""
      object v { label = new UILabel }
      object vm { name = "Kim" }
      bind vm.name ~> v.label
      """#),
    SameWordsCase(
      #"""
      object vm { name = "Kim"; age: Int = 3 }
      bind vm ~> vm.name
      """#),
    SameWordsCase(
      #"""
      object a { x = 1 }
      object b { y = 1 }
      bind a.x ~> b.y | Uppercas
      """#),
    SameWordsCase(
      #"""
      object a { x = 1 }
      object b { y = 1 }
      bind a.x ~> b.y | Zzz
      """#),
    SameWordsCase(
      #"""
      object a { x = 1 }
      object b { y = 1 }
      bind a.x ~> b.y | !Uppercase
      """#),
    SameWordsCase(
      #"""
      object a { x = 1 }
      object b { y = 1 }
      bind a.x <> b.y | Uppercase
      """#),
    SameWordsCase(
      #"""
      object a { x = 1 }
      object b { y = 1 }
      bind a.x <> b.y | { value + 1 }
      """#),
    SameWordsCase(
      #"""
      transformer Back { reverse { value } }
      object a { x = 1 }
      object b { y = 1 }
      bind a.x ~> b.y | Back
      """#),
    SameWordsCase(
      #"""
      object a { x = 1 }
      bind (a.x + 1) <> a.x
      """#),
    SameWordsCase(
      #"""
      object a { x = 1 }
      bind a.x ~> (a.x + 1)
      """#),
    SameWordsCase(
      #"""
      object a { x = 1; computed y = x }
      object b { z = 1 }
      bind b.z ~> a.y
      """#),
    SameWordsCase(
      #"""
      object a { name: String = "x" }
      object b { z = 1 }
      bind b.z ~> a.name.count
      """#),
    SameWordsCase(
      #"""
      object a { name: String = "x" }
      object b { z = 1 }
      bind a.name.cuont ~> b.z
      """#),
    SameWordsCase(
      #"""
      object a { n: Int = 1 }
      object b { z = 1 }
      bind a.n.foo ~> b.z
      """#),
    SameWordsCase(
      #"""
      let n = 3
      object b { z = 1 }
      bind n.foo ~> b.z
      """#),
    SameWordsCase(
      #"""
      let n = nil
      object b { z = 1 }
      bind n.foo ~> b.z
      """#),
    SameWordsCase("unbind foo"),
    SameWordsCase("unbind 3"),
    SameWordsCase(
      #"""
      let n = 3
      unbind n
      """#),
    SameWordsCase("rebind foo to a.x, b.y"),
    SameWordsCase("transform foo { value }"),
    SameWordsCase(
      #"""
      object a { x = 1 }
      bind a.x ~> a.x as first
      rebind frist to a.x, a.x
      """#),
    SameWordsCase("semantics mine: bind { lokc = yes }"),
    SameWordsCase("semantics mine: bind { lock = maybe }"),
    SameWordsCase(#"source "missing.bind""#),
    SameWordsCase(
      #"""
      object a { x = 1 }
      bind a.x ~> a.x as a
      """#),
    SameWordsCase(
      #"""
      object a { x = 1 }
      bind a.x !~> a.x as l
      bind a.x !~> a.x as l
      """#),
    SameWordsCase(
      #"""
      transformer a { forward { value } }
      object a { x = 1 }
      """#),
    SameWordsCase(
      #"""
      object a { x = 1 }
      transformer a { forward { value } }
      """#),
    SameWordsCase("transformer T { }"),
    SameWordsCase(#"object b { name = "x"; observe nme { print 1 } }"#),
    SameWordsCase(#"object b { name = "x"; bind name ~> foo }"#),
    SameWordsCase(
      #"""
      class A { city = "x" }
      class P { address = new A }
      object p: P
      bind p.address.ctiy ~> p.address.city
      """#),
    SameWordsCase("observe vm.name { print value }"),
    SameWordsCase(
      #"""
      object vm { name = 1 }
      observe vm { print value }
      """#),
    SameWordsCase(
      #"""
      object vm { name = 1 }
      observe initial vm.name { print valu }
      """#),
    SameWordsCase(
      #"""
      object vm { name = 1 }
      observe initial vm.name { value = 3 }
      """#),
    SameWordsCase(
      #"""
      object vm { name = 1 }
      if true { let n = 3; observe initial vm.name { n = 4 } }
      """#),
    SameWordsCase(
      #"""
      object a { x: Int = 1 }
      object b { y = [] }
      bind a.x ~> b.y each UITableViewCell
      """#),
    SameWordsCase(
      #"""
      object a { x = 1 }
      bind 3 ~> a.x
      """#),
    SameWordsCase(
      #"""
      object a { x = 1 }
      bind (a.x).y ~> a.x
      """#),
    SameWordsCase(
      #"""
      object a { x: Int = 1 }
      bind ("s") ~> a.x
      """#),
  ])
  func `check and run report bindings alike`(_ example: SameWordsCase) { example.check() }
}

import TestSupport
import Testing

/// What a block declares is known to the statements after it, wherever the block stands.
@Suite struct LateDeclarationTests {
  /// A declaration, and what uses it.
  struct Declared: CustomTestStringConvertible {
    var kind: String
    var declaration: String
    var use: String
    var output: String
    var testDescription: String { kind }
  }

  static let declared = [
    Declared(
      kind: "class", declaration: "class K { w = 1 }", use: "let k = new K; print k.w",
      output: "1"),
    Declared(
      kind: "subclass", declaration: "class K { w = 2 }; class L: K { v = 3 }",
      use: "object l: L; print l.w + l.v", output: "5"),
    Declared(
      kind: "protocol", declaration: "protocol P { action go() }",
      use: "class M: P { action go() { print \"gone\" } }; (new M).go()", output: "gone"),
    Declared(
      kind: "enumeration", declaration: "enum E { one, two(n) }",
      use: "let e = E.two(7); print e", output: "two(7)"),
    Declared(
      kind: "function", declaration: "function f(n) { return n + 1 }",
      use: "let y = f(1); print y", output: "2"),
    Declared(
      kind: "action", declaration: "action act() { print \"done\" }", use: "act()", output: "done"),
    Declared(
      kind: "transformer", declaration: "transformer T { forward { value * 2 } }",
      use: "print T(4)", output: "8"),
    Declared(
      kind: "object", declaration: "object o { x = 5; y = 0 }",
      use: "bind o.x ~> o.y; print o.y", output: "5"),
  ]

  static let blocks: [(name: String, before: String, after: String)] = [
    ("if", "if true {", "}"),
    ("else", "if false { } else {", "}"),
    ("for", "for i in [1] {", "}"),
    ("repeat", "repeat 1 {", "}"),
    ("batch", "batch {", "}"),
    ("observe", "object a { x = 1 }\nobserve a.x {", "}\na.x = 2"),
    ("on", "object b: UIButton\non b {", "}\nfire b"),
    ("action", "action run() {", "}\nrun()"),
    ("after", "after 1s {", "}\nwait"),
    ("member", "object m { action run() {", "} }\nm.run()"),
  ]

  /// What stands around the declaration, and what stands around the use.
  static let nestings = [
    ("%", "%"), ("if true { % }", "%"), ("%", "if true { % }"),
    ("%", "for z in [1, 2] { if z == 1 { continue }; %; break }"),
    ("let u = 1; %; let v = u + 1", "let q = v; expect q == 2; %"),
  ]

  @Test(arguments: declared)
  func `it runs, and check finds no error`(declared: Declared) throws {
    for block in Self.blocks {
      for (outer, inner) in Self.nestings {
        let script = """
          \(block.before)
            \(outer.replacing("%", with: declared.declaration))
            \(inner.replacing("%", with: declared.use))
          \(block.after)
          """
        let result = try bindlab("-e", script)
        #expect(result.output == declared.output + "\n", "\(block.name): \(script)")
        #expect(result.errors == "", "\(block.name): \(script)")
        let check = try bindlab("check", "-e", script)
        #expect(check.status == 0, "\(block.name): \(script) \(check.output) \(check.errors)")
      }
    }
  }

  @Test func `what is unknown stays an error where it is reached`() throws {
    let script = """
      action run(n) { if n == 1 { function f() { return 1 } }; print f() }
      expect error "unknown function 'f'" { run(0) }
      run(1)
      run(0)
      """
    let result = try bindlab("-e", script)
    #expect(result.output == "1\n1\n")
    #expect(result.isQuiet == false && result.status == 0)
  }

  @Test func `levels that run the same block go on where they were`() throws {
    let script = """
      action deep(n) {
        if n == 0 { class Last { v = 5 } } else { deep(n - 1) }
        let last = new Last
        for i in [0, 1, 2] { if i == 0 { continue }; if i == 2 { break }; last.v += i }
        return last.v + n
      }
      print deep(1_000)
      """
    #expect(try bindlab("-e", script).output == "1006\n")
  }

  @Test func `another declaration of the name is refused when the block runs`() throws {
    let script = """
      object a { x = 1; y = 0 }
      observe a.x { class Q { v = 1 }; let q = new Q; a.y = q.v; if value == 2 { throw "no" } }
      expect error "no" { a.x = 2 }
      class Q { w = 8 }
      expect error "'Q' is already declared" { a.x = 3 }
      print a.y, (new Q).w
      """
    #expect(try bindlab("-e", script).output == "0 8\n")
  }

  @Test func `a block that declares the same again takes no more memory`() throws {
    let script = """
      object a { x = 0; y = 0 }
      observe a.x { class K { v = 1 }; class L: K { w = 2 }; function f(n) { return n }; a.y = f((new L).w) }
      repeat 20_000 { a.x += 1 }
      print a.y
      """
    let result = try bindlab("--max-memory", "60M", "-e", script)
    #expect(result.errors == "")
    #expect(result.output == "2\n")
  }
}

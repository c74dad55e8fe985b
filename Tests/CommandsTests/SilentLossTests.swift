import TestSupport
import Testing

/// What a script loses or makes once more without an error is said by the run and by `check`.
@Suite struct SilentLossTests {
  private func warnings(_ result: ProcessResult) -> [String] {
    text(result).split(separator: "\n").compactMap { line in
      line.range(of: "warning: ").map { String(line[$0.upperBound...]) }
    }
  }

  private func text(_ result: ProcessResult) -> String { result.errors + result.output }

  static let ways = [
    "b.x = 9", "batch { b.x = 9 }", "if true { b.x = 9 }",
    "action m() { b.x = 9 }\nm()", "object v: UIButton\non v { b.x = 9 }\nfire v",
    "observe a.y { b.x = 9 }\na.y = 5", "after 1s { b.x = 9 }\nwait",
  ]

  @Test(arguments: ways, ["qt", "sheet"])
  func `a write that ends a binding is a warning`(way: String, semantics: String) throws {
    let script = """
      semantics \(semantics)
      object a { x = 1; y = 2 }
      object b { x = 0 }
      bind a.x ~> b.x
      \(way)
      a.x = 3
      print b.x
      """
    let run = try bindlab("-e", script)
    #expect(run.output == "9\n")
    #expect(warnings(run) == ["under '\(semantics)' a write of 'b.x' ends #1 a.x ~> b.x"])
    let check = try bindlab("check", "-e", script)
    let found = warnings(check).filter { $0.hasSuffix("[B058]") }
    #expect(found.count == 1, "\(check.output)")
  }

  @Test(arguments: ["qt", "sheet", "javafx"])
  func `a binding that takes the place of another one is a warning`(semantics: String) throws {
    let script = """
      semantics \(semantics)
      object a { x = 1; y = 2 }
      object b { x = 0 }
      bind a.x ~> b.x
      bind a.y ~> b.x
      print b.x
      """
    let said = "under '\(semantics)' #2 takes the place of #1 a.x ~> b.x, which ends"
    #expect(warnings(try bindlab("-e", script)) == [said])
    #expect(warnings(try bindlab("check", "-e", script)) == [said + " [B058]"])
  }

  @Test(arguments: [
    "unbind #1\nb.x = 9", "rebind #1 to a.y, b.x", "release a\nb.x = 9",
    "expect error \"no\" { batch { b.x = 9; throw \"no\" } }",
  ])
  func `what ends a binding on purpose, or is rolled back, is none`(end: String) throws {
    let script = """
      semantics qt
      object a { x = 1; y = 2 }
      object b { x = 0 }
      bind a.x ~> b.x
      \(end)
      """
    #expect(warnings(try bindlab("-e", script)) == [])
  }

  @Test(arguments: [
    ("bind a.y ~> b.x; bind a.z ~> b.x", ["#2 takes the place of #1", "#3 takes the place of #2"]),
    ("bind a.y ~> b.x as n; unbind n", ["#2 takes the place of #1"]),
    ("bind a.y ~> b.x; release b", ["#2 takes the place of #1"]),
  ])
  func `the binding that took the place is named, also if it has ended itself`(
    batch: String, said: [String]
  ) throws {
    let script = """
      semantics qt
      object a { x = 1; y = 2; z = 3 }
      object b { x = 0 }
      bind a.x ~> b.x
      batch { \(batch) }
      """
    let found = warnings(try bindlab("-e", script))
    #expect(found.count == said.count)
    for (line, part) in zip(found, said) { #expect(line.contains(part)) }
  }

  @Test func `a binding that ends again and again is reported once`() throws {
    let script = """
      semantics qt
      object a { x = 1 }
      object b { x = 0 }
      repeat 5 { bind a.x ~> b.x; b.x = 9 }
      """
    #expect(warnings(try bindlab("-e", script)).count == 1)
  }

  @Test(arguments: [
    "let m = new N { ⟦dep⟧ = dep }", "object m: N { ⟦dep⟧ = dep }",
    "class M: N { ⟦dep⟧ = dep }\nobject m: M", "action f() { new N { ⟦dep⟧ = dep } }\nf()",
  ])
  func `a member whose first value is itself is a warning`(use: String) throws {
    let script =
      "class N { dep }\nobject dep { value = 1 }\n"
      + use.replacing("⟦", with: "").replacing("⟧", with: "")
    let said = "'dep = dep' gives the member its own value, and not an object of that name"
    #expect(warnings(try bindlab("-e", script)) == [said])
    #expect(warnings(try bindlab("check", "-e", script)).contains(said + " [B083]"))
  }

  @Test func `a local of the name is meant in a body`() throws {
    let script = """
      class N { dep }
      action f(dep) { let n = new N { dep = dep }; print n.dep }
      f(3)
      """
    let run = try bindlab("-e", script)
    #expect(run.output == "3\n")
    #expect(warnings(run) == [])
    #expect(!text(try bindlab("check", "-e", script)).contains("B083"))
  }

  @Test(arguments: ["observe p.count { print value }", "on b { print 1 }"])
  func `an observer that is made again is a warning`(observer: String) throws {
    let script = """
      object p { shown = 0; count = 0 }
      object b: UIButton
      observe p.shown { \(observer) }
      p.shown = 1
      p.shown = 2
      p.shown = 3
      """
    let found = warnings(try bindlab("-e", script))
    #expect(found.count == 1)
    #expect(found.first?.hasPrefix("the one that was made here before still exists: #") == true)
    #expect(text(try bindlab("check", "-e", script)).contains("[B067]"))
  }

  @Test(arguments: [
    "observe p.shown { let q = new P; observe q.count { print value } }",
    "observe p.shown { if value == 1 { observe p.count { print value } as c } else { unbind c } }",
  ])
  func `observers of new objects, and those that end before, are none`(observer: String) throws {
    let script = """
      class P { shown = 0; count = 0 }
      object p: P
      \(observer)
      p.shown = 1
      p.shown = 2
      p.shown = 1
      """
    #expect(warnings(try bindlab("-e", script)) == [])
    #expect(!text(try bindlab("check", "-e", script)).contains("B067"))
  }
}

import Foundation
import TestSupport
import Testing

/// `bindlab compare --orders N`: whether the outcome depends on the order of declarations.
@Suite struct CompareOrdersTests {
  private func orders(_ count: Int, _ script: String, _ options: String...) throws -> ProcessResult
  {
    try bindlab(["compare", "--orders", String(count)] + options + ["-e", script])
  }

  private func findings(_ result: ProcessResult) throws -> [[String: Any]] {
    try result.output.split(separator: "\n").map {
      try #require(try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any])
    }
  }

  /// The statements that moved in the smallest reordering, in their new order.
  private func reordering(_ finding: [String: Any]) -> [String] {
    let statements = finding["reordering"] as? [[String: Any]] ?? []
    return statements.compactMap { $0["text"] as? String }
  }

  /// Both write `c`, so the last one made decides.
  static let dependent = """
    object a { x = 1 }
    object b { x = 2 }
    object c { x = 0 }
    bind a.x ~> c.x
    bind b.x ~> c.x
    """

  @Test func `bindings that do not meet can be made in any order`() throws {
    let script = """
      object a { x = 1; y = 0; z = 0; w = 0 }
      bind a.x ~> a.y
      bind a.x ~> a.z
      observe a.x { a.w += 1 }
      a.x = 5
      """
    let result = try orders(100, script)
    #expect(result.status == 0)
    #expect(
      result.output == """
        bind: the final values are the same in all 5 other orders of the 3 bindings and observers

        """)
    let some = try orders(3, script)
    #expect(some.status == 0)
    #expect(some.output.contains("in the 3 other orders tried of the 3 bindings and observers"))
  }

  @Test func `two writers of one target depend on their order`() throws {
    let result = try orders(10, Self.dependent)
    #expect(result.status == 1)
    #expect(
      result.output == """
        bind: the final values depend on the order of the 2 bindings and observers

        the smallest reordering found:

        place   statement
        <-e>:5  bind b.x ~> c.x  moved
        <-e>:4  bind a.x ~> c.x  moved

        property  as written  reordered
        c.x       2           1

        """)
  }

  @Test func `what else depends on the order is said, though the final values agree`() throws {
    let script = """
      object a { x = 1; y = 0 }
      observe a.x { print "one" }
      bind a.x ~> a.y
      observe a.x { print a.y }
      a.x = 5
      """
    let result = try orders(10, script)
    #expect(result.status == 0)
    #expect(
      result.output == """
        bind: the final values are the same in all 5 other orders of the 3 bindings and observers
        but what is printed depends on the order

        the smallest reordering found:

        place   statement
        <-e>:4  observe a.x { print a.y }  moved
        <-e>:3  bind a.x ~> a.y            moved

                                 as written  reordered
        first line that differs  5           1

        """)
    let finding = try #require(try findings(try orders(10, script, "--format", "json")).first)
    #expect(finding["depends"] as? Bool == false)
    #expect(finding["aside"] as? String == "printed")
    #expect(finding["sides"] as? [String] == ["5", "1"])
    let glitchy = """
      object a { x = 1 }
      object b { x = 0; y = 0 }
      bind a.x ~> b.x
      bind (a.x + b.x) ~> b.y
      a.x = 5
      """
    #expect(try orders(10, glitchy).output.contains("but whether there are glitches depends"))
  }

  @Test func `a declaration moves before the binding that names it`() throws {
    let script = """
      object a { x = 1; y = 0 }
      bind a.x ~> a.y
      object b { x = new Part }
      class Part { z = 7 }
      bind b.x.z ~> a.y
      """
    let finding = try #require(try findings(try orders(10, script, "--format", "json")).first)
    #expect(finding["depends"] as? Bool == true)
    #expect(finding["error"] is NSNull)
    #expect(reordering(finding) == ["bind b.x.z ~> a.y", "bind a.x ~> a.y"])
  }

  @Test func `bindings of a class and of an object are exchanged in their bodies`() throws {
    for kind in ["class Pair", "object pair"] {
      let make = kind.hasPrefix("class") ? "\nobject pair: Pair" : ""
      let script = "\(kind) { x = 1; y = 2; z = 0; bind x ~> z; bind y ~> z }\(make)"
      let result = try orders(10, script, "--format", "json")
      #expect(result.status == 1)
      let finding = try #require(try findings(result).first)
      #expect(reordering(finding) == ["bind y ~> z", "bind x ~> z"])
    }
  }

  @Test func `bindings are exchanged only if there are only declarations between them`() throws {
    let script = """
      object a { x = 1; y = 0 }
      object b { x = 2 }
      bind a.x ~> a.y
      a.x = 3
      bind b.x ~> a.y
      """
    let result = try orders(10, script)
    #expect(result.status == 0)
    #expect(
      result.output == "nothing to reorder: no two bindings or observers are declared together\n")
  }

  @Test func `the smallest reordering with other results is found`() throws {
    // Only the last writer of `c` matters, and the one before it is its neighbour.
    var script = "object a { x = 1; y = 2; z = 0 }\nobject c { x = 0 }\n"
    for number in 0..<8 { script += "bind a.x ~> a.p\(number)\n" }
    let names = (0..<8).map { "p\($0) = 0" }.joined(separator: "; ")
    script = script.replacingOccurrences(of: "z = 0", with: names)
    script += "bind a.x ~> c.x\nobserve a.y { }\nbind a.y ~> c.x\n"
    let result = try orders(300, script, "--format", "json")
    let finding = try #require(try findings(result).first)
    #expect(finding["all"] as? Bool == false)
    let statements = reordering(finding)
    #expect(statements.count <= 3)
    #expect(statements.first == "bind a.y ~> c.x" || statements.last == "bind a.x ~> c.x")
  }

  @Test func `each of the semantics named is tried`() throws {
    let result = try orders(10, Self.dependent, "--semantics", "kvo,bind", "--format", "json")
    let findings = try findings(result)
    #expect(findings.map { $0["semantics"] as? String } == ["kvo", "bind"])
    #expect(findings.allSatisfy { $0["depends"] as? Bool == true })
  }

  @Test func `the numbers of cells are no difference`() throws {
    let script = """
      class Row { viewModel }
      object vm { first = [1, 2]; second = [3] }
      object tables { one; two }
      bind vm.first ~> tables.one each Row
      bind vm.second ~> tables.two each Row
      """
    #expect(try orders(10, script).status == 0)
  }

  @Test func `timers that are still due count, too`() throws {
    let script = """
      object a { x = 0; y = 0 }
      transformer slow after 1s { forward { value } }
      transformer slower after 1s { forward { value + 10 } }
      bind a.x ~> a.y | slow
      bind a.x ~> a.y | slower
      """
    let result = try orders(10, script)
    #expect(result.status == 1)
    #expect(result.output.contains("a.y       10          0\n"))
  }

  @Test func `the same seed gives the same orders`() throws {
    var script = "object a { x = 1; "
    for number in 0..<9 { script += "p\(number) = 0; " }
    script += "}\n"
    for number in 0..<9 { script += "bind a.x ~> a.p\(number)\n" }
    let results = try (0..<2).map { _ in try orders(60, script, "--seed", "7", "--format=json") }
    #expect(results[0].output == results[1].output)
    #expect(results[0].status == 0)
    #expect(try findings(results[0]).first?["orders"] as? Int == 60)
  }

  @Test func `a script that names a binding by its number cannot be reordered`() throws {
    let result = try orders(10, Self.dependent + "\nunbind #1")
    #expect(result.status == 2)
    #expect(result.errors.contains("<-e>:6:8: error: --orders cannot keep the number"))
    let named = Self.dependent.replacingOccurrences(
      of: "bind a.x ~> c.x", with: "bind a.x ~> c.x as it")
    #expect(try orders(10, named + "\nunbind it").status == 1)
  }

  @Test func `--orders needs a number above 0, and compare`() throws {
    for count in ["0", "-1", "many", ""] {
      let result = try bindlab("compare", "--orders", count, "-e", "")
      #expect(result.status == 64)
      #expect(result.errors.contains("--orders takes a number above 0"))
    }
    #expect(try bindlab("--orders", "3", "-e", "").status == 64)
    #expect(try orders(5, "print (").status == 2)
    #expect(try orders(5, "").status == 0)
    // A script that fails in any order has the same result.
    #expect(try orders(5, Self.alikeWithError).status == 0)
  }

  private static let alikeWithError = """
    object a { x = 1; y = 0; z = 0 }
    bind a.x ~> a.y
    bind a.x ~> a.z
    a.w = 2
    """

  @Test func `Ctrl-C ends it`() throws {
    let result = try interrupted(
      "compare", "--orders", "9", "-e",
      "object a { x = 1; y = 0; z = 0 }; bind a.x ~> a.y; bind a.x ~> a.z",
      "-e", "while true {}")
    #expect(result.status == 130)
    #expect(result.output == "")
  }
}

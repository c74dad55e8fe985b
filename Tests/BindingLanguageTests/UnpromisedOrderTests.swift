import Exploring
import Interpreter
import Language
import Syntax
import TestSupport
import Testing

/// The finding that a result depends on an order that is not promised, against runs in another order.
@Suite struct UnpromisedOrderTests {
  private static let start = """
    object a { x = 1; y = 1 }
    object b { x = 0; y = 0; s = "" }
    object c { x = 0; y = 0 }

    """

  private func isFound(_ script: String, under preset: String = "combine") -> Bool {
    let found = allFindings("semantics \(preset)\n" + Self.start + script)
    #expect(found.allSatisfy { $0.severity != .error }, "\(found.map(\.message))")
    return found.contains { $0.code == .unpromisedOrder }
  }

  /// What is stored at the end, with these subscribers in this order.
  private func end(_ subscribers: [String], _ rest: String) -> String {
    let host = TextHost(keepsMessages: false)
    let script =
      "semantics combine\n" + Self.start + subscribers.joined(separator: "\n") + "\n" + rest
      + "\nprint b.x, b.y, b.s, c.x, c.y"
    Session(host: host).run(SourceFile(name: "<script>", text: script))
    return host.output
  }

  private static let subscribers = [
    "observe a.x { b.s = b.s + \"o\" }", "observe a.x { b.s = \"p\" }", "bind a.x !~> b.x",
    "bind a.x !~> c.x | { value + 10 }", "bind c.x !~> b.x", "observe a.x { b.y = b.x }",
    "observe a.y { b.y = value }", "observe a.x { c.y = 2 }", "bind (a.x * 3) !~> b.x",
    "observe c.x { c.y = value }", "observe a.x { if value > 100 { c.y = 3 } }",
    "action go() { b.y = 7 }\nobserve a.x { go() }",
  ]

  /// Nothing is said where any order gives the same, but what reads another's value is not looked for.
  @Test(arguments: seeds(60))
  func `where writes depend on the order, the check finds it`(_ seed: Int) {
    var random = SeededRandom(seed: seed)
    let count = 2 + random.below(2)
    var chosen: [String] = []
    while chosen.count < count {
      let next = Self.subscribers[random.below(Self.subscribers.count)]
      if !chosen.contains(next), !next.contains("b.y = b.x") { chosen.append(next) }
    }
    let change = "a.x = 5"
    let found = isFound(chosen.joined(separator: "\n") + "\n" + change)
    let results = Set([chosen, chosen.reversed()].map { end($0, change) })
    if results.count > 1 { #expect(found, "\(chosen): \(results)") }
    for preset in ["rx", "rxswift", "bind"] {
      #expect(!isFound(chosen.joined(separator: "\n") + "\n" + change, under: preset))
    }
  }

  @Test(arguments: [
    "bind a.x ~> b.x\nbind a.y ~> c.x", "bind a.x ~> b.x\nobserve a.x { c.x = value }",
    "observe a.x { b.s = \"p\" }\nobserve a.y { b.s = \"q\" }",
    "bind a.x ~> b.x\nbind a.x ~> c.x\ncomputedless()",
  ])
  func `subscribers that write different properties are not reported`(script: String) {
    let script = script.replacing("computedless()", with: "bind (b.x + c.x) ~> c.y")
    #expect(!isFound(script + "\na.x = 2\na.y = 3"))
  }

  @Test func `cycles names the subscribers of what is on a cycle`() {
    let script =
      Self.start
      + "bind a.x !~> b.x\nobserve a.x { print value }\nbind b.x !~> a.x\ncycles\n"
    func output(under preset: String) -> String {
      let host = TextHost()
      Session(host: host).run(SourceFile(name: "<s>", text: "semantics \(preset)\n" + script))
      return host.output
    }
    let said = "Combine promises no order among the subscribers of a.x: #1, #2"
    #expect(output(under: "combine").contains(said) && output(under: "published").contains(said))
    #expect(!output(under: "rx").contains("promises no order"))
  }
}

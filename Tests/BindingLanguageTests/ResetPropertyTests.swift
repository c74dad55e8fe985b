import Exploring
import Interpreter
import Language
import ScriptGrammar
import Syntax
import TestSupport
import Testing

/// After `reset` a session answers as a new one, whatever was done before.
@Suite struct ResetPropertyTests {
  private static let questions = """
    objects; bindings; observers; commands; breakpoints; trace; semantics; turn.number; watch
    graph; cycles; random(1000); trace last

    """

  /// What scripts can change, each once.
  static let changes = [
    "semantics kvo", "semantics own: vue { error = stop }\nsemantics own", "trace full",
    "trace off", "trace slow", "break on error", "object a { x = 1 }\nbreak a.x if a.x > 100",
    "object a { x = 1 }\nwatch a.x", "random(9)", "object a { x = 1 }\na.x = 2\nwhy a.x",
    "class K { on notification N { print 1 } }\nobject k: K\npost N",
    "object c { command load(n) after 1s { return n } }\nc.load.execute(1)\nwait",
    "transformer Later(n) after 1s { forward { value + n } }", "after 5s { print 1 }",
    "protocol P { action f() }\nobject p: P { action f() { } }", "enum E { a, b(n) }",
    "object a { x = 1 }\nbind a.x ~> a.x", "5 + 5", "object a: Unknown { }", "throw \"no\"",
    "var later = 1\nobject a { computed c = later }",
  ]

  @Test(arguments: changes)
  func `a session forgets each change`(change: String) {
    expectAsNew(before: [change], name: change, after: Self.changes)
  }

  @Test(arguments: seeds(40))
  func `a session forgets random statements`(seed: Int) {
    var grammar = Grammar(random: Random(state: UInt64(seed) &* 7_919 &+ 1))
    let before = (0..<20).map { _ in grammar.statement() }
    let after = (0..<12).map { _ in grammar.statement() }
    expectAsNew(before: before, name: "seed \(seed)", after: after)
  }

  private func expectAsNew(before: [String], name: String, after: [String]) {
    let (used, new) = (SayingHost(), SayingHost())
    var options = SessionOptions()
    options.traceMode = .on
    options.journalLimit = 100
    options.maximumSteps = 20_000
    let fresh = Session(host: new, options: options)
    // The steps that it has taken still count.
    options.maximumSteps = 40_000
    let session = Session(host: used, options: options)
    func run(_ session: Session, _ text: String) {
      session.run(session.typed(text))
      session.forgetInterruption()
    }
    for text in before { run(session, text) }
    run(session, "reset")
    // A text that cannot be parsed has changed nothing.
    let spent = used.said.contains { $0.contains("--max-steps") }
    (used.said, used.traced) = ([], "")
    for text in after + [Self.questions] where !session.isOver && !fresh.isOver {
      run(session, text)
      run(fresh, text)
      // Beyond the limit everything is an error.
      if spent || (used.said + new.said).contains(where: { $0.contains("--max-steps") }) { return }
      let pairs = zip(used.said + [used.traced], new.said + [new.traced])
      guard used.said == new.said, used.traced == new.traced else {
        let first = pairs.first { $0 != $1 }
        Issue.record("\(name), after \(text): \(first?.0 ?? "") — \(first?.1 ?? "")")
        return
      }
    }
    #expect(session.checkInvariants() == [], "\(name)")
  }
}

import BindingEngine
import Language
import Rendering
import TestSupport
import Testing

@testable import Exploring
@testable import Interpreter
@testable import Language
@testable import Syntax

/// `rewind` and `replay`: whatever was done, the state after each turn is restored, as every question
/// shows; and the next turn has the same effects as it would have had then.
@Suite struct TimeTravelTests {
  private final class Host: SessionHost {
    var output = ""
    func write(_ text: String) { output += text }
    func trace(_ line: String) {}
    func report(_ diagnostic: Diagnostic) {
      output += "\(diagnostic.severity) \(diagnostic.message)\n"
    }
    func read(path: String) -> Result<[UInt8], SessionFileError> {
      .failure(SessionFileError("no files here"))
    }
    func save(path: String, text: String) -> SessionFileError? {
      output += text
      return nil
    }
  }

  /// A session, and its answers to all questions.
  private struct Run {
    let host = Host()
    let session: Session

    init(journal: Int = 1_000, trace: TraceMode = .on) {
      var options = SessionOptions()
      options.journalLimit = journal
      options.traceMode = trace
      session = Session(host: host, options: options)
    }

    @discardableResult
    func say(_ text: String) -> String {
      host.output = ""
      session.run(SourceFile(name: "<test>", text: text), isInteractive: true)
      return host.output
    }

    var view: String {
      let questions = [
        "objects", "bindings", "observers", "commands", "semantics", "turn.number", "turn.writes",
        "graph", "a.v", "b.v", "c.v", "a.twice", "table.rows.count", "save \"x\"",
      ]
      let core = session.core
      var lines = questions.map { "\($0): \(say($0))" }
      // Each cycle is tried, often to its limit, so only some states are asked about theirs. These are
      // chosen by their contents, so that the same state is always treated alike.
      if lines[1].utf8.count.isMultiple(of: 6) { lines.append("cycles: \(say("cycles"))") }
      lines.append("time \(core.pointee.clock.now)")
      lines.append("due \(session.stillDue)")
      // Unless something else has taken its slot.
      lines.append("random \(session.state.turned.random)")
      return lines.joined(separator: "\n")
    }
  }

  private static let start = """
    class Cell { viewModel = nil; text = "" ; bind viewModel.name ~> text }
    class Thing { v = 0; next = nil; name = "thing"; computed twice = v + v; event ping
      command go(x) after 2s { print "going", x; v = 50; "gone" } cancel { print "no" }
      action add(n) { v = v + n } }
    object a: Thing
    object b: Thing
    object c: Thing
    object table { rows = []; cells = [] }
    transformer Slow after 3s { forward { value + 100 } }
    var count = 0
    """

  /// Statements of every kind; some fail, and some run into loops.
  private static func statement(_ random: inout TestSupport.SeededRandom) -> String {
    let names = ["a", "b", "c", "d", "p"]
    let (one, other) = (names[random.below(5)], names[random.below(3)])
    let number = random.below(30)
    let choices = [
      "\(one).v = \(number)", "\(one).v += 1", "\(one).next = \(other)",
      "bind \(one).v ~> \(other).v", "bind \(one).v <> \(other).v",
      "bind \(one).v ~> \(other).v | Slow",
      "bind \(one).v !~> \(other).v | { value + 1 } as L\(number % 3)",
      "bind \(one).next.v ~> \(other).v", "observe \(one).v { count += value }",
      "observe \(one).v { print \"saw\", value }", "unbind L\(number % 3)", "unbind \(one)",
      "release \(one)", "object d: Thing", "let p = new Thing { v = \(number) }",
      "\(one).go.execute(\(number))", "\(one).go.cancel()", "\(one).add(\(number))",
      "fire \(one).ping", "on \(one).ping { count += 1 }", "advance \(1 + number % 4)s", "wait",
      "batch { a.v = \(number); b.v = 1 }", "count = count * 2 + \(number)",
      "table.rows = [a, b, c]", "bind table.rows ~> table.cells each Cell",
      "table.rows.append(\(one))",
      "table.rows.remove(at: 0)", "extend \(one) { extra = \(number) }", "\(one).extra = 3",
      "semantics \(Semantics.presets[random.below(Semantics.presets.count)].name)",
      "semantics own: bind { limit = 50 }",
      "transformer T { forward { value * \(number) } }", "bind \(one).v ~> \(other).v | T",
      "a.v = random(100)", "silent \(one).v = 7", "after 2s { b.v = \(number) }",
      "after 1s { throw \"no\" }", "print \"said\"",
      "\(one).nothing = 1",
      "for i in [1, 2, 3] { a.v = i }", "post Done(\(number))",
      "on notification Done { count += 1 }",
      "class K\(number % 2) { z = 1 }", "object k: K\(number % 2)", "a.name = \"n\(number)\"",
      "whatif { a.v = 9; b.v = 8 }", "batch { a.v = 1; throw \"no\" }",
      "rebind L0 to \(one), \(other)",
      "action f(x) { a.v = x }", "f(\(number))", "random(9)",
    ]
    return choices[random.below(choices.count)]
  }

  @Test func `a timer that has failed is over, also in the states after it`() throws {
    let run = Run()
    run.say(Self.start)
    run.say("after 1s { throw \"no\" }\nwait")
    // This turn leaves nothing in the log that could be rolled back.
    run.say("print \"said\"")
    let (count, view) = (run.session.state.journal.entries.count, run.view)
    run.say("a.v = 1")
    run.say("rewind")
    try #require(run.session.state.journal.entries.count == count)
    #expect(parting(run.view, view) == "")
  }

  @Test(arguments: 0..<12)
  func `every state is restored, forward and back`(seed: Int) throws {
    var random = TestSupport.SeededRandom(seed: seed)
    let run = Run(trace: seed.isMultiple(of: 2) ? .on : .off)
    run.say(Self.start)
    // By the number of turns remembered.
    var views = [run.session.state.journal.entries.count: run.view]
    var texts: [String] = []
    for _ in 0..<30 {
      texts.append(Self.statement(&random))
      run.say(texts.last!)
      views[run.session.state.journal.entries.count] = run.view
      try #require(run.session.checkInvariants() == [], "\(seed): \(texts)")
    }
    for _ in 0..<12 {
      let forward = random.below(2) == 0 && run.session.turnsForward > 0
      let count = 1 + random.below(6)
      run.say(forward ? "replay \(count)" : "rewind \(count)")
      try #require(run.session.checkInvariants() == [], "\(seed): \(texts)")
      guard let wanted = views[run.session.state.journal.entries.count] else { continue }
      let found = run.view
      try #require(parting(found, wanted) == "", "seed \(seed) after \(texts)")
    }
    // Something new takes the slot of what was rolled back.
    run.say("rewind 3")
    let place = run.session.state.journal.entries.count
    run.say("object fresh { v = 1 }")
    #expect(run.session.turnsForward == 0)
    #expect(run.say("replay").hasPrefix("error nothing to replay"))
    run.say("rewind")
    #expect(run.session.state.journal.entries.count == place)
    #expect(views[place] == nil || parting(run.view, views[place]!) == "")
    run.say("reset")
    #expect(run.session.checkInvariants() == [])
  }

  @Test(arguments: 0..<8)
  func `statements after going back do what they would have done then`(seed: Int) throws {
    var random = TestSupport.SeededRandom(seed: seed + 500)
    let (travelled, plain) = (Run(), Run())
    for run in [travelled, plain] { run.say(Self.start) }
    for _ in 0..<15 {
      let text = Self.statement(&random)
      travelled.say(text)
      plain.say(text)
    }
    let before = travelled.session.state.journal.entries.count
    for _ in 0..<6 { travelled.say(Self.statement(&random)) }
    let done = travelled.session.state.journal.entries.count - before
    if done > 0 { travelled.say("rewind \(done)") }
    for _ in 0..<10 {
      let text = Self.statement(&random)
      // Values that were needed between the turns are evaluated now, or not.
      try #require(parting(travelled.say(text), plain.say(text)) == "", "seed \(seed): \(text)")
      try #require(parting(travelled.view, plain.view) == "", "seed \(seed): \(text)")
      try #require(travelled.session.checkInvariants() == [])
    }
  }

  @Test(
    arguments: [
      // The class of an instance with a body of its own, which is made when it is first needed.
      ("observe a.x { let v = new C { z = 2 }; print v.y }", "class D { q = 7 }", "1\n"),
      ("observe a.x { post News(value) }", "on notification News { print value }", "3\n"),
      ("observe a.x { object made { y = 4 }; print made.y }", "object b { y = 5; z = 6 }", "4\n"),
    ])
  func `names that code used between rewind and replay still exist`(
    observer: String, then next: String, printed: String
  ) {
    let run = Run(trace: .off)
    run.say("class C { y = 1 }\nobject a { x = 1; w = 0 }")
    run.say(observer)
    run.say("object later { one = 1; two = 2 }\na.w = 1")
    run.say("rewind 2")
    run.say("whatif { a.x = 5 }")
    run.say("replay 1")
    run.say("whatif { a.x = 6 }")
    run.say("replay")
    run.say(next)
    #expect(run.session.checkInvariants() == [])
    #expect(run.say("a.x = 3") == printed)
    #expect(run.say("print later.one, later.two") == "1 2\n")
    #expect(run.session.checkInvariants() == [])
  }

  @Test(arguments: 0..<12)
  func `instances are numbered as if no turn that was rewound had run`(seed: Int) throws {
    var random = TestSupport.SeededRandom(seed: seed + 900)
    let run = Run(journal: 3, trace: .off)
    let classes = "class A { v = 0 }; class B: A { w = 0 }"
    run.say(classes)
    var (done, undone) = ([String](), [String]())
    for _ in 0..<60 {
      switch random.below(6) {
      case 0 where !done.isEmpty && run.session.turnsBack > 0:
        run.say("rewind")
        undone.append(done.removeLast())
      case 1 where !undone.isEmpty:
        run.say("replay 1")
        done.append(undone.removeLast())
      case 2: run.say("whatif { print new A, new B }")
      default:
        let choices = [
          "print new A", "print new B", "print new B { v = 1 }", "batch { print new A; throw 1 }",
        ]
        done.append(choices[random.below(4)])
        undone = []
        run.say(done.last!)
      }
      try #require(run.session.checkInvariants() == [], "\(seed): \(done)")
    }
    let plain = Run(journal: 0, trace: .off)
    for text in [classes] + done { plain.say(text) }
    #expect(run.say("print new A, new B") == plain.say("print new A, new B"), "\(seed): \(done)")
  }

  @Test func `whatif changes nothing`() {
    let run = Run()
    run.say(Self.start)
    run.say("bind a.v ~> b.v")
    let before = run.view
    let shown = run.say(
      "whatif { a.v = 4; print \"never\"; let q = new Thing; after 1s { a.v = 5 } }")
    #expect(shown.contains("b.v: 0 → 4"))
    #expect(shown.contains("only tried: all is as it was; 1 more would be due later"))
    #expect(!shown.hasPrefix("never") && !shown.contains("\nnever"))
    #expect(parting(run.view, before) == "")
    #expect(run.say("whatif { a.v = 4; throw \"no\" }").contains("no"))
    #expect(parting(run.view, before) == "")
  }

  @Test func `going back shows the present turn`() {
    let run = Run()
    #expect(run.say("rewind").hasPrefix("error no remembered turn is left to rewind"))
    run.say("object a { v = 1 }")
    run.say("a.v = 2")
    #expect(
      run.say("rewind") == "rewound 1 turn: after turn 1  object a { v = 1 }; replay: 1 ahead\n")
    #expect(run.say("replay") == "replayed 1 turn: after turn 2  a.v = 2\n")
    #expect(
      run.say("rewind 9")
        == "rewound 2 turns; no more are remembered: before turn 1; replay: 2 ahead\n")
    #expect(run.say("a.v").contains("unknown name 'a'"))
    run.say("replay")
    for wrong in ["rewind 0", "rewind \"x\"", "rewind 1.5"] {
      #expect(run.say(wrong).contains("takes a number of turns above 0"), "\(wrong)")
    }
    #expect(run.say("object b { v = 1 }\nif true { rewind }").contains("in a block"))
  }

  @Test func `without a journal no turn can be rewound`() {
    let run = Run(journal: 0)
    run.say("object a { v = 1 }")
    #expect(run.say("rewind").hasPrefix("error no turns are remembered"))
    #expect(run.say("replay").hasPrefix("error no turns are remembered"))
  }
}

/// The first difference of two texts, with the line before it.
private func parting(_ found: String, _ wanted: String) -> String {
  let (one, other) = (found.split(separator: "\n"), wanted.split(separator: "\n"))
  let place = zip(one, other).enumerated().first { $0.element.0 != $0.element.1 }?.offset
  guard let place else {
    return one.count == other.count ? "" : "lengths \(one.count) \(other.count)"
  }
  return "found <\(one[place])> wanted <\(other[place])>"
}

extension TimeTravelTests {
  /// What a binding observed before it was moved is kept until its turn is forgotten, and then freed.
  @Test(arguments: [nil, 0, 1, 2, 5])
  func `moving a binding away from its paths can be undone`(journal: Int?) {
    let lines = [
      "object a { x = 1; p }", "object b { y = 2; p = a }", "bind b.p.x ~> a.p.y as m",
      "rebind m to a.x, b.y", "rewind", "replay", "a.x = 5", "a.x = 6", "a.x = 7",
    ]
    var options = SessionOptions()
    options.journalLimit = journal
    let host = SilentHost()
    let session = Session(host: host, options: options)
    for line in lines {
      session.run(SourceFile(name: "t.bind", text: line))
      #expect(session.checkInvariants() == [], "\(line)")
    }
  }
}

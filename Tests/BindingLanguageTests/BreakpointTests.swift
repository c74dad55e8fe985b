import BindingEngine
import Exploring
import Interpreter
import Language
import Rendering
import Syntax
import TestSupport
import Testing

/// Breakpoints: a turn stops at them, shows the values of that moment whichever way it was reached,
/// and ends as if it had not been stopped.
@Suite struct BreakpointTests {
  private final class Host: SessionHost {
    var output = ""
    /// The lines typed while a turn is stopped; nil if nobody types.
    var lines: [String]?
    var prompts: [String] = []
    func write(_ text: String) { output += text }
    var traced = ""
    func trace(_ line: String) { traced += line + "\n" }
    func report(_ diagnostic: Diagnostic) {
      output += "\(diagnostic.severity) \(diagnostic.message)\n"
    }
    func read(path: String) -> Result<[UInt8], SessionFileError> {
      .failure(SessionFileError("no files here"))
    }
    func save(path: String, text: String) -> SessionFileError? { nil }
    var isInteractive: Bool { lines != nil }
    func nextLine(prompt: String) -> String? {
      prompts.append(prompt)
      guard lines?.isEmpty == false else { return nil }
      return lines?.removeFirst()
    }
  }

  private let host = Host()
  private let session: Session

  init() { session = Session(host: host, options: SessionOptions()) }

  @discardableResult
  private func say(_ text: String, typing lines: [String]? = nil) -> String {
    host.output = ""
    host.lines = lines
    session.run(SourceFile(name: "<test>", text: text), isInteractive: true)
    return host.output
  }

  private static let example = """
    object vm { name = "Kim"; count = 0 }
    object label { text = "" }
    object log { lines = 0 }
    bind vm.name ~> label.text | Uppercase
    observe label.text { print "saw", value; log.lines += 1 }
    observe vm.name { vm.count += 1 }
    """

  @Test func `in a script it prints the place and its causes, and continues`() {
    say(Self.example)
    #expect(say("break label.text") == "breakpoint 1: label.text\n")
    #expect(
      say("vm.name = \"Bo\"") == """
        stopped in turn 7 at event 4: break label.text
           vm.name = "Bo"   <test>:1
           └─ vm.name: "Kim" → "Bo"
              └─ #1 vm.name ~> label.text | Uppercase: reads "Bo"
                 └─ label.text: "KIM" → "BO"
        saw BO

        """)
    #expect(say("label.text\nlog.lines\nvm.count") == "\"BO\"\n1\n1\n")
  }

  @Test func `each step is one event, and the values are those of that moment`() {
    say(Self.example)
    say("break vm.name")
    let questions = ["vm.name", "label.text", "log.lines", "vm.count"]
    var typed = questions
    for _ in 0..<9 { typed += ["step"] + questions }
    let shown = say("vm.name = \"Bo\"", typing: typed)
    #expect(
      shown == """
        stopped in turn 7 at event 1: break vm.name
           vm.name = "Bo"   <test>:1
           └─ vm.name: "Kim" → "Bo"
        "Bo"
        "KIM"
        0
        0
        event 2 of 9  #1 vm.name ~> label.text | Uppercase: reads "Bo"
        "Bo"
        "KIM"
        0
        0
        event 3 of 9  Uppercase: "Bo" → "BO"
        "Bo"
        "KIM"
        0
        0
        event 4 of 9  label.text: "KIM" → "BO"
        "Bo"
        "BO"
        0
        0
        event 5 of 9  #2 observe label.text
        "Bo"
        "BO"
        0
        0
        saw BO
        event 6 of 9  printed "saw BO"
        "Bo"
        "BO"
        0
        0
        event 7 of 9  log.lines: 0 → 1
        "Bo"
        "BO"
        1
        0
        event 8 of 9  #3 observe vm.name
        "Bo"
        "BO"
        1
        0
        event 9 of 9  vm.count: 0 → 1
        "Bo"
        "BO"
        1
        1
        that was the last event: the turn is over

        """)
  }

  @Test func `back leads to the same moments, and next goes from firing to firing`() {
    say(Self.example)
    say("break log.lines")
    let shown = say(
      "vm.name = \"Bo\"",
      typing: ["back", "back", "back", "label.text", "back", "label.text", "next", "next", "next"])
    #expect(
      shown.hasSuffix(
        """
        event 6 of 9  printed "saw BO"
        event 5 of 9  #2 observe label.text
        event 4 of 9  label.text: "KIM" → "BO"
        "BO"
        event 3 of 9  Uppercase: "Bo" → "BO"
        "KIM"
        event 5 of 9  #2 observe label.text
        event 8 of 9  #3 observe vm.name
        event 9 of 9  vm.count: 0 → 1

        """), "\(shown)")
    #expect(say("log.lines") == "1\n")
  }

  @Test func `a condition sees the values of that moment`() {
    say(Self.example)
    say("break vm.name if log.lines == 2")
    for _ in 0..<4 { say("vm.name = \"x\"") }
    // The third write is the first one with two writes before it.
    #expect(host.output == "saw X\n")
    #expect(session.state.turned.lastTurn.counts.number == 10)
    say("unbreak all\nbreak log.lines if log.lines == 6 && vm.count == 5")
    #expect(!say("vm.name = \"y\"").contains("stopped"))
    #expect(say("vm.name = \"z\"").contains("stopped in turn 12 at event 7"))
    say("unbreak all\nbreak log.lines if log.lines")
    #expect(!say("vm.name = \"z\"").contains("stopped"))
    say("break label.text if nothing == 1")
    #expect(say("vm.name = \"q\"").contains("warning the condition of breakpoint"))
  }

  @Test func `what it stops at besides properties`() {
    say("object a { v = 0 }\nobject b { v = 0 }\nobject c { v = 0 }")
    say("bind a.v !~> b.v\nbind b.v !~> c.v\nbind c.v !~> a.v | { value + 1 }")
    say("break on cycle")
    #expect(say("a.v = 1").contains("stopped in turn 7 at event 9: break on cycle"))
    say("unbreak all\nbreak on second-write")
    #expect(say("a.v = 5").contains("break on second-write"))
    say("unbreak all\nbreak #2")
    #expect(say("a.v = 6").contains("stopped in turn 9 at event 4: break #2"))
    say("unbreak all\nbreak c")
    #expect(say("a.v = 7").contains("break c\n"))
    say("unbreak all\nbreak on error\nobserve c.v { if value > 100 { throw \"no\" } }")
    let failing = say("a.v = 101", typing: ["c.v", "continue"])
    #expect(failing.contains("break on error"))
    // The state when it failed; then everything is rolled back.
    #expect(failing.contains("\n101\n") && failing.contains("error no"))
    #expect(say("c.v") == "7\n")
    say("unbreak all\nobject s { v = 0 }\nobject t { v = 0 }\nobject u { v = 0 }")
    say("bind (s.v + t.v) ~> u.v\nbind s.v ~> t.v\nbreak on glitch")
    #expect(say("s.v = 9").contains("break on glitch"))
  }

  @Test func `in a stopped turn only questions are answered, and they leave nothing`() {
    say(Self.example)
    say("break label.text")
    let shown = say(
      "vm.name = \"Bo\"",
      typing: [
        "vm.name = \"no\"", "unbind #1", "object x { }", "min(1, 2)", "show label", "bindings",
        "graph", "cycles", "nonsense", "vm.nam", "(", "help break", "rewind", "objects",
        "explain #1",
        "random(5)", "break log.lines", "continue", "step", "quit",
      ])
    #expect(shown.components(separatedBy: "a turn is stopped here").count == 5)
    #expect(shown.contains("break log.lines"))
    #expect(shown.contains("did you mean 'name'?") || shown.contains("no property 'nam'"))
    #expect(session.isOver)
    #expect(session.checkInvariants() == [])
    #expect(session.state.turned.random.state == 0)
  }

  @Test func `the end of input continues the turn`() {
    say(Self.example)
    say("break label.text\nbreak vm.count")
    let shown = say("vm.name = \"Bo\"", typing: [])
    #expect(shown.components(separatedBy: "stopped").count == 2)
    #expect(say("label.text\nvm.count") == "\"BO\"\n1\n")
  }

  @Test func `bad breakpoints are refused with a suggestion`() {
    say(Self.example)
    #expect(say("break vm.nam").contains("no property 'nam'"))
    #expect(say("break #9").contains("there is no #9"))
    #expect(say("break on glich").contains("did you mean 'glitch'"))
    #expect(say("unbreak 3").contains("there is no breakpoint 3"))
    #expect(say("break 3").contains("error"))
    #expect(say("step").contains("no turn is stopped here"))
    #expect(say("breakpoints") == "no breakpoints\n")
    #expect(say("for i in [1] { break }") == "")
  }

  @Test func `a walk from event to event ends at continue`() {
    say("object a { x = 0 }\nobject b { x = 0 }\nbind a.x ~> b.x\ntrace slow")
    let shown = say("a.x = 1", typing: ["", "trace off", "b.x", "", "continue"])
    #expect(shown.contains("event 2 of 3") && shown.contains("event by event"))
    #expect(say("a.x = 2", typing: ["b.x"]) == "")
    #expect(say("b.x") == "2\n")
  }

  @Test func `completion offers what can follow break and unbreak`() {
    say(Self.example)
    func offered(_ line: String) -> [String] {
      session.completions(in: line, at: line.utf8.count).candidates.map(\.text)
    }
    #expect(offered("break on ") == ["glitch", "cycle", "second-write", "error"])
    #expect(Set(["on ", "#1", "#2", "vm"]).isSubset(of: offered("break ")))
    #expect(offered("break vm.na") == ["name"])
    say("break vm.name")
    #expect(offered("unbreak ") == ["all", "1"])
    #expect(offered("trace s") == ["slow"])
  }

  @Test func `the reports of a turn are shown after a question, too`() {
    say("trace on")
    say("object a { x = 1 }\nobject b { x = 0 }\nbreak a.x\nbreak on error")
    say("bind a.x ~> b.x")
    host.traced = ""
    say("a.x = 2", typing: ["b.x", "continue"])
    #expect(host.traced.contains("settled: 2 writes, 1 firing"))
    // A warning about a cycle, and a semantics that continues after failing firings.
    say("unbreak\nbreak b.x\nbreak a.x")
    #expect(
      say("b.x = 7\nbind b.x ~> a.x", typing: ["a.x", "continue", "a.x", "continue"])
        .contains("warning #2 closes a cycle"))
    say("reset")
    say("object a { x = 1 }\nsemantics loose: kvo { error = go-on }\nsemantics loose")
    say("observe a.x { throw \"no\" }\nbreak a.x")
    #expect(say("a.x = 2", typing: ["a.x", "continue"]).contains("error no"))
  }

  @Test func `a condition is evaluated at thousands of stops, and fails with one report`() {
    say(
      """
      object a { x = 0; text = "" }
      object b { x = 0 }
      bind a.x ~> b.x
      break b.x if b.x == 1500 && a.x == 1500
      break a.x if a.text > 1
      break a.x if a.x == 3
      action go() { repeat 3000 { a.x += 1 } }
      """)
    let shown = say("go()", typing: ["b.x", "break b.x if b.x == 4", "continue", "a.x", "b.x"])
    #expect(shown.components(separatedBy: "the condition of breakpoint 2").count == 3)
    #expect(shown.contains("break a.x if a.x == 3"))
    #expect(shown.contains("\n2\nbreakpoint 4: b.x if b.x == 4\n"))
    #expect(shown.contains("break b.x if b.x == 4\n"))
    #expect(!shown.contains("break b.x if b.x == 1500"), "the input ends at the stop before")
    #expect(say("go()", typing: nil).contains("event") == false)
    #expect(say("a.x = 1500", typing: nil).contains("break b.x if b.x == 1500 && a.x == 1500"))
  }

  @Test func `without input a turn with many stops is cut with a remark`() {
    say("object a { x = 0 }\nbreak a.x\naction go(n) { repeat n { a.x += 1 } }")
    #expect(say("go(100)").components(separatedBy: "stopped in turn").count == 101)
    let shown = say("go(1000)")
    #expect(shown.components(separatedBy: "stopped in turn").count == 101)
    #expect(
      shown.hasSuffix(
        "\n900 more stops in turn 4 left out; 'break PATH if EXPRESSION' chooses among them\n")
    )
    #expect(
      say("go(101)").hasSuffix(
        "\n1 more stop in turn 5 left out; 'break PATH if EXPRESSION' chooses among them\n"))
    let typed = say("go(150)", typing: Array(repeating: "continue", count: 200))
    #expect(typed.components(separatedBy: "stopped in turn").count == 151)
  }

  @Test func `a turn of the clock is named`() {
    say("object a { x = 1 }\nbreak a.x\nafter 2s { a.x = 5 }")
    #expect(
      say("wait") == """
        stopped in turn 3 at event 1: break a.x
           at 2s: after 2s { a.x = 5 }   <test>:3
           └─ a.x: 1 → 5

        """)
    say("semantics vue\nobject b { x = 0 }\nbind a.x ~> b.x\nbreak b.x\nunbreak 1\na.x = 6")
    #expect(say("wait").contains("   at 2s: the tick\n"))
  }

  @Test func `a breakpoint at a removed binding does not apply to another one`() {
    say("object a { x = 1 }\nobject b { x = 0 }\nbind a.x ~> b.x\nbreak #1\nunbind #1")
    say("bind a.x ~> b.x | { value + 1 }")
    #expect(say("a.x = 5") == "")
  }

  @Test(arguments: 0..<8)
  func `stopping changes nothing`(seed: Int) {
    var random = TestSupport.SeededRandom(seed: seed)
    let (stopped, plain) = (BreakpointTests(), BreakpointTests())
    let start = """
      object a { v = 0 }
      object b { v = 0 }
      object c { v = 0; computed twice = v + v }
      bind a.v ~> b.v
      bind b.v !~> c.v | { value + 1 }
      bind c.v !~> a.v
      observe c.v { print "c", value; if value > 25 { throw "much" } }
      """
    for run in [stopped, plain] { run.say(start) }
    stopped.say("break a.v\nbreak on cycle\nbreak c if c.v > 3")
    for _ in 0..<12 {
      let target = ["a", "b", "c"][random.below(3)]
      let text = "\(target).v = \(random.below(30))"
      var typed: [String] = []
      for _ in 0..<random.below(30) {
        typed.append(
          ["step", "back", "next", "continue", "c.twice", "where", "objects"][random.below(7)])
      }
      stopped.say(text, typing: typed)
      plain.say(text)
      stopped.session.state.breakpoints = []
      #expect(
        stopped.say("objects\nturn.writes\nturn.outcome")
          == plain.say("objects\nturn.writes\nturn.outcome"))
      stopped.say("break a.v\nbreak on cycle\nbreak c if c.v > 3")
      #expect(stopped.session.checkInvariants() == [])
    }
  }
}

extension String {
  fileprivate func components(separatedBy text: String) -> [String] {
    var parts: [String] = []
    var rest = self[...]
    while let range = rest.firstRange(of: text) {
      parts.append(String(rest[..<range.lowerBound]))
      rest = rest[range.upperBound...]
    }
    return parts + [String(rest)]
  }
}

import BindingEngine
import Exploring
import Interpreter
import Language
import Syntax
import Testing

extension WhyNotCase {
  /// What was read, came later or was due at another time is taken for nothing else.
  static let ofMoments: [WhyNotCase] = [
    WhyNotCase(
      "another binding reads the source",
      "object a { x = 1 }; object b { x = 0; s = 0 }\nbind a.x ~> b.x\nbind a.x ~> b.s",
      "whynot a.x ~> b.x", "it did arrive: b.x became 1 in turn 3"),
    WhyNotCase(
      "another sum reads the source",
      "object a { x = 1; y = 1 }; object b { x = 0; s = 0 }\nbind a.x !~> b.x\n"
        + "bind (a.x + a.y) ~> b.s\na.y = 5",
      "whynot a.x ~> b.x", "a.x has not changed in any remembered turn, and #1 a.x !~> b.x"),
    WhyNotCase(
      "another effect reads the source",
      "object m { a = 1; b = 1 }; object v { z = 0; w = 0 }\nobserve m.a { v.z = value }\n"
        + "effect { v.w = m.a + m.b }\nm.b = 5",
      "whynot m.a ~> v.z", "m.a has not changed in any remembered turn", isInTrace: false),
    WhyNotCase(
      "the tick is still to come, after another turn",
      "object a { x = 1; y = 1 }; object b { x = 0 }\nbind a.x ~> b.x\na.x = 2\na.y = 3",
      "whynot a.x ~> b.x", "what was written in turn 4, 'a.x = 2'", semantics: "vue"),
    WhyNotCase(
      "the tick is still to come, after a silent write",
      "object a { x = 1 }; object o { n = 0 }\nbind a.x ~> o.n\na.x = 3\nsilent a.x = 7",
      "whynot a.x ~> o.n", "what was written in turn 4, 'a.x = 3'", semantics: "vue"),
    WhyNotCase(
      "through an observer",
      "object a { x = 1 }; object b { y = 0 }\nobserve a.x { b.y = value }\na.x = 2",
      "whynot a.x ~> b.y", "it did arrive: b.y became 2 in turn 4, 'a.x = 2' (t.bind:3), by #1"),
    WhyNotCase(
      "through an observer behind one that failed",
      "object a { x = 1; y = 0 }\nobserve a.x { throw \"bad\" }\nobserve a.x { a.y = value }\n"
        + "expect error { a.x = 2 }", "whynot a.x ~> a.y", "it did arrive: a.y became 2",
      semantics: "mobx"),
    WhyNotCase(
      "a value that Debounce has passed on",
      "object f { q = \"\" }; object vm { q = \"\"; n = 0 }\nbind f.q !~> vm.q | Debounce(300ms)\n"
        + "observe vm.q { vm.n += 1 }\nf.q = \"a\"\nwait",
      "whynot f.q ~> vm.n", "it did arrive: vm.n became 1 in turn 6"),
    WhyNotCase(
      "an answer that is due, after an equal write",
      slow + "object a { x = 1 }; object o { n = 0 }\nbind a.x !~> o.n | Slow\na.x = 3\na.x = 3",
      "whynot a.x ~> o.n", "not there yet: Slow: answer for 3 requested, due at 2s, set in turn 5",
      semantics: "goo"),
    WhyNotCase(
      "a block that is due, after its observer has ended",
      "object a { x = 1; n = 0 }\nobserve a.x { after 1s { a.n = value } } as ob\na.x = 2\nunbind ob",
      "whynot a.x ~> a.n", "not there yet: the block is due at 1s, set in turn 3", isInTrace: false),
    WhyNotCase(
      "a command of an object that is gone",
      "object o { n = 0 }\nclass A { command go after 1s { o.n = 9 } }\nobject a: A\n"
        + "a.go.execute()\nrelease a", "whynot o.n", "nothing is bound to o.n", isInTrace: false),
    WhyNotCase(
      "a value that is the old one again at the tick",
      "object f { q = \"a\" }; object g { q = \"\" }\nbind f.q ~> g.q | { value + \"!\" }\n"
        + "f.q = \"b\"\nf.q = \"a\"\nwait",
      "whynot f.q ~> g.q", "#1 f.q ~> g.q | { value + \"!\" } (t.bind:2) was due and did not run",
      semantics: "vue"),
    WhyNotCase(
      "another object that is taken in at the tick", newRow, "whynot m.row.v ~> t.out",
      "m.row was set in turn 9, 'm.row = new Row { v = 3 }' (t.bind:8), and #1 m.row.v ~> t.out"
        + " (t.bind:4) takes that in at the next tick", semantics: "observation", isInTrace: false),
    WhyNotCase(
      "another object that is taken in when the target is read", newRow, "whynot m.row.v ~> t.out",
      "m.row was set in turn 9, 'm.row = new Row { v = 3 }' (t.bind:8), and #1 m.row.v ~> t.out"
        + " (t.bind:4) takes that in when t.out is read", semantics: "javafx", isInTrace: false),
    WhyNotCase(
      "the inner one of two conditions",
      "object a { x = 1; busy = false }; object b { n = 0 }\n"
        + "observe a.x { if !a.busy { a.busy = true; if value > 5 { b.n = value } } }\na.x = 2",
      "whynot a.x ~> b.n",
      "#1 observe a.x (t.bind:2) ran in turn 4, 'a.x = 2' (t.bind:3), but "
        + "'value > 5' was false", isInTrace: false),
    WhyNotCase(
      "a button that is not enabled",
      "object vm { ok = false; t = \"\"; btn = new UIButton }\nbind vm.ok ~> vm.btn.enabled\n"
        + "on vm.btn { vm.t = \"hit\" }\nfire vm.btn",
      "whynot vm.t",
      "dropped in turn 4, 'fire vm.btn' (t.bind:4): vm.btn.onTouchUpInside: not fired",
      isInTrace: false),
  ]

  private static let slow = "transformer Slow after 2s { forward { value } }\n"
  private static let newRow =
    "class Row { v = 0 }; class M { row: Row? }\nobject m: M\nobject t { out = -1 }\n"
    + "bind m.row.v ~> t.out\nm.row = new Row\nm.row.v = 3\nm.row = nil\nm.row = new Row { v = 3 }"
}

/// Without a trace the log knows what was copied; a value that no property keeps stands in its event.
@Test(arguments: ["bind", "goo", "qt", "mobx"])
func `what an event brought is known without a trace`(_ semantics: String) throws {
  let host = TextHost()
  var options = SessionOptions()
  options.semantics = try #require(Semantics.presets.first { $0.name == semantics })
  options.journalLimit = 100
  let session = Session(host: host, options: options)
  session.run(
    SourceFile(
      name: "t.bind",
      text: """
        object s { event hit }
        object r { k = 0; l = 0 }
        bind s.hit !~> r.k
        bind r.k !~> r.l
        fire s.hit(7)
        fire s.hit(8)
        why r.l @ 5
        whynot r.k
        """))
  #expect(host.errors == [])
  #expect(host.output.contains("r.l: 0 → 7") && host.output.contains("it did arrive: r.k became 8"))
}

@Test func `a trace does not take false for nil`() throws {
  let script = try QuestionScript(
    """
    object a { x = 1; en = true }; object v { x = 0 }
    bind (a.en ? a.x : -1) ~> v.x
    a.en = false
    a.x = 5
    """)
  #expect(try script.askOffline("whynot v.x").hasPrefix("a.en has not changed since turn 4"))
}

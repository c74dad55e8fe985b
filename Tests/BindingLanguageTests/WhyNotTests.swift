import Exploring
import Interpreter
import Language
import Syntax
import Testing

/// A script, a question about it, and the words with which the answer begins.
struct WhyNotCase: CustomTestStringConvertible, Sendable {
  var reason: String
  var script: String
  var question: String
  var answer: String
  var semantics = "bind"
  /// Whether the trace alone has the same answer.
  var isInTrace = true

  init(
    _ reason: String, _ script: String, _ question: String, _ answer: String,
    semantics: String = "bind", isInTrace: Bool = true
  ) {
    self.reason = reason
    self.script = script
    self.question = question
    self.answer = answer
    self.semantics = semantics
    self.isInTrace = isInTrace
  }

  var testDescription: String { reason }

  private static let three = "object a { x = 1 }; object b { x = 0 }; object c { x = 0 }\n"
  private static let slow = "transformer Slow after 2s { forward { value } }\n"

  static let all: [WhyNotCase] = [
    WhyNotCase(
      "nothing writes it", three + "a.x = 2", "whynot b.x", "nothing is bound to b.x",
      isInTrace: false),
    WhyNotCase(
      "a key that is a path",
      "class A { city = \"Rome\" }; object v { a = new A }; object l { t = \"\" }\n"
        + "bind v[\"a.city\"] ~> l.t\nsilent v.a.city = \"Oslo\"",
      "whynot v[\"a.city\"] ~> l.t", "v.a.city was written silently in turn", isInTrace: false),
    WhyNotCase(
      "no way from there", three + "bind c.x ~> b.x\na.x = 2", "whynot a.x ~> b.x",
      "no path leads from a.x to b.x"),
    WhyNotCase(
      "another source", three + "bind c.x ~> b.x\na.x = 2", "whynot b.x",
      "c.x has not changed in any remembered turn, and #1 c.x ~> b.x"),
    WhyNotCase(
      "one way", three + "bind a.x ~> b.x\nb.x = 7", "whynot a.x",
      "the path only leads the other way: #1 a.x ~> b.x"),
    WhyNotCase(
      "one way, asked of both ends", three + "bind a.x ~> b.x\nb.x = 7", "whynot a.x <~ b.x",
      "the path only leads the other way: #1 a.x ~> b.x"),
    WhyNotCase(
      "held by the lock of a two-way binding",
      "object a { x = 1 }; object b { v: Int = 0 set { min(value, 100) } }\n"
        + "bind a.x <> b.v\na.x = 150",
      "whynot b.v ~> a.x", "held back in turn 4, 'a.x = 150' (t.bind:3): #1 a.x <> b.v"),
    WhyNotCase(
      "a clamp, asked of the property alone",
      "object a { x = 1 }; object b { v: Int = 0 set { min(value, 100) } }\n"
        + "bind a.x <> b.v\na.x = 150",
      "whynot a.x", "held back in turn 4, 'a.x = 150' (t.bind:3): #1 a.x <> b.v"),
    WhyNotCase(
      "an equal value",
      three + "bind a.x ~> b.x | { value > 3 }\na.x = 5\nprint b.x\na.x = 6\nprint b.x",
      "whynot b.x",
      "dropped in turn 8, 'print b.x' (t.bind:6): #1 a.x ~> b.x | { value > 3 } (t.bind:2) gave"
        + " true, which the target already had", semantics: "javafx"),
    WhyNotCase(
      "an equal plain write", three + "bind a.x ~> b.x\na.x = 5\na.x = 5", "whynot b.x",
      "dropped in turn 6, 'a.x = 5' (t.bind:4): a.x was already 5", semantics: "javafx"),
    WhyNotCase(
      "nil on the way to the target",
      "class Q { t = 0 }\nobject a { x = 1 }; object v { p: Q? = new Q }; object l { u = 0 }\n"
        + "bind a.x !~> v.p.t\nlet q = v.p\nbind q.t !~> l.u\nv.p = nil\na.x = 2",
      "whynot l.u",
      "dropped in turn 9, 'a.x = 2' (t.bind:7): a property is nil on the path to the target of #1"
        + " a.x !~> v.p.t (t.bind:3): v.p is nil"),
    WhyNotCase(
      "nil arrives, since nil stands on the way to the source",
      "class Q { t = 0 }\nobject v { p: Q? = new Q }\nobject l { u = 0 }\nbind v.p.t ~> l.u\n"
        + "v.p = nil",
      "whynot l.u", "nil arrived at l.u in turn 5, 'v.p = nil' (t.bind:5), by #1 v.p.t ~> l.u:"),
    WhyNotCase(
      "a binding waits for its way",
      "class Q { t = 0 }\nclass C { p: Q?; u = 5\n bind p.t ~> u }\nobject c: C", "whynot c.u",
      "#1 c.p.t ~> c.u (t.bind:3) has been waiting since turn 3: a property is nil on the path to its"
        + " source: c.p is nil",
      isInTrace: false),
    WhyNotCase(
      "an error that put the turn back", three + "bind a.x ~> b.x | { 10 / value }\na.x = 0",
      "whynot b.x", "turn 5, 'a.x = 0' (t.bind:3), failed: division by zero: 10 / 0; everything"),
    WhyNotCase(
      "an error that stopped the rest", three + "bind a.x ~> b.x | { 10 / value }\na.x = 0",
      "whynot b.x", "an error stopped what remained to be done in turn 5", semantics: "qt"),
    WhyNotCase(
      "unbound", three + "bind a.x ~> b.x as t\nbind b.x ~> c.x\nunbind t\na.x = 2", "whynot c.x",
      "#1 a.x ~> b.x no longer exists: unbound in turn 6, 'unbind t' (t.bind:4)"),
    WhyNotCase(
      "unbound, the way back of a two-way binding", three + "bind a.x <> b.x\nunbind #1\nb.x = 2",
      "whynot a.x", "#1 a.x <> b.x no longer exists: unbound in turn 5, 'unbind #1' (t.bind:3)"),
    WhyNotCase(
      "undone by a plain write", three + "bind a.x ~> b.x\nb.x = 9\na.x = 2", "whynot b.x",
      "#1 a.x ~> b.x no longer exists: unbound in turn 5, 'b.x = 9' (t.bind:3), because its target was"
        + " written",
      semantics: "qt"),
    WhyNotCase(
      "replaced by another binding", three + "bind a.x ~> b.x\nbind c.x ~> b.x\na.x = 2",
      "whynot b.x",
      "#1 a.x ~> b.x no longer exists: unbound in turn 5, 'bind c.x ~> b.x' (t.bind:3)",
      semantics: "qt"),
    WhyNotCase(
      "once", three + "bind once a.x ~> b.x\na.x = 2", "whynot b.x",
      "#1 once a.x ~> b.x no longer exists: unbound in turn 4"),
    WhyNotCase(
      "refused", three + "bind a.x ~> b.x\nb.x = 9", "whynot b.x",
      "refused in turn 5, 'b.x = 9' (t.bind:3): #1 a.x ~> b.x (t.bind:2) writes it",
      semantics: "javafx"),
    WhyNotCase(
      "silent", three + "bind a.x ~> b.x\nbind b.x ~> c.x\nsilent a.x = 9", "whynot c.x",
      "a.x was written silently in turn 6, 'silent a.x = 9' (t.bind:4)"),
    WhyNotCase(
      "an answer that is not due yet", slow + three + "bind a.x ~> b.x | Slow\nwait\na.x = 4",
      "whynot b.x", "#1 a.x ~> b.x | Slow (t.bind:3) requested it in turn 7, 'a.x = 4' (t.bind:5);"),
    WhyNotCase(
      "an answer that was overtaken, and its successor",
      slow + three
        + "semantics newest: mobx { late = drop }\nsemantics newest\nbind a.x !~> b.x | Slow\n"
        + "a.x = 4\nadvance 1s\na.x = 5\nadvance 1s",
      "whynot b.x", "#1 a.x !~> b.x | Slow (t.bind:5) requested it in turn 9, 'a.x = 5'"),
    WhyNotCase(
      "a tick to come", three + "bind a.x ~> b.x\nwait\na.x = 5", "whynot b.x",
      "what was written in turn 5, 'a.x = 5' (t.bind:4) is passed on at the next tick",
      semantics: "vue", isInTrace: false),
    WhyNotCase(
      "a command that is not due yet",
      "class V { command save after 1s { \"ok\" } }\nobject v: V; object l { t = \"\" }\n"
        + "bind v.save.response.content !~> l.t\nv.save.execute()",
      "whynot l.t", "not there yet: v.save is due at 1s"),
    WhyNotCase(
      "bound after the change", three + "a.x = 4\nbind a.x !~> b.x", "whynot b.x",
      "#1 a.x !~> b.x (t.bind:3) was made after the change, in turn 5"),
    WhyNotCase(
      "overwritten in the same turn",
      three + "bind a.x ~> c.x\nobserve a.x { c.x = value * 10 }\na.x = 5", "whynot c.x",
      "it did arrive: c.x became 5 in turn 6, 'a.x = 5' (t.bind:4), by #1 a.x ~> c.x\n"
        + "then it was overwritten with 50 by #2 observe a.x, in the same turn"),
    WhyNotCase(
      "overwritten later", three + "bind a.x ~> c.x\na.x = 5\nc.x = 3", "whynot a.x ~> c.x",
      "it did arrive: c.x became 5 in turn 5, 'a.x = 5' (t.bind:3), by #1 a.x ~> c.x\n"
        + "then it was overwritten with 3 by turn 6, 'c.x = 3' (t.bind:4)"),
    WhyNotCase(
      "an observer that its own lock held",
      three + "observe a.x { b.x = value; if value < 10 { a.x = 20 } }\na.x = 2", "whynot b.x",
      "held back in turn 5, 'a.x = 2' (t.bind:3): #1 observe a.x"),
    WhyNotCase(
      "it did arrive", three + "bind a.x ~> c.x\na.x = 5", "whynot c.x",
      "it did arrive: c.x became 5 in turn 5, 'a.x = 5' (t.bind:3), by #1 a.x ~> c.x"),
    WhyNotCase(
      "it arrived with an answer", slow + three + "bind a.x !~> b.x | Slow\na.x = 4\nwait",
      "whynot a.x ~> b.x", "it did arrive: b.x became 4 in turn 7, 'at 2s: the answer of #1"),
    WhyNotCase(
      "a computed property that nobody reads", "object a { x = 1; computed y = x + 1 }\na.x = 4",
      "whynot a.y", "computed a.y is evaluated only when it is read, and nothing has read it",
      semantics: "javafx"),
    WhyNotCase(
      "corrected by 'set'", corrected + "f.t = 9", "whynot f.t ~> m.v",
      "it did arrive, corrected, in turn 4, 'f.t = 9' (t.bind:3), by #1 f.t ~> m.v: m.v was given 9, "
        + "which 'set' (t.bind:1) made 5"),
    WhyNotCase(
      "corrected by 'set', asked of the property alone", corrected + "f.t = 9", "whynot m.v",
      "it did arrive, corrected, in turn 4"),
    WhyNotCase(
      "a statement's value corrected by 'set'", corrected + "m.v = 8", "whynot m.v",
      "it did arrive, corrected, in turn 4, 'm.v = 8' (t.bind:3): m.v was given 8, which 'set'"),
    WhyNotCase(
      "corrected to what was there", corrected + "f.t = 9\nf.t = 12", "whynot f.t ~> m.v",
      "dropped in turn 5, 'f.t = 12' (t.bind:4): #1 f.t ~> m.v (t.bind:2) gave 12, which 'set' (t.bind:1) "
        + "made 5; the target had that already", semantics: "goo"),
    WhyNotCase(
      "a statement's value corrected to what was there", corrected + "m.v = 8\nm.v = 9",
      "whynot m.v",
      "dropped in turn 5, 'm.v = 9' (t.bind:4): m.v was given 9, which 'set' (t.bind:1)",
      semantics: "goo"),
    WhyNotCase(
      "the first value went the other way",
      "object vm { text = \"m\" }; object f { text = \"v\" }\nbind f.text <> vm.text",
      "whynot f.text",
      "#1 f.text <> vm.text (t.bind:2) went the other way in turn 3"),
    WhyNotCase(
      "another object on the path to the source",
      "class In { name = \"n\" }\nobject v { m: In? = nil }; object f { text = \"\" }\n"
        + "bind v.m.name ~> f.text\nv.m = new In", "whynot v.m.name ~> f.text",
      "it did arrive: f.text became \"n\" in turn 5, 'v.m = new In' (t.bind:4)", isInTrace: false),
    WhyNotCase(
      "a first value that was rejected",
      "object a { x = \"t\" }; object b { y = 0 }\ntransformer No { forward { reject \"never\" } }\n"
        + "bind a.x ~> b.y | No", "whynot a.x ~> b.y",
      "rejected in turn 4, 'bind a.x ~> b.y | No' (t.bind:3): #1 a.x ~> b.y | No"),
    WhyNotCase(
      "nothing was ever bound", three, "whynot a.x ~> b.x", "nothing is bound to b.x",
      isInTrace: false),
    WhyNotCase(
      "no first value", three + "bind a.x !~> b.x", "whynot a.x ~> b.x",
      "a.x has not changed in any remembered turn, and #1 a.x !~> b.x (t.bind:2) passes on only changes"
    ),
    WhyNotCase(
      "bound the other way, and nothing has changed", three + "bind b.x ~> a.x",
      "whynot a.x ~> b.x", "the path only leads the other way: #1 b.x ~> a.x"),
    WhyNotCase(
      "an event that was never fired", "object b { event hit }", "whynot b.hit",
      "b.hit was not fired in any remembered turn", isInTrace: false),
    WhyNotCase(
      "an event that was fired",
      "object b { event hit }\nfire b.hit(3)\nobject c { x = 1 }\nc.x = 2",
      "whynot b.hit",
      "it did happen, last in turn 2, 'fire b.hit(3)' (t.bind:2): fired b.hit(3)"),
    WhyNotCase(
      "a branch that is not taken",
      "object a { on = false; x = 1 }; object b { y = 2 }\nbind (a.on ? a.x : 0) ~> b.y\na.x = 5",
      "whynot a.x ~> b.y",
      "#1 (a.on ? a.x : 0) ~> b.y (t.bind:2) has not read a.x: it is in a branch that is not taken now, "
        + "with a.on = false", isInTrace: false),
    WhyNotCase(
      "a branch of a computed property that is not taken",
      "object a { on = false; x = 1; computed z = on ? x : 0 }\na.x = 5", "whynot a.x ~> a.z",
      "computed a.z", isInTrace: false),
    WhyNotCase(
      "a change inside the observed object",
      "class R { name = \"r\" }\nobject vm { routine = new R }; object page { title = \"\" }\n"
        + "observe vm.routine { page.title = value.name }\nvm.routine.name = \"b\"",
      "whynot page.title",
      "#1 observe vm.routine (t.bind:3) follows vm.routine, which is still the same object",
      isInTrace: false
    ),
    WhyNotCase(
      "another object than the one on the path",
      "class M { name = \"n\" }\nclass V { viewModel: M? = nil }\nobject m: M; object v: V; object l { t = \"\" }\n"
        + "v.viewModel = new M\nbind v.viewModel.name ~> l.t\nm.name = \"x\"",
      "whynot m.name ~> l.t",
      "#1 v.viewModel.name ~> l.t (t.bind:5) follows v.viewModel, which is M:2, not m",
      isInTrace: false),
    WhyNotCase(
      "an observer with nil on its path",
      "class In { name = \"n\" }\nobject v { m: In? = nil }; object l { t = \"\" }\nobserve v.m.name { l.t = value }",
      "whynot l.t", "#1 observe v.m.name (t.bind:3) is not notified: v.m is nil", isInTrace: false),
    WhyNotCase(
      "a silent write, and an observer",
      "object a { x = 1 }; object l { t = \"\" }\nobserve a.x { l.t = \"new\" }\nsilent a.x = 5",
      "whynot l.t",
      "a.x was written silently in turn 4, 'silent a.x = 5' (t.bind:3), so nothing was notified",
      isInTrace: false),
    WhyNotCase(
      "a first answer that is not due yet",
      slow + "object a { x = 1 }; object b { y = 0 }\nbind a.x ~> b.y | Slow", "whynot b.y",
      "#1 a.x ~> b.y | Slow (t.bind:3) requested it in turn 4"),
    WhyNotCase(
      "another object on the path to the target",
      "class Inner { text = \"i\" }\nobject box { note = \"n\" }; object outer { inner: Inner? = new Inner }\n"
        + "bind box.note ~> outer.inner.text\nouter.inner = new Inner", "whynot outer.inner.text",
      "box.note has not changed in any remembered turn, and #1 box.note ~> outer.inner.text",
      isInTrace: false
    ),
  ]

  private static let corrected =
    "object f { t = 0 }; object m { v: Int = 0 set { min(value, 5) } }\nbind f.t ~> m.v\n"
}

@Test(arguments: WhyNotCase.all + WhyNotCase.ofMoments + WhyNotCase.ofLastChanges)
func `whynot names the exact stop, live and from the trace`(_ example: WhyNotCase) throws {
  let script = try QuestionScript(example.script, semantics: example.semantics)
  let live = script.ask(example.question)
  #expect(live.hasPrefix(example.answer), "\(live)")
  if example.isInTrace { #expect(try script.askOffline(example.question) == live) }
}

@Test func `pending timers are reported whatever came before`() throws {
  let script = try QuestionScript(
    """
    object a { x = 1 }; object b { x = 0 }
    bind a.x ~> b.x
    after 2s { a.x = 4 }
    """)
  let later = "not there yet: the block is due at 2s, set in turn 4; 'wait' lets the time pass"
  for (question, answer) in [
    ("whynot b.x", "it did arrive: b.x became 1"),
    ("whynot a.x ~> b.x", "it did arrive: b.x became 1 in turn 3"),
  ] {
    let reply = script.ask(question)
    #expect(reply.hasPrefix(answer) && reply.contains(later), "\(reply)")
    #expect(try script.askOffline(question) == reply)
  }
}

@Test func `a path with nil waits since it was cut, not since the binding was made`() throws {
  let script = try QuestionScript(
    """
    object a { p }; object b { x = 1 }; object c { x = 0 }
    bind a.p.x ~> c.x
    a.p = b
    a.p = nil
    b.x = 2
    """)
  let reply = script.ask("whynot c.x")
  #expect(
    reply.contains(
      "has been waiting since turn 6: a property is nil on the path to its source: a.p is nil"))
}

@Test func `the echo of a two-way binding does not hide a later writer`() throws {
  let script = try QuestionScript(
    """
    object a { y = 1 }; object b { y = 0 }
    bind b.y <> a.y
    observe a.y { b.y = 77 }
    a.y = 6
    """)
  #expect(script.ask("whynot b.y").contains("#2 observe a.y"))
  #expect(!script.ask("whynot b.y").contains("held back in turn 5, 'a.y = 6' (t.bind:4): #1"))
  #expect(script.ask("whynot a.y ~> b.y").contains("overwritten with 77 by #2 observe a.y"))
  #expect(script.ask("blame b.y @ 0") == "turn 0 is not remembered\n")
}

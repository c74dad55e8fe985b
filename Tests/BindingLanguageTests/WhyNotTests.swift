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
      "an equal value", three + "bind a.x ~> b.x | { value > 3 }\na.x = 5\na.x = 6", "whynot b.x",
      "dropped in turn 6, 'a.x = 6' (t.bind:4): #1 a.x ~> b.x | { value > 3 } (t.bind:2) gave"
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
      slow + three + "bind a.x !~> b.x | Slow\na.x = 4\nadvance 1s\na.x = 5\nadvance 1s",
      "whynot b.x", "#1 a.x !~> b.x | Slow (t.bind:3) requested it in turn 7, 'a.x = 5'",
      semantics: "mobx"),
    WhyNotCase(
      "a tick to come", three + "bind a.x ~> b.x\nwait\na.x = 5", "whynot b.x",
      "what was written in turn 5, 'a.x = 5' (t.bind:4) is passed on at the next tick",
      semantics: "vue", isInTrace: false),
    WhyNotCase(
      "a command that is not due yet",
      "class V { command save after 1s { \"ok\" } }\nobject v: V; object l { t = \"\" }\n"
        + "bind v.save.response.content !~> l.t\nv.save.execute()",
      "whynot l.t", "v.save.response.content has not changed"),
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
  ]
}

@Test(arguments: WhyNotCase.all)
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
    ("whynot a.x ~> b.x", "a.x has not changed in any remembered turn"),
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

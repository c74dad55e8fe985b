import BindingEngine
import Exploring
import Interpreter
import Language
import Syntax
import Testing

extension WhyNotCase {
  private static let two = "object a { x = 0; y = 0 }; object b { x = 0; y = 0 }\n"

  /// The answer is about the last change, and about what leads there now.
  static let ofLastChanges: [WhyNotCase] = [
    WhyNotCase(
      "the last change was held back",
      two + "bind a.x ~> b.x\nobserve b.x { a.x = 5 }\na.x = 1", "whynot a.x ~> b.x",
      "held back in turn 5, 'a.x = 1'"),
    WhyNotCase(
      "the last change was rejected",
      two + "transformer Small { forward { if value > 3 { reject \"big\" }; value } }\n"
        + "bind a.x ~> b.x | Small\nbatch { a.x = 1; a.x = 9 }", "whynot a.x ~> b.x",
      "rejected in turn 5"),
    WhyNotCase(
      "the last change was silent",
      two + "bind a.x ~> b.x\nbatch { a.x = 1; silent a.x = 2 }", "whynot a.x ~> b.x",
      "a.x was written silently in turn 4"),
    WhyNotCase(
      "the echo is no change of its own",
      two + "bind a.x <> b.x\nobserve b.x { b.x = min(value, 3) }\na.x = 9", "whynot a.x ~> b.x",
      "it did arrive: b.x became 9", isInTrace: false),
    WhyNotCase(
      "an earlier change had set the timer",
      two + "observe a.x { if value > 3 { after 1s { b.x = value } } }\na.x = 5\na.x = 1\nwait",
      "whynot a.x ~> b.x",
      "#1 observe a.x (t.bind:2) ran in turn 5, 'a.x = 1' (t.bind:4), but 'value > 3' was false",
      isInTrace: false),
    WhyNotCase(
      "a computed property that is evaluated when it is read",
      "object a { x = 0; computed k = x * 2 }; object b { x = 0 }\nbind a.k ~> b.x\na.x = 2\nwait",
      "whynot a.x ~> b.x", "it did arrive: b.x became 4", semantics: "observation"),
    WhyNotCase(
      "the same, asked of the computed property",
      "object a { x = 0; computed k = x * 2 }; object b { x = 0 }\nbind a.k ~> b.x\na.x = 2\nwait",
      "whynot a.k ~> b.x", "it did arrive: b.x became 4", semantics: "observation"),
    WhyNotCase(
      "the same, with an effect",
      "object a { x = 0; computed k = x * 2 }; object b { x = 0 }\neffect { b.x = a.k }\nwait\n"
        + "a.x = 2\nwait", "whynot a.x ~> b.x", "it did arrive: b.x became 4", semantics: "angular"),
    WhyNotCase(
      "another source of a computed property",
      "object a { x = 0; y = 0; computed k = x + y }; object b { x = 0; z = 0 }\nbind a.k ~> b.x\n"
        + "a.y = 1\na.x = 2\nb.z = 3", "whynot b.x",
      "nothing that computed a.k reads has changed since turn 5, when a.x did"),
    WhyNotCase(
      "untracked",
      two + "bind (a.x + untracked(a.y)) ~> b.x\na.y = 5", "whynot a.y ~> b.x",
      "#1 (a.x + untracked(a.y)) ~> b.x (t.bind:2) reads a.y only in 'untracked' (t.bind:2), so it is"
        + " not notified when that changes", isInTrace: false),
    WhyNotCase(
      "what decides was written silently",
      two + "object s { on = true }\nbind (s.on ? a.x : a.y) ~> b.x\nsilent s.on = false\na.y = 9",
      "whynot a.y ~> b.x", "s.on was written silently in turn 5", isInTrace: false),
    WhyNotCase(
      "what decides is not taken in yet",
      two + "object s { on = false }\nbind (s.on ? a.x : 0) ~> b.x\ns.on = true\na.x = 4",
      "whynot a.x ~> b.x", "s.on was set in turn 5, 's.on = true' (t.bind:4)", semantics: "vue",
      isInTrace: false),
    WhyNotCase(
      "a reference was replaced silently",
      "class A { x = 0 }; object h { a = new A }; object o { y = 0 }\nbind h.a.x ~> o.y\n"
        + "silent h.a = new A\nh.a.x = 6", "whynot h.a.x ~> o.y",
      "h.a was written silently in turn 5, 'silent h.a = new A' (t.bind:3), so nothing was notified;"
        + " #1 h.a.x ~> o.y (t.bind:2) still follows A:1", isInTrace: false),
    WhyNotCase(
      "a binding that has ended, and an observer that has not",
      two + "bind a.x ~> b.x as k\nunbind k\nobserve a.x { if value > 5 { b.x = value } }\na.x = 3",
      "whynot a.x ~> b.x",
      "#2 observe a.x (t.bind:4) ran in turn 6, 'a.x = 3' (t.bind:5), but 'value > 5' was false",
      isInTrace: false),
    WhyNotCase(
      "a binding that has ended, and another one that reads something else now",
      "object a { x = 0; on = false }; object b { x = 0 }\nbind a.x ~> b.x as k\nunbind k\n"
        + "bind (a.on ? a.x : 0) ~> b.x\na.x = 3", "whynot a.x ~> b.x",
      "#2 (a.on ? a.x : 0) ~> b.x (t.bind:4) has not read a.x: it is in a branch that is not taken",
      isInTrace: false),
    WhyNotCase(
      "a failure of another turn",
      two + "object d { x = 0 }\nobserve a.x { if value > 3 { throw \"no\" } }\nbind a.x ~> b.x\n"
        + "d.x = 1\nexpect error { a.x = 5 }", "whynot d.x ~> b.x", "no path leads from d.x to b.x"),
    WhyNotCase(
      "a binding of something else has ended",
      two + "bind a.y ~> b.x as k\nunbind k\na.x = 3", "whynot a.x ~> b.x",
      "no path leads from a.x to b.x"),
    WhyNotCase(
      "an equal value before an error",
      two + "observe a.x { if value == 2 { b.x = 1; throw \"x\" } }\nexpect error { a.x = 2 }\n"
        + "a.x = 3\nexpect error { a.x = 2 }", "whynot a.x ~> b.x",
      "dropped in turn 6, 'a.x = 2' (t.bind:5): b.x was already 1",
      semantics: "solid"),
    WhyNotCase(
      "a button that was enabled before",
      "object f: UIButton; object o { n = 0 }\non f { o.n += 1 }\nfire f\nf.enabled = false\nfire f",
      "whynot f.onTouchUpInside ~> o.n", "dropped in turn 6, 'fire f' (t.bind:5)"),
    WhyNotCase(
      "through a `set` block",
      "object c { k = 0 }; object u { n = 0 }\nobject a { x = 0 set { c.k = value; value } }\n"
        + "bind c.k ~> u.n\na.x = 4", "whynot a.x ~> u.n", "it did arrive: u.n became 4",
      isInTrace: false),
    WhyNotCase(
      "through a timer", two + "observe a.x { after 1s { b.x = value } }\na.x = 5\nwait",
      "whynot a.x ~> b.x", "it did arrive: b.x became 5"),
    WhyNotCase(
      "cells that are used again",
      "class C: UITableViewCell { bind viewModel ~> textLabel.text }\nobject a { xs = [\"p\"] }\n"
        + "object t: UITableView\nbind a.xs ~> t.rows each C\na.xs[0] = \"Q\"",
      "whynot a.xs ~> t.rows",
      "#1 a.xs ~> t.rows each C (t.bind:4) fired in turn 5, 'a.xs[0] = \"Q\"' (t.bind:5), but did not"
        + " write t.rows, which has the same objects"),
    WhyNotCase(
      "what a cell shows",
      "class C: UITableViewCell { bind viewModel ~> textLabel.text }\nobject a { xs = [\"p\"] }\n"
        + "object t: UITableView\nbind a.xs ~> t.rows each C\na.xs[0] = \"Q\"",
      "whynot a.xs ~> t.rows[0].textLabel.text", "it did arrive: C:1.textLabel.text became \"Q\"",
      isInTrace: false),
    WhyNotCase(
      "a branch that is not taken any more",
      "object a { x = 0; on = true }; object b { x = 0 }\nbind (a.on ? a.x : 0) ~> b.x\na.x = 2\n"
        + "a.on = false\na.x = 3", "whynot a.x ~> b.x",
      "#1 (a.on ? a.x : 0) ~> b.x (t.bind:2) has not read a.x", isInTrace: false),
    WhyNotCase(
      "a value that was held when its binding ended",
      two + "bind a.x !~> b.x | Debounce(1s) as k\na.x = 1\nunbind k\nwait", "whynot a.x ~> b.x",
      "#1 a.x !~> b.x | Debounce(1s) no longer exists"),
  ]
}

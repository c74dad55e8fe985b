import Testing

/// A way from `a` to `b.y` on which one change does not arrive, for one known reason.
///
/// `b.y` is where the way ends, and `a.x` where the change begins, if it begins at a property.
struct KnownReason: CustomTestStringConvertible, Sendable {
  /// Why it does not arrive.
  var reason: String
  /// What the way consists of.
  var kind: String
  var declarations: String
  var steps: String
  /// The words with which the first sentences must name the reason; a regular expression.
  var words: String
  /// Whether the question can also name `a.x`.
  var hasSource = true
  /// Whether the question must name it.
  var onlySource = false
  /// Where the change begins, and where the way ends.
  var source = "a.x"
  var end = "b.y"
  /// Presets under which the reason does not exist.
  var without: Set<String> = []
  /// The only presets under which the reason exists; empty for all.
  var only: Set<String> = []
  /// Whether bindings may lead on from `b.y`.
  var goesOn = true

  var testDescription: String { "\(reason), \(kind)" }

  func exists(under preset: String) -> Bool {
    only.isEmpty ? !without.contains(preset) : only.contains(preset)
  }

  static let all: [KnownReason] =
    silent + equal + refused + lost + later + failed + branches + conditions + moreConditions
    + others
    + moreKinds

  private static let two = "object a { x = 0; on = false; event hit }\nobject b { y: Any? = 0 }\n"
  private static let plain = "bind a.x !~> b.y\n"
  private static let observer = "observe a.x { b.y = value }\n"
  private static let change = "a.x = 5\nwait\n"
  private static let command =
    "object b { y: Any? = 0 }\nobject a { on = false; command go(v) { if a.on { b.y = v } } }\n"

  private static let silent = [
    KnownReason(
      reason: "a silent write", kind: "binding", declarations: two, steps: plain + "silent a.x = 5",
      words: "written silently"),
    KnownReason(
      reason: "a silent write", kind: "observer", declarations: two,
      steps: observer + "silent a.x = 5",
      words: "written silently"),
    KnownReason(
      reason: "a silent write", kind: "computed",
      declarations: "object a { x = 0 }\nobject b { computed y = a.x + 1 }\n",
      steps: "silent a.x = 5", words: "written silently"),
  ]

  private static let equal = [
    KnownReason(
      reason: "an equal value", kind: "binding", declarations: two,
      steps: "bind a.x ~> b.y | { value > 3 }\na.x = 5\nwait\na.x = 6\nwait",
      words: "true, which the target already had",
      only: ["goo", "javafx", "knockout", "mobx", "qt"], goesOn: false),
    KnownReason(
      reason: "an equal value", kind: "computed",
      declarations: "object a { x = 0; computed k = x > 3 }\nobject b { y: Any? = 0 }\n",
      steps: "bind a.k ~> b.y\na.x = 5\nwait\na.x = 6\nwait",
      words: "still true|true, which the target already had",
      only: ["goo", "knockout", "mobx", "signals", "vue", "qt"], goesOn: false),
    KnownReason(
      reason: "a lock", kind: "binding", declarations: two,
      steps: plain + "observe b.y { if value < 6 { a.x = value + 1 } }\na.x = 5",
      words: "held back", hasSource: false, only: ["bind"], goesOn: false),
  ]

  private static let positive =
    "transformer Pos { forward { if value < 0 { reject \"neg\" }; value } }\n"
  private static let guarded =
    "object b { y: Any? = 0 }\nobject a { x = 0; on = false; command go(v) enabled: on { b.y = v } }\n"

  private static let refused = [
    KnownReason(
      reason: "a rejected value", kind: "binding", declarations: positive + two,
      steps: "bind a.x !~> b.y | Pos\na.x = -5\nwait", words: "rejected .*did not take -5: neg"),
    KnownReason(
      reason: "a rejected value", kind: "binding", declarations: positive + two,
      steps: "silent a.x = -5\nbind a.x ~> b.y | Pos\nwait",
      words: "rejected .*did not take -5: neg"),
    KnownReason(
      reason: "a disabled command", kind: "command", declarations: guarded,
      steps: "a.go.execute(5)\nwait", words: "a.go: not executed, it is not enabled",
      hasSource: false),
    KnownReason(
      reason: "a disabled command", kind: "observer", declarations: guarded,
      steps: "observe a.x { a.go.execute(value) }\n" + change,
      words: "a.go: not executed, it is not enabled"),
    KnownReason(
      reason: "corrected by set", kind: "binding",
      declarations: "object a { x = 0 }\nobject b { y: Int = 0 set { min(value, 3) } }\n",
      steps: plain + change, words: "corrected.*given 5, which 'set'.*made 3"),
    KnownReason(
      reason: "corrected by set", kind: "observer",
      declarations: "object a { x = 0 }\nobject b { y: Int = 0 set { min(value, 3) } }\n",
      steps: observer + change, words: "corrected.*given 5, which 'set'.*made 3"),
    KnownReason(
      reason: "removed by a write", kind: "binding", declarations: two,
      steps: plain + "b.y = 9\n" + change, words: "no longer exists.*its target was written",
      only: ["qt", "qml"]),
  ]

  private static let parts =
    "class M { v = 0 }\nobject a { x = 0; m: M? = nil }\nobject b { y: Any? = 0 }\n"

  private static let lost = [
    KnownReason(
      reason: "nil on the path to the source", kind: "binding", declarations: parts,
      steps: "bind a.m.v !~> b.y\n" + change, words: "a.m is nil", hasSource: false),
    KnownReason(
      reason: "nil on the path to the source", kind: "observer", declarations: parts,
      steps: "observe a.m.v { b.y = value }\n" + change, words: "a.m is nil", hasSource: false),
    KnownReason(
      reason: "nil on the path to the target", kind: "binding",
      declarations:
        "class M { v = 0 }\nobject a { x = 0 }\nobject b { y: Any? = 0; m: M? = new M }\n",
      steps: "bind a.x !~> b.m.v\nbind b.m.v !~> b.y\nb.m = nil\nwait\na.x = 5\nwait",
      words: "b.m is nil", hasSource: false, goesOn: false),
    KnownReason(
      reason: "nil on the path to the target", kind: "observer",
      declarations:
        "class N { v = 0; next: N? = nil; observe v { next.v = value } }\nobject a { x = 0 }\n"
        + "object b: N { }\nobject p: N { }\n",
      steps: "p.v = 6\nwait", words: "would write 'v' there, but p.next is nil", hasSource: false,
      end: "b.v", goesOn: false),
    KnownReason(
      reason: "a rejected value", kind: "binding",
      declarations: "object a { x = 0 }\nobject m { v = 0 }\nobject b { y: Any? = 0 }\n",
      steps: "bind a.x !~> m.v | { if value == 3 { reject \"three\" }; value }\n"
        + "bind m.v !~> b.y\na.x = 3\nwait\nm.v = 8\nwait",
      words: "rejected .*did not take 3: three", onlySource: true,
      without: ["qt", "qml", "javafx", "sheet"]),
    KnownReason(
      reason: "a released object", kind: "binding",
      declarations:
        "class M { v = 0 }\nobject a { x = 0 }\nobject b { y: Any? = 0 }\nlet m = new M\n",
      steps: "bind a.x ~> m.v\nbind m.v ~> b.y\nwait\nrelease m\n" + change,
      words: "no longer exists: .*because its object was released"),
    KnownReason(
      reason: "a released object", kind: "observer",
      declarations:
        "class M { v = 0 }\nobject a { x = 0 }\nobject b { y: Any? = 0 }\nlet m = new M\n",
      steps: "bind a.x ~> m.v\nobserve m.v { b.y = value }\nwait\nrelease m\n" + change,
      words: "no longer exists: .*because its object was released", hasSource: false, goesOn: false),
    KnownReason(
      reason: "unbound", kind: "binding", declarations: two,
      steps: "bind a.x !~> b.y as t\nunbind t\n" + change,
      words: "no longer exists: unbound in turn"),
    KnownReason(
      reason: "unbound", kind: "observer", declarations: two,
      steps: "observe a.x { b.y = value } as t\nunbind t\n" + change,
      words: "no longer exists: unbound in turn"),
    KnownReason(
      reason: "unbound", kind: "handler", declarations: two,
      steps: "on a.hit { b.y = value } as t\nunbind t\nfire a.hit(5)\nwait",
      words: "no longer exists: unbound in turn", hasSource: false),
    KnownReason(
      reason: "unbound", kind: "notification", declarations: two,
      steps: "on notification note { b.y = value } as t\nunbind t\npost note(5)\nwait",
      words: "no longer exists: unbound in turn", hasSource: false),
    KnownReason(
      reason: "rebound", kind: "binding", declarations: two + "object c { z = 0 }\n",
      steps: "bind a.x !~> b.y as t\nrebind t to a.x, c.z\n" + change,
      words: "has other ends since turn .*it was a.x !~> b.y"),
    KnownReason(
      reason: "once", kind: "binding", declarations: two,
      steps: "bind once a.x ~> b.y\nwait\n" + change,
      words: "no longer exists: .*it passes only one value", without: ["xaml"]),
    KnownReason(
      reason: "only the other direction", kind: "binding", declarations: two,
      steps: "bind a.x <~! b.y\n" + change, words: "the path only leads the other way",
      without: ["qt", "qml", "sheet", "javafx"]),
    KnownReason(
      reason: "no first value", kind: "binding", declarations: two, steps: plain,
      words: "a.x has not changed .*passes on only changes"),
  ]

  private static let slow = "transformer Late after 2s { forward { value } }\n"

  private static let later = [
    KnownReason(
      reason: "not due yet", kind: "binding", declarations: slow + two,
      steps: "bind a.x !~> b.y | Late\na.x = 5\nadvance 1s", words: "the answer is due at"),
    KnownReason(
      reason: "not due yet", kind: "observer", declarations: two,
      steps: "observe a.x { after 2s { b.y = 5 } }\na.x = 5\nadvance 1s",
      words: "not there yet: the block is due at"),
    KnownReason(
      reason: "not due yet", kind: "handler", declarations: two,
      steps: "on a.hit { after 2s { b.y = 5 } }\nfire a.hit\nadvance 1s",
      words: "not there yet: the block is due at", hasSource: false),
    KnownReason(
      reason: "not due yet", kind: "notification", declarations: two,
      steps: "on notification note { after 2s { b.y = 5 } }\npost note\nadvance 1s",
      words: "not there yet: the block is due at", hasSource: false),
    KnownReason(
      reason: "not due yet", kind: "command",
      declarations:
        "object b { y: Any? = 0 }\nobject a { command go(v) after 2s { b.y = v } }\n",
      steps: "a.go.execute(5)\nadvance 1s", words: "not there yet: a.go is due at",
      hasSource: false),
    KnownReason(
      reason: "overwritten later", kind: "binding", declarations: two,
      steps: plain + change + "b.y = 9\nwait",
      words: "it did arrive: b.y became 5 .*then it was overwritten with 9",
      without: ["qt", "qml", "javafx", "signals", "sheet", "mobx", "vue", "angular", "svelte"],
      goesOn: false),
    KnownReason(
      reason: "overwritten later", kind: "observer", declarations: two,
      steps: observer + change + "b.y = 9\nwait",
      words: "it did arrive: b.y became 5 .*then it was overwritten with 9", goesOn: false),
  ]

  private static let failing =
    "transformer T { forward { if value > 3 { throw \"boom\" }; value } }\n"

  private static let failed = [
    KnownReason(
      reason: "an error", kind: "binding", declarations: failing + two,
      steps: "bind a.x !~> b.y | T\nexpect error { a.x = 5; wait; print b.y }", words: "boom"),
    KnownReason(
      reason: "an error", kind: "observer", declarations: two,
      steps: "observe a.x { if value > 3 { throw \"boom\" }; b.y = value }\n"
        + "expect error { a.x = 5; wait }", words: "boom"),
    KnownReason(
      reason: "an error", kind: "handler", declarations: two,
      steps: "on a.hit { if value > 3 { throw \"boom\" }; b.y = value }\n"
        + "expect error { fire a.hit(5); wait }", words: "boom", hasSource: false),
    KnownReason(
      reason: "an error", kind: "notification", declarations: two,
      steps: "on notification note { if value > 3 { throw \"boom\" }; b.y = value }\n"
        + "expect error { post note(5); wait }", words: "boom", hasSource: false),
    KnownReason(
      reason: "beyond the limit", kind: "binding",
      declarations: "semantics short: kvo { limit = 2 }\nsemantics short\n"
        + "object a { x = 0; p = 0; q = 0 }\nobject b { y: Any? = 0 }\n",
      steps: "bind a.x !~> a.p\nbind a.p !~> a.q\nbind a.q !~> b.y\nexpect error { a.x = 5 }",
      words: "longer than the limit of 2", only: ["bind"]),
  ]

  private static let choices = [
    KnownReason(
      reason: "a branch that is not taken", kind: "binding", declarations: two,
      steps: "bind (a.on ? a.x : 0) ~> b.y\nwait\n" + change,
      words: "has not read a.x: .*with a.on = false", without: ["javafx"]),
    KnownReason(
      reason: "a branch that is not taken", kind: "binding", declarations: two,
      steps: "bind (a.on && a.x > 3) ~> b.y\nwait\n" + change,
      words: "has not read a.x: .*with a.on = false", without: ["javafx"]),
    KnownReason(
      reason: "a branch that is not taken", kind: "binding",
      declarations: "object a { x = 0; z: Int? = 3 }\nobject b { y: Any? = 0 }\n",
      steps: "bind (a.z ?? a.x) ~> b.y\nwait\n" + change,
      words: "has not read a.x: .*with a.z = 3", without: ["javafx"]),
    KnownReason(
      reason: "a branch that is not taken", kind: "computed",
      declarations:
        "object a { x = 0; on = false; computed k = on ? x : 0 }\nobject b { y: Any? = 0 }\n",
      steps: "bind a.k ~> b.y\nwait\n" + change,
      words: "has not read a.x: .*with a.on = false", without: ["javafx"]),
  ]

  /// Where a formula depends on all that it names, it is evaluated, and gives what it gave before.
  private static let branches =
    choices
    + choices.map { choice in
      var other = choice
      other.reason = "an equal value"
      other.words = "gave (0|false|3), which the target already had"
      (other.only, other.without) = (["javafx"], [])
      return other
    }

  private static let conditions = [
    KnownReason(
      reason: "a condition in a block", kind: "observer", declarations: two,
      steps: "observe a.x { if a.on { b.y = value } }\n" + change, words: "'a.on' was false"),
    KnownReason(
      reason: "a condition in a block", kind: "observer", declarations: two,
      steps: "observe a.x { if !a.on { return }; b.y = value }\n" + change,
      words: "'!a.on' was true"),
    KnownReason(
      reason: "a condition in a block", kind: "observer", declarations: two,
      steps: "observe a.x { if value > 8 { b.y = value } }\n" + change,
      words: "'value > 8' was false"),
    KnownReason(
      reason: "a condition in a block", kind: "observer", declarations: two,
      steps: "observe a.x { if value > 3 { if a.on { b.y = value } } }\n" + change,
      words: "'a.on' was false"),
    KnownReason(
      reason: "a condition in a block", kind: "observer", declarations: two,
      steps: "observe a.x { let big = value > 8; if big { b.y = value } }\n" + change,
      words: "'big' was false"),
    KnownReason(
      reason: "a condition in a block", kind: "observer", declarations: two,
      steps: "observe a.x { if value > 8 { b.y = 1 } else { if a.on { b.y = 2 } } }\n" + change,
      words: "'a.on' was false"),
    KnownReason(
      reason: "a condition in a block", kind: "binding",
      declarations: "object a { x = 0; z = 0 }\nobject b { y: Any? = 0 }\n",
      steps: "bind a.x !~> a.z observe { if value > 8 { b.y = value } }\n" + change,
      words: "'value > 8' was false"),
    KnownReason(
      reason: "a condition in a block", kind: "observer", declarations: two,
      steps: "observe a.x { if a.on { fire a.hit(value) } }\non a.hit { b.y = value }\n" + change,
      words: "'a.on' was false"),
    KnownReason(
      reason: "a condition in a block", kind: "command",
      declarations:
        "object b { y: Any? = 0 }\nobject a { on = false; command go(v) after 2s { if a.on { b.y = v } } }\n",
      steps: "a.go.execute(5)\nwait", words: "'a.on' was false", hasSource: false),
    KnownReason(
      reason: "a condition in a block", kind: "handler", declarations: two,
      steps: "on a.hit { if a.on { b.y = value } }\nfire a.hit(5)\nwait",
      words: "'a.on' was false", hasSource: false),
    KnownReason(
      reason: "a condition in a block", kind: "notification", declarations: two,
      steps: "on notification note { if a.on { b.y = value } }\npost note(5)\nwait",
      words: "'a.on' was false", hasSource: false),
    KnownReason(
      reason: "a condition in a block", kind: "command", declarations: command,
      steps: "a.go.execute(5)\nwait", words: "'a.on' was false", hasSource: false),
    KnownReason(
      reason: "a condition in a block", kind: "action",
      declarations:
        "object b { y: Any? = 0 }\nobject a { on = false; action go(v) { if on { b.y = v } } }\n",
      steps: "a.go(5)\nwait", words: "'on' was false", hasSource: false),
  ]

  private static let rows =
    "class R { n = 0 }\nobject a { x = 0; r = new R }\nobject b { y: Any? = 0 }\n"

  private static let others = [
    KnownReason(
      reason: "another name", kind: "notification", declarations: two,
      steps: "on notification loaded { b.y = value }\npost laoded(5)\nwait",
      words: "notification loaded, which was not posted .*posted 'laoded'", hasSource: false),
    KnownReason(
      reason: "not fired, posted or called", kind: "handler", declarations: two,
      steps: "on a.hit { b.y = value }\n" + change, words: "a.hit, which was not fired",
      hasSource: false),
    KnownReason(
      reason: "not fired, posted or called", kind: "handler", declarations: two,
      steps: "on a.hit { b.y = a.x }\n" + change, words: "a.hit was not fired"),
    KnownReason(
      reason: "not fired, posted or called", kind: "notification", declarations: two,
      steps: "on notification note { b.y = value }\n" + change, words: "note, which was not posted",
      hasSource: false),
    KnownReason(
      reason: "not fired, posted or called", kind: "command", declarations: command,
      steps: "a.on = true\nwait", words: "a.go, which was not executed", hasSource: false),
    KnownReason(
      reason: "not fired, posted or called", kind: "action",
      declarations: "object b { y: Any? = 0 }\nobject a { x = 0; action go(v) { b.y = v } }\n",
      steps: change, words: "a.go\\(\\), which was not called", hasSource: false),
    KnownReason(
      reason: "an object to call is nil", kind: "action",
      declarations:
        "protocol P { action done() }\nobject b: P { y: Any? = 0; action done() { y = 5 } }\n"
        + "object a { weak delegate: P? = nil; action go() { delegate.done() } }\n",
      steps: "a.go()\nwait", words: "would call 'done' there, but a.delegate is nil",
      hasSource: false),
    KnownReason(
      reason: "another object on the path", kind: "binding",
      declarations:
        "class R { n = 0 }\nobject a: R { }\nobject c { r = new R }\nobject b { y: Any? = 0 }\n",
      steps: "bind c.r.n ~> b.y\nwait\na.n = 5\nwait", words: "follows c.r, which is R:., not a",
      source: "a.n"),
    KnownReason(
      reason: "another object on the path", kind: "observer",
      declarations:
        "class R { n = 0 }\nobject a: R { }\nobject c { r = new R }\nobject b { y: Any? = 0 }\n",
      steps: "observe c.r.n { b.y = value }\nwait\na.n = 5\nwait",
      words: "follows c.r, which is R:., not a",
      source: "a.n"),
    KnownReason(
      reason: "a change inside the object", kind: "observer", declarations: rows,
      steps: "observe a.r { b.y = value.n }\na.r.n = 5\nwait", words: "still the same object",
      hasSource: false),
    KnownReason(
      reason: "a change inside the object", kind: "binding", declarations: rows,
      steps: "bind a.r !~> b.y | { value.n }\na.r.n = 5\nwait", words: "still the same object",
      hasSource: false),
  ]
}

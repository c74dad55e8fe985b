/// Conditions that the recorded values alone do not answer, and reasons in other kinds of code.
extension KnownReason {
  private static let two =
    "object a { x = 0; on = false; event hit; event hat }\nobject b { y: Any? = 0 }\n"
  private static let change = "a.x = 5\nwait\n"

  private static func condition(
    _ kind: String, _ declarations: String, _ steps: String, _ words: String, hasSource: Bool = true
  ) -> KnownReason {
    KnownReason(
      reason: "a condition in a block", kind: kind, declarations: declarations, steps: steps,
      words: words, hasSource: hasSource)
  }

  private static func code(_ block: String, with members: String = "n = 0") -> (String, String) {
    (
      "enum Phase { idle, loading(n) }\nfunction big(v) { v > 8 }\n"
        + "object a { x = 0; \(members); computed ok = x > 8 }\nobject b { y: Any? = 0 }\n",
      "observe a.x { \(block) }\n" + change
    )
  }

  static let moreConditions =
    [
      ("for v in a.l { b.y = v }", "l = []", "'a.l' was \\[\\]"),
      ("while a.n > 0 { b.y = value; a.n = a.n - 1 }", "n = 0", "'a.n > 0' was false"),
      ("repeat a.n { b.y = value }", "n = 0", "'a.n' was 0"),
      ("switch a.p { loading(n) { b.y = n } else { } }", "p = Phase.idle", "'a.p' was Phase.idle"),
      ("switch a.p { idle { } else { b.y = value } }", "p = Phase.idle", "'a.p' was Phase.idle"),
      ("if big(value) { b.y = value }", "n = 0", "'big\\(value\\)' was false"),
      ("if a.l.contains(value) { b.y = value }", "l = [1]", "'a.l.contains\\(value\\)' was false"),
      ("if max(value, a.n) > 8 { b.y = value }", "n = 0", "'max\\(value, a.n\\) > 8' was false"),
      ("if a.l[0] > 3 { b.y = value }", "l = [1]", "'a.l\\[0\\] > 3' was false"),
      ("if a.ok { b.y = value }", "n = 0", "'a.ok' was false"),
      ("let c = big(value); if c { b.y = value }", "n = 0", "'c' was false"),
    ].map { block, members, words in
      let (declarations, steps) = code(block, with: members)
      return condition("observer", declarations, steps, words)
    } + [
      condition(
        "action",
        "object b { y: Any? = 0 }\nobject a { x = 0; action go(v, w) { if v > w { b.y = v } } }\n",
        "a.go(5, 7)\nwait", "a.go\\(\\) ran in turn .*'v > w' was false", hasSource: false),
      condition(
        "action",
        "object b { y: Any? = 0 }\nobject a { x = 0 }\naction go(v) { if v > 8 { b.y = v } }\n",
        "observe a.x { go(value) }\n" + change, "go\\(\\) ran in turn .*'v > 8' was false"),
      condition(
        "action",
        "object b { y: Any? = 0 }\nobject a { x = 0; action go(v) { if v > 8 { b.y = v } } }\n",
        "bind a.x !~> a.go\n" + change, "a.go\\(\\) ran in turn .*'v > 8' was false"),
      condition(
        "command",
        "object b { y: Any? = 0 }\nobject a { command go(v) after 2s { if v > 8 { b.y = v } } }\n",
        "a.go.execute(5)\nwait", "a.go ran in turn .*'v > 8' was false", hasSource: false),
      condition(
        "set block",
        "object b { y: Any? = 0 }\n"
          + "object a { x: Int = 0 set { if value > 8 { b.y = value }; min(value, 3) } }\n",
        change, "the 'set' block of a.x ran in turn .*'value > 8' was false"),
    ]

  static let moreKinds = [
    KnownReason(
      reason: "a silent write", kind: "handler", declarations: two + "object c { z: Any? = 0 }\n",
      steps: "bind c.z !~> b.y\non a.hit { silent c.z = value }\nfire a.hit(5)\nwait",
      words: "c.z was written silently", hasSource: false),
    KnownReason(
      reason: "a rejected value", kind: "computed",
      declarations: "object a { x = 0; computed k = x - 1 }\nobject b { y: Any? = 0 }\n",
      steps: "bind a.k !~> b.y | { if value < 0 { reject \"neg\" }; value }\na.x = -5\nwait",
      words: "rejected .*did not take -6: neg"),
    KnownReason(
      reason: "a disabled command", kind: "handler",
      declarations: "object b { y: Any? = 0 }\n"
        + "object a { on = false; event hit; command go(v) enabled: on { b.y = v } }\n",
      steps: "on a.hit { a.go.execute(value) }\nfire a.hit(5)\nwait",
      words: "a.go: not executed, it is not enabled", hasSource: false),
    KnownReason(
      reason: "corrected by set", kind: "handler",
      declarations: "object a { event hit }\nobject b { y: Int = 0 set { min(value, 3) } }\n",
      steps: "on a.hit { b.y = value }\nfire a.hit(5)\nwait",
      words: "corrected.*given 5, which 'set'.*made 3", hasSource: false),
    KnownReason(
      reason: "rebound", kind: "binding", declarations: two + "object c { z = 0 }\n",
      steps: "bind a.x !~> b.y as t\nrebind t to c.z, b.y\n" + change,
      words: "has other ends since turn .*it was a.x !~> b.y"),
    KnownReason(
      reason: "not due yet", kind: "computed",
      declarations: "transformer Late after 2s { forward { value } }\n"
        + "object a { x = 0; computed k = x + 1 }\nobject b { y: Any? = 0 }\n",
      steps: "bind a.k !~> b.y | Late\na.x = 5\nadvance 1s", words: "the answer is due at"),
    KnownReason(
      reason: "not due yet", kind: "binding",
      declarations: "transformer Late after 2s { forward { value } }\n" + two,
      steps: "bind a.x !~> b.y | Late\na.x = 5\nadvance 1s\na.x = 6\nadvance 1s",
      words: "requested it in turn .*the answer is due at 3s", onlySource: true, goesOn: false),
    KnownReason(
      reason: "an error", kind: "command",
      declarations:
        "object b { y: Any? = 0 }\nobject a { command go(v) { if v > 3 { throw \"boom\" }; b.y = v } }\n",
      steps: "a.go.execute(5)\nwait", words: "an error ended a.go in turn .*boom", hasSource: false),
    KnownReason(
      reason: "an object to call is nil", kind: "action",
      declarations: "protocol P { action done(v) }\nobject b { y: Any? = 0 }\n"
        + "class H: P { action done(v) { b.y = v } }\nobject a { weak d: P? = nil }\n"
        + "let h = new H\naction go() { a.d.done(5) }\n",
      steps: "a.d = h\nwait\nrelease h\ngo()\nwait",
      words: "dropped in turn .*a.d.done\\(\\): not called, its object is nil", hasSource: false,
      goesOn: false),
    KnownReason(
      reason: "another name", kind: "handler", declarations: two,
      steps: "on a.hit { b.y = value }\nfire a.hat(5)\nwait",
      words: "a.hit, which was not fired .*fired a.hat, which is another event", hasSource: false),
    KnownReason(
      reason: "another object on the path", kind: "handler",
      declarations:
        "class V { event hit }\nobject u: V { }\nobject w: V { }\nobject b { y: Any? = 0 }\n",
      steps: "on u.hit { b.y = value }\nfire w.hit(5)\nwait",
      words: "u.hit, which was not fired .*fired w.hit, which is another object's", hasSource: false
    ),
    KnownReason(
      reason: "not fired, posted or called", kind: "action",
      declarations: "object b { y: Any? = 0; z = 0 }\naction go(v) { b.y = v }\n",
      steps: "b.z = 1\nwait", words: "go\\(\\), which was not called", hasSource: false),
    KnownReason(
      reason: "once has passed its value", kind: "binding", declarations: two,
      steps: "bind once a.x ~> b.y\na.x = 5\nwait", words: "it passes only one value",
      only: ["xaml"]),
    KnownReason(
      reason: "the value written there last", kind: "binding",
      declarations: "transformer AtMost { forward { min(value, 4) } reverse { value } }\n"
        + "object a { x = 9 }\nobject b { y: Any? = 0 }\n",
      steps: "bind a.x <> b.y | AtMost\na.x = 7\nwait",
      words: "gave 4.*which is what it\\s+wrote\\s+there\\s+last", only: ["xaml"]),
    KnownReason(
      reason: "not read", kind: "binding",
      declarations: "object a { x = 0 }\nobject b { y: Any? = 0 }\n",
      steps: "bind a.x !~> b.y\na.x = 5", words: "nothing has read it since", only: ["javafx"]),
  ]
}

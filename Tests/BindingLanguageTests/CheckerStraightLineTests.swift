import Foundation
import TestSupport
import Testing

/// Writes scripts without branches. About half of the statements are correct, and the others are wrong
/// in ways that can be found without running them.
private struct StraightScript {
  private var random: TestSupport.SeededRandom

  init(seed: Int) { random = TestSupport.SeededRandom(seed: seed) }

  static let world = """
    class Row { viewModel; n = 1 }
    class Bare { n = 1 }
    class Shy { computed viewModel = 1 }
    class Knob { level: Int = 1 set { value + 1 }; title: String? = "t" set { value.uppercased } }
    object view { button = new UIButton; label = new UILabel; n = 0; rows; items = [1, 2] }
    object m { name: String? = "Kim"; none: String?; age: Int = 3; any = 4; other: Int = 5 }
    object k: Knob
    object spare { x = 1; y = 2 }
    let list = [1, 2, 3]
    let limit = 2
    var count = 1
    var words = "a"
    class Kit { n = limit; parts = [1, 2] }
    object b { x = 1 }
    object a { n = 1; l = [1]; s = "t"; q; o = new Row; d: Double = 1 }
    object kit: Kit { n = "k" }
    object tot { n = 1; computed next = n + 1; computed twice = next * 2 }
    var mood = 3

    """

  private static let statements = [
    "semantics kvo", "semantics sheet", "semantics javafx", "semantics qt", "semantics bind",
    "semantics mine: sheet { equal = pass }", "bind m.age <> m.other", "bind m.age <!> view.n",
    "bind m.age ~> m.other", "bind m.any !~> view.n", "m.other = 7", "m.other += 1",
    "silent m.other = 2", "unbind m", "unbind all",
    "bind view.items ~> view.rows each Row", "bind view.items ~> view.rows each Bare",
    "bind view.items !~> view.rows each Shy", "bind view.items ~> view.rows each { Row }",
    "k.level = 4", "k.level = \"x\"", "k.level = nil", "k.title = 5", "k.title = \"x\"",
    "k.title = nil", "object j: Knob { level = true }", "object j: Knob { title = nil }",
    "print list[2]", "print list[3]", "print list[-1]", "print [1][0], [][0]", "print list[\"a\"]",
    "print words[0]", "print 1 / 0", "print 2 % (1 - 1)", "print 9223372036854775807 + limit",
    "print limit - 1", "print -list", "print \"a\" + 1", "print nil + \"x\"", "print 1s + 2",
    "print m.name.uppercased", "print m.name.upercased", "print m.none.upercased",
    "print m.none.count", "print m.age.uppercased",
    "m.none.uppercased = \"x\"", "m.name.foo = 1", "m.none = \"x\"", "m.none = nil", "m.name = 1",
    "bind m.name !~> m.none.uppercased", "bind m.name ~> m.none.foo", "bind m.name ~> m.none",
    "bind m.none.upercased ~> m.any", "bind m.none.count ~> m.any",
    "observe m.none.upercased { }", "observe m.none.uppercased { }",
    "bind count ~> m.any", "bind limit ~> m.any", "bind (count) ~> m.any",
    "bind once (count) ~> m.any", "bind words.count ~> m.any", "fire view.button", "fire b.x",
    "fire view.button.onTouchUpInside", "on view.button { }", "on view.label { }",
    "on view.button.onTouchUpInside { }", "bind view.button !~> view.n",
    "expect settles in -1 { m.any = 2 }", "expect settles in 3 { m.any = 2 }",
    "expect settles in \"a\" { m.any = 2 }", "release spare", "release spare\nrelease spare",
    "bind spare.x ~> spare.y", "bind spare.x ~> m.any", "observe spare.x { }", "extend spare { z }",
    "spare.x = 5", "print spare.x", "print spare.x + 1", "unbind spare", "fire spare.x",
    "advance 1s - 2s", "advance 0s", "after -1s { }", "print sqrt(4), range(2)", "print m.ag",
    "bind m.age ~> m.other | ToString", "bind m.age ~> k.title", "bind m.name ~> k.title",
    "bind m.name ~> k.level", "bind m.age ~> k.level",
  ]

  /// Statements that depend on earlier writes to properties without a type, and to variables.
  private static let followed = [
    "a.n = 2", "a.n = \"x\"", "a.n = nil", "a.n += 1", "a.n += \"y\"", "a.n = a.s", "a.s = a.n",
    "a.n = a.q", "a.l = [1, 2, 3]", "a.l = 5", "a.l.append(2)", "a.l.append(\"x\")", "a.l += [4]",
    "a.l.append(1, 2)", "a.l.remove(at: 0)", "a.l.remove(at: 2)", "a.l.remove(at: a.n)",
    "a.l.insert(0, at: 1)", "a.l.insert(0, at: 4)", "a.l.replace(at: 1, with: \"z\")",
    "a.l[0] = nil", "a.l[1] = 7", "a.l[0] = a.n", "a.l[a.n] = 1", "a.l[0] = [3]", "a.q = b",
    "a.q = 4", "a.q = [1]", "a.q = a.l", "a.q = a.o", "a.q = new Row { n = \"r\" }", "a.d = 2",
    "a.d = \"x\"", "a.o.n = \"x\"", "a.o = b", "a.o = nil", "kit.n = 5", "kit.parts.append(3)",
    "b.x = \"y\"", "silent a.n = [2]", "release b", "release a.o", "release a.q", "count = \"c\"",
    "count += 1", "mood = a.q", "mood = b", "mood = a.n", "mood.x = 2", "print a.n.uppercased",
    "a.n.append(3)", "a.n.foo()", "print a.n.foo", "a.n.foo = 1", "a.n.uppercased = 1",
    "print a.n + \"x\"", "print a.n + 1", "print -a.n", "print !a.n", "print a.n ? 1 : 2",
    "print a.n < 2", "print a.n / (a.n - 1)", "print a.l[5]", "print a.l[1]", "print a.l[0] + 1",
    "print a.l[0].uppercased", "print a.l[0].x", "a.l.foo(2)", "print a.l.count + 1",
    "print a.l.count + \"x\"", "print a.l.sum", "print a.l.first + 1", "print a.l.uppercased",
    "print a.l.foo", "print a.q.x", "print a.q.y", "print a.q.x.uppercased", "a.q.x = 2",
    "a.q.y = 2", "a.q.x += 1", "print a.q + 1", "a.q.go()", "print a.q[0]", "print a.s.count - 1",
    "print a.s.uppercased", "print a.s.int + 1", "print a.d + \"x\"", "print a.d.uppercased",
    "print a.o.n + \"x\"", "print a.o.n + 1", "print a.o.x", "print kit.n + 1",
    "print kit.parts[2]", "print count + 1", "print count.uppercased", "print mood.x",
    "print mood.y", "print mood + 1", "turn = 3", "turn += 1", "print turn.depth", "unbind a.q",
    "unbind a.n", "fire a.q.x", "batch { a.n = \"b\"; print a.n + 1 }",
    "batch { var w = 1; w = \"x\"; print w + 1 }", "batch { let w = a.n; print w + 1 }",
    "print min(a.l)", "print range(a.n)", "print sqrt(a.n)", "print round(a.d, a.n)",
    "print abs(a.s)", "object c { n = a.n; t = n + 1 }\nprint c.t.foo",
    "let got = a.q\nprint got.y", "let things = [b, 1]\nprint things[0].y",
    "let sum = a.n + 1\nprint sum.uppercased",
    "extend a { z = n + 1 }\nprint a.z + 1", "after a.n { }", "advance a.q", "repeat a.n { }",
    "for e in a.n { }", "expect settles in a.n { }", "fire view.button, a.n + 1",
    "post done, a.n + 1",
  ]

  /// Statements that depend on computed properties.
  private static let computed = [
    "tot.n = 2", "tot.n = 2", "tot.n = \"x\"", "tot.n = nil", "tot.n += 0.5", "tot.n = a.n",
    "tot.n = a.s", "print tot.next.uppercased", "print tot.twice + \"x\"",
    "print tot.twice", "print tot.next", "print tot.next / (tot.next - 2)", "a.n = tot.next",
    "a.l = [tot.twice]", "print a.l[0].uppercased", "print a.n + 1", "tot.next = 3",
    "extend tot { computed more = n.count }", "extend tot { computed far = twice + a.n }",
    "a.n = \"t\"", "a.n = 3", "batch { tot.n = \"x\"; tot.n = 1 }", "batch { tot.n = \"x\" }",
    "batch { tot.n = nil; print tot.twice }", "object d { m = tot.next; computed bad = m + \"x\" }",
    "object e { m = tot.next; computed good = m + 1 }\nprint e.good.count", "semantics signals",
    "class P { v = tot.n; computed w = v + 1 }\nobject p: P", "semantics mobx", "semantics qt",
    "let got = tot.twice\nprint got.foo", "release tot", "count = tot.next\nprint count.count",
  ]

  /// Statements that depend on it when it is made. Their later effects are uncertain, so they are last.
  private static let made = [
    "bind a.n.uppercased ~> m.any", "bind a.n.foo ~> m.any", "observe a.n.uppercased { }",
    "observe a.q.x { }", "observe a.q.y { }", "bind a.n ~> m.age", "bind a.n ~> m.name",
    "bind a.n !~> m.age", "bind (a.n + 1) ~> m.any", "bind (a.n + 1) !~> m.age",
    "bind a.n ~> m.any | { value + 1 }", "bind a.q.x ~> m.any", "bind a.q.y ~> m.any",
    "bind a.q.x ~> m.age", "bind a.o.n ~> m.age", "bind m.age ~> a.q.x", "bind m.age ~> a.q.y",
    "bind m.age ~> a.o.viewModel", "bind a.l ~> view.rows each Row",
    "bind a.n ~> view.rows each Row",
    "bind mood ~> m.any", "bind mood.x ~> m.any", "bind a.n.uppercased !~> m.any",
    "bind a.l.sum ~> m.name", "bind a.n ~> k.title",
    "bind a.n ~> m.other | { value % (value - 2) }", "bind a.n ~> m.name | { value.uppercased }",
    "bind m.age ~> a.n.uppercased", "bind tot.next ~> m.name", "bind tot.twice ~> m.any",
    "bind tot.next.count ~> m.any", "bind m.age ~> a.n.foo", "observe a.n.foo { }", "on a.q.x { }",
    "observe mood.x { }", "bind a.n !~> m.any | { value + 1 }",
  ]

  mutating func text() -> String {
    let all = [
      Self.statements, Self.followed, Self.computed, Self.statements + Self.followed,
      Self.followed + Self.computed,
    ]
    let statements = all[random.below(all.count)]
    var lines = (0..<1 + random.below(6)).map { _ in statements[random.below(statements.count)] }
    if random.below(2) == 0 {
      lines += (0..<1 + random.below(2)).map { _ in Self.made[random.below(Self.made.count)] }
    }
    return Self.world + lines.joined(separator: "\n") + "\n"
  }
}

extension CheckerTests {
  /// In a script without branches, what fails in a run is found before, at the same place, and what is
  /// reported as an error fails. No statement depends on what bindings and observers write, since that
  /// is uncertain. The words differ if the run knows a value and the check only its type.
  @Test(arguments: 0..<16)
  func `in straight-line code check and run find the same error first`(_ seed: Int) {
    for round in 0..<20 { Self.compare(seed: seed &* 1000 &+ round) }
  }

  /// The same over many seeds, by hand: `BINDLAB_SEEDS=20000`.
  @Test(.enabled(if: StraightLineSeeds.count > 0))
  func `in much straight-line code check and run find the same error first`() {
    for seed in 0..<StraightLineSeeds.count { Self.compare(seed: 1_000_000 &+ seed) }
  }

  private static func compare(seed: Int) {
    var writer = StraightScript(seed: seed)
    let script = writer.text()
    let errors = findings(script).filter { $0.severity == .error }
    let failed = failures(script).first { $0.severity == .error }
    // A cycle is reported by the prediction of cycles, which is a warning.
    if let failed, failed.message.hasPrefix("runaway") { return }
    guard let failed else {
      #expect(errors.isEmpty, "runs, and check says \(errors.map(\.message)) of\n\(script)")
      return
    }
    // A value that a stage cannot take is found at the stage, and fails inside its block.
    let isFound = errors.contains { error in
      guard let found = error.span, let place = failed.span else { return false }
      return found.start <= place.start && place.end <= found.end
    }
    #expect(
      isFound,
      "fails with '\(failed.message)', and check says \(errors.map(\.message)) of\n\(script)")
  }
}

/// How many more seeds are wanted than the suite has.
private enum StraightLineSeeds {
  static let count = ProcessInfo.processInfo.environment["BINDLAB_SEEDS"].flatMap { Int($0) } ?? 0
}

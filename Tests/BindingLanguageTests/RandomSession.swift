import TestSupport

/// Makes statements about a few known objects, so that most of them have an effect: writes, cycles of
/// bindings, observers that bind, timers, releases, changes of the semantics.
struct RandomSession {
  var random: TestSupport.SeededRandom
  /// Whether to go back in time, too, which needs a journal.
  var travels = false

  init(seed: Int, travels: Bool = false) {
    random = TestSupport.SeededRandom(seed: seed)
    self.travels = travels
  }

  /// Cycles in a tree of paths are ended soon.
  static let mostSteps = 5_000

  static let declarations = """
    class Row { viewModel; name = ""; bind viewModel.name ~> name; observe name { s.seen += 1 } }
    class Item { name = "n"; kind = 0; computed double = kind * 2 }
    object a { x = 1; y = 2; computed sum = x + y }
    object b { x = 3; y = 4; next = a; computed sum = next.x ?? 0 }
    object c { x = 5; y = 6; kid = new Item; items = [new Item, new Item] }
    object s {
      seen = 0; rows
      command load(n) after 1s { a.x = n; if n > 3 { throw "too many" }; return n }
      event tapped
    }
    bind a.x ~> a.y
    bind a.y ~> a.x | { value > 50 ? value : value + 1 }
    transformer Late after 1s { forward { value } }
    transformer Shift { forward { value + 1 }; reverse { value - 1 } }
    semantics calm: bind { equal = drop }
    semantics stopping: bind { error = stop; beyond = stop }
    semantics odd: kvo { again = restart; limit = 60 }
    bind c.items ~> s.rows each Row as rows

    """

  /// The questions about the state, which have the same answers in every mode.
  static let questions = """
    objects; bindings; observers; commands; graph; cycles
    print a.x, a.y, a.sum, b.x, b.y, b.sum, c.x, c.y, c.kid.kind, c.items.count, s.seen, random(1000)

    """

  private mutating func pick(_ choices: [String]) -> String { choices[random.below(choices.count)] }

  private mutating func end() -> String {
    pick(["a.x", "a.y", "b.x", "b.y", "c.x", "c.y", "b.next.x", "c.kid.kind"])
  }

  private mutating func binding() -> String {
    let arrow = pick(["~>", "~>", "!~>", "<>", "<~", "<!>"])
    let stage = pick(["", "", " | { value + 1 }", " | { value % 5 }", " | Shift", " | Late"])
    return "bind \(end()) \(arrow) \(end())\(stage)"
  }

  mutating func change() -> String {
    switch random.below(22) {
    case 20: "effect { \(end()); \(change()) }"
    case 21: "effect { if \(end()) > \(random.below(9)) { \(change()) } else { \(end()) } }"
    case 0...5: "\(end()) = \(random.below(9))"
    case 6, 7: binding()
    case 8, 9: "observe \(end()) { \(pick([binding(), change(), "\(end()) += 1"])) }"
    case 10: "unbind #\(1 + random.below(14))"
    case 11: "release \(pick(["c.kid", "c.items[0]", "a", "b.next"]))"
    case 12: "b.next = \(pick(["a", "c", "nil"]))"
    case 13: "c.kid = new Item { kind = \(random.below(9)) }"
    case 14: pick(["c.items.append(new Item)", "c.items.remove(at: 0)", "c.items = []"])
    case 15: "after \(random.below(3))s { \(change()) }"
    case 16: "s.load.execute(\(random.below(6)))"
    case 17: "observe prior \(end()) { \(change()) }"
    case 18: "throw \"no\""
    default: "object o\(random.below(5)) { v = 1; bind a.x ~> v }"
    }
  }

  mutating func statement() -> String {
    switch random.below(travels ? 24 : 18) {
    case 0: pick(["advance 1s", "wait"])
    case 1:
      "semantics \(pick(["calm", "stopping", "odd", "bind", "kvo", "vue", "signals", "sheet", "mobx", "qt"]))"
    case 2: "batch { \(change()); \(change()) }"
    case 3: "expect error { \(change()) }"
    case 4: "if a.x > 2 { \(change()) } else { \(change()) }"
    case 18, 19: pick(["rewind", "rewind 2", "rewind 3"])
    case 20: pick(["replay", "replay 2"])
    case 21: "trace last"
    case 22: pick(["trace off", "trace on", "trace full"])
    case 23: pick(["why a.x", "whynot b.x", "reset"])
    default: change()
    }
  }
}

import TestSupport

/// Makes programs without syntax errors, of every construct of the language.
struct RandomProgram {
  var random: TestSupport.SeededRandom
  private var depth = 0

  init(seed: Int) { random = TestSupport.SeededRandom(seed: seed) }

  mutating func text() -> String {
    (0...random.below(8)).map { _ in statement() }.joined(separator: "\n")
  }

  private mutating func pick(_ choices: [String]) -> String { choices[random.below(choices.count)] }

  private mutating func maybe(_ percent: Int, _ part: (inout Self) -> String) -> String {
    random.chance(percent) ? part(&self) : ""
  }

  private mutating func list(_ most: Int, _ part: (inout Self) -> String) -> [String] {
    (0..<random.below(most + 1)).map { _ in part(&self) }
  }

  mutating func statement() -> String {
    depth += 1
    defer { depth -= 1 }
    switch random.below(depth > 3 ? 12 : 38) {
    case 0, 1: return "\(path()) = \(value())"
    case 2: return "\(path()) \(pick(["+=", "-=", "*=", "/=", "%="])) \(value())"
    case 3: return "silent \(path()) = \(value())"
    case 4: return "print \(value()), \(value())"
    case 5:
      return pick(["wait", "objects", "cycles", "costs", "trace on", "trace", "reset", "step"])
    case 6: return "\(path()).f(\(list(3) { $0.argument() }.joined(separator: ", ")))"
    case 7: return pick(["unbind all", "unbind #2", "unbind m", "explain #12", "release a.b"])
    case 8: return "let v = \(value())"
    case 9:
      return pick(["why a.x @ 3", "whynot a.x ~> b.y", "whynot a", "blame a.x", "history a.x"])
    case 10: return pick(["help", "help bind", "help  ~>", "version", "save \"f.bind\"", "next"])
    case 11: return "fire \(path())" + maybe(50) { "(\($0.value()))" }
    case 12: return "post N" + maybe(50) { "(\($0.value()))" }
    case 13...16: return binding()
    case 17, 18: return watching()
    case 19: return "object o" + maybe(30) { _ in ": C" } + maybe(80) { " " + $0.body() }
    case 20: return "class C" + maybe(30) { _ in ": D" } + " " + body()
    case 21: return "extend \(path()) \(body())"
    case 22: return transformer()
    case 23: return "action f(\(pick(["", "a", "a, b"]))) \(block())"
    case 24: return semantics()
    case 25: return "if \(condition()) \(block())" + otherwise()
    case 26: return "for \(pick(["", "k, "]))i in \(condition()) { \(pick(["", "continue"])) }"
    case 27: return pick(["while ", "repeat "]) + condition() + " " + block()
    case 28: return pick(["batch ", "whatif ", "compare ", "compare bind, kvo "]) + block()
    case 29 where random.chance(50): return expectation()
    case 29: return "expect error " + maybe(40) { _ in "\"x\" " } + block()
    case 30: return "expect \(value())" + maybe(20) { _ in " \"why\"" }
    case 31: return "after \(condition()) \(block())"
    case 32: return "rebind m to \(path()), \(path())"
    case 33: return "transform \(pick(["m", "#3"])) \(block())"
    case 34: return pick(["break a.x", "break #2", "break on second-write"]) + ""
    case 35: return pick(["break a.x if a.y == 2", "graph dot a \"f\"", "graph", "unbreak all"])
    case 36:
      return pick(["throw \"no\"", "advance 2s", "rewind 3", "source \"o.bind\"", "show a.b"])
    default: return value()
    }
  }

  private mutating func expectation() -> String {
    switch random.below(4) {
    case 0: "expect no cycles"
    case 1: "expect settles in 3 " + block()
    case 2: "expect quiet " + block()
    default: "expect trace \(block()) \"\"\"\n    turn 1\n    \"\"\""
    }
  }

  private mutating func otherwise() -> String {
    switch random.below(3) {
    case 0: ""
    case 1: " else " + block()
    default: " else if \(condition()) \(block())" + otherwise()
    }
  }

  private mutating func binding() -> String {
    var text = "bind "
    if random.chance(10) {
      text += "once \(end()) \(pick(["~>", "<~", "->"])) \(path())"
    } else {
      text +=
        "\(end()) \(pick(["~>", "<~", "<>", "!~>", "<~!", "<!>", "->", "<-", "!->"])) \(end())"
    }
    for stage in list(3, { $0.stage() }) { text += " | " + stage }
    text += maybe(10) { " each " + $0.pick(["K", $0.block()]) }
    text += maybe(10) { " transform " + $0.block() }
    text += maybe(10) { " observe " + $0.block() }
    return text + maybe(20) { _ in " as m" }
  }

  private mutating func stage() -> String {
    switch random.below(4) {
    case 0: "T"
    case 1: "!T"
    case 2: block()
    default: block() + " reverse " + block()
    }
  }

  private mutating func watching() -> String {
    switch random.below(4) {
    case 0: "on notification N \(block())"
    case 1: "on \(path()) \(block()) as n"
    default: "observe \(pick(["", "initial ", "prior "]))\(path()) \(block())"
    }
  }

  private mutating func transformer() -> String {
    let ways = [["forward"], ["reverse"], ["forward", "reverse"], ["reverse", "forward"]]
    let chosen = ways[random.below(4)].map { "\($0) \(block())" }
    return "transformer T" + maybe(30) { " after " + $0.condition() } + " { "
      + chosen.joined(separator: pick([" ", "; ", "\n"])) + " }"
  }

  private mutating func semantics() -> String {
    pick([
      "semantics", "semantics kvo", "semantics s: bind { equal = drop-simple }",
      "semantics s { limit = 100; equal = drop; order = depth-first }",
    ])
  }

  private mutating func body() -> String { braced(list(4) { $0.member() }) }

  mutating func block() -> String { braced(list(3) { $0.statement() }) }

  private mutating func braced(_ parts: [String]) -> String {
    let isTall = random.chance(30)
    return isTall
      ? "{\n" + parts.joined(separator: "\n") + "\n}" : "{ " + parts.joined(separator: "; ") + " }"
  }

  private mutating func member() -> String {
    switch random.below(12) {
    case 0: "x"
    case 1: "weak y"
    case 2: "z: \(pick(["Int", "String?", "C"])) = \(value())"
    case 3: "x = \(value())"
    case 4: "w = 1 set \(block())"
    case 5: "computed c = \(value())"
    case 6: pick(["default x", "event e"])
    case 7: "action f(a) \(block())"
    case 8:
      "command k" + maybe(50) { _ in "(n)" } + maybe(50) { _ in " after 1s" } + " \(block())"
        + maybe(30) { " cancel " + $0.block() }
    case 9: watching()
    default: binding()
    }
  }

  // MARK: Expressions

  private mutating func path() -> String {
    pick(["a", "self", "vm", "set"]) + maybe(70) { ".\($0.pick(["x", "next", "class"]))" }
      + maybe(15) { "[\($0.value())].y" }
  }

  private mutating func end() -> String { random.chance(15) ? "(\(value()))" : path() }

  private mutating func argument() -> String { maybe(20) { _ in "at: " } + value() }

  /// What can come before a block.
  private mutating func condition() -> String {
    pick(["a.x", "b < -1", "!c", "(\(value()))", "[1, 2]", "2s", "f(\(value()))", "a ?? b"])
  }

  mutating func value() -> String {
    depth += 1
    defer { depth -= 1 }
    switch random.below(depth > 5 ? 6 : 20) {
    case 0: return pick(["1", "1_000", "0xFF", "3.5", "1e-3", "150ms", "true", "nil"])
    case 1, 2, 3: return path()
    case 4: return pick(["\"s\"", "\"a  \\n\"", "\"\"", "\"\\(a . b)  \\( \"x\" )\"", "self"])
    case 5: return "-9223372036854775808"
    case 6...9: return "\(value()) \(pick(Self.operators)) \(value())"
    case 10: return "-\(path())"
    case 11: return "!\(path())"
    case 12: return "\(path()) ? \(value()) : \(value())"
    case 13: return "[\(list(3) { $0.value() }.joined(separator: ", "))]"
    case 14: return "new C" + maybe(70) { " " + $0.body() }
    case 15: return "f(\(list(3) { $0.argument() }.joined(separator: ", ")))"
    case 17: return "\(path()).m\(pick(["", "()", "(1, by: a)"])) { \(value()) }"
    case 18: return "[1].m {\n \(path())\n }.n {\(value())}.o"
    case 16: return "\"\"\"\n    one \\(\(path()))\n      two\n    \"\"\""
    default: return "(\(value()))"
    }
  }

  private static let operators = [
    "+", "-", "*", "/", "%", "==", "!=", "<", "<=", ">", ">=", "&&", "||", "??",
  ]
}

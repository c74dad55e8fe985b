import Syntax

/// Makes statements that mostly have a meaning, with few names, so that they refer to the same things.
package struct Grammar {
  package var random: Random
  private var depth = 0

  package init(random: Random) { self.random = random }

  static let objects = ["a", "b", "c", "d"]
  static let properties = ["x", "y", "z", "p", "q"]
  static let classes = ["C", "D", "UILabel"]
  static let cellClasses = ["K", "L"]
  private static let arrows = ["~>", "<~", "<>", "!~>", "<~!", "<!>"]
  private static let transformers = [
    "Negate", "Not", "ToString", "ToInt", "T", "U", "!T", "Late", "Now",
  ]
  static let durations = [
    "0s", "1ms", "1s", "1s", "2s", "1m", "9223372036854775807s", "150ms",
  ]

  package mutating func statement() -> String {
    depth += 1
    defer { depth -= 1 }
    switch random.next(depth > 3 ? 19 : 52) {
    case 0...3: return "\(path()) = \(expression())"
    case 4: return "\(path()) += 1"
    case 5: return "silent \(path()) = \(expression())"
    case 6:
      return depth > 3 || random.next(3) > 0
        ? "print \(expression())" : "untracked { \(statement()) }"
    case 7: return "release \(path())"
    case 8: return random.pick(["unbind all", "unbind #1", "unbind m", "unbind a", "unbind #2"])
    case 9: return "throw \"t\""
    case 10, 11: return listChange()
    case 12: return random.pick(["let v = ", "var w = ", "w = "]) + expression()
    case 13...16: return happening()
    case 17: return "return " + expression()
    case 18: return "after \(duration()) { \(path()) = \(expression()) }"
    case 19...21: return binding()
    case 22: return observer()
    case 23, 24: return "object \(random.pick(Grammar.objects))\(declared()) \(body())"
    case 25:
      return random.next(2) == 0
        ? "class \(random.pick(Grammar.classes))\(declared()) \(body())"
        : "class \(random.pick(Grammar.cellClasses)): UITableViewCell \(body())"
    case 26: return "extend \(path()) \(body())"
    case 27: return transformer()
    case 28: return random.next(3) > 0 ? "batch \(block())" : comparing()
    case 29: return "if \(expression()) \(block()) else \(block())"
    case 30: return "repeat \(random.next(4)) \(block())"
    case 31: return "for i in \(expression()) \(block())"
    case 33:
      let behaviour = random.pick(["error", "error", "quiet", "settles", "settles in 2"])
      return "expect \(behaviour) \(block())"
    case 32, 34: return semantics()
    case 35: return "rebind m to \(path()), \(path())"
    case 36: return "transform m \(block())"
    case 37:
      return random.pick([
        "expect \(expression()) == \(expression())", "expect no cycles",
        "expect trace \(block()) \"...\"",
      ])
    case 38, 39: return "after \(duration()) \(block())"
    case 40...43: return depth > 1 ? happening() : passing()
    case 44: return "action \(random.pick(["f", "g"]))\(parameters()) \(block())"
    case 45: return each()
    case 46, 47: return depth > 1 ? block() : random.next(3) > 0 ? scene() : chain()
    case 48: return depth > 1 ? debugging() : debugged()
    case 49: return debugging()
    default: return asking()
    }
  }

  /// One for each word, so that a new statement is among them.
  private static let examples = StatementWord.all.filter { word in
    // Their effects are outside the session.
    !["save", "source", "quit"].contains(word.word)
  }.map(\.example)

  private mutating func asking() -> String {
    if random.next(4) == 0 { return random.pick(Grammar.examples) }
    return random.pick([
      "cycles", "graph", "graph a", "graph dot", "graph mermaid", "graph json", "bindings",
      "observers", "objects", "show a", "explain #1", "trace full",
      "trace last", "reset", "help bind", "turn.outcome", "turn.cycle", "trace on", "trace off",
      "commands", "coupling", "cycles", "turn.glitches", "turn.rounds", "semantics", "turn.made",
      "turn.reused", "turn.dropped", "trace brief",
    ])
  }

  // MARK: Time, events, calls

  mutating func passing() -> String {
    random.pick(["wait", "advance 1s", "advance \(duration())"])
  }

  mutating func duration() -> String { random.pick(Grammar.durations) }

  private mutating func happening() -> String {
    switch random.next(8) {
    case 0: return "fire \(path()).e\(payload())"
    case 1: return "fire \(random.pick(Grammar.objects))\(payload())"
    case 2: return "post \(random.pick(["N", "M"]))\(payload())"
    case 3: return "\(path()).k.execute\(random.pick(["()", "(\(expression()))"]))"
    case 4: return "\(path()).k.cancel()"
    default: return call()
    }
  }

  private mutating func call() -> String {
    let name = random.pick(["f", "f", "g"])
    let owner = random.next(4) == 0 ? "" : path() + "."
    return "\(owner)\(name)\(random.pick(["()", "(\(expression()))", "(1)"]))"
  }

  private mutating func payload() -> String { random.next(2) == 0 ? "" : "(\(expression()))" }

  private mutating func parameters() -> String { random.pick(["()", "(n)", "(n)", "(n, n)"]) }

  mutating func observer() -> String {
    switch random.next(8) {
    case 6: return "effect \(block())\(name())"
    case 7: return "effect { \(path()); \(statement()) }\(name())"
    case 0: return "on \(path()).e \(block())\(name())"
    case 1: return "on notification \(random.pick(["N", "M"])) \(block())\(name())"
    case 2: return "observe \(path()).k.status \(block())\(name())"
    default:
      return "observe \(random.pick(["", "initial ", "prior "]))\(path()) \(block())\(name())"
    }
  }

  private mutating func transformer() -> String {
    if random.next(2) == 0 {
      return "transformer \(random.pick(["T", "U"])) { forward \(block()) reverse \(block()) }"
    }
    return random.pick([
      "transformer Late after 1s { forward \(block()) }",
      "transformer Now after \(duration()) { forward \(block()) }",
      "transformer T after 1s { forward \(block()) }",
    ])
  }

  // MARK: Lists

  private mutating func listChange() -> String {
    let list = path()
    let position = random.pick(["0", "0", "1", "9", "-1"])
    switch random.next(6) {
    case 0, 1: return "\(list).append(\(expression()))"
    case 2: return "\(list).insert(\(expression()), at: \(position))"
    case 3: return "\(list).remove(at: \(position))"
    case 4: return "\(list).replace(at: \(position), with: \(expression()))"
    default: return "\(list)[\(position)] = \(expression())"
    }
  }

  private mutating func each() -> String {
    let chosen =
      random.next(3) == 0
      ? "{ \(random.next(3) == 0 ? statement() + "; " : "")value == 1 ? K : L }"
      : random.pick(Grammar.cellClasses)
    let arrow = random.pick(["~>", "~>", "!~>", "<~"])
    return "bind \(path()) \(arrow) \(random.pick(["t.rows", "t.rows", path()])) each \(chosen)"
      + name()
  }

  // MARK: Expressions

  mutating func path() -> String {
    var path: String
    switch random.next(16) {
    case 0: path = "self"
    case 1: path = "t.rows[\(random.next(2))]"
    case 2: path = "sender"
    case 3: path = "\(random.pick(Grammar.objects)).x[0]"
    default: path = random.pick(Grammar.objects)
    }
    for _ in 0...random.next(3) / 2 { path += "." + random.pick(Grammar.properties) }
    switch random.next(24) {
    case 0, 1: path += ".string"
    case 2: path += ".k.response.content"
    case 3: path += ".k.entry"
    case 4: path += ".viewModel"
    default: break
    }
    return path
  }

  mutating func expression() -> String {
    depth += 1
    defer { depth -= 1 }
    switch random.next(depth > 4 ? 11 : 17) {
    case 0...2: return String(random.next(5))
    case 3: return "value"
    case 4, 5: return path()
    case 6:
      return random.pick(["nil", "true", "\"s\"", "9223372036854775807", "0.5", "v", "w", "i", "n"])
    case 7: return random.pick(Grammar.objects)
    case 8: return "old"
    case 9: return random.pick(["change.kind", "change.index", "sender", "self", "t.rows", "1s"])
    case 10: return call()
    case 11: return "\(expression()) \(random.pick(["+", "-", "*", "/", "??", "==", "<"])) 1"
    case 12, 13: return "[\(expression()), \(expression())]"
    case 14: return "new \(random.pick(Grammar.classes + Grammar.cellClasses)) \(body())"
    case 15: return "\"\\(\(expression()))\""
    default: return "(\(expression()) == 1 ? \(expression()) : \(expression()))"
    }
  }

  mutating func block() -> String {
    depth += 1
    defer { depth -= 1 }
    var text = "{ "
    for _ in 0...random.next(2) { text += statement() + "; " }
    return text + (random.next(2) == 0 ? expression() : "") + " }"
  }

  // MARK: Declarations

  private mutating func body() -> String {
    var text = "{ "
    for _ in 0...random.next(3) { text += member() + "; " }
    return text + "}"
  }

  private mutating func member() -> String {
    let property = random.pick(Grammar.properties)
    switch random.next(15) {
    case 0...2: return "\(property) = \(expression())"
    case 3:
      let type = random.pick(["Int = 1", "Any", "Object?", "C?", "Number = 0", "List = []"])
      return "\(property): \(type)"
    case 4: return "computed \(property) = \(expression())"
    case 5: return "\(property) = 1 set \(block())"
    case 6: return random.pick(["default \(property)", "weak \(property)", "default e"])
    case 7: return "event e"
    case 8, 9: return "action \(random.pick(["f", "f", "g"]))\(parameters()) \(block())"
    case 10: return "action viewDidUpdateViewModel() \(block())"
    case 11: return command()
    case 12: return observer()
    case 13: return "bind viewModel \(random.pick(["~>", "!~>", "<>"])) \(property)"
    default: return binding()
    }
  }

  private mutating func command() -> String {
    "command k\(random.pick(["", "(n)"]))"
      + random.pick(["", " after 1s", " after \(duration())", " after \(expression())"])
      + " \(block())" + (random.next(3) == 0 ? " cancel \(block())" : "")
  }

  mutating func binding() -> String {
    let once = random.next(10) == 0 ? "once " : ""
    let left = random.next(6) == 0 ? "(\(expression()))" : end()
    var text = "bind \(once)\(left) \(random.pick(Grammar.arrows)) \(end())"
    for _ in 0..<random.next(6) / 3 {
      text += " | "
      text +=
        random.next(3) == 0 ? "\(block()) reverse \(block())" : random.pick(Grammar.transformers)
    }
    if random.next(8) == 0 { text += " transform \(block())" }
    if random.next(6) == 0 { text += " observe \(block())" }
    return text + name()
  }

  mutating func end() -> String {
    switch random.next(12) {
    case 0: "\(path()).e"
    case 1: "\(path()).f"
    case 2: "\(path()).k"
    default: path()
    }
  }

  private mutating func name() -> String {
    guard random.next(3) == 0 else { return "" }
    return random.pick([" as m", " as m", " kept by a", " kept by b as m", " kept by nobody"])
  }

  private mutating func declared() -> String {
    random.next(3) == 0 ? ": " + random.pick(Grammar.classes) : ""
  }
}

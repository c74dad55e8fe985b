/// Makes statements that mostly have a meaning, over few names so that they meet.
struct Grammar {
  var random: Random
  private var depth = 0

  init(random: Random) { self.random = random }

  private static let objects = ["a", "b", "c", "d"]
  private static let properties = ["x", "y", "z", "p", "q"]
  private static let classes = ["C", "D", "UILabel"]
  private static let arrows = ["~>", "<~", "<>", "!~>", "<~!", "<!>"]
  private static let transformers = ["Negate", "Not", "ToString", "ToInt", "T", "U", "!T"]

  mutating func statement() -> String {
    depth += 1
    defer { depth -= 1 }
    switch random.next(depth > 3 ? 12 : 30) {
    case 0...3: return "\(path()) = \(expression())"
    case 4: return "\(path()) += 1"
    case 5: return "silent \(path()) = \(expression())"
    case 6: return "print \(expression())"
    case 7: return "release \(path())"
    case 8: return random.pick(["unbind all", "unbind #1", "unbind m", "unbind a", "unbind #2"])
    case 9: return "throw \"t\""
    case 10: return "\(path()).append(\(expression()))"
    case 11: return random.pick(["let v = ", "var w = ", "w = "]) + expression()
    case 12...14: return binding()
    case 15: return "observe \(random.pick(["", "initial "]))\(path()) \(block())\(name())"
    case 16, 17: return "object \(random.pick(Grammar.objects))\(declared()) \(body())"
    case 18: return "class \(random.pick(Grammar.classes))\(declared()) \(body())"
    case 19: return "extend \(path()) \(body())"
    case 20:
      return "transformer \(random.pick(["T", "U"])) { forward \(block()) reverse \(block()) }"
    case 21: return "batch \(block())"
    case 22: return "if \(expression()) \(block()) else \(block())"
    case 23: return "repeat \(random.next(4)) \(block())"
    case 24: return "for i in \(expression()) \(block())"
    case 25: return "expect error \(block())"
    case 26: return semantics()
    case 27: return random.pick(["rebind m to \(path()), \(path())", "transform m \(block())"])
    case 28: return "expect \(expression()) == \(expression())"
    default:
      return random.pick([
        "cycles", "graph", "bindings", "observers", "objects", "show a", "explain #1", "trace full",
        "trace last", "reset", "help bind", "turn.outcome", "turn.cycle", "trace on", "trace off",
      ])
    }
  }

  private mutating func path() -> String {
    var path = random.next(12) == 0 ? "self" : random.pick(Grammar.objects)
    for _ in 0...random.next(3) / 2 { path += "." + random.pick(Grammar.properties) }
    if random.next(12) == 0 { path += ".string" }
    return path
  }

  private mutating func expression() -> String {
    depth += 1
    defer { depth -= 1 }
    switch random.next(depth > 4 ? 9 : 14) {
    case 0...2: return String(random.next(5))
    case 3: return "value"
    case 4, 5: return path()
    case 6:
      return random.pick(["nil", "true", "\"s\"", "9223372036854775807", "0.5", "v", "w", "i"])
    case 7: return random.pick(Grammar.objects)
    case 8: return "old"
    case 9: return "\(expression()) \(random.pick(["+", "-", "*", "/", "??", "==", "<"])) 1"
    case 10: return "[\(expression()), \(expression())]"
    case 11: return "new \(random.pick(Grammar.classes)) \(body())"
    case 12: return "\"\\(\(expression()))\""
    default: return "(\(expression()) == 1 ? \(expression()) : \(expression()))"
    }
  }

  private mutating func block() -> String {
    depth += 1
    defer { depth -= 1 }
    var text = "{ "
    for _ in 0...random.next(2) { text += statement() + "; " }
    return text + (random.next(2) == 0 ? expression() : "") + " }"
  }

  private mutating func body() -> String {
    var text = "{ "
    for _ in 0...random.next(3) {
      let property = random.pick(Grammar.properties)
      switch random.next(8) {
      case 0...2: text += "\(property) = \(expression()); "
      case 3:
        let type = random.pick(["Int = 1", "Any", "Object?", "C?", "Number = 0"])
        text += "\(property): \(type); "
      case 4: text += "computed \(property) = \(expression()); "
      case 5: text += "\(property) = 1 set \(block()); "
      case 6: text += random.pick(["default \(property); ", "weak \(property); "])
      default: text += binding() + "; "
      }
    }
    return text + "}"
  }

  private mutating func binding() -> String {
    let once = random.next(10) == 0 ? "once " : ""
    let left = random.next(6) == 0 ? "(\(expression()))" : path()
    var text = "bind \(once)\(left) \(random.pick(Grammar.arrows)) \(path())"
    for _ in 0..<random.next(6) / 3 {
      text += " | "
      text +=
        random.next(3) == 0 ? "\(block()) reverse \(block())" : random.pick(Grammar.transformers)
    }
    if random.next(8) == 0 { text += " transform \(block())" }
    if random.next(6) == 0 { text += " observe \(block())" }
    return text + name()
  }

  private mutating func name() -> String { random.next(4) == 0 ? " as m" : "" }

  private mutating func declared() -> String {
    random.next(3) == 0 ? ": " + random.pick(Grammar.classes) : ""
  }

  private mutating func semantics() -> String {
    let knob = random.pick([
      "equal = drop", "equal = drop-simple", "equal = pass", "lock = no", "lock = yes",
      "write = break", "write = refuse", "write = keep", "death = either", "error = stop",
      "error = go-on", "error = undo", "beyond = stand", "limit = 5", "limit = 20",
    ])
    return "semantics s\(random.next(3)): \(random.pick(["bind", "kvo", "s0", "s1"])) { \(knob) }"
  }
}

import TestSupport

/// A random network of bindings and observers, most of which the engine serves in loops of its own where
/// nothing is traced, and step by step where something is.
///
/// Some networks have only formulas; the others also have transformers, computed properties, lists,
/// two-way bindings and batches. Bindings lead to objects with higher numbers, so that values settle.
struct FormulaNetwork {
  private var random: SeededRandom
  private let count: Int
  /// Whether there is more than formulas.
  private let isMixed: Bool

  init(seed: Int, isMixed: Bool = false) {
    random = SeededRandom(seed: seed)
    count = 3 + random.below(6)
    self.isMixed = isMixed
  }

  private mutating func pick(_ choices: [String]) -> String { choices[random.below(choices.count)] }

  /// A property with a number, of an object before the one with that number.
  private mutating func number(below limit: Int) -> String {
    "o\(random.below(limit))." + (isMixed ? pick(["v", "v", "v", "c", "n"]) : "v")
  }

  private mutating func expression(below limit: Int) -> String {
    var text = number(below: limit)
    for _ in 0..<random.below(5) {
      let term = random.chance(70) ? number(below: limit) : pick(["1", "2", "-3", "0.5"])
      text += pick([" + ", " + ", " + ", " - ", " * "]) + term
    }
    return random.chance(50) ? "(\(text)) % 1003" : text
  }

  private mutating func binding() -> String {
    let target = 1 + random.below(count - 1)
    if isMixed, random.chance(60) { return mixedBinding(to: target) }
    let source = number(below: target)
    if random.chance(10) { return "observe \(source) { seen.n += 1 }" }
    if random.chance(50) { return "bind (\(expression(below: target))) ~> o\(target).v" }
    let block = pick(["value + 1", "value + 1", "value - 4", "-value", "value * 0.5 + 0.5"])
    return "bind \(source) ~> o\(target).v" + (random.chance(70) ? " | { \(block) }" : "")
  }

  private mutating func mixedBinding(to target: Int) -> String {
    let source = random.below(target)
    let stage = pick([
      "", " | Add(2)", " | Add(1) | !Add(3)", " | Low", " | Even", " | Text | ToInt",
    ])
    switch random.below(8) {
    case 0: return "bind o\(source).l ~> o\(target).l"
    case 1: return "bind o\(source).l ~> o\(target).l | { value.map { value + 1 } }"
    case 2: return "bind o\(source).v <> o\(target).v" + (random.chance(40) ? " | Add(1)" : "")
    case 3: return "bind (o\(source).l.count + o\(source).v) ~> o\(target).v"
    case 4: return "observe o\(source).l { seen.n += value.count; seen.last = change.kind }"
    case 5: return "observe o\(source).\(pick(["v", "c"])) { o\(target).v = value }"
    default:
      let arrow = pick(["~>", "~>", "!~>"])
      return "bind \(number(below: target)) \(arrow) o\(target).v\(stage)"
        + (random.chance(20) ? " observe { seen.last = value }" : "")
    }
  }

  private mutating func write() -> String {
    let object = random.below(count)
    if isMixed, random.chance(40) {
      return "o\(object).l"
        + pick([
          ".append(\(random.below(9)))", ".insert(7, at: 0)", "[0] = 4", " = [1, 2, 3]",
          ".remove(at: 0)",
        ])
    }
    let value = pick(["\(random.below(100))", "0.25", "9223372036854775807", "o1.v", "true"])
    return "o\(object).v = \(value)"
  }

  /// Declares the network, writes to it, and prints its values and what each turn did.
  mutating func script() -> String {
    var text = "object seen { n = 0; last = nil }\n"
    if isMixed {
      text += """
        transformer Add(n) { forward { value + n } reverse { value - n } }
        transformer Low { forward { min(value, 10) } }
        transformer Even { forward { if value % 2 == 1 { reject "odd" }; value } }
        transformer Text { forward { "\\(value)" } }

        """
    }
    for number in 0..<count {
      let more = isMixed ? "; l = [1, 2]; computed c = v + 1; computed n = l.count" : ""
      text += "object o\(number) { v = \(pick(["0", "1", "2.5"]))\(more) }\n"
    }
    for _ in 0..<(3 + random.below(10)) { text += binding() + "\n" }
    for _ in 0..<6 {
      if isMixed, random.chance(30) {
        text += "batch { " + (0..<3).map { _ in write() }.joined(separator: "; ") + " }\n"
      } else {
        text += write() + "\n"
      }
      text += "print turn.firings, turn.held, turn.depth, turn.writes, seen.n, seen.last\n"
      if isMixed, random.chance(50) { text += "wait\n" }
      let values = (0..<count).map { isMixed ? "o\($0).v, o\($0).c, o\($0).l" : "o\($0).v" }
      text += "print " + values.joined(separator: ", ") + "\n"
    }
    return text
  }
}

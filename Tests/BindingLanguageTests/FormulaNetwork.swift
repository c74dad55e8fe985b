import TestSupport

/// A random network of numbers whose bindings are formulas, which the engine evaluates in its loops where
/// nothing is traced, and step by step where something is.
///
/// Bindings lead to objects with higher numbers, so that values settle.
struct FormulaNetwork {
  private var random: SeededRandom
  private let count: Int

  init(seed: Int) {
    random = SeededRandom(seed: seed)
    count = 3 + random.below(6)
  }

  private mutating func pick(_ choices: [String]) -> String { choices[random.below(choices.count)] }

  private mutating func expression(below limit: Int) -> String {
    var text = "o\(random.below(limit)).v"
    for _ in 0..<random.below(5) {
      let term = random.chance(70) ? "o\(random.below(limit)).v" : pick(["1", "2", "-3", "0.5"])
      text += pick([" + ", " + ", " + ", " - ", " * "]) + term
    }
    return random.chance(50) ? "(\(text)) % 1003" : text
  }

  private mutating func binding() -> String {
    let target = 1 + random.below(count - 1)
    let source = "o\(random.below(target)).v"
    if random.chance(10) { return "observe \(source) { seen.n += 1 }" }
    if random.chance(50) { return "bind (\(expression(below: target))) ~> o\(target).v" }
    let block = pick(["value + 1", "value + 1", "value - 4", "-value", "value * 0.5 + 0.5"])
    return "bind \(source) ~> o\(target).v" + (random.chance(70) ? " | { \(block) }" : "")
  }

  /// Declares the network, writes to it, and prints its values and what each turn did.
  mutating func script() -> String {
    var text = "object seen { n = 0 }\n"
    for number in 0..<count { text += "object o\(number) { v = \(pick(["0", "1", "2.5"])) }\n" }
    for _ in 0..<(3 + random.below(10)) { text += binding() + "\n" }
    for _ in 0..<6 {
      let value = pick(["\(random.below(100))", "0.25", "9223372036854775807", "o1.v", "true"])
      text += "o\(random.below(count)).v = \(value)\n"
      text += "print turn.firings, turn.held, turn.depth, turn.writes, seen.n\n"
      text += "print " + (0..<count).map { "o\($0).v" }.joined(separator: ", ") + "\n"
    }
    return text
  }
}

import BindingEngine

/// Scripts that change the semantics, with statements in which the semantics differ.
extension Grammar {
  private static let knobs = Semantics.knobNames

  /// A semantics from here on: a preset, or one of the script's own.
  package mutating func semantics() -> String {
    if random.next(3) > 0 { return "semantics \(random.pick(Semantics.presets).name)" }
    let name = "s\(random.next(3))"
    return "semantics \(name): \(ownKnobs())\nsemantics \(name)"
  }

  mutating func comparing() -> String {
    var names: [String] = []
    for _ in 0..<random.next(4) { names.append(random.pick(Semantics.presets).name) }
    return "compare \(names.joined(separator: ", ")) \(block())"
  }

  /// A base and knobs that fit it. Knobs that are refused are covered by the parser's tests.
  private mutating func ownKnobs() -> String {
    let base = random.pick(Semantics.presets)
    for _ in 0..<20 {
      var knobs: [String: String] = [:]
      var semantics = base
      for _ in 0...random.next(4) {
        let knob = random.pick(Grammar.knobs)
        let words = Semantics.words(of: knob)
        let word = words.isEmpty ? random.pick(["1", "5", "20", "none"]) : random.pick(words)
        knobs[knob] = word
        try? semantics.set(knob, to: word)
      }
      if (try? semantics.validate()) == nil { continue }
      let settings = knobs.sorted { $0.key < $1.key }.map { "\($0.key) = \($0.value)" }
      return "\(base.name) { \(settings.joined(separator: "; ")) }"
    }
    return "\(base.name) { equal = pass }"
  }

  /// A small graph of bindings, computed properties and observers that write back, under a semantics
  /// that is chosen before or after it is made, and a turn that changes it.
  mutating func chain() -> String {
    var lines = [
      "object a { x = 1; y = 2; z; p = c; computed q = x + (y ?? 0) }",
      "object b { x = 0; y; z = 0; p = a; computed q = a.q + x }",
      "object c { x = 0; y = 1; computed z = b.q ?? 0; p; q = [1] }",
    ]
    for _ in 0...random.next(6) { lines.append(link()) }
    lines.insert(semantics(), at: random.next(lines.count + 1))
    lines.append("batch { \(happened()); \(happened()); \(happened()) }")
    lines.append(happened())
    lines.append(
      random.pick(["wait", "advance 1s", comparing(), semantics() + "\nwait", "cycles"]))
    return lines.joined(separator: "\n")
  }

  private mutating func link() -> String {
    let from = random.pick(["a.x", "b.x", "c.x", "a.y", "b.z", "a.q", "b.q", "a.p.x", "b.p.p.x"])
    let to = random.pick(["a.x", "b.x", "c.x", "b.y", "c.y", "b.z", "a.p.y", "b.p.z"])
    switch random.next(8) {
    case 0...2: return "bind \(from) ~> \(to)" + random.pick(["", " | { value + 1 }", " as m"])
    case 3: return "bind \(random.pick(["a.x", "b.x", "b.p.y"])) <> \(to)"
    case 4: return "observe \(from) { \(happened()) }"
    case 5: return "observe \(from) { if \(to) < 9 { \(to) += 1 }; \(happened()) }"
    case 6: return "transformer Late after 1s { forward { value } }\nbind \(from) ~> \(to) | Late"
    default: return random.next(2) == 0 ? binding() : observer()
    }
  }

  private mutating func happened() -> String {
    let object = random.pick(["a", "b", "c"])
    switch random.next(12) {
    case 0...3: return "\(object).\(random.pick(["x", "y", "z"])) = \(expression())"
    case 4: return "\(object).x += 1"
    case 5: return "\(object).p = \(random.pick(["a", "b", "c", "nil"]))"
    case 6: return "release \(object)"
    case 7: return random.pick(["unbind all", "unbind m", "unbind #1", "unbind a"])
    case 8: return random.pick(["throw \"t\"", "print a.q, b.q", "c.z"])
    case 9: return "after 1s { \(object).x = \(expression()) }"
    case 10: return "batch { \(object).x = \(expression()); \(object).y = c.z }"
    default: return statement()
    }
  }
}

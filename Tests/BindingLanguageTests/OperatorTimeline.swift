import TestSupport

/// Two sources, `a` and `b`, with what they tell and when, and operators on the way from `a` on. A tick
/// is 100 ms.
struct OperatorTimeline: Decodable, Sendable {
  struct Operator: Decodable, Sendable {
    enum Kind: String, Decodable, CaseIterable {
      case debounce, throttle, throttleFirst, delay, distinct, skip, even, inc, sum, merge, combine
      case withLatest, sample, `switch`
    }

    var kind: Kind
    /// A number of ticks or of values; 0 for a kind that has none.
    var count = 0

    init(_ kind: Kind, _ count: Int = 0) { (self.kind, self.count) = (kind, count) }

    init(from decoder: any Decoder) throws {
      var items = try decoder.unkeyedContainer()
      kind = try items.decode(Kind.self)
      if !items.isAtEnd { count = try items.decode(Int.self) }
    }
  }

  var seed: Int
  /// Pairs of a tick and a value.
  var a: [[Int]]
  var b: [[Int]]
  var ops: [Operator]

  /// A timeline that has no recording.
  init(seed: Int) {
    var random = SeededRandom(seed: seed)
    func values() -> [[Int]] {
      var tick = 1
      return (0..<(1 + random.below(12))).map { _ in
        defer { tick += random.chance(30) ? 0 : 1 + random.below(5) }
        return [tick, random.below(5)]
      }
    }
    self.seed = seed
    (a, b) = (values(), values())
    ops = (0..<(1 + random.below(3))).map { _ in
      Operator(
        Operator.Kind.allCases[random.below(Operator.Kind.allCases.count)], 1 + random.below(5))
    }
  }

  // MARK: As a script

  /// What makes the sources and the operators, and sets when the sources tell.
  var script: String {
    var lines = [
      "semantics bind",
      "transformer Sum(var total = 0) { forward { total += value; total } }",
      "transformer Answer(time) after time late drop { forward { value * 100 } }",
      "object a { event told }", "object b { event told; latest = nil }",
      "bind b.told !~> b.latest",
    ]
    var end = "a.told"
    for (position, step) in ops.enumerated() {
      let next = "x\(position).told"
      lines.append("object x\(position) { event told; a; b; isFresh = false }")
      lines += statements(of: step, from: end, to: "x\(position)")
      end = next
    }
    lines.append("on \(end) { print now(), value }")
    for (source, told) in [("a", a), ("b", b)] {
      lines += told.map { "after \($0[0] * 100)ms { fire \(source).told(\($0[1])) }" }
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private func statements(of step: Operator, from end: String, to box: String) -> [String] {
    let time = "\(step.count * 100)ms"
    func stage(_ text: String) -> [String] { ["bind \(end) !~> \(box).told | \(text)"] }
    return switch step.kind {
    case .debounce: stage("Debounce(\(time))")
    case .throttle: stage("Throttle(\(time))")
    case .throttleFirst: stage("ThrottleFirst(\(time))")
    case .delay: stage("Delay(\(time))")
    case .distinct: stage("Distinct")
    case .skip: stage("Skip(\(step.count))")
    case .even: stage("{ if value % 2 != 0 { reject \"it is odd\" }; value }")
    case .inc: stage("{ value + 1 }")
    case .sum: stage("Sum")
    case .merge: ["bind \(end) !~> \(box).told", "bind b.told !~> \(box).told"]
    case .combine:
      [
        "bind \(end) !~> \(box).a", "bind b.told !~> \(box).b",
        "bind (\(box).a == nil || \(box).b == nil ? nil : \(box).a * 10 + \(box).b) !~> \(box).told"
          + " | { if value == nil { reject \"one has told nothing\" }; value }",
      ]
    case .withLatest:
      stage("{ if b.latest == nil { reject \"b has told nothing\" }; value * 10 + b.latest }")
    case .sample:
      [
        "on \(end) { \(box).a = value; \(box).isFresh = true }",
        "on b.told { if \(box).isFresh { \(box).isFresh = false; fire \(box).told(\(box).a) } }",
      ]
    case .switch: stage("Answer(\(time))")
    }
  }
}

/// Statements that take time: timers that set timers, late answers, executing commands, and changes
/// of their objects until then.
extension Grammar {
  mutating func timed() -> String {
    let object = random.pick(["a", "b"])
    var lines = [
      "transformer Late after \(duration()) { forward { \(disturbance()); value } }",
      "transformer Now after 0s { forward \(block()) }",
      "object a { x = 1; y; z; command k(n) after \(delay()) \(block()) cancel { \(disturbance()) } }",
      "object b { x = [1]; y = a; z; event e; command k after 1s { a.k.execute(1) } }",
    ]
    if random.next(2) == 0 { lines.append(semantics()) }
    for _ in 0...random.next(6) { lines.append(due(object)) }
    for _ in 0...random.next(3) {
      lines.append(
        random.pick([
          passing(), passing(), disturbance(), semantics(), "rewind", "replay", "rewind 3",
          "commands",
          "\(object).k.cancel()", "whatif { \(object).k.execute(2) }", statement(),
        ]))
    }
    return lines.joined(separator: "\n")
  }

  private mutating func delay() -> String {
    random.pick(["1s", "0s", "\(random.next(3))s", "a.z ?? 1s", "f()", "n"])
  }

  private mutating func due(_ object: String) -> String {
    switch random.next(9) {
    case 0:
      return "bind a.x ~> b.\(random.pick(["x", "z"])) | Late\(random.pick(["", " | Now"])) as m"
    case 1: return "bind a.y ~> a.z | Late each K"
    case 2: return "\(object).k.execute(\(expression()))"
    case 3: return "after 1s { \(disturbance()); after 1s { \(disturbance()) } }"
    case 4: return "bind b.e !~> a.k"
    case 5: return "observe \(object).k.status { \(disturbance()) }"
    case 6: return "a.x = \(expression())"
    case 7: return "after 0s { fire b.e(1); \(object).k.cancel() }"
    default: return "batch { a.x = 1; a.x = 2; \(object).k.execute(); \(disturbance()) }"
    }
  }
}

/// Events while an object is being made or extended: initial values, `set` blocks, class bodies and
/// cells that release, fail, or make more.
extension Grammar {
  mutating func making() -> String {
    let object = random.pick(Grammar.objects)
    let name = random.pick(["C", "D"])
    var lines = [
      "action f() { \(disturbance()); \(expression()) }",
      "class \(name) { \(parts()) }",
      "class K: UITableViewCell { \(parts()) }",
    ]
    switch random.next(6) {
    case 0: lines.append("object \(object): \(name) { \(parts()) }")
    case 1: lines.append("object \(object) { x = new \(name) { \(parts()) }; y = f() }")
    case 2:
      lines += ["object \(object) { x = 1; y; z }", "extend \(object) { \(parts()) }"]
    case 3:
      lines += [
        "object \(object) { x = [1, 2]; p; action g(n) { \(disturbance()) } }",
        "object t: UITableView", "bind \(object).x ~> t.rows each K",
        "\(object).x.append(\(expression()))",
      ]
    case 4:
      lines += [
        "object \(object) { x = 1 }",
        "observe \(object).x { extend \(object) { \(parts()) }; \(disturbance()) }",
        "\(object).x = 2",
      ]
    default:
      lines += ["object \(object) { x = 1 }", "\(object).x = new \(name) { \(parts()) }"]
    }
    for _ in 0..<random.next(3) { lines.append(random.next(2) == 0 ? disturbance() : statement()) }
    return lines.joined(separator: "\n")
  }

  /// Members of a body, most of them with something that disturbs.
  private mutating func parts() -> String {
    var parts: [String] = []
    for _ in 0...random.next(4) {
      let property = random.pick(Grammar.properties)
      switch random.next(10) {
      case 0: parts.append("\(property) = f()")
      case 1, 2: parts.append("\(property) = 1 set { \(disturbance()); \(expression()) }")
      case 3: parts.append("computed \(property) = \(expression())")
      case 4:
        parts.append("observe \(random.pick(["", "initial ", "prior "]))x { \(disturbance()) }")
      case 5: parts.append("bind x ~> \(property) | { \(disturbance()); value }")
      case 6: parts.append("action viewDidUpdateViewModel() { \(disturbance()) }")
      case 7: parts.append("\(property) = new \(random.pick(Grammar.classes))")
      case 8: parts.append("bind x !~> f\naction f(n) { \(disturbance()); 1 }")
      default: parts.append("\(property) = \(expression())")
      }
    }
    return parts.joined(separator: "; ").replacing("\n", with: "; ")
  }

  /// Statements that may end, fail or repeat the current work.
  mutating func disturbance() -> String {
    let object = random.pick(Grammar.objects)
    switch random.next(16) {
    case 0...2: return "release \(object)"
    case 3, 4: return "release self"
    case 5: return "release \(path())"
    case 6: return random.pick(["unbind all", "unbind m", "unbind \(object)"])
    case 7: return "throw \"t\""
    case 8: return "extend \(random.pick([object, "self"])) { computed q = x; p = f() }"
    case 9: return "let v = new \(random.pick(Grammar.classes)) { x = f() }"
    case 10: return random.pick(["f()", "\(object).f()", "\(object).g(1)"])
    case 11: return "batch { release \(object); \(object).x = 1; throw \"t\" }"
    case 12: return "after \(duration()) { release \(object) }"
    case 13: return "bind \(object).x ~> \(path())\(random.next(2) == 0 ? " as m" : "")"
    case 14: return "rebind m to \(path()), \(path())"
    default: return "\(path()) = \(expression())"
    }
  }
}

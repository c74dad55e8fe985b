/// Graphs that single statements seldom make: cycles, long chains, cells in cells, and names that are
/// declared again.
extension Grammar {
  mutating func shape() -> String {
    switch random.next(6) {
    case 0: return circle()
    case 1: return longChain()
    case 2: return cellsOfCells()
    case 3: return redeclared()
    case 4: return batches()
    default: return travelled()
    }
  }

  /// Computed properties that depend on each other only after a value changes.
  private mutating func circle() -> String {
    var lines = [semantics()]
    let other = random.pick(["self", "b"])
    lines += [
      "object b { x = true; computed y = x ? 1 : 2 }",
      "object a { x = \(random.pick(["true", "false"])); p = \(other)",
      "computed y = x ? 1 : (p.z ?? 0) + 1; computed z = y; computed q = z + \(expression()) }",
      "bind a.z ~> \(random.pick(["b.x", "a.p", "c.x"]))", "observe a.y \(block())",
      random.pick(["a.x = false", "a.p = a", "batch { a.x = false; a.p = a }"]),
      "print \(random.pick(["a.z", "a.y", "a.p.p.z", "a.q"]))", "a.x = true", "print a.z",
    ]
    return lines.joined(separator: "\n")
  }

  private mutating func longChain() -> String {
    let count = random.pick([3, 12, 40, 120])
    let ending = random.pick(["", " | { value + 1 }", " observe " + block()])
    return """
      class C { x = 0; p; bind p.x ~> x\(ending) }
      object a { x = 0 }
      var w = a
      repeat \(count) { w = new C { p = w } }
      \(semantics())
      a.x = \(expression())
      \(random.pick(["w.p.p = a", "release w.p.p", "bind w.x ~> a.x | { value + 1 }", "a.x += 1"]))
      \(random.pick(["a.x = 3", "cycles", "release a", "rewind 3", "whatif { a.x = 1 }"]))
      """
  }

  private mutating func cellsOfCells() -> String {
    let chosen = random.pick(["L", "K", "{ value == 1 ? L : K }"])
    let first = random.pick([
      "c.x.append(3)", "c.x = [1]", "a.x = [d, c]", "a.x.remove(at: 0)", "release c",
    ])
    let then = random.pick([
      "a.x.append(a)", "c.x.append(d)", "t.rows[0].viewModel = d", "release t.rows[0]", "release t",
    ])
    return """
      class L: UITableViewCell { z = new UILabel; bind viewModel ~> textLabel.text }
      class K: UITableViewCell {
      rows; x; bind viewModel.x ~> rows each \(chosen); observe rows \(block())
      }
      object c { x = [1, 2] }
      object d { x = [c, \(expression())] }
      object a { x = [c, d, \(expression())] }
      object t: UITableView
      bind a.x ~> t.rows each K
      \(first)
      \(then)
      \(random.pick(["a.x = []", "rewind 2", "d.x.insert(c, at: 0)", "unbind all"]))
      """
  }

  private mutating func redeclared() -> String {
    var lines: [String] = []
    for _ in 0...random.next(4) {
      lines.append(
        random.pick([
          "transformer T { forward \(block()) }", "action f(n) \(block())",
          "let v = \(expression())",
          "var v = \(expression())", "class C { \(random.pick(["x = 1", "y; action f() { 1 }"])) }",
          "object a { x = \(expression()) }", "object a: C", "semantics s0: kvo { equal = drop }",
          "transformer T after 1s { forward { value } }", "reset", "release a",
          "bind a.x ~> b.x | T as m", "v = 2", "rewind", "replay", "whatif { class D { x = 1 } }",
        ]))
    }
    return lines.joined(separator: "\n")
  }

  /// Errors while something is still due in the batch or the turn.
  private mutating func batches() -> String {
    """
    \(semantics())
    object a { x = 1; y = 0; z; computed q = x + y }
    object b { x = 0; y; z }
    bind a.x ~> b.x
    bind a.q ~> b.y
    observe b.x { \(disturbance()) }
    batch { a.x = 2; \(statement()); batch { a.y = \(expression()); \(disturbance()) }; throw "t" }
    print b.x, b.y
    expect error { batch { a.x = 5; \(disturbance()); b.x = 1; throw "t" } }
    a.x = 7
    """
  }

  /// A past to go back to, and statements there.
  private mutating func travelled() -> String {
    var lines = [making(), chain()]
    for _ in 0...random.next(5) {
      lines.append(
        random.pick([
          "rewind \(1 + random.next(6))", "replay", "replay 1", "rewind 1000", "rewind",
          "trace \(random.pick(["on", "off", "full", "brief", "last"]))", semantics(), comparing(),
          "whatif { \(disturbance()) }", "why a.x", "class D { x = 1 }", statement(), disturbance(),
        ]))
    }
    return lines.joined(separator: "\n")
  }
}

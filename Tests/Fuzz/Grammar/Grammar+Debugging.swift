/// Questions about turns, and statements that move between turns and stop in them.
extension Grammar {
  /// A statement of the debugger, for any place.
  mutating func debugging() -> String {
    switch random.next(12) {
    case 0...3: return question()
    case 4: return random.pick(["rewind", "rewind", "rewind 2", "rewind 1000", "rewind \(path())"])
    case 5: return random.pick(["replay", "replay", "replay 1", "replay 9"])
    case 6: return "whatif \(block())"
    case 7, 8: return breakpoint()
    case 9: return random.pick(["unbreak", "unbreak 1", "unbreak 2", "breakpoints"])
    case 10 where random.next(3) == 0:
      return random.pick(["watch \(expression())", "watch", "unwatch all", "unwatch \(end())"])
    case 10: return random.pick(["trace slow", "trace off", "trace full", walking()])
    default: return graph()
    }
  }

  /// Questions that are also allowed while a turn is stopped.
  package mutating func question() -> String {
    switch random.next(6) {
    case 0: return "why \(end())\(turn())"
    case 1: return "whynot \(end())"
    case 2: return "whynot \(end()) \(random.pick(["~>", "<~", "<>", "!~>"])) \(end())"
    case 3: return "blame \(end())\(turn())"
    case 4: return "history \(end())"
    default: return random.pick(["costs", "cycles", "show a", "explain #1", "bindings", graph()])
    }
  }

  mutating func breakpoint() -> String {
    let place = random.pick([
      end(), end(), "a", "#1", "#2", "on glitch", "on cycle", "on second-write", "on error",
    ])
    return "break \(place)" + (random.next(3) == 0 ? " if \(expression())" : "")
  }

  func walkWords() -> [String] { ["step", "next", "back", "where", "continue"] }

  mutating func walking() -> String { random.pick(walkWords()) }

  /// The lines typed while a turn is stopped.
  package mutating func stopped() -> String {
    switch random.next(10) {
    case 0...4: return walking()
    case 5, 6: return question()
    case 7: return expression()
    case 8: return random.pick(["", " ", "quit", "step; step", "}", "print {", "help step"])
    default: return random.next(2) == 0 ? debugging() : statement()
    }
  }

  private mutating func graph() -> String {
    let form = random.pick(["", "", "dot", "mermaid", "json", "svg"])
    return "graph \(form)\(random.next(2) == 0 ? " " + path() : "")"
  }

  private mutating func turn() -> String {
    random.next(3) == 0 ? " @ \(random.pick(["0", "1", "2", "5", "99"]))" : ""
  }

  /// A turn to ask about: the same graph with another past.
  mutating func debugged() -> String {
    var lines = [chain()]
    lines.insert(breakpoint(), at: random.next(2))
    for _ in 0...random.next(6) {
      lines.append(random.next(3) == 0 ? statement() : debugging())
    }
    return lines.joined(separator: "\n")
  }
}

import BindingEngine
import Interpreter
import Language
import Syntax
import TestSupport
import Testing

/// `depends = named`: formulas with choices, which follow also what the branch that was not taken names.
struct NamedSourcesTests {
  /// A random program of formulas that choose, without cycles: statements, and what prints all values.
  private static func program(_ seed: Int) -> (statements: [String], values: String) {
    var random = SeededRandom(seed: seed)
    let count = 3 + random.below(4)
    func name(below limit: Int) -> String {
      "o\(random.below(limit))." + (random.chance(60) ? "v" : "c")
    }
    func formula(below limit: Int) -> String {
      let (one, two, three) = (name(below: limit), name(below: limit), name(below: limit))
      return switch random.below(5) {
      case 0: "(\(one) % 2 == 0 ? \(two) : \(three) + 1)"
      case 1: "(\(one) > 4 && \(two) > 2 ? 1 : 0)"
      case 2: "(\(one) > 4 ? (\(two) % 3 == 0 ? \(three) : 7) : \(name(below: limit)))"
      case 3: "(\(one) + \(two))"
      default: "(\(one) % 2 == 1 || \(two) % 2 == 1 ? \(three) : 3)"
      }
    }
    var statements: [String] = []
    for number in 0..<count {
      let choice = number == 0 ? "v" : formula(below: number)
      statements.append("object o\(number) { v = \(random.below(9)); computed c = \(choice) }")
    }
    let bound = (1..<count).filter { _ in random.chance(60) }
    for target in bound.shuffled(using: &random) {
      statements.append("bind \(formula(below: target)) ~> o\(target).v")
    }
    let free = (0..<count).filter { !bound.contains($0) }
    for _ in 0..<8 {
      let place = free[random.below(free.count)]
      statements.append("o\(place).v = \(random.below(9))")
      if random.chance(40) { statements.append("print \(name(below: count))") }
    }
    let values = (0..<count).map { "o\($0).v, o\($0).c" }.joined(separator: ", ")
    return (statements, "print [\(values)]")
  }

  private func run(
    _ statements: [String], _ preset: Semantics, _ depends: Semantics.Depends
  ) throws -> (host: TextHost, session: Session) {
    var options = SessionOptions()
    options.semantics = preset
    options.semantics.depends = depends
    let host = TextHost()
    let session = Session(host: host, options: options)
    session.run(SourceFile(name: "t.bind", text: statements.joined(separator: "\n")))
    #expect(host.errors == [], "\(statements)")
    return (host, session)
  }

  /// The links of formulas that name a property which they do not follow.
  private func unfollowed(in session: Session) -> Int {
    let count = session.core.pointee.properties.count
    return (1..<UInt32(count)).reduce(0) { $0 + session.linksNaming($1).count }
  }

  @Test(arguments: seeds(150))
  func `a formula follows all that it names and has the value of one that follows what it reads`(
    _ seed: Int
  ) throws {
    let (statements, values) = Self.program(seed)
    for preset in [Semantics.javafx, .bind, .knockout, .gobject] {
      let named = try run(statements + [values], preset, .named)
      let read = try run(statements + [values], preset, .read)
      #expect(
        named.host.output == read.host.output,
        "\(preset.name)\n\(statements.joined(separator: "\n"))")
      #expect(
        unfollowed(in: named.session) == 0, "\(preset.name)\n\(statements.joined(separator: "\n"))")
    }
  }

  @Test func `a formula that follows what it reads does not follow all that it names`() throws {
    let found = try (1...50).reduce(0) { sum, seed in
      let (statements, values) = Self.program(seed)
      return sum + unfollowed(in: try run(statements + [values], .javafx, .read).session)
    }
    #expect(found > 20)
  }

  @Test func `a formula that was evaluated before follows its names from its next evaluation on`()
    throws
  {
    let (host, session) = try run(
      [
        "object a { on = true; x = 1; y = 2 }", "object b { v = \"\" }; object n { runs = 0 }",
        "bind (a.on ? \"\\(a.x)\" : \"\\(a.y)\") ~> b.v", "observe b.v { n.runs += 1 }",
        "semantics mine: bind { depends = named }", "a.y = 5", "print n.runs", "semantics mine",
      ], .bind, .read)
    session.run(SourceFile(name: "u.bind", text: "a.x = 5\na.y = 6\nprint n.runs"))
    #expect(host.errors == [])
    #expect(host.output == "0\n2\n")
  }

  @Test func `what is untracked is not followed, and what a path leads to is followed as read`()
    throws
  {
    let statements = [
      "class Q { t = 1 }",
      "object a { x = 0; y = 0; q: Q? = new Q }",
      "object b { v = 0 }; object n { runs = 0 }",
      "bind (a.x > 0 ? untracked(a.y) : a.q.t) ~> b.v",
      "observe b.v { n.runs += 1 }",
    ]
    let steps = ["a.y = 3", "print n.runs", "a.q.t = 4", "print n.runs, b.v"]
    let (host, _) = try run(statements + steps, .bind, .named)
    #expect(host.output == "0\n1 4\n")
  }
}

extension Growth {
  /// Cases with many of something that only the language has.
  static var ofScripts: [Growth] {
    [
      Growth("computed", before: "object a { v = 0 }") { count in
        lines(count) { "object c\($0) { computed w = a.v + 1 }; c\($0).w" } + "a.v = 1"
      },
      Growth("transformers") { count in
        lines(count) { "transformer t\($0) { forward { value + 1 } }" }
      },
      Growth("transformed", before: "object a { v = 0 }") { count in
        lines(count) { "object c\($0) { w = 0 }; bind a.v ~> c\($0).w | { value + 1 }" } + "a.v = 1"
      },
      Growth("paths", before: "object a { b = nil }; object m { v = 1 }; a.b = m") {
        count in
        lines(count) { "object c\($0) { w = 0 }; bind a.b.v ~> c\($0).w" } + "a.b = nil; a.b = m"
      },
      Growth("objects") { count in lines(count) { "object o\($0) { v = \($0) }" } },
      // One block names 65,536 members at most.
      Growth("properties", most: 50_000) { count in
        "object o {\n" + lines(count) { "v\($0) = \($0)" } + "}"
      },
      Growth("classes") { count in lines(count) { "class K\($0) { v = 0 }" } },
      Growth("class-chain") { count in
        "class K0 { v = 0 }\n" + lines(count) { "class K\($0 + 1): K\($0) { }" }
          + "object o: K\(count)"
      },
      // Each class has something that its instances do, and a member that all of them name.
      Growth(name: "checked-class-chain") { count in
        let session = BenchSession()
        let text =
          "class K0 { v = 0; n = 0 }\n"
          + lines(count) { "class K\($0 + 1): K\($0) { observe v { n = value } }" }
        return { session.check(text) }
      },
      // What is kept of a turn must not depend on what has been declared.
      Growth(name: "remembered-turns") { count in
        let session = BenchSession(remembering: 1_000)
        session.run("object a { v = 0 }\n" + lines(count) { "class K\($0) { v = 0 }" })
        let text = lines(count) { "a.v = \($0)" }
        return { session.run(text) }
      },
      Growth("variables") { count in lines(count) { "let x\($0) = \($0)" } },
      Growth("actions") { count in lines(count) { "action f\($0)() { \($0) }" } },
      Growth("timers", before: "object c { n = 0 }") { count in
        lines(count) { "after \($0 * 7_919 % count + 1)ms { c.n += 1 }" } + "advance \(count)ms"
      },
      Growth("events", before: "object s { event e }; object c { n = 0 }") { count in
        lines(count) { _ in "on s.e { c.n += 1 }" } + "fire s.e()"
      },
      Growth(name: "cells") { count in
        let session = BenchSession()
        session.run(
          """
          class Cell { viewModel; text = 0; bind viewModel ~> text }
          object vm { items = [] }; object table { rows = [] }
          batch { repeat \(count) { vm.items.append(1) } }
          """)
        return { session.run("bind vm.items ~> table.rows each Cell") }
      },
      Growth("statements", before: "object a { v = 0 }") { count in
        lines(count) { "a.v = \($0)" }
      },
    ]
  }

  private init(
    _ name: String, before: String = "", most: Int = .max, _ script: @escaping (Int) -> String
  ) {
    self.init(name: name) { count in
      let session = BenchSession()
      session.run(before)
      let script = script(count)
      return { session.run(script) }
    }
    self.most = most
  }

  private static func lines(_ count: Int, _ line: (Int) -> String) -> String {
    var text = ""
    for number in 0..<count {
      text += line(number)
      text += "\n"
    }
    return text
  }
}

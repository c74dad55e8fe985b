extension ScriptGrowth {
  /// Shapes of scripts that once grew faster than they do.
  static var all: [ScriptGrowth] { ofTurns + ofChains + ofQuestions + ofValues + ofTools }

  private static func chain(_ count: Int, _ arrow: String) -> String {
    objects(count) + "for i in range(\(count - 1)) { bind l[i].x \(arrow) l[i+1].x }\n"
  }

  private static func objects(_ count: Int) -> String {
    "class N { x = 0; y = 0 }\nvar l = []\nrepeat \(count) { l.append(new N) }\n"
  }

  private static func lines(_ count: Int, _ line: (Int) -> String) -> String {
    (0..<count).map(line).joined(separator: "\n") + "\n"
  }

  /// What is on its way in a turn.
  private static var ofTurns: [ScriptGrowth] {
    let totals = ["bind", "gobject", "javafx", "knockout"].map { semantics in
      // Under Knockout a chain has at most 1,000 nested writes.
      ScriptGrowth(
        name: "running-total-\(semantics)", smallest: semantics == "knockout" ? 60 : 400,
        most: semantics == "knockout" ? 480 : .max,
        semantics: semantics
      ) { count in
        """
        class Row { amount = 1; prev; computed total = prev == nil ? amount : prev.total + amount }
        class Lab { text = 0 }
        var l = [new Row]
        var m = []
        for i in range(\(count)) { let q = l[i]
         l.append(new Row { prev = q }) }
        for i in range(\(count)) { m.append(new Lab)
         bind l[i].total ~> m[i].text }
        l[0].amount = 5

        """
      }
    }
    return totals + [
      ScriptGrowth(name: "observed-computed", smallest: 400) { count in
        """
        class V { prev; x = 1; computed v = prev == nil ? x : prev.v + 1 }
        var l = [new V]
        for i in range(\(count)) { let q = l[i]
         l.append(new V { prev = q }) }
        var c = 0
        for i in range(\(count)) { observe l[i].v { c += 1 } }
        l[0].x = 5

        """
      },
      ScriptGrowth(name: "two-way-reversed", smallest: 400) { count in
        objects(count)
          + "for i in range(\(count - 1)) { bind l[\(count - 2) - i].x <!> l[\(count - 1) - i].x }\n"
          + "l[0].x = 5\n"
      },
      ScriptGrowth(name: "glitchy-sums", smallest: 3_000) { count in
        objects(count) + """
          object z { x = 0 }
          for i in range(\(count)) { bind z.x !~> l[i].x
           bind (l[i].x + z.x) !~> l[i].y }
          z.x = 7

          """
      },
      ScriptGrowth(
        name: "sum-of-bound", smallest: 200, isSquare: "the sum is evaluated at each change"
      ) { count in
        objects(count) + """
          object s { x = 1 }
          for i in range(\(count)) { bind s.x !~> l[i].x }
          object z { items = []; computed c = items.map { value.x }.sum }
          z.items = l
          s.x = 5

          """
      },
      ScriptGrowth(name: "batch-qt", smallest: 6_000, semantics: "qt", script: batch),
      ScriptGrowth(name: "batch-gobject", smallest: 6_000, semantics: "gobject", script: batch),
    ]
  }

  private static func batch(_ count: Int) -> String {
    objects(count) + """
      for i in range(\(count)) { bind l[i].x !~> l[i].y }
      batch { for i in range(\(count)) { l[i].x = 7 } }

      """
  }

  /// Cycles, and chains that are too long.
  private static var ofChains: [ScriptGrowth] {
    [
      ScriptGrowth(
        name: "edges-back", smallest: 60, isSquare: "each warning names the whole cycle"
      ) { count in
        chain(count, "!~>") + "for i in range(\(count - 1)) { bind l[i+1].x !~> l[0].x }\n"
      },
      ScriptGrowth(name: "all-bound-to-all", smallest: 1) { count in
        objects(count)
          + "for i in range(\(count)) { for j in range(\(count)) { if i != j {"
          + " bind l[i].x !~> l[j].x } } }\n"
      },
      ScriptGrowth(name: "chain-too-long", smallest: 400) { count in
        "semantics short: kvo { limit = \(count) }\n" + chain(count + 10, "!~>")
          + "expect error \"limit\" { l[0].x = 7 }\n"
      },
      ScriptGrowth(name: "cycles-two-way", smallest: 600) { chain($0, "<!>") + "cycles\n" },
    ]
  }

  /// Questions about turns.
  private static var ofQuestions: [ScriptGrowth] {
    [
      ScriptGrowth(name: "blame", smallest: 12_500) { count in
        objects(count) + """
          object s { x = 1 }
          for i in range(\(count)) { bind l[i].x !~> s.x }
          batch { for i in range(\(count)) { l[i].x = 7 } }
          blame s.x

          """
      },
      ScriptGrowth(name: "rewind", smallest: 600, arguments: ["--journal", "100000"]) { count in
        "object a { x = 0 }\n" + lines(count) { "a.x = \($0 + 1)" } + lines(count) { _ in "rewind" }
      },
      ScriptGrowth(name: "rewind-replay", smallest: 300, arguments: ["--journal", "100000"]) {
        count in
        "object a { x = 0 }\n" + lines(count) { "a.x = \($0 + 1)" }
          + lines(count) { _ in "rewind\nreplay" }
      },
      ScriptGrowth(name: "why", smallest: 500, arguments: ["--journal", "100000"]) { count in
        "object a { x = 0 }\n" + lines(count) { "a.x = \($0 + 1)\nwhy a.x\ncosts\nblame a.x" }
      },
      ScriptGrowth(name: "whatif", smallest: 1_500) { count in
        "object a { x = 0 }\n" + lines(count) { "whatif { a.x = \($0) }" }
      },
      ScriptGrowth(name: "watch", smallest: 300) { count in
        "object a {\n" + lines(count) { "x\($0) = 0" } + "}\n" + lines(count) { "watch a.x\($0)" }
      },
    ]
  }

  /// Objects and values.
  private static var ofValues: [ScriptGrowth] {
    [
      ScriptGrowth(name: "extend", smallest: 300) { count in
        "object o { x = 0 }\n" + lines(count) { "extend o { p\($0) = 0 }" }
      },
      ScriptGrowth(name: "notifications", smallest: 600) { count in
        lines(count) { "on notification N\($0) { value }" }
      },
      ScriptGrowth(name: "computed-of-one", smallest: 6_000) { count in
        "object o { x = 0\n" + lines(count) { "computed c\($0) = x + \($0)" } + "}\no.x = 1\n"
      },
      ScriptGrowth(name: "characters", smallest: 6_000) { count in
        """
        let s = "é".repeated(\(count))
        var c = 0
        for i in range(\(count)) { if s[i] == "a" { c += s.count } }

        """
      },
      ScriptGrowth(name: "queue", smallest: 3_000) { count in
        "var q = range(\(count)).map { value }\nrepeat \(count) { q = q.dropFirst(1) }\n"
      },
      ScriptGrowth(name: "class-chain", smallest: 500) { count in
        "class K0 { v = 0 }\n" + lines(count) { "class K\($0 + 1): K\($0) { p\($0) = 0 }" }
      },
    ]
  }

  /// Subcommands, and the prompt.
  private static var ofTools: [ScriptGrowth] {
    [
      ScriptGrowth(name: "typed-list", smallest: 1_200, arguments: ["-i"], isTyped: true) { count in
        "let l = [\n" + lines(count) { "\($0)," } + "0]\n"
      },
      ScriptGrowth(
        name: "check-markdown", smallest: 500, arguments: ["check"], file: "bench.md"
      ) { count in
        "# Blocks\n\n" + lines(count) { "```bind new\nobject a { x = \($0) }\nprint a.x\n```\n" }
      },
      ScriptGrowth(name: "check-fix", smallest: 3_000, arguments: ["check", "--fix"]) { count in
        "object a { width = 0 }\n" + lines(count) { _ in "a.widht = 1" }
      },
      ScriptGrowth(
        name: "report", smallest: 500, arguments: ["report", "-o", "/dev/null"],
        isSquare: "a page has each property after each turn"
      ) { count in
        objects(count) + "object z { x = 0 }\n"
          + "for i in range(\(count)) { bind z.x !~> l[i].x }\nz.x = 1\nz.x = 2\n"
      },
    ]
  }
}

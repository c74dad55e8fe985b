/// Questions about causes, answered from the remembered turns.
extension StatementWord {
  static let debugging: [StatementWord] = [
    StatementWord(
      word: "why",
      parse: behind { $0.parseCause(.why, "why", from: $1) },
      follows: { $0.isEmpty ? [.values] : [.word("@ ", "after a turn")] },
      summary: "says what caused the value of a property",
      syntax: "why PATH [@ TURN]",
      explanation: """
        It shows the chain from the statement through each binding, transformer, observer and
        call to the write that set the value, and what else was read on the way. '@ 4' asks
        about the value after turn 4. Turns are remembered in the REPL, and while traced.
        """,
      example: """
        object vm { name = "Kim" }
        object label: UILabel
        bind vm.name ~> label | Uppercase
        trace on
        vm.name = "Bo"
        why label.text
        """),
    StatementWord(
      word: "whynot",
      parse: behind { $0.parseWhyNot(from: $1) },
      follows: Offer.ofWay,
      summary: "says why a change did not reach a property",
      syntax: """
        whynot PATH
        whynot PATH ARROW PATH
        """,
      explanation: """
        It follows the bindings upstream from the property and names the place where the last
        change stopped: no path, a lock, an equal value, nil in a key path, an error, 'unbind',
        a silent write, an answer that is not due yet. Two paths ask about the path between
        them.
        """,
      example: """
        object vm { name = "Kim" }
        object label: UILabel
        bind vm.name ~> label
        trace on
        silent vm.name = "Bo"
        whynot label.text
        whynot vm.name ~> label.text
        """),
    StatementWord(
      word: "blame",
      parse: behind { $0.parseCause(.blame, "blame", from: $1) },
      follows: { $0.isEmpty ? [.values] : [.word("@ ", "after a turn")] },
      summary: "lists what wrote a property in a turn",
      syntax: "blame PATH [@ TURN]",
      explanation: """
        For the last turn that wrote it, or the one given: each writer in order with its value,
        which value stayed, and the bindings that could have written it but did not.
        """,
      example: """
        object a { x = 1 }
        object b { x = 2 }
        object c { x = 0 }
        bind a.x ~> c.x
        observe a.x { c.x = value * 10 }
        trace on
        a.x = 5
        blame c.x
        """),
    StatementWord(
      word: "history",
      parse: behind { $0.add(.history, from: $1, a: $0.parseAskedPath("history")) },
      follows: { $0.isEmpty ? [.values] : [] },
      summary: "lists the values of a property turn by turn",
      syntax: "history PATH",
      explanation: """
        Each value is shown with the turn and what wrote it. Numbers have a bar, scaled between
        the smallest and the largest. At a prompt, 'history' alone lists what was typed, and
        'history 20' the last 20 statements.
        """,
      example: """
        object vm { count = 0 }
        trace on
        vm.count = 3
        vm.count = 5
        history vm.count
        """),
    StatementWord(
      word: "costs",
      parse: alone(.costs),
      follows: { _ in [] },
      summary: "counts firings",
      syntax: "costs",
      explanation: """
        It lists bindings, observers and computed properties by their firings in all remembered
        turns, with the writes that changed nothing, the firings held back and the glitches.
        """,
      example: """
        object vm { name = "Kim" }
        object label: UILabel
        bind vm.name ~> label
        trace on
        vm.name = "Bo"
        costs
        """),
    StatementWord(
      word: "watch",
      parse: behind { $0.parseWatch(from: $1) },
      summary: "shows values after each turn that changes one of them",
      syntax: "watch [EXPR[, EXPR]...]",
      explanation: """
        Each value is evaluated at once and after every turn, 'rewind' and 'replay'. If one has
        changed, all are shown in one line, below the trace. On a terminal that line stays just
        above the prompt. Without a value it shows what is watched. 'bindlab watch FILE' runs a
        script again when it changes.
        """,
      example: """
        object vm { name = "Kim" }
        object label: UILabel
        bind vm.name ~> label
        watch vm.name, label.text
        vm.name = "Bo"
        """),
    StatementWord(
      word: "unwatch",
      parse: behind { $0.parseUnwatch(from: $1) },
      follows: first(.word("all", "everything that is watched"), .expression),
      summary: "stops showing values that are watched",
      syntax: "unwatch EXPR[, EXPR]...\nunwatch all",
      explanation: """
        The values are named as they were in 'watch', which lists them when it stands alone.
        'unwatch all' stops showing all of them, and so does 'reset'.
        """,
      example: """
        object vm { name = "Kim" }
        watch vm.name, vm.name.count
        unwatch vm.name.count
        vm.name = "Bo"
        """),
  ]
}

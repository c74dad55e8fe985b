/// Words of later versions: parsed, so that one clear message can be given, and not listed.
extension StatementWord {
  static let later: [StatementWord] = [
    StatementWord(
      word: "rewind", since: .later,
      summary: "goes back to the state some turns ago",
      syntax: "rewind [TURNS]",
      explanation: """
        Values, declarations, bindings and the clock are put back.
        'replay' goes forward again.
        """,
      example: """
        object vm { name = "Kim" }
        vm.name = "Bo"
        rewind 1
        """),
    StatementWord(
      word: "replay", since: .later,
      summary: "goes forward again after rewind",
      syntax: "replay",
      explanation: """
        The turns that were put back are run again.
        It ends where 'rewind' began.
        """,
      example: "replay"),
    StatementWord(
      word: "whatif", since: .later,
      summary: "shows a turn without running it",
      syntax: "whatif { … }",
      explanation: """
        The block runs, its trace is shown, and all is put back.
        Nothing of it counts.
        """,
      example: """
        object vm { name = "Kim" }
        whatif { vm.name = "Bo" }
        """),
    StatementWord(
      word: "step", since: .later,
      summary: "goes on to the next hop",
      syntax: "step",
      explanation: """
        After a breakpoint it lets the propagation do one hop.
        'help break' says how to set one.
        """,
      example: "step"),
    StatementWord(
      word: "next", since: .later,
      summary: "goes on to the next hop of the same depth",
      syntax: "next",
      explanation: """
        After a breakpoint it passes over what the hop sets off.
        'help break' says how to set one.
        """,
      example: "next"),
    StatementWord(
      word: "back", since: .later,
      summary: "goes back one hop",
      syntax: "back",
      explanation: """
        After a breakpoint it undoes the last hop.
        'help break' says how to set one.
        """,
      example: "back"),
    StatementWord(
      word: "continue", since: .later,
      summary: "goes on to the next breakpoint",
      syntax: "continue",
      explanation: """
        The propagation goes on until it stops again or ends.
        'help break' says how to set one.
        """,
      example: "continue"),
    StatementWord(
      word: "where", since: .later,
      summary: "shows where a propagation has stopped",
      syntax: "where",
      explanation: """
        The hops from the statement to the place are listed
        with their values.
        """,
      example: "where"),
  ]
}

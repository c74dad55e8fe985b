/// Words that go back and forth among the turns.
extension StatementWord {
  static let travelling: [StatementWord] = [
    StatementWord(
      word: "rewind",
      parse: behind { $0.add(.rewind, from: $1, a: $0.parseCount()) },
      summary: "goes back some turns",
      syntax: "rewind [TURNS]",
      explanation: """
        Values, declarations, bindings, commands, the clock and what is due become what they
        were so many turns ago, 1 by default. What was printed stays. 'replay' goes forward
        again. The REPL and scripts that ask questions remember 1000 turns; --journal N
        changes that.
        """,
      example: """
        object vm { name = "Kim" }
        vm.name = "Bo"
        vm.name = "Ann"
        rewind 2
        vm.name
        """),
    StatementWord(
      word: "replay",
      parse: behind { $0.add(.replay, from: $1, a: $0.parseCount()) },
      summary: "goes forward again after 'rewind'",
      syntax: "replay [TURNS]",
      explanation: """
        It restores so many of the turns that were rewound, or all of them. Nothing runs or
        prints a second time. A new turn discards what was rewound.
        """,
      example: """
        object vm { name = "Kim" }
        vm.name = "Bo"
        rewind
        replay
        vm.name
        """),
    StatementWord(
      word: "whatif",
      parse: behind { $0.parseWhatIf(from: $1) },
      summary: "shows what a block would do, without doing it",
      syntax: "whatif { … }",
      explanation: """
        The block runs as one turn, its trace is shown, and everything is rolled back: values,
        numbers of bindings and turns, the clock. Nothing is printed and no file is written.
        """,
      example: """
        object vm { name = "Kim" }
        object label { text = "" }
        bind vm.name ~> label.text
        whatif { vm.name = "Bo" }
        label.text
        """),
  ]
}

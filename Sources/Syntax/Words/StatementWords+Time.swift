/// Words that go back and forth among the turns.
extension StatementWord {
  static let travelling: [StatementWord] = [
    StatementWord(
      word: "rewind",
      parse: behind { $0.add(.rewind, from: $1, a: $0.parseCount()) },
      summary: "goes back to the state some turns ago",
      syntax: "rewind [TURNS]",
      explanation: """
        Values, declarations, bindings, commands, the clock and what is due are put back by
        so many turns, 1 if none is said; what was printed stays printed. 'replay' goes
        forward again. The REPL remembers 1000 turns, and so does a script that asks;
        --journal N says how many.
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
      summary: "goes forward again after rewind",
      syntax: "replay [TURNS]",
      explanation: """
        What was put back is there again, so many turns of it or all. Nothing is run or
        printed a second time. Once something new is done, what was put back is gone.
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
      summary: "shows what a block would do, and leaves no trace of it",
      syntax: "whatif { … }",
      explanation: """
        The block runs as one turn, its trace is shown, and all is as it was: values, numbers
        of bindings and turns, the clock. Nothing is printed and no file is written.
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

/// Words that stop in the middle of a turn, and go on from there.
extension StatementWord {
  static let breaking: [StatementWord] = [
    StatementWord(
      word: "breakpoints",
      parse: alone(.breakpoints),
      summary: "lists the breakpoints",
      syntax: "breakpoints",
      explanation: """
        Each with its number, for 'unbreak', and what it stops at.
        'help break' says how to set one.
        """,
      example: """
        object vm { name = "Kim" }
        break vm.name
        breakpoints
        """),
    StatementWord(
      word: "unbreak",
      parse: behind { $0.parseUnbreak(from: $1) },
      follows: { _ in [.word("all", "every breakpoint"), .breakpoints] },
      summary: "takes a breakpoint away",
      syntax: "unbreak NUMBER\nunbreak all",
      explanation: """
        The number is the one that 'break' gave and 'breakpoints' lists.
        Turns are stopped there no more.
        """,
      example: """
        object vm { name = "Kim" }
        break vm.name
        unbreak 1
        """),
    walking(
      .step, "goes on to the next event of a turn that is stopped",
      """
      Each line of the full trace is an event: a write, a firing, a stage of a
      transformer, what is held or dropped. Behind the last one the turn is over.
      """),
    walking(
      .next, "goes on to the next firing of a turn that is stopped",
      """
      A firing is that of a binding, an observer or a 'computed' property; what lies
      between is passed over. Behind the last one it goes to the end of the turn.
      """),
    walking(
      .back, "goes one event back in a turn that is stopped",
      """
      The values are those of that moment again, for every question.
      'step' and 'next' lead forward as before.
      """),
    walking(
      .continue, "goes on to the next breakpoint of a turn that is stopped",
      """
      Where none is met the turn is over, and the prompt is the ordinary one again.
      """),
    walking(
      .where, "shows the chain that is running where a turn is stopped",
      """
      From the statement, with its place, through every write and firing that led to the
      event, each below the one that brought it about.
      """),
  ]

  private static func walking(
    _ walk: WalkWord, _ summary: String, _ text: String
  ) -> StatementWord {
    let word = "\(walk)"
    return StatementWord(
      word: word, parse: behind { $0.add(.walk, from: $1, flags: walk.rawValue) },
      summary: summary, syntax: word,
      explanation: text + "\n'help break' says how to stop.",
      // A script is never stopped: it prints where it stands, and goes on.
      example: """
        object vm { name = "Kim" }
        object label { text = "" }
        bind vm.name ~> label.text
        break label.text
        vm.name = "Bo"
        \(word)
        """)
  }
}

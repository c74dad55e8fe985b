/// Words that stop in the middle of a turn, and continue it.
extension StatementWord {
  static let breaking: [StatementWord] = [
    StatementWord(
      word: "breakpoints",
      parse: alone(.breakpoints),
      summary: "lists the breakpoints",
      syntax: "breakpoints",
      explanation: """
        Each with its number, for 'unbreak', and where it stops. 'help break' says how to set
        one.
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
      summary: "removes a breakpoint",
      syntax: "unbreak NUMBER\nunbreak all",
      explanation: """
        The number is the one that 'break' printed and 'breakpoints' lists. Turns no longer
        stop there.
        """,
      example: """
        object vm { name = "Kim" }
        break vm.name
        unbreak 1
        """),
    walking(
      .step, "moves to the next event of a stopped turn",
      """
      Each line of the full trace is an event: a write, a firing, a stage of a
      transformer, something held back or dropped. After the last one the turn is over.
      """),
    walking(
      .next, "moves to the next firing of a stopped turn",
      """
      A binding, an observer or a computed property fires; the events between are skipped.
      After the last firing it goes to the end of the turn.
      """),
    walking(
      .back, "moves one event back in a stopped turn",
      """
      Questions are then answered with the values of that moment. 'step' and 'next' go
      forward again.
      """),
    walking(
      .continue, "moves to the next breakpoint of a stopped turn",
      """
      If there is none, the turn finishes, and the normal prompt comes back. Inside of a loop,
      'continue' is a statement: it goes on with the next round ('help for').
      """),
    walking(
      .where, "shows the chain of causes where a turn is stopped",
      """
      From the statement, with its place, through every write and firing that led to the
      event, each below its cause.
      """),
  ]

  private static func walking(
    _ walk: WalkWord, _ summary: String, _ text: String
  ) -> StatementWord {
    let word = walk.text
    return StatementWord(
      word: word,
      parse: behind {
        walk == .continue
          ? $0.parseContinue(from: $1) : $0.add(.walk, from: $1, flags: walk.rawValue)
      },
      summary: summary, syntax: word,
      explanation: text + "\n'help break' says how to stop.",
      // A script never stops: it prints where it would stop, and continues.
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

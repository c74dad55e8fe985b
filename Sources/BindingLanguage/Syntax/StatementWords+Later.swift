/// Words of later versions: parsed, so that one clear message can be given, and not listed.
extension StatementWord {
  static let later: [StatementWord] = [
    StatementWord(
      word: "why", since: .later,
      summary: "says what caused the value of a property",
      syntax: "why PATH",
      explanation: """
        The chain of writes and firings is shown back to the statement
        that began it.
        """,
      example: """
        object vm { name = "Kim" }
        why vm.name
        """),
    StatementWord(
      word: "whynot", since: .later,
      summary: "says what keeps a value from arriving",
      syntax: "whynot PATH [ARROW PATH]",
      explanation: """
        What holds it is named: no binding, a lock, nil on the way,
        an equal value.
        """,
      example: """
        object vm { name = "Kim" }
        whynot vm.name
        """),
    StatementWord(
      word: "blame", since: .later,
      summary: "lists who writes to a property",
      syntax: "blame PATH",
      explanation: """
        Each binding and statement that has written it is listed
        with its place.
        """,
      example: """
        object vm { name = "Kim" }
        blame vm.name
        """),
    StatementWord(
      word: "history", since: .later,
      summary: "lists the values of a property turn by turn",
      syntax: "history PATH",
      explanation: """
        Each value is shown with the turn that wrote it.
        'rewind' goes back to one.
        """,
      example: """
        object vm { name = "Kim" }
        history vm.name
        """),
    StatementWord(
      word: "costs", since: .later,
      summary: "says who fired how often",
      syntax: "costs",
      explanation: """
        Bindings and observers are listed by the number of firings,
        the busiest first.
        """,
      example: "costs"),
  ]
}

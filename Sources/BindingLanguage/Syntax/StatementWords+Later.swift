/// Words of later versions: parsed, so that one clear message can be given, and not listed.
extension StatementWord {
  static let later: [StatementWord] = [
    StatementWord(
      word: "action", since: .later,
      summary: "declares something an object can be told to do",
      syntax: "action NAME(PARAMETER, …) { … }",
      explanation: """
        In a body it is a method of the object, which it sees as 'self', with its
        members by bare name. Outside it belongs to no object.
        """,
      example: """
        object vm { name = "Kim"; action rename(to) { name = to } }
        vm.rename("Bo")
        expect vm.name == "Bo"
        """),
    StatementWord(
      word: "event", place: .body, since: .later,
      summary: "declares something that happens to an object",
      syntax: "event NAME",
      explanation: """
        'fire' makes it happen, with a payload if wanted; 'on' runs a block each time.
        As the source of a binding it passes its payload.
        """,
      example: """
        object button { event pressed }
        on button.pressed { print value }
        fire button.pressed("once")
        """),
    StatementWord(
      word: "command", place: .body, since: .later,
      summary: "declares an action that takes time and can fail",
      syntax: "command NAME[(PARAMETER)] [after DURATION] { … } [cancel { … }]",
      explanation: """
        Its properties 'status', 'entry' and 'response' can be bound and observed.
        The body runs when it is due; 'throw' makes the command fail.
        """,
      example: """
        object vm { command save(entry) after 1s { "saved \\(entry)" } }
        vm.save.execute("draft")
        advance 1s
        expect vm.save.status == "succeeded"
        """),
    StatementWord(
      word: "on", since: .later,
      summary: "runs a block at each event",
      syntax: """
        on PATH { … } [as NAME]
        on notification NAME { … } [as NAME]
        """,
      explanation: """
        The block has 'sender' and 'value', the payload.
        With 'notification' it listens to 'post'.
        """,
      example: """
        object button: UIButton
        on button.onTouchUpInside { print "pressed" }
        fire button.onTouchUpInside
        """),
    StatementWord(
      word: "fire", since: .later,
      summary: "makes an event happen",
      syntax: "fire PATH[(PAYLOAD)]",
      explanation: """
        Blocks that 'on' made run, and bindings whose source the event is fire.
        It is one turn.
        """,
      example: """
        object button: UIButton
        on button.onTouchUpInside { print "pressed" }
        fire button.onTouchUpInside
        """),
    StatementWord(
      word: "post", since: .later,
      summary: "posts a notification",
      syntax: "post NAME[(PAYLOAD)]",
      explanation: """
        A notification belongs to no object. One that nobody hears is told.
        It is one turn.
        """,
      example: """
        on notification PrintDone { print value }
        post PrintDone("ok")
        """),
    StatementWord(
      word: "advance", since: .later,
      summary: "lets virtual time pass",
      syntax: "advance DURATION",
      explanation: """
        What falls due in that time runs, each timer as one turn.
        There is no other clock.
        """,
      example: """
        transformer Slow after 2s { forward { value } }
        object a { x = 1 }
        object b { y = 0 }
        bind a.x !~> b.y | Slow
        a.x = 2
        advance 2s
        expect b.y == 2
        """),
    StatementWord(
      word: "wait", since: .later,
      summary: "lets virtual time pass until nothing is due",
      syntax: "wait",
      explanation: """
        Timers run one after the other, each as one turn.
        One that starts another for ever is stopped.
        """,
      example: "wait"),
    StatementWord(
      word: "commands", since: .later,
      summary: "lists all commands with their status",
      syntax: "commands",
      explanation: """
        Each with its object, its status, what it was run with and what it answered.
        See 'help command'.
        """,
      example: "commands"),
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
    StatementWord(
      word: "compare", since: .later,
      summary: "runs a block under every semantics",
      syntax: "compare { … }",
      explanation: """
        What differs is shown side by side,
        and all is put back.
        """,
      example: """
        object vm { name = "Kim" }
        compare { vm.name = "Bo" }
        """),
    StatementWord(
      word: "coupling", since: .later,
      summary: "says how closely objects hang together",
      syntax: "coupling",
      explanation: """
        For each pair of objects the bindings between them are counted.
        See 'help graph'.
        """,
      example: "coupling"),
  ]
}

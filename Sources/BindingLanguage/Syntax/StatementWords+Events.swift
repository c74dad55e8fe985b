/// What happens, is called and takes time: events, actions, commands, notifications, the clock.
extension StatementWord {
  static let events: [StatementWord] = [
    StatementWord(
      word: "action",
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
      word: "event", place: .body,
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
      word: "command", place: .body,
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
      word: "on",
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
      word: "fire",
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
      word: "post",
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
      word: "after",
      summary: "runs a block at a later time of the virtual clock",
      syntax: "after DURATION { … }",
      explanation: """
        Time passes only by 'advance' and 'wait'; then the block runs, as one turn.
        What is due together runs in the order in which it was asked for.
        """,
      example: """
        object vm { status = "loading" }
        after 2s { vm.status = "loaded" }
        advance 2s
        expect vm.status == "loaded"
        """),
    StatementWord(
      word: "advance",
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
      word: "wait",
      summary: "lets virtual time pass until nothing is due",
      syntax: "wait",
      explanation: """
        Timers run one after the other, each as one turn.
        One that starts another for ever is stopped.
        """,
      example: "wait"),
  ]

  /// Questions about them.
  static let askingEvents: [StatementWord] = [
    StatementWord(
      word: "commands",
      summary: "lists all commands with their status",
      syntax: "commands",
      explanation: """
        Each with its object, its status, what it was run with and what it answered.
        See 'help command'.
        """,
      example: "commands"),
    StatementWord(
      word: "coupling",
      summary: "says how classes and objects know each other",
      syntax: "coupling",
      explanation: """
        For each two of them: directly, one way or both; through a delegate, which is a weak
        property; through a notification; through a binding only; or not at all.
        """,
      example: """
        object vm { name = "Kim" }
        object label: UILabel
        bind vm.name ~> label
        coupling
        """),
  ]
}

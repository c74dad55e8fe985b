/// Events, actions, commands, notifications and the clock.
extension StatementWord {
  static let events: [StatementWord] = [
    StatementWord(
      word: "action",
      parse: behind { $0.parseAction(from: $1) },
      summary: "declares something that an object can do",
      syntax: "action NAME([PARAMETER, …]) { … }",
      explanation: """
        In a body it belongs to the object, which is 'self' in the block; members can be named
        without 'self'. Outside any body it belongs to no object. Its value is that of its last
        expression, or of 'return'. A call is one turn; a call on nil does nothing. A binding
        whose target is an action calls it with the value.
        """,
      example: """
        object vm { name = "Kim"; action rename(to) { name = to; "now \\(name)" } }
        action twice(text) { text + text }
        print vm.rename(twice("Bo"))
        expect vm.name == "BoBo"
        """),
    StatementWord(
      word: "event",
      parse: nil,
      summary: "declares something that happens to an object",
      syntax: "event NAME",
      explanation: """
        An event has no value: 'fire' fires it, with a payload if wanted, and 'on' runs a
        block each time. As the source of a binding it passes its payload and needs an arrow
        with '!'; as a target it is fired with the value.
        """,
      example: """
        object button { event pressed }
        object log { last }
        on button.pressed { print "pressed", value }
        bind button.pressed !~> log.last
        fire button.pressed("once")
        expect log.last == "once"
        """),
    StatementWord(
      word: "command",
      parse: nil,
      follows: Offer.ofCommand,
      summary: "declares an action that takes time and can fail",
      syntax: """
        command NAME[(PARAMETER)] [enabled: CONDITION] [after DURATION] { … }
          [begin { … }] [cancel { … }]
        """,
      explanation: """
        'execute(x)' starts it; 'cancel()', 'finish(status)', 'finish(content, error, status)'
        end it. 'begin' runs at the start, the main block when the time is over; 'throw' makes
        it fail. It has 'entry', 'status' ("default", "executing", "succeeded", "failed",
        "cancelled": 'switch' takes them), 'response', a new one at each completion, with
        'content' and 'error', and 'enabled': if false, nothing is executed.
        """,
      example: """
        object vm { command save(text) after 1s { "saved \\(text)" } }
        vm.save.execute("draft")
        expect vm.save.status == "executing"
        advance 1s
        expect vm.save.response.content == "saved draft"
        object form { text = ""; command send() enabled: text != "" { "sent \\(text)" } }
        object button: UIButton
        bind form.send.enabled ~> button.enabled
        expect !button.enabled
        form.send.execute()
        expect form.send.status == "default"
        """),
    StatementWord(
      word: "on",
      parse: { $0.parseOn() },
      follows: {
        Offer.behindBlock($0)
          ?? first(.word("notification ", "handles what is posted"), .values)($0)
      },
      summary: "runs a block at each event or notification",
      syntax: """
        on PATH { … } [kept by PATH] [as NAME]
        on notification NAME { … } [kept by PATH] [as NAME]
        """,
      explanation: """
        The block has 'sender', the object, and 'value', the payload or nil. An object alone,
        or at the end of a path, means its default event; if another object takes its place,
        the block follows. With 'notification' it handles what 'post' posts. In a body it ends
        with its object. Use 'observe' for properties.
        """,
      example: """
        object button: UIButton
        on button.onTouchUpInside { print "pressed", value }
        fire button("hard")
        on notification PrintDone { print "printed", value }
        post PrintDone("page 1")
        """),
    StatementWord(
      word: "fire",
      parse: behind { $0.add(.fire, from: $1, a: $0.parsePath(), b: $0.parsePayload()) },
      summary: "fires an event",
      syntax: "fire PATH[(PAYLOAD)]",
      explanation: """
        The event's 'on' blocks run and its bindings fire, in the order in which they were
        made. An object alone, or at the end of a path, means its default event. It is one
        turn.
        """,
      example: """
        object button: UIButton
        on button.onTouchUpInside { print "pressed", value }
        fire button.onTouchUpInside
        fire button("hard")
        """),
    StatementWord(
      word: "post",
      parse: behind {
        $0.add(.post, from: $1, a: $0.parseName(of: "notification"), b: $0.parsePayload())
      },
      summary: "posts a notification",
      syntax: "post NAME[(PAYLOAD)]",
      explanation: """
        A notification belongs to no object and needs no declaration; 'on notification' handles
        it. The trace says when there is no handler. It is one turn.
        """,
      example: """
        on notification PrintDone { print "printed", value }
        post PrintDone("page 1")
        """),
    StatementWord(
      word: "after",
      parse: behind {
        $0.add(.after, from: $1, a: $0.parseHeadExpression(), b: $0.parseBlock(.kept))
      },
      summary: "runs a block at a later time of the virtual clock",
      syntax: "after DURATION { … }",
      explanation: """
        Time passes only by 'advance' and 'wait'. The block then runs as one turn, with copies
        of the locals around it. Blocks that are due at the same time run in the order in
        which they were set. What is still due when a script ends does not run.
        """,
      example: """
        object vm { status = "loading" }
        after 2s { vm.status = "loaded" }
        advance 1s
        expect vm.status == "loading"
        advance 1s
        expect vm.status == "loaded"
        """),
    StatementWord(
      word: "advance",
      parse: behind { $0.add(.advance, from: $1, a: $0.parseExpression()) },
      summary: "lets virtual time pass",
      syntax: "advance DURATION",
      explanation: """
        What is due in that time runs in order, each as one turn: blocks of 'after', commands,
        answers of asynchronous transformers. There is no other clock. It cannot be used in
        a block, because time passes only between turns. See 'help time'.
        """,
      example: """
        object lamp { on = true }
        after 1500ms { lamp.on = false }
        advance 1s
        expect lamp.on
        advance 1s
        expect !lamp.on
        """),
    StatementWord(
      word: "wait",
      parse: alone(.wait),
      summary: "lets virtual time pass until nothing is due",
      syntax: "wait",
      explanation: """
        What is due runs in order, each as one turn, and so does whatever these turns set for
        later. A chain of 10000 timers, each set by the one before, is stopped with an error.
        Like 'advance' it cannot be used in a block.
        """,
      example: """
        object egg { state = "raw" }
        after 3m { egg.state = "soft"; after 4m { egg.state = "hard" } }
        wait
        expect egg.state == "hard"
        """),
  ]

  /// Questions about them.
  static let askingEvents: [StatementWord] = [
    StatementWord(
      word: "commands",
      parse: alone(.commands),
      summary: "lists all commands with their status",
      syntax: "commands",
      explanation: """
        Each with its status, its last entry and its response. 'help command' says how to
        declare a command and what its status can be.
        """,
      example: """
        object vm { command save(text) after 1s { "saved \\(text)" } }
        vm.save.execute("draft")
        commands
        """),
    StatementWord(
      word: "coupling",
      parse: alone(.coupling),
      summary: "shows how classes and objects depend on each other",
      syntax: "coupling",
      explanation: """
        For each pair: directly, one way or both ways; through a delegate, which is a weak
        property; through a notification; through a binding or an observer outside of both;
        or not at all. An object of a declared class counts as its class. After the pairs
        come rings of objects that would keep each other alive where references are counted.
        """,
      example: """
        object vm { name = "Kim" }
        object label: UILabel
        bind vm.name ~> label
        coupling
        """),
  ]
}

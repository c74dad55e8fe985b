/// Statements that do something, and those that decide what is done.
extension StatementWord {
  static let doing: [StatementWord] = [
    StatementWord(
      word: "silent",
      parse: behind { $0.parseSilent(from: $1) },
      summary: "assigns without notifying",
      syntax: """
        silent PATH = EXPRESSION
        silent PATH += EXPRESSION  (also -= *= /= %=)
        """,
      explanation: """
        The value is stored directly, as if into an instance variable: no binding
        fires, no observer runs, and 'set' is skipped.
        """,
      example: """
        object vm { name = "Kim" }
        object label: UILabel
        bind vm.name ~> label
        silent vm.name = "Bo"
        expect label.text == "Kim"
        """),
    StatementWord(
      word: "release",
      parse: behind { $0.add(.release, from: $1, a: $0.parsePath()) },
      summary: "ends the life of an object",
      syntax: "release PATH",
      explanation: """
        References to it read nil from now on. Bindings that observe it end, objects that
        its own declaration made are released with it, and its pending answers and commands
        are dropped. It takes effect at once: a block that is running finishes, but
        listeners that are still waiting are not notified any more.
        """,
      example: """
        class Address { city = "Rome" }
        object vm { address = new Address }
        let address = vm.address
        release vm
        expect address == nil
        """),
    StatementWord(
      word: "batch",
      parse: behind { $0.add(.batch, from: $1, a: $0.parseBlock(.inner)) },
      summary: "makes several writes one turn",
      syntax: "batch { … }",
      explanation: """
        The statements in the block run in order, and are shown, counted and rolled back
        as one turn. Whether bindings wait for its end depends on the semantics.
        """,
      example: """
        object vm { first = "Kim"; last = "Lee" }
        batch {
          vm.first = "Ann"
          vm.last = "Bell"
        }
        expect turn.writes == 2
        """),
    StatementWord(
      word: "untracked",
      parse: behind { $0.add(.untracked, from: $1, a: $0.parseBlock(.inner)) },
      summary: "reads without following what is read",
      syntax: "untracked { … }",
      explanation: """
        In an effect, in the expression of a binding or of a 'computed' property, and in what
        these call, the block reads without following: a change of what it reads sets nothing
        off. It writes as any other block. In an expression, write untracked(EXPR).
        """,
      example: """
        object vm { count = 0; step = 1 }
        var runs = 0
        effect {
          vm.count
          untracked { runs += vm.step }
        }
        vm.step = 10
        vm.count = 1
        expect runs == 11
        """),
    StatementWord(
      word: "print", isReserved: true,
      parse: behind { $0.parsePrint(from: $1) },
      summary: "prints values",
      syntax: "print EXPRESSION, …",
      explanation: """
        The values are printed on one line with spaces between them, at once, even if the
        turn is rolled back later. A string is printed as it is, including control
        characters.
        """,
      example: """
        object vm { name = "Kim"; age = 3 }
        print "name:", vm.name, "age:", vm.age
        """),
    StatementWord(
      word: "throw", isReserved: true,
      parse: behind { $0.add(.throwStatement, from: $1, a: $0.parseExpression()) },
      summary: "fails with a message",
      syntax: "throw EXPRESSION",
      explanation: """
        The running statement fails, and its turn is rolled back if the semantics says so.
        'expect error' checks for it. In the block of a command, and in an action called
        there, it makes the command fail instead.
        """,
      example: """
        object vm { age = 3 }
        observe vm.age { if value < 0 { throw "no negative age" } }
        expect error "negative" { vm.age = -1 }
        expect vm.age == 3
        """),
    StatementWord(
      word: "reject",
      parse: { $0.parseReject() },
      summary: "refuses the value in a transformer: the target keeps its own",
      syntax: "reject EXPRESSION",
      explanation: """
        It ends this firing, and the turn goes on. The trace and 'whynot' show the reason, and
        'turn.rejected' counts it. 'throw' would make the turn fail. 'ToIntOrReject' and
        'ToDoubleOrReject' reject a value that is not a number; 'ToInt' gives nil for it.
        Outside of transformers, a call of a transformer that rejects fails.
        """,
      example: """
        transformer Age { forward { if value < 0 { reject "no negative age" } ; value } }
        object form { age = 3 }
        object vm { age = 0 }
        bind form.age ~> vm.age | Age
        form.age = -1
        expect vm.age == 3
        expect turn.rejected == 1
        """),
    StatementWord(
      word: "drop",
      parse: { $0.parseDrop() },
      summary: "ends an asynchronous request without an answer",
      syntax: "drop",
      explanation: """
        In the block of a transformer with 'after' it ends the request without a value, and
        the target keeps its value. In the block of a command it leaves the command executing
        until 'finish' or 'cancel' ends it. The trace shows that no answer came.
        """,
      example: """
        transformer Load after 1s { forward { if value == "" { drop } ; "\\(value).jpg" } }
        object vm { face = "ann" }
        object view: UIImageView
        bind vm.face ~> view.image | Load
        wait
        vm.face = ""
        wait
        expect view.image == "ann.jpg"
        """),
    StatementWord(
      word: "source",
      parse: behind { $0.add(.source, from: $1, a: $0.parseFileName()) },
      summary: "runs another script",
      syntax: "source \"FILE\"",
      explanation: """
        The name is relative to the file that contains the statement. The statements of
        the other file run as if they were written here.
        """,
      example: """
        // A missing file is an error.
        expect error { source "no-such-file.bind" }
        """),
    StatementWord(
      word: "expect", isReserved: true,
      parse: { $0.parseExpect() },
      follows: first(
        .word("error ", "the block must fail"), .word("no cycles", "except two-way bindings"),
        .word("settles ", "every turn of the block settles"),
        .word("quiet ", "the block sets nothing off"), .word("trace ", "its trace, as text"),
        .values),
      summary: "checks that something holds",
      syntax: """
        expect EXPRESSION ["MESSAGE"]
        expect error ["TEXT"] { … }
        expect no cycles
        expect settles [in N] { … }
        expect quiet { … }
        expect trace { … } "TRACE"
        """,
      explanation: """
        A failed check shows MESSAGE and the actual value and is counted; the script goes on,
        and bindlab then exits with status 1. With a block, the block must fail, with TEXT in
        its message; or settle, with at most N causes in a chain; or set nothing off; or have
        this trace. Turn numbers are not compared; '...' stands for any text, or alone for any
        lines, and {int} for a number.
        """,
      example: """
        object vm { age: Int = 3; next = 4 }
        bind vm.age ~> vm.next | { value + 1 }
        expect vm.age == 3
        expect error "Int" { vm.age = "x" }
        expect settles in 2 { vm.age = 4 }
        expect quiet { silent vm.age = 5 }
        expect no cycles
        """),
  ]

  static let control: [StatementWord] = [
    StatementWord(
      word: "if", isReserved: true,
      parse: { $0.parseIf() },
      summary: "runs a block if a condition holds",
      syntax: "if CONDITION { … } [else if CONDITION { … }] … [else { … }]",
      explanation: """
        The condition must be true or false; no other value counts as a Bool. 'else' stands
        on the same line as the '}' before it.
        """,
      example: """
        var size = "small"
        let width = 20
        if width > 100 { size = "large" } else if width > 10 { size = "medium" }
        expect size == "medium"
        """),
    StatementWord(
      word: "switch",
      parse: behind { $0.parseSwitch(from: $1) },
      summary: "runs the block of the case that a value is",
      syntax: "switch EXPRESSION { CASE, … { … } CASE(NAME, …) { … } [else { … }] }",
      explanation: """
        The value is a case of an 'enum'. Names in parentheses stand for what the case carries.
        'else' is for all other cases, and for nil. Without a block for the case, 'switch' does
        nothing; 'check' warns about that. At the end of the block of a transformer or function,
        its value is that of the chosen block.
        """,
      example: """
        enum Phase { idle, loading, failed(message) }
        function text(phase) {
          switch phase {
            failed(message) { "sorry: \\(message)" }
            else { "please wait" }
          }
        }
        expect text(Phase.failed("late")) == "sorry: late"
        """),
    StatementWord(
      word: "for", isReserved: true,
      parse: behind { $0.parseFor(from: $1) },
      summary: "runs a block for each element of a list",
      syntax: "for [INDEX,] NAME in LIST { … }",
      explanation: """
        The loop goes over the elements that the list has when it begins. 'range' makes a
        list of numbers. 'break' leaves the loop, 'continue' only the present round.
        """,
      example: """
        var sum = 0
        for i, x in [1, 2, 3] {
          if x == 2 { continue }
          sum += x * i
        }
        expect sum == 6
        """),
    StatementWord(
      word: "while", isReserved: true,
      parse: behind { $0.parseLoop(.whileStatement, from: $1) },
      summary: "runs a block as long as a condition holds",
      syntax: "while CONDITION { … }",
      explanation: """
        The condition is evaluated before each round. 'break' leaves the loop. Ctrl-C stops
        a loop that never ends.
        """,
      example: """
        var n = 1
        while n < 100 { n = n * 2 }
        expect n == 128
        """),
    StatementWord(
      word: "repeat", isReserved: true,
      parse: behind { $0.parseLoop(.repeatStatement, from: $1) },
      summary: "runs a block a number of times",
      syntax: "repeat COUNT { … }",
      explanation: """
        The count is evaluated once, before the first round. 'break' leaves the loop. With a
        count of 0 or less the block does not run.
        """,
      example: """
        var n = 0
        repeat 10 { n += 1 }
        expect n == 10
        """),
    StatementWord(
      word: "break",
      parse: { $0.parseBreak() },
      follows: { words in
        if words.last == "on" { return BreakOccasion.allCases.map { .word($0.word, "") } }
        let place: [Offer] = [.word("on ", "a glitch, a cycle, a second write, an error")]
        return words.isEmpty ? place + [.links, .values] : [.expression]
      },
      summary: "leaves a loop; with a place it stops a turn there",
      syntax: """
        break
        break (PATH | #NUMBER) [if EXPRESSION]
        break on (glitch | cycle | second-write | error)
        """,
      explanation: """
        Alone it ends the innermost loop; to leave another block use 'return'. With a place it
        sets a breakpoint: each turn that gets there stops. Questions are then answered with
        the values of that moment, and 'step', 'next', 'back', 'where' and 'continue' move on.
        What the turn prints appears later. A script prints where it stopped, and goes on.
        """,
      example: """
        var found = 0
        for x in [3, 8, 5] {
          if x > 5 {
            found = x
            break
          }
        }
        expect found == 8
        """),
    StatementWord(
      word: "return", isReserved: true,
      parse: { $0.parseReturn() },
      summary: "leaves a block, with or without a value",
      syntax: "return [EXPRESSION]",
      explanation: """
        It can be used in the blocks of actions, transformers, 'set', observers and so on.
        Without it, the value of a block is that of its last expression.
        """,
      example: """
        transformer Size { forward { if value > 10 { return "large" } ; "small" } }
        object box { width = 20 }
        object label: UILabel
        bind box.width ~> label | Size
        expect label.text == "large"
        """),
  ]
}

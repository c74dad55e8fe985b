/// Statements that show something.
extension StatementWord {
  static let asking: [StatementWord] = [
    StatementWord(
      word: "show",
      parse: behind { $0.parseShow(from: $1) },
      summary: "shows an object or property and its connections",
      syntax: "show [PATH]",
      explanation: """
        It shows the properties of an object, with their types, bindings and observers. An
        expression alone on a line shows only its value.
        """,
      example: """
        object vm { name = "Kim" }
        object label: UILabel
        bind vm.name ~> label
        show vm
        show label.text
        """),
    StatementWord(
      word: "objects",
      parse: alone(.objects),
      summary: "lists all objects",
      syntax: "objects",
      explanation: """
        In the order in which they were made, each with its class and the values of its
        properties. 'show NAME' shows more of one.
        """,
      example: """
        object vm { name = "Kim"; age = 3 }
        object label: UILabel
        objects
        """),
    StatementWord(
      word: "bindings",
      parse: alone(.bindings),
      summary: "lists all bindings",
      syntax: "bindings",
      explanation: """
        Each with its number, ends, arrow, transformers and name. 'explain #3' describes
        number 3 in a sentence.
        """,
      example: """
        object vm { name = "Kim" }
        object label: UILabel
        bind vm.name ~> label | Uppercase as title
        bindings
        """),
    StatementWord(
      word: "observers",
      parse: alone(.observers),
      summary: "lists all observers",
      syntax: "observers",
      explanation: """
        Each with its number, name and what it observes. Observers and bindings are numbered
        together, in the order in which they were made.
        """,
      example: """
        object vm { name = "Kim" }
        observe vm.name { print value } as printer
        observers
        """),
    StatementWord(
      word: "explain",
      parse: behind { $0.add(.explain, from: $1, a: $0.parseReference()) },
      follows: { _ in Offer.allLinks },
      summary: "describes a binding in a sentence",
      syntax: """
        explain #NUMBER
        explain NAME
        """,
      explanation: """
        The sentence names its ends, its direction, what happens to the values on the way,
        and since when the binding observes. Where the semantics notifies in the order of
        subscription, it also names those that listen to the same property, in that order.
        """,
      example: """
        object vm { name = "Kim" }
        object label: UILabel
        bind vm.name ~> label | Uppercase as title
        explain title
        """),
    StatementWord(
      word: "graph",
      parse: behind { $0.parseGraph(from: $1) },
      follows: { words in
        let formats = GraphFormat.allCases.dropFirst().map { Offer.word("\($0) ", $0.summary) }
        return (words.isEmpty ? formats : []) + [.values]
      },
      summary: "draws what is bound to what",
      syntax: "graph [dot | mermaid | svg | json] [PATH] [\"FILE\"]",
      explanation: """
        It draws all bindings as a tree; with PATH, only what leads to that object or property
        and what it leads to. '↺' marks a cycle, a double line what fired in the last traced
        turn. 'dot' is for Graphviz, 'mermaid' for Mermaid, 'json' for programs; 'svg' is a
        picture and needs Graphviz. With FILE the graph is written to that file.
        """,
      example: """
        object a { x = 1 }
        object b { x = 0 }
        object c { x = 0 }
        bind a.x ~> b.x
        bind b.x ~> c.x
        graph a.x
        """),
    StatementWord(
      word: "cycles",
      parse: alone(.cycles),
      summary: "lists the cycles among the bindings",
      syntax: "cycles",
      explanation: """
        Each is shown as a closed path with its kind, and with what a write to it would do
        under each semantics, which is tried and rolled back. A latent cycle closes when an
        expression takes another branch. For a two-way binding it names the first value that
        the transformers do not bring back unchanged: see 'help transformers'.
        """,
      example: """
        object a { x = 1 }
        object b { x = 0 }
        bind a.x ~> b.x
        bind b.x ~> a.x
        cycles
        """),
    StatementWord(
      word: "compare",
      parse: behind { $0.parseCompare(from: $1) },
      follows: { _ in [.semantics] },
      summary: "shows what a block would do under each semantics",
      syntax: "compare [NAME, …] { … }",
      explanation: """
        The block runs as one turn under each preset, or under the semantics named, followed
        by 'wait', and is rolled back each time. The results are shown side by side, with the
        values that differ and the first difference of two traces. 'outcome' and the counts are
        those of 'turn' ('help turn'); 'cycle' says how a cycle ended. What the block prints is
        hidden. 'compare' cannot be used in a block.
        """,
      example: """
        object a { x = 1 }
        observe a.x { if value < 5 { a.x += 1 } }
        compare bind, kvo { a.x = 2 }
        expect a.x == 1
        """),
    StatementWord(
      word: "trace",
      parse: behind { $0.parseTrace(from: $1) },
      follows: { _ in TraceWord.allCases.dropFirst().map { .word("\($0)", $0.summary) } },
      summary: "shows what each turn sets off",
      syntax: "trace [on | off | brief | full | flat | last | slow]",
      explanation: """
        A tree: each event stands below its cause, and what did not happen has its reason.
        A line out of the order of time begins with its number, such as '@7'. 'brief' has a
        line a turn, 'full' leaves out nothing, 'flat' has the events in order, 'last' shows
        the last turn again. With 'slow' each turn stops at its first event, and Enter goes
        on to the next. Alone it says what is chosen.
        """,
      example: """
        object a { x = 1 }
        object b { x = 0 }
        bind a.x ~> b.x
        trace on
        a.x = 2
        """),
    StatementWord(
      word: "save",
      parse: behind { $0.add(.save, from: $1, a: $0.parseFileName()) },
      summary: "saves what was typed as a script",
      syntax: "save \"FILE\"",
      explanation: """
        The statements of the session that had no error are written to the file in order, so
        running the file leads to the same state. They are laid out as by 'bindlab format'.
        """,
      example: """
        object vm { name = "Kim" }
        save "session.bind"
        """),
    StatementWord(
      word: "reset",
      parse: alone(.reset),
      summary: "forgets everything",
      syntax: "reset",
      explanation: """
        All declarations, bindings, variables and remembered turns are removed. The trace and
        the semantics are as at the start.
        """,
      example: """
        object vm { name = "Kim" }
        reset
        object vm { name = "new" }
        expect vm.name == "new"
        """),
    StatementWord(
      word: "help",
      parse: { $0.parseHelp() },
      follows: { $0.first == "semantics" ? [.semantics] : [.topics] },
      summary: "explains statements and topics",
      syntax: "help [TOPIC]\nhelp semantics NAME",
      explanation: """
        Alone it lists all statements and topics. A topic is a statement word, an arrow
        or operator, or one of: arrows transformers operators values paths blocks lists
        cells time prelude turn functions types. The words of BIND, Goo and other writings
        on binding are topics, too, with their counterparts here. 'help BIND' lists them.
        'help --seed' explains an option, 'help unknown name' the errors with these words.
        """,
      example: """
        help bind
        help ~>
        help TwoWay
        """),
    StatementWord(
      word: "version",
      parse: alone(.version),
      summary: "says which version of bindlab this is",
      syntax: "version",
      explanation: """
        The number is that of 'bindlab --version'. Write it in a comment of a script that
        depends on it.
        """,
      example: "version"),
    StatementWord(
      word: "quit",
      parse: alone(.quit),
      summary: "ends the session",
      syntax: "quit",
      explanation: """
        What is still due is dropped. In a script, the rest does not run. Ctrl-D on an empty
        line does the same.
        """,
      example: """
        print "last words"
        quit
        """),
  ]
}

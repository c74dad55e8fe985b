/// Statements that show something.
extension StatementWord {
  static let asking: [StatementWord] = [
    StatementWord(
      word: "show",
      parse: behind { $0.parseShow(from: $1) },
      summary: "shows an object or property with all that hangs on it",
      syntax: "show [PATH]",
      explanation: """
        An object is shown with its properties, their types, what they are bound to and
        who observes them. An expression alone on a line shows just its value.
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
        Each with its class and the values of its properties, in the order in which they
        were made. 'show NAME' tells more of one.
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
        Each with its number, its ends and arrow, its transformers and its name.
        'explain #3' says in a sentence what number 3 does.
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
        Each with its number, what it observes and its name. Observers and bindings are
        numbered together, in the order in which they were made.
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
      summary: "says in a sentence what a binding does",
      syntax: """
        explain #NUMBER
        explain NAME
        """,
      explanation: """
        The sentence names the ends, which way values pass, what happens to them on
        the way, and when the binding began to observe.
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
        The graph of all bindings as a tree, or only what reaches an object or property
        and what it reaches. '↺' marks a cycle, a double line what fired in the last
        traced turn. 'dot' is for Graphviz, 'mermaid' for Mermaid, 'json' for programs;
        'svg' is a picture, where Graphviz is installed. With FILE it is written there.
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
        Each as a closed path of bindings with its kind, and what a write to it would come
        to under each semantics, which is tried and put back. A latent cycle closes as soon
        as an expression takes a branch that it does not take now. Of a two-way binding it
        names the first value that does not come back through the transformers as it went;
        'help transformers'.
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
        The block is run as one turn under each preset, or under the semantics named, with
        'wait' after it, and put back each time. What the runs came to is shown side by
        side, with the values that differ and the place where two traces part. 'outcome'
        and the counts are those of 'turn' ('help turn'); 'cycle' says what became of a
        circle. What the block prints is hidden. It stands outside of other blocks.
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
      follows: { _ in TraceWord.allCases.dropFirst().map { .word("\($0)", "") } },
      summary: "shows what each turn sets off",
      syntax: "trace [on | off | brief | full | last | slow]",
      explanation: """
        The trace is a tree: each event stands below the one that caused it, with what
        did not happen and why. 'brief' leaves out details, 'full' leaves out nothing,
        'last' shows the last turn again. 'slow', where somebody types, stops each turn at
        its first event, and Enter goes on to the next. Alone it says what is chosen.
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
      summary: "writes what was typed to a file, as a script",
      syntax: "save \"FILE\"",
      explanation: """
        The statements of the session that had no error are written in their order, so
        that running the file leads to the same state. They get the layout that
        'bindlab format' gives to scripts.
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
        All declarations, bindings, variables and the turns so far are gone, as after a
        new start. The trace and the semantics are as at the beginning.
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
        on binding are topics, too: it says what each is here. 'help BIND' lists them.
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
        The number is that of 'bindlab --version'.
        Scripts are written for one version and say so in a comment.
        """,
      example: "version"),
    StatementWord(
      word: "quit",
      parse: alone(.quit),
      summary: "ends the session",
      syntax: "quit",
      explanation: """
        What is still due is dropped. In a script the rest is not run.
        Ctrl-D on an empty line does the same.
        """,
      example: """
        print "last words"
        quit
        """),
  ]
}

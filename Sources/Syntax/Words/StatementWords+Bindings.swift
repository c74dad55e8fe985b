/// Binding and observing.
extension StatementWord {
  static let bindings: [StatementWord] = [
    StatementWord(
      word: "bind", isReserved: true,
      parse: { $0.parseBind() },
      follows: Offer.ofBinding,
      summary: "binds two properties: changes of one set the other",
      syntax: """
        bind [once] LEFT ARROW RIGHT [| TRANSFORMER] …
             [each CELL] [transform { … }] [observe [initial] { … }]
             [kept by PATH] [as NAME]
        """,
      explanation: """
        The ends are key paths of any depth. An object alone means its default property, and
        an expression in parentheses can be a source. See 'help arrows', 'help transformers'
        and 'help cells'. 'transform { }' is the last to convert the value. 'observe { }' runs
        at each firing except the first; 'observe initial { }' then, too. 'kept by' names an
        object with which the binding ends, or 'nobody'. 'as' gives it a name.
        """,
      example: """
        object vm { name = "Kim" }
        object label: UILabel
        bind vm.name ~> label | Uppercase
        vm.name = "Hobbit"
        expect label.text == "HOBBIT"
        """),
    StatementWord(
      word: "unbind",
      parse: behind { $0.parseUnbind(from: $1) },
      follows: { _ in Offer.allLinks },
      summary: "removes a binding or observer",
      syntax: """
        unbind #NUMBER
        unbind NAME
        unbind OBJECT
        unbind all
        """,
      explanation: """
        Name a binding by its number, which 'bindings' shows, or by the name that 'as' gave
        it. With an object, all of its bindings are removed, and all that it keeps ('kept
        by'). Values stay as they are.
        """,
      example: """
        object vm { name = "Kim" }
        object label: UILabel
        bind vm.name ~> label as title
        unbind title
        vm.name = "Bo"
        expect label.text == "Kim"
        """),
    StatementWord(
      word: "rebind",
      parse: behind { $0.parseRebind(from: $1) },
      follows: { _ in Offer.allLinks },
      summary: "moves a binding to other ends",
      syntax: "rebind NAME to LEFT, RIGHT",
      explanation: """
        The binding keeps its arrow, transformers, number and name; values pass as if it were
        newly made. This is what a reused table cell does. An object alone keeps the path that
        the binding has there.
        """,
      example: """
        object first { name = "Ann" }
        object second { name = "Bo" }
        object label: UILabel
        bind first.name ~> label as title
        rebind title to second.name, label.text
        expect label.text == "Bo"
        """),
    StatementWord(
      word: "transform",
      parse: behind {
        $0.add(
          .transformBinding, from: $1, a: $0.parseReference(),
          b: $0.parseBlock(.converting(isLater: false)))
      },
      follows: { _ in Offer.allLinks },
      summary: "replaces a binding's transform block",
      syntax: "transform NAME { … }",
      explanation: """
        The block has 'sender' and 'value', the value after all transformers; its result is
        written to the target. The binding passes its value again at once.
        """,
      example: """
        object vm { name = "Kim" }
        object label: UILabel
        bind vm.name ~> label as title
        transform title { "<\\(value)>" }
        expect label.text == "<Kim>"
        """),
    StatementWord(
      word: "observe",
      parse: { $0.parseObserve() },
      follows: Offer.ofObserver,
      summary: "runs a block after each change of a property",
      syntax: "observe [initial [some] | prior] PATH { … } [kept by PATH] [as NAME]",
      explanation: """
        The block has 'sender', 'value', 'old' and 'change' ('help lists'). With 'initial' it
        also runs once now; with 'initial some' only if there is a value, now and for each new
        object on the key path. With 'prior' it also runs before each change: 'change.kind' is
        then "prior", and 'value' is still the old one. When an object on the key path is
        replaced, the observer follows. Use 'on' for events.
        """,
      example: """
        object vm { name = "Kim" }
        var seen = ""
        observe vm.name { seen = "\\(old) > \\(value)" }
        vm.name = "Bo"
        expect seen == "Kim > Bo"
        """),
    StatementWord(
      word: "effect",
      parse: behind { parser, start in
        let block = parser.parseBlock(.kept)
        let keeper = parser.parseKeeper()
        let name = parser.parseAs("effect")
        return parser.add(.effect, from: start, a: block, b: parser.list(name, keeper))
      },
      follows: { Offer.behindBlock($0) ?? [.expression] },
      summary: "runs a block now, and again when something that it has read changes",
      syntax: "effect { … } [kept by PATH] [as NAME]",
      explanation: """
        It follows each property that the block reads, also in actions and functions that it
        calls, and finds out again in each run what that is. What it reads in 'untracked' does
        not count. The knobs 'start', 'running' and 'inner' of the semantics say when it first
        runs, and what happens if it writes what it reads. 'unbind NAME' stops it.
        """,
      example: """
        object vm { name = "Kim"; isShown = true }
        var seen = ""
        effect { if vm.isShown { seen += vm.name } } as shown
        vm.name = "Bo"
        vm.isShown = false
        // Not read in the last run, so not followed any more.
        vm.name = "Ann"
        unbind shown
        expect seen == "KimBo"
        """),
  ]
}

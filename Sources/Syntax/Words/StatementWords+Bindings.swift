/// Binding and watching.
extension StatementWord {
  static let bindings: [StatementWord] = [
    StatementWord(
      word: "bind", isReserved: true,
      parse: { $0.parseBind() },
      follows: Offer.ofBinding,
      summary: "binds two properties, so that values pass by themselves",
      syntax: """
        bind [once] LEFT ARROW RIGHT [| TRANSFORMER] …
             [each CELL] [transform { … }] [observe [initial] { … }] [as NAME]
        """,
      explanation: """
        The ends are key paths of any depth; an object alone means its default property,
        and an expression in parentheses can be a source. See 'help arrows', 'transformers'
        and 'cells'. 'transform { }' works on the value last, 'observe { }' runs inside each
        firing but that of the first value, 'observe initial { }' inside that, too; 'as' gives
        the binding a name.
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
      summary: "undoes a binding or observer",
      syntax: """
        unbind #NUMBER
        unbind NAME
        unbind OBJECT
        unbind all
        """,
      explanation: """
        A binding is named by its number, as 'bindings' shows it, or by the name that
        'as' gave it. With an object, all of its bindings are undone.
        Values stay as they are.
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
        The binding keeps its arrow, its transformers, its number and its name; values
        pass as if it were made anew. This is what a reused table cell does. An object alone
        keeps the path that the binding has there.
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
        $0.add(.transformBinding, from: $1, a: $0.parseReference(), b: $0.parseBlock(.kept))
      },
      follows: { _ in Offer.allLinks },
      summary: "gives a live binding another transform block",
      syntax: "transform NAME { … }",
      explanation: """
        The block has 'sender' and 'value', which has been through the transformers, and
        gives back what is written. The binding assigns once more at once.
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
      syntax: "observe [initial [some] | prior] PATH { … } [as NAME]",
      explanation: """
        The block has 'sender', 'value', 'old' and 'change', which 'help lists' explains.
        With 'initial' it also runs once now, with 'initial some' only for a value, now and
        for each new object on the way; with 'prior' also before each change: 'change.kind'
        is "prior" then, and 'value' the one still there. It follows when an object on the
        way is replaced. An event is heard with 'on'.
        """,
      example: """
        object vm { name = "Kim" }
        var seen = ""
        observe vm.name { seen = "\\(old) > \\(value)" }
        vm.name = "Bo"
        expect seen == "Kim > Bo"
        """),
  ]
}

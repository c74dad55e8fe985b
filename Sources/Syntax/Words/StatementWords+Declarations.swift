/// What can be declared, at top level and in a body.
extension StatementWord {
  static let declarations: [StatementWord] = [
    StatementWord(
      word: "object",
      parse: behind { $0.parseObject(from: $1) },
      follows: { $0.last?.hasSuffix(":") == true ? [.classes] : [] },
      summary: "makes one object with its properties",
      syntax: "object NAME [: CLASS] [{ PROPERTY … }]",
      explanation: """
        'name = "Kim"' declares a property of any type, 'age: Int = 3' one that takes only Int.
        A name alone declares a property that is nil at first; '?' after a type allows nil.
        With ': CLASS' the object has the members of the class; the body adds or changes some.
        """,
      example: """
        object vm { name = "Kim"; age: Int = 3; nick: String? }
        object title: UILabel
        expect vm.name == "Kim"
        expect vm.nick == nil
        """),
    StatementWord(
      word: "class", isReserved: true,
      parse: behind { $0.parseClass(from: $1) },
      follows: { $0.last?.hasSuffix(":") == true ? [.classes] : [] },
      summary: "declares a kind of object",
      syntax: "class NAME [: SUPERCLASS, PROTOCOL, …] { MEMBER … }",
      explanation: """
        'object x: NAME' and 'new NAME' make objects of the class. A member is a property or
        begins with one of: computed default weak event action command bind observe on. A
        binding or observer is made for every object of the class. A class inherits all
        members of its superclass, and must have the actions of the protocols it names. Types
        can name classes and protocols that the same script declares later.
        """,
      example: """
        class Person { name: String = "Anon"; computed greeting = "Hi, \\(name)" }
        class Student: Person { school = "" }
        object ann: Student { name = "Ann" }
        expect ann.greeting == "Hi, Ann"
        """),
    StatementWord(
      word: "protocol",
      parse: behind { $0.parseProtocol(from: $1) },
      summary: "declares which actions an object must have",
      syntax: "protocol NAME { [optional] action NAME([PARAMETER, …]) … }",
      explanation: """
        A protocol can be the type of a property: 'weak delegate: WorkerDelegate?' takes any
        object that has these actions with the same numbers of parameters. Classes need not
        name it. A class that does, as in 'class Boss: WorkerDelegate', must have the actions.
        Assigning any other object is an error, which names what is missing.
        'PATH responds NAME' asks whether the object has an optional action.
        """,
      example: """
        protocol WorkerDelegate { action done(result); optional action failed(error) }
        class Worker {
          weak delegate: WorkerDelegate?
          action work(job) {
            delegate.done("\\(job) is done")
            if delegate responds failed { delegate.failed("no paper") }
          }
        }
        object ann: Worker
        object boss { report; action done(result) { report = result } }
        ann.delegate = boss
        ann.work("filing")
        expect boss.report == "filing is done"
        expect error "lacks done(result)" { ann.delegate = ann }
        """),
    StatementWord(
      word: "enum",
      parse: behind { $0.parseEnum(from: $1) },
      summary: "declares a type with a few values, its cases",
      syntax: "enum NAME { CASE [(NAME, …)], … }",
      explanation: """
        'Phase.idle' is a case as a value. A case can carry values: 'failed(message)' is made
        with 'Phase.failed("late")'. A property of the type takes no other values. 'switch'
        runs the block of a case. Two values are equal if they are the same case and carry
        equal values.
        """,
      example: """
        enum Phase { idle, loading, failed(message) }
        object vm { phase: Phase = Phase.idle }
        vm.phase = Phase.failed("late")
        expect vm.phase == Phase.failed("late")
        expect error "is Phase" { vm.phase = "done" }
        """),
    StatementWord(
      word: "extend",
      parse: behind { $0.add(.extend, from: $1, a: $0.parsePath(), b: $0.parseBody()) },
      summary: "adds members to an existing object",
      syntax: "extend PATH { MEMBER … }",
      explanation: """
        The members belong to this object alone: properties, events, actions and whatever else
        a body can have. Other objects of its class do not get them. A member that exists
        cannot be added again.
        """,
      example: """
        object vm { name = "Kim" }
        extend vm { title = "Dr" }
        expect vm.title == "Dr"
        """),
    StatementWord(
      word: "let", isReserved: true,
      parse: behind { $0.parseConstant(.letDeclaration, "constant", from: $1) },
      summary: "declares a constant",
      syntax: "let NAME = EXPRESSION",
      explanation: """
        The name stands for the value from here on. It cannot be assigned to, but it can be
        declared again. If it names an object, the object's properties can change. Inside a
        block it is local to the block.
        """,
      example: """
        class Person { name = "Anon" }
        let ann = new Person { name = "Ann" }
        ann.name = "Anna"
        expect ann.name == "Anna"
        """),
    StatementWord(
      word: "var", isReserved: true,
      parse: behind { $0.parseConstant(.varDeclaration, "variable", from: $1) },
      summary: "declares a variable",
      syntax: "var NAME = EXPRESSION",
      explanation: """
        Every block can read and assign a variable of the script. A variable is not a
        property: its changes notify nothing, so it cannot be bound or observed. Inside a
        block it is local to the block.
        """,
      example: """
        var count = 0
        object vm { name = "Kim" }
        observe vm.name { count += 1 }
        vm.name = "Bo"
        expect count == 1
        """),
    StatementWord(
      word: "transformer",
      parse: behind { $0.parseTransformer(from: $1) },
      follows: Offer.ofTransformer,
      summary: "declares how a binding converts values",
      syntax: """
        transformer NAME[(PARAMETER, …, var NAME = VALUE, …)] [after DURATION [late WORD]] {
          [forward { … }] [reverse { … }]
        }
        """,
      explanation: """
        Each block has the value as 'value'; its last expression is the result. 'reverse' runs
        on the way back. Parameters are given and evaluated once, in '| Clamp(0, 10)', or in
        a call of 'forward': 'Clamp(a.x, 0, 10)'. 'var' is a state of each binding. With 'after'
        the answer comes later, see 'help time'; 'late' (land, drop, replace, queue) says what
        happens to a value that still waits when a newer one comes.
        """,
      example: """
        transformer RPMToSpeed { forward { value / 100.0 } reverse { value * 100 } }
        object engine { rpm = 3000 }
        object gauge { speed = 0 }
        bind engine.rpm <> gauge.speed | RPMToSpeed
        expect gauge.speed == 30
        gauge.speed = 40
        expect engine.rpm == 4000
        transformer Times(factor) { forward { value * factor } }
        expect Times(5, 3) == 15
        transformer Sum(var total = 0) { forward { total += value; total } }
        object till { price = 5; sum = 0 }
        bind till.price ~> till.sum | Sum
        till.price = 2
        expect till.sum == 7
        """),
    StatementWord(
      word: "function",
      parse: behind { $0.parseAction(from: $1, isFunction: true) },
      summary: "declares a calculation that every expression can use",
      syntax: "function NAME([PARAMETER, …]) { … }",
      explanation: """
        Its value is that of its last expression, or of 'return'. It only gives a value: it
        can have 'let', 'var', 'if' and loops, but it writes no property and no variable
        outside, prints and fires nothing, and calls no action. A computed property that calls
        it follows what the function reads.
        """,
      example: """
        function average(a, b) { (a + b) / 2 }
        object box { width = 2.0; height = 4.0; computed mean = average(width, height) }
        expect box.mean == 3
        box.width = 6
        expect box.mean == 5
        """),
    StatementWord(
      word: "semantics",
      parse: behind { $0.parseSemantics(from: $1) },
      follows: { _ in [.semantics] },
      summary: "shows or chooses the rules of propagation",
      syntax: "semantics [NAME [: BASE] [{ KNOB = WORD … }]]",
      explanation: """
        Alone it shows the knobs. With a name it chooses a semantics; 'bind' is the default.
        With braces it makes a new one from another by setting knobs. The semantics changes
        between turns, never inside one.
        """,
      example: """
        semantics mine: bind { equal = drop }
        semantics mine
        object a { x = 1 }
        object b { y = 0 }
        bind a.x ~> b.y
        a.x = 1
        expect turn.firings == 0
        """),
  ]

  static let members: [StatementWord] = [
    StatementWord(
      word: "computed",
      parse: nil,
      summary: "declares a property that follows an expression",
      syntax: "computed NAME = EXPRESSION",
      explanation: """
        The value follows the properties that the expression reads. It can be bound and
        observed, but not assigned.
        """,
      example: """
        object box {
          width = 2
          height = 3
          computed area = width * height
        }
        box.width = 5
        expect box.area == 15
        """),
    StatementWord(
      word: "default",
      parse: nil,
      summary: "declares what an object's name means in 'bind' and 'fire'",
      syntax: "default NAME",
      explanation: """
        If 'text' is the default of 'label', 'bind name ~> label' binds to 'label.text'. If an
        event is the default of 'button', 'fire button' fires it. Classes inherit it.
        """,
      example: """
        class Field { text = ""; default text }
        object from: Field { text = "hello" }
        object to: Field
        bind from ~> to
        expect to.text == "hello"
        """),
    StatementWord(
      word: "weak",
      parse: nil,
      summary: "declares a property that does not own its object",
      syntax: "weak NAME [: TYPE] [= EXPRESSION]",
      explanation: """
        Releasing an object also releases the objects that its declaration made, but never
        one that a weak property refers to. When that object is released, the property
        reads nil.
        """,
      example: """
        object helper { busy = false }
        object vm { weak delegate }
        vm.delegate = helper
        release helper
        expect vm.delegate == nil
        """),
  ]
}

/// What can be declared, at top level and in a body.
extension StatementWord {
  static let declarations: [StatementWord] = [
    StatementWord(
      word: "object", isReserved: true,
      parse: behind { $0.parseObject(from: $1) },
      follows: { $0.last?.hasSuffix(":") == true ? [.classes] : [] },
      summary: "makes one object with its properties",
      syntax: "object NAME [: CLASS] [{ PROPERTY … }]",
      explanation: """
        A property given a value takes values of any type; 'age: Int = 3' takes only Int.
        One named alone is nil to begin with, and '?' after a type admits nil.
        With ': CLASS' the object has what the class has, and the body changes or adds to it.
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
      summary: "declares what a kind of object has",
      syntax: "class NAME [: SUPERCLASS] { MEMBER … }",
      explanation: """
        Objects of the class are made by 'object x: NAME' or 'new NAME'.
        A member is a property or begins with one of: computed default weak event action
        command bind observe on. A binding or observer is made for every object of the
        class. A class has all that its superclass has.
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
        It is a type of properties: 'weak delegate: WorkerDelegate?' takes any object that has
        the actions, with as many parameters; no class needs to say so. To assign another is
        an error, which names what is missing. Of an optional action 'responds' asks
        whether the object has it: 'PATH responds NAME' is true or false.
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
      word: "extend",
      parse: behind { $0.add(.extend, from: $1, a: $0.parsePath(), b: $0.parseBody()) },
      summary: "adds members to an object that exists",
      syntax: "extend PATH { MEMBER … }",
      explanation: """
        They are the object's own: properties, events, actions and what else a body can have.
        Others of its class do not get them. What it has already cannot be added again.
        """,
      example: """
        object vm { name = "Kim" }
        extend vm { title = "Dr" }
        expect vm.title == "Dr"
        """),
    StatementWord(
      word: "let", isReserved: true,
      parse: behind { $0.parseConstant(.letDeclaration, "constant", from: $1) },
      summary: "names a value that stays",
      syntax: "let NAME = EXPRESSION",
      explanation: """
        The name stands for the value from here on. An object that it names can change;
        what the name stands for cannot, but declaring it again replaces it.
        Inside a block it is local to the block.
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
      summary: "makes a variable",
      syntax: "var NAME = EXPRESSION",
      explanation: """
        Every block sees a variable of the script, and can assign to it. A variable is
        no property: nothing is told of its changes, so it cannot be bound or observed.
        Inside a block it is local to the block.
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
      summary: "declares how values change on their way through a binding",
      syntax: "transformer NAME [after DURATION] { [forward { … }] [reverse { … }] }",
      explanation: """
        Each block has the value as 'value' and gives back its last expression.
        'forward' runs along the arrow, 'reverse' on the way back in a two-way binding; to need
        one that is left out is an error when the binding is made. With 'after' it answers
        later, and goes one way only; 'help time' says more.
        """,
      example: """
        transformer RPMToSpeed { forward { value / 100.0 } reverse { value * 100 } }
        object engine { rpm = 3000 }
        object gauge { speed = 0 }
        bind engine.rpm <> gauge.speed | RPMToSpeed
        expect gauge.speed == 30
        gauge.speed = 40
        expect engine.rpm == 4000
        """),
    StatementWord(
      word: "semantics",
      parse: behind { $0.parseSemantics(from: $1) },
      follows: { _ in [.semantics] },
      summary: "shows or chooses the rules by which values propagate",
      syntax: "semantics [NAME [: BASE] [{ KNOB = WORD … }]]",
      explanation: """
        Alone it shows the knobs. With a name it chooses; 'bind' is the default. With braces
        it makes a semantics from another one by turning knobs. It changes between turns,
        never inside one.
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
      summary: "declares a property that is worked out from others",
      syntax: "computed NAME = EXPRESSION",
      explanation: """
        The value follows whatever properties the expression reads. It can be bound and
        observed, and not assigned to.
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
      summary: "says which property or event is meant where only the object is named",
      syntax: "default NAME",
      explanation: """
        With it, 'bind name ~> label' means 'bind name ~> label.text' where 'text' is
        the default, and 'fire button' fires its default event. Classes inherit it.
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
      summary: "declares a property whose object belongs to others",
      syntax: "weak NAME [: TYPE] [= EXPRESSION]",
      explanation: """
        Releasing an object releases what its own declaration made, and never what a
        weak property names. When the object that it names is released, it reads nil.
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

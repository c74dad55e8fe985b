extension Writing {
  static let bind = Writing(
    name: "BIND",
    summary: "BIND 1.4.7, data binding for Objective-C; its rules are the default here",
    folders: ["bind"],
    words: bindMacros + bindClassMacros + bindMethods + bindTypes)

  private static let bindMacros: [WritingWord] = [
    WritingWord(
      "BIND",
      meaning: "binds two key paths",
      there: "BIND(viewModel, name, ~>, nameLabel, text)",
      here: "`bind vm.name ~> nameLabel.text`",
      sample: "bind/arrows",
      example: """
        object vm { name = "Kim" }
        object nameLabel: UILabel
        bind vm.name ~> nameLabel.text
        expect nameLabel.text == "Kim"
        vm.name = "Hobbit"
        expect nameLabel.text == "Hobbit"
        """,
      parts: [
        "key path": "the way from an object to a property: textLabel.text",
        "keypath": "the macro that checks a key path; here 'bindlab check' does",
        "libextobjc": "the library that BIND takes that macro from",
      ]),
    WritingWord(
      "BINDT",
      meaning: "binds two key paths through a transformer",
      there: "BINDT(viewModel, name, ~>, nameLabel, text, UppercaseStringTransformer)",
      here: "`bind viewModel.name ~> nameLabel.text | Shout`",
      sample: "bind/transformers",
      example: """
        transformer Shout { forward { value.uppercased + "!" } }
        object viewModel { name = "Kim" }
        object nameLabel: UILabel
        bind viewModel.name ~> nameLabel.text | Shout
        expect nameLabel.text == "KIM!"
        """,
      note: "'Uppercase' is there already, and 'help transformer' shows how one is declared."),
    WritingWord(
      "BINDRT",
      meaning: "binds two key paths through a reversed transformer",
      there: "BINDRT(viewModel, name, ~>, nameLabel, text, !, UppercaseStringTransformer)",
      here: "`bind car.speed ~> engine.rpm | !RPMToSpeed`",
      sample: "bind/transformers",
      example: """
        transformer RPMToSpeed { forward { value / 100.0 } reverse { value * 100.0 } }
        object car { speed = 40.0 }
        object engine { rpm = 0.0 }
        bind car.speed ~> engine.rpm | !RPMToSpeed
        expect engine.rpm == 4000
        """,
      parts: [
        "BINDR": "not a macro of BIND; BINDRT reverses a transformer, here '!' does"
      ]),
    WritingWord(
      "BINDS",
      meaning: "binds two objects by their default key paths",
      there: "BINDS(nameField, ~>, nameLabel)",
      here: "`bind nameField ~> nameLabel`",
      sample: "bind/shorthands",
      example: """
        object nameField: UITextField
        object nameLabel: UILabel
        bind nameField ~> nameLabel
        nameField.text = "Kim"
        expect nameLabel.text == "Kim"
        """,
      note: """
        A property means itself: 'bind vm.name ~> cell.textLabel' would replace the label of the
        cell by a text, and is an error. Write 'cell.textLabel.text'.
        """),
    WritingWord(
      "BINDSR",
      meaning: "binds a key path to the default key path of the right object",
      there: "BINDSR(viewModel, name, ~>, nameLabel)",
      here: "`bind vm.name ~> nameLabel`",
      sample: "bind/shorthands",
      example: """
        object vm { name = "Kim" }
        object nameLabel: UILabel
        bind vm.name ~> nameLabel
        vm.name = "Hobbit"
        expect nameLabel.text == "Hobbit"
        """),
    WritingWord(
      "BINDSL",
      meaning: "binds the default key path of the left object to a key path",
      there: "BINDSL(nameField, ~>, viewModel, name)",
      here: "`bind nameField ~> vm.name`",
      sample: "bind/shorthands",
      example: """
        object nameField: UITextField
        object vm { name = "Kim" }
        bind nameField !~> vm.name
        nameField.text = "Cartman"
        expect vm.name == "Cartman"
        """),
    WritingWord(
      "BINDO",
      meaning: "observes a key path",
      there: "[BINDO(viewModel, name) observe:^(id observable, id value, …) { … }]",
      here: "`observe vm.name { … }`",
      sample: "bind/observe-block",
      example: """
        object vm { name = "Kim" }
        var names = []
        observe vm.name { names.append(value) }
        vm.name = "Hobbit"
        expect names == ["Hobbit"]
        """),
    WritingWord(
      "BINDOS",
      meaning: "observes the default key path of an object, such as the press of a button",
      there: "[BINDOS(button) observe:^(id observable, id value) { … }]",
      here: "`on button { … }`, and `observe label { … }` for a value",
      sample: "bind/shorthands",
      example: """
        object button: UIButton
        var presses = 0
        on button { presses += 1 }
        fire button
        expect presses == 1
        """),
  ]

  private static let bindClassMacros: [WritingWord] = [
    WritingWord(
      "BINDINGS",
      meaning: "lists the bindings that each object of a class gets",
      there: "BINDINGS(PersonViewModel, BINDViewModel(name, ~>, textLabel.text), nil)",
      here: "`bind` in the body of a class",
      sample: "bind/cell-reuse",
      example: """
        class PersonCell: UITableViewCell {
          bind viewModel.name ~> textLabel.text
          bind viewModel.city ~> detailTextLabel.text
        }
        object ann { name = "Ann"; city = "Rome" }
        object cell: PersonCell { viewModel = ann }
        expect cell.textLabel.text == "Ann" && cell.detailTextLabel.text == "Rome"
        """,
      parts: [
        "bindings": "the list that BINDINGS makes; here 'bindings' shows it",
        "MHNameTableCell": "the cell of its example: a name, an ID, and a command for a tap",
      ]),
    WritingWord(
      "BINDViewModel",
      meaning: "binds the view model of a view to the view, within BINDINGS",
      there: "BINDViewModel(name, ~>, textLabel.text)",
      here: "`bind viewModel.name ~> textLabel.text` in the body of the view's class",
      sample: "bind/cell-reuse",
      example: """
        class PersonCell: UITableViewCell { bind viewModel.name ~> textLabel.text }
        object ann { name = "Ann" }
        object bo { name = "Bo" }
        object cell: PersonCell { viewModel = ann }
        cell.viewModel = bo
        expect cell.textLabel.text == "Bo"
        ann.name = "Anna"
        expect cell.textLabel.text == "Bo"
        """),
    WritingWord(
      "BINDModel",
      meaning: "binds the model of a view model to the view model, within BINDINGS",
      there: "BINDModel(fullName, <>, name)",
      here: "`bind model.fullName <> name` in the body of the view model's class",
      sample: "bind/view-model",
      example: """
        class MHPersonNameViewModel { model; name; bind model.fullName <> name }
        object kim { fullName = "Kim" }
        object vm: MHPersonNameViewModel { model = kim }
        expect vm.name == "Kim"
        vm.name = "Kim Lee"
        expect kim.fullName == "Kim Lee"
        """,
      parts: [
        "MHPersonNameViewModel": "the view model of its example, of a person's name",
        "MHPerson": "the model of its example, a person",
        "fullName": "the name of the person, which the view model shows",
        "hexColorCode": "a colour of the person, as a text",
      ]),
    WritingWord(
      "BINDViewModelCommand",
      meaning: "executes a command of the view model at an event, within BINDINGS",
      there: "BINDViewModelCommand(reverseNameCommand, onTouchUpInside)",
      here: "`bind onTouchUpInside !~> viewModel.reverseNameCommand` in the view's class",
      sample: "bind/command-targets",
      example: """
        class NameCell: UITableViewCell { bind onTouchUpInside !~> viewModel.reverseNameCommand }
        object vm { name = "Annie"; command reverseNameCommand { name = name.reversed } }
        object cell: NameCell { viewModel = vm }
        fire cell
        expect vm.name == "einnA"
        """,
      parts: [
        "onTouchUpInside": "the event of a press; here 'fire button' fires it",
        "reverseNameCommand": "the command of its example: it writes the name backwards",
      ]),
  ]

  private static let bindMethods: [WritingWord] = [
    WritingWord(
      "transform",
      meaning: "gives a binding a block that converts its values",
      there: "[BIND(…) transform:^id(id sender, id value) { … }]",
      here: "`bind a.x ~> b.y transform { … }`, and `transform NAME { … }` later",
      sample: "bind/transform-block",
      example: """
        object vm { name = "Kim"; title = "Dr" }
        object label: UILabel
        bind vm.name ~> label transform { "\\(sender.title) \\(value)" } as nameplate
        expect label.text == "Dr Kim"
        transform nameplate { value + "?" }
        expect label.text == "Kim?"
        """),
    WritingWord(
      "observe",
      meaning: "calls a block when the value of a binding changes",
      there: "[BINDSR(viewModel,name,~>,nameLabel) observe:^(id observable, id value, …) { … }]",
      here: "`bind a.x ~> b.y observe { … }`",
      sample: "bind/observe-block",
      example: """
        object vm { name = "Kim" }
        object label: UILabel
        var passed = []
        bind vm.name ~> label | Uppercase observe { passed.append(value) }
        vm.name = "Bo"
        expect label.text == "BO" && passed == ["Bo"]
        """,
      parts: [
        "observationInfo": "the third argument of the block; here 'change', and 'old'"
      ]),
    WritingWord(
      "BNDBinding",
      meaning: "the object that a binding is: it can be moved, given a block, and removed",
      there: "BNDBinding *binding = BIND(engine, rpm, ~>, car, speed)",
      here: "`bind engine.rpm ~> car.speed as NAME`",
      sample: "bind/unbinding",
      example: """
        object engine { rpm = 3000 }
        object car { speed = 0 }
        bind engine.rpm ~> car.speed as binding1
        transform binding1 { value / 100 }
        expect car.speed == 30
        unbind binding1
        engine.rpm = 5000
        expect car.speed == 30
        """,
      note: "A binding that is stored nowhere lives on, here and there; 'bindings' lists all."),
    WritingWord(
      "unbind",
      meaning: "removes a binding",
      there: "[binding unbind]",
      here: "`unbind NAME`, `unbind #1`, `unbind OBJECT`, `unbind all`",
      sample: "bind/unbinding",
      example: """
        object engine { rpm = 3000 }
        object car { rpm = 0 }
        bind engine.rpm ~> car.rpm as drive
        unbind drive
        engine.rpm = 5000
        expect car.rpm == 3000
        """),
    WritingWord(
      "NSInternalInconsistencyException",
      meaning: "the exception when an observed object dies",
      there: "An instance … was deallocated while key value observers were still registered",
      here: "`kvo { orphan = error }`; else `release` ends what observes the object",
      sample: "bind/kvo-exception",
      example: """
        semantics old: kvo { orphan = error }
        semantics old
        object model { name = "Kim" }
        observe model.name { print value } as watcher
        expect error "observed" { release model }
        unbind watcher
        expect error "unbound already" { unbind watcher }
        release model
        expect model == nil
        """,
      note: "Since iOS 11, an observed object may end there."),
    WritingWord(
      "bindLeft",
      meaning: "moves a binding to other objects",
      there: "[binding bindLeft:self.viewModel withRight:self]",
      here: "`rebind NAME to lorry.speed, dial.speed`",
      sample: "bind/unbinding",
      example: """
        object car { speed = 50 }
        object lorry { speed = 20 }
        object dial { speed = 0 }
        bind car.speed ~> dial.speed as display
        rebind display to lorry.speed, dial.speed
        expect dial.speed == 20
        """,
      parts: [
        "withRight": "the object on the right, after bindLeft:"
      ]),
    WritingWord(
      "viewDidUpdateViewModel",
      meaning: "is called when a view has got a view model",
      there: "- (void)viewDidUpdateViewModel:(id <BNDViewModel>)viewModel { … }",
      here: "`action viewDidUpdateViewModel() { … }` in the body of the view's class",
      sample: "bind/cell-reuse",
      example: """
        class PersonCell: UITableViewCell {
          updates = 0
          bind viewModel.name ~> textLabel.text
          action viewDidUpdateViewModel() { updates += 1 }
        }
        object ann { name = "Ann" }
        object cell: PersonCell
        cell.viewModel = ann
        ann.name = "Anna"
        expect cell.updates == 1 && cell.textLabel.text == "Anna"
        """),
    WritingWord(
      "setDebugEnabled",
      meaning: "logs each firing of the bindings; in BIND's source, not in the article",
      there: "[BNDBinding setDebugEnabled:YES]",
      here: "`trace on`",
      sample: "bind/locks",
      example: """
        object a { x = 1 }
        object b { x = 0 }
        bind a.x ~> b.x
        trace on
        a.x = 2
        expect turn.firings == 1
        """),
    WritingWord(
      "allDebugDescription",
      meaning: "lists all bindings; in BIND's source, not in the article",
      there: "[BNDBinding allDebugDescription]",
      here: "`bindings`",
      sample: "bind/unbinding",
      example: """
        object a { x = 1 }
        object b { x = 0 }
        bind a.x ~> b.x
        bindings
        expect b.x == 1
        """),
  ]
}

// What people bind with in Swift today. The lines there are those of the libraries, the rules here are
// those of the semantics in force: `combine`, `published`, `rxswift` and `reactiveswift` are theirs.
extension Writing {
  static let combine = Writing(
    name: "Combine",
    summary: "Apple's library of publishers and subscribers",
    folders: ["swift"],
    words: [
      WritingWord(
        "CurrentValueSubject", "@Published",
        meaning: "a value that tells its subscribers of each change",
        there: "@Published var name = \"Kim\"",
        here: "`object vm { name = \"Kim\" }`",
        sample: "swift/assign",
        example: """
          object vm { name = "Kim" }
          var seen = []
          observe initial vm.name { seen.append(value) }
          vm.name = "Bo"
          expect seen == ["Kim", "Bo"]
          """,
        note: """
          'semantics combine' has the rules of a subject, and 'semantics published' those of
          '@Published', which stores a value only after its subscribers were called.
          """,
        parts: [
          "Published": "a property whose changes can be subscribed to; here every property",
          "ObservableObject": "an object with such properties; here every object",
          "objectWillChange": "tells before a property of the object changes; here 'observe prior'",
          "send": "sends a value; here an assignment",
        ]),
      WritingWord(
        "PassthroughSubject",
        meaning: "sends values on, and keeps none",
        there: "let saved = PassthroughSubject<String, Never>()",
        here: "`event saved`, and `fire vm.saved(\"ok\")`",
        sample: "swift/three-answers",
        example: """
          object vm { event saved }
          var heard = []
          on vm.saved { heard.append(value) }
          fire vm.saved("ok")
          expect heard == ["ok"]
          """),
      WritingWord(
        "sink", "receiveValue",
        meaning: "calls a closure for the present value, and for each later one",
        there: "vm.$name.sink { label.text = $0 }",
        here: "`observe initial vm.name { label.text = value }`",
        sample: "swift/three-answers",
        example: """
          object vm { name = "Kim" }
          object label: UILabel
          observe initial vm.name { label.text = value }
          expect label.text == "Kim"
          vm.name = "Bo"
          expect label.text == "Bo"
          """,
        note: "After 'dropFirst()' it is 'observe' without 'initial'.",
        parts: [
          "eraseToAnyPublisher": "hides the type of a chain; chains have no types here",
          "Publisher": "what can be subscribed to; here a property or an expression",
          "AnyPublisher": "a chain whose type is hidden; chains have no types here",
          "Subscriber": "what gets the values; here a binding or an observer",
        ]),
      WritingWord(
        "assign",
        meaning: "writes each value to a property",
        there: "vm.$name.assign(to: \\.text, on: label)",
        here: "`bind vm.name ~> label.text`",
        sample: "swift/assign",
        example: """
          object vm { name = "Kim" }
          object label: UILabel
          bind vm.name ~> label.text
          vm.name = "Bo"
          expect label.text == "Bo"
          """,
        note: """
          'assign(to:on: self)' keeps the object alive, which keeps the subscription. 'coupling' shows
          objects that would keep each other alive.
          """),
      WritingWord(
        "AnyCancellable", "store(in:)", "cancel",
        meaning: "keeps a subscription; it ends when this is released or cancelled",
        there: "vm.$name.sink { … }.store(in: &cancellables)",
        here: "`observe vm.name { … } kept by page`; it ends with the page",
        sample: "swift/not-kept",
        example: """
          object vm { name = "Kim" }
          object page
          var seen = []
          observe vm.name { seen.append(value) } kept by page
          vm.name = "Bo"
          release page
          vm.name = "Cy"
          expect seen == ["Bo"]
          """,
        note: """
          Without 'kept by' nobody has to keep a binding: it lives until it is unbound, or what it
          observes is released. What is 'kept by nobody' ends at once, as a 'sink' whose result is not
          stored. 'whynot' names one that has ended, and says why.
          """),
    ])

  static let rxSwift = Writing(
    name: "RxSwift",
    summary: "observables and relays, with bindings for controls",
    folders: ["swift"],
    words: [
      WritingWord(
        "BehaviorRelay", "BehaviorSubject",
        meaning: "a value that tells its subscribers of each write, equal ones too",
        there: "let name = BehaviorRelay(value: \"Kim\")",
        here: "`object vm { name = \"Kim\" }`",
        sample: "swift/ring-two-relays",
        example: """
          object vm { name = "Kim" }
          var seen = []
          observe initial vm.name { seen.append(value) }
          vm.name = "Kim"
          expect seen == ["Kim", "Kim"]
          """,
        note: "'semantics rxswift' has the rules of relays: nothing is compared or locked.",
        parts: [
          "accept": "writes the value; here an assignment",
          "Observable": "what can be subscribed to; here a property or an expression",
          "asObservable": "hides that a relay can be written; not needed here",
          "ReplaySubject":
            "gives a new subscriber its last values, too; here a list that is appended to",
        ]),
      WritingWord(
        "PublishRelay", "PublishSubject", "ControlEvent",
        meaning: "sends values on, and keeps none",
        there: "let taps = PublishRelay<Void>()",
        here: "`event taps`, and `fire vm.taps`",
        sample: "swift/three-answers",
        example: """
          object vm { event taps; count = 0 }
          on vm.taps { vm.count += 1 }
          fire vm.taps
          expect vm.count == 1
          """),
      WritingWord(
        "drive", "Driver",
        meaning: "passes each value on to a control or a relay",
        there: "vm.name.bind(to: label.rx.text).disposed(by: bag)",
        here: "`bind vm.name ~> label.text`",
        sample: "swift/assign",
        example: """
          object vm { name = "Kim" }
          object label: UILabel
          bind vm.name ~> label.text
          expect label.text == "Kim"
          """,
        parts: [
          "bind(to:)": "passes each value on; here 'bind', with an arrow",
          "rx.text": "the text of a control as a chain; here the property 'text'",
          "RxCocoa": "RxSwift's extensions of controls, such as 'rx.text'",
          "asDriver": "makes a chain that cannot fail, on the main thread; not needed here",
          "ControlProperty": "a property of a control; here every property",
          "Binder": "what can be bound to; here every property that can be written",
        ]),
      WritingWord(
        "DisposeBag", "disposed(by:)", "Disposable",
        meaning: "keeps subscriptions; they end when it is released",
        there: "vm.name.subscribe(…).disposed(by: bag)",
        here: "`observe vm.name { … } kept by bag`",
        sample: "swift/three-answers",
        example: """
          object vm { name = "Kim" }
          object label: UILabel
          object bag
          bind vm.name ~> label.text kept by bag
          unbind bag
          bind vm.name ~> label.text kept by bag
          vm.name = "Bo"
          expect turn.firings == 1
          """,
        note: """
          Any object can be a bag. 'unbind bag' ends what it keeps, like a new bag for a cell that is
          used again; 'release bag' does, too.
          """),
      WritingWord(
        "onNext",
        meaning: "is called for each value",
        there: "vm.name.subscribe(onNext: { label.text = $0 })",
        here: "`observe initial vm.name { label.text = value }`",
        sample: "swift/three-answers",
        example: """
          object vm { name = "Kim" }
          object label: UILabel
          observe initial vm.name { label.text = value }
          expect label.text == "Kim"
          """,
        parts: [
          "subscribe(onNext:)": "calls a closure for each value; here 'observe initial'",
          "rx.tap": "the taps of a button; here 'on button { … }'",
        ]),
    ])

  static let reactiveSwift = Writing(
    name: "ReactiveSwift",
    summary: "properties, signals and producers, with an operator for bindings",
    folders: ["swift"],
    words: [
      WritingWord(
        "MutableProperty", "BindingTarget",
        meaning: "a value that tells its observers of each write",
        there: "let name = MutableProperty(\"Kim\"); label.reactive.text <~ name",
        here: "`bind vm.name ~> label.text`",
        sample: "swift/assign",
        example: """
          object vm { name = "Kim" }
          object label: UILabel
          bind vm.name ~> label.text
          vm.name = "Bo"
          expect label.text == "Bo"
          """,
        note: """
          'bind label.text <~ vm.name' is the same, in the order of the operator there. 'semantics
          reactiveswift' has the rules of these properties.
          """,
        parts: [
          "Property":
            "a value that only its source changes; here the target of a binding, or 'computed'",
          "reactive.text": "the text of a control as a target; here the property 'text'",
          "ReactiveCocoa": "ReactiveSwift's extensions of controls, such as 'reactive.text'",
        ]),
      WritingWord(
        "Signal", "SignalProducer", "observeValues", "startWithValues",
        meaning: "reports values; a producer begins with the present one",
        there: "vm.name.producer.startWithValues { label.text = $0 }",
        here: "`observe initial vm.name { label.text = value }`",
        sample: "swift/three-answers",
        example: """
          object vm { name = "Kim" }
          object label: UILabel
          observe initial vm.name { label.text = value }
          expect label.text == "Kim"
          """,
        note: "'signal.observeValues' has no first value: 'observe' without 'initial'."),
      WritingWord(
        "Lifetime",
        meaning: "the life of an object, which ends its bindings",
        there: "label.reactive.lifetime",
        here: "`bind vm.name ~> title.text kept by label`",
        sample: "swift/not-kept",
        example: """
          object vm { name = "Kim" }
          object label: UILabel
          object title: UILabel
          bind vm.name ~> title.text kept by label
          release label
          vm.name = "Bo"
          expect title.text == "Kim"
          """),
      WritingWord(
        "Action", "isExecuting",
        meaning: "work that is executed once at a time, with the state of its execution",
        there: "let save = Action<String, Void, Error> { … }; save.apply(\"draft\")",
        here: "`command save(text) after 1s { … }`, and `vm.save.execute(\"draft\")`",
        sample: "swift/login",
        example: """
          object vm { command save(text) after 1s { "saved \\(text)" } }
          vm.save.execute("draft")
          expect vm.save.status == "executing"
          advance 1s
          expect vm.save.response.content == "saved draft"
          """),
      WritingWord(
        "ValidatingProperty",
        meaning: "refuses or corrects a value that is written",
        there: "ValidatingProperty(0) { $0 < 0 ? .coerced(0, nil) : .valid }",
        here: "`age: Int = 0 set { max(value, 0) }`",
        sample: "swift/validated-field",
        example: """
          object vm { age: Int = 0 set { max(value, 0) } }
          vm.age = -3
          expect vm.age == 0
          """),
    ])

  static let swiftUI = Writing(
    name: "SwiftUI",
    summary: "state of views, and bindings to it",
    folders: ["swift"],
    words: [
      WritingWord(
        "@State", "@StateObject", "@ObservedObject", "@EnvironmentObject", "@Observable",
        meaning: "a value or an object whose changes show in the views that read it",
        there: "@State private var on = false",
        here: "`object vm { on = false }`",
        sample: "swift/login",
        example: """
          object vm { on = false }
          object label: UILabel
          bind (vm.on ? "on" : "off") ~> label.text
          vm.on = true
          expect label.text == "on"
          """,
        note: "'semantics observation' has the order and the ticks of '@Observable'."),
      WritingWord(
        "@Binding", "@Bindable", "Toggle",
        meaning: "a way to a value that someone else owns, in both directions",
        there: "Toggle(isOn: $vm.on)",
        here: "`bind vm.on <> toggle.on`",
        sample: "swift/login",
        example: """
          object vm { on = false }
          object toggle: UISwitch
          bind vm.on <> toggle.on
          toggle.on = true
          expect vm.on
          """),
    ])
}

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
          "prepend": "gives a value before all others; here an assignment before the binding",
          "replaceNil": "another value for nil; here the stage { value ?? x }",
          "handleEvents": "runs code beside a chain; here an observer of the same property",
          "collect": "gathers several values; here a variable that an observer appends to",
          "Just": "one value, and the end; here an assignment",
          "Future": "one value that comes later; here a command, or a transformer with after",
          "retry": "subscribes again after an error; here a command that is executed again",
          "onReceive": "runs a block for each value in a view; here observe initial",
          "Subscribers": "the ends of a chain: here a binding or an observer",
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
        "EXC_BAD_ACCESS", "stack overflow",
        meaning: "how Xcode shows a stack that is full, often by a circle of subscribers",
        there: "Thread 1: EXC_BAD_ACCESS (code=2, …)",
        here: "an error under `semantics combine`, 'runaway'; `bind a.x <> b.x` locks itself",
        sample: "swift/ring-two-relays",
        example: """
          object a { x = 1 }
          object b { x = 2 }
          bind a.x <> b.x
          a.x = 5
          expect b.x == 5
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
          """,
        parts: [
          "Cancellable": "what can be ended; here a binding with a name",
          "cancellables": "the set that keeps subscriptions; here an object behind kept by",
        ]),
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
            "gives a new subscriber its last values, too; here a list",
          "Variable": "the name of a relay in old versions; here a property",
          "ReplayRelay": "a relay with its last values; here a list that is appended to",
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
        "Reentrancy anomaly was detected",
        meaning: "a relay gets a value while it notifies of another one",
        there: "Reentrancy anomaly was detected.",
        here: "`trace on`, which shows who wrote what and when",
        sample: "swift/published-correction",
        example: """
          semantics rxswift
          object vm { age = 1 }
          var seen = []
          observe vm.age { if value > 5 { vm.age = 5 } }
          observe vm.age { seen.append(value) }
          vm.age = 9
          expect seen == [5, 9]
          """),
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
          "onError": "is called with an error; here a command that fails",
          "onCompleted": "is called at the end; nothing here completes",
          "startWith": "gives a value before all others; here an assignment before the binding",
          "take": "lets only the first values pass; of one here bind once",
          "takeUntil": "ends a chain at an event; here on EVENT { unbind NAME }",
          "just": "one value, and the end; here an assignment",
          "interval": "a value again and again; here after in a loop",
          "timer": "a value later; here after",
          "flatMapFirst": "leaves out what comes while a request runs; here a command does",
          "observeOn": "names the queue of what follows; here Delay(0s), a turn later",
          "asSignal": "a chain without a first value, for controls; here the arrow !~>",
          "Single": "one value or an error; here a command",
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
          "Property": "a value that only its source changes; here 'computed'",
          "reactive.text": "the text of a control as a target; here the property 'text'",
          "ReactiveCocoa": "ReactiveSwift's extensions of controls, such as 'reactive.text'",
          "continuousTextValues": "the text at each key; here the property text and the arrow <~!",
          "textValues": "the text when editing ends; here the property text and the arrow <~!",
          "producer": "the values of a property with the present one; here its path",
          "skipNil": "leaves out nil; here { if value == nil { reject \"nil\" }; value }",
          "negate": "the opposite; here the stage { !value }",
          "UIScheduler": "delivers at once on the main thread; here every binding does",
          "QueueScheduler": "delivers later on a queue; here Delay(0s), a turn later",
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
        note: "'signal.observeValues' has no first value: 'observe' without 'initial'.",
        parts: [
          "pipe": "makes a signal with its input; here an event",
          "observeResult":
            "gets values and errors; here an observer, and the response of a command",
        ]),
      WritingWord(
        "Unexpected pthread mutex error code",
        meaning: "a combined property changes while it notifies",
        there: "Unexpected pthread mutex error code: 35",
        here: "a warning under `semantics reactiveswift`, with the observer that writes back",
        sample: "swift/diamond",
        example: """
          semantics reactiveswift
          object vm { a = 1; computed sum = a + 1 }
          object label { n = 0 }
          observe vm.sum { label.n = value }
          vm.a = 2
          expect label.n == 3
          """),
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
          """,
        parts: [
          "CocoaAction": "an action for a control; here bind button !~> vm.save",
          "apply": "makes a producer that executes it; here vm.save.execute(x)",
        ]),
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
}

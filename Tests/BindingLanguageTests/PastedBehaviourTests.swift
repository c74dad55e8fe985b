import Interpreter
import Syntax
import Testing

/// What pasted lines do here, which is what they do there.
@Suite struct PastedBehaviourTests {
  private static let objects = """
    object vm { name = "Kim"; a = 1; b = 2; count = 0; event closed; action save(x) { print "saved \\(x)" } }
    object label: UILabel
    object field: UITextField
    object button: UIButton
    object bag

    """

  /// Lines, statements that follow their answer, and what both print.
  @Test(arguments: [
    // Only the sources are followed, and each of them, whatever the block reads.
    (
      "Publishers.CombineLatest(vm.$a, vm.$b).sink { x, _ in print(x, vm.name) }",
      #"vm.name = "Bo"; vm.b = 5; vm.a = 3"#, "1 Kim\n1 Bo\n3 Bo\n"
    ),
    (
      "vm.$a.combineLatest(vm.$b).sink { if $0 > 0 { print($1) } else { print(0) } }",
      "vm.a = -1; vm.b = 8", "2\n0\n0\n"
    ),
    (
      "vm.$a.combineLatest(vm.$b).map { $0 + $1 + vm.count }.sink { print($0) }",
      "vm.count = 10; vm.a = 4", "3\n16\n"
    ),
    (
      "useEffect(() => { print(vm.name) }, [vm.a, vm.b])", #"vm.name = "Bo"; vm.b = 9"#, "Kim\nBo\n"
    ),
    (
      "field.rx.text.orEmpty.subscribe(onNext: { print($0.count) })", #"field.text = "ab""#,
      "0\n2\n"
    ),
    ("vm.name.subscribe(function (v) { print(v) })", #"vm.name = "Bo""#, "Bo\n"),
    (
      "vm.$name.prefix(untilOutputFrom: vm.closed).sink { print($0) }",
      #"vm.name = "Bo"; fire vm.closed; vm.name = "Ann"; fire vm.closed"#, "Kim\nBo\n"
    ),
    (
      "vm.$name.sink { print($0) }.store(in: &bag)", #"release bag; vm.name = "Bo""#, "Kim\n"
    ),
    (
      "picked = linkedSignal(() => vm.a % 2)",
      "print vm.picked; vm.picked = 9; print vm.picked; vm.a = 3; print vm.picked", "1\n9\n1\n"
    ),
    (
      "autorun(() => { print(vm.name) }, { delay: 300 })",
      #"print "-"; advance 300ms; vm.name = "Bo"; advance 200ms; vm.name = "Ann"; advance 100ms"#,
      "-\nKim\nAnn\n"
    ),
    (
      "withObservationTracking { print(vm.a) } onChange: { print(vm.a + 10) }",
      "vm.a = 2; vm.a = 3",
      "1\n11\n"
    ),
    (
      #"vm.observe(\.name, options: [.old, .new]) { vm, change in print(change.oldValue!, vm.name) }"#,
      #"vm.name = "Bo""#, "Kim Bo\n"
    ),
    ("combine(vm.a, vm.b) { x, y -> x * y }.collect { print(it) }", "vm.a = 4", "2\n8\n"),
    (
      "<input value={name} onChange={e => setName(e.target.value)} />",
      #"field.text = "Q"; print vm.name"#, "Q\n"
    ),
    (
      "<button onClick={() => setCount(count + 1)}>Add</button>", "fire button; print vm.count",
      "1\n"
    ),
    // Which value is the first one.
    ("vm.$name.first().sink { print($0) }", #"vm.name = "Bo""#, "Kim\n"),
    (
      "vm.$name.dropFirst().first().sink { print($0) }", #"vm.name = "Bo"; vm.name = "Cy""#, "Bo\n"
    ),
    (
      "vm.name.skip(1).take(1).bind(to: label.rx.text)",
      #"print label.text; vm.name = "Bo"; vm.name = "Cy"; print label.text"#, "nil\nBo\n"
    ),
    ("vm.$a.first(where: { $0 > 3 }).sink { print($0) }", "vm.a = 5; vm.a = 6", "5\n"),
    ("vm.$a.dropFirst().prefix(1).map { $0 * 2 }.sink { print($0) }", "vm.a = 5; vm.a = 6", "10\n"),
    ("vm.closed.first().sink { print($0) }", "fire vm.closed(1); fire vm.closed(2)", "1\n"),
    ("watch(() => vm.a, v => print(v), { once: true })", "vm.a = 5; vm.a = 6", "5\n"),
    ("button.rx.tap.take(1).subscribe(onNext: { print(1) })", "fire button; fire button", "1\n"),
    (
      "button.rx.tap.map { vm.a }.take(1).bind(to: vm.b)",
      "vm.a = 5; fire button; vm.a = 6; fire button; print vm.b", "5\n"
    ),
    ("combine(vm.a, vm.b) { a, b -> a + b }.take(1).collect { print(it) }", "vm.a = 4", "3\n"),
    (
      "watch(() => vm.a, (v, old) => { if (v > old) { print(old) } })", "vm.a = 5; vm.a = 4", "1\n"
    ),
    ("vm.name.subscribe(function (v) { console.log(v) }, this)", #"vm.name = "Bo""#, "Bo\n"),
    ("button.rx.tap.skip(1).subscribe(onNext: { print(1) })", "fire button; fire button", "1\n"),
    (
      "button.rx.tap.skip(1).map { vm.a }.bind(to: vm.b)",
      "vm.a = 5; fire button; print vm.b; fire button; print vm.b", "2\n5\n"
    ),
    // A value that is equal to the one before.
    (
      "vm.$a.combineLatest(vm.$b).map { $0 + $1 }.sink { print($0) }", "vm.a = 2; vm.b = 1",
      "3\n4\n3\n"
    ),
    (
      "vm.$a.map { $0 % 2 }.debounce(for: 1, scheduler: RunLoop.main).sink { print($0) }",
      "advance 1s; vm.a = 3; advance 1s", "1\n1\n"
    ),
    ("reaction(() => vm.a % 2, v => print(v))", "vm.a = 3; vm.a = 4", "0\n"),
    (
      "button.rx.tap.throttle(.seconds(1), latest: false, scheduler: s).subscribe(onNext: { print(1) })",
      "fire button; fire button; advance 1s; fire button", "1\n1\n"
    ),
    (
      "vm.$name.compactMap { $0 }.sink { print($0) }", #"vm.name = nil; vm.name = "Bo""#,
      "Kim\nBo\n"
    ),
    // The parts of a tuple.
    (
      "Publishers.CombineLatest(vm.$a, vm.$b).filter { $0.0 > 1 }.sink { print($0.1) }",
      "vm.a = 5; vm.b = 3", "2\n3\n"
    ),
    (
      "Property.combineLatest(vm.a, vm.b).signal.observeValues { print($0.0 + $0.1) }", "vm.b = 5",
      "6\n"
    ),
    // What runs once at first.
    (
      "watch([() => vm.a, () => vm.b], ([a, b]) => print(a, b), { immediate: true })", "vm.a = 5",
      "1 2\n5 2\n"
    ),
    ("reaction(() => [vm.a, vm.b], ([a, b]) => print(a, b))", "vm.b = 5", "1 5\n"),
    // Values that count as false in JavaScript.
    (
      #"effect(() => { print(vm.name || "none") })"#,
      #"vm.name = ""; vm.name = 0; vm.name = "Bo""#, "Kim\nnone\nnone\nBo\n"
    ),
    // What a list of dependencies leaves out.
    (
      "const sum = useMemo(() => vm.a + vm.b, [vm.a])",
      "print vm.sum; vm.b = 10; print vm.sum; vm.a = 5; print vm.sum", "3\n3\n15\n"
    ),
    ("const sum = useMemo(() => vm.a + vm.b, [])", "vm.a = 9; print vm.sum", "3\n"),
    ("$watch('name', v => print(v))", #"vm.name = "Bo""#, "Bo\n"),
    ("ko.computed(() => { label.text(vm.name()) })", #"vm.name = "Bo"; print label.text"#, "Bo\n"),
    ("vm.a.pipe(map(x => x + 1), take(1)).subscribe(v => print(v))", "vm.a = 5", "2\n"),
    ("combineLatest([vm.a, vm.b]).subscribe(([a, b]) => print(a, b))", "vm.a = 3", "1 2\n3 2\n"),
    ("fromEvent(button, 'click').subscribe(() => { print(1) })", "fire button", "1\n"),
    (
      "vm.name.producer.take(during: label.reactive.lifetime).startWithValues { print($0) }",
      #"release label; vm.name = "Bo""#, "Kim\n"
    ),
    // Comments and empty lines in a chain.
    (
      "vm.$name // the name\n  // in capitals\n\n  .map { $0.uppercased() } /* and */\n  .sink { print($0) }",
      #"vm.name = "Bo""#, "KIM\nBO\n"
    ),
    ("vm.$name\n  /* several\n     lines */\n  .sink { print($0) }", "vm.a = 5", "Kim\n"),
    // Views and pages.
    (
      "TextField(\"Name\", text: $vm.name).padding().onChange(of: vm.name) { print($0) }",
      #"field.text = "Q"; print vm.name"#, "Q\nQ\n"
    ),
    (
      "Button(\"Save\") { print(1) }.disabled(vm.a > 1)", "fire button; vm.a = 2; fire button",
      "1\n"
    ),
    (
      #"<TextBox Text="{Binding Name, UpdateSourceTrigger=LostFocus}" />"#,
      #"field.text = "Q"; print vm.name; fire field.lostFocus; print vm.name"#, "Kim\nQ\n"
    ),
    (
      #"<input v-model.lazy="name">"#,
      #"field.text = "Q"; print vm.name; fire field.committed; print vm.name"#, "Kim\nQ\n"
    ),
    (
      #"<TextBlock x:Name="label" Text="{Binding Name, Converter={StaticResource Uppercase}}" />"#,
      "print label.text", "KIM\n"
    ),
    (
      #"<TextBlock Text="{Binding Name, FallbackValue='nobody'}" />"#,
      "vm.name = nil; print label.text",
      "nobody\n"
    ),
    (#"<input id="field" x-model="name">"#, #"field.text = "Q"; print vm.name"#, "Q\n"),
  ])
  func `the answer does what the line does`(pasted: String, then: String, printed: String) throws {
    let asking = TextHost()
    Session(host: asking).run(SourceFile(name: "<s>", text: Self.objects + pasted + "\n"))
    let help = try #require(asking.help)
    try #require(help.hasPrefix("write: "), "\(pasted): \(help)")
    let answer = help.dropFirst("write: ".count)
    let host = TextHost()
    Session(host: host).run(SourceFile(name: "<s>", text: "\(Self.objects)\(answer)\n\(then)\n"))
    #expect(host.errors == [], "\(answer)")
    #expect(host.output == printed, "\(answer)")
  }

  /// Lines whose answer needs a name that is taken, and what their answer prints.
  @Test(arguments: [
    ("vm.$name.first().sink { print($0) }", "object first", "Kim\n"),
    ("when(() => vm.a > 0, () => print(1))", "effect { vm.b } as done", "1\n"),
    ("vm.$a.removeDuplicates().sink { print($0, 1) }", "object latest { value = 5 }", "1 1\n"),
    (
      "Timer.publish(every: 1, on: .main, in: .common).autoconnect().sink { _ in print(1) }",
      "object timer { tick = 1 }", "1\n"
    ),
  ])
  func `a helper has a name that is free`(pasted: String, taken: String, printed: String) throws {
    for isOneFile in [true, false] {
      let asking = TextHost()
      let session = Session(host: asking)
      let before = Self.objects + taken + "\n"
      if !isOneFile { session.run(SourceFile(name: "<s>", text: before)) }
      session.run(SourceFile(name: "<s>", text: (isOneFile ? before : "") + pasted + "\n"))
      let answer = try #require(asking.help).dropFirst("write: ".count)
      let host = TextHost()
      Session(host: host).run(
        SourceFile(name: "<s>", text: "\(before)\(answer)\nadvance 1s\n"))
      #expect(host.errors == [], "\(answer)")
      #expect(host.output == printed, "\(answer)")
    }
  }

  /// The error is about the operator that is not here, whatever else the line has.
  @Test(arguments: [
    ("vm.$name.foo().sink { print($0) }", "foo"), ("vm.$a.zip(vm.$b).sink { print($0) }", "zip"),
    ("vm.name.foo().bind(to: label.rx.text)", "foo"),
    (#"vm.$name.map { $0 }.mystery(3) { $0 }.assign(to: \.text, on: label)"#, "mystery"),
    ("Observable.zip(vm.a, vm.b).subscribe(onNext: { a, b in print(a) })", "zip"),
    ("autorun(() => { vm.save(1) }, { delay: 300 })", "autorun"),
    ("vm.$a.dropFirst().combineLatest(vm.$b).sink { print($0) }", "dropFirst"),
    ("Publishers.CombineLatest(vm.$a, vm.$b.dropFirst()).sink { print($0) }", "dropFirst"),
    ("vm.a.signal.combineLatest(with: vm.b.signal).observeValues { print($0) }", "combineLatest"),
    ("vm.$a.debounce(for: 1, scheduler: s).first().sink { print($0) }", "first"),
    ("Publishers.CombineLatest(vm.$a, vm.$b).filter { isValid($0) }.sink { print($0) }", "filter"),
    ("Toggle(\"On\", isOn: $vm.isOn).onTapGesture { vm.a = 2 }", "onTapGesture"),
    ("VStack { Text(vm.name) }.onChange(of: vm.name) { print(1) }", "VStack"),
    ("struct Page: View {\n  var body: some View {\n    Text(vm.name)\n  }\n}", "View"),
    ("func f() {\n  vm.$name.sink { print($0) }\n  vm.$a.zip(vm.$b).sink { print($0) }\n}", "zip"),
    (#"<TextBox Text="{Binding Name, UpdateSourceTrigger=Explicit}" />"#, "Explicit"),
    (#"<TextBlock Text="{Binding Price, StringFormat=C}" />"#, "StringFormat"),
    (#"<input v-model.trim="name">"#, "trim"), (#"<input @focus="f" v-model="name">"#, "focus"),
  ])
  func `an error names what has no counterpart`(pasted: String, name: String) {
    let host = TextHost()
    Session(host: host).run(SourceFile(name: "<s>", text: Self.objects + pasted + "\n"))
    #expect(
      host.errors.contains { $0.contains("this '\(name)' has no counterpart here") },
      "\(host.errors)")
  }
}

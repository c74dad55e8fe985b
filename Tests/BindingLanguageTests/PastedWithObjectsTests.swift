import Checking
import Exploring
import Interpreter
import Language
import Syntax
import TestSupport
import Testing

/// The statements that are offered for pasted lines, where objects exist of which they speak. Each of them
/// must run.
@Suite struct PastedWithObjectsTests {
  private static let objects = """
    object vm { name = "Kim"; count = 1; isOn = true; event saved; action save(x) { }; command load { } }
    object toggle { isOn = false }
    object view { hidden = false }
    class Page { event done; isHidden = false }
    object page: Page
    object label: UILabel
    object bag

    """

  private static let pairs = [
    (#"vm.saved.send("ok")"#, #"fire vm.saved("ok")"#), ("vm.saved.accept(())", "fire vm.saved"),
    ("vm.saved.sink { print($0) }", "on vm.saved { print(value) }"),
    ("vm.saved.subscribe(onNext: { vm.count += 1 })", "on vm.saved { vm.count += 1 }"),
    ("vm.saved.bind(to: label.rx.text)", "bind vm.saved !~> label.text"),
    ("label.reactive.text <~ vm.saved", "bind label.text <~! vm.saved"),
    ("watch(() => page.done, v => { vm.count = 2 })", "on page.done { vm.count = 2 }"),
    ("vm.isOn.bind(to: toggle.rx.isOn)", "bind vm.isOn ~> toggle.isOn"),
    (#"vm.$isOn.assign(to: \.isHidden, on: view)"#, "bind vm.isOn ~> view.hidden"),
    (#"vm.$isOn.assign(to: \.isHidden, on: page)"#, "bind vm.isOn ~> page.isHidden"),
    ("const [age, setAge] = useState(3)", "extend vm { age = 3 }"),
    ("@Published var title: String = \"t\"", "extend vm { title: String = \"t\" }"),
    ("vm.count.value += 1", "vm.count += 1"), (#"vm.name.value = "Bo""#, #"vm.name = "Bo""#),
    ("vm.count.accept(vm.count.value + 1)", "vm.count = vm.count + 1"),
    ("vm.count.set(5)", "vm.count = 5"),
    ("vm.count.set(vm.count() + 1)", "vm.count = vm.count + 1"),
    ("vm.count(5)", "vm.count = 5"), ("vm.count(vm.count() + 1)", "vm.count = vm.count + 1"),
    (#"label.text("x")"#, #"label.text = "x""#), ("count(5)", "vm.count = 5"),
    ("count.set(5)", "vm.count = 5"), ("count.value += 1", "vm.count += 1"),
    ("count.value = count.value * 2", "vm.count = vm.count * 2"), ("setCount(5)", "vm.count = 5"),
    ("setCount(count() + 1)", "vm.count = vm.count + 1"),
    (#"_saved.emit("x")"#, #"fire vm.saved("x")"#), ("_count.emit(5)", "vm.count = 5"),
    (
      "vm.name.asObservable().subscribe(onNext: { print($0) }).disposed(by: bag)",
      "observe initial vm.name { print(value) } kept by bag"
    ),
    (
      #"let shown = vm.$name.assign(to: \.text, on: label).store(in: &bag)"#,
      "bind vm.name ~> label.text kept by bag as shown"
    ),
    (
      "vm.name.take(until: vm.saved).bind(to: label.rx.text)",
      "bind vm.name ~> label.text as shown; on vm.saved { unbind shown }"
    ),
    ("property bool isBig: vm.count > 3", "extend vm { computed isBig = count > 3 }"),
    ("property alias title: label.text", "extend vm { title; bind label.text <> title }"),
    ("picked = linkedSignal(() => vm.count)", "extend vm { picked; bind (count) ~> picked }"),
    (
      "Publishers.CombineLatest(vm.$name, vm.$count).dropFirst().sink { a, b in print(a, b) }",
      "object latest { value = nil }; observe latest.value { print value[0], value[1] }; "
        + "bind ([vm.name, vm.count]) !~> latest.value"
    ),
  ]

  private func answer(_ sources: [String]) -> String? {
    let host = TextHost()
    let session = Session(host: host)
    for source in sources { session.run(SourceFile(name: "<s>", text: source + "\n")) }
    return host.help
  }

  @Test(arguments: pairs)
  func `the answer suits what exists and runs`(pasted: String, expected: String) {
    // In one file, and in a session in which the objects exist.
    #expect(answer([Self.objects, pasted]) == "write: \(expected)")
    #expect(answer([Self.objects + pasted]) == "write: \(expected)")
    let host = TextHost()
    Session(host: host).run(SourceFile(name: "<s>", text: Self.objects + expected + "\n"))
    #expect(host.errors == [])
  }

  /// Each of these is more than one value or none that exists here, so nothing is offered that would mean
  /// something else.
  @Test(arguments: [
    "vm.$name.count().sink { print($0) }", "vm.$name.max().sink { print($0) }",
    "vm.$name.collect(3).sink { print($0) }", "vm.$name.zip(vm.$count).sink { print($0) }",
    "vm.objectWillChange.sink { _ in print(1) }",
    #"vm.name.subscribe(function (v) { print(v) }, null, "beforeChange")"#,
    "autorun(() => { vm.load() }, { delay: 300 })", "v-model.trim=\"vm.name\"",
    "reaction(() => vm.name, n => print(n), { delay: 300, fireImmediately: true })",
    "watch(() => vm.name, n => print(n), { once: true })", "vm.name.merge(vm.name)",
    "Publishers.CombineLatest(vm.$name, vm.$count).sink { a, b in vm.count = b + 1 }",
    "Observable<Int>.interval(.seconds(1)).subscribe(onNext: { print($0) })",
    "Observable.combineLatest(vm.name, vm.count).subscribe(onNext: { print($0) })",
    "vm.name.subscribe(onError: { print($0) })",
    "vm.$name.sink(receiveCompletion: { _ in print(1) })",
    "vm.$count.prepend(0).map { $0 * 2 }.assign(to: &vm.$count)",
    "Publishers.Merge(vm.$name, vm.$count).scan(0) { $0 + $1 }.assign(to: &vm.$count)",
    "vm.$count.filter { $0 > 3 }.first().assign(to: &vm.$count)",
    "vm.$name.dropFirst().dropFirst().sink { print($0) }",
    "vm.$name.sink { let value = 3; label.text = $0 + value }",
    "reaction(() => vm.name, (n, r) => { label.text = n; r.dispose() })",
    "autorun(r => { label.text = vm.name; r.dispose() })",
    "createEffect((prev) => { label.text = prev + vm.name; return vm.name }, '')",
  ])
  func `an operator that is not here gets no answer`(pasted: String) {
    let help = answer([Self.objects + pasted]) ?? ""
    #expect(!help.hasPrefix("write: ") || help.hasPrefix("write: print"), "\(help)")
  }
}

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

  /// The error is about the operator that is not here, whatever else the line has.
  @Test(arguments: [
    ("vm.$name.foo().sink { print($0) }", "foo"), ("vm.$a.zip(vm.$b).sink { print($0) }", "zip"),
    ("vm.name.foo().bind(to: label.rx.text)", "foo"),
    (#"vm.$name.map { $0 }.mystery(3) { $0 }.assign(to: \.text, on: label)"#, "mystery"),
    ("Observable.zip(vm.a, vm.b).subscribe(onNext: { a, b in print(a) })", "zip"),
    ("autorun(() => { vm.save(1) }, { delay: 300 })", "autorun"),
  ])
  func `an error names what has no counterpart`(pasted: String, name: String) {
    let host = TextHost()
    Session(host: host).run(SourceFile(name: "<s>", text: Self.objects + pasted + "\n"))
    #expect(
      host.errors.contains { $0.contains("this '\(name)' has no counterpart here") },
      "\(host.errors)")
  }
}

/// Text that no rule was made for.
@Suite struct PastedTextTests {
  private func help(_ text: String) -> String? {
    let host = TextHost()
    Session(host: host).run(SourceFile(name: "<s>", text: text + "\n"))
    return host.help
  }

  @Test(arguments: [
    "print `${", "print `${vm.name", "a.x = '150", "a.x = `b", "print('\\(", "($0) }",
    "vm.$a.sink { x in value = x; vm.b = x }", "vm.$a.map { $0.0.1 }.sink { vm.b = $0 }",
    "Observable.combineLatest(vm.a, vm.b).map { $0.2 }.bind(to: vm.c)", "vm.$a.sink {",
    "on vm.name  print value }", "§0§.sink { print(§0§) }",
  ])
  func `text that is cut off or unclear is an error without a wrong answer`(text: String) {
    let help = help(text) ?? ""
    if help.hasPrefix("write: ") {
      let answer = String(help.dropFirst("write: ".count))
      let host = TextHost()
      Session(host: host).run(SourceFile(name: "<s>", text: answer + "\n"))
      #expect(!host.errors.contains { $0.hasPrefix("expected") }, "\(answer): \(host.errors)")
      #expect(!answer.contains("§0§ ") && !answer.contains("value = value"), "\(answer)")
    }
  }

  @Test func `bytes that are not text have no answer and no crash`() {
    let bytes = Array("print(zz, \"".utf8) + [0xE9] + Array("\")\n".utf8)
    let file = SourceFile(name: "<s>", bytes: bytes)
    let host = TextHost()
    let found = Checker.check(file, host: host, options: SessionOptions().checking)
    #expect(found.contains { $0.severity == .error })
  }

  /// The lines of a chain are looked at once, however many there are.
  @Test(arguments: [".\n", ".b()\n", "  .map { $0 + $0 }\n"])
  func `many lines with a dot take no longer than others`(line: String) {
    let growth = growth(from: 400) { size in
      _ = help("vm.a\n" + String(repeating: line, count: size))
    }
    #expect(growth < 8, "\(growth)")
  }
}

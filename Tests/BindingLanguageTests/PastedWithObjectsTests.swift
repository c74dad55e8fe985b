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
      "object latest { event came }; on latest.came { print value[0], value[1] }; "
        + "bind ([vm.name, vm.count]) !~> latest.came"
    ),
    // What is sent in a block.
    ("vm.$name.sink { vm.saved.send($0) }", "observe initial vm.name { fire vm.saved(value) }"),
    ("vm.$count.sink { vm.save.send($0) }", "observe initial vm.count { vm.save(value) }"),
    (#"vm.name.emit("x")"#, #"vm.name = "x""#), (#"vm.name.next("x")"#, #"vm.name = "x""#),
    ("vm.saved.next(3)", "fire vm.saved(3)"), ("vm.save.send(3)", "vm.save(3)"),
    (#"emit("saved")"#, "fire vm.saved"), (#"this.$emit("saved", 3)"#, "fire vm.saved(3)"),
    // The only object with the member is the one that is meant.
    ("viewModel.$count.sink { print($0) }", "observe initial vm.count { print(value) }"),
    ("viewModel.name.bind(to: label.rx.text)", "bind vm.name ~> label.text"),
    (#"emit("update:name", "Bo")"#, #"vm.name = "Bo""#),
    ("bind viewModel.name ~> label.text", "bind vm.name ~> label.text"),
    ("viewModel.count += 1", "vm.count += 1"),
    (
      "vm.saved.take(1).bind(to: label.rx.text)",
      "on vm.saved { unbind first; label.text = value } as first"
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
    "watch(() => vm.name, n => print(n), { deep: true })", "vm.name.merge(vm.name)",
    "Publishers.CombineLatest(vm.$name, vm.$count).sink { a, b in vm.count = b + 1 }",
    "Observable<Int>.interval(.seconds(1)).subscribe(onNext: { print($0) })",
    "Observable.combineLatest(vm.name, vm.count).subscribe(onNext: { print($0) })",
    "vm.name.subscribe(onError: { print($0) })",
    "vm.$name.sink(receiveCompletion: { _ in print(1) })",
    "vm.$count.prepend(0).map { $0 * 2 }.assign(to: &vm.$count)",
    "Publishers.Merge(vm.$name, vm.$count).scan(0) { $0 + $1 }.assign(to: &vm.$count)",
    "vm.$name.dropFirst().dropFirst().sink { print($0) }",
    "vm.$name.sink { let value = 3; label.text = $0 + value }",
    "reaction(() => vm.name, (n, r) => { label.text = n; r.dispose() })",
    "autorun(r => { label.text = vm.name; r.dispose() })",
    "Publishers.CombineLatest(vm.$saved, vm.$saved).sink { print($0, $1) }",
    "vm.$name.sink { print(old, $0) }",
    "vm.saved.take(1).map { $0 + 1 }.delay(1000).bind(to: label.rx.text)",
    "watch(() => vm.name, (v, prev) => { let old = prev; print(old, prev) })",
    "const twice = computed(previous => vm.count + previous)",
    "useMemo(() => vm.count + 1, [vm.name])", "vm.name.take(1).skip(1).subscribe(v => print(v))",
    "createEffect((prev) => { label.text = prev + vm.name; return vm.name }, '')",
  ])
  func `an operator that is not here gets no answer`(pasted: String) {
    let help = answer([Self.objects + pasted]) ?? ""
    #expect(!help.hasPrefix("write: ") || help.hasPrefix("write: print"), "\(help)")
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

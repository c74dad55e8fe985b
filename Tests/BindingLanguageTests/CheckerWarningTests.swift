import Exploring
import Interpreter
import Language
import Syntax
import TestSupport
import Testing

/// A text and the codes of all of its findings, including notes, in the order of their places.
struct CodesCase: CustomTestStringConvertible, Sendable {
  let source: String
  let codes: [FindingCode]

  init(_ source: String, _ codes: FindingCode...) {
    self.source = source
    self.codes = codes
  }

  var testDescription: String { source }

  func check(sourceLocation: SourceLocation = #_sourceLocation) {
    #expect(allFindings(source).compactMap { $0.code } == codes, sourceLocation: sourceLocation)
  }
}

private let small = "object a { x = 1; y = 1; on = true }\nobject b { x = 1 }\nprint a, b\n"

/// Findings other than mistakes: they are reported, and they are not reported where they may be wrong.
extension CheckerTests {
  @Test(arguments: [
    CodesCase(small + "bind a.x ~> b.x\nbind (a.y * 2) ~> b.x", .twoWriters),
    CodesCase(small + "bind a.x ~> b.x\nbind b.x <~! a.y\na.y = 2", .twoWriters),
    CodesCase(
      small + "bind a.x ~> b.x\nbind a.y ~> b.x\nbind a.on ~> b.x", .twoWriters, .twoWriters),
    CodesCase(
      "object t { v = 0 }\nclass Row { n = 1; bind n ~> t.v }\nobject r: Row\nobject s: Row\n"
        + "print r, s, t", .twoWriters),
    // One at a time, and loops that may end.
    CodesCase(small + "bind a.x ~> b.x as one\nunbind one\nbind a.y ~> b.x"),
    CodesCase(
      small + "bind a.x ~> b.x as one\nbind a.y ~> b.x\naction stop() { unbind one }\nstop()"),
    CodesCase(small + "bind a.x ~> b.x as one\nrebind one to a.y, b.x"),
    CodesCase(small + "bind once a.x ~> b.x\nbind a.y ~> b.x"),
    CodesCase(small + "if a.on { bind a.x ~> b.x } else { bind a.y ~> b.x }"),
    CodesCase(small + "semantics qt\nbind a.x ~> b.x\nbind a.y ~> b.x", .lostBinding),
    // With two-way bindings the ends are equal anyway, and events happen one at a time.
    CodesCase(small + "bind a.x <> b.x\nbind b.x <> a.y"),
    CodesCase(
      "object c { event go; event stop }\nobject b { x = 1 }\nbind c.go !~> b.x\n"
        + "bind c.stop !~> b.x\nfire c.go(1)\nfire c.stop(2)\nprint b"),
    CodesCase(
      "object c { x = 1; y = 2; action show(v) { print v } }\nbind c.x ~> c.show\n"
        + "bind c.y ~> c.show"),
  ])
  func `two writers of one target at the same time are reported`(_ example: CodesCase) {
    example.check()
  }

  @Test(arguments: [
    CodesCase(small + "bind (a.on ? b.x + 1 : 0) ~> a.x\nbind a.x ~> b.x", .latentCycle),
    CodesCase(small + "bind (a.on && b.x == 1) ~> a.y\nbind a.y ~> b.x", .latentCycle),
    CodesCase(small + "bind (a.on || b.x == 1) ~> a.y\nbind a.y ~> b.x", .latentCycle),
    CodesCase(small + "bind (a.on ?? b.x) ~> a.y\nbind a.y ~> b.x", .latentCycle),
    CodesCase(
      "object c { on = true; computed x = on ? y : 1; computed y = x }\nprint c", .latentCycle),
    // It already exists, is uncertain, or leads nowhere.
    CodesCase(
      small + "bind (a.on ? b.x : b.x + 1) ~> a.x\nbind a.x ~> b.x", .latentCycle),
    CodesCase(
      small + "bind (b.x + (a.on ? b.x : 0)) ~> a.x\nbind a.x !~> b.x", .structuralCycle),
    CodesCase(small + "bind (a.on ? b.x : 0) ~> a.x"),
    CodesCase(small + "bind (a.on ? b.x : 0) ~> a.x as one\nunbind one\nbind a.x ~> b.x"),
  ])
  func `a cycle that a branch would close is reported`(_ example: CodesCase) { example.check() }

  @Test func `the warning about a latent cycle shows the condition that closes it`() {
    let found = allFindings(
      small + "bind (a.on ? (a.y == 2 ? 0 : b.x) : 0) ~> a.x\nbind a.x ~> b.x")
    #expect(
      found.first?.message
        == "#1 would close a cycle by reading 'b.x': b.x → #1 → a.x → #2 → b.x")
    #expect(
      found.first?.notes.prefix(2).map(\.message)
        == ["it reads 'b.x' where 'a.on' is true", "and 'a.y == 2' is false"])
  }

  @Test(arguments: [
    CodesCase(small + "bind (1) !~> b.x", .neverFires),
    CodesCase(small + "let k = 3\nbind b.x <~! (k * 2)", .neverFires),
    CodesCase(
      small + "var k = 3\nbind (k > 2 ? \"a\\(k)\" : \"b\") !~> b.x", .neverFires,
      .variableInComputed),
    CodesCase(small + "bind (1) ~> b.x"),
    CodesCase(small + "bind (a.x) !~> b.x\na.x = 2"),
    CodesCase(small + "let c = a\nbind (c.x) !~> b.x\na.x = 2"),
    CodesCase(small + "bind (random(6)) !~> b.x"),
  ])
  func `a binding that can never fire is reported`(_ example: CodesCase) { example.check() }

  @Test(arguments: [
    CodesCase(small + "observe a.x { a.x = value + 1 }\na.x = 2", .writesWhatItObserves),
    CodesCase(small + "observe a.x { a.x += 1 }\na.x = 2", .writesWhatItObserves),
    CodesCase(
      "class P { x = 1; observe x { self.x = 2 } }\nobject p: P\np.x = 3", .writesWhatItObserves),
    CodesCase("object c { event go; on go { fire go } }\nfire c.go", .writesWhatItObserves),
    CodesCase("object c { event go }\non c.go { fire c.go }\nfire c.go", .writesWhatItObserves),
    CodesCase("on notification Saved { post Saved }\npost Saved", .writesWhatItObserves),
    CodesCase(
      small + "bind a.x !~> b.x observe { a.x = value }\na.x = 3", .writesWhatItObserves),
    CodesCase(small + "observe a.x { if value > 9 { a.x = 9 } }\na.x = 2"),
    CodesCase(small + "observe a.x { silent a.x = 9 }\na.x = 2"),
    CodesCase(small + "observe a.x { b.x = value; a.y = value }\na.x = 2"),
    CodesCase(small + "observe a.x { after 1s { a.x = 9 } }\na.x = 2", .codeCycle),
    CodesCase(
      "class P { x = 1; weak other: P?; observe other.x { self.x = 2 } }\nobject p: P\np.x = 3\n"
        + "p.other = p"),
    CodesCase(
      "class P { x = 1; weak other: P?; observe x { other.x = 2 } }\nobject p: P\np.x = 3\np.other = p",
      .codeCycle),
  ])
  func `an observer that writes what it observes is reported`(_ example: CodesCase) {
    example.check()
  }

  @Test(arguments: [
    CodesCase(
      "object f: UITextField\nobject vm { text: String? = \"Kim\" }\nbind f <> vm.text\nprint f, vm",
      .passesNilFirst),
    CodesCase(
      "object f: UITextField\nobject vm { text: String? = \"Kim\" }\nbind vm.text <> f\nprint f, vm"
    ),
    CodesCase(
      "object f: UITextField { text = \"\" }\nobject vm { text = \"Kim\" }\nbind f <> vm.text\nprint f, vm"
    ),
    // A binding that a block makes may write the default property first.
    CodesCase(
      "object f: UITextField\nobject vm { text = \"Kim\" }\naction go() { bind vm.text ~> f }\ngo()\n"
        + "bind f <> vm.text\nprint f, vm"),
  ])
  func `a binding that passes nil over a value is reported`(_ example: CodesCase) {
    example.check()
  }

  @Test(arguments: [
    CodesCase(
      "object m { rate = 2 }\nobject a { x = 1; y = 0 }\nbind a.x ~> a.y | { value * m.rate }\nprint m, a",
      .readsUnannounced),
    CodesCase(
      "class C { x = 1; y = 0; rate = 2; bind x ~> y | { value * rate } }\nprint new C",
      .readsUnannounced),
    CodesCase(
      "object m { rate = 2 }\nobject a { x = 1; y = 0 }\nbind a.x ~> a.y transform { value * m.rate }\nprint m, a",
      .readsUnannounced),
    // What it is given, its own ends, and what it declares itself.
    CodesCase("object a { x = [1]; y = 0 }\nbind a.x ~> a.y | { value.count }\nprint a"),
    CodesCase("object a { x = 1; y = 0 }\nbind a.x ~> a.y | { value + a.x + a.y }\nprint a"),
    CodesCase(
      "object a { x = [1]; y = [] }\nbind a.x ~> a.y | { value.map { value * 2 } }\nprint a"),
    CodesCase(
      "object a { x = 1; y = 0 }\nbind a.x ~> a.y | { let m = value ; m.string }\nprint a"),
    // These fire at other times.
    CodesCase(
      "object m { rate = 2 }\nobject a { x = 1; y = 0 }\nbind once a.x ~> a.y | { value * m.rate }\nprint m, a"
    ),
    CodesCase(
      "object m { rate = 2 }\nobject b { event go }\nobject a { y = 0 }\n"
        + "bind b.go !~> a.y | { m.rate }\nfire b.go\nprint m, a"),
  ])
  func `a block whose reads do not fire its binding is reported`(_ example: CodesCase) {
    example.check()
  }

  @Test(arguments: [
    CodesCase(
      "class P { x = 1 }\nobject v { p: P?; action go() { p.y = 2 } }\nv.go()\nprint v, new P",
      .noMemberOfClass),
    CodesCase(
      "class P { x = 1 }\nobject v { p: P?; n = 0; observe n { print p.y } }\nv.n = 1\nprint v, new P",
      .noMemberOfClass),
    CodesCase(
      "class P { x = 1 }\nobject v { p: P?; action go() { p.run() } }\nv.go()\nprint v, new P",
      .noMemberOfClass),
    // Another class may have it.
    CodesCase(
      "class P { x = 1 }\nclass Q: P { y = 1 }\nobject v { p: P?; action go() { p.y = 2 } }\nv.go()\n"
        + "print v, new Q"),
    CodesCase(
      "protocol P { action a() }\nobject v { weak p: P?; action go() { p.run() } }\nv.go()\nprint v"
    ),
    CodesCase(
      "class P { x = 1 }\nobject v { p: P?; action go() { p.x = 2 } }\nv.go()\nprint v, new P"),
  ])
  func `a member that no object of a class has is reported`(_ example: CodesCase) {
    example.check()
  }

  @Test(arguments: [
    CodesCase(
      "object a { n: Int = 1; t: String = \"\" }\nprint a\nbind a.n ~> a.t | Negate", .typeMismatch),
    CodesCase(
      "object a { n: Int = 1; t: String = \"\" }\nprint a\nbind a.t <~ a.n | Negate | { value * 2 }",
      .typeMismatch),
    CodesCase(
      "object a { n: Int = 1; t: String = \"\" }\nprint a\nbind a.n ~> a.t | Uppercase",
      .wrongOperand),
    CodesCase(
      "object a { s: String = \"1\"; n: Int = 1 }\nprint a\nbind a.s ~> a.n | Trim", .typeMismatch),
    CodesCase(
      "object a { n: Int = 1; t: String = \"\" }\nprint a\nbind a.n ~> a.t | ToString | Uppercase"),
    CodesCase("object a { n: Int = 1; t: Bool = true }\nprint a\nbind a.n ~> a.t | IsNil | Not"),
    CodesCase(
      "object a { n = 1; t: String = \"\" }\nprint a\nbind a.n ~> a.t | Negate", .typeMismatch),
    CodesCase(
      "object a { n = 1; t: String = \"\" }\nprint a\nbind a.n !~> a.t | Negate", .neverChanged),
    CodesCase("object a { n: Int = 1; t: Double = 1 }\nprint a\nbind a.n ~> a.t | { value * 2 }"),
    CodesCase("object a { n: Int? = 1; t: String? = \"\" }\nprint a\nbind a.n ~> a.t | ToString"),
    CodesCase(
      "object a { n: Int = 1; t: String = \"\" }\nprint a\ntransformer T { forward { if true { \"a\" } } }\n"
        + "bind a.n ~> a.t | T"),
    CodesCase(
      "object a { n: Int = 1; t: String = \"\" }\nprint a\nbind a.n !~> a.t\na.n = 2",
      .neverAdmitted),
  ])
  func `types are followed through transformers`(_ example: CodesCase) { example.check() }
}

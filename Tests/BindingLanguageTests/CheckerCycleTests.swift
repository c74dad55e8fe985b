import Exploring
import Interpreter
import Language
import Syntax
import Testing

/// Cycles, found without running.
extension CheckerTests {
  private static let objects = "object a { x = 1; y = 1 }\nobject b { x = 1 }\nobject c { x = 1 }\n"

  private static func cycles(_ source: String) -> [String] {
    findings(objects + source).filter { $0.code != .twoWriters }.map(\.message)
  }

  @Test(arguments: [
    ("bind a.x ~> b.x\nbind b.x ~> a.x", "#2 closes a cycle: b.x → #2 → a.x → #1 → b.x"),
    ("bind b.x <~ a.x\nbind a.x <~! b.x", "#2 closes a cycle: b.x → #2 → a.x → #1 → b.x"),
    (
      "bind a.x ~> b.x\nbind b.x ~> c.x\nobserve a.x { }\nbind c.x ~> a.x",
      "#4 closes a cycle: c.x → #4 → a.x → #1 → b.x → #2 → c.x"
    ),
    (
      "bind a.x <> b.x\nbind b.x <> c.x\nbind c.x <> a.x",
      "#3 closes a cycle: c.x → #3 → a.x → #1 → b.x → #2 → c.x"
    ),
    ("bind a.x ~> a.x", "#1 binds a property to itself: a.x → #1 → a.x"),
    ("bind (a.x + 1) ~> a.x", "#1 binds a property to itself: a.x → #1 → a.x"),
    (
      "bind (a.y + b.x) ~> c.x\nbind c.x ~> b.x",
      "#2 closes a cycle: c.x → #2 → b.x → #1 → c.x"
    ),
    (
      "extend a { computed z = x + 1 }\nbind a.z ~> a.x",
      "#1 closes a cycle: a.z → #1 → a.x → computed → a.z"
    ),
    (
      "batch { bind a.x ~> b.x }\nlet d = b\nbind d.x ~> a.x",
      "#2 closes a cycle: b.x → #2 → a.x → #1 → b.x"
    ),
    (
      "bind a.x ~> b.x as one\nbind c.x ~> a.x\nrebind one to a.x, c.x",
      "#1 closes a cycle: a.x → #1 → c.x → #2 → a.x"
    ),
  ])
  func `a binding that closes a cycle causes a warning`(_ source: String, _ message: String) {
    #expect(CheckerTests.cycles(source) == [message])
  }

  @Test(arguments: [
    "bind a.x <> b.x",
    "bind a.x ~> b.x\nbind b.x ~> c.x\nbind a.x ~> c.x",
    "bind a.x ~> b.x\nbind once b.x ~> a.x",
    "bind a.x ~> b.x as one\nunbind one\nbind b.x ~> a.x",
    "bind a.x ~> b.x\nunbind #1\nbind b.x ~> a.x",
    "bind a.x ~> b.x\nunbind a\nbind b.x ~> a.x",
    "bind a.x ~> b.x\nunbind all\nbind b.x ~> a.x",
    "bind a.x ~> b.x\nrelease a\nobject a { x = 1 }\nbind b.x ~> a.x",
    "if true { bind a.x ~> b.x } else { bind b.x ~> a.x }",
    "observe c.x { bind a.x ~> b.x }\nbind b.x ~> a.x",
    "bind a.x ~> b.x as one\nbind b.x !~> a.x\nobserve c.x { unbind one }",
    "object d { p = a }\nd.p = b\nbind d.p.x ~> a.x",
    "class N { next: UILabel?; computed t = next.text }\nobject n: N",
    "extend a { computed z = true ? 1 : z }",
  ])
  func `uncertain cycles are not reported`(_ source: String) {
    #expect(CheckerTests.cycles(source) == [])
  }

  @Test(arguments: [
    "bind a.x ~> b.x\nbind b.x ~> c.x\nbind c.x ~> a.x",
    "class P { n = 1; m = 1; bind n ~> m; observe n { }; bind m ~> n }\nobserve a.x { }\nobject p: P",
    "class P { l = new UILabel; bind l ~> l.textColor; bind l.textColor ~> l }\nobject p: P",
    "class P { n = 1; observe n { } }\nlet p = new P\nobject q { p = new P; bind p.n ~> p.n }",
    "bind (a.x + 1) <~ b.x",
  ])
  func `a cycle is reported as in a run`(_ source: String) {
    let text = CheckerTests.objects + source
    let reported = failures(text).map { ($0.message, $0.notes.map(\.message)) }
    // That a binding would replace a label is another finding.
    let found = findings(text).filter { !$0.message.contains("would replace") }
      .map { ($0.message, $0.notes.map(\.message)) }
    #expect(found.map(\.0) == reported.map(\.0))
    // Only a run knows what would happen.
    let notes = reported.map { $0.1.filter { !$0.hasPrefix("if you write") } }
    #expect(found.map(\.1) == notes)
  }

  @Test func `a cycle is shown with the place of each binding`() {
    let found = findings(CheckerTests.objects + "bind a.x ~> b.x | Negate\nbind b.x ~> a.x")
    let notes = found.first?.notes ?? []
    #expect(notes.map(\.message) == ["#2 b.x ~> a.x", "#1 a.x ~> b.x | Negate"])
    #expect(notes.compactMap(\.span).map(\.start) == [89, 64])
  }

  @Test(arguments: [
    ("class P { n = 1; m = 1; bind n ~> m; bind m ~> n }", "P.m → line 1 → P.n → line 1 → P.m"),
    (
      "class P { n = 1; m = 1; bind n ~> m }\nclass Q: P { bind m ~> n }",
      "Q.m → line 2 → Q.n → line 1 → Q.m"
    ),
  ])
  func `a cycle within a class is reported without an instance`(_ source: String, _ path: String) {
    #expect(findings(source).map(\.message) == ["this binding closes a cycle: " + path])
  }

  @Test func `a cycle of a class is reported once for all its instances`() {
    let found = findings(
      "class P { n = 1; m = 1; bind n ~> m; bind m ~> n }\nobject p: P\nobject q: P\nnew P")
    #expect(found.map(\.message) == ["#2 closes a cycle: p.m → #2 → p.n → #1 → p.m"])
  }

  @Test func `a binding that cannot be made has no number`() {
    let found = CheckerTests.cycles("bind a.x ~> b.q\nbind a.x ~> b.x\nbind b.x ~> a.x")
    #expect(
      found == [
        "no property 'q' in 'b'", "#2 closes a cycle: b.x → #2 → a.x → #1 → b.x",
      ])
  }

  @Test func `lines replace numbers that differ from run to run`() {
    let found = CheckerTests.cycles(
      "if a.y == 1 { bind a.y ~> c.x }\nbind a.x ~> b.x\nbind b.x ~> a.x")
    #expect(found == ["this binding closes a cycle: b.x → line 6 → a.x → line 5 → b.x"])
  }

  @Test(arguments: [
    CheckerCase("object a { x = 1; computed ⟦y⟧ = y + 1 }", "computed 'a.y' reads itself"),
    CheckerCase("object a { computed ⟦y⟧ = z; computed z = y }", "computed 'a.y' reads itself"),
    CheckerCase("class P { computed ⟦y⟧ = self.y }", "computed 'P.y' reads itself"),
    CheckerCase(
      "class P { x = 1; computed y = x }\nclass Q: P { computed ⟦x2⟧ = y2; computed y2 = x2 }",
      "computed 'Q.x2' reads itself"),
  ])
  func `a computed property that reads itself is an error`(_ example: CheckerCase) {
    example.check()
  }

  /// What a run refuses, a check does, and only that.
  @Test(arguments: ["javafx", "sheet", "bind", "qt"])
  func `a cycle without values is an error where a run refuses it`(preset: String) {
    let rings = [
      "bind a.x ~> b.x\nbind b.x ~> c.x\nbind c.x ~> a.x", "bind (a.x + 1) !~> a.x",
      "bind a.x !~> b.x | { value }\nbind b.x <> a.y\nbind b.x ~> c.x",
      "extend a { computed z = x + 1 }\nbind a.z ~> a.x",
      "if a.x == 2 { bind a.x ~> b.x }\nbind b.x ~> a.x",
      "bind a.x ~> b.x\nunbind #1\nbind b.x ~> a.x",
    ]
    for ring in rings {
      let source = "\(Self.objects)semantics \(preset)\n\(ring)"
      let host = DiagnosticsHost()
      let session = Session(host: host)
      session.run(SourceFile(name: "main.bind", text: source))
      let isError = findings(source).contains { $0.severity == .error }
      #expect(isError == (session.errors > 0), "\(source)")
    }
  }

  @Test func `a ring of ten thousand bindings is reported`() {
    var text = (0..<10_000).map { "object o\($0) { v = 1 }\n" }.joined()
    for i in 0..<10_000 { text += "bind o\((i + 1) % 10_000).v !~> o\(i).v\n" }
    let found = findings(text)
    #expect(found.count == 1)
    #expect(found.first?.notes.count == 10_000)
  }

  @Test func `a binding that was moved and then unbound closes no cycle`() {
    let source = "bind a.x <> b.x as one\nrebind one to a.x, c.x\nunbind one\nbind c.x ~> a.x"
    #expect(Self.cycles(source) == [])
  }
}

import Interpreter
import Language
import Syntax
import TestSupport
import Testing

/// The cost of cycles through code: time is linear in the program, in whatever order it is written.
@Suite struct CodeCycleGrowthTests {
  private func run(_ lines: [String], journal: Int? = nil) {
    var options = SessionOptions()
    options.journalLimit = journal
    let host = CheckerHost()
    let text = lines.joined(separator: "\n") + "\n"
    Session(host: host, options: options).run(SourceFile(name: "t.bind", text: text))
    #expect(host.diagnostics.map(\.message) == [])
  }

  private func objects(_ count: Int) -> [String] { (0..<count).map { "object o\($0) { v = 1 }" } }

  private func observer(_ number: Int) -> String {
    "observe o\(number).v { o\(number + 1).v = value }"
  }

  @Test func `observers of a chain take linear time, whichever is made first`() {
    let growth = growth(from: 2_000) { count in
      var random = TestSupport.SeededRandom(seed: count)
      run(objects(count + 1) + (0..<count).shuffled(using: &random).map(observer))
    }
    #expect(growth < 8)
  }

  /// Each search for a cycle begins where many arcs meet.
  @Test func `observers of a property with many writers take linear time`() {
    let growth = growth(from: 1_000) { count in
      run(
        ["object hub { v = 1 }"] + objects(2 * count)
          + (0..<count).flatMap { number in
            let (before, behind) = ("o\(2 * number).v", "o\(2 * number + 1).v")
            return [
              "observe \(behind) { value }", "observe \(before) { hub.v = value }",
              "observe hub.v { \(behind) = value }",
            ]
          })
    }
    #expect(growth < 8)
  }

  /// Each assignment moves the path of every observer.
  @Test func `observers whose paths move take linear time`() {
    let growth = growth(from: 1_000) { count in
      run(
        objects(count + 2) + ["object vm { model = o0 }"]
          + (0..<count).map { "observe vm.model.v { o\($0 + 2).v = value }" }
          + ["vm.model = o1", "vm.model = o0"])
    }
    #expect(growth < 8)
  }

  private func actions(_ count: Int) -> [String] {
    ["object o {", "x = 0"] + (0..<count).map { "action a\($0)(v) { a\($0 + 1)(v) }" }
      + ["action a\(count)(v) { x = v }", "}"]
  }

  @Test func `a chain of actions takes linear time`() {
    let growth = growth(from: 2_000) { run(actions($0) + ["o.a0(5)"]) }
    #expect(growth < 8)
  }

  @Test func `a chain of actions is checked in linear time`() {
    let growth = growth(from: 1_000) { count in
      let lines = actions(count) + ["o.a0(5)", "print o.x"]
      #expect(findings(lines.joined(separator: "\n")).map(\.message) == [])
    }
    #expect(growth < 8)
  }

  private func commands(_ count: Int) -> [String] {
    ["object o0 { command go { go.execute() } }"]
      + (1..<count).map { "object o\($0) { command go { go.execute(); o\($0 - 1).go.execute() } }" }
  }

  /// Whether a command ends a cycle depends on all that lead to each other.
  @Test func `commands that execute themselves and others take time that grows with them`() {
    #expect(growth(from: 500) { run(commands($0)) } < 8)
  }

  @Test func `commands that execute themselves are checked in time that grows with them`() {
    let growth = growth(from: 500) { count in
      let found = findings(commands(count).joined(separator: "\n"))
      #expect(!found.contains { $0.code == .codeCycle })
    }
    #expect(growth < 8)
  }

  /// The log of the turns that are remembered stays, and is not looked through for references.
  @Test func `remembered turns take time that grows with them where a class has an action`() {
    let growth = growth(from: 2_000) { count in
      run(
        ["class C { x = 0; action go() { x = 1 } }", "object c: C"]
          + (0..<count).map { "c.x = \($0)" }, journal: 100_000)
    }
    #expect(growth < 8)
  }
}

import BindingEngine
import Exploring
import Glibc
import Interpreter
import Language
import Syntax
import TestSupport
import Testing

/// Questions change nothing: a script with random questions between its statements has the same output
/// as the script without them.
@Suite struct QuestionPropertyTests {
  private static let declarations = """
    class Row { viewModel; name = ""; bind viewModel.name ~> name; observe name { vm.seen += 1 } }
    class Item { name = "n"; kind = 0; computed double = kind * 2 }
    class Cell { of; name = "c"; bind vm.total ~> of; on notification news { vm.seen += 100 } }
    object e0: Item { name = "0" }; object e1: Item { name = "1" }; object e2: Item { kind = 3 }
    object vm {
      items = [e0, e1]; seen = 0; total = 0; current = e0; picked
      command load(n) after 2s { if n > 6 { throw "too many" }; total += n; return n } cancel { total = -1 }
      event tapped
    }
    object table { rows }
    object label: UILabel
    transformer later after 1s { forward { value } }
    bind vm.items ~> table.rows each Row as rows
    bind vm.current.name ~> label
    bind vm.total <> e2.kind
    bind vm.seen ~> vm.picked | later
    observe vm.total { if value < 10 { vm.total += 3 } } as clamp
    on vm.tapped { vm.current = e1 }

    """

  private struct Writer {
    var random: CheckerRandom
    var names = 0
    let presets = Semantics.presets.map(\.name)

    mutating func number(_ bound: Int) -> Int { Int.random(in: 0..<bound, using: &random) }

    mutating func change() -> String {
      switch number(20) {
      case 0: return "vm.items.append(e\(number(3)))"
      case 1: return "vm.items.remove(at: \(number(3)))"
      case 2: return "vm.items = [e\(number(3)), new Item { kind = random(9) }]"
      case 3: return "e\(number(3)).name = \"name \(number(9))\""
      case 4: return "vm.total = \(number(20))"
      case 5: return "vm.load.execute(\(number(9)))"
      case 6: return "vm.load.cancel()"
      case 7: return "vm.current = \(["nil", "e0", "e1", "e2"][number(4)])"
      case 8: return "fire vm.tapped"
      case 9: return "after \(number(4))s { vm.total += random(5) }"
      case 10:
        names += 1
        return "object made\(names): Item { kind = \(number(5)) }"
      case 11: return "bind e\(number(3)).kind !~> e\(number(3)).kind | { value + 1 }"
      case 12: return "bind vm.current.kind ~> vm.picked"
      case 13: return "observe e\(number(3)).kind { vm.seen += 1 }"
      case 14: return "unbind #\(1 + number(12))"
      case 15: return "release e\(number(3))"
      case 16: return "if table.rows.count > 0 { release table.rows[0] }"
      case 17: return "throw \"no\""
      case 18: return "post news(\(number(9)))"
      default: return "e\(number(3)).kind = random(100)"
      }
    }

    mutating func statement() -> String {
      switch number(8) {
      case 0: "advance \(number(3))s"
      case 1: "wait"
      case 2: "semantics \((["calm", "stopping"] + presets).randomElement(using: &random)!)"
      default: change()
      }
    }

    mutating func question() -> String {
      let changes = (0..<number(6)).map { _ in change() }.joined(separator: "; ")
      let names = ["", "bind, kvo ", "calm, stopping ", "vue, sheet "][number(4)]
      let questions = [
        "compare \(names){ \(changes) }", "whatif { \(changes) }", "whatif { }", "cycles",
        "why vm.total", "whynot #\(1 + number(12))",
        "explain #\(1 + number(12))", "costs", makingQuestion(),
      ]
      // `compare` does the most, and `cycles` tries every semantics.
      return questions[[0, 0, 0, 1, 1, 2, 3, 3, 4, 5, 6, 7, 8, 8, 8][number(15)]] + "\n"
    }

    /// A question that makes objects to which its answer does not refer.
    private mutating func makingQuestion() -> String {
      let made = [
        "new Row", "new Item", "new Item { kind = vm.total }",
        "new Row { on notification news { vm.total += 1 } }", "new Cell",
      ][number(5)]
      return [
        "[\(made)].count", "(\(made)).name", "expect [\(made), \(made)].count == 2",
        "expect \(made) != nil && e0 != \(made)", "expect \(made) == nil", "if \(made) == nil { }",
        "while [\(made)].count == 0 { }", "repeat [\(made)].count { [\(made)].count }",
        "if e1 != nil { [\(made)] }", "[\(made)].unknown", "expect error { [\(made)].unknown }",
        "for cell in [\(made).name] { [cell, \(made)].count }",
      ][number(12)]
    }
  }

  private static let state = """
    objects; bindings; observers; commands
    print turn.number, turn.writes, turn.firings, turn.held, turn.outcome, turn.cycle, random(1000)

    """

  @Test(arguments: seeds(20))
  func `questions change nothing after them`(seed: Int) {
    var (with, without) = ("", "")
    let hosts = (TalkingHost(), TalkingHost())
    var options = SessionOptions()
    options.keepsGoing = true
    let sessions = (
      Session(host: hosts.0, options: options), Session(host: hosts.1, options: options)
    )
    func run(_ text: String, question: String = "") {
      hosts.0.isHidden = true
      sessions.0.run(SourceFile(name: "question", text: question))
      hosts.0.isHidden = false
      sessions.0.run(SourceFile(name: "script", text: text))
      sessions.1.run(SourceFile(name: "script", text: text))
      with += question + text
      without += text
    }
    run(
      "semantics calm: bind { equal = drop; death = either }\n"
        + "semantics stopping: bind { error = stop; lock = no; limit = 50 }\n"
        + "semantics \(["bind", "vue", "mobx", "observation"][seed % 4])\n" + Self.declarations)
    #expect(hosts.1.said == [], "the declarations must stand")
    var writer = Writer(random: CheckerRandom(state: UInt64(seed)))
    for step in 0..<12 {
      let question = writer.question()
      run(writer.statement() + "\n" + Self.state, question: question)
      #expect(sessions.0.checkInvariants() == [], "seed \(seed), step \(step)")
      guard hosts.0.said == hosts.1.said, sessions.0.stillDue == sessions.1.stillDue else {
        let pairs = zip(hosts.0.said, hosts.1.said)
        let first = pairs.first { $0 != $1 }
        Issue.record(
          "seed \(seed), step \(step): \(String(describing: first)), \(sessions.0.stillDue), \(sessions.1.stillDue)\n\(with)"
        )
        return
      }
    }
    #expect(hosts.0.hidden.count > 12, "seed \(seed): the questions must be answered")
  }
}

/// Keeps the output, line by line.
final class TalkingHost: SessionHost {
  var said: [String] = []
  var isHidden = false

  /// The hidden output, to see whether anything was answered.
  private(set) var hidden: [String] = []

  func write(_ text: String) {
    if isHidden { hidden.append(text) } else { said.append(text) }
  }
  func trace(_ line: String) { write(line) }
  func report(_ diagnostic: Diagnostic) { write(diagnostic.text()) }
  func read(path: String) -> Result<[UInt8], SessionFileError> { .failure(.init("none")) }
  func save(path: String, text: String) -> SessionFileError? { .init("none") }
}

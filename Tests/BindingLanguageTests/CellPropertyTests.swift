import Exploring
import Interpreter
import Language
import Syntax
import TestSupport
import Testing

/// Random changes of a list with cells: there is one cell for each element, and it has that
/// element.
@Suite struct CellPropertyTests {
  /// Writes the next statement.
  private struct ScriptWriter {
    var random: CheckerRandom
    let hasTransformer: Bool

    /// Assigns another list, since an equal one may be dropped.
    static let reload = "vm.items = (vm.items ?? []) + [e0]"

    mutating func number(_ bound: Int) -> Int { Int.random(in: 0..<bound, using: &random) }

    mutating func chance(_ percent: Int) -> Bool { number(100) < percent }

    mutating func element() -> String { chance(5) ? "nil" : "e\(number(8))" }

    mutating func list() -> String {
      "[" + (0..<number(6)).map { _ in element() }.joined(separator: ", ") + "]"
    }

    /// One change of the list; an index that does not exist is an error, which is intended.
    mutating func change() -> String {
      switch number(12) {
      case 0...2: "vm.items.append(\(element()))"
      case 3, 4: "vm.items.insert(\(element()), at: \(number(5)))"
      case 5, 6: "vm.items.remove(at: \(number(5)))"
      case 7: "vm.items.replace(at: \(number(5)), with: \(element()))"
      case 8: "vm.items[\(number(5))] = \(element())"
      case 9: "vm.items = \(chance(10) ? "nil" : list())"
      case 10: "vm.items = vm.items"
      default: "if vm.items != nil { vm.items = vm.items + \(list()) }"
      }
    }

    mutating func statement() -> String {
      switch number(20) {
      case 0:
        let changes = (0..<4).map { _ in change() }.joined(separator: "; ")
        return "batch { \(changes)\(chance(50) ? "; throw \"no\"" : "") }"
      case 1, 7, 8, 9: return "vm.tricks = \(1 + number(2))\n\(change())"
      case 2: return "vm.bad = e\(number(8))\n\(change())\nvm.bad = nil"
      case 3:
        // Code that removes or replaces a cell also assigns the list again.
        let damage =
          switch number(4) {
          case 0: "table.rows = []"
          case 1: "table.rows = nil"
          case 2: "if table.rows.count > 0 { table.rows.remove(at: 0) }"
          default: "table.rows = [e0, table]"
          }
        return "\(damage)\n\(ScriptWriter.reload)"
      case 4:
        return "if table.rows.count > 1 { for cell in [table.rows[0]] { release cell } }\n"
          + ScriptWriter.reload
      case 5: return "e\(number(8)).kind += 1\n\(ScriptWriter.reload)"
      case 6 where !hasTransformer: return "silent vm.items = \(list())\n\(ScriptWriter.reload)"
      default: return change()
      }
    }
  }

  private static let declarations = """
    class Element { name = "e"; kind = 0 }
    class Cell { viewModel; name = ""; bind viewModel.name ~> name; action viewDidUpdateViewModel() { if viewModel != nil && viewModel == vm.bad { throw "bad" } } }
    class OddCell: Cell { isOdd = true }
    object e0: Element { name = "0" }; object e1: Element { name = "1" }; object e2: Element { name = "2" }
    object e3: Element { name = "3" }; object e4: Element { name = "4"; kind = 1 }; object e5: Element { kind = 1 }
    object e6: Element; object e7: Element
    object vm { items = []; tricks = 0; bad }
    object table { rows }
    action trick() { vm.items.insert(e1, at: 0); if vm.tricks == 0 { vm.items.remove(at: vm.items.count - 1) } }
    observe vm.items { if vm.tricks > 0 { vm.tricks += -1; trick() } }

    """

  private static let check = """
    expect table.rows.count == (vm.items == nil ? 0 : vm.items.count)
    for i in range(table.rows.count) {
      expect table.rows[i] != nil && table.rows[i].viewModel == vm.items[i]
      expect vm.items[i] == nil || table.rows[i].name == vm.items[i].name
    }

    """

  private static let checkReversed = """
    expect table.rows.count == (vm.items == nil ? 0 : vm.items.count)
    for i in range(table.rows.count) {
      expect table.rows[i] != nil && table.rows[i].viewModel == vm.items.reversed[i]
    }

    """

  @Test(
    arguments: [
      "each Cell", "each { (value.kind ?? 0) % 2 == 1 ? OddCell : Cell }",
      "| { value.reversed } each Cell",
    ], ["bind", "kvo", "calm"])
  func `each element has its cell, whatever happens to the list`(
    _ each: String, _ semantics: String
  ) {
    let hasTransformer = each.hasPrefix("|")
    for seed in seeds(5) {
      let host = ListeningHost()
      var options = SessionOptions()
      options.keepsGoing = true
      let session = Session(host: host, options: options)
      var script = "semantics calm: bind { equal = drop }\nsemantics \(semantics)\n"
      script += CellPropertyTests.declarations
      script += "bind vm.items ~> table.rows \(each)\n"
      session.run(SourceFile(name: "seed \(seed)", text: script))
      #expect(host.failures == [] && host.errors == 0, "seed \(seed)")
      var writer = ScriptWriter(
        random: CheckerRandom(state: UInt64(seed)), hasTransformer: hasTransformer)
      for step in 0..<40 {
        let statement = writer.statement() + "\n"
        session.run(SourceFile(name: "step \(step)", text: statement))
        let check =
          hasTransformer ? CellPropertyTests.checkReversed : CellPropertyTests.check
        session.run(SourceFile(name: "check \(step)", text: check))
        script += statement + check
        #expect(session.checkInvariants() == [], "seed \(seed), step \(step)")
        guard host.failures.isEmpty else {
          Issue.record("seed \(seed), step \(step): \(host.failures)\n\(script)")
          break
        }
      }
    }
  }
}

/// Counts errors, which are intended, and keeps those that must not occur.
private final class ListeningHost: SessionHost {
  private(set) var failures: [String] = []
  private(set) var errors = 0

  func write(_ text: String) {}
  func trace(_ line: String) {}
  func report(_ diagnostic: Diagnostic) {
    guard diagnostic.severity == .error else { return }
    errors += 1
    if diagnostic.message.hasPrefix("expectation failed")
      || diagnostic.file?.name.hasPrefix("check") == true
    {
      failures.append(diagnostic.message)
    }
  }
  func read(path: String) -> Result<[UInt8], SessionFileError> { .failure(.init("none")) }
  func save(path: String, text: String) -> SessionFileError? { .init("none") }
}

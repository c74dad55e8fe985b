import TestSupport
import Testing

/// `append(contentsOf:)`, `insert(contentsOf:at:)` and `remove(at: 1...3)`: several elements as one change.
@Suite struct RowsAtOnceTests {
  private static let presets = ["bind", "kvo", "goo", "qt", "mobx", "vue", "sheet", "rx"]
  private let declared = """
    class Cell: UITableViewCell { bind viewModel ~> textLabel.text }
    class Tile: UICollectionViewCell { bind viewModel ~> textLabel.text }
    object vm { items: List = ["a", "b", "c", "d"] }
    object copy { items: List = [] }
    object table: UITableView
    object grid: UICollectionView
    bind vm.items ~> copy.items
    bind vm.items ~> table.rows each Cell
    bind copy.items ~> grid.items each Tile
    var log = []

    """
  private let shown = """

    wait
    print "items", vm.items
    print "copy", copy.items
    print "rows", table.rows.map { value.textLabel.text }
    print "tiles", grid.items.map { value.textLabel.text }

    """

  /// Statements that do it at once, and one by one.
  private static let changes = [
    (
      "vm.items.append(contentsOf: [\"p\", \"q\"])",
      "vm.items.append(\"p\"); vm.items.append(\"q\")"
    ),
    (
      "vm.items.insert(contentsOf: [\"p\", \"q\", \"r\"], at: 1)",
      "vm.items.insert(\"p\", at: 1); vm.items.insert(\"q\", at: 2); vm.items.insert(\"r\", at: 3)"
    ),
    ("vm.items.insert(contentsOf: [\"p\"], at: 0)", "vm.items.insert(\"p\", at: 0)"),
    ("vm.items.remove(at: 1...2)", "vm.items.remove(at: 1); vm.items.remove(at: 1)"),
    ("vm.items.remove(at: range(4))", "repeat 4 { vm.items.remove(at: 0) }"),
    ("vm.items.append(contentsOf: [])", "print 1"),
    ("vm.items.remove(at: [])", "print 1"),
  ]

  @Test(arguments: presets, Array(changes.indices))
  func `at once gives what one by one gives`(preset: String, change: Int) throws {
    let (atOnce, oneByOne) = Self.changes[change]
    let results = try [atOnce, oneByOne].map { statement in
      let result = try bindlab("-s", preset, "-e", declared + statement + shown)
      #expect(!result.errors.contains("error"), "\(statement): \(result.errors)")
      return result.output.split(separator: "\n").filter { $0 != "1" }
    }
    #expect(results[0] == results[1], "\(preset): \(atOnce)")
    // Where a list is changed in place, nothing is notified.
    for line in results[0].dropFirst() where preset != "rx" {
      #expect(line.drop { $0 != "[" } == results[0][0].drop { $0 != "[" }, "\(preset): \(line)")
    }
  }

  @Test func `an observer is notified once, with the number`() throws {
    let script =
      declared + """
        observe vm.items { print change.kind, change.index, change.count }
        vm.items.append(contentsOf: ["p", "q"])
        vm.items.insert(contentsOf: ["p", "q", "r"], at: 1)
        vm.items.remove(at: 2...5)
        vm.items.append("z")
        vm.items[0] = "z"
        vm.items = []

        """
    #expect(
      try bindlab("-e", script).output == """
        insert 4 2
        insert 1 3
        remove 2 4
        insert 5 1
        replace 0 1
        set 0 1

        """)
  }

  @Test func `only the cells of the rows that come are made, and those that go wait`() throws {
    let script =
      declared + """
        vm.items.insert(contentsOf: ["p", "q"], at: 1)
        print turn.made, turn.reused
        vm.items.remove(at: 1...2)
        vm.items.append(contentsOf: ["r", "s"])
        print turn.made, turn.reused

        """
    #expect(try bindlab("-e", script).output == "4 0\n0 4\n")
  }

  @Test func `a recorded trace answers as the session does`() throws {
    let script =
      declared + """
        vm.items = ["a", "b", "c"]
        vm.items.insert(contentsOf: ["p", "q"], at: 1)
        vm.items.remove(at: 0...2)

        """
    for question in [
      "history vm.items", "why copy.items", "history copy.items", "blame grid.items",
    ] {
      let asked = try bindlab("-e", script + question)
      let folder = TemporaryFolder()
      _ = try bindlab("--trace=json", "--trace-to", folder.path + "/t.ndjson", "-e", script)
      let recorded = try bindlab("--from-trace", folder.path + "/t.ndjson", input: question)
      #expect(asked.output == recorded.output, "\(question): \(recorded.errors)")
    }
  }

  @Test func `what cannot be is refused, in check and in the run`() throws {
    for (statement, words) in [
      ("vm.items.append(contentsOf: 3)", "takes a list, not an Int"),
      ("vm.items.insert(contentsOf: [1], at: 9)", "nothing can be inserted at 9"),
      ("vm.items.append(contentsOf: [1], at: 1)", "wrong arguments for 'append'"),
    ] {
      for arguments in [["-e"], ["check", "-e"]] {
        let result = try bindlab(arguments + [declared + statement])
        #expect((result.errors + result.output).contains(words), "\(arguments): \(statement)")
      }
    }
    for statement in ["vm.items.remove(at: [0, 2])", "vm.items.remove(at: 2...9)"] {
      #expect(try bindlab("-e", declared + statement).errors.contains("error:"), "\(statement)")
    }
  }
}

import Exploring
import Interpreter
import Language
import Syntax
import TestSupport
import Testing
import Text

/// Answers on a screen from 40 columns up.
@Suite struct NarrowScreenTests {
  private static let script = """
    class Person { name: String = ""; age: Int = 0; event saved; action go(n) { age = n } }
    object profileViewModel: Person { name = "Kim Longname of Somewhere" }
    object nameLabel { text = "a fairly long first text"; hidden = false }
    object otherLabelWithLongName { text = "" }
    bind profileViewModel.name ~> nameLabel.text as firstBinding
    bind nameLabel.text <> otherLabelWithLongName.text
    bind otherLabelWithLongName.text ~> profileViewModel.name | Trim
    observe nameLabel.text { print nameLabel.text }
    on profileViewModel.saved { profileViewModel.age = 1 }
    profileViewModel.name = "Somebody Else Entirely"
    profileViewModel.age = 33

    """

  private func answer(_ question: String, columns: Int) -> [Substring] {
    let host = TextHost()
    var options = SessionOptions()
    (options.isOnScreen, options.width, options.height) = (true, columns, 24)
    options.journalLimit = 100
    let session = Session(host: host, options: options)
    session.setTraceMode(.off)
    session.run(SourceFile(name: "a.bind", text: Self.script))
    host.output = ""
    session.run(SourceFile(name: "a.bind", text: question), isInteractive: true)
    #expect(session.errors == 0)
    return host.output.split(separator: "\n")
  }

  @Test(
    arguments: [
      "why nameLabel.text", "whynot nameLabel.hidden", "blame nameLabel.text",
      "history nameLabel.text", "costs", "bindings", "objects", "observers", "cycles", "commands",
      "show nameLabel", "show profileViewModel.name", "explain #2", "graph", "graph nameLabel.text",
      "compare bind, goo { profileViewModel.name = \"x y z\" }", "coupling", "semantics", "help",
      "help bind", "help statements", "profileViewModel",
    ], [40, 57, 80, 200])
  func `no row of an answer is wider than the screen`(question: String, columns: Int) {
    let rows = answer(question, columns: columns)
    #expect(!rows.isEmpty)
    for row in rows {
      #expect(String(row).displayWidth <= columns, "\(question): \(row)")
    }
  }

  @Test func `the columns of a table are readable, or follow one another`() {
    let rows = answer("costs", columns: 40)
    #expect(rows.contains("#1  profileViewModel.name ~>"))
    #expect(rows.contains("    nameLabel.text"))
    #expect(rows.contains { $0.contains("changed nothing: ") })
    #expect(answer("costs", columns: 80)[0].contains("firings  changed nothing"))
  }

  @Test func `a value that is cut says how to see it`() {
    #expect(answer("profileViewModel", columns: 40).last?.hasSuffix("(show _)") == true)
    #expect(answer("profileViewModel", columns: 80).last?.hasSuffix("age = 33 }") == true)
  }
}

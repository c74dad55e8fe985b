import Interpreter
import Language
import Syntax
import Testing
import Values

/// A budget that ends in the middle of a circle, in a turn and in what is only tried.
@Suite struct BudgetEndTests {
  /// Circles, and statements that go round them.
  private static let circles: [(circle: String, statements: [String])] = [
    (
      """
      object view { button = new UIButton; taps = 0 }
      on view.button { view.taps += 1 }
      observe view.taps { fire view.button }

      """,
      ["whatif { view.taps = 1 }", "view.taps = 1", "fire view.button", "cycles"]
    ),
    (
      """
      object view { x = 0; y = 0; computed z = x + y }
      observe view.x { view.y += 1 }
      effect { let now = view.z; untracked { view.x = now + 1 } }
      bind view.y ~> view.x

      """,
      ["cycles", "whatif { view.x = 7 }", "view.x = 7", "compare { view.x = 8 }"]
    ),
  ]

  @Test(arguments: Semantics.presets)
  func `it leaves all lists whole`(_ preset: Semantics) {
    for (circle, statement) in Self.circles.flatMap({ circle in
      circle.statements.map { (circle.circle, $0) }
    }) {
      for budget in [10, 13, 16, 19, 25, 34, 60, 200, 700] {
        var options = SessionOptions()
        options.keepsGoing = true
        options.maximumSteps = budget
        let host = SayingHost()
        let session = Session(host: host, options: options)
        session.run(
          SourceFile(name: "t", text: "semantics \(preset.name)\n\(circle)\(statement)\n"))
        #expect(
          session.checkInvariants() == [], "\(preset.name), \(budget) steps:\n\(circle)\(statement)"
        )
      }
    }
  }
}

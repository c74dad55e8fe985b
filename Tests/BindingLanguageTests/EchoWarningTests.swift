import BindingEngine
import Exploring
import Interpreter
import Language
import Syntax
import TestSupport
import Testing

/// The warning that a change of a two-way binding never ends, against a change that is made.
@Suite struct EchoWarningTests {
  private static let stages = [
    "Distinct", "Skip(2)", "ThrottleFirst(1s)", "{ value }", "{ value + 1 }", "!Distinct",
    "{ if value > 5 { reject \"big\" }; value }", "Own", "{ value * 1 } reverse { value }",
  ]

  private func answers(_ script: String) -> TextHost {
    let host = TextHost(keepsMessages: true)
    let session = Session(host: host)
    session.run(SourceFile(name: "<script>", text: script))
    #expect(session.checkInvariants() == [])
    return host
  }

  /// One-sided: where a transformer can reject, a change may go round forever all the same.
  @Test(arguments: Semantics.presets)
  func `a change that never ends is warned of, and one that is warned of never ends`(
    semantics: Semantics
  ) {
    let preset = semantics.name
    var random = SeededRandom(seed: 7)
    var warned = 0
    for _ in 0..<40 {
      let count = random.below(3)
      let stages = (0..<count).map { _ in Self.stages[random.below(Self.stages.count)] }
      let binding = "bind a.x <> b.x" + stages.map { " | " + $0 }.joined()
      let start = """
        semantics \(preset)
        object a { x = 0 }
        object b { x = 0 }
        transformer Own { forward { if value == 99 { reject "no" }; value } reverse { value } }

        """
      let made = answers(start + binding)
      guard made.errors.isEmpty else { continue }
      let isWarned = made.output.contains("never ends")
      // The check says the same as the run.
      let checked = answers(start + binding + "\ncycles")
      #expect(checked.output.contains("nothing stops its echo") == isWarned, "\(binding)")
      let run = answers(start + binding + "\na.x = 3")
      if isWarned {
        warned += 1
        #expect(!run.errors.isEmpty, "\(preset): \(binding) is warned of, and settles")
      } else if !binding.contains("reject"), stages.allSatisfy({ $0.hasPrefix("{") }) {
        let isSteady = !stages.contains { $0.contains("+ 1") }
        if isSteady { #expect(run.errors.isEmpty, "\(preset): \(binding) never ends: no warning") }
      }
    }
    if semantics.letsEchoesRun { #expect(warned > 0) }
  }
}

import TestSupport
import Testing

@testable import BindingEngine
@testable import Exploring
@testable import Interpreter
@testable import RecordedTraces

/// `objects`, `bindings` and `observers` of a recorded trace.
@Suite struct ListedFromTraceTests {
  /// Without computed properties, which a session evaluates in order to show them, and without the rest
  /// of a line behind a block, which a session cuts.
  private func plain(_ answer: String) -> String {
    answer.split(separator: "\n").map { line in
      let shown = line.prefix { !"{…".contains($0) }.split(separator: ", ")
        .filter { !$0.contains("sum = ") && !$0.contains("double = ") }
      return shown.joined(separator: ", ").split(separator: " ").joined(separator: " ")
    }
    .joined(separator: "\n")
  }

  @Test(arguments: ["bind", "vue", "signals", "kvo"], seeds(4))
  func `a trace lists what its session lists`(_ semantics: String, _ seed: Int) throws {
    var random = RandomSession(seed: seed)
    var text = RandomSession.declarations + "bind a.x ~> c.x kept by a as shown\n"
    for _ in 0..<12 { text += random.statement() + "\n" }
    let script = try QuestionScript(text, semantics: semantics)
    let offline = try script.offline()
    for back in [0, 1, 4] {
      if back > 0 {
        guard script.session.turnsBack >= back else { return }
        let live = script.ask("rewind \(back)")
        let recorded = try script.askOffline("rewind \(back)", of: offline)
        #expect(!live.isEmpty && !recorded.isEmpty)
      }
      for question in ["bindings", "observers", "objects"] {
        let live = plain(script.ask(question))
        let recorded = plain(try script.askOffline(question, of: offline))
        #expect(recorded == live, "\(question), back \(back)\n\(recorded)\n---\n\(live)\n\(text)")
      }
    }
  }

  @Test func `an object shows what nothing has written`() throws {
    let script = try QuestionScript(
      """
      class Part { name = "p"; list = [1, 2]; computed size = list.count; weak up: Part? = nil }
      object a { part: Part? = new Part { name = "q" }; on = true; event tapped }
      object b: Part { extra = 1.5 }
      let c = new Part
      batch { a.on = false; release c }
      object d { x = 1 }
      d.x = 2
      """)
    #expect(
      try script.askOffline("objects; show b.extra; show a.on; show a.part.name") == """
        object  class  properties
        a              part = Part:1, on = false
        b       Part   name = "p", list = [1, 2], size = 2, up = nil, extra = 1.5
        d              x = 2
        1.5
        false
        "q"

        """)
    #expect(
      try script.askOffline("rewind 3; objects; show a.on") == """
        after turn 4  let c = new Part
        object  class  properties
        a              part = Part:1, on = true
        b       Part   name = "p", list = [1, 2], size = 2, up = nil, extra = 1.5
        c       Part   name = "p", list = [1, 2], size = 2, up = nil
        true

        """)
  }

  @Test func `what needs code is refused with the way to an answer`() throws {
    let script = try QuestionScript("object a { x = 0 }")
    for word in ["cycles", "coupling"] {
      _ = try script.askOffline(word)
      #expect(
        script.failures.last == "a trace contains no code, so '\(word)' has no answer here")
    }
    #expect(try script.askOffline("bindings; observers") == "no bindings\nno observers\n")
  }
}

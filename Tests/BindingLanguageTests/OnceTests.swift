import BindingEngine
import Exploring
import Language
import Syntax
import Testing

@testable import Interpreter

/// `bind once`, which follows nothing.
@Suite struct OnceTests {
  @Test(arguments: Semantics.presets.map(\.name))
  func `a binding passes one value of whatever it reads, and no other`(preset: String) {
    for (source, value) in [
      ("a.x", "1"), ("a.sum", "2"), ("a.twice", "4"), ("(a.sum + 1)", "3"), ("h.item.sum", "2"),
      ("h.item.twice", "4"), ("(h.item.twice + a.sum)", "6"), ("(a.x > 0 ? a.twice : a.x)", "4"),
    ] {
      let host = DiagnosticsHost()
      let session = Session(host: host)
      session.run(
        SourceFile(
          name: "main.bind",
          text: """
            semantics \(preset)
            object a { x = 1; computed sum = x + 1; computed twice = sum * 2 }
            object b { s = 0 }
            object h { item = a }
            bind once \(source) ~> b.s
            wait
            expect b.s == \(value)
            a.x = 5
            wait
            expect b.s == \(value)
            """))
      #expect(host.errors == [], "\(source)")
      #expect(session.checkInvariants() == [])
    }
  }
}

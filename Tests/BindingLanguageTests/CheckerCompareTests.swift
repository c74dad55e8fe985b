import Exploring
import Interpreter
import Language
import Syntax
import TestSupport
import Testing

/// Findings in `compare`, without running it.
extension CheckerTests {
  @Test(arguments: [
    "compare kvi { }", "object a { x = 1 }\nif true { compare { a.x = 2 } }",
    "batch { compare { } }",
    "compare { compare { } }", "compare { quit }", "compare { batch { reset } }",
  ])
  func `a compare that cannot run is reported in the same words`(_ text: String) {
    SameWordsCase(text).check()
  }

  @Test(arguments: [
    """
    object a { x = 1 }
    compare bind, kvo {
      object q { z = 1 }
      action go() { q.z = 3 }
      observe a.x { print q.z; go() }
      after 1s { q.z = 2 }
      a.x = 3
    }
    action later() { print a.x }
    """,
    "semantics mine: bind { equal = drop }\ncompare mine { }",
    // What was declared in the block can be declared again.
    "compare { object q { z = 1 } }\nobject q { y = 1 }\nprint q.y",
    // A binding of the block has no number after it.
    "object a { x = 1 }\ncompare { observe a.x { } }\nobserve a.x { }\nunbind #1",
    // It closes no cycle either.
    "object a { x = 1; y = 0 }\ncompare { bind a.x !~> a.y }\nbind a.y ~> a.x",
  ])
  func `nothing is found in a compare that can run`(_ text: String) {
    #expect(findings(text).map(\.message) == [])
  }

  @Test(arguments: [
    CheckerCase("compare { object q { z = 1 } }\nprint ⟦q⟧", "unknown name 'q'"),
    CheckerCase(
      "object a { x = 1 }\ncompare { ⟦a.y⟧ = 2 }", "no property 'y' in 'a'"),
    CheckerCase(
      "object a { x = 1 }\ncompare { observe a.x { print ⟦b⟧ } }", "unknown name 'b'"),
  ])
  func `errors in a compared block and after it are found`(_ example: CheckerCase) {
    example.check()
  }
}

import Language
import Testing

/// A run tests values itself, and `check` uses the rule about a place: both must agree on every kind
/// of value.
extension CheckerTests {
  static let kindsOfValues = ["nil", "true", "1", "1.5", "\"a\"", "[1]", "o", "1s"]

  @Test(arguments: [
    "if v { }", "repeat v { }", "for x in v { }", "expect settles in v { o.x = 2 }",
    "after v { }", "advance v", "print -v", "print !v", "print v[0]", "print [1][v]",
    "fire v", "unbind v", "extend v { y = 1 }", "release v", "v.x = 1", "v.count()",
    "v.append()", "bind (v) ~> o.rows each UITableViewCell", "bind v.x ~> o.x", "bind o.x ~> v.x",
    "observe v.x { }", "print v && true", "print false || v",
  ])
  func `a place accepts the same values in a run and in a check`(_ statement: String) {
    for value in CheckerTests.kindsOfValues {
      let text = "object o { x = 1; rows = [1] }\nlet v = \(value)\n\(statement)\n"
      let found = findings(text).filter { $0.severity == .error }
      let failed = failures(text).filter { $0.severity == .error }
      #expect(found.map(\.span) == failed.map(\.span), "\(text)")
    }
  }
}

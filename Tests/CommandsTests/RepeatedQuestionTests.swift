import Testing

/// A question after each statement is answered as if it were the first one.
@Suite struct RepeatedQuestionTests {
  private static let statements = [
    "a.x = 1", "a.x = 2", "b.y = 9", "rewind\nreplay", "rewind 2", "a.x = 5", "a.x = 6", "unbind l",
    "a.x = 7", "bind a.x ~> b.y as l", "rewind 3", "a.x = 8",
    "expect error { batch { a.x = 9; throw \"no\" } }", "release c", "after 1s { a.x = 10 }",
    "wait",
    "b.items.append(3)", "b.items.append(contentsOf: [4, 5])", "a.x = a.x", "whatif { a.x = 20 }",
    "object c { z = 1 }", "bind a.x ~> c.z", "a.x = 11",
  ]
  private static let questions = [
    "why b.y", "blame b.y", "history b.y", "whynot a.x ~> b.y", "costs", "why b.items",
    "history b.items",
  ]

  @Test(arguments: ["bind", "signals", "vue", "kvo"])
  func `asked again and again, the answer is that of the first time`(preset: String) throws {
    let declared = """
      object a { x = 0 }
      object b { y = 0; items: List = [1, 2] }
      object c { z = 0 }
      bind a.x ~> b.y as l
      bind a.x ~> c.z

      """
    // A statement that prints is a turn, so it is there in either case.
    func step(_ statement: String, asks: Bool) -> String {
      let questions = asks ? Self.questions.joined(separator: "\n") : ""
      return "\(statement)\nprint \"==== asked\"\n\(questions)\nprint \"==== on\"\n"
    }
    func answers(asking: (Int) -> Bool, upTo count: Int) throws -> [Substring] {
      let steps = Self.statements[..<count].enumerated().map { step($1, asks: asking($0)) }
      let result = try bindlab("-s", preset, "--journal", "1000", "-e", declared + steps.joined())
      #expect(!result.errors.contains("error:"), "\(result.errors)")
      return result.output.split(separator: "==== asked\n", omittingEmptySubsequences: false)
    }
    let again = try answers(asking: { _ in true }, upTo: Self.statements.count)
    try #require(again.count == Self.statements.count + 1)
    for count in stride(from: 1, through: Self.statements.count, by: 2) {
      let once = try answers(asking: { $0 == count - 1 }, upTo: count)
      let (first, later) = (places(once[once.count - 1]), places(again[count]))
      #expect(first == later, "\(preset), after \(Self.statements[count - 1])")
    }
  }

  /// An answer without the lines of the script, which differ, up to the next statement.
  private func places(_ answer: Substring) -> String {
    let text = answer.split(separator: "==== on\n", omittingEmptySubsequences: false)[0]
    return String(text).replacing(/<-e>:\d+/, with: "PLACE")
      .split(separator: " ").joined(separator: " ")
  }
}

import TestSupport
import Testing

@testable import Syntax

/// How much the search for a form that works may do.
@Suite struct RewritingBudgetTests {
  private static let words = """
    bind a.x ~> b.y | { value + 1 } observe if else let var = ( ) [ ] , . : ; "t" 12 func class object x y foo
    ? ! && print for in while return on fire emit computed => -> setTimeout new this self @property ( ) { }
    function const
    """.split { " \n".contains($0) }.map(String.init)

  /// Any words in any order, as in a line that is being edited.
  @Test(arguments: seeds(40))
  func `no statement takes more than its budget`(_ seed: Int) {
    var random = SeededRandom(seed: seed)
    let count = [20, 40, 60, 100][random.below(4)]
    let text = (0..<count).map { _ in Self.words[random.below(Self.words.count)] }
      .joined(separator: " ")
    check(text, count: count)
  }

  private static let objectiveC = """
    [ ] ( ) { } ; : , . ^ @ - + = == && ! @"a" @3 @YES @interface @implementation @end @property @selector if
    else for switch case default break return self super nil void NSString Foo Bar foo bar alloc init setName
    isEqual addTarget action NSLog BIND BINDINGS transformValue _x x 1 in __weak typeof ( long ) [ x foo ] ;
    """.split { " \n".contains($0) }.map(String.init)

  /// The same of the body of a method, whose statements share the budget.
  @Test(arguments: seeds(60))
  func `no method of Objective-C takes more than its budget`(_ seed: Int) {
    var random = SeededRandom(seed: seed)
    let count = [10, 30, 80, 200][random.below(4)]
    let words = (0..<count).map { _ in Self.objectiveC[random.below(Self.objectiveC.count)] }
    check("- ( void ) foo { \(words.joined(separator: " ")) }", count: count)
    let statements = (0..<count).map { _ in
      ["[a b:c];", "x.y = [NSString stringWithFormat:@\"%@\", z];", "if (x) { [a c]; }"]
        .randomElement(
          using: &random)!
    }
    check("- (void)foo { \(statements.joined(separator: " ")) }", count: count)
  }

  /// A search takes a thousand times as long as what it is about.
  @Test func `a place is searched once, and of very many only the first`() {
    let count = 700
    let line = "a.x.value = 1\n"
    let bytes = Array(String(repeating: line, count: count).utf8)
    let known = KnownRewritings()
    func answer(_ number: Int) -> String? {
      let start = UInt32(number * line.utf8.count + 4)
      let span = SourceSpan(start, start + 5)
      guard case .suggestion(let found) = known.answer(in: bytes, at: span, .usedAsSignal) else {
        return nil
      }
      return found.text
    }
    for number in 0..<count { #expect((answer(number) == "a.x = 1") == (number < 500)) }
    #expect(answer(0) == "a.x = 1")
    #expect(answer(600) == nil)
  }

  private func check(_ text: String, count: Int) {
    let bytes = Array(text.utf8)
    for mistake in [Rewriting.Mistake.syntax, .classCalled, .usedAsSignal] {
      var search = RewritingSearch(
        surroundings: ForeignStatement.Surroundings(before: 0, in: bytes),
        mistake: mistake, isAtBeginning: mistake != .syntax)
      _ = search.result(from: text)
      // What was begun with the last token is looked at to its end; rules also make texts longer.
      #expect(search.patience > -10 * count, "\(text)")
    }
  }
}

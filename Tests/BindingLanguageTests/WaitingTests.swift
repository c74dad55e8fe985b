import Exploring
import Interpreter
import Language
import Syntax
import Testing

/// Transformers that keep a state, and values that wait in them.
@Suite struct WaitingTests {
  private func output(_ script: String) -> String {
    let host = TextHost(keepsMessages: true)
    let session = Session(host: host)
    session.run(SourceFile(name: "<script>", text: script))
    #expect(session.checkInvariants() == [])
    return host.output.split(separator: "\n").joined(separator: "\n")
  }

  private let ends = "object a { x = 0 }\nobject b { x = 0 }\n"

  @Test func `each binding has a state of its own`() {
    let script = """
      transformer Sum(step, var total = 0) { forward { total += value * step; total } }
      object c { x = 0 }
      bind a.x !~> b.x | Sum(1)
      bind a.x !~> c.x | Sum(10)
      a.x = 1
      a.x = 2
      print b.x, c.x
      """
    #expect(output(ends + script) == "3 30")
  }

  @Test func `a failed turn leaves the state and what waits as they were`() {
    let script = """
      transformer Sum(var total = 0) { forward { total += value; total } }
      object c { x = 0 }
      bind a.x !~> b.x | Sum
      bind a.x !~> c.x | Debounce(1s)
      a.x = 1
      advance 500ms
      expect error { batch { a.x = 10; throw "no" } }
      advance 500ms
      print b.x, c.x
      a.x = 2
      print b.x
      """
    #expect(output(ends + script) == "1 1\n3")
  }

  @Test func `a value that fails when it passes on does not stop the queue`() {
    let script = """
      bind a.x !~> b.x | Delay(1s) | { if value == 1 { throw "no" }; value }
      a.x = 1
      a.x = 2
      a.x = 3
      observe b.x { print now(), value }
      expect error { advance 1s }
      wait
      """
    #expect(output(ends + script) == "1s 2\n1s 3")
  }

  @Test(arguments: ["unbind all", "unbind it", "release b", "release a", "rebind it to c.x, b.x"])
  func `what waits is dropped with its binding`(statement: String) {
    let script = """
      object c { x = 0 }
      bind a.x !~> b.x | Debounce(1s) | Delay(1s) as it
      a.x = 1
      advance 1s
      a.x = 2
      \(statement)
      print turn.dropped
      wait
      print now()
      """
    // Under 'bind' the release of a target alone ends nothing.
    let isKept = statement == "release b"
    #expect(output(ends + script) == (isKept ? "0\n3s" : "2\n1s"))
  }

  @Test func `a binding with other ends begins again`() {
    let script = """
      object c { x = 5 }
      bind a.x ~> b.x | Skip(1) as it
      a.x = 1
      rebind it to c.x, b.x
      print b.x
      c.x = 6
      print b.x
      """
    #expect(output(ends + script) == "1\n6")
  }

  @Test func `only one direction of a two-way binding waits`() {
    let script = """
      bind a.x <> b.x | !Debounce(300ms)
      b.x = 1
      print a.x
      wait
      print a.x
      a.x = 2
      print b.x
      """
    #expect(output(ends + script) == "0\n1\n2")
  }

  @Test func `'after' decides for each value, and nil passes it on at once`() {
    let script = """
      transformer Slow(var calls = 0) after value > 2 ? value * 1s : nil late land {
        forward { calls += 1; value * 10 + calls }
      }
      bind a.x !~> b.x | Slow
      observe b.x { print now(), value }
      a.x = 4
      a.x = 3
      a.x = 1
      wait
      """
    #expect(output(ends + script) == "0s 11\n3s 32\n4s 43")
  }

  @Test(arguments: [
    ("land", "2s 1\n3s 2"), ("drop", "3s 2"), ("replace", "2s 2"), ("queue", "2s 1\n3s 2"),
  ])
  func `'late' says what happens to a value that still waits`(word: String, expected: String) {
    let script = """
      transformer Wait after 2s late \(word) { forward { value } }
      bind a.x !~> b.x | Wait
      observe b.x { print now(), value }
      a.x = 1
      advance 1s
      a.x = 2
      wait
      """
    #expect(output(ends + script) == expected)
  }

  @Test func `the 'transform' block takes what a transformer with 'late' passes on`() {
    let script = """
      bind a.x !~> b.x | Throttle(1s) transform { value * 10 } observe { print now(), old, value }
      a.x = 1
      a.x = 2
      wait
      print b.x
      """
    #expect(output(ends + script) == "0s 0 1\n1s 1 2\n20")
  }

  @Test(arguments: [
    (
      "print Debounce(1, 1s)",
      "'Debounce' depends on the values before, so only a binding can use it"
    ),
    (
      "transformer T(x) after x late drop { forward { value } }\nbind a.x ~> b.x | T(3)",
      "'after' of a transformer gives a Duration or nil, not 3"
    ),
    ("transformer T(var x = 1, y) { forward { value } }", "expected 'var'"),
    ("transformer T(x, var x = 1) { forward { value } }", "'x' is given twice"),
    ("transformer T after 1s late never { forward { value } }", "expected 'land', 'drop'"),
    ("transformer T(x) { forward { x = 1; value } }\nbind a.x ~> b.x | T(1)", "x"),
    ("bind a.x ~> b.x | Skip", "'Skip' takes 1 value, got 0"),
  ])
  func `mistakes are named`(script: String, message: String) {
    #expect(output(ends + script).contains(message))
  }

  @Test(arguments: [
    ("whynot b.x", "and at 1500ms replaced 1, which was held until 2s"),
    ("wait\nwhy b.x", "Debounce(1s): 2 held until 2500ms"),
    ("whynot a.x ~> b.x", "held by Debounce(1s) until"),
  ])
  func `questions know what waits`(question: String, answer: String) {
    let script = """
      trace brief
      bind a.x !~> b.x | Debounce(1s)
      advance 1s
      a.x = 1
      advance 500ms
      a.x = 2
      """
    let text = output(ends + script + "\n" + question).split(whereSeparator: \.isWhitespace)
      .joined(separator: " ")
    #expect(text.contains(answer), "\(text)")
  }
}

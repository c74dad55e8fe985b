import Language
import Rendering
import Syntax
import TestSupport
import Testing

@testable import Exploring
@testable import Interpreter

/// Blocks of `map` and `filter` that only calculate give what they give where they call a function.
@Suite struct LoopFormulaTests {
  /// The output of statements, and the steps that they took.
  private func run(_ lines: [String], steps: Int? = nil) -> (output: String, steps: Int) {
    let host = TextHost(keepsMessages: true)
    var options = SessionOptions()
    if let steps { options.maximumSteps = steps }
    let session = Session(host: host, options: options)
    for line in lines {
      session.run(SourceFile(name: "<test>", text: line), isInteractive: true)
    }
    return (host.output, session.machine.steps)
  }

  private static let elements = [
    "0", "1", "2", "7", "-3", "0.5", "2.0", "-0.0", "9223372036854775807", "-9223372036854775808",
    "4611686018427387904", "1e308", "true", "false", "\"a\"", "nil", "[1]",
  ]

  /// An expression of numbers with the names that a block can read.
  private func expression(_ random: inout TestSupport.SeededRandom, depth: Int) -> String {
    if depth == 0 || random.below(4) == 0 {
      return ["value", "value", "2", "0.1", "big", "half", "flag", "true", "-1"][random.below(9)]
    }
    let left = expression(&random, depth: depth - 1)
    if random.below(8) == 0 { return "(\(["-", "!"][random.below(2)])(\(left)))" }
    let signs = ["+", "-", "*", "/", "%", "==", "!=", "<", "<=", ">", ">="]
    return "(\(left) \(signs[random.below(11)]) \(expression(&random, depth: depth - 1)))"
  }

  @Test(arguments: seeds(40))
  func `a formula and a function give the same, errors included`(seed: Int) {
    var random = TestSupport.SeededRandom(seed: seed)
    for _ in 0..<20 {
      // Mostly numbers, so that not only the first element is tried.
      let wild = random.below(3)
      let list = (0..<random.below(150)).map { _ in
        wild == 0 || random.below(20) == 0 && wild == 1
          ? Self.elements[random.below(Self.elements.count)] : "\(random.below(100))"
      }
      let made = expression(&random, depth: 3)
      let method = ["map", "filter", "sortedBy", "groupedBy"][random.below(4)]
      let names = ["let half = 0.5", "let flag = true", "let big = 5000000000"]
      let outputs = [made, "f(value)"].map { block in
        run(
          names + [
            "let l = [\(list.joined(separator: ", "))]", "function f(value) { \(made) }",
            "print l.\(method) { \(block) }",
          ]
        ).output.replacing(/not \w+: '.*'/, with: "not that").replacing(
          /write: .*/, with: "write that")
      }
      #expect(outputs[0] == outputs[1], "\(method) { \(made) } of \(list)")
    }
  }

  @Test func `operands are read where the loop runs, and steps are counted`() {
    let lines = [
      "object a { n = 2; action all() { let k = n; [1, 2, 3].map { value * k } } }",
      "var rate = 2", "let l = 0..<1000", "print l.map { value * rate }.sum",
      "rate = 3", "print l.map { value * rate }.sum", "print a.all()", "a.n = 5", "print a.all()",
      "print [[1, 2], [3]].map { value.map { value + 1 } }",
    ]
    let (output, steps) = run(lines)
    #expect(output == "999000\n1498500\n[2, 4, 6]\n[5, 10, 15]\n[[2, 3], [4]]\n")
    // The same with blocks that are no formulas, since they name the index.
    let slow = run(
      lines.map { $0.replacing("{ value", with: "{ index * 0 + value") }.dropLast()
        + ["print [[1, 2], [3]].map { value.map { index * 0 + value + 1 } }"])
    #expect(slow.output == output)
    #expect(slow.steps == steps)
  }

  @Test(arguments: [1, 63, 64, 65, 500, 999, 1000, 1001, 1010])
  func `a loop stops where its steps are used up`(limit: Int) {
    let output = ["value + 1", "index * 0 + value + 1"].map { block in
      run(["print (0..<1000).map { \(block) }.count"], steps: limit).output
    }
    #expect(output[0] == output[1])
  }
}

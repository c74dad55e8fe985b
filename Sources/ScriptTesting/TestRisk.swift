import Syntax
import Text

/// Why a test passes without having checked anything.
package struct TestRisk: Equatable {
  /// The line of what was not checked, from 1.
  package var line: Int
  package var reason: String

  package init(line: Int, reason: String) { (self.line, self.reason) = (line, reason) }
}

/// What a test should check: statements `expect`, comments `// =>` and expected output, or what looks like
/// them.
struct StatedChecks {
  /// The lines of expectations, from 1.
  private var lines: [Int] = []
  /// What only looks like one.
  private var seeming: TestRisk?

  /// Adds the expectations in a text.
  ///
  /// - Parameter firstLine: The line of the text in the file of the test.
  mutating func add(_ file: SourceFile, firstLine: Int = 1) {
    let word = Array("expect".utf8)
    guard file.bytes.contains(word) else { return }
    file.visitTokens { _, token in
      guard file.bytes[token].elementsEqual(word) else { return }
      lines.append(firstLine + file.lines.line(of: UInt32(token.lowerBound)))
    }
  }

  /// Adds an expected output.
  mutating func add(outputAt line: Int) { lines.append(line) }

  /// Adds what only looks like an expectation.
  mutating func addSeeming(at line: Int, _ reason: String) {
    seeming = seeming ?? TestRisk(line: line, reason: reason)
  }

  /// Adds what only looks like an expectation in a script.
  mutating func addSeeming(in tree: SyntaxTree) {
    guard let first = SeemingExpectations(in: tree).found.first else { return }
    addSeeming(
      at: 1 + tree.file.lines.line(of: first.span.start),
      first.kind == .comparison
        ? "a comparison alone checks nothing; write 'expect' before it"
        : "only a comment that begins with '// =>' is compared with the output")
  }

  /// What is wrong if nothing was checked; nil if there is nothing to check.
  var risk: TestRisk? {
    guard let first = lines.min() else { return seeming }
    let what =
      lines.count == 1
      ? "its only expectation was not reached"
      : "none of its \(lines.count) expectations was reached"
    return TestRisk(line: first, reason: what)
  }
}

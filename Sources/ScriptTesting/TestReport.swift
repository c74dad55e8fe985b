/// How results are written.
package protocol TestReport {
  /// Whether the head says what all came to, so that it can only be written at the end.
  var headNeedsSummary: Bool { get }
  func head(_ summary: TestSummary) -> String
  /// What is written of a test.
  ///
  /// - Parameter number: The place of the test in the run, from 1.
  func entry(_ name: String, _ result: TestResult, number: Int) -> String
  /// - Parameter ending: Why the run ended before its time; nil for a whole one.
  func foot(_ summary: TestSummary, ending: TestRunEnding?) -> String
}

/// Why not all tests were run.
package enum TestRunEnding: Equatable {
  case interrupted
  case firstFailure
}

/// A line with what could command a terminal, and what XML cannot hold, as escapes.
func printable(_ line: String) -> String {
  let isPlain = line.unicodeScalars.allSatisfy { !isControl($0) }
  if isPlain { return line }
  var text = ""
  for scalar in line.unicodeScalars {
    if isControl(scalar) {
      text += "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
    } else {
      text.unicodeScalars.append(scalar)
    }
  }
  return text
}

private func isControl(_ scalar: Unicode.Scalar) -> Bool {
  switch scalar.value {
  case 9: false
  case 0..<32, 127..<160, 0x2028...0x202E, 0x2066...0x2069, 0xFEFF, 0xFFFE, 0xFFFF: true
  default: false
  }
}

/// The totals of the tests of one run.
package struct TestSummary {
  package private(set) var tests = 0
  package private(set) var passed = 0
  /// Tests that ran to their end and failed.
  package private(set) var failures = 0
  /// Tests that could not be run to their end.
  package private(set) var errors = 0
  package private(set) var expectations = 0
  package private(set) var warnings = 0
  /// Expected outputs that were rewritten, and the tests that they are in.
  package private(set) var updated = (outputs: 0, tests: 0)
  package var nanoseconds: UInt64 = 0

  package init() {}

  package mutating func add(_ result: TestResult) {
    tests += 1
    if result.hasPassed {
      passed += 1
    } else if result.isError {
      errors += 1
    } else {
      failures += 1
    }
    expectations += result.expectations.passed + result.expectations.failed
    warnings += result.warnings
    if result.updated > 0 { updated = (updated.outputs + result.updated, updated.tests + 1) }
  }

  package var failed: Int { failures + errors }
}

extension TestResult {
  /// Whether the test was stopped for a reason that it does not mention.
  package var isError: Bool {
    findings.contains { $0.kind == .crash || $0.kind == .timeout || $0.kind == .file }
  }
}

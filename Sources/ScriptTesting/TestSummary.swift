/// The totals of the tests of one run.
package struct TestSummary {
  package private(set) var tests = 0
  package private(set) var passed = 0
  /// Tests that ran to their end and failed.
  package private(set) var failures = 0
  /// Tests that could not be run to their end.
  package private(set) var errors = 0
  package private(set) var skipped = 0
  /// Tests that failed as their mark says.
  package private(set) var knownFailures = 0
  /// Tests that passed, but have checked nothing.
  package private(set) var risky = 0
  /// Tests that passed only when they were run again.
  package private(set) var retried = 0
  package private(set) var expectations = 0
  package private(set) var warnings = 0
  /// Expected outputs that were rewritten, and the tests that they are in.
  package private(set) var updated = (outputs: 0, tests: 0)
  package var nanoseconds: UInt64 = 0
  /// The seed of the order; nil if the tests are in the order of their names.
  package let seed: UInt64?
  /// The tests that took the longest; nil if they are not asked for.
  package private(set) var slowest: SlowestTests?

  /// - Parameter slowest: How many of the slowest tests are shown.
  package init(seed: UInt64? = nil, slowest: Int? = nil) {
    self.seed = seed
    self.slowest = slowest.map(SlowestTests.init)
  }

  package mutating func add(_ file: String, _ result: TestResult) {
    tests += 1
    switch result.outcome {
    case .passed, .unexpectedPass:
      passed += 1
      if result.attempts > 1 { retried += 1 }
    case .risky: risky += 1
    case .failed: failures += 1
    case .stopped: errors += 1
    case .skipped: skipped += 1
    case .knownFailure: knownFailures += 1
    }
    expectations += result.expectations.passed + result.expectations.failed
    warnings += result.warnings
    if result.updated > 0 { updated = (updated.outputs + result.updated, updated.tests + 1) }
    if result.outcome != .skipped { slowest?.add(result.name(in: file), result.nanoseconds) }
  }

  package var failed: Int { failures + errors }
}

/// The tests that took the longest, the slowest first; of equally slow ones the first.
package struct SlowestTests {
  private let limit: Int
  package private(set) var tests: [(name: String, nanoseconds: UInt64)] = []

  /// - Parameter limit: How many are kept.
  package init(limit: Int) { self.limit = limit }

  /// - Complexity: O(*k*) in the number that is kept.
  package mutating func add(_ name: String, _ nanoseconds: UInt64) {
    let place = tests.firstIndex { $0.nanoseconds < nanoseconds } ?? tests.count
    guard place < limit else { return }
    tests.insert((name, nanoseconds), at: place)
    if tests.count > limit { tests.removeLast() }
  }
}

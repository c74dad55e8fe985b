import TestSupport
import Testing

/// Starts one browser for all tests of a suite, since its start takes longer than the tests.
struct OneBrowser: SuiteTrait, TestScoping {
  @TaskLocal static var current: HeadlessBrowser?

  func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    try await Self.$current.withValue(try HeadlessBrowser()) { try await function() }
  }
}

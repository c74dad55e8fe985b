/// What the command line says about a run of tests.
struct TestSettings {
  /// A part of the names of the tests to run.
  var filter: String?
  /// How many tests run at a time; nil for as many as there are processors.
  var jobs: Int?
  var endsWithFirstFailure = false
  /// The longest time of a test, in nanoseconds.
  var timeLimit: UInt64 = 10_000_000_000
  var updates = false

  /// More processes than this do not help.
  static let mostJobs = 256
  /// The most seconds that can be given to a test.
  static let times = 0.001...1_000_000.0
}

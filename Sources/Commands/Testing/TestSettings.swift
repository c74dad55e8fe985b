/// What the command line says of a run of tests.
struct TestSettings {
  /// What the names of the tests must have in them.
  var filter: String?
  /// How many tests run at a time; nil for as many as there are processors.
  var jobs: Int?
  var endsWithFirstFailure = false
  /// How long a test may take, in nanoseconds.
  var timeLimit: UInt64 = 10_000_000_000
  var updates = false

  /// More processes than this are no help to anybody.
  static let mostJobs = 256
  /// How many seconds a test may be given.
  static let times = 0.001...1_000_000.0
}

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
  private static let mostJobs = 256
  private static let longestTime = 1_000_000.0

  mutating func setJobs(_ text: String) throws(CommandLineOptions.UsageError) {
    guard let count = Int(text), (1...TestSettings.mostJobs).contains(count) else {
      throw .init(
        message: "--jobs takes a number from 1 to \(TestSettings.mostJobs), not '\(text)'")
    }
    jobs = count
  }

  mutating func setTimeLimit(_ text: String) throws(CommandLineOptions.UsageError) {
    guard let time = Double(text), time >= 0.001, time <= TestSettings.longestTime else {
      throw .init(message: "--timeout takes a number of seconds above 0, not '\(text)'")
    }
    timeLimit = UInt64(time * 1_000_000_000)
  }
}

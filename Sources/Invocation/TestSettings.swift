/// What the command line says about a run of tests.
package struct TestSettings {
  package enum Order {
    case names
    /// With a seed that is chosen and shown.
    case random
    case shuffled(UInt64)
  }

  /// One of several jobs that share the tests.
  package struct Shard {
    /// From 1.
    package var number: Int
    package var count: Int

    /// nil if the text is not `I/N`.
    package init?(_ text: String) {
      let parts = text.split(separator: "/", omittingEmptySubsequences: false).map { Int($0) }
      guard parts.count == 2, let number = parts[0], let count = parts[1],
        (1...TestSettings.mostShards).contains(count), (1...count).contains(number)
      else { return nil }
      (self.number, self.count) = (number, count)
    }
  }

  /// Which tests run, by their names.
  package var filter = TestFilter()
  /// Which part of them runs; nil for all.
  package var shard: Shard?
  package var order = Order.names
  /// Whether their names are shown, and nothing is run.
  package var lists = false
  /// How many of the slowest tests are shown.
  package var slowest: Int?
  /// How often a test that failed is run again.
  package var retries = 0
  /// How many tests run at a time; nil for as many as there are processors.
  package var jobs: Int?
  package var endsWithFirstFailure = false
  /// Whether a test that checks nothing, although it seems to, counts as failed.
  package var failsRisky = false
  /// The longest time of a test, in nanoseconds.
  package var timeLimit: UInt64 = 10_000_000_000
  package var updates = false
  /// Whether the files that the tests write are kept.
  package var keepsFiles = false
  /// Whether they run again whenever a file that they read has changed.
  package var watches = false

  /// More processes than this do not help.
  package static let mostJobs = 256
  package static let mostRetries = 100
  package static let mostShards = 1_000_000
  /// The most seconds that can be given to a test.
  package static let times = 0.001...1_000_000.0
}

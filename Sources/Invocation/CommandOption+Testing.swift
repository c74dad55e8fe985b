// The options of `bindlab test` alone.
extension CommandOption {
  package static let testing: [CommandOption] = [
    CommandOption(
      nil, "filter", .required("TEXT"), "run only tests whose names fit; repeatable",
      for: [.test, .coverage]
    ) { (options, text) throws(UsageError) in
      guard options.tests.filter.add(text) else {
        throw UsageError(message: "--filter takes a part of a name or a pattern, not '\(text)'")
      }
    }.also(.often),
    flag("list", "show the names of the tests, and run nothing", for: [.test]) {
      $0.tests.lists = true
    },
    CommandOption(
      nil, "shuffle", .optional("SEED"), "run in a random order, and show its seed",
      for: [.test]
    ) { (options, text) throws(UsageError) in
      let seed = UInt64(text)
      guard seed != nil || text.isEmpty else {
        throw UsageError(message: "--shuffle takes a whole number as its seed, not '\(text)'")
      }
      options.tests.order = seed.map { .shuffled($0) } ?? .random
    }.also(.once),
    value(
      "shard", "I/N", "run only each Nth test, from the Ith", for: [.test],
      expecting: "I/N, such as 2/4, with I from 1 to N", read: { TestSettings.Shard($0) },
      set: { $0.tests.shard = $1 }),
    value(
      "retry", "N", "run failed tests again, up to N times", for: [.test],
      expecting: "a number from 1 to \(TestSettings.mostRetries)",
      read: { number($0, in: 1...TestSettings.mostRetries) }, set: { $0.tests.retries = $1 }
    ).also(.once),
    value(
      "slowest", "N", "on a terminal: show the N slowest tests", for: [.test],
      expecting: "a number above 0", read: { number($0, in: 1...) },
      set: { $0.tests.slowest = $1 }
    ).also(.once),
    value(
      "jobs", "N", "run N tests at a time; one per processor", for: [.test, .coverage],
      expecting: "a number from 1 to \(TestSettings.mostJobs)",
      read: { number($0, in: 1...TestSettings.mostJobs) }, set: { $0.tests.jobs = $1 }
    ).also(.once),
    flag("fail-fast", "stop after the first failed test", for: [.test]) {
      $0.tests.endsWithFirstFailure = true
    }.also(.once),
    flag("fail-risky", "count tests that check nothing as failed", for: [.test]) {
      $0.tests.failsRisky = true
    }.also(.once),
    value(
      "timeout", "SECONDS", "time limit of one test; 10 by default", for: [.test, .coverage],
      expecting: "a number of seconds above 0",
      read: { Double($0).flatMap { TestSettings.times.contains($0) ? $0 : nil } },
      set: { $0.tests.timeLimit = UInt64($1 * 1_000_000_000) }
    ).also(.once),
    flag("coverage", "also show what the tests exercised", for: [.test]) {
      $0.coverage.isCounted = true
    }.also(.once),
    CommandOption(
      nil, "coverage-file", .required("FILE"), "write that to FILE, as LCOV, *.json or *.txt",
      for: [.test], completing: { _ in .files(["info", "json", "txt"]) },
      apply: { (options, text) in
        options.coverage.path = text
        options.coverage.isCounted = true
      }),
    value(
      "fail-under", "PERCENT", "fail if less was exercised", for: [.test, .coverage],
      expecting: "a number from 0 to 100", read: { number($0, in: 0...100) },
      set: {
        $0.coverage.leastPercent = $1
        $0.coverage.isCounted = true
      }
    ).also(.once),
    flag("watch", "do it again whenever a file changes; Ctrl-C ends", for: [.test, .check]) {
      $0.tests.watches = true
    },
    flag("keep-files", "keep the files that tests write, and show where", for: [.test]) {
      $0.tests.keepsFiles = true
    },
    flag("update", "replace expected output by the actual output", for: [.test]) {
      $0.tests.updates = true
    },
  ]
}

import ScriptTesting
import Text

/// The line on a terminal that says how far the tests are, drawn over and over in its place.
struct TestProgress {
  private let start = TestClock.now
  private var lastDrawn: UInt64 = 0
  private(set) var isShown = false

  /// A line that is drawn more often than this only flickers.
  private static let interval: UInt64 = 100_000_000
  /// A test that has run for so long is named.
  private static let longTime: UInt64 = 1_000_000_000

  var elapsed: UInt64 { TestClock.now - start }

  /// What makes the line what it is now, or nothing if it is new enough.
  mutating func text(_ summary: TestSummary, oldest: TestPool.Task?) -> String {
    let now = TestClock.now
    guard now - lastDrawn >= TestProgress.interval, now - start >= TestProgress.interval else {
      return ""
    }
    lastDrawn = now
    isShown = true
    var line = "\(counted(summary.tests, "test")) done, \(summary.failed) failed, "
    line += "\(counted(summary.expectations, "expect")), \(tenths(now - start)) s"
    if let oldest, now - oldest.start > TestProgress.longTime {
      line += "; \(oldest.file.name.visible())"
    }
    // The last column stays free: some terminals begin a new line there.
    return "\r" + line.prefix(max(1, Environment.width - 1)) + "\u{1B}[K"
  }

  private func tenths(_ nanoseconds: UInt64) -> String {
    "\(nanoseconds / 1_000_000_000).\(nanoseconds / 100_000_000 % 10)"
  }

  /// What takes the line away again.
  mutating func erasure() -> String {
    guard isShown else { return "" }
    isShown = false
    return "\r\u{1B}[K"
  }
}

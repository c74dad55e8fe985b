import Invocation
import Platform
import ScriptTesting
import Text

/// The progress line of the tests on a terminal, which is redrawn in place.
struct TestProgress {
  private let start = MonotonicClock.now
  private var lastDrawn: UInt64 = 0
  private(set) var isShown = false

  /// A line that is redrawn more often than this only flickers.
  private static let interval: UInt64 = 100_000_000
  /// A test that has been running for this long is named.
  private static let longTime: UInt64 = 1_000_000_000

  var elapsed: UInt64 { MonotonicClock.now - start }

  /// The output that updates the line, or nothing if the line is recent enough.
  mutating func text(_ summary: TestSummary, oldest: TestPool.Task?) -> String {
    let now = MonotonicClock.now
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
    // The last column stays free, since some terminals begin a new line there.
    return "\r" + line.prefix(max(1, Environment.width - 1)) + "\u{1B}[K"
  }

  private func tenths(_ nanoseconds: UInt64) -> String {
    "\(nanoseconds / 1_000_000_000).\(nanoseconds / 100_000_000 % 10)"
  }

  /// The output that erases the line.
  mutating func erasure() -> String {
    guard isShown else { return "" }
    isShown = false
    return "\r\u{1B}[K"
  }
}

import Files
import Platform
import Text

/// The progress line of a long run over files, on the terminal of standard error.
package struct FileProgress {
  private let verb: String
  private let start = MonotonicClock.now
  private let isOnTerminal: Bool
  private var isShown = false
  private var count = 0

  /// A shorter run needs no progress.
  private static let delay: UInt64 = 500_000_000

  /// - Parameter verb: What is done with the files: `checked`.
  package init(_ verb: String) {
    self.verb = verb
    isOnTerminal = Descriptor.isTerminal(Descriptor.errors) && Environment["TERM"] != "dumb"
  }

  /// Shows that more files are done.
  package mutating func add(_ files: Int) {
    count += files
    guard isOnTerminal, MonotonicClock.now - start >= FileProgress.delay else { return }
    write("\r\(verb) \(counted(count, "file"))\u{1B}[K")
    isShown = true
  }

  /// Erases the line before other output, and at the end.
  package mutating func erase() {
    guard isShown else { return }
    write("\r\u{1B}[K")
    isShown = false
  }

  private func write(_ text: String) {
    _ = FileBytes.write(Array(text.utf8), to: Descriptor.errors)
  }
}

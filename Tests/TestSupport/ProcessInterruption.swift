import Foundation

/// SIGINT for a process, some time after it has begun to listen for it.
struct ProcessInterruption {
  private let process: pid_t
  private let delay: Duration
  private var moment: ContinuousClock.Instant?

  init(process: pid_t, delay: Duration) {
    self.process = process
    self.delay = delay
  }

  /// True when the signal has been sent.
  mutating func sendIfDue() -> Bool {
    guard let moment else {
      if isListening { moment = ContinuousClock.now + delay }
      return false
    }
    guard ContinuousClock.now >= moment else { return false }
    kill(process, SIGINT)
    return true
  }

  /// Whether the process handles the signal, instead of being ended by it.
  private var isListening: Bool {
    guard
      let status = try? String(contentsOfFile: "/proc/\(process)/status", encoding: .utf8),
      let line = status.split(separator: "\n").first(where: { $0.hasPrefix("SigCgt:") }),
      let caught = UInt64(line.dropFirst(7).trimmingCharacters(in: .whitespaces), radix: 16)
    else { return false }
    return caught & 1 << (SIGINT - 1) != 0
  }
}

import Foundation

/// How a process ended.
public enum ProcessEnding: Equatable, Sendable {
  /// It returned this status.
  case exited(Int32)
  /// This signal ended it.
  case signalled(Int32)

  /// From the value that `waitpid` stores for a process that has ended.
  init(waitStatus: Int32) {
    let signal = waitStatus & 0x7F
    self = signal == 0 ? .exited((waitStatus >> 8) & 0xFF) : .signalled(signal)
  }

  /// The ending of a child process, or nil if it still runs at the deadline.
  static func wait(for process: pid_t, until deadline: ContinuousClock.Instant) -> ProcessEnding? {
    while true {
      var status: Int32 = 0
      if waitpid(process, &status, WNOHANG) == process { return ProcessEnding(waitStatus: status) }
      if ContinuousClock.now >= deadline { return nil }
      usleep(1_000)
    }
  }
}

/// What can go wrong with a process that a test runs.
public enum ProcessFailure: Error, CustomStringConvertible {
  case cannotStart(executable: String, code: Int32)
  case timedOut(executable: String, output: String, errors: String)
  case systemCall(String, code: Int32)

  public var description: String {
    switch self {
    case .cannotStart(let executable, let code):
      "can't start '\(executable)': \(String(cString: strerror(code)))"
    case .timedOut(let executable, let output, let errors):
      "'\(executable)' ran too long; output so far:\n\(output)\nand errors:\n\(errors)"
    case .systemCall(let name, let code): "\(name): \(String(cString: strerror(code)))"
    }
  }
}

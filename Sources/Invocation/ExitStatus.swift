/// The exit status. A command that cannot continue reports the reason, and then throws it.
public enum ExitStatus: Int32, Error {
  case success = 0
  /// An `expect` failed.
  case expectationFailed = 1
  /// The script has an error, or a turn ran away. It takes precedence over `expectationFailed`.
  case scriptError = 2
  /// The command line is wrong: `EX_USAGE`.
  case usage = 64
  /// An input cannot be read: `EX_NOINPUT`.
  case noInput = 66
  /// SIGHUP, for example because the terminal was closed: 128 and the signal's number.
  case hungUp = 129
  /// Ctrl-C, SIGINT.
  case interrupted = 130
  /// SIGTERM, as the runner of a job that is cancelled sends it.
  case terminated = 143

  /// A language server whose client has not asked it to shut down before: 1 in the protocol.
  package static let notShutDown = expectationFailed
}

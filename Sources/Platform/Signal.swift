#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Signals by their numbers, and what they do to this process.
package enum Signal {
  package static let interrupt = SIGINT
  package static let hangUp = SIGHUP
  package static let kill = SIGKILL
  /// Ctrl-Z.
  package static let stop = SIGTSTP
  package static let resume = SIGCONT
  package static let newWindowSize = SIGWINCH
  /// Somebody does not read any more what is written.
  package static let brokenPipe = SIGPIPE
  /// A file would grow beyond the limit.
  package static let fileTooLarge = SIGXFSZ
  /// What ends a process that has made a mistake.
  package static let traps = [SIGILL, SIGTRAP, SIGABRT, SIGBUS, SIGFPE, SIGSEGV]

  package static func ignore(_ number: Int32) { signal(number, SIG_IGN) }

  /// The signal does what it does in a process that says nothing about it.
  package static func useDefault(_ number: Int32) { signal(number, SIG_DFL) }

  /// Sends a signal to this process.
  package static func raise(_ number: Int32) { systemRaise(number) }

  package static func send(_ number: Int32, to process: Int32) { systemKill(process, number) }

  /// The system's name of a signal, such as `Aborted`.
  package static func name(_ number: Int32) -> String { String(cString: strsignal(number)) }

  /// Runs `body`; a write that nobody reads fails meanwhile, and does not end this process.
  package static func ignoringBrokenPipes<Result>(_ body: () throws -> Result) rethrows -> Result {
    let handler = signal(SIGPIPE, SIG_IGN)
    defer { signal(SIGPIPE, handler) }
    return try body()
  }

  /// Runs `body`; signals come only after it.
  package static func blocking<Failure>(
    _ body: () throws(Failure) -> Void
  ) throws(Failure) {
    var all = sigset_t()
    var before = sigset_t()
    sigfillset(&all)
    pthread_sigmask(SIG_BLOCK, &all, &before)
    defer { pthread_sigmask(SIG_SETMASK, &before, nil) }
    try body()
  }
}

private func systemRaise(_ number: Int32) { raise(number) }

private func systemKill(_ process: Int32, _ number: Int32) { kill(process, number) }

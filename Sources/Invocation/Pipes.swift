import Glibc
import Language
import LineEditing

/// Pipes to a process that will be started; it inherits no other ends of this process's pipes.
package struct Pipes {
  /// The ends for reading and writing, for each pipe in turn.
  package private(set) var ends: [Int32] = []

  /// - Throws: Why they could not be made; then none remain open.
  package init(_ count: Int) throws(SessionFileError) {
    for _ in 0..<count {
      var pair: [Int32] = [-1, -1]
      guard pipe(&pair) == 0 else {
        let error = SessionFileError.last
        closeAll()
        throw error
      }
      // Processes that are started by this process, or later, must not keep them open.
      for end in pair { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
      ends += pair
    }
  }

  package func closeAll() { close(ends) }

  package func close(_ ends: [Int32]) { for end in ends { _ = Glibc.close(end) } }
}

/// Waits for the end of a process; a signal to this process does not interrupt the waiting, but one that
/// ends this process is passed on.
///
/// - Returns: Its status in the form of `waitpid`.
@discardableResult
package func waitForEnd(of process: pid_t) -> Int32 {
  var status: Int32 = 0
  while waitpid(process, &status, 0) < 0, errno == EINTR {
    if Interruption.endsProgram { kill(process, Interruption.signal) }
  }
  return status
}

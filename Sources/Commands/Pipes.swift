import Glibc
import Language

/// Pipes to a process that is about to be started, which get none of this process' other ends.
struct Pipes {
  /// The ends to read from and to write to, of each pipe in turn.
  private(set) var ends: [Int32] = []

  /// - Throws: Why not all could be made; then there are none.
  init(_ count: Int) throws(SessionFileError) {
    for _ in 0..<count {
      var pair: [Int32] = [-1, -1]
      guard pipe(&pair) == 0 else {
        let error = SessionFileError.last
        closeAll()
        throw error
      }
      // What the process starts itself, or a later one, is not to hold them open.
      for end in pair { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
      ends += pair
    }
  }

  func closeAll() { close(ends) }

  func close(_ ends: [Int32]) { for end in ends { _ = Glibc.close(end) } }
}

/// Waits for the end of a process, which a signal to this one does not break off.
///
/// - Returns: Its status as `waitpid` gives it.
@discardableResult
func waitForEnd(of process: pid_t) -> Int32 {
  var status: Int32 = 0
  while waitpid(process, &status, 0) < 0, errno == EINTR {}
  return status
}

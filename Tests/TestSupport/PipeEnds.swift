import Foundation

/// The two ends of a pipe that no process inherits, unless it is connected to it; -1 when closed.
///
/// An end that another test's process had inherited would keep the pipe open as long as that process
/// lives, which is what the `Pipe` of Foundation allows.
struct PipeEnds {
  private(set) var readEnd: Int32
  private(set) var writeEnd: Int32

  /// - Parameter lowest: The least number that an end may have: more than the number that it has in
  ///   the process, if that is not the same.
  init(from lowest: Int32 = 3) throws {
    var ends: [Int32] = [-1, -1]
    // Tests run in parallel. Swift does not see `pipe2`, which would do this in one step.
    ProcessSpawning.lock.lock()
    defer { ProcessSpawning.lock.unlock() }
    guard pipe(&ends) == 0 else { throw ProcessFailure.systemCall("pipe", code: errno) }
    readEnd = fcntl(ends[0], F_DUPFD_CLOEXEC, lowest)
    writeEnd = fcntl(ends[1], F_DUPFD_CLOEXEC, lowest)
    for end in ends { close(end) }
    guard readEnd >= 0, writeEnd >= 0 else { throw ProcessFailure.systemCall("fcntl", code: errno) }
  }

  mutating func closeReadEnd() {
    if readEnd >= 0 { close(readEnd) }
    readEnd = -1
  }

  mutating func closeWriteEnd() {
    if writeEnd >= 0 { close(writeEnd) }
    writeEnd = -1
  }
}

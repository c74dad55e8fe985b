import Foundation

/// The pipes to a process, and the data in them.
struct ProcessStreams {
  private(set) var output: [UInt8] = []
  private(set) var errors: [UInt8] = []

  private let input: [UInt8]
  private var written = 0
  private let outputLimit: Int?
  private var inputPipe: Pipe
  private var outputPipe: Pipe
  private var errorPipe: Pipe

  /// The two ends of a pipe; -1 when closed.
  private struct Pipe {
    var readEnd: Int32
    var writeEnd: Int32

    init() throws {
      var ends: [Int32] = [-1, -1]
      // Tests run in parallel, and a process of another test would keep the pipe open. Swift does not
      // see `pipe2`, which would do this in one step.
      ProcessSpawning.lock.lock()
      defer { ProcessSpawning.lock.unlock() }
      guard pipe(&ends) == 0 else { throw ProcessFailure.systemCall("pipe", code: errno) }
      for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
      readEnd = ends[0]
      writeEnd = ends[1]
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

  init(input: [UInt8], outputLimit: Int?) throws {
    self.input = input
    self.outputLimit = outputLimit
    inputPipe = try Pipe()
    outputPipe = try Pipe()
    errorPipe = try Pipe()
    for end in [inputPipe.writeEnd, outputPipe.readEnd, errorPipe.readEnd] {
      _ = fcntl(end, F_SETFL, O_NONBLOCK)
    }
  }

  func connect(_ actions: inout posix_spawn_file_actions_t) {
    posix_spawn_file_actions_adddup2(&actions, inputPipe.readEnd, 0)
    posix_spawn_file_actions_adddup2(&actions, outputPipe.writeEnd, 1)
    posix_spawn_file_actions_adddup2(&actions, errorPipe.writeEnd, 2)
  }

  mutating func closeChildEnds() {
    inputPipe.closeReadEnd()
    outputPipe.closeWriteEnd()
    errorPipe.closeWriteEnd()
  }

  mutating func closeAll() {
    closeChildEnds()
    inputPipe.closeWriteEnd()
    outputPipe.closeReadEnd()
    errorPipe.closeReadEnd()
  }

  /// Writes and reads until both outputs are at their end, or the time is over.
  ///
  /// - Parameter interruption: Called every few milliseconds in between.
  mutating func exchange(
    until deadline: ContinuousClock.Instant, interruption: ProcessInterruption? = nil
  ) {
    var interruption = interruption
    if input.isEmpty { inputPipe.closeWriteEnd() }
    if outputLimit == 0 { outputPipe.closeReadEnd() }
    while outputPipe.readEnd >= 0 || errorPipe.readEnd >= 0, ContinuousClock.now < deadline {
      // `poll` skips descriptors of -1.
      var events = [
        pollfd(fd: inputPipe.writeEnd, events: Int16(POLLOUT), revents: 0),
        pollfd(fd: outputPipe.readEnd, events: Int16(POLLIN), revents: 0),
        pollfd(fd: errorPipe.readEnd, events: Int16(POLLIN), revents: 0),
      ]
      poll(&events, 3, interruption == nil ? 50 : 5)
      if interruption?.sendIfDue() == true { interruption = nil }
      if events[0].revents != 0 { writeSome() }
      if events[1].revents != 0, !Self.read(from: outputPipe.readEnd, into: &output) {
        outputPipe.closeReadEnd()
      }
      if let outputLimit, output.count >= outputLimit { outputPipe.closeReadEnd() }
      if events[2].revents != 0, !Self.read(from: errorPipe.readEnd, into: &errors) {
        errorPipe.closeReadEnd()
      }
    }
  }

  private mutating func writeSome() {
    let count = input.withUnsafeBytes { bytes in
      write(inputPipe.writeEnd, bytes.baseAddress! + written, bytes.count - written)
    }
    if count > 0 { written += count }
    let hasFailed = count < 0 && errno != EAGAIN && errno != EINTR
    if hasFailed || written == input.count { inputPipe.closeWriteEnd() }
  }

  /// False at the end.
  private static func read(from descriptor: Int32, into bytes: inout [UInt8]) -> Bool {
    var chunk = [UInt8](repeating: 0, count: 65_536)
    let count = Foundation.read(descriptor, &chunk, chunk.count)
    if count > 0 { bytes += chunk[..<count] }
    return count > 0 || count < 0 && (errno == EAGAIN || errno == EINTR)
  }
}

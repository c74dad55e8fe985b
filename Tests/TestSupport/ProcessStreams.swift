import Foundation

/// The pipes to a process, and the data in them.
struct ProcessStreams {
  private(set) var output: [UInt8] = []
  private(set) var errors: [UInt8] = []

  private let input: [UInt8]
  private var written = 0
  private let outputLimit: Int?
  private var inputPipe: PipeEnds
  private var outputPipe: PipeEnds
  private var errorPipe: PipeEnds

  init(input: [UInt8], outputLimit: Int?) throws {
    self.input = input
    self.outputLimit = outputLimit
    inputPipe = try PipeEnds()
    outputPipe = try PipeEnds()
    errorPipe = try PipeEnds()
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

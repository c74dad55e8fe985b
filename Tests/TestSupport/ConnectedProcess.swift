import Foundation

/// A process that a test writes to and reads from as long as it runs.
///
/// It never waits without end: what the process writes is read while the test waits for its end, and a
/// process that does not end in a minute is killed.
public final class ConnectedProcess {
  /// The number of the process.
  public let number: pid_t
  /// What it has written, and nobody has taken yet.
  public var received = Data()
  private var input: PipeEnds
  private var output: PipeEnds
  private var ending: ProcessEnding?
  /// Whether it has ended, or was killed.
  private var isOver = false

  /// - Parameters:
  ///   - executable: A path, for instance from ``builtExecutable(_:)``.
  ///   - environment: All of the environment; the tests' own by default.
  ///   - folder: Where it runs.
  public init(
    _ executable: String, arguments: [String] = [],
    environment: [String: String] = ProcessInfo.processInfo.environment, in folder: String = "."
  ) throws {
    input = try PipeEnds()
    output = try PipeEnds()
    let (readEnd, writeEnd) = (input.readEnd, output.writeEnd)
    number = try ProcessSpawning(
      executable: "/bin/sh",
      arguments: ["-c", "cd \"$0\" && exec \"$@\"", folder, executable] + arguments,
      environment: environment
    ).start(startsSession: false) { actions in
      posix_spawn_file_actions_adddup2(&actions, readEnd, 0)
      posix_spawn_file_actions_adddup2(&actions, writeEnd, 1)
    }
    input.closeReadEnd()
    output.closeWriteEnd()
    _ = fcntl(input.writeEnd, F_SETFL, O_NONBLOCK)
  }

  deinit { _ = end() }

  /// Writes all of the bytes, unless the process takes none for a minute, or has ended. Nothing is
  /// read meanwhile.
  public func write(_ bytes: Data) {
    var rest = bytes[...]
    while !rest.isEmpty {
      var event = pollfd(fd: input.writeEnd, events: Int16(POLLOUT), revents: 0)
      guard poll(&event, 1, 60_000) > 0 else { return }
      let count = rest.withUnsafeBytes { bytes in
        Foundation.write(input.writeEnd, bytes.baseAddress, bytes.count)
      }
      if count > 0 { rest = rest.dropFirst(count) }
      if count < 0, errno != EAGAIN, errno != EINTR { return }
    }
  }

  /// Adds what the process writes next to ``received``.
  ///
  /// - Returns: False at the end of its output, or if it writes nothing for a minute.
  public func receive(until deadline: ContinuousClock.Instant = .now + .seconds(60)) -> Bool {
    while output.readEnd >= 0, ContinuousClock.now < deadline {
      var event = pollfd(fd: output.readEnd, events: Int16(POLLIN), revents: 0)
      guard poll(&event, 1, 5) > 0 else { continue }
      if readSome() { return true }
      output.closeReadEnd()
    }
    return false
  }

  private func readSome() -> Bool {
    var chunk = [UInt8](repeating: 0, count: 65_536)
    let count = read(output.readEnd, &chunk, chunk.count)
    if count > 0 { received += chunk[..<count] }
    return count > 0
  }

  /// Whether it waits for something, and does not merely wait for its turn on a processor.
  public var isAsleep: Bool {
    guard let line = try? String(contentsOfFile: "/proc/\(number)/stat", encoding: .utf8),
      let name = line.lastIndex(of: ")")
    else { return true }
    return line[name...].dropFirst(2).first == "S"
  }

  /// As Ctrl-C does.
  public func interrupt() { kill(number, SIGINT) }

  /// Ends the input of the process.
  public func closeInput() { input.closeWriteEnd() }

  /// Ends the input, and reads the output until the process has ended.
  ///
  /// - Returns: How it ended; nil if it was killed, since it had not ended in a minute.
  @discardableResult public func end() -> ProcessEnding? {
    guard !isOver else { return ending }
    isOver = true
    closeInput()
    let deadline = ContinuousClock.now + .seconds(60)
    while receive(until: deadline) {}
    output.closeReadEnd()
    ending = ProcessEnding.wait(for: number, until: deadline)
    if ending == nil, kill(number, SIGKILL) == 0 { waitpid(number, nil, 0) }
    return ending
  }

  /// What it has ended with, as ``end()`` waits for it; nil if it has not ended by itself.
  public func status() -> Int32? {
    if case .exited(let status) = end() { status } else { nil }
  }
}

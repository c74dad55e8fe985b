import Glibc
import Language
import LineEditing

/// Graphviz's program `dot`, which lays out graphs.
///
/// It is found in PATH and started directly, without a shell.
package enum Graphviz {
  /// What Graphviz can return: a picture, or only the positions.
  package enum Form: String {
    case svg, plain
  }

  /// Lays out a graph.
  ///
  /// It alternates between writing and reading, so large graphs and pictures do not block. Ctrl-C
  /// ends the program and the waiting.
  package static func layOut(
    _ graph: String, as form: Form = .svg
  ) -> Result<String, SessionFileError> {
    var run: GraphvizRun
    do {
      run = try GraphvizRun(input: Array(graph.utf8), form)
    } catch {
      return .failure(error)
    }
    run.exchange()
    return run.finish()
  }

  /// Whether the program can be found in PATH.
  package static var isInstalled: Bool {
    let path = Environment["PATH"] ?? "/usr/bin:/bin"
    return path.split(separator: ":").contains { access("\($0)/dot".cPath, X_OK) == 0 }
  }
}

/// One run of `dot`, with pipes for its three streams.
private struct GraphvizRun {
  private let process: pid_t
  private let input: [UInt8]
  private var written = 0
  private var output: [UInt8] = []
  private var errors: [UInt8] = []
  private var toProcess: Int32
  private var fromOutput: Int32
  private var fromErrors: Int32

  package init(input: [UInt8], _ form: Graphviz.Form) throws(SessionFileError) {
    self.input = input
    let pipes = try Pipes(3)
    let ends = pipes.ends
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_adddup2(&actions, ends[0], STDIN_FILENO)
    posix_spawn_file_actions_adddup2(&actions, ends[3], STDOUT_FILENO)
    posix_spawn_file_actions_adddup2(&actions, ends[5], STDERR_FILENO)
    let words = ["dot", "-T\(form.rawValue)"]
    let arguments: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) } + [nil]
    defer { for argument in arguments { free(argument) } }
    var process: pid_t = 0
    let code = posix_spawnp(&process, "dot", &actions, nil, arguments, environ)
    guard code == 0 else {
      pipes.closeAll()
      guard code == ENOENT || code == EACCES else {
        throw SessionFileError("cannot start Graphviz: \(String(cString: strerror(code)))")
      }
      throw SessionFileError(
        "'graph svg' needs Graphviz, and there is no program 'dot': 'apt install graphviz' installs it;"
          + " 'graph dot' works without it")
    }
    self.process = process
    pipes.close([ends[0], ends[3], ends[5]])
    (toProcess, fromOutput, fromErrors) = (ends[1], ends[2], ends[4])
    for end in [toProcess, fromOutput, fromErrors] { _ = fcntl(end, F_SETFL, O_NONBLOCK) }
  }

  /// Writes the input and reads both outputs to their ends.
  package mutating func exchange() {
    // If the program ends before it has read everything, that is an error, but must not end us.
    let handler = signal(SIGPIPE, SIG_IGN)
    defer { signal(SIGPIPE, handler) }
    while fromOutput >= 0 || fromErrors >= 0, !Interruption.isRaised {
      // `poll` passes over descriptors of -1.
      var events = [
        pollfd(fd: toProcess, events: Int16(POLLOUT), revents: 0),
        pollfd(fd: fromOutput, events: Int16(POLLIN), revents: 0),
        pollfd(fd: fromErrors, events: Int16(POLLIN), revents: 0),
      ]
      // With a timeout, since a Ctrl-C between the check and this call would otherwise be missed.
      if poll(&events, 3, 200) < 0 { continue }
      if events[0].revents != 0 { writeSome() }
      if events[1].revents != 0 { GraphvizRun.read(from: &fromOutput, into: &output) }
      if events[2].revents != 0 { GraphvizRun.read(from: &fromErrors, into: &errors) }
    }
    if Interruption.isRaised { kill(process, SIGKILL) }
    GraphvizRun.end(&toProcess)
    GraphvizRun.end(&fromOutput)
    GraphvizRun.end(&fromErrors)
  }

  private mutating func writeSome() {
    let count = input.withUnsafeBytes {
      Glibc.write(toProcess, $0.baseAddress! + written, input.count - written)
    }
    if count > 0 { written += count }
    let hasFailed = count < 0 && errno != EAGAIN && errno != EINTR
    if hasFailed || written == input.count { GraphvizRun.end(&toProcess) }
  }

  private static func read(from descriptor: inout Int32, into bytes: inout [UInt8]) {
    let chunk = 1 << 16
    let start = bytes.count
    bytes.append(contentsOf: repeatElement(0, count: chunk))
    let count = bytes.withUnsafeMutableBytes {
      Glibc.read(descriptor, $0.baseAddress! + start, chunk)
    }
    let isOver = count == 0 || count < 0 && errno != EAGAIN && errno != EINTR
    bytes.removeLast(chunk - max(count, 0))
    if isOver { end(&descriptor) }
  }

  private static func end(_ descriptor: inout Int32) {
    if descriptor >= 0 { close(descriptor) }
    descriptor = -1
  }

  /// Waits for the program's end.
  consuming func finish() -> Result<String, SessionFileError> {
    let status = waitForEnd(of: process)
    if Interruption.isRaised { return .failure(.interrupted) }
    guard status == 0 else {
      let first = String(decoding: errors, as: UTF8.self).split(separator: "\n").first
      let signal = status & 0x7F
      let ending = signal == 0 ? "exit status \((status >> 8) & 0xFF)" : "signal \(signal)"
      return .failure(
        SessionFileError("Graphviz failed with \(ending)" + (first.map { ": \($0)" } ?? "")))
    }
    return .success(String(decoding: output, as: UTF8.self))
  }
}

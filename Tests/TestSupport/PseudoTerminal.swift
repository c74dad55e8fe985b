import Foundation

/// An executable in a terminal of its own, and the keyboard and screen of that terminal.
///
/// The process leads a session and the terminal controls it, so keys such as Ctrl-C send
/// signals, and ``hangUp()`` is the window that is closed.
public final class PseudoTerminal {
  /// The process in the terminal.
  public let process: pid_t
  /// Everything that was shown, including escape sequences.
  public private(set) var output: [UInt8] = []

  private let executable: String
  private var visible = PseudoTerminalText()
  private var keyboardAndScreen: Int32
  /// How many bytes of ``text`` the next `expect` skips.
  private var expectedUpTo = 0
  private var ending: ProcessEnding?

  /// Starts an executable in a new terminal.
  ///
  /// - Parameters:
  ///   - executable: A path, for instance from ``builtExecutable(_:)``.
  ///   - environment: All of the environment; ``usualEnvironment`` by default.
  ///   - rows: The terminal's height.
  ///   - columns: The terminal's width.
  public init(
    _ executable: String, arguments: [String] = [],
    environment: [String: String] = PseudoTerminal.usualEnvironment,
    rows: Int = 24, columns: Int = 80
  ) throws {
    self.executable = executable
    // What `posix_openpt`, `unlockpt` and `ptsname` do on Linux; Swift sees neither them nor
    // TIOCSPTLCK and TIOCGPTN, which are these numbers.
    keyboardAndScreen = open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC)
    var isLocked: Int32 = 0
    var number: UInt32 = 0
    guard keyboardAndScreen >= 0,
      ioctl(keyboardAndScreen, 0x4004_5431, &isLocked) == 0,
      ioctl(keyboardAndScreen, 0x8004_5430, &number) == 0
    else { throw ProcessFailure.systemCall("opening a pseudo-terminal", code: errno) }
    let name = "/dev/pts/\(number)"
    Self.setSize(of: keyboardAndScreen, rows: rows, columns: columns)
    _ = fcntl(keyboardAndScreen, F_SETFL, O_NONBLOCK)
    let spawning = ProcessSpawning(
      executable: executable, arguments: arguments, environment: environment)
    // The first terminal that the leader of a session opens becomes the one that controls it.
    process = try spawning.start(startsSession: true) { actions in
      posix_spawn_file_actions_addopen(&actions, 0, name, O_RDWR, 0)
      posix_spawn_file_actions_adddup2(&actions, 0, 1)
      posix_spawn_file_actions_adddup2(&actions, 0, 2)
    }
  }

  deinit {
    hangUp()
    if ending == nil {
      kill(process, SIGKILL)
      waitpid(process, nil, 0)
    }
  }

  /// An xterm with UTF-8, and an empty home folder.
  public static var usualEnvironment: [String: String] {
    [
      "TERM": "xterm", "LC_ALL": "C.UTF-8", "HOME": "/nonexistent",
      "PATH": ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin",
      // On a terminal Swift's runtime would stop a crashing process and ask what to do.
      "SWIFT_BACKTRACE": "enable=no",
    ]
  }

  /// Everything that was shown, without escape sequences; overwritten text is still there.
  public var text: String {
    String(decoding: visible.bytes, as: UTF8.self)
  }

  /// Types text; `\r` is the Enter key, `\u{3}` Ctrl-C, `\u{4}` Ctrl-D, `\u{1A}` Ctrl-Z.
  public func send(_ text: String) throws {
    try send(bytes: Array(text.utf8))
  }

  /// Types bytes, and reads what is shown meanwhile, so that any number of them does not block.
  public func send(bytes: [UInt8], timeout: Duration = .seconds(30)) throws {
    let deadline = ContinuousClock.now + timeout
    var sent = 0
    while sent < bytes.count {
      try checkTime(deadline)
      var event = pollfd(fd: keyboardAndScreen, events: Int16(POLLIN | POLLOUT), revents: 0)
      poll(&event, 1, 50)
      if event.revents & Int16(POLLIN | POLLHUP) != 0, !readSome() { return }
      guard event.revents & Int16(POLLOUT) != 0 else { continue }
      let count = bytes.withUnsafeBytes { buffer in
        write(keyboardAndScreen, buffer.baseAddress! + sent, min(1024, buffer.count - sent))
      }
      if count > 0 { sent += count }
    }
  }

  /// Waits until a text is shown, after the place where the one expected before ended.
  ///
  /// - Parameter expected: Without escape sequences; a line ends in `\r\n`.
  /// - Returns: What was shown before it.
  /// - Throws: ``ProcessFailure/timedOut(executable:output:errors:)`` with what was shown instead.
  @discardableResult
  public func expect(_ expected: String, timeout: Duration = .seconds(60)) throws -> String {
    let deadline = ContinuousClock.now + timeout
    // In bytes: a carriage return and a line feed are one character to a string.
    let expectedBytes = Array(expected.utf8)
    let first = expectedUpTo
    // What has been searched once is not searched again when more is shown.
    var searchedUpTo = first
    while true {
      if let found = visible.bytes[searchedUpTo...].firstRange(of: expectedBytes) {
        expectedUpTo = found.upperBound
        return String(decoding: visible.bytes[first..<found.lowerBound], as: UTF8.self)
      }
      searchedUpTo = max(first, visible.bytes.count - expectedBytes.count + 1)
      var event = pollfd(fd: keyboardAndScreen, events: Int16(POLLIN), revents: 0)
      poll(&event, 1, 50)
      let isOpen = event.revents == 0 || readSome()
      if !isOpen || ContinuousClock.now >= deadline {
        throw ProcessFailure.timedOut(
          executable: executable, output: text, errors: "expected \(String(reflecting: expected))")
      }
    }
  }

  /// Reads what is shown until nothing more has arrived for a while.
  ///
  /// Use it for text that should *not* appear; to wait for text, expect it.
  public func settle(_ quiet: Duration = .milliseconds(150)) {
    var event = pollfd(fd: keyboardAndScreen, events: Int16(POLLIN), revents: 0)
    let milliseconds = Int32(quiet.components.attoseconds / 1_000_000_000_000_000)
    while poll(&event, 1, milliseconds) > 0, readSome() {}
  }

  /// Changes the size of the window, which sends SIGWINCH to the process.
  public func resize(rows: Int, columns: Int) {
    Self.setSize(of: keyboardAndScreen, rows: rows, columns: columns)
  }

  /// Closes the window: the process gets SIGHUP, and can read and write no more.
  public func hangUp() {
    if keyboardAndScreen >= 0 { close(keyboardAndScreen) }
    keyboardAndScreen = -1
  }

  /// Waits for the process to end, and reads what it still shows.
  public func waitForExit(timeout: Duration = .seconds(60)) throws -> ProcessEnding {
    let deadline = ContinuousClock.now + timeout
    while ending == nil {
      settle(.milliseconds(5))
      ending = ProcessEnding.wait(for: process, until: .now)
      if ending == nil {
        try checkTime(deadline)
        usleep(2_000)
      }
    }
    settle(.milliseconds(5))
    return ending!
  }

  /// Whether the process is stopped, as Ctrl-Z does.
  public var isStopped: Bool {
    let status = try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8)
    return status?.split(separator: ")").last?.hasPrefix(" T") ?? false
  }

  /// Whether the terminal sends each key at once, and shows none by itself.
  public var isRaw: Bool { localModes & tcflag_t(ICANON | ECHO) == 0 }

  /// Whether keys such as Ctrl-C are signals, not characters.
  public var sendsSignals: Bool { localModes & tcflag_t(ISIG) != 0 }

  private var localModes: tcflag_t {
    var modes = termios()
    tcgetattr(keyboardAndScreen, &modes)
    return modes.c_lflag
  }

  /// Waits for something that is not shown, such as a mode of the terminal.
  public func wait(
    timeout: Duration = .seconds(60), until condition: (PseudoTerminal) -> Bool
  ) throws {
    let deadline = ContinuousClock.now + timeout
    while !condition(self) {
      try checkTime(deadline)
      settle(.milliseconds(5))
    }
  }

  private func checkTime(_ deadline: ContinuousClock.Instant) throws {
    guard ContinuousClock.now >= deadline else { return }
    throw ProcessFailure.timedOut(executable: executable, output: text, errors: "")
  }

  /// False when the process has closed the terminal.
  private func readSome() -> Bool {
    var chunk = [UInt8](repeating: 0, count: 65_536)
    let count = read(keyboardAndScreen, &chunk, chunk.count)
    if count > 0 {
      output += chunk[..<count]
      visible.add(chunk[..<count])
    }
    return count > 0 || count < 0 && (errno == EAGAIN || errno == EINTR)
  }

  private static func setSize(of terminal: Int32, rows: Int, columns: Int) {
    var size = winsize(
      ws_row: UInt16(rows), ws_col: UInt16(columns), ws_xpixel: 0, ws_ypixel: 0)
    _ = ioctl(terminal, UInt(TIOCSWINSZ), &size)
  }
}

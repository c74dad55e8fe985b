import Glibc
import Language
import LineEditing
import Syntax

/// The process' streams and files, for a session.
///
/// Output is kept in blocks, or on a terminal in lines, and always written before a diagnostic, so
/// that the two keep their order in a log.
final class StandardHost: SessionHost {
  private var buffer: [UInt8] = []
  private let isTerminal: Bool
  private let diagnosticOptions: Diagnostic.TextOptions
  private var traceDescriptor: Int32?
  /// Reads what is typed where a turn is stopped; nil where nobody types.
  var readLine: ((_ prompt: String) -> String?)?
  /// Whether output could not be written: a full disk, say.
  private(set) var hasFailed = false

  init(isTerminal: Bool, diagnostics: Diagnostic.TextOptions) {
    self.isTerminal = isTerminal
    diagnosticOptions = diagnostics
  }

  /// Sends the trace to a file of its own.
  func openTrace(_ path: String) -> SessionFileError? {
    let descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o666)
    guard descriptor >= 0 else { return SystemFile.lastError() }
    traceDescriptor = descriptor
    return nil
  }

  func write(_ text: String) {
    buffer.append(contentsOf: text.utf8)
    if isTerminal || buffer.count > 65_536 { flush() }
  }

  func trace(_ line: String) {
    guard let traceDescriptor else { return write(line) }
    guard SystemFile.write(Array(line.utf8), to: traceDescriptor) else {
      failed("the trace")
      return
    }
  }

  func report(_ diagnostic: Diagnostic) {
    flush()
    tell(diagnostic.text(options: diagnosticOptions) + "\n")
  }

  /// Writes to standard error, after all output so far.
  func tell(_ text: String) {
    flush()
    _ = SystemFile.write(Array(text.utf8), to: STDERR_FILENO)
  }

  func flush() {
    guard !buffer.isEmpty else { return }
    let bytes = buffer
    buffer.removeAll(keepingCapacity: true)
    if !SystemFile.write(bytes, to: STDOUT_FILENO) { failed("the output") }
  }

  /// Tells that something could not be written, once, for the reason in `errno`.
  func failed(_ what: String) {
    guard !hasFailed else { return }
    hasFailed = true
    if errno == EPIPE {
      // Where SIGPIPE is ignored, a reader that has gone is to end the run as quietly as ever.
      signal(SIGPIPE, SIG_DFL)
      raise(SIGPIPE)
    }
    let reason = String(cString: strerror(errno))
    _ = SystemFile.write(
      Array("bindlab: error: cannot write \(what): \(reason)\n".utf8), to: STDERR_FILENO)
  }

  var isInteractive: Bool { readLine != nil }

  func nextLine(prompt: String) -> String? {
    flush()
    return readLine?(prompt)
  }

  func read(path: String) -> Result<[UInt8], SessionFileError> { SystemFile.read(path) }

  func save(path: String, text: String) -> SessionFileError? { SystemFile.save(text, to: path) }

  func layout(_ dot: String) -> Result<String, SessionFileError> { Graphviz.layOut(dot) }
}

/// Files, whole.
enum SystemFile {
  static func lastError() -> SessionFileError { SessionFileError(String(cString: strerror(errno))) }

  /// The contents of a file, of standard input for `-`.
  static func read(_ path: String) -> Result<[UInt8], SessionFileError> {
    guard path != "-" else { return contents(of: STDIN_FILENO) }
    return read(Array(path.utf8))
  }

  /// The contents of a file whose name need not be text.
  static func read(_ path: [UInt8]) -> Result<[UInt8], SessionFileError> {
    let descriptor = open(path.map(CChar.init(bitPattern:)) + [0], O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return .failure(lastError()) }
    defer { close(descriptor) }
    return contents(of: descriptor)
  }

  private static func contents(of descriptor: Int32) -> Result<[UInt8], SessionFileError> {
    var status = stat()
    if fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFDIR {
      return .failure(SessionFileError("it is a folder"))
    }
    var bytes: [UInt8] = []
    let chunk = 1 << 16
    let known = status.st_mode & S_IFMT == S_IFREG ? Int(status.st_size) : 0
    bytes.reserveCapacity(known + chunk)
    while true {
      var count = 0
      let start = bytes.count
      bytes.append(contentsOf: repeatElement(0, count: chunk))
      repeat {
        count = bytes.withUnsafeMutableBytes {
          Glibc.read(descriptor, $0.baseAddress! + start, chunk)
        }
      } while count < 0 && errno == EINTR && !Interruption.isRaised
      bytes.removeLast(chunk - max(count, 0))
      if count < 0 { return .failure(lastError()) }
      if count == 0 { return .success(bytes) }
    }
  }

  /// - Returns: false where the system refuses; `errno` says why.
  static func write(_ bytes: [UInt8], to descriptor: Int32) -> Bool {
    var start = 0
    while start < bytes.count {
      let count = bytes.withUnsafeBytes {
        Glibc.write(descriptor, $0.baseAddress! + start, bytes.count - start)
      }
      if count < 0 {
        if errno == EINTR { continue }
        return false
      }
      start += count
    }
    return true
  }

  /// Writes a file: under another name first, so that a full disk loses nothing that was there.
  ///
  /// What is no regular file, a device or a pipe, is written where it stands; a link is followed.
  static func save(_ text: String, to path: String) -> SessionFileError? {
    save(Array(text.utf8), to: path)
  }

  /// The same for what need not be text.
  static func save(_ bytes: [UInt8], to path: String) -> SessionFileError? {
    var target = path
    if let resolved = realpath(path, nil) {
      target = String(cString: resolved)
      free(resolved)
    }
    var status = stat()
    let exists = stat(target, &status) == 0
    guard !exists || status.st_mode & S_IFMT == S_IFREG else { return overwrite(target, bytes) }
    let temporary = target + ".new"
    let mode = exists ? status.st_mode & 0o777 : 0o666
    let descriptor = open(temporary, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, mode)
    guard descriptor >= 0 else { return lastError() }
    // What the file may have been given beyond what new files get.
    if exists { fchmod(descriptor, mode) }
    let isWritten = write(bytes, to: descriptor) && fsync(descriptor) == 0
    let error = lastError()
    close(descriptor)
    guard isWritten else {
      unlink(temporary)
      return error
    }
    guard rename(temporary, target) == 0 else {
      let error = lastError()
      unlink(temporary)
      return error
    }
    return nil
  }

  private static func overwrite(_ path: String, _ bytes: [UInt8]) -> SessionFileError? {
    let descriptor = open(path, O_WRONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return lastError() }
    defer { close(descriptor) }
    return write(bytes, to: descriptor) ? nil : lastError()
  }
}

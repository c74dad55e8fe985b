import Basics
import Files
import Invocation
import Language
import LanguageServer
import LineEditing
import Platform
import ScriptTesting
import Syntax

/// A run of a script in a process of its own, a copy of this one: whatever ends it, a trap too, is an
/// answer, and the server goes on.
final class BackgroundRun: ScriptRun {
  private var process: Int32 = -1
  private var pipe: Int32 = -1
  private var bytes: [UInt8] = []
  private var result: Result<ScriptOutcome, SessionFileError>?

  /// - Parameter run: Ends soon when the flag is no longer 0.
  init(
    _ run: (_ stopFlag: UnsafePointer<Int32>) -> Result<ScriptOutcome, SessionFileError>
  ) {
    do throws(SessionFileError) {
      let pipes = try Pipes(1)
      process = Process.fork()
      guard process >= 0 else {
        let error = SessionFileError.last
        pipes.closeAll()
        throw error
      }
      if process == 0 { BackgroundRun.answer(run, to: pipes.ends[1]) }
      pipes.close([pipes.ends[1]])
      pipe = pipes.ends[0]
      Descriptor.setStatus(pipe, .notWaiting)
    } catch {
      result = .failure(SessionFileError("cannot start a process for the run: \(error.message)"))
    }
  }

  deinit { end() }

  /// In the copy: runs the script, and writes the result.
  private static func answer(
    _ run: (UnsafePointer<Int32>) -> Result<ScriptOutcome, SessionFileError>, to end: Int32
  ) -> Never {
    Process.refuseCore()
    // The client's messages are for the server, and the script's words are no messages.
    let nothing = Descriptor.open(
      Array("/dev/null".utf8), [.readingAndWriting, .notInherited])
    for stream in Descriptor.input...Descriptor.errors {
      Descriptor.duplicate(nothing, as: stream)
    }
    Interruption.restore()
    // A trap ends it at once: what describes one takes seconds, and nobody would read it.
    for trap in Signal.traps { Signal.useDefault(trap) }
    let stopFlag = UnsafeMutablePointer<Int32>.allocate(capacity: 1)
    stopFlag.initialize(to: 0)
    var result = run(stopFlag)
    _ = FileBytes.write(coded(&result), to: end)
    Process.leave(0)
  }

  var outcome: Result<ScriptOutcome, SessionFileError>? {
    if result == nil { read() }
    return result
  }

  func stop() { end() }

  private func read() {
    let size = 1 << 16
    var chunk = [UInt8](repeating: 0, count: size)
    while true {
      let count = Descriptor.read(pipe, into: &chunk, size)
      if count < 0, SystemError.last == .interrupted { continue }
      if count < 0, SystemError.last == .wouldWait { return }
      guard count > 0 else { break }
      bytes += chunk[..<count]
    }
    let ended = ChildProcess.waitForEnd(of: process)
    process = -1
    result = BackgroundRun.decoded(bytes) ?? .failure(BackgroundRun.early(ended))
    bytes = []
    end()
  }

  private static func early(_ ended: ChildProcess.Ending) -> SessionFileError {
    SessionFileError("the process of the run ended early: \(ended.text)")
  }

  private func end() {
    if process > 0 {
      Signal.send(Signal.kill, to: process)
      ChildProcess.waitForEnd(of: process)
    }
    if pipe >= 0 { Descriptor.close(pipe) }
    (process, pipe) = (-1, -1)
  }

  // MARK: The pipe

  private static func coded(_ result: inout Result<ScriptOutcome, SessionFileError>) -> [UInt8] {
    var coder = ResultCoder()
    code(&result, &coder)
    return coder.bytes
  }

  private static func decoded(_ bytes: [UInt8]) -> Result<ScriptOutcome, SessionFileError>? {
    var coder = ResultCoder(reading: bytes)
    var result = Result<ScriptOutcome, SessionFileError>.success(ScriptOutcome(text: ""))
    code(&result, &coder)
    return coder.hasFailed || !coder.isAtEnd ? nil : result
  }

  private static func code(
    _ result: inout Result<ScriptOutcome, SessionFileError>, _ coder: inout ResultCoder
  ) {
    var (outcome, failure) = (ScriptOutcome(text: ""), "")
    switch result {
    case .success(let known): outcome = known
    case .failure(let error): failure = error.message
    }
    var isSuccess = if case .success = result { true } else { false }
    coder.code(&isSuccess)
    coder.code(&failure)
    coder.code(&outcome.text)
    let new = ScriptOutcome.Count(span: SourceSpan(0, 0), firings: 0, idle: 0)
    coder.code(&outcome.counts, new) { coder, count in
      var (start, end) = (Int(count.span.start), Int(count.span.end))
      coder.code(&start)
      coder.code(&end)
      count.span = SourceSpan(UInt32(clamping: start), UInt32(clamping: end))
      coder.code(&count.firings)
      coder.code(&count.idle)
    }
    result = isSuccess ? .success(outcome) : .failure(SessionFileError(failure))
  }
}

/// Reads texts that are open in an editor, and other regular files from the disk: at a pipe the server
/// would wait, perhaps without end.
final class TextHost: SessionHost {
  private let disk: StandardHost
  private let texts: (String) -> [UInt8]?

  init(_ disk: StandardHost, _ texts: @escaping (String) -> [UInt8]? = { _ in nil }) {
    (self.disk, self.texts) = (disk, texts)
  }

  func write(_ text: String) {}
  func trace(_ lines: String) {}
  func report(_ diagnostic: Diagnostic) {}
  func read(path: String) -> Result<[UInt8], SessionFileError> {
    if let text = texts(path) { return .success(text) }
    if let status = FileStatus(at: path.pathBytes), status.kind != .regular {
      return .failure(SessionFileError("it is not a regular file"))
    }
    return disk.read(path: path)
  }
  func save(path: String, text: String) -> SessionFileError? {
    SessionFileError("a script that an editor runs writes no files")
  }
}

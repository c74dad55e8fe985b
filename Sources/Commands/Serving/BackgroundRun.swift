import Files
import Glibc
import Invocation
import Language
import LanguageServer
import Synchronization
import Syntax

/// A run of a script on a thread of its own.
final class BackgroundRun: ScriptRun {
  private let stopFlag = UnsafeMutablePointer<Int32>.allocate(capacity: 1)
  private let result = Mutex<Result<ScriptOutcome, SessionFileError>?>(nil)

  /// - Parameter run: Ends soon when the flag is no longer 0.
  init(
    _ run: @escaping (_ stopFlag: UnsafePointer<Int32>) -> Result<ScriptOutcome, SessionFileError>
  ) {
    stopFlag.initialize(to: 0)
    // The thread keeps this object, and so the flag, until the run is over.
    Parallel.detach {
      let outcome = run(self.stopFlag)
      self.result.withLock { $0 = outcome }
    }
  }

  deinit { stopFlag.deallocate() }

  var outcome: Result<ScriptOutcome, SessionFileError>? { result.withLock { $0 } }

  func stop() { stopFlag.pointee = 1 }
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
    var status = stat()
    if stat(path.cPath, &status) == 0, status.st_mode & S_IFMT != S_IFREG {
      return .failure(SessionFileError("it is not a regular file"))
    }
    return disk.read(path: path)
  }
  func save(path: String, text: String) -> SessionFileError? {
    SessionFileError("a script that an editor runs writes no files")
  }
}

import BindingEngine
import Exploring
import Interpreter
import Language
import Syntax

/// A session that runs the statements of a workload, and ends the program if they fail.
final class BenchSession: SessionHost {
  private var session: Session!

  init() { session = Session(host: self) }

  func run(_ text: String) {
    session.run(SourceFile(name: "bench", text: text + "\n"))
    guard session.errors == 0, session.expectations.failed == 0 else {
      fatalError("the script failed")
    }
  }

  func write(_ text: String) {}
  func trace(_ line: String) {}
  func report(_ diagnostic: Diagnostic) { print(diagnostic.text()) }
  func read(path: String) -> Result<[UInt8], SessionFileError> {
    .failure(SessionFileError("no files here"))
  }
  func save(path: String, text: String) -> SessionFileError? { SessionFileError("no files here") }
}

import BindingEngine
import Checking
import Exploring
import Interpreter
import Language
import Syntax

/// A session that runs the statements of a workload, and ends the program if they fail.
final class BenchSession: SessionHost {
  private var session: Session!

  /// - Parameter turns: How many turns are remembered.
  init(remembering turns: Int = 0) {
    session = Session(host: self)
    session.openJournal(turns)
  }

  /// Checks a script without running it.
  func check(_ text: String) {
    let file = SourceFile(name: "bench", text: text + "\n")
    let found = Checker.check(file, host: self, options: CheckOptions())
    guard !found.contains(where: { $0.severity == .error }) else {
      fatalError("the script has errors")
    }
  }

  func run(_ text: String) {
    session.run(SourceFile(name: "bench", text: text + "\n"))
    guard session.errors == 0, session.expectations.failed == 0 else {
      fatalError("the script failed")
    }
  }

  func write(_ text: String) {}
  func trace(_ line: String) {}
  func report(_ diagnostic: Diagnostic) {
    // A workload may pile up equal handlers.
    if diagnostic.severity == .error { print(diagnostic.text()) }
  }
  func read(path: String) -> Result<[UInt8], SessionFileError> {
    .failure(SessionFileError("no files here"))
  }
  func save(path: String, text: String) -> SessionFileError? { SessionFileError("no files here") }
}

import Language
import ScriptGrammar
import Syntax

/// Takes everything and gives nothing. Texts are made all the same: that is where a bad place or a
/// stale handle shows.
final class CountingHost: SessionHost {
  private var length = 0
  /// Who types where a turn is stopped, and how many lines are left.
  var typist: Grammar?
  private var patience = 200
  /// What was written and what was reported since this was set; nil where nobody wants to know.
  var kept: (output: String, reports: [String])?
  /// Whether the trace is wanted as a whole.
  var keepsTrace = false
  private(set) var trace: [UInt8] = []

  func write(_ text: String) {
    length &+= text.utf8.count
    kept?.output += text
  }

  func trace(_ line: String) {
    length &+= line.utf8.count
    if keepsTrace { trace += line.utf8 }
    kept?.output += line
  }

  func report(_ diagnostic: Diagnostic) {
    let text = diagnostic.text(options: .init())
    length &+= text.utf8.count
    kept?.reports.append(text)
  }

  func read(path: String) -> Result<[UInt8], SessionFileError> { .failure(.init("no files here")) }
  func save(path: String, text: String) -> SessionFileError? { .init("no files here") }
  var isInteractive: Bool { typist != nil }
  func nextLine(prompt: String) -> String? {
    patience -= 1
    return patience >= 0 ? typist?.stopped() : nil
  }
}

import Language
import ScriptGrammar
import Syntax

/// Discards all output. The texts are made all the same, since that is where a wrong index or a stale
/// handle shows.
final class CountingHost: SessionHost {
  private var length = 0
  /// Types while a turn is stopped; and how many lines are left.
  var typist: Grammar?
  private var patience = 200
  /// The output and the reports since this was set; nil if they are not needed.
  var kept: (output: String, reports: [String])?
  /// Whether the complete trace is needed.
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

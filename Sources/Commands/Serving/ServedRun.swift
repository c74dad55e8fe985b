import Exploring
import Interpreter
import Invocation
import Language
import LanguageServer
import Names
import Rendering
import Reporting
import Syntax
import Text

/// A run of a script for an editor, whose output is a text.
struct ServedRun {
  let task: ScriptTask
  var settings: SessionOptions
  /// Reads the files that the script sources, as the editor has them.
  let files: any SessionHost
  /// Ends the run when it is no longer 0.
  let stopFlag: UnsafePointer<Int32>

  /// A script without end must not stop the server.
  private static let mostSteps = 10_000_000

  init(
    task: ScriptTask, settings: SessionOptions, files: any SessionHost,
    stopFlag: UnsafePointer<Int32>
  ) {
    (self.task, self.files, self.stopFlag) = (task, files, stopFlag)
    self.settings = settings
    if settings.maximumSteps == nil { self.settings.maximumSteps = ServedRun.mostSteps }
  }

  func result(of file: SourceFile) -> Result<ScriptOutcome, SessionFileError> {
    switch task {
    case .run, .trace, .graph: outcome(of: file)
    case .report: page(of: file).map { ScriptOutcome(text: $0) }
    }
  }

  private func outcome(of file: SourceFile) -> Result<ScriptOutcome, SessionFileError> {
    let host = WritingHost(files)
    var settings = settings
    if task == .trace { settings.traceMode = .on }
    if settings.journalLimit == nil {
      settings.journalLimit = SessionOptions.interactiveJournalLimit
    }
    host.isQuiet = task == .graph
    let session = Session(host: host, options: settings)
    session.watch(stopFlag)
    session.run(file)
    if task == .graph {
      if session.errors == 0 {
        host.isQuiet = false
        session.showGraph(as: .svg, of: nil)
      }
      // A client must not take messages for a picture.
      if session.errors > 0 { return .failure(SessionFileError(host.text.trimmed)) }
    }
    let counts = session.firingsByPlace.filter { $0.file === file }.map {
      ScriptOutcome.Count(span: $0.span, firings: $0.firings, idle: $0.idle)
    }
    return .success(ScriptOutcome(text: host.text, counts: counts))
  }

  private func page(of file: SourceFile) -> Result<String, SessionFileError> {
    let (_, diagnostics, _) = Parser.parse(file, names: NameTable())
    if let error = diagnostics.first(where: { $0.severity == .error }) {
      return .failure(SessionFileError(error.text()))
    }
    let report = ScriptReport(
      file, options: settings, host: WritingHost(files), interruptFlag: stopFlag)
    guard var page = report.run()?.page else {
      return .failure(SessionFileError("the run was interrupted"))
    }
    ReportCommand.draw(&page)
    return .success(page.fittedHTML())
  }
}

/// Keeps what a script writes, with its errors and warnings, and lets it write no files.
private final class WritingHost: SessionHost {
  private let files: any SessionHost
  private(set) var text = ""
  /// Whether only errors are kept.
  var isQuiet = false

  init(_ files: any SessionHost) { self.files = files }

  func write(_ text: String) { if !isQuiet { self.text += text } }
  func trace(_ lines: String) { if !isQuiet { text += lines } }

  func report(_ diagnostic: Diagnostic) {
    if !isQuiet || diagnostic.severity == .error { text += diagnostic.text() + "\n" }
  }

  func read(path: String) -> Result<[UInt8], SessionFileError> { files.read(path: path) }
  func save(path: String, text: String) -> SessionFileError? {
    SessionFileError("a script that an editor runs writes no files")
  }

  func layout(_ dot: String) -> Result<String, SessionFileError> {
    isQuiet ? .success("") : Graphviz.layOut(dot)
  }
}

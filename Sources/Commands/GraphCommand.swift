import BindingEngine
import Exploring
import Interpreter
import Language
import LineEditing
import Names
import Syntax

/// `bindlab graph FILE...`: draws what is bound to what after the scripts have run.
struct GraphCommand {
  let options: CommandLineOptions
  let host: StandardHost

  func run() throws(ExitStatus) -> ExitStatus {
    guard !options.inputs.isEmpty else {
      return host.refuse("graph needs a FILE", "bindlab --help lists the options")
    }
    let quiet = QuietHost(host)
    var settings = options.session
    // The path of the last turn is highlighted, which needs its trace.
    settings.traceMode = .brief
    Interruption.install()
    let session = Session(host: quiet, options: settings)
    session.watch(Interruption.flag)
    for input in options.inputs {
      let file = try RunCommand.source(input, host)
      let (_, diagnostics, _) = Parser.parse(file, names: NameTable())
      session.run(file)
      // If a text cannot be parsed, there is no graph.
      if diagnostics.contains(where: { $0.severity == .error }) { return .scriptError }
      if session.isInterrupted { return .interrupted }
      if session.isOver || session.errors > 0 && !settings.keepsGoing { break }
    }
    quiet.isQuiet = false
    session.options.width = Environment.width
    let format = GraphFormat.allCases.first { "\($0)" == options.format?.rawValue } ?? .text
    session.showGraph(as: format, of: options.subject)
    return RunCommand.status(of: session)
  }
}

/// Discards the output of a script except for its errors, and lets it write no files.
private final class QuietHost: SessionHost {
  private let host: StandardHost
  var isQuiet = true

  init(_ host: StandardHost) { self.host = host }

  func write(_ text: String) { if !isQuiet { host.write(text) } }
  func trace(_ line: String) {}

  /// A warning is usually about a cycle, which the drawing shows.
  func report(_ diagnostic: Diagnostic) {
    if diagnostic.severity == .error { host.report(diagnostic) }
  }

  func read(path: String) -> Result<[UInt8], SessionFileError> { host.read(path: path) }
  func save(path: String, text: String) -> SessionFileError? { nil }

  func layout(_ dot: String) -> Result<String, SessionFileError> {
    isQuiet ? .success("") : host.layout(dot)
  }
}

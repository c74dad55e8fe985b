import BindingEngine
import Exploring
import Interpreter
import Invocation
import Language
import LineEditing
import Names
import Platform
import Syntax
import Text

/// `bindlab graph PATH...`: draws what is bound to what after the scripts have run.
struct GraphCommand {
  let options: CommandLineOptions
  let host: StandardHost

  func run() throws(ExitStatus) -> ExitStatus {
    guard !options.inputs.isEmpty else {
      return host.refuse("graph needs a PATH", "bindlab --help lists the options")
    }
    Interruption.install()
    if options.hasSeparateScripts { return try drawEach() }
    var files: [SourceFile] = []
    for input in options.inputs { files.append(try RunCommand.source(input, host)) }
    return draw(files, options.session)
  }

  /// Draws a graph for each script, below its name.
  private func drawEach() throws(ExitStatus) -> ExitStatus {
    let (scripts, readStatus) = options.sessions(host)
    if scripts.count > 1, options.format == .svg {
      return host.refuse("a picture shows one graph, and there are \(scripts.count) scripts", hint)
    }
    var status = readStatus
    var failed = 0
    for (place, script) in scripts.enumerated() {
      let outcome = draw([script.file], script.options) { graph in
        scripts.count > 1 ? self.titled(graph, script.name, isFirst: place == 0) : graph
      }
      if outcome == .interrupted { throw .interrupted }
      if outcome != .success { failed += 1 }
      if outcome.rawValue > status.rawValue { status = outcome }
    }
    let end = failed > 0 ? ", \(failed) failed" : ""
    host.report("\(counted(scripts.count, "script"))\(end)\n")
    return status
  }

  private var hint: String { "bindlab graph --help explains it" }

  /// A graph with the name of its script, as a comment or a field of the format.
  private func titled(_ graph: String, _ name: String, isFirst: Bool) -> String {
    let shown = name.visible()
    switch options.format ?? .text {
    case .json:
      return "{\"file\":\(name.json),\"graph\":\(graph.split(separator: "\n").joined())}\n"
    case .dot: return "// \(shown)\n\(graph)"
    case .mermaid: return "%% \(shown)\n\(graph)"
    default: return "\(isFirst ? "" : "\n")\(shown):\n\(graph)"
    }
  }

  /// Runs scripts in one session, and draws the graph at the end.
  ///
  /// - Parameter title: Gives a graph its title.
  private func draw(
    _ files: [SourceFile], _ settings: SessionOptions, title: (String) -> String = { $0 }
  ) -> ExitStatus {
    let quiet = QuietHost(host)
    var settings = settings
    // The path of the last turn is highlighted, which needs its trace.
    settings.traceMode = .brief
    let session = Session(host: quiet, options: settings)
    session.watch(Interruption.flag)
    for file in files {
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
    host.write(title(quiet.shown))
    return RunCommand.status(of: session)
  }
}

/// Discards the output of a script except for its errors, and lets it write no files.
private final class QuietHost: SessionHost {
  private let host: StandardHost
  var isQuiet = true
  /// What was written since it is no longer quiet.
  private(set) var shown = ""

  init(_ host: StandardHost) { self.host = host }

  func write(_ text: String) { if !isQuiet { shown += text } }
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

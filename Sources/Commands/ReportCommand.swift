import Invocation
import Language
import LineEditing
import Names
import Platform
import RecordedTraces
import Rendering
import Reporting
import Syntax

/// `bindlab report PATH -o PAGE`: makes one HTML page of a run of a script, or of a recorded trace with
/// `--from-trace`; of several scripts, a folder of pages.
struct ReportCommand {
  var options: CommandLineOptions
  let host: StandardHost

  func run() throws(ExitStatus) -> ExitStatus {
    if options.hasSeparateScripts, options.recordedTracePath == nil {
      guard options.inputs.count == 1 else { throw refusal("report takes one PATH") }
      let (scripts, readStatus) = options.sessions(host)
      guard let script = scripts.first, scripts.count == 1, !options.hasFolders else {
        return try ReportFolder(options: options, host: host).write(scripts, readStatus)
      }
      var command = self
      command.options.session = script.options
      return try command.run(.script(script.file))
    }
    return try run(origin())
  }

  private func run(_ origin: Origin) throws(ExitStatus) -> ExitStatus {
    // No path was given for the page, and standard output is a terminal.
    guard let output = options.outputPath ?? (Descriptor.isTerminal(Descriptor.output) ? nil : "-")
    else {
      return host.refuse(
        "report writes HTML, which a terminal cannot show: name a file with -o,"
          + " or use '-o -' for standard output")
    }
    // Checked before the script runs, since that may take long.
    if let refusal = host.files.refusal(ofWriting: output.pathBytes) {
      return cannotWrite(output, refusal)
    }
    Interruption.install()
    var (page, status) = try page(of: origin)
    ReportCommand.draw(&page)
    if Interruption.isRaised { return .interrupted }
    return write(page.fittedHTML(), to: output) ?? status
  }

  private func page(of origin: Origin) throws(ExitStatus) -> (ReportPage, ExitStatus) {
    switch origin {
    case .script(let script): return try page(of: script)
    case .trace(let session):
      guard let page = session.report(interruptFlag: Interruption.flag) else {
        throw .interrupted
      }
      return (page, .success)
    }
  }

  /// Runs a script, and makes the page of the run, without its drawing.
  func page(of script: SourceFile) throws(ExitStatus) -> (ReportPage, ExitStatus) {
    let (_, diagnostics, _) = Parser.parse(script, names: NameTable())
    if diagnostics.contains(where: { $0.severity == .error }) {
      for diagnostic in diagnostics { host.report(diagnostic) }
      throw .scriptError
    }
    let report = ScriptReport(
      script, options: options.session, host: host, interruptFlag: Interruption.flag)
    guard let result = report.run() else { throw .interrupted }
    let status: ExitStatus =
      result.errors > 0
      ? .scriptError : result.failedExpectations > 0 ? .expectationFailed : .success
    return (result.page, status)
  }

  // MARK: In and out

  /// The subject of the page.
  private enum Origin {
    case script(SourceFile)
    case trace(TraceSession)
  }

  private func origin() throws(ExitStatus) -> Origin {
    guard let path = options.recordedTracePath else { return .script(try script()) }
    guard options.inputs.isEmpty else {
      throw refusal("report takes a script or --from-trace, not both")
    }
    return .trace(try FromTraceCommand.open(path, options, host))
  }

  /// The file, or the texts of all `-e` as one script.
  private func script() throws(ExitStatus) -> SourceFile {
    var texts: [String] = []
    var path: String?
    for input in options.inputs {
      switch input {
      case .text(let text): texts.append(text)
      case .file(let file):
        guard path == nil else { throw refusal("report takes one PATH") }
        path = file
      }
    }
    guard let path else {
      guard !texts.isEmpty else { throw refusal("report needs a PATH, or --from-trace") }
      return try RunCommand.source(.text(texts.joined(separator: "\n")), host)
    }
    guard texts.isEmpty else { throw refusal("report takes a PATH or -e, not both") }
    return try RunCommand.source(.file(path), host)
  }

  private func refusal(_ message: String) -> ExitStatus {
    host.refuse(message, "bindlab report --help explains it")
  }

  /// - Returns: nil if everything was written.
  private func write(_ page: String, to path: String) -> ExitStatus? {
    guard path != "-" else {
      host.write(page)
      return nil
    }
    return host.save(path: path, text: page).map { cannotWrite(path, $0) }
  }

  private func cannotWrite(_ path: String, _ error: SessionFileError) -> ExitStatus {
    host.report(cannot: "write", path, error)
    return .noInput
  }

  // MARK: The drawing

  /// Draws the graph of a page, or says in it why there is no drawing.
  static func draw(_ page: inout ReportPage) {
    page.connectNodes()
    guard let layout = page.layout else {
      page.missingDrawing = page.reasonForNoLayout
      return
    }
    guard Graphviz.isInstalled else {
      page.missingDrawing =
        "The graph is not drawn, because Graphviz (the program 'dot') is not installed; the tables"
        + " contain everything that is in it"
      return
    }
    switch Graphviz.layOut(layout.program, as: .plain) {
    case .success(let answer): page.drawing = layout.drawing(from: answer)
    case .failure(let error):
      page.missingDrawing = "The graph is not drawn, because of this error: \(error.message)"
      return
    }
    if page.drawing == nil {
      page.missingDrawing = "The graph is not drawn, because the output of Graphviz cannot be read"
    }
  }
}

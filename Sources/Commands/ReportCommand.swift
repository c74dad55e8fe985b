import Glibc
import Language
import LineEditing
import Names
import RecordedTraces
import Rendering
import Reporting
import Syntax

/// `bindlab report FILE -o PAGE`: a run of a script, or with `--from-trace` a recorded trace, as one
/// HTML page.
struct ReportCommand {
  let options: CommandLineOptions
  let host: StandardHost

  func run() -> ExitStatus {
    let origin: Origin
    switch self.origin() {
    case .success(let found): origin = found
    case .failure(let status): return status
    }
    guard let output = outputPath else {
      host.tell(
        "bindlab: report writes HTML, which a terminal does not show: name a file with -o,"
          + " or '-o -' for standard output\n")
      return .usage
    }
    // Before the script runs, which may take its time.
    if let refusal = host.files.refusal(ofWriting: output.pathBytes) {
      return cannotWrite(output, refusal)
    }
    Interruption.install()
    var page: ReportPage
    let status: ExitStatus
    switch self.page(of: origin) {
    case .success(let made, let ending): (page, status) = (made, ending)
    case .failure(let status): return status
    }
    draw(&page)
    if Interruption.isRaised { return .interrupted }
    return write(page.fittedHTML(), to: output) ?? status
  }

  private enum Page {
    case success(ReportPage, ExitStatus)
    case failure(ExitStatus)
  }

  private func page(of origin: Origin) -> Page {
    switch origin {
    case .script(let script): return page(of: script)
    case .trace(let session):
      return session.report(interruptFlag: Interruption.flag).map { .success($0, .success) }
        ?? .failure(.interrupted)
    }
  }

  private func page(of script: SourceFile) -> Page {
    let (_, diagnostics, _) = Parser.parse(script, names: NameTable())
    if diagnostics.contains(where: { $0.severity == .error }) {
      for diagnostic in diagnostics { host.report(diagnostic) }
      return .failure(.scriptError)
    }
    let report = ScriptReport(
      script, options: options.session, host: host, interruptFlag: Interruption.flag)
    guard let result = report.run() else { return .failure(.interrupted) }
    let status: ExitStatus =
      result.errors > 0
      ? .scriptError : result.failedExpectations > 0 ? .expectationFailed : .success
    return .success(result.page, status)
  }

  // MARK: In and out

  /// What the page is of.
  private enum Origin {
    case script(SourceFile)
    case trace(TraceSession)
  }

  private enum Reading {
    case success(Origin)
    case failure(ExitStatus)
  }

  private func origin() -> Reading {
    guard let path = options.recordedTracePath else { return script() }
    guard options.inputs.isEmpty else {
      return refuse("report takes a script or --from-trace, not both")
    }
    return FromTraceCommand.open(path, options, host).map { .success(.trace($0)) }
      ?? .failure(.noInput)
  }

  /// The one file, or the texts of all `-e`, as one script.
  private func script() -> Reading {
    var texts: [String] = []
    var path: String?
    for input in options.inputs {
      switch input {
      case .text(let text): texts.append(text)
      case .file(let file):
        guard path == nil else { return refuse("report takes one FILE") }
        path = file
      }
    }
    guard let path else {
      guard !texts.isEmpty else { return refuse("report needs a FILE, or --from-trace") }
      return .success(
        .script(SourceFile(name: "<-e>", bytes: texts.joined(separator: "\n").pathBytes)))
    }
    guard texts.isEmpty else { return refuse("report takes a FILE or -e, not both") }
    switch host.files.read(path) {
    case .success(let bytes):
      return .success(.script(SourceFile(name: path == "-" ? "<stdin>" : path, bytes: bytes)))
    case .failure(let error):
      host.tell(cannot: "read", path, error.message)
      return .failure(.noInput)
    }
  }

  private func refuse(_ message: String) -> Reading {
    host.tell("bindlab: \(message)\nbindlab report --help says more\n")
    return .failure(.usage)
  }

  /// Where the page goes; nil where nobody said it and standard output is a terminal.
  private var outputPath: String? {
    options.outputPath ?? (isatty(STDOUT_FILENO) == 1 ? nil : "-")
  }

  /// - Returns: nil where all is written.
  private func write(_ page: String, to path: String) -> ExitStatus? {
    guard path != "-" else {
      host.write(page)
      return nil
    }
    return host.save(path: path, text: page).map { cannotWrite(path, $0) }
  }

  private func cannotWrite(_ path: String, _ error: SessionFileError) -> ExitStatus {
    host.tell(cannot: "write", path, error.message)
    return .noInput
  }

  // MARK: The drawing

  private func draw(_ page: inout ReportPage) {
    page.connectNodes()
    guard let layout = page.layout else {
      page.missingDrawing = page.reasonForNoLayout
      return
    }
    guard Graphviz.isInstalled else {
      page.missingDrawing =
        "The graph is not drawn, since Graphviz (the program 'dot') is not installed here; the tables"
        + " have all that is in it"
      return
    }
    switch Graphviz.layOut(layout.program, as: .plain) {
    case .success(let answer): page.drawing = layout.drawing(from: answer)
    case .failure(let error):
      page.missingDrawing = "The graph is not drawn, since \(error.message)"
      return
    }
    if page.drawing == nil {
      page.missingDrawing = "The graph is not drawn, since the answer of Graphviz is not understood"
    }
  }
}

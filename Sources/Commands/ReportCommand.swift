import BindingEngine
import Glibc
import Language
import LineEditing
import Names
import Rendering
import Reporting
import Syntax

/// `bindlab report FILE -o PAGE`: a run of a script as one HTML page.
struct ReportCommand {
  let options: CommandLineOptions
  let host: StandardHost

  func run() -> ExitStatus {
    let script: SourceFile
    switch self.script() {
    case .success(let file): script = file
    case .failure(let status): return status
    }
    guard let output = outputPath else {
      host.tell(
        "bindlab: report writes HTML, which a terminal does not show: name a file with -o,"
          + " or '-o -' for standard output\n")
      return .usage
    }
    // Before the script runs, which may take its time.
    if let refusal = host.files.refusal(ofWriting: Array(output.utf8)) {
      return cannotWrite(output, refusal)
    }
    Interruption.install()
    let (_, diagnostics, _) = Parser.parse(script, names: NameTable())
    if diagnostics.contains(where: { $0.severity == .error }) {
      for diagnostic in diagnostics { host.report(diagnostic) }
      return .scriptError
    }
    let report = ScriptReport(
      script, options: options.session, host: host, interruptFlag: Interruption.flag)
    guard var result = report.run() else { return .interrupted }
    draw(&result.page)
    if Interruption.isRaised { return .interrupted }
    let status: ExitStatus =
      result.errors > 0
      ? .scriptError : result.failedExpectations > 0 ? .expectationFailed : .success
    return write(result.page.fittedHTML(), to: output) ?? status
  }

  // MARK: In and out

  private enum Reading {
    case success(SourceFile)
    case failure(ExitStatus)
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
      guard !texts.isEmpty else { return refuse("report needs a FILE") }
      return .success(SourceFile(name: "<-e>", text: texts.joined(separator: "\n")))
    }
    guard texts.isEmpty else { return refuse("report takes a FILE or -e, not both") }
    switch host.files.read(path) {
    case .success(let bytes):
      return .success(SourceFile(name: path == "-" ? "<stdin>" : path, bytes: bytes))
    case .failure(let error):
      host.tell("bindlab: cannot read '\(path)': \(error.message)\n")
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
    host.tell("bindlab: cannot write '\(path)': \(error.message)\n")
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

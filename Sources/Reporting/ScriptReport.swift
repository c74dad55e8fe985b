import BindingEngine
import Exploring
import Interpreter
import Language
import Rendering
import Syntax

/// Runs a script once, from the start, and records everything that a page shows.
package struct ScriptReport {
  /// How a run ended, for the exit status, and the page.
  package struct Result {
    package var page: ReportPage
    package var errors: Int
    package var failedExpectations: Int
  }

  private let file: SourceFile
  private var options: SessionOptions
  private let host: any SessionHost
  private let interruptFlag: UnsafePointer<Int32>

  /// - Parameters:
  ///   - file: The script, which can be parsed.
  ///   - host: Reads the files that the script sources, and receives errors and warnings.
  ///   - interruptFlag: What stops the runs when it is no longer 0.
  package init(
    _ file: SourceFile, options: SessionOptions, host: any SessionHost,
    interruptFlag: UnsafePointer<Int32>
  ) {
    self.file = file
    self.options = options
    // The links of a page are not cut as short as those in a terminal.
    self.options.traceStyle = .json
    // A page declares its own character encoding, whatever that of the terminal.
    self.options.isASCII = false
    self.host = host
    self.interruptFlag = interruptFlag
  }

  /// - Parameter comparing: Whether the semantics are compared, too.
  /// - Returns: nil if the runs were interrupted.
  package func run(comparing: Bool = true) -> Result? {
    let collecting = CollectingHost(host)
    let session = Session(host: collecting, options: options)
    session.watch(interruptFlag)
    let collector = TurnCollector()
    _ = collector.files.place(of: file)
    collecting.turnCount = { collector.count }
    session.listener = collector
    session.applyTraceMode()
    session.run(file)
    guard interruptFlag.pointee == 0, !session.isInterrupted else { return nil }
    var page = page(of: collector, session)
    addMessages(collecting, &page)
    if let note = session.dueNote {
      page.messages.append(.init(isError: false, text: note, turn: collector.count))
    }
    let result = Result(
      page: page, errors: session.errors, failedExpectations: session.expectations.failed)
    return comparing ? compared(result) : result
  }

  private func compared(_ result: Result) -> Result? {
    var result = result
    let comparison = ScriptComparison(
      file, under: Semantics.presets, options: options, host: host, interruptFlag: interruptFlag)
    guard let comparison = comparison.run() else { return nil }
    result.page.comparison = comparison.table
    return result
  }

  private func page(of collector: TurnCollector, _ session: Session) -> ReportPage {
    collector.finish(session)
    var page = ReportPage(title: file.name)
    page.version = Version.text
    page.semantics = collector.semantics.isEmpty ? [options.semantics.name] : collector.semantics
    page.files = collector.files.files.map { file in
      ReportPage.File(name: file.name, lines: lines(of: file))
    }
    page.properties = collector.values.names
    page.finalValues = collector.values.known
    page.propertiesLeftOut = collector.values.leftOut
    collector.links.fill(&page)
    collector.kept.fill(&page)
    return page
  }

  private func lines(of file: SourceFile) -> [String] {
    var lines = file.bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
      .map { String(decoding: $0.last == UInt8(ascii: "\r") ? $0.dropLast() : $0, as: UTF8.self) }
    if lines.last == "" { lines.removeLast() }
    return lines
  }

  private func addMessages(_ host: CollectingHost, _ page: inout ReportPage) {
    for (diagnostic, turn) in host.messages {
      page.messages.append(
        ReportPage.Message(
          isError: diagnostic.severity == .error, text: diagnostic.text(), turn: turn))
    }
    page.messagesLeftOut = host.leftOut
  }
}

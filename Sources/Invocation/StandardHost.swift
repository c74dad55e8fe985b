import Files
import Language
import Platform
import Syntax
import Text

/// The streams and files of the process, for a session.
///
/// Output is buffered in blocks, which wait only a moment, or on a terminal in lines. It is always written
/// before a diagnostic, so that the two keep their order in a log.
package final class StandardHost: SessionHost {
  private let writesSoon: Bool
  private let isTerminal: Bool
  private var diagnosticOptions: Diagnostic.TextOptions
  /// Finds the help on a message by its words.
  private let messageHelp: MessageHelp
  package let files: RunFiles
  /// Where the trace goes if it is separate from the output.
  private var traceFile: OutputFile?
  /// Reads the statements that are typed while a turn is stopped; nil if the input is not interactive.
  package var readLine: ((_ prompt: String) -> String?)?
  /// The answer that is being written; nil if it is shown without a pager.
  private var page: Page?
  /// Whether output could not be written, for example because the disk is full.
  package private(set) var hasFailed = false
  /// Whether the waiting for a file, or for somebody who reads the output, ended with Ctrl-C.
  package private(set) var hasGivenUp = false

  /// The answers as lines of JSON; nil if people read them.
  package private(set) var answers: AnswerLines?
  /// Writes to standard output; nil without success.
  package var writeOutput = { FileBytes.write($0, to: Descriptor.output) }

  package typealias MessageHelp = (_ words: String, _ host: SessionHost) -> String?

  /// - Parameters:
  ///   - writesSoon: Whether another thread writes what waits, for a program that flushes at no other
  ///     time, and does not fork.
  ///   - messageHelp: Finds the help on a message by its words; nil if there is none. It takes an
  ///     interpreter to make all messages, so this module cannot.
  package init(
    isTerminal: Bool, writesSoon: Bool = false, diagnostics: Diagnostic.TextOptions,
    files: RunFiles = RunFiles(),
    messageHelp: @escaping MessageHelp
  ) {
    self.isTerminal = isTerminal
    self.writesSoon = writesSoon
    self.files = files
    self.messageHelp = messageHelp
    diagnosticOptions = diagnostics
  }

  /// A host with files of its own, to read on another thread.
  package var reader: StandardHost {
    StandardHost(
      isTerminal: false, diagnostics: diagnosticOptions, files: RunFiles(like: files),
      messageHelp: messageHelp)
  }

  /// Sends the trace to a separate file.
  package func openTrace(_ path: String) -> SessionFileError? {
    switch files.open(path) {
    case .success(let file):
      // If both go to one file, the trace and the output keep their order.
      if !file.isStandardOutput { traceFile = file }
      return nil
    case .failure(let error): return error
    }
  }

  package func write(_ text: String) {
    if let answers { return append(answers.output(text)) }
    if let page {
      if !page.write(text) { endPage() }
      return
    }
    append(text)
  }

  /// From now on, all output is lines of JSON.
  package func begin(answers: AnswerLines) {
    append(AnswerLines.greeting)
    flush()
    self.answers = answers
  }

  /// From now on, all output answers a request.
  package func begin(request id: String) { answers?.begin(id: id) }

  /// Answers what was asked about a text.
  package func show(completions: CompletionList) {
    if let answers { append(answers.completions(completions)) }
  }

  /// The request has been answered.
  package func endRequest(isInterrupted: Bool = false, stop: (turn: Int, event: Int)? = nil) {
    guard let answers else { return }
    append(answers.done(isInterrupted: isInterrupted, stop: stop))
    // Who waits for it may be behind others that run for long.
    flush()
  }

  private func append(_ text: String) {
    var text = text
    text.withUTF8 { add(UnsafeRawBufferPointer($0)) }
  }

  private func add(_ bytes: UnsafeRawBufferPointer) {
    if !OutputBlock.add(bytes) {
      flush()
      if !OutputBlock.add(bytes) { return writeNow(bytes) }
    }
    if isTerminal { flush() } else if writesSoon { OutputBlock.writeSoon() }
  }

  private func writeNow(_ bytes: UnsafeRawBufferPointer) {
    if let failure = writeOutput(Array(bytes)) { failed("the output", failure) }
  }

  package func show(value line: String, _ json: () -> String) {
    if let answers { append(answers.value(json(), as: line)) } else { write(line) }
  }

  package func show(graph text: String, as format: GraphFormat) {
    if let answers { append(answers.picture(text, format)) } else { write(text) }
  }

  package func trace(_ line: String) {
    guard let traceFile else {
      if let answers { return append(answers.events(line)) }
      return write(line)
    }
    traceFile.write(line)
    if let failure = traceFile.failure { failed("the trace", failure) }
  }

  package func report(_ diagnostic: Diagnostic) {
    if answers != nil { return append(answers!.problem(diagnostic)) }
    writeError(diagnostic.text(options: diagnosticOptions) + "\n")
  }

  /// Writes a message to standard error, after all output so far.
  package func report(_ text: String) {
    let message = StyledText(message: text.visible(.lines))
    let shown = diagnosticOptions.width.map(message.folded(width:)) ?? message
    writeError(shown.painted(diagnosticOptions.theme))
  }

  /// Shows a line for people that names in quotes what can be typed.
  package func say(hint line: String) { say(StyledText(hint: line), in: diagnosticOptions.theme) }

  /// Reports that an operation on a file failed, and why.
  package func report(cannot verb: String, _ path: String, _ reason: String) {
    report("bindlab: cannot \(verb) '\(path.visible())': \(reason)\n")
  }

  /// Reports that an operation on a file failed, and why; nothing if the user ended the waiting for the
  /// file, which ends the program.
  package func report(cannot verb: String, _ path: String, _ error: SessionFileError) {
    guard !error.isInterruption else {
      hasGivenUp = true
      return
    }
    report(cannot: verb, path, error.message)
  }

  /// Reports what is wrong with the command line, and where to find more.
  package func refuse(_ message: String, _ hint: String? = nil) -> ExitStatus {
    report("bindlab: \(message)\n" + (hint.map { $0 + "\n" } ?? ""))
    return .usage
  }

  private func writeError(_ text: String) {
    endPage()
    flush()
    if let failure = FileBytes.write(Array(text.utf8), to: Descriptor.errors) {
      failed("to standard error", failure)
    }
  }

  package func flush() {
    let failure = OutputBlock.empty { $0.isEmpty ? nil : writeOutput($0) }
    if let failure { failed("the output", failure) }
  }

  /// Writes everything that is left, and closes the file of the trace.
  package func finish() {
    flush()
    guard let traceFile else { return }
    traceFile.finish()
    if let failure = traceFile.failure { failed("the trace", failure) }
  }

  /// Reports once that something could not be written.
  package func failed(_ what: String, _ failure: SystemError) {
    guard !hasFailed else { return }
    if failure == .interrupted {
      hasGivenUp = true
      return
    }
    hasFailed = true
    if failure == .brokenPipe {
      // If SIGPIPE is ignored, a closed reader must still end the run silently.
      Signal.useDefault(Signal.brokenPipe)
      Signal.raise(Signal.brokenPipe)
    }
    _ = FileBytes.write(
      Array("bindlab: error: cannot write \(what.visible()): \(failure)\n".utf8),
      to: Descriptor.errors)
  }

  /// What is written from now on is an answer.
  ///
  /// - Parameter screenRows: A longer one goes to a pager.
  package func beginPage(screenRows: Int) {
    flush()
    page = Page(screenRows: screenRows)
  }

  /// Ends the answer, and waits until its reader has left the pager.
  package func endPage() {
    guard let page else { return }
    self.page = nil
    page.finish().withUnsafeBytes(add)
    flush()
  }

  /// Whether the output goes to a terminal that can be cleared.
  package var hasScreen: Bool { isTerminal && Environment["TERM"] != "dumb" }

  /// Empties the screen of a terminal.
  package func clearScreen() {
    guard hasScreen else {
      return say(hint: "there is no screen to clear here; 'reset' forgets everything")
    }
    write("\u{1B}[H\u{1B}[2J")
  }

  /// Allows output again after Ctrl-C, as the REPL needs it.
  package func forgetInterruption() { hasGivenUp = false }

  /// Breaks long messages at blanks, for somebody who types.
  package func breakMessages(width: Int) { diagnosticOptions.width = width }

  package var isInteractive: Bool { readLine != nil }

  package func nextLine(prompt: String) -> String? {
    flush()
    return readLine?(prompt)
  }

  package func read(path: String) -> Result<[UInt8], SessionFileError> {
    if isInteractive, files.isStandardInput(path.pathBytes) {
      return .failure(
        SessionFileError("it is the standard input, from which the session reads its statements"))
    }
    return files.read(path)
  }

  package func save(path: String, text: String) -> SessionFileError? {
    // It may be the same file as the output.
    flush()
    return files.save(text, to: path)
  }

  package var helpWords: [String] { CommandOption.all.compactMap { $0.long.map { "--\($0)" } } }

  package func help(on words: String) -> String? {
    if words.hasPrefix("-") { return CommandOption.named(words)?.helpText }
    return words.contains(" ") ? messageHelp(words, self) : nil
  }

  package func layout(_ dot: String) -> Result<String, SessionFileError> { Graphviz.layOut(dot) }
}

import Basics
import CStart
import Files
import Interpreter
import Invocation
import Language
import LineEditing
import Platform
import Syntax
import Text

/// The program: `bindlab [OPTION]... [FILE]...`, and its subcommands.
public enum Bindlab {
  /// The command line, beginning with the program's name. File names need not be valid text.
  static var words: [String] {
    let words = (0..<Int(start_argument_count())).compactMap { start_arguments()[$0] }
    return words.isEmpty
      ? CommandLine.arguments
      : words.map { String(pathBytes: [UInt8](cPath: $0)) }
  }

  /// Does what the command line says.
  ///
  /// - Returns: The exit status.
  public static func main() -> ExitStatus {
    occupyClosedStreams()
    let options: CommandLineOptions
    do {
      options = try CommandLineOptions.read(words, completedBy: complete)
    } catch {
      let help = error.place == nil ? "\nbindlab --help lists the options" : ""
      let text = "bindlab: \(error.text)\(help)\n"
      _ = FileBytes.write(Array(text.visible(.lines).utf8), to: Descriptor.errors)
      return .usage
    }
    let (theme, mistakes) = Environment.theme()
    let diagnostics = Diagnostic.TextOptions(
      theme: Environment.isColored(options.color, on: Descriptor.errors) ? theme : .plain,
      isASCII: options.session.isASCII || Environment.isASCII(Descriptor.errors),
      showsCode: options.subcommand == .check)
    ProcessMemory.become(options.memoryLimit.measures)
    LongWork.interruption = Interruption.flag
    let host = StandardHost(
      isTerminal: Descriptor.isTerminal(Descriptor.output),
      // These start processes, and flush in their own loops.
      writesSoon: ![.test, .coverage, .lsp].contains(options.subcommand), diagnostics: diagnostics,
      messageHelp: MessageHelp.find)
    if !diagnostics.theme.isPlain || !options.session.theme.isPlain {
      for mistake in mistakes { host.report("bindlab: warning: BINDLAB_COLORS: \(mistake.text)\n") }
    }
    let status: ExitStatus
    do { status = try run(options, host) } catch { status = error }
    host.finish()
    if Interruption.endsProgram {
      return Interruption.signal == Signal.hangUp ? .hungUp : .terminated
    }
    if host.hasGivenUp { return .interrupted }
    return host.hasFailed && status == .success ? .scriptError : status
  }

  /// Adds to the options what the environment says, and what each command needs.
  static func complete(_ options: inout CommandLineOptions) {
    // The output of tests is compared with output from other machines, so the locale has no influence.
    if Environment.isASCII(Descriptor.output), ![.test, .coverage].contains(options.subcommand) {
      options.session.isASCII = true
    }
    // These show none of the output that was interrupted.
    options.session.endsWithInterruption =
      [.compare, .graph, .report, .watch].contains(options.subcommand)
    if Environment.isColored(options.color, on: Descriptor.output), !options.speaksJSON {
      options.session.theme = Environment.theme().0
    }
  }

  private static func run(
    _ options: CommandLineOptions, _ host: StandardHost
  ) throws(ExitStatus) -> ExitStatus {
    if options.request == .work { expectInputs(options, host.files) }
    switch options.request {
    case .help:
      host.write(options.subcommand.helpText)
      return .success
    case .version:
      host.write("bindlab \(Version.text)\n")
      return .success
    case .work: break
    }
    // Exceeding the file size limit is an error like a full disk, and does not end the process.
    Signal.ignore(Signal.fileTooLarge)
    // The commands that look at an interruption say so.
    if options.subcommand != .lsp { Interruption.leaveAtOnce() }
    switch options.subcommand {
    case .check: return try CheckCommand(options: options, host: host).run()
    case .compare: return try CompareCommand(options: options, host: host).run()
    case .graph: return try GraphCommand(options: options, host: host).run()
    case .report: return try ReportCommand(options: options, host: host).run()
    case .test, .coverage: return try TestCommand(options: options, host: host).run()
    case .format: return try FormatCommand(options: options, host: host).run()
    case .config: return ConfigCommand(options: options, host: host).run()
    case .completions: return CompletionsCommand(options: options, host: host).run()
    case .watch: return try WatchCommand(options: options, host: host).run()
    case .learn: return LearnCommand(options: options, host: host).run()
    case .editor: return EditorCommand(options: options, host: host).run()
    case .lsp: return LSPCommand(options: options, host: host).run()
    case .help: return HelpCommand(options: options, host: host).run()
    case .run where options.recordedTracePath != nil:
      return try FromTraceCommand(options: options, host: host).run()
    case .run:
      if let path = options.tracePath, let error = host.openTrace(path) {
        host.report(cannot: "write", path, error)
        return .noInput
      }
      return try RunCommand(options: options, host: host).run()
    }
  }

  /// If a standard stream is closed at the start, a file opened later must not get its number, or
  /// output would be written to that file.
  ///
  /// The stream stays unusable, and the code that uses it reports that.
  private static func occupyClosedStreams() {
    for stream in Descriptor.input...Descriptor.errors where !Descriptor.isOpen(stream) {
      // The lowest free number is this one.
      _ = FileBytes.open(
        Array("/dev/null".utf8), stream == Descriptor.input ? .writing : .reading, isInherited: true
      )
    }
  }

  /// Registers the inputs, so that no output is opened over one of them.
  private static func expectInputs(_ options: CommandLineOptions, _ files: RunFiles) {
    let opensOutput =
      options.tracePath != nil || options.coverage.path != nil
      || [.test, .coverage, .check, .format].contains(options.subcommand)
        && options.outputPath != nil
    var inputs = options.inputs
    if inputs.isEmpty { inputs = [.file("-")] }
    if let path = options.recordedTracePath { inputs.append(.file(path)) }
    for input in inputs {
      switch input {
      case .file(let path):
        files.expect(path.pathBytes, withSources: opensOutput)
      case .text(let text) where opensOutput:
        files.expectSources(of: SourceFile(name: "<-e>", bytes: text.pathBytes))
      case .text: break
      }
    }
  }
}

import Checking
import Exploring
import Files
import Invocation
import Language
import LineEditing
import Platform
import ScriptTesting
import Syntax
import Text

/// `bindlab check PATH...`: reports what is wrong with scripts, without running them.
struct CheckCommand {
  private var options: CommandLineOptions
  private let host: StandardHost
  /// Reads the files that scripts source, if these are to be watched.
  private var noted: NotingHost?
  /// The files of this run; nil if there is only one.
  private var files: CheckedFiles?
  /// Whether all findings are wanted, and not only as many as people read.
  private var wantsAll = false
  private var sources: any SessionHost { noted ?? host }

  init(options: CommandLineOptions, host: StandardHost) {
    (self.options, self.host) = (options, host)
  }

  func run() throws(ExitStatus) -> ExitStatus {
    let refusal = options.inputs.isEmpty ? "check needs a PATH" : refusalOfFix
    if let refusal { return host.refuse(refusal, "bindlab --help lists the options") }
    if options.tests.watches { return try watch() }
    // What was found before Ctrl-C is reported, and documents for programs are complete.
    Interruption.install()
    return run(FindingsReport(options, host, file: try resultFile()), note: { _ in })
  }

  private func resultFile() throws(ExitStatus) -> OutputFile? {
    guard options.outputPath != nil else { return nil }
    if let refusal = options.refusalOfOutput { throw host.refuse(refusal) }
    return try host.openResults(options)
  }

  /// Checks everything once.
  ///
  /// - Parameter note: Called with the path of each file before it is read.
  private func run(_ report: FindingsReport, note: @escaping (String) -> Void) -> ExitStatus {
    var run = CheckRunReport(report, options)
    var checking = self
    if !isOnlyFile { checking.files = CheckedFiles(options, host) }
    // A fix of one file can change what another one sources.
    options.forEachFile(host, "checked", isParallel: !options.fixes && noted == nil) {
      input, settings, reader in
      if case .file(let path) = input { note(path) }
      var command = checking
      command.options = settings
      return (input, settings, CheckedFile(input, command, reader))
    } then: { result in
      switch result {
      case .failure(let status):
        run.unread = run.unread.rawValue < status.rawValue ? status : run.unread
      case .success((let input, let settings, let file)):
        var command = checking
        command.options = settings
        guard let found = command.findings(of: file, in: input) else {
          run.unread = .noInput
          return
        }
        run.files += 1
        for diagnostic in found { run.add(diagnostic, under: settings) }
      }
    }
    return run.finish(host)
  }

  /// Checks everything whenever a file that is read has changed.
  private func watch() throws(ExitStatus) -> ExitStatus {
    let paths = options.inputs.compactMap { if case .file(let path) = $0 { path } else { nil } }
    if options.fixes || ![nil, .text].contains(options.format) || options.outputPath != nil {
      return host.refuse("--watch cannot be used with --fix, --format or --output")
    }
    if paths.count < options.inputs.count || paths.contains("-") {
      return host.refuse("--watch needs files: standard input can be read only once")
    }
    for path in paths where !ScriptFiles.isFolder(path) {
      if !FileSystem.exists(path.pathBytes) {
        host.report(cannot: "read", path, "\(SystemError.last)")
        return .noInput
      }
      if FileIdentity(at: path.pathBytes) == nil {
        host.report(cannot: "watch", path, "it is not a regular file")
        return .noInput
      }
    }
    Interruption.install()
    let loop = WatchLoop(options, host)
    return try loop.run(needing: paths) { (_) throws(ExitStatus) in
      let noted = NotingHost(host)
      var scripts: Set<[UInt8]> = []
      guard let settings = loop.settings(options, for: paths, host) else { return }
      var again = self
      (again.noted, again.options) = (noted, settings)
      let status = again.run(FindingsReport(settings, host)) { path in
        loop.watcher.watch(path.pathBytes)
        scripts.insert(path.pathBytes)
      }
      loop.watchOnly(paths, scripts: scripts, files: scripts.union(noted.paths))
      loop.end(status == .success ? "\(.good, "no errors")" : "\(.error, "errors")")
    }
  }

  /// - Returns: nil if the file cannot be read or written, after the reason has been reported.
  private func findings(
    of file: CheckedFile, in input: CommandLineOptions.Input
  ) -> [Diagnostic]? {
    switch file {
    case .unread(let path, let error):
      host.report(cannot: "read", path, error)
      return nil
    case .checked(let findings): return findings
    case .fixed(let file): return fix(file, in: input)
    }
  }

  /// What is known about a file before something is written.
  private enum CheckedFile {
    case unread(String, SessionFileError)
    case checked([Diagnostic])
    /// The file is to be fixed.
    case fixed(SourceFile)

    init(_ input: CommandLineOptions.Input, _ command: CheckCommand, _ reader: StandardHost) {
      switch ReadFile(input, reader, standardInput: command.options.standardInputName) {
      case .unread(let path, let error): self = .unread(path, error)
      case .read(let file) where command.options.fixes: self = .fixed(file)
      case .read(let file):
        var checking = CheckCommand(options: command.options, host: reader)
        (checking.noted, checking.files) = (command.noted, command.files)
        self = .checked(checking.findings(in: file))
      }
    }
  }

  // MARK: One file

  /// Whether one file is checked, and once.
  private var isOnlyFile: Bool {
    guard options.inputs.count == 1, !options.fixes, !options.tests.watches else { return false }
    if case .file(let path) = options.inputs[0] { return !ScriptFiles.isFolder(path) }
    return true
  }

  /// What is wrong with a script, or with the scripts of a Markdown file.
  private func findings(in file: SourceFile) -> [Diagnostic] {
    guard file.name.hasSuffix(".md") else {
      var checking = options.session.checking
      checking.isLast = isOnlyFile
      checking.wantsAll = wantsAll
      return Checker.check(
        file, host: sources, options: checking, filesAround: { files?.scripts(around: $0) ?? [] },
        isWanted: { !Interruption.isRaised })
    }
    let markdown = MarkdownScripts(file, sharesText: true)
    return markdown.problems + markdown.warnings
      + markdown.scripts.flatMap { script in
        findings(in: script).map { $0.moved(from: script.file, to: file) }
      }
  }

  private func findings(in script: MarkdownScripts.Script) -> [Diagnostic] {
    do throws(CommandLineOptions.UsageError) {
      let session = try CommandLineOptions.sessionOptions(
        script.options, basedOn: options.session)
      var checking = session.checking
      checking.wantsAll = wantsAll
      return Checker.check(
        script.file, host: sources, options: checking,
        filesAround: { files?.scripts(around: $0) ?? [] },
        isWanted: { !Interruption.isRaised }
      )
      .filter { !script.expects($0) }
    } catch {
      return [script.refusal(error)]
    }
  }

  // MARK: --fix

  /// Why nothing can be fixed; nil if fixing was not requested, or is possible.
  private var refusalOfFix: String? {
    guard options.fixes else { return nil }
    for input in options.inputs {
      switch input {
      case .text: return "--fix writes files, and -e is not a file; '-' fixes standard input"
      case .file("-") where options.format.map { $0 != .text } ?? false:
        return "--fix writes the text of '-' to standard output, where --format"
          + " \(options.format?.rawValue ?? "") writes, too"
      case .file: break
      }
    }
    return nil
  }

  /// Writes the file with all fixes, and says so.
  ///
  /// - Returns: The remaining findings; nil if the file cannot be written.
  private func fix(_ file: SourceFile, in input: CommandLineOptions.Input) -> [Diagnostic]? {
    var checking = self
    checking.wantsAll = true
    var fixed = Checker.fix(file, check: checking.findings)
    if fixed.rest.count > Parser.mostErrors { fixed.rest = findings(in: fixed.file) }
    let text = String(decoding: fixed.file.bytes, as: UTF8.self)
    if case .file("-") = input {
      host.write(text)
      return fixed.rest
    }
    guard fixed.count > 0 else { return fixed.rest }
    let path = file.name.pathBytes
    if let error = host.files.rewrite(path, from: file.bytes, to: fixed.file.bytes) {
      host.report(cannot: "write", file.name, error)
      return nil
    }
    host.report("\(file.name): fixed \(fixed.count) finding\(fixed.count == 1 ? "" : "s")\n")
    return fixed.rest
  }
}

/// What a run of `check` has found so far.
private struct CheckRunReport {
  private var report: FindingsReport
  private let options: CommandLineOptions
  private var counts: [Diagnostic.Severity: Int] = [:]
  var files = 0
  /// The status of what could not be checked.
  var unread = ExitStatus.success

  init(_ report: FindingsReport, _ options: CommandLineOptions) {
    (self.report, self.options) = (report, options)
  }

  /// - Parameter settings: What holds for the file.
  mutating func add(_ diagnostic: Diagnostic, under settings: CommandLineOptions) {
    guard let diagnostic = settings.selected(diagnostic) else { return }
    counts[diagnostic.severity, default: 0] += 1
    report.add(diagnostic)
  }

  func finish(_ host: StandardHost) -> ExitStatus {
    report.finish()
    if options.hasFolders { host.report(summary + "\n") }
    if Interruption.isRaised { return .interrupted }
    return unread != .success ? unread : counts[.error] != nil ? .scriptError : .success
  }

  /// `12 files: 1 error, 2 warnings`.
  private var summary: String {
    let found = [Diagnostic.Severity.error, .warning, .note].compactMap { severity in
      counts[severity].map { counted($0, "\(severity)") }
    }
    let list = found.isEmpty ? "no findings" : found.joined(separator: ", ")
    return "\(counted(files, "file")): \(list)"
  }
}

extension MarkdownScripts.Script {
  /// What is wrong with its options, at its first block.
  func refusal(_ error: CommandLineOptions.UsageError) -> Diagnostic {
    let start = file.lines.starts[line - 1]
    return Diagnostic(
      .error, error.message, file: file, span: SourceSpan(start, start), code: .unexpectedText)
  }
}

/// Reads files like another host, and notes which.
private final class NotingHost: SessionHost {
  private let host: StandardHost
  private(set) var paths: Set<[UInt8]> = []

  init(_ host: StandardHost) { self.host = host }

  func read(path: String) -> Result<[UInt8], SessionFileError> {
    paths.insert(path.pathBytes)
    return host.read(path: path)
  }

  func write(_ text: String) { host.write(text) }
  func trace(_ lines: String) { host.trace(lines) }
  func report(_ diagnostic: Diagnostic) { host.report(diagnostic) }
  func save(path: String, text: String) -> SessionFileError? { host.save(path: path, text: text) }
  func layout(_ dot: String) -> Result<String, SessionFileError> { host.layout(dot) }
}

import Checking
import Exploring
import Files
import Language
import ScriptTesting
import Syntax
import Text

/// `bindlab check PATH...`: reports what is wrong with scripts, without running them.
struct CheckCommand {
  let options: CommandLineOptions
  let host: StandardHost

  func run() -> ExitStatus {
    let refusal = options.inputs.isEmpty ? "check needs a PATH" : refusalOfFix
    if let refusal { return host.refuse(refusal, "bindlab --help lists the options") }
    var run = CheckRunReport(FindingsReport(options, host), options)
    // A fix of one file can change what another one sources.
    options.forEachFile(host, "checked", isParallel: !options.fixes) { input, reader in
      (input, CheckedFile(input, self, reader))
    } then: { result in
      guard let found = result.flatMap({ self.findings(of: $1, in: $0) }) else {
        run.isUnread = true
        return
      }
      run.files += 1
      for diagnostic in found { run.add(diagnostic) }
    }
    return run.finish(host)
  }

  /// - Returns: nil if the file cannot be read or written, after the reason has been reported.
  private func findings(
    of file: CheckedFile, in input: CommandLineOptions.Input
  ) -> [Diagnostic]? {
    switch file {
    case .unread(let path, let reason):
      host.report(cannot: "read", path, reason)
      return nil
    case .checked(let findings): return findings
    case .fixed(let file): return fix(file, in: input)
    }
  }

  /// What is known about a file before something is written.
  private enum CheckedFile {
    case unread(String, String)
    case checked([Diagnostic])
    /// The file is to be fixed.
    case fixed(SourceFile)

    init(_ input: CommandLineOptions.Input, _ command: CheckCommand, _ reader: StandardHost) {
      switch ReadFile(input, reader, standardInput: command.options.standardInputName) {
      case .unread(let path, let reason): self = .unread(path, reason)
      case .read(let file) where command.options.fixes: self = .fixed(file)
      case .read(let file):
        self = .checked(CheckCommand(options: command.options, host: reader).findings(in: file))
      }
    }
  }

  // MARK: One file

  /// What is wrong with a script, or with the scripts of a Markdown file.
  private func findings(in file: SourceFile) -> [Diagnostic] {
    guard file.name.hasSuffix(".md") else {
      return Checker.check(file, host: host, options: options.session.checking)
    }
    let markdown = MarkdownScripts(file)
    return markdown.problems
      + markdown.scripts.flatMap { script in
        findings(in: script).map { $0.moved(from: script.file, to: file) }
      }
  }

  private func findings(in script: MarkdownScripts.Script) -> [Diagnostic] {
    do throws(CommandLineOptions.UsageError) {
      let session = try CommandLineOptions.sessionOptions(
        script.options, basedOn: options.session)
      return Checker.check(script.file, host: host, options: session.checking)
        .filter { !script.expects($0) }
    } catch {
      let start = script.file.lines.starts[script.line - 1]
      return [
        Diagnostic(
          .error, error.message, file: script.file, span: SourceSpan(start, start),
          code: .unexpectedText)
      ]
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
    let fixed = Checker.fix(file, check: findings)
    let text = String(decoding: fixed.file.bytes, as: UTF8.self)
    if case .file("-") = input {
      host.write(text)
      return fixed.rest
    }
    guard fixed.count > 0 else { return fixed.rest }
    let path = file.name.pathBytes
    if let error = host.files.rewrite(path, from: file.bytes, to: fixed.file.bytes) {
      host.report(cannot: "write", file.name, error.message)
      return nil
    }
    host.report("\(file.name): fixed \(fixed.count) finding\(fixed.count == 1 ? "" : "s")\n")
    return fixed.rest
  }
}

/// What a run of `check` has found so far.
private struct CheckRunReport {
  private var report: FindingsReport
  private let treatsWarningsAsErrors: Bool
  private let hasFolders: Bool
  private let selection: FindingSelection
  private var counts: [Diagnostic.Severity: Int] = [:]
  var files = 0
  var isUnread = false

  init(_ report: FindingsReport, _ options: CommandLineOptions) {
    self.report = report
    treatsWarningsAsErrors = options.session.treatsWarningsAsErrors
    hasFolders = options.hasFolders
    selection = options.findings
  }

  mutating func add(_ diagnostic: Diagnostic) {
    guard var diagnostic = selection.selected(diagnostic) else { return }
    if treatsWarningsAsErrors, diagnostic.severity == .warning { diagnostic.severity = .error }
    counts[diagnostic.severity, default: 0] += 1
    report.add(diagnostic)
  }

  func finish(_ host: StandardHost) -> ExitStatus {
    report.finish()
    if hasFolders { host.report(summary + "\n") }
    return isUnread ? .noInput : counts[.error] != nil ? .scriptError : .success
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

extension Diagnostic {
  /// The same finding, where one file stands for a part of another.
  fileprivate func moved(from part: SourceFile, to whole: SourceFile) -> Diagnostic {
    var moved = self
    if file === part { moved.file = whole }
    for index in notes.indices where notes[index].file === part { moved.notes[index].file = whole }
    return moved
  }
}

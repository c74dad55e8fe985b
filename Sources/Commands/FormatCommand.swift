import Files
import Invocation
import Language
import Platform
import ScriptTesting
import Syntax
import Text

/// `bindlab format PATH...`: writes scripts in the standard layout.
struct FormatCommand {
  let options: CommandLineOptions
  let host: StandardHost

  func run() throws(ExitStatus) -> ExitStatus {
    guard !options.inputs.isEmpty else {
      return host.refuse("format needs a PATH", "bindlab format --help explains it")
    }
    if !options.checksOnly, options.format != nil || options.outputPath != nil {
      return host.refuse("--format and --output need --check", "bindlab format --help explains it")
    }
    if options.outputPath != nil, let refusal = options.refusalOfOutput {
      return host.refuse(refusal)
    }
    var status = ExitStatus.success
    var run = FormatRun(hasFolders: options.hasFolders)
    if options.checksOnly {
      run.report = FindingsReport(options, host, file: try host.openResults(options))
    }
    options.forEachFile(host, "formatted", isParallel: true) { input, options, reader in
      (input, FormattedFile(input, reader, options))
    } then: { result in
      let outcome =
        switch result {
        case .success((let input, let formatted)): self.finish(formatted, of: input, &run)
        case .failure(let status): status
        }
      run.count(outcome)
      // An unreadable file takes precedence over a syntax error, and that over another layout.
      if outcome.rawValue > status.rawValue { status = outcome }
    }
    run.report?.finish()
    if run.hasFolders { host.report(run.summary(of: options) + "\n") }
    return status
  }

  /// Writes or shows what is to be written or shown of a file.
  private func finish(
    _ formatted: FormattedFile, of input: CommandLineOptions.Input, _ run: inout FormatRun
  ) -> ExitStatus {
    switch formatted {
    case .refused(let verb, let path, let error):
      host.report(cannot: verb, path, error)
      return .noInput
    case .wrong(let diagnostics):
      for diagnostic in diagnostics where diagnostic.severity == .error {
        if run.report == nil { host.report(diagnostic) } else { run.report?.add(diagnostic) }
      }
      return .scriptError
    case .formatted(let file, let text):
      return finish(text, of: file, in: input, &run)
    }
  }

  private func finish(
    _ text: [UInt8], of file: SourceFile, in input: CommandLineOptions.Input, _ run: inout FormatRun
  ) -> ExitStatus {
    if options.showsDifference { return showDifference(file, text) }
    if options.checksOnly { return check(file, text, &run) }
    guard case .file(let path) = input, path != "-" else {
      host.write(String(decoding: text, as: UTF8.self))
      return .success
    }
    guard text != file.bytes else { return .success }
    if let error = host.files.rewrite(path.pathBytes, from: file.bytes, to: text) {
      host.report(cannot: "write", path, error)
      return .noInput
    }
    run.changed += 1
    return .success
  }

  // MARK: Checking

  private func showDifference(_ file: SourceFile, _ text: [UInt8]) -> ExitStatus {
    guard text != file.bytes else { return .success }
    let difference = UnifiedDiff(
      String(decoding: file.bytes, as: UTF8.self), String(decoding: text, as: UTF8.self))
    host.write(difference.text(name: file.name))
    return .expectationFailed
  }

  /// Reports where a file first differs from the standard layout.
  private func check(_ file: SourceFile, _ text: [UInt8], _ run: inout FormatRun) -> ExitStatus {
    guard text != file.bytes else { return .success }
    let difference = FirstDifference(file.bytes, text)
    let lines = file.lines.starts
    let start = lines[min(difference.line, lines.count) - 1]
    let finding = Diagnostic(
      .error, "not in the standard layout", file: file, span: SourceSpan(start, start),
      notes: [.init(.help, "bindlab format writes it: \(difference.new)")])
    run.report?.add(finding) {
      host.say(
        """
        \(file.name.visible()):\(difference.line): not in the standard layout
        - \(difference.old)
        + \(difference.new)

        """)
    }
    return .expectationFailed
  }
}

/// A file with its text in the standard layout, before something is written.
private enum FormattedFile {
  /// What cannot be done with which path, and why.
  case refused(String, String, SessionFileError)
  /// A script with errors.
  case wrong([Diagnostic])
  case formatted(SourceFile, [UInt8])

  init(
    _ input: CommandLineOptions.Input, _ reader: StandardHost, _ options: CommandLineOptions
  ) {
    if case .file(let path) = input, path != "-", let reason = FormattedFile.refusal(of: path) {
      self = .refused("format", path, SessionFileError(reason))
      return
    }
    switch ReadFile(input, reader, standardInput: options.standardInputName) {
    case .unread(let path, let error): self = .refused("read", path, error)
    case .read(let file):
      let isMarkdown = file.name.hasSuffix(".md")
      let (text, diagnostics) =
        isMarkdown
        ? MarkdownScripts.format(file, options.layout) : options.layout.format(file)
      self = text.map { FormattedFile.formatted(file, $0) } ?? .wrong(diagnostics)
    }
  }

  /// For a device or a pipe, the output would go to the place where the input came from.
  private static func refusal(of path: String) -> String? {
    switch FileStatus(at: path.pathBytes)?.kind {
    case .regular, .folder, nil: return nil
    default: return "it is not a regular file; '-' formats standard input"
    }
  }
}

/// What a run of `format` has done so far.
private struct FormatRun {
  let hasFolders: Bool
  var changed = 0
  /// Where `--check` reports; nil if files are written.
  var report: FindingsReport?
  private var files = 0
  private var different = 0
  private var failed = 0

  init(hasFolders: Bool) { self.hasFolders = hasFolders }

  mutating func count(_ outcome: ExitStatus) {
    files += 1
    switch outcome {
    case .success: break
    case .expectationFailed: different += 1
    default: failed += 1
    }
  }

  /// `12 files: 3 changed, 1 failed`.
  func summary(of options: CommandLineOptions) -> String {
    let isDry = options.checksOnly || options.showsDifference
    var parts = [isDry ? "\(different) would change" : "\(changed) changed"]
    if failed > 0 { parts.append("\(failed) failed") }
    return "\(counted(files, "file")): \(parts.joined(separator: ", "))"
  }
}

/// The first line in which two texts differ.
private struct FirstDifference {
  let line: Int
  let old: String
  let new: String

  init(_ old: [UInt8], _ new: [UInt8]) {
    var offset = 0
    while offset < old.count, offset < new.count, old[offset] == new[offset] { offset += 1 }
    var start = offset
    while start > 0, old[start - 1] != UInt8(ascii: "\n") { start -= 1 }
    line = 1 + old[..<start].count { $0 == UInt8(ascii: "\n") }
    self.old = FirstDifference.text(old, from: start, differingAt: offset)
    self.new = FirstDifference.text(new, from: start, differingAt: offset)
  }

  private static let longest = 200

  /// The line from `start`, with invisible characters spelled out, and cut if it is long.
  private static func text(_ bytes: [UInt8], from start: Int, differingAt offset: Int) -> String {
    guard start < bytes.count else { return "(end of the file)" }
    let first = max(start, offset - longest / 2)
    var end = first
    while end < bytes.count, bytes[end] != UInt8(ascii: "\n") { end += 1 }
    let shown = String(decoding: bytes[first..<min(end, first + longest)], as: UTF8.self)
    var text = (first > start ? "…" : "") + shown.visible()
    if end > first + longest { return text + "…" }
    if text.isEmpty { text = "(empty line)" } else if text.last == " " { text += "(space)" }
    return end == bytes.count ? text + "(no line end)" : text
  }
}

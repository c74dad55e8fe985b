import Checking
import Exploring
import Syntax

/// `bindlab check FILE...`: reports what is wrong with a script, without running it.
struct CheckCommand {
  let options: CommandLineOptions
  let host: StandardHost

  func run() -> ExitStatus {
    let refusal = options.inputs.isEmpty ? "check needs a FILE" : refusalOfFix
    if let refusal { return host.refuse(refusal, "bindlab --help lists the options") }
    var hasErrors = false
    var isUnread = false
    for input in options.inputs {
      var found: [Diagnostic]?
      if let file = try? RunCommand.source(input, host) {
        found =
          options.fixes
          ? fix(file, in: input)
          : Checker.check(file, host: host, options: options.session.checking)
      }
      guard let found else {
        isUnread = true
        continue
      }
      for diagnostic in found where report(diagnostic) == .error { hasErrors = true }
    }
    return isUnread ? .noInput : hasErrors ? .scriptError : .success
  }

  /// Reports a finding in the requested format.
  ///
  /// - Returns: Its severity.
  private func report(_ diagnostic: Diagnostic) -> Diagnostic.Severity {
    var diagnostic = diagnostic
    if options.session.treatsWarningsAsErrors, diagnostic.severity == .warning {
      diagnostic.severity = .error
    }
    if options.format == .json {
      host.write(diagnostic.json + "\n")
    } else {
      host.report(diagnostic)
    }
    return diagnostic.severity
  }

  // MARK: --fix

  /// Why nothing can be fixed; nil if fixing was not requested, or is possible.
  private var refusalOfFix: String? {
    guard options.fixes else { return nil }
    for input in options.inputs {
      switch input {
      case .text: return "--fix writes files, and -e is not a file; '-' fixes standard input"
      case .file("-") where options.format == .json:
        return "--fix writes the text of '-' to standard output, where --format json writes, too"
      case .file: break
      }
    }
    return nil
  }

  /// Writes the file with all fixes, and says so.
  ///
  /// - Returns: The remaining findings; nil if the file cannot be written.
  private func fix(_ file: SourceFile, in input: CommandLineOptions.Input) -> [Diagnostic]? {
    let fixed = Checker.fix(file, host: host, options: options.session.checking)
    let text = String(decoding: fixed.file.bytes, as: UTF8.self)
    if case .file("-") = input {
      host.write(text)
      return fixed.rest
    }
    guard fixed.count > 0 else { return fixed.rest }
    let path = Array(file.name.utf8)
    if let error = host.files.rewrite(path, from: file.bytes, to: fixed.file.bytes) {
      host.report(cannot: "write", file.name, error.message)
      return nil
    }
    host.report("\(file.name): fixed \(fixed.count) finding\(fixed.count == 1 ? "" : "s")\n")
    return fixed.rest
  }
}

import Checking
import Exploring
import Syntax

/// `bindlab check FILE...`: what is wrong with a script, without running it.
struct CheckCommand {
  let options: CommandLineOptions
  let host: StandardHost

  func run() -> ExitStatus {
    guard !options.inputs.isEmpty else { return refuse("check needs a FILE") }
    if options.fixes, let refusal = refusalOfFix { return refuse(refusal) }
    var hasErrors = false
    var isUnread = false
    for input in options.inputs {
      guard case .success(let file) = RunCommand.source(input, host) else {
        isUnread = true
        continue
      }
      let found: [Diagnostic]
      if options.fixes {
        guard let rest = fix(file, in: input) else {
          isUnread = true
          continue
        }
        found = rest
      } else {
        found = Checker.check(file, host: host, options: options.session.checking)
      }
      for diagnostic in found where tell(diagnostic) == .error { hasErrors = true }
    }
    return isUnread ? .noInput : hasErrors ? .scriptError : .success
  }

  private func refuse(_ message: String) -> ExitStatus {
    host.tell("bindlab: \(message)\nbindlab --help lists the options\n")
    return .usage
  }

  /// Tells of a finding in the form that is asked for.
  ///
  /// - Returns: How serious it is.
  private func tell(_ diagnostic: Diagnostic) -> Diagnostic.Severity {
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

  /// Why there is nothing to be fixed; nil where there is.
  private var refusalOfFix: String? {
    for input in options.inputs {
      switch input {
      case .text: return "--fix writes files, and -e is none; '-' fixes standard input"
      case .file("-") where options.format == .json:
        return "--fix writes the text of '-' to standard output, where --format json writes, too"
      case .file: break
      }
    }
    return nil
  }

  /// Writes the file with all that could be fixed, and says so.
  ///
  /// - Returns: What is left to be found; nil where the file cannot be written.
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
      host.tell(cannot: "write", file.name, error.message)
      return nil
    }
    host.tell("\(file.name): fixed \(fixed.count) finding\(fixed.count == 1 ? "" : "s")\n")
    return fixed.rest
  }
}

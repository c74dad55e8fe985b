import BindingLanguage

/// `bindlab check FILE...`: what is wrong with a script, without running it.
struct CheckCommand {
  let options: CommandLineOptions
  let host: StandardHost

  func run() -> ExitStatus {
    guard !options.inputs.isEmpty else {
      host.tell("bindlab: check needs a FILE\nbindlab --help lists the options\n")
      return .usage
    }
    var hasErrors = false
    for input in options.inputs {
      let file: SourceFile
      switch input {
      case .text(let text): file = SourceFile(name: "<-e>", text: text)
      case .file(let path):
        switch SystemFile.read(path) {
        case .success(let bytes):
          file = SourceFile(name: path == "-" ? "<stdin>" : path, bytes: bytes)
        case .failure(let error):
          host.tell("bindlab: cannot read '\(path)': \(error.message)\n")
          return .noInput
        }
      }
      for var diagnostic in Checker.check(file, host: host, options: options.session) {
        if options.session.treatsWarningsAsErrors { diagnostic.severity = .error }
        if diagnostic.severity == .error { hasErrors = true }
        host.report(diagnostic)
      }
    }
    return hasErrors ? .scriptError : .success
  }
}

import Files
import Invocation
import Language
import Platform
import ScriptTesting
import Text

extension CommandLineOptions {
  /// Why the results cannot go to a file: what people read goes to the log.
  var refusalOfOutput: String? {
    guard outputPath != nil, format == nil || format == subcommand.formats.first else { return nil }
    return "-o needs --format \(listing(subcommand.formats.dropFirst().map(\.rawValue), "or"))"
  }

  /// The folders among the inputs, in which a command finds its files.
  var folders: [String] {
    inputs.compactMap { input in
      if case .file(let path) = input, ScriptFiles.isFolder(path) { path } else { nil }
    }
  }
}

extension StandardHost {
  /// Opens the file of `--output`; nil if the results go to standard output.
  func openResults(_ options: CommandLineOptions) throws(ExitStatus) -> OutputFile? {
    let scripts: ScriptFiles
    do {
      scripts = try options.scriptFiles(options.folders)
    } catch {
      report("bindlab: \(error.message)\n")
      throw .noInput
    }
    return try open(resultsAt: options.outputPath, over: scripts)
  }

  /// Opens a file for results; nil if they go to standard output.
  ///
  /// - Parameter scripts: Everything that the command will read, which must not be overwritten.
  func open(
    resultsAt path: String?, over scripts: ScriptFiles
  ) throws(ExitStatus) -> OutputFile? {
    guard let path, path != "-" else { return nil }
    if FileIdentity(at: path.pathBytes) != nil {
      var scripts = scripts
      while let item = scripts.next() {
        if case .file(let file) = item { files.expect(file.path, withSources: true) }
      }
    }
    switch files.open(path) {
    case .success(let file): return file
    case .failure(let error):
      report(cannot: "write", path, error)
      throw .noInput
    }
  }
}

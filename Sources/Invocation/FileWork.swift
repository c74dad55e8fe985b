import Files
import Language
import Syntax

/// A file that a command has tried to read.
package enum ReadFile {
  case read(SourceFile)
  /// Its path, and why it cannot be read.
  case unread(String, String)

  /// - Parameter name: The name of standard input in messages.
  package init(_ input: CommandLineOptions.Input, _ host: StandardHost, standardInput name: String)
  {
    switch input {
    case .text(let text): self = .read(SourceFile(name: "<-e>", bytes: text.pathBytes))
    case .file(let path):
      switch host.files.read(path) {
      case .success(let bytes):
        self = .read(SourceFile(name: path == "-" ? name : path, bytes: bytes))
      case .failure(let error): self = .unread(path, error.message)
      }
    }
  }
}

extension CommandLineOptions {
  /// Does some work for each input, and in place of each folder for what is in it.
  ///
  /// The results come in the order of the inputs, and are the same as those of one thread.
  ///
  /// - Parameters:
  ///   - verb: What is done with the files, for the progress line: `checked`.
  ///   - isParallel: Whether several threads work, which must then not write.
  ///   - work: Takes an input, and a host to read with.
  ///   - visit: Takes a result; nil for a folder that cannot be read, after the host has reported why.
  package func forEachFile<Result>(
    _ host: StandardHost, _ verb: String, isParallel: Bool,
    doing work: @escaping (Input, StandardHost) -> Result, then visit: (Result?) -> Void
  ) {
    var progress = FileProgress(verb)
    var batch: [FoundInput] = []
    func finishBatch() {
      let results =
        isParallel
        ? Parallel.map(batch) { $0.input.map { work($0, host.reader) } }
        : batch.map { $0.input.map { work($0, host) } }
      progress.erase()
      for (found, result) in zip(batch, results) {
        if case .problem(let problem) = found { host.report("bindlab: \(problem)\n") }
        visit(result)
      }
      progress.add(batch.count)
      batch = []
    }
    forEachInput { found in
      // Standard input is read in its turn.
      let isAlone = !isParallel || found.input == .file("-")
      if isAlone, !batch.isEmpty { finishBatch() }
      batch.append(found)
      if isAlone || batch.count == CommandLineOptions.batchSize { finishBatch() }
    }
    finishBatch()
    progress.erase()
  }

  /// How many files are worked on before their results are shown.
  private static let batchSize = 32 * Parallel.threads
}

import Files
import Language
import LineEditing
import Platform
import Syntax

/// A file that a command has tried to read.
package enum ReadFile {
  case read(SourceFile)
  /// Its path, and why it cannot be read.
  case unread(String, SessionFileError)

  /// - Parameter name: The name of standard input in messages.
  package init(_ input: CommandLineOptions.Input, _ host: StandardHost, standardInput name: String)
  {
    switch input {
    case .text(let text): self = .read(SourceFile(name: "<-e>", bytes: text.pathBytes))
    case .file(let path):
      switch host.files.read(path) {
      case .success(let bytes):
        self = .read(SourceFile(name: path == "-" ? name : path, bytes: bytes))
      case .failure(let error): self = .unread(path, error)
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
  ///   - work: Takes an input, what holds for it, and a host to read with.
  ///   - visit: Takes a result, or the status of what is not worked on, after the host has reported why.
  package func forEachFile<Answer>(
    _ host: StandardHost, _ verb: String, isParallel: Bool,
    doing work: @escaping (Input, CommandLineOptions, StandardHost) -> Answer,
    then visit: (Result<Answer, ExitStatus>) -> Void
  ) {
    var progress = FileProgress(verb)
    var batch: [FoundInput] = []
    func answer(_ found: FoundInput, _ host: StandardHost) -> Answer? {
      guard case .input(let input, let options) = found, !Interruption.isRaised else { return nil }
      let answer = work(input, options, host)
      // What was interrupted has no result.
      return Interruption.isRaised ? nil : answer
    }
    func finishBatch() {
      let answers =
        isParallel
        ? Parallel.map(batch) { answer($0, host.reader) } : batch.map { answer($0, host) }
      progress.erase()
      for (found, answer) in zip(batch, answers) {
        if case .refused(let problem, let status) = found {
          if let problem { host.report("bindlab: \(problem)\n") }
          visit(.failure(status))
        } else if let answer {
          visit(.success(answer))
        }
      }
      progress.add(batch.count)
      batch = []
    }
    forEachInput { found in
      // Standard input is read in its turn.
      let isStandardInput = if case .input(.file("-"), _) = found { true } else { false }
      let isAlone = !isParallel || isStandardInput
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

import Checking
import Files
import Invocation
import Platform
import ScriptTesting
import Synchronization
import Syntax

/// The files that one run of `check` goes through, and how they source one another. What one of them uses
/// of another is used.
///
/// Nothing is read before a file seems to declare something that nothing uses.
final class CheckedFiles: @unchecked Sendable {
  private let options: CommandLineOptions
  /// Guards the rest, as several files are checked at a time.
  private let lock = Mutex(())
  private let reader: StandardHost
  private var graph: SourceGraph?
  private var identities: [String: String] = [:]
  private var sources: [String: [String]] = [:]

  init(_ options: CommandLineOptions, _ host: StandardHost) {
    (self.options, reader) = (options, host.reader)
  }

  /// The scripts of the files that run together with a file.
  func scripts(around path: String) -> [SourceFile] {
    lock.withLock { _ in
      graph = graph ?? makeGraph()
      return (graph?.files(around: path) ?? []).flatMap { scripts(of: $0) }
    }
  }

  private func makeGraph() -> SourceGraph {
    let paths = options.inputs.flatMap { input -> [String] in
      guard case .file(let path) = input, path != "-" else { return [] }
      guard ScriptFiles.isFolder(path) else { return [path] }
      guard var files = try? options.scriptFiles([path]) else { return [] }
      var found: [String] = []
      while let item = files.next() {
        if case .file(let file) = item { found.append(file.name) }
      }
      return found
    }
    return SourceGraph(
      paths.count > 1 ? paths : [], identify: { [unowned self] in identity(of: $0) },
      sources: { [unowned self] in sources(of: $0) })
  }

  private func identity(of path: String) -> String {
    if let known = identities[path] { return known }
    let found = path.resolvedPath ?? path
    identities[path] = found
    return found
  }

  private func sources(of path: String) -> [String] {
    if let known = sources[path] { return known }
    let found = scripts(of: path).flatMap(\.sourcedPathsOfScript)
    sources[path] = found
    return found
  }

  private func scripts(of path: String) -> [SourceFile] {
    guard case .success(let bytes) = reader.files.read(path) else { return [] }
    let file = SourceFile(name: path, bytes: bytes)
    return path.hasSuffix(".md")
      ? MarkdownScripts(file, sharesText: true).scripts.map(\.file) : [file]
  }
}

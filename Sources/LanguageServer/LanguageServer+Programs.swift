import Checking
import Language
import Syntax

/// A checked script, for as long as nothing that it read has changed.
struct ProgramRecord {
  var program: CheckedProgram
  var generation: Int
  /// The stamps of the open documents that it read; nil for files that are not open.
  var stamps: [String: Int?]
}

/// The files that a script sources, for as long as it does not change.
struct SourcesRecord {
  var generation: Int
  var stamp: Int?
  var paths: [String]
}

/// The scripts that are open or in the client's folders, and how they read each other.
extension LanguageServer {
  /// The checked script that a document is.
  func program(of document: OpenDocument) throws(ProtocolError) -> CheckedProgram {
    try program(of: document.file, at: document.path)
  }

  private func program(of file: SourceFile, at path: String) throws(ProtocolError) -> CheckedProgram
  {
    if let known = programs[path], isValid(known) { return known.program }
    // The old one is not kept next to the new one.
    programs[path] = nil
    host.readPaths = []
    let made = CheckedProgram(
      file, host: host, options: surroundings.options, isWanted: isWanted)
    guard let made else { throw .cancelled }
    var stamps: [String: Int?] = [:]
    for path in host.readPaths.union([path]) { stamps[path] = .some(stamp(of: path)) }
    programs[path] = ProgramRecord(program: made, generation: generation, stamps: stamps)
    return made
  }

  private func isValid(_ record: ProgramRecord) -> Bool {
    record.generation == generation
      && record.stamps.allSatisfy { path, stamp in self.stamp(of: path) == stamp }
  }

  private func stamp(of path: String) -> Int? {
    host.documents.values.first { $0.path == path }?.stamp
  }

  /// The programs that a document belongs to: the scripts that read it, which know what it finds
  /// declared, and if there are none, itself.
  func programs(with document: OpenDocument) throws(ProtocolError) -> [CheckedProgram] {
    var found: [CheckedProgram] = []
    for path in mains(reading: document.path) {
      if let open = host.documents.values.first(where: { $0.path == path }) {
        found.append(try program(of: open))
      } else if case .success(let bytes) = host.read(path: path) {
        found.append(try program(of: SourceFile(name: path, bytes: bytes), at: path))
      }
    }
    // A script with an error before its 'source' reads nothing.
    found = found.filter { $0.tree(of: document.path) != nil }
    return found.isEmpty ? [try program(of: document)] : found
  }

  /// The scripts that read a file, directly or through others, and that no script reads.
  private func mains(reading path: String) -> [String] {
    var readers: [String: [String]] = [:]
    for script in scripts {
      for source in sources(of: script) { readers[source, default: []].append(script) }
    }
    var mains: Set<String> = []
    var seen: Set<String> = [path]
    var pending = [path]
    while let next = pending.popLast() {
      let found = readers[next] ?? []
      if found.isEmpty { mains.insert(next) }
      for reader in found where seen.insert(reader).inserted { pending.append(reader) }
    }
    return mains.isEmpty ? [path] : mains.sorted()
  }

  /// The paths of all scripts that are known.
  private var scripts: [String] {
    if let known = folderScripts, known.generation == generation {
      return host.documents.values.map(\.path) + known.paths
    }
    let found = folders.flatMap { surroundings.scripts($0) }.map { DocumentHost.plain($0) }
    folderScripts = (generation, found)
    return host.documents.values.map(\.path) + found
  }

  private func sources(of path: String) -> [String] {
    let document = host.documents.values.first { $0.path == path }
    if let known = sourcePaths[path], known.generation == generation,
      known.stamp == document?.stamp
    {
      return known.paths
    }
    var paths: [String] = []
    if let document {
      paths = document.file.sourcedPaths
    } else if case .success(let bytes) = host.read(path: path) {
      paths = SourceFile(name: path, bytes: bytes).sourcedPaths
    }
    paths = paths.map { DocumentHost.plain($0) }
    sourcePaths[path] = SourcesRecord(
      generation: generation, stamp: document?.stamp, paths: paths)
    return paths
  }
}

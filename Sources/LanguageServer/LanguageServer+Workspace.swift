import Checking
import Language
import Syntax

/// The scripts in the folders of the workspace, for as long as nothing on the disk changes.
struct Workspace {
  var generation: Int
  var folders: [String]
  var paths: [String] = []
  /// By the identities of files, the names under which they were found.
  var names: [String: String] = [:]
  /// Why more files are not looked at; nil if these are all.
  var limit: String?
}

/// The files that a script sources, for as long as it does not change.
struct SourcesRecord {
  var generation: Int
  var stamp: Int?
  var paths: [String] = []
  /// Why the script cannot be read.
  var problem: String?
}

/// How scripts source one another, for as long as nothing changes.
struct KnownSources {
  var generation: Int
  var stamp: Int
  var folders: [String]
  var graph: SourceGraph
}

/// The files that belong together: those of the folders of the workspace, and those that are open.
extension LanguageServer {
  /// The folders of the workspace: the projects of the open texts, and those that the client names.
  var roots: [String] {
    let own = host.documents.values.map(\.path).filter { $0.hasPrefix("/") }.map(root)
    var seen: Set<String> = []
    // The deepest ones come first: if a search ends at its limit, their files are known.
    return (Array(Set(own)).sorted { ($1.utf8.count, $1) < ($0.utf8.count, $0) } + folders)
      .filter { seen.insert(host.identity(of: $0)).inserted }
  }

  /// The top folder of the project of a file: the nearest that is marked, or the client's folder, or the
  /// folder of the file.
  private func root(of path: String) -> String {
    let folder = path.lastIndex(of: "/").map { String(path[..<$0]) } ?? ""
    return surroundings.files.root(path)
      ?? folders.filter { path.hasPrefix($0 + "/") }.max { $0.utf8.count < $1.utf8.count }
      ?? (folder.isEmpty ? "/" : folder)
  }

  /// The scripts and Markdown files in the folders of the workspace.
  func currentWorkspace() -> Workspace {
    let roots = roots
    if let known = workspace, known.generation == generation, known.folders == roots {
      return known
    }
    var made = Workspace(generation: generation, folders: roots)
    for root in roots {
      let found = settings(in: root).scripts(root)
      made.limit = made.limit ?? found.limit
      for path in found.paths.map(\.asPlainPath) {
        let identity = host.identity(of: path)
        guard made.names[identity] == nil else { continue }
        made.names[identity] = path
        made.paths.append(path)
      }
    }
    workspace = made
    return made
  }

  /// The paths of all scripts that are known, the open ones first.
  var scripts: [String] {
    var seen: Set<String> = []
    return (host.documents.values.map(\.path).sorted() + currentWorkspace().paths)
      .filter { seen.insert(host.identity(of: $0)).inserted }
  }

  /// The text that is open under a path, or is on the disk.
  func text(at path: String) -> OpenDocument? {
    if let open = host.document(at: path) { return open }
    guard case .success(let bytes) = host.read(path: path) else { return nil }
    return OpenDocument(
      closed: SourceFile(name: path, bytes: bytes), uri: uri(of: path), kind: kind(of: path, nil),
      client.encoding)
  }

  // MARK: Who reads what

  /// The files that a script sources, or why it cannot be read.
  func sources(of path: String) -> SourcesRecord {
    let stamp = host.document(at: path)?.stamp
    if let known = sourcePaths[path], known.generation == generation, known.stamp == stamp {
      return known
    }
    var record = SourcesRecord(generation: generation, stamp: stamp)
    switch host.read(path: path) {
    // Most scripts source nothing, and need not be parsed.
    case .success(let bytes) where !SourceFile(name: path, bytes: bytes).hasSourceWord: break
    case .success:
      let scripts = text(at: path).map(parts) ?? []
      record.paths = scripts.flatMap(\.file.sourcedPathsOfScript).map(\.asPlainPath)
    case .failure(let error): record.problem = error.message
    }
    sourcePaths[path] = record
    return record
  }

  /// How the scripts of the workspace source one another.
  func sourceGraph() -> SourceGraph {
    let folders = currentWorkspace().folders
    if let known = knownSources, known.generation == generation, known.stamp == lastStamp,
      known.folders == folders
    {
      return known.graph
    }
    let graph = SourceGraph(scripts, identify: host.identity) { [unowned self] path in
      sources(of: path).paths
    }
    knownSources = KnownSources(
      generation: generation, stamp: lastStamp, folders: folders, graph: graph)
    return graph
  }

  /// The scripts of the files that may use what one of them declares.
  func scripts(around path: String) -> [SourceFile] {
    sourceGraph().files(around: path).compactMap(text).flatMap(parts).map(\.file)
  }
}

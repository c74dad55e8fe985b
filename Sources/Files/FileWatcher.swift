import Platform

/// Waits until files are no longer what they were.
///
/// It compares contents, so that neither an editor that renames nor a file that is only touched
/// confuses it. The system's notes about the folders only say when to look; since some file systems
/// give none, it looks once in a while without them, too.
public final class FileWatcher {
  /// How often to look without a note, and how long a file must stay as it is until it counts as
  /// written, in milliseconds.
  private static let (pause, stillness) = (500, 60)
  /// How long a file may be missing while an editor replaces it, in milliseconds.
  private static let absence = 600

  /// The notes of the system, if it gives any.
  private let notes: FolderWatch?
  /// Each watched path with the content that it had, nil for no regular file, in order.
  private var known: [(path: [UInt8], content: [UInt8]?)] = []
  /// The positions of the paths, so that thousands of files can be watched.
  private var positions: [[UInt8]: Int] = [:]
  /// Which names in watched folders matter.
  private var folders: [[UInt8]: (ArraySlice<UInt8>) -> Bool] = [:]
  /// Files that nothing lacks as long as they are not there.
  private var possible: Set<[UInt8]> = []

  /// - Parameter usesNotes: Whether the system is asked for notes about changes.
  public init(usesNotes: Bool = true) {
    notes = usesNotes ? FolderWatch() : nil
  }

  /// How many files are watched, without those that may come and are not there.
  public var count: Int {
    known.count {
      folders[$0.path] == nil && ($0.content != nil || !possible.contains($0.path))
    }
  }

  /// Whether a path is watched.
  public func isWatching(_ path: [UInt8]) -> Bool { positions[path] != nil }

  /// Watches a file from now on, or notes what its content is now if it is watched already.
  ///
  /// - Parameter content: nil if it could not be read.
  public func watch(_ path: [UInt8], content: [UInt8]?) {
    if let position = positions[path] {
      known[position].content = content
    } else {
      positions[path] = known.count
      known.append((path, content))
    }
  }

  /// Watches a file with the content that it has now; one that is watched already keeps the content
  /// that is known, so that a change since then is noticed.
  public func watch(_ path: [UInt8]) {
    if !isWatching(path) { watch(path, content: content(of: path)) }
  }

  /// Watches a file that may come.
  public func watch(possible path: [UInt8]) {
    possible.insert(path)
    watch(path)
  }

  /// Watches which names there are in a folder.
  ///
  /// - Parameter matters: Whether a name counts.
  public func watch(folder path: [UInt8], where matters: @escaping (ArraySlice<UInt8>) -> Bool) {
    folders[path] = matters
    watch(path)
  }

  /// Watches only some of the paths from now on.
  public func keepOnly(_ paths: Set<[UInt8]>) {
    known.removeAll { !paths.contains($0.path) }
    folders = folders.filter { paths.contains($0.key) }
    possible.formIntersection(paths)
    positions = [:]
    for (position, entry) in known.enumerated() { positions[entry.path] = position }
  }

  /// Watches nothing any more.
  public func forgetAll() { (known, positions, folders, possible) = ([], [:], [:], []) }

  /// Waits until some files have another content, and have kept it for a moment.
  ///
  /// - Returns: The paths of these files, with whether each is there; nil if Ctrl-C came before.
  public func next() -> [(path: [UInt8], isThere: Bool)]? {
    while true {
      watchFolders()
      var seen = contents()
      if seen == known.map(\.content) {
        guard wait(FileWatcher.pause, for: notes?.descriptor) else { return nil }
        notes?.drain()
        continue
      }
      // It may be half written, or about to be replaced.
      var stillFor = 0
      while stillFor < longest(seen) {
        guard wait(FileWatcher.stillness, for: nil) else { return nil }
        let now = contents()
        stillFor = now == seen ? stillFor + FileWatcher.stillness : 0
        seen = now
      }
      let changed = known.indices.filter { known[$0].content != seen[$0] }
      if changed.isEmpty { continue }
      for position in changed { known[position].content = seen[position] }
      return changed.map { (known[$0].path, seen[$0] != nil) }
    }
  }

  /// How long files must stay as they are.
  private func longest(_ seen: [[UInt8]?]) -> Int {
    let isMissing = zip(seen, known).contains { $0 == nil && $1.content != nil }
    return isMissing ? FileWatcher.absence : FileWatcher.stillness
  }

  /// - Returns: False after Ctrl-C.
  private func wait(_ milliseconds: Int, for descriptor: Int32?) -> Bool {
    Waiting.forInput(descriptor, milliseconds: milliseconds) != .interrupted
      || !Interruption.isRaised
  }

  /// A folder can be replaced, so this is repeated; it costs nothing for one that is watched.
  private func watchFolders() {
    guard let notes else { return }
    for (path, _) in known {
      let folder = folders[path] == nil ? FileWatcher.folder(of: path) : path
      notes.watch(folder)
      guard let end = FileSystem.resolved(path) else { continue }
      notes.watch(FileWatcher.folder(of: end))
    }
  }

  private static func folder(of path: [UInt8]) -> [UInt8] {
    let folder = Array(path[..<path.afterLastSlash])
    return folder.isEmpty ? Array(".".utf8) : folder
  }

  private func contents() -> [[UInt8]?] { known.map { content(of: $0.path) } }

  private func content(of path: [UInt8]) -> [UInt8]? {
    if let matters = folders[path] { return FileWatcher.names(in: path, where: matters) }
    // Reading a pipe would wait, and take what is meant for the run.
    guard FileIdentity(at: path) != nil, case .success(let bytes) = FileBytes.read(path) else {
      return nil
    }
    return bytes
  }

  /// The names in a folder in order, each with a 0 after it; nil if it cannot be read.
  private static func names(
    in path: [UInt8], where matters: (ArraySlice<UInt8>) -> Bool
  ) -> [UInt8]? {
    guard let folder = OpenFolder(path) else { return nil }
    let names = folder.map(\.name).filter { matters($0[...]) }
    return names.sorted { $0.lexicographicallyPrecedes($1) }.flatMap { $0 + [0] }
  }
}

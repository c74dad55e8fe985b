import Files
import Glibc
import Language

/// A file that may be a test, and the given path under which it was found.
struct TestFile {
  var root: Int
  /// Its path for the system.
  var path: [UInt8]

  var name: String { String(pathBytes: path) }
}

/// The scripts and Markdown files at and below some paths, in the byte order of their names, without
/// duplicates.
///
/// A folder is read only when it is visited, so that only one branch of the tree is in memory.
struct TestFiles {
  enum Item {
    case file(TestFile)
    case problem(String)
  }

  /// The paths in order, without those that are inside others.
  private(set) var roots: [Root] = []
  private var nextRoot = 0
  private var folders: [Folder] = []

  struct Root {
    /// As it was given, normalised.
    var path: [UInt8]
    fileprivate var resolved: [UInt8]
    fileprivate(set) var isFolder: Bool
    fileprivate var key: [UInt8] { isFolder && !path.isEmpty ? path + [slash] : path }
    var shownPath: String { path.isEmpty ? "." : String(pathBytes: path).visible() }
  }

  private struct Folder {
    /// With a slash at its end, or empty.
    var prefix: [UInt8]
    /// What is still to be visited; the next one is last.
    var entries: [Entry]
    var identity: Identity
  }

  private struct Identity: Equatable {
    var device: UInt
    var inode: UInt
  }

  private struct Entry {
    var name: [UInt8]
    var isFolder: Bool
    /// With this order of the entries, the complete paths are in byte order.
    var key: [UInt8] { isFolder ? name + [slash] : name }
  }

  /// - Throws: Why a path cannot be tested.
  init(_ paths: [String]) throws(SessionFileError) {
    var found: [Root] = []
    for path in paths { found.append(try TestFiles.root(path)) }
    found.sort { $0.key.lexicographicallyPrecedes($1.key) }
    let folders = Set(found.filter(\.isFolder).map(\.resolved))
    var seen: Set<[UInt8]> = []
    for root in found where seen.insert(root.resolved).inserted {
      let isWithin = root.resolved.indices.contains { end in
        root.resolved[end] == slash && folders.contains(Array(root.resolved[..<max(end, 1)]))
          && root.resolved.count > 1
      }
      if !isWithin { roots.append(root) }
    }
  }

  private static func root(_ path: String) throws(SessionFileError) -> Root {
    guard path != "-" else {
      throw SessionFileError("test takes files and folders, and '-' is neither")
    }
    guard let resolved = realpath(path.cPath, nil) else {
      throw SessionFileError("cannot read '\(path.visible())': \(SystemError.last)")
    }
    defer { free(resolved) }
    var status = stat()
    guard stat(path.cPath, &status) == 0 else {
      throw SessionFileError("cannot read '\(path.visible())': \(SystemError.last)")
    }
    let isFolder = status.st_mode & S_IFMT == S_IFDIR
    let bytes = normalized(path.pathBytes)
    if !isFolder {
      guard isTestName(bytes[...]) else {
        throw SessionFileError(
          "'\(path.visible())' is not a test; tests are scripts, *.bind, and transcripts, *.md")
      }
      guard status.st_mode & S_IFMT == S_IFREG else {
        throw SessionFileError("'\(path.visible())' is not a test: it is not a regular file")
      }
    }
    let whole = UnsafeRawBufferPointer(start: resolved, count: strlen(resolved)).map { $0 }
    return Root(path: bytes, resolved: whole, isFolder: isFolder)
  }

  /// The path without `.` and redundant slashes; empty for the current folder.
  private static func normalized(_ path: [UInt8]) -> [UInt8] {
    let parts = path.split(separator: slash).filter { $0 != [point] }
    let joined = Array(parts.joined(separator: [slash]))
    return path.first == slash ? [slash] + joined : joined
  }

  private static func isTestName(_ name: ArraySlice<UInt8>) -> Bool {
    name.suffix(5).elementsEqual(".bind".utf8) || name.suffix(3).elementsEqual(".md".utf8)
  }

  // MARK: Walking

  mutating func next() -> Item? {
    while true {
      guard let entry = folders.last?.entries.last else {
        if !folders.isEmpty {
          folders.removeLast()
          continue
        }
        guard nextRoot < roots.count else { return nil }
        let root = roots[nextRoot]
        nextRoot += 1
        guard root.isFolder else {
          return .file(TestFile(root: nextRoot - 1, path: root.path))
        }
        if let problem = enter(root.path) { return .problem(problem) }
        continue
      }
      let depth = folders.count - 1
      folders[depth].entries.removeLast()
      let path = folders[depth].prefix + entry.name
      guard entry.isFolder else {
        return .file(TestFile(root: nextRoot - 1, path: path))
      }
      if let problem = enter(path) { return .problem(problem) }
    }
  }

  /// Enters a folder, unless it is one of its own parents.
  private mutating func enter(_ path: [UInt8]) -> String? {
    let shown = path.isEmpty ? "." : String(pathBytes: path).visible()
    let prefix = path.isEmpty || path == [slash] ? path : path + [slash]
    guard let stream = opendir((path.isEmpty ? [point] : path).asCPath) else {
      return "cannot read the folder '\(shown)': \(SystemError.last)"
    }
    defer { closedir(stream) }
    var status = stat()
    guard fstat(dirfd(stream), &status) == 0 else {
      return "cannot read the folder '\(shown)': \(SystemError.last)"
    }
    let identity = Identity(device: UInt(status.st_dev), inode: UInt(status.st_ino))
    // A link that leads to a parent folder.
    guard !folders.contains(where: { $0.identity == identity }) else { return nil }
    var entries: [Entry] = []
    while let record = readdir(stream) {
      let name = withUnsafeBytes(of: &record.pointee.d_name) { Array($0.prefix { $0 != 0 }) }
      // `.`, `..` and hidden files.
      guard name.first != point else { continue }
      var type = Int32(record.pointee.d_type)
      if type == Int32(DT_LNK) || type == Int32(DT_UNKNOWN) {
        var status = stat()
        guard fstatat(dirfd(stream), name.asCPath, &status, 0) == 0 else { continue }
        let mode = status.st_mode & S_IFMT
        type = Int32(mode == S_IFDIR ? DT_DIR : mode == S_IFREG ? DT_REG : DT_FIFO)
      }
      if type == Int32(DT_DIR) {
        entries.append(Entry(name: name, isFolder: true))
      } else if type == Int32(DT_REG), TestFiles.isTestName(name[...]) {
        entries.append(Entry(name: name, isFolder: false))
      }
    }
    entries.sort { $1.key.lexicographicallyPrecedes($0.key) }
    folders.append(Folder(prefix: prefix, entries: entries, identity: identity))
    return nil
  }
}

private let slash = UInt8(ascii: "/")
private let point = UInt8(ascii: ".")

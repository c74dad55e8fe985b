import Files
import Language
import Platform

/// A script or a Markdown file, and the given path under which it was found.
package struct ScriptFile {
  package var root: Int
  /// Its path for the system.
  package var path: [UInt8]

  package init(root: Int, path: [UInt8]) { (self.root, self.path) = (root, path) }

  package var name: String { String(pathBytes: path) }
}

/// The scripts and Markdown files at and below some paths, in the byte order of their names, without
/// duplicates.
///
/// A folder is read only when it is visited, so that only one branch of the tree is in memory.
package struct ScriptFiles {
  package enum Item {
    case file(ScriptFile)
    case problem(String)
  }

  /// The paths in order, without those that are inside others.
  package private(set) var roots: [Root] = []
  private var nextRoot = 0
  private var folders: [Folder] = []
  /// How many more folders are read; nil if there is no bound.
  package var foldersLeft: Int?
  /// What is left out in each of the given folders.
  private let exclusions: Exclusions
  private let settings: FolderExclusions.Settings

  package struct Root {
    /// As it was given, normalised.
    package var path: [UInt8]
    fileprivate var resolved: [UInt8]
    package fileprivate(set) var isFolder: Bool
    fileprivate var key: [UInt8] { isFolder && !path.isEmpty ? path + [slash] : path }
    package var shownPath: String { path.isEmpty ? "." : String(pathBytes: path).visible() }
  }

  private struct Folder {
    /// With a slash at its end, or empty.
    package var prefix: [UInt8]
    /// What is still to be visited; the next one is last.
    package var entries: [Entry]
    package var identity: FileStatus.Identity
    package var exclusions: FolderExclusions
  }

  private struct Entry {
    package var name: [UInt8]
    package var isFolder: Bool
    /// With this order of the entries, the complete paths are in byte order.
    package var key: [UInt8] { isFolder ? name + [slash] : name }
  }

  /// - Parameters:
  ///   - exclusions: What is left out in the folders among the paths.
  ///   - settings: What the settings of each folder leave out.
  /// - Throws: Why a path cannot be tested.
  package init(
    _ paths: [String], leavingOut exclusions: Exclusions = Exclusions(),
    settings: @escaping FolderExclusions.Settings = { _ in nil }
  ) throws(SessionFileError) {
    (self.exclusions, self.settings) = (exclusions, settings)
    var found: [Root] = []
    for path in paths { found.append(try ScriptFiles.root(path)) }
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
    guard let status = FileStatus(at: path.pathBytes) else {
      throw SessionFileError("cannot read '\(path.visible())': \(SystemError.last)")
    }
    let isFolder = status.kind == .folder
    let bytes = normalized(path.pathBytes)
    if !isFolder {
      guard isTestName(bytes[...]) else {
        throw SessionFileError(
          "'\(path.visible())' is not a test; tests are scripts, *.bind, and transcripts, *.md")
      }
      guard status.kind == .regular else {
        throw SessionFileError("'\(path.visible())' is not a test: it is not a regular file")
      }
    }
    // The pipe of `<(…)` has no path of its own.
    guard let resolved = FileSystem.resolved(path.pathBytes) else {
      throw SessionFileError("cannot read '\(path.visible())': \(SystemError.last)")
    }
    return Root(path: bytes, resolved: resolved, isFolder: isFolder)
  }

  /// The path without `.` and redundant slashes; empty for the current folder.
  private static func normalized(_ path: [UInt8]) -> [UInt8] {
    let parts = path.split(separator: slash).filter { $0 != [point] }
    let joined = Array(parts.joined(separator: [slash]))
    return path.first == slash ? [slash] + joined : joined
  }

  package static func isTestName(_ name: ArraySlice<UInt8>) -> Bool {
    name.suffix(5).elementsEqual(".bind".utf8) || name.suffix(3).elementsEqual(".md".utf8)
  }

  /// Whether a path leads to a folder; `-` is standard input.
  package static func isFolder(_ path: String) -> Bool {
    path != "-" && FileStatus(at: path.pathBytes)?.kind == .folder
  }

  // MARK: Walking

  package mutating func next() -> Item? {
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
          return .file(ScriptFile(root: nextRoot - 1, path: root.path))
        }
        let (exclusions, settings) = (exclusions, settings)
        let problem = enter(root.path) { () throws(SessionFileError) in
          try FolderExclusions(
            root.resolved, shownAs: root.isFolder ? root.key : [], leavingOut: exclusions,
            settings: settings)
        }
        if let problem { return .problem(problem) }
        continue
      }
      let depth = folders.count - 1
      folders[depth].entries.removeLast()
      let path = folders[depth].prefix + entry.name
      guard entry.isFolder else {
        return .file(ScriptFile(root: nextRoot - 1, path: path))
      }
      let outer = folders[depth].exclusions
      let problem = enter(path) { () throws(SessionFileError) in try outer.entering(entry.name) }
      if let problem { return .problem(problem) }
    }
  }

  /// Enters a folder, unless it is one of its own parents.
  ///
  /// - Parameter exclusions: Reads what is left out in it.
  private mutating func enter(
    _ path: [UInt8], _ exclusions: () throws(SessionFileError) -> FolderExclusions
  ) -> String? {
    let shown = path.isEmpty ? "." : String(pathBytes: path).visible()
    let prefix = path.isEmpty || path == [slash] ? path : path + [slash]
    guard let folder = OpenFolder(path.isEmpty ? [point] : path),
      let identity = folder.status?.identity
    else { return "cannot read the folder '\(shown)': \(SystemError.last)" }
    // A link that leads to a parent folder.
    guard !folders.contains(where: { $0.identity == identity }) else { return nil }
    if let left = foldersLeft {
      guard left > 0 else { return nil }
      foldersLeft = left - 1
    }
    let rules: FolderExclusions
    do { rules = try exclusions() } catch { return error.message }
    folders.append(Folder(prefix: prefix, entries: [], identity: identity, exclusions: rules))
    var entries: [Entry] = []
    for entry in folder {
      let name = entry.name
      // Hidden files.
      guard name.first != point else { continue }
      let kind = folder.kind(of: entry)
      let isFolder = kind == .folder
      guard isFolder || kind == .regular && ScriptFiles.isTestName(name[...]),
        !rules.leaveOut(name, isFolder: isFolder)
      else { continue }
      entries.append(Entry(name: name, isFolder: isFolder))
    }
    entries.sort { $1.key.lexicographicallyPrecedes($0.key) }
    folders[folders.count - 1].entries = entries
    return nil
  }
}

extension CommandLineOptions {
  /// Whether a folder is among the inputs.
  package var hasFolders: Bool { inputs.contains { folder($0) != nil } }

  private func folder(_ input: Input) -> String? {
    guard case .file(let path) = input, ScriptFiles.isFolder(path) else { return nil }
    return path
  }

  /// Visits the inputs, and in place of each folder what is in it. A file with several names, by links or
  /// because it is named again, is visited once.
  package func forEachInput(_ visit: (FoundInput) -> Void) {
    var seen: Set<FileIdentity> = []
    func visitOnce(_ input: Input) {
      if case .file(let path) = input, path != "-", let file = FileIdentity(at: path.pathBytes),
        !seen.insert(file).inserted
      {
        return
      }
      do throws(UsageError) {
        visit(.input(input, try settings(for: input)))
      } catch {
        let isNew = fileSettings?.isNew(error) ?? true
        visit(.refused(isNew ? error.text : nil, .usage))
      }
    }
    for input in inputs {
      guard let folder = folder(input) else {
        visitOnce(input)
        continue
      }
      do {
        var files = try scriptFiles([folder])
        while let item = files.next() {
          switch item {
          case .file(let file): visitOnce(.file(file.name))
          case .problem(let problem): visit(.refused(problem, .noInput))
          }
        }
      } catch {
        visit(.refused(error.message, .noInput))
      }
    }
  }

  /// The scripts and Markdown files at and below some paths, without those that are left out.
  package func scriptFiles(_ paths: [String]) throws(SessionFileError) -> ScriptFiles {
    try ScriptFiles(paths, leavingOut: Exclusions(exclusions), settings: folderRules)
  }
}

/// An input with what holds for it, or why a file or folder is not worked on.
package enum FoundInput {
  case input(CommandLineOptions.Input, CommandLineOptions)
  /// The message is nil if it was reported before.
  case refused(String?, ExitStatus)
}

private let slash = UInt8(ascii: "/")
private let point = UInt8(ascii: ".")

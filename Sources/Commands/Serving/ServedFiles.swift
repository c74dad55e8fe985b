import Files
import Invocation
import LanguageServer
import Platform

/// The files of the projects that an editor works on.
enum ServedFiles {
  /// In one workspace no more scripts, folders and bytes are looked at, so that a home folder without a
  /// mark does not keep the editor waiting.
  private static let (mostScripts, mostFolders, mostBytes) = (5_000, 5_000, 64 << 20)
  /// A longer script is looked at only if it is open.
  private static let mostBytesOfScript = 4 << 20

  static var workspace: WorkspaceFiles {
    var files = WorkspaceFiles()
    files.root = root
    files.identity = { ($0.hasPrefix("/") ? $0.resolvedPath : nil) ?? $0.asPlainPath }
    files.obstacleToWriting = obstacleToWriting
    files.entries = entries
    return files
  }

  /// The nearest folder above a file that has a mark.
  private static func root(of path: String) -> String? {
    var path = path[...]
    while let slash = path.lastIndex(of: "/") {
      path = path[..<slash]
      if SettingsFile.projectMarks.contains(where: { FileSystem.exists("\(path)/\($0)".pathBytes) })
      {
        return path.isEmpty ? "/" : String(path)
      }
    }
    return nil
  }

  private static func entries(of folder: String) -> [FolderEntry] {
    guard let entries = OpenFolder(folder.pathBytes) else { return [] }
    let found = entries.map { entry in
      let name = String(pathBytes: entry.name)
      return FolderEntry(name, isFolder: ScriptFiles.isFolder("\(folder)/\(name)"))
    }
    return found.sorted { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }
  }

  private static func obstacleToWriting(_ path: String) -> String? {
    // A text that is open need not be on the disk yet.
    guard let status = FileStatus(at: path.pathBytes) else { return nil }
    if !FileSystem.isWritable(path.pathBytes) { return "\(SystemError.last)" }
    // The administrator may write everything, but such a file is not meant to change.
    return status.mode & 0o222 == 0 ? "it is read-only" : nil
  }

  /// The scripts and Markdown files in a folder and below.
  static func scripts(in folder: String, _ options: CommandLineOptions) -> FolderScripts {
    var found = FolderScripts()
    guard var files = try? options.scriptFiles([folder]) else { return found }
    files.foldersLeft = mostFolders
    var bytes = 0
    while let item = files.next() {
      switch item {
      case .problem(let problem): found.limit = found.limit ?? problem
      case .file(let file):
        guard let size = FileStatus(at: file.path)?.size else { continue }
        guard size <= mostBytesOfScript else {
          found.limit = "'\(file.name.visible())' is longer than \(mostBytesOfScript >> 20) MB"
          continue
        }
        bytes += size
        found.paths.append(file.name)
      }
      if bytes > mostBytes || found.paths.count == mostScripts { break }
    }
    if bytes > mostBytes || found.paths.count == mostScripts || files.foldersLeft == 0 {
      found.limit =
        "'\(folder.visible())' has too many files; a file \(SettingsFile.name) at the top of the project"
        + " limits the search"
    }
    return found
  }
}

import Language

/// What the server must know about the files on the disk, besides their contents.
public struct WorkspaceFiles {
  /// The top folder of the project that a file belongs to, if something on the disk marks it.
  public var root: (_ path: String) -> String? = { _ in nil }
  /// What is the same for all names of a file: a link and its target are one file.
  public var identity: (_ path: String) -> String = \.asPlainPath
  /// Why a file cannot be written; nil if it can.
  public var obstacleToWriting: (_ path: String) -> String? = { _ in nil }

  /// What is in a folder, in the order of the names.
  public var entries: (_ folder: String) -> [FolderEntry] = { _ in [] }
  /// Keeps the result of a run in a file for the user to see, and gives its path; nil if it cannot.
  public var keepResult: (_ name: String, _ text: String) -> String? = { _, _ in nil }

  public init() {}
}

/// A file or a folder in a folder.
public struct FolderEntry {
  public var name: String
  public var isFolder: Bool

  public init(_ name: String, isFolder: Bool) { (self.name, self.isFolder) = (name, isFolder) }
}

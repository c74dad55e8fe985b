import Language

/// What the server must know about the files on the disk, besides their contents.
public struct WorkspaceFiles {
  /// The top folder of the project that a file belongs to, if something on the disk marks it.
  public var root: (_ path: String) -> String? = { _ in nil }
  /// What is the same for all names of a file: a link and its target are one file.
  public var identity: (_ path: String) -> String = \.asPlainPath
  /// Why a file cannot be written; nil if it can.
  public var obstacleToWriting: (_ path: String) -> String? = { _ in nil }

  public init() {}
}

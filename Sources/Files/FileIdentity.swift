import Platform

/// Identifies a regular file, through whatever path, link or descriptor it is reached.
public struct FileIdentity: Hashable, Sendable {
  private let identity: FileStatus.Identity

  /// Nil if the descriptor is closed, or leads to a device, a pipe or a folder.
  public init?(of descriptor: Int32) {
    self.init(FileStatus(of: descriptor))
  }

  /// Nil if nothing is there, or a device, a pipe or a folder.
  public init?(at path: [UInt8]) {
    self.init(FileStatus(at: path))
  }

  private init?(_ status: FileStatus?) {
    guard let status, status.kind == .regular else { return nil }
    identity = status.identity
  }
}

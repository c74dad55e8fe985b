import Glibc

/// Identifies a regular file, through whatever path, link or descriptor it is reached.
public struct FileIdentity: Hashable, Sendable {
  private let device: dev_t
  private let number: ino_t

  /// Nil if the descriptor is closed, or leads to a device, a pipe or a folder.
  public init?(of descriptor: Int32) {
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { return nil }
    self.init(status)
  }

  /// Nil if nothing is there, or a device, a pipe or a folder.
  public init?(at path: [UInt8]) {
    var status = stat()
    guard stat(path.asCPath, &status) == 0 else { return nil }
    self.init(status)
  }

  private init?(_ status: stat) {
    guard status.st_mode & S_IFMT == S_IFREG else { return nil }
    device = status.st_dev
    number = status.st_ino
  }
}

extension [UInt8] {
  /// The path as C wants it.
  package var asCPath: [CChar] { map(CChar.init(bitPattern:)) + [0] }
}

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// What the system knows of a file.
package struct FileStatus {
  package enum Kind {
    case regular, folder, pipe, link
    /// A device that gives and takes characters, such as a terminal or `/dev/null`.
    case characterDevice
    case other
  }

  private let status: stat

  /// nil if the descriptor is closed.
  package init?(of descriptor: Int32) {
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { return nil }
    self.status = status
  }

  /// What is at a path, after links; nil with ``SystemError/last`` if nothing is there.
  package init?(at path: [UInt8]) {
    var status = stat()
    guard stat(path.asCPath, &status) == 0 else { return nil }
    self.status = status
  }

  /// What is at a path, which may be a link; nil with ``SystemError/last`` if nothing is there.
  package init?(ofLink path: [UInt8]) {
    var status = stat()
    guard lstat(path.asCPath, &status) == 0 else { return nil }
    self.status = status
  }

  /// What is in an open folder under a name, after links.
  init?(named name: [UInt8], in folder: Int32) {
    var status = stat()
    guard fstatat(folder, name.asCPath, &status, 0) == 0 else { return nil }
    self.status = status
  }

  package var kind: Kind {
    switch status.st_mode & S_IFMT {
    case S_IFREG: .regular
    case S_IFDIR: .folder
    case S_IFIFO: .pipe
    case S_IFLNK: .link
    case S_IFCHR: .characterDevice
    default: .other
    }
  }

  /// In bytes.
  package var size: Int { Int(status.st_size) }
  /// The permissions.
  package var mode: UInt32 { UInt32(status.st_mode) & 0o7777 }
  package var owner: UInt32 { status.st_uid }
  package var group: UInt32 { status.st_gid }
  /// How many names the file has.
  package var nameCount: Int { Int(status.st_nlink) }

  /// Whether both are about one file, whatever has happened to it in between.
  package func isSameFile(as other: FileStatus) -> Bool { identity == other.identity }

  /// What no two files have in common.
  package var identity: Identity {
    Identity(
      device: UInt64(truncatingIfNeeded: status.st_dev), number: UInt64(status.st_ino))
  }

  package struct Identity: Hashable, Sendable {
    private let device: UInt64
    private let number: UInt64

    fileprivate init(device: UInt64, number: UInt64) {
      (self.device, self.number) = (device, number)
    }
  }

  /// Whether both are about one file that nobody has written, and whose owner and mode nobody has
  /// changed, in between.
  package func isSameVersion(as other: FileStatus) -> Bool {
    isSameFile(as: other) && size == other.size && times == other.times
  }

  /// When it was written and when something else of it changed, in seconds and nanoseconds.
  private var times: [Int] {
    #if canImport(Darwin)
      let (written, changed) = (status.st_mtimespec, status.st_ctimespec)
    #else
      let (written, changed) = (status.st_mtim, status.st_ctim)
    #endif
    return [Int(written.tv_sec), written.tv_nsec, Int(changed.tv_sec), changed.tv_nsec]
  }
}

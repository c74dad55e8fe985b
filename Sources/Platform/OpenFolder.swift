#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// A folder while its names are read, in the order of the system and without `.` and `..`.
package final class OpenFolder: IteratorProtocol, Sequence {
  #if canImport(Darwin)
    private let stream: UnsafeMutablePointer<DIR>
  #else
    private let stream: OpaquePointer
  #endif

  /// nil with ``SystemError/last`` if it cannot be read.
  package init?(_ path: [UInt8]) {
    guard let stream = opendir(path.asCPath) else { return nil }
    self.stream = stream
  }

  deinit { closedir(stream) }

  /// What the system knows of the folder.
  package var status: FileStatus? { FileStatus(of: dirfd(stream)) }

  package struct Entry {
    package let name: [UInt8]
    /// What the folder itself says of the kind: nil if it does not say, or if it is a link.
    fileprivate let knownKind: FileStatus.Kind?
  }

  package func next() -> Entry? {
    while let record = readdir(stream) {
      let name = withUnsafeBytes(of: &record.pointee.d_name) { Array($0.prefix { $0 != 0 }) }
      guard name != [point], name != [point, point] else { continue }
      let kind: FileStatus.Kind? =
        switch Int32(record.pointee.d_type) {
        case Int32(DT_DIR): .folder
        case Int32(DT_REG): .regular
        case Int32(DT_LNK), Int32(DT_UNKNOWN): nil
        default: .other
        }
      return Entry(name: name, knownKind: kind)
    }
    return nil
  }

  /// What an entry is, after links: a folder, a regular file or something else; nil if a link leads
  /// nowhere.
  package func kind(of entry: Entry) -> FileStatus.Kind? {
    entry.knownKind ?? FileStatus(named: entry.name, in: dirfd(stream))?.kind
  }
}

private let point = UInt8(ascii: ".")

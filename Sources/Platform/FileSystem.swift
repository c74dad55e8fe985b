import CPlatform

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Names of files and folders. If a function fails, it says so by false or nil, and `SystemError.last`
/// says why.
package enum FileSystem {
  // MARK: What is there

  package static func exists(_ path: [UInt8]) -> Bool { access(path.asCPath, F_OK) == 0 }

  package static func isWritable(_ path: [UInt8]) -> Bool { access(path.asCPath, W_OK) == 0 }

  package static func isExecutable(_ path: [UInt8]) -> Bool { access(path.asCPath, X_OK) == 0 }

  /// The whole path of a file without links; nil if it does not exist.
  package static func resolved(_ path: [UInt8]) -> [UInt8]? {
    guard let found = realpath(path.asCPath, nil) else { return nil }
    defer { free(found) }
    return [UInt8](cPath: found)
  }

  /// Where a symbolic link leads; nil if the path is none.
  package static func target(ofLink path: [UInt8]) -> [UInt8]? {
    var target = [UInt8](repeating: 0, count: Int(PATH_MAX))
    let count = target.withUnsafeMutableBytes { readlink(path.asCPath, $0.baseAddress!, $0.count) }
    guard count >= 0 else { return nil }
    target.removeLast(target.count - count)
    return target
  }

  /// Whether a path is what a shell's pattern describes: `*` and `?` fit no slash.
  package static func fits(_ path: [UInt8], pattern: [UInt8]) -> Bool {
    fnmatch(pattern.asCPath, path.asCPath, FNM_PATHNAME) == 0
  }

  // MARK: Making and removing

  package static func makeFolder(_ path: [UInt8], mode: UInt32 = 0o777) -> Bool {
    mkdir(path.asCPath, mode_t(mode)) == 0
  }

  /// Makes a folder for this process.
  ///
  /// - Parameter pattern: Its path, which ends in `XXXXXX`; other characters take the place of these.
  /// - Returns: Its path.
  package static func makeTemporaryFolder(_ pattern: [UInt8]) -> [UInt8]? {
    var path = pattern.asCPath
    return mkdtemp(&path) == nil ? nil : [UInt8](cPath: path)
  }

  /// Makes a file for this process, and opens it for reading and writing.
  ///
  /// - Parameters:
  ///   - pattern: Its path, with `XXXXXX` before the suffix; other characters take the place of these.
  ///   - suffix: How many bytes follow them.
  package static func makeTemporaryFile(
    _ pattern: [UInt8], suffix: Int = 0
  ) -> (path: [UInt8], descriptor: Int32)? {
    var path = pattern.asCPath
    let descriptor = mkstemps(&path, Int32(suffix))
    return descriptor < 0 ? nil : ([UInt8](cPath: path), descriptor)
  }

  /// Removes the name of a file.
  @discardableResult
  package static func remove(file path: [UInt8]) -> Bool { unlink(path.asCPath) == 0 }

  /// Removes a folder if nothing is in it.
  @discardableResult
  package static func remove(emptyFolder path: [UInt8]) -> Bool { rmdir(path.asCPath) == 0 }

  /// Gives a file another name. A file that has that name is replaced.
  package static func rename(_ path: [UInt8], to newPath: [UInt8]) -> Bool {
    systemRename(path.asCPath, newPath.asCPath) == 0
  }

  /// Gives a file another name, unless there is a file of that name.
  package static func rename(_ path: [UInt8], toNew newPath: [UInt8]) -> Bool {
    platform_rename_to_new(path.asCPath, newPath.asCPath) == 0
  }

  // MARK: Files that are open

  /// Makes sure that a file can grow to this size, with its content as it is.
  ///
  /// Where the file system cannot do that, the error is ``SystemError/notSupported``.
  package static func reserve(_ size: Int, for descriptor: Int32) -> Bool {
    platform_reserve(descriptor, Int64(size)) == 0
  }

  /// Gives a file the extended attributes of another one, access lists among them, and no others.
  package static func copyAttributes(from descriptor: Int32, to other: Int32) -> Bool {
    platform_copy_attributes(descriptor, other) == 0
  }
}

private func systemRename(_ path: [CChar], _ newPath: [CChar]) -> Int32 { rename(path, newPath) }

extension [UInt8] {
  /// The path as C wants it.
  var asCPath: [CChar] { map(CChar.init(bitPattern:)) + [0] }

  /// A text of C, which ends before a zero.
  package init(cPath: UnsafePointer<CChar>) {
    self = UnsafeBufferPointer(start: cPath, count: strlen(cPath)).map(UInt8.init(bitPattern:))
  }
}

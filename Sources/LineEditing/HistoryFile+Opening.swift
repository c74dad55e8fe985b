import Files
import Platform

extension HistoryFile {
  /// A file as it was found when it was opened.
  struct OpenFile {
    let descriptor: Int32
    var isRegular: Bool { status.kind == .regular }
    /// In bytes; 0 for a device.
    var size: Int { isRegular ? status.size : 0 }
    private let status: FileStatus

    /// - Throws: What is neither a regular file nor a device such as /dev/null.
    init(_ descriptor: Int32, path: String) throws(HistoryError) {
      guard let status = FileStatus(of: descriptor) else { throw .cannotRead(path: path, .last) }
      guard [.regular, .characterDevice].contains(status.kind) else { throw .notAFile(path: path) }
      self.descriptor = descriptor
      self.status = status
    }

    /// Whether the path still leads to this file, and not to a shorter one in its place.
    func isStill(at path: String) -> Bool {
      FileStatus(at: path.pathBytes)?.isSameFile(as: status) ?? false
    }
  }

  /// Opens the file for this session alone; the caller closes it.
  func openToAppend() throws(HistoryError) -> OpenFile {
    for _ in 0..<10 {
      let descriptor = Descriptor.open(
        path.pathBytes,
        [.readingAndWriting, .appending, .creating, .notInherited, .notWaiting, .notControlling],
        mode: 0o600)
      guard descriptor >= 0 else {
        let failure = SystemError.last
        if failure == .isFolder { throw .notAFile(path: path) }
        throw .cannotWrite(path: path, failure)
      }
      lock(descriptor)
      do throws(HistoryError) {
        let file = try OpenFile(descriptor, path: path)
        // Another session replaced the file while this one waited for the lock.
        if file.isStill(at: path) { return file }
      } catch {
        Descriptor.close(descriptor)
        throw error
      }
      Descriptor.close(descriptor)
    }
    throw .cannotWrite(path: path, .stale)
  }

  /// Waits 100 ms at most: a prompt that hangs is worse than an entry out of order, and without
  /// the lock, appending still keeps the lines whole.
  private func lock(_ descriptor: Int32) {
    for _ in 0..<50 {
      if Descriptor.lock(descriptor) || SystemError.last != .wouldWait { return }
      Waiting.pause(microseconds: 2_000)
    }
  }

  /// Makes the file's folder and those above it, for the user alone.
  func makeFolder() throws(HistoryError) {
    if let (folder, failure) = StateFolder.make(for: path) {
      throw .cannotMakeFolder(path: folder, failure)
    }
  }

  /// Whether the next line can start at the end; a session that was killed may have left half
  /// a line.
  func endsInLineFeed(_ file: OpenFile) -> Bool {
    guard file.size > 0 else { return true }
    var last: UInt8 = 0
    let count = Descriptor.read(file.descriptor, into: &last, 1, at: file.size - 1)
    return count != 1 || last == UInt8(ascii: "\n")
  }
}

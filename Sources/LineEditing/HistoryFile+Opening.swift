import Files
import Glibc

extension HistoryFile {
  /// A file as it was found when it was opened.
  struct OpenFile {
    let descriptor: Int32
    let isRegular: Bool
    /// In bytes; 0 for a device.
    let size: Int
    private let device: dev_t
    private let number: ino_t

    /// - Throws: What is neither a regular file nor a device such as /dev/null.
    init(_ descriptor: Int32, path: String) throws(HistoryError) {
      var status = stat()
      guard fstat(descriptor, &status) == 0 else { throw .cannotRead(path: path, .last) }
      let kind = status.st_mode & S_IFMT
      guard kind == S_IFREG || kind == S_IFCHR else { throw .notAFile(path: path) }
      self.descriptor = descriptor
      isRegular = kind == S_IFREG
      size = isRegular ? Int(status.st_size) : 0
      device = status.st_dev
      number = status.st_ino
    }

    /// Whether the path still leads to this file, and not to a shorter one in its place.
    func isStill(at path: String) -> Bool {
      var status = stat()
      return stat(path.cPath, &status) == 0 && status.st_dev == device && status.st_ino == number
    }
  }

  /// Opens the file for this session alone; the caller closes it.
  func openToAppend() throws(HistoryError) -> OpenFile {
    for _ in 0..<10 {
      let flags = O_RDWR | O_APPEND | O_CREAT | O_CLOEXEC | O_NONBLOCK | O_NOCTTY
      let descriptor = open(path.cPath, flags, 0o600)
      guard descriptor >= 0 else {
        let failure = SystemError.last
        if failure.code == EISDIR { throw .notAFile(path: path) }
        throw .cannotWrite(path: path, failure)
      }
      lock(descriptor)
      do throws(HistoryError) {
        let file = try OpenFile(descriptor, path: path)
        // Another session replaced the file while this one waited for the lock.
        if file.isStill(at: path) { return file }
      } catch {
        close(descriptor)
        throw error
      }
      close(descriptor)
    }
    throw .cannotWrite(path: path, SystemError(code: ESTALE))
  }

  /// Waits 100 ms at most: a prompt that hangs is worse than an entry out of order, and without
  /// the lock O_APPEND still keeps the lines whole.
  private func lock(_ descriptor: Int32) {
    for _ in 0..<50 {
      if flock(descriptor, LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK { return }
      usleep(2_000)
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
    return pread(file.descriptor, &last, 1, off_t(file.size - 1)) != 1 || last == UInt8(ascii: "\n")
  }
}

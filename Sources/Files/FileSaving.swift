import CEditLine
import Glibc

/// Writing a file as a whole, so that at every moment its old or its new content is there.
///
/// A new file, and one that belongs to its owner alone, is written under another name and renamed.
/// A file with other names (hard links), or whose owner, mode or attributes could not be kept that
/// way, is rewritten in place, with a copy of its old content beside it until that is done. Nothing
/// is changed if neither is possible.
public struct FileSaving {
  private let path: [UInt8]
  private let bytes: [UInt8]
  private let folder: [UInt8]

  /// Writes a file. What is not a regular file, such as a device or a pipe, is written in place,
  /// and links are followed.
  ///
  /// - Parameter expected: What the file must still be, because the new content was made from that.
  public static func save(
    _ bytes: [UInt8], to path: [UInt8], replacing expected: [UInt8]? = nil
  ) throws(FileError) {
    var status = stat()
    guard stat(path.asCPath, &status) == 0 else {
      guard errno == ENOENT else { throw .last }
      guard expected == nil else { throw .changed }
      let target = try endOfLinks(path)
      return try blockingSignals { () throws(FileError) in
        try FileSaving(target, bytes).create()
      }
    }
    switch status.st_mode & S_IFMT {
    case S_IFREG:
      guard let target = realpath(path.asCPath, nil) else { throw .last }
      defer { free(target) }
      let saving = FileSaving([UInt8](cPath: target), bytes)
      try blockingSignals { () throws(FileError) in try saving.replace(expected) }
    case S_IFDIR: throw .folder
    case _ where expected != nil: throw .notRegular
    default: try writeThrough(path, bytes)
    }
  }

  private init(_ path: [UInt8], _ bytes: [UInt8]) {
    self.path = path
    self.bytes = bytes
    folder = Array(path[..<path.afterLastSlash])
  }

  /// Where links lead if nothing is there yet.
  private static func endOfLinks(_ path: [UInt8]) throws(FileError) -> [UInt8] {
    var path = path
    for _ in 0..<40 {
      var target = [UInt8](repeating: 0, count: Int(PATH_MAX))
      let count = target.withUnsafeMutableBytes { buffer in
        readlink(path.asCPath, buffer.baseAddress!, buffer.count)
      }
      guard count >= 0 else { return path }
      target.removeLast(target.count - count)
      path = target.first == slash ? target : Array(path[..<path.afterLastSlash]) + target
    }
    throw .system(SystemError(code: ELOOP))
  }

  /// A signal that ended the process between two steps would leave a draft behind.
  private static func blockingSignals(
    _ action: () throws(FileError) -> Void
  ) throws(FileError) {
    var all = sigset_t()
    var before = sigset_t()
    sigfillset(&all)
    pthread_sigmask(SIG_BLOCK, &all, &before)
    defer { pthread_sigmask(SIG_SETMASK, &before, nil) }
    try action()
  }

  private static func writeThrough(_ path: [UInt8], _ bytes: [UInt8]) throws(FileError) {
    let descriptor = FileBytes.open(path, O_WRONLY)
    guard descriptor >= 0 else { throw .last }
    let failure = FileBytes.write(bytes, to: descriptor)
    let isClosed = close(descriptor) == 0 || errno == EINTR
    if let failure { throw .system(failure) }
    if !isClosed { throw .last }
  }

  // MARK: Under another name

  private func create() throws(FileError) {
    let draft = try writeDraft(mode: 0o666) { _ in true }
    guard let draft else { return }
    // If somebody has made the file meanwhile, theirs stays.
    if cel_rename_to_new(draft.asCPath, path.asCPath) == 0 { return syncFolder() }
    let error = errno == EEXIST ? FileError.changed : .last
    unlink(draft.asCPath)
    throw error
  }

  private func replace(_ expected: [UInt8]?) throws(FileError) {
    // Opened for writing, so that a protected file stays as it is, although renaming would
    // circumvent that.
    let file = FileBytes.open(path, O_RDWR)
    guard file >= 0 else { throw .last }
    defer { close(file) }
    guard let known = FileVersion(file) else { throw .last }
    let old: [UInt8]
    switch FileBytes.read(from: file) {
    case .success(let bytes): old = bytes
    case .failure(let error): throw error
    }
    if let expected, expected != old { throw .changed }
    if !known.hasOtherNames, try replaceByRenaming(file, known) { return }
    try rewrite(file, known, old)
  }

  /// - Returns: False if renaming fails or would lose owner, mode or attributes; the file is then
  ///   unchanged.
  private func replaceByRenaming(
    _ file: Int32, _ known: FileVersion
  ) throws(FileError) -> Bool {
    let draft = try writeDraft(mode: 0o600) { draft in
      known.giveOwnerAndMode(to: draft) && cel_copy_attributes(file, draft) == 0
    }
    guard let draft else { return false }
    guard FileVersion(at: path) == known else {
      unlink(draft.asCPath)
      throw .changed
    }
    if rename(draft.asCPath, path.asCPath) == 0 {
      syncFolder()
      return true
    }
    let error = SystemError.last
    unlink(draft.asCPath)
    // A file that is mounted by itself, or one of somebody else in a folder such as /tmp.
    if [EBUSY, EXDEV, EPERM, EACCES].contains(error.code) { return false }
    throw .system(error)
  }

  /// Writes the new content beside the file, and down to the disk.
  ///
  /// - Parameter prepare: Makes the draft what the file is; where it cannot there is no draft.
  private func writeDraft(
    mode: mode_t, prepare: (Int32) -> Bool
  ) throws(FileError) -> [UInt8]? {
    var draft: [UInt8] = []
    var descriptor: Int32 = -1
    for number in 0..<100 {
      draft = folder + Array(".bindlab-\(getpid())-\(number)".utf8)
      descriptor = FileBytes.open(draft, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, mode: mode)
      if descriptor >= 0 || errno != EEXIST { break }
    }
    guard descriptor >= 0 else { throw .last }
    let isPrepared = prepare(descriptor)
    let failure = isPrepared ? FileSaving.fill(descriptor, bytes) : nil
    let closing = FileSaving.finish(descriptor)
    guard isPrepared, failure == nil, closing == nil else {
      unlink(draft.asCPath)
      if let error = failure ?? closing { throw .system(error) }
      return nil
    }
    return draft
  }

  /// The new name is on the disk only with the folder.
  private func syncFolder() {
    let descriptor = FileBytes.open(folder.isEmpty ? [point] : folder, O_RDONLY | O_DIRECTORY)
    guard descriptor >= 0 else { return }
    // The file is complete either way, and some file systems cannot do this.
    fsync(descriptor)
    close(descriptor)
  }

  // MARK: In place

  private func rewrite(
    _ file: Int32, _ known: FileVersion, _ old: [UInt8]
  ) throws(FileError) {
    let backup = try writeBackup(old)
    let name = String(decoding: backup, as: UTF8.self)
    func leave(_ error: FileError) -> FileError {
      unlink(backup.asCPath)
      return error
    }
    guard FileVersion(file) == known else { throw leave(.changed) }
    if let error = reserve(file, old.count) { throw leave(.system(error)) }
    if let error = FileSaving.rewrite(file, bytes) {
      guard FileSaving.rewrite(file, old) == nil else {
        throw .halfWritten(backup: name, error)
      }
      throw leave(.system(error))
    }
    if unlink(backup.asCPath) != 0 { throw .backupRemains(path: name, .last) }
  }

  private func writeBackup(_ old: [UInt8]) throws(FileError) -> [UInt8] {
    let backup = path + Array(".bindlab-backup".utf8)
    let name = String(decoding: backup, as: UTF8.self)
    let descriptor = FileBytes.open(backup, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, mode: 0o600)
    guard descriptor >= 0 else {
      throw errno == EEXIST ? .backupExists(path: name) : .noBackup(path: name, .last)
    }
    let failure = FileSaving.fill(descriptor, old)
    let closing = FileSaving.finish(descriptor)
    guard let error = failure ?? closing else { return backup }
    unlink(backup.asCPath)
    throw .noBackup(path: name, error)
  }

  /// A full disk must be noticed before anything is written.
  private func reserve(_ file: Int32, _ size: Int) -> SystemError? {
    guard bytes.count > size else { return nil }
    let result = FileBytes.unbroken { Int(cel_reserve(file, Int64(bytes.count))) }
    // If a file system cannot reserve, the old content is written again if necessary.
    guard result < 0, ![EOPNOTSUPP, ENOSYS, EINVAL].contains(errno) else { return nil }
    return .last
  }

  private static func rewrite(_ file: Int32, _ bytes: [UInt8]) -> SystemError? {
    if let error = FileBytes.overwrite(bytes, in: file) { return error }
    if FileBytes.unbroken({ Int(ftruncate(file, off_t(bytes.count))) }) != 0 { return .last }
    return sync(file)
  }

  // MARK: Steps

  private static func fill(_ descriptor: Int32, _ bytes: [UInt8]) -> SystemError? {
    FileBytes.write(bytes, to: descriptor) ?? sync(descriptor)
  }

  private static func sync(_ descriptor: Int32) -> SystemError? {
    FileBytes.unbroken { Int(fsync(descriptor)) } == 0 ? nil : .last
  }

  /// Linux has closed a descriptor even if a signal came in between.
  private static func finish(_ descriptor: Int32) -> SystemError? {
    close(descriptor) == 0 || errno == EINTR ? nil : .last
  }
}

/// The state of a file at a moment: a write, a rename over it, and a new owner or mode change it.
private struct FileVersion: Equatable {
  private let status: stat

  init?(_ descriptor: Int32) {
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { return nil }
    self.status = status
  }

  init?(at path: [UInt8]) {
    var status = stat()
    guard stat(path.asCPath, &status) == 0 else { return nil }
    self.status = status
  }

  var hasOtherNames: Bool { status.st_nlink > 1 }

  func giveOwnerAndMode(to descriptor: Int32) -> Bool {
    var own = stat()
    guard fstat(descriptor, &own) == 0 else { return false }
    let isTheirs = own.st_uid == status.st_uid && own.st_gid == status.st_gid
    guard isTheirs || fchown(descriptor, status.st_uid, status.st_gid) == 0 else { return false }
    return fchmod(descriptor, status.st_mode & 0o7777) == 0
  }

  static func == (one: FileVersion, other: FileVersion) -> Bool {
    let (one, other) = (one.status, other.status)
    return one.st_dev == other.st_dev && one.st_ino == other.st_ino
      && one.st_size == other.st_size
      && one.st_mtim.tv_sec == other.st_mtim.tv_sec
      && one.st_mtim.tv_nsec == other.st_mtim.tv_nsec
      && one.st_ctim.tv_sec == other.st_ctim.tv_sec
      && one.st_ctim.tv_nsec == other.st_ctim.tv_nsec
  }
}

extension FileError {
  /// The failure of the previous call.
  fileprivate static var last: FileError { .system(.last) }
}

extension [UInt8] {
  init(cPath: UnsafePointer<CChar>) {
    self = UnsafeBufferPointer(start: cPath, count: strlen(cPath)).map(UInt8.init(bitPattern:))
  }

  package var afterLastSlash: Int { (lastIndex(of: slash) ?? -1) + 1 }
}

private let slash = UInt8(ascii: "/")
private let point = UInt8(ascii: ".")

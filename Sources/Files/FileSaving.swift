import Platform

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
    guard let status = FileStatus(at: path) else {
      guard SystemError.last == .notFound else { throw .last }
      guard expected == nil else { throw .changed }
      let target = try endOfLinks(path)
      // A signal that ended the process between two steps would leave a draft behind.
      return try Signal.blocking { () throws(FileError) in
        try FileSaving(target, bytes).create()
      }
    }
    switch status.kind {
    case .regular:
      guard let target = FileSystem.resolved(path) else { throw .last }
      let saving = FileSaving(target, bytes)
      try Signal.blocking { () throws(FileError) in try saving.replace(expected) }
    case .folder: throw .folder
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
      guard let target = FileSystem.target(ofLink: path) else { return path }
      path = target.first == slash ? target : Array(path[..<path.afterLastSlash]) + target
    }
    throw .system(.tooManyLinks)
  }

  private static func writeThrough(_ path: [UInt8], _ bytes: [UInt8]) throws(FileError) {
    let descriptor = FileBytes.open(path, .writing)
    guard descriptor >= 0 else { throw .last }
    let failure = FileBytes.write(bytes, to: descriptor)
    let isClosed = Descriptor.close(descriptor) || SystemError.last == .interrupted
    if let failure { throw .system(failure) }
    if !isClosed { throw .last }
  }

  // MARK: Under another name

  private func create() throws(FileError) {
    let draft = try writeDraft(mode: 0o666) { _ in true }
    guard let draft else { return }
    // If somebody has made the file meanwhile, theirs stays.
    if FileSystem.rename(draft, toNew: path) { return syncFolder() }
    let error = SystemError.last == .alreadyExists ? FileError.changed : .last
    FileSystem.remove(file: draft)
    throw error
  }

  private func replace(_ expected: [UInt8]?) throws(FileError) {
    // Opened for writing, so that a protected file stays as it is, although renaming would
    // circumvent that.
    let file = FileBytes.open(path, .readingAndWriting)
    guard file >= 0 else { throw .last }
    defer { Descriptor.close(file) }
    guard let known = FileStatus(of: file) else { throw .last }
    let old: [UInt8]
    switch FileBytes.read(from: file) {
    case .success(let bytes): old = bytes
    case .failure(let error): throw error
    }
    if let expected, expected != old { throw .changed }
    if known.nameCount <= 1, try replaceByRenaming(file, known) { return }
    try rewrite(file, known, old)
  }

  /// - Returns: False if renaming fails or would lose owner, mode or attributes; the file is then
  ///   unchanged.
  private func replaceByRenaming(
    _ file: Int32, _ known: FileStatus
  ) throws(FileError) -> Bool {
    let draft = try writeDraft(mode: 0o600) { draft in
      known.giveOwnerAndMode(to: draft) && FileSystem.copyAttributes(from: file, to: draft)
    }
    guard let draft else { return false }
    guard FileStatus(at: path)?.isSameVersion(as: known) == true else {
      FileSystem.remove(file: draft)
      throw .changed
    }
    if FileSystem.rename(draft, to: path) {
      syncFolder()
      return true
    }
    let error = SystemError.last
    FileSystem.remove(file: draft)
    // A file that is mounted by itself, or one of somebody else in a folder such as /tmp.
    let needsRewriting: [SystemError] = [
      .busy, .otherFileSystem, .notPermitted, .accessDenied,
    ]
    if needsRewriting.contains(error) { return false }
    throw .system(error)
  }

  /// Writes the new content beside the file, and down to the disk.
  ///
  /// - Parameter prepare: Makes the draft what the file is; where it cannot there is no draft.
  private func writeDraft(
    mode: UInt32, prepare: (Int32) -> Bool
  ) throws(FileError) -> [UInt8]? {
    var draft: [UInt8] = []
    var descriptor: Int32 = -1
    for number in 0..<100 {
      draft = folder + Array(".bindlab-\(Process.number)-\(number)".utf8)
      descriptor = FileBytes.open(draft, FileSaving.newFile, mode: mode)
      if descriptor >= 0 || SystemError.last != .alreadyExists { break }
    }
    guard descriptor >= 0 else { throw .last }
    let isPrepared = prepare(descriptor)
    let failure = isPrepared ? FileSaving.fill(descriptor, bytes) : nil
    let closing = FileSaving.finish(descriptor)
    guard isPrepared, failure == nil, closing == nil else {
      FileSystem.remove(file: draft)
      if let error = failure ?? closing { throw .system(error) }
      return nil
    }
    return draft
  }

  /// The new name is on the disk only with the folder.
  private func syncFolder() {
    let descriptor = FileBytes.open(
      folder.isEmpty ? [point] : folder, [.reading, .onlyFolder])
    guard descriptor >= 0 else { return }
    // The file is complete either way, and some file systems cannot do this.
    Descriptor.synchronize(descriptor)
    Descriptor.close(descriptor)
  }

  // MARK: In place

  private func rewrite(
    _ file: Int32, _ known: FileStatus, _ old: [UInt8]
  ) throws(FileError) {
    let backup = try writeBackup(old)
    let name = String(decoding: backup, as: UTF8.self)
    func leave(_ error: FileError) -> FileError {
      FileSystem.remove(file: backup)
      return error
    }
    guard FileStatus(of: file)?.isSameVersion(as: known) == true else { throw leave(.changed) }
    if let error = reserve(file, old.count) { throw leave(.system(error)) }
    if let error = FileSaving.rewrite(file, bytes) {
      guard FileSaving.rewrite(file, old) == nil else {
        throw .halfWritten(backup: name, error)
      }
      throw leave(.system(error))
    }
    if !FileSystem.remove(file: backup) { throw .backupRemains(path: name, .last) }
  }

  private func writeBackup(_ old: [UInt8]) throws(FileError) -> [UInt8] {
    let backup = path + Array(".bindlab-backup".utf8)
    let name = String(decoding: backup, as: UTF8.self)
    let descriptor = FileBytes.open(backup, FileSaving.newFile, mode: 0o600)
    guard descriptor >= 0 else {
      throw SystemError.last == .alreadyExists
        ? .backupExists(path: name) : .noBackup(path: name, .last)
    }
    let failure = FileSaving.fill(descriptor, old)
    let closing = FileSaving.finish(descriptor)
    guard let error = failure ?? closing else { return backup }
    FileSystem.remove(file: backup)
    throw .noBackup(path: name, error)
  }

  /// A full disk must be noticed before anything is written.
  private func reserve(_ file: Int32, _ size: Int) -> SystemError? {
    guard bytes.count > size else { return nil }
    let isReserved = FileSaving.unbroken { FileSystem.reserve(bytes.count, for: file) }
    // If a file system cannot reserve, the old content is written again if necessary.
    let cannot: [SystemError] = [.notSupported, .notImplemented, .invalid]
    guard !isReserved, !cannot.contains(.last) else { return nil }
    return .last
  }

  private static func rewrite(_ file: Int32, _ bytes: [UInt8]) -> SystemError? {
    if let error = FileBytes.overwrite(bytes, in: file) { return error }
    guard unbroken({ Descriptor.truncate(file, to: bytes.count) }) else { return .last }
    return sync(file)
  }

  // MARK: Steps

  private static let newFile: Descriptor.Options = [
    .writing, .creating, .onlyNew, .notFollowingLinks,
  ]

  private static func unbroken(_ call: () -> Bool) -> Bool {
    FileBytes.unbroken { call() ? 0 : -1 } == 0
  }

  private static func fill(_ descriptor: Int32, _ bytes: [UInt8]) -> SystemError? {
    FileBytes.write(bytes, to: descriptor) ?? sync(descriptor)
  }

  private static func sync(_ descriptor: Int32) -> SystemError? {
    unbroken { Descriptor.synchronize(descriptor) } ? nil : .last
  }

  /// Linux has closed a descriptor even if a signal came in between.
  private static func finish(_ descriptor: Int32) -> SystemError? {
    Descriptor.close(descriptor) || SystemError.last == .interrupted ? nil : .last
  }
}

extension FileStatus {
  fileprivate func giveOwnerAndMode(to descriptor: Int32) -> Bool {
    guard let own = FileStatus(of: descriptor) else { return false }
    let isTheirs = own.owner == owner && own.group == group
    guard isTheirs || Descriptor.setOwner(descriptor, owner, group: group) else { return false }
    return Descriptor.setMode(descriptor, mode)
  }
}

extension FileError {
  /// The failure of the previous call.
  fileprivate static var last: FileError { .system(.last) }
}

extension [UInt8] {
  package var afterLastSlash: Int { (lastIndex(of: slash) ?? -1) + 1 }
}

private let slash = UInt8(ascii: "/")
private let point = UInt8(ascii: ".")

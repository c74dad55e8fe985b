import Files
import Platform

/// The file behind a ``History``: one line an entry, shared between sessions.
struct HistoryFile {
  let path: String

  /// More than this is never read, whatever the file has grown to.
  private static let maximumSize = 8 << 20

  /// The newest entries, oldest first; shortens a file that has more than `limit` of them.
  func load(limit: Int) throws(HistoryError) -> [String] {
    let all = try read()
    guard all.count > limit else { return all }
    shorten(to: limit)
    return Array(all.suffix(limit))
  }

  /// Adds an entry at the end, whatever other sessions add at the same time.
  func append(_ entry: String) throws(HistoryError) {
    try makeFolder()
    let file = try openToAppend()
    defer { Descriptor.close(file.descriptor) }
    var bytes = Array((HistoryEntry.encoded(entry) + "\n").utf8)
    if !endsInLineFeed(file) { bytes.insert(UInt8(ascii: "\n"), at: 0) }
    guard let failure = FileBytes.write(bytes, to: file.descriptor) else { return }
    // Half a line would swallow the next entry.
    if file.isRegular { Descriptor.truncate(file.descriptor, to: file.size) }
    throw .cannotWrite(path: path, failure)
  }

  private func read() throws(HistoryError) -> [String] {
    // Otherwise opening a pipe would wait for a writer.
    let descriptor = Descriptor.open(
      path.pathBytes, [.reading, .notInherited, .notWaiting, .notControlling])
    guard descriptor >= 0 else {
      let failure = SystemError.last
      if failure == .notFound { return [] }
      throw .cannotRead(path: path, failure)
    }
    defer { Descriptor.close(descriptor) }
    let file = try OpenFile(descriptor, path: path)
    // Some link their histories to /dev/null, to have none.
    guard file.isRegular else { return [] }
    // Statements can hold secrets; an older file may be readable by all.
    Descriptor.setMode(descriptor, 0o600)

    let offset = max(0, file.size - Self.maximumSize)
    Descriptor.seek(descriptor, to: offset)
    switch FileBytes.read(from: descriptor) {
    case .success(let bytes): return entries(of: bytes, startsInsideLine: offset > 0)
    case .failure(.system(let failure)): throw .cannotRead(path: path, failure)
    case .failure: throw .notAFile(path: path)
    }
  }

  private func entries(of bytes: [UInt8], startsInsideLine: Bool) -> [String] {
    var lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: true)[...]
    if startsInsideLine { lines = lines.dropFirst() }
    var entries: [String] = []
    entries.reserveCapacity(lines.count)
    for line in lines {
      // A line that is not text is damaged; the rest can still be used.
      guard let text = String(validating: line, as: UTF8.self) else { continue }
      let entry = HistoryEntry.decoded(text)
      if entry != entries.last { entries.append(entry) }
    }
    return entries
  }

  /// Failures are passed over: the file is only longer than it need be, and `append` will say
  /// what is wrong with it.
  private func shorten(to limit: Int) {
    guard let file = try? openToAppend() else { return }
    defer { Descriptor.close(file.descriptor) }
    // Read again: another session may have added to it, or shortened it, before the lock.
    guard file.isRegular, let all = try? read(), all.count > limit else { return }
    let text = all.suffix(limit).map { HistoryEntry.encoded($0) + "\n" }.joined()
    try? FileSaving.save(Array(text.utf8), to: Array(path.utf8))
  }
}

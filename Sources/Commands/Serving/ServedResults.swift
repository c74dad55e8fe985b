import Files
import Invocation
import Platform

/// The results of runs, in a folder that is gone when the server ends.
final class ServedResults {
  private var folder: String?
  private var names: Set<String> = []
  private let host: StandardHost

  init(_ host: StandardHost) { self.host = host }

  /// Keeps a result, and gives the path of its file; nil if it cannot be written.
  func keep(_ name: String, _ text: String) -> String? {
    guard let folder = folder ?? made() else { return nil }
    self.folder = folder
    let path = folder + "/" + name
    guard host.save(path: path, text: text) == nil else { return nil }
    names.insert(name)
    return path
  }

  private func made() -> String? {
    let pattern = (Environment["TMPDIR"] ?? "/tmp") + "/bindlab-XXXXXX"
    return FileSystem.makeTemporaryFolder(pattern.pathBytes).map { String(pathBytes: $0) }
  }

  deinit {
    guard let folder else { return }
    for name in names { FileSystem.remove(file: (folder + "/" + name).pathBytes) }
    FileSystem.remove(emptyFolder: folder.pathBytes)
  }
}

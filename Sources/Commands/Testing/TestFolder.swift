import Files
import Invocation
import Platform
import ScriptTesting
import Text

/// The folder of one run, in which each test has a folder for the files that it writes.
struct TestFolder {
  private let path: String

  /// If it cannot be made, a test that writes fails.
  init() {
    let pattern = (Environment["TMPDIR"] ?? "/tmp") + "/bindlab-test-XXXXXX"
    let folder = FileSystem.makeTemporaryFolder(pattern.pathBytes)
    path = folder.map { String(pathBytes: $0) } ?? pattern
  }

  /// Where a test writes.
  ///
  /// - Parameter name: The path of the test.
  func files(of name: String) -> TestFiles {
    let parts = name.split(separator: "/").filter { $0 != "." }.map { $0 == ".." ? "above" : $0 }
    return TestFiles(
      folder: path + "/" + parts.joined(separator: "/"), makeFolders: RunFiles.makeFolders(above:),
      exists: { FileSystem.exists($0.pathBytes) })
  }

  /// Whether nothing was written; then it is gone.
  private var isEmpty: Bool { FileSystem.remove(emptyFolder: path.pathBytes) }

  /// Removes everything, or says where it is.
  func finish(keeping isKept: Bool, _ host: StandardHost) {
    if isEmpty { return }
    guard isKept else { return TestFolder.remove(path.pathBytes) }
    host.report("bindlab: the files that the tests wrote are in '\(path.visible())'\n")
  }

  static func remove(_ path: [UInt8]) {
    guard let status = FileStatus(ofLink: path) else { return }
    guard status.kind == .folder else {
      FileSystem.remove(file: path)
      return
    }
    // All names first: removing one could shift those that are not yet read.
    let names = OpenFolder(path)?.map(\.name) ?? []
    for name in names { remove(path + [UInt8(ascii: "/")] + name) }
    FileSystem.remove(emptyFolder: path)
  }
}

import Files
import Glibc
import Invocation
import ScriptTesting
import Text

/// The folder of one run, in which each test has a folder for the files that it writes.
struct TestFolder {
  private let path: String

  /// If it cannot be made, a test that writes fails.
  init() {
    var template = ((Environment["TMPDIR"] ?? "/tmp") + "/bindlab-test-XXXXXX").cPath
    _ = mkdtemp(&template)
    path = String(cPath: template)
  }

  /// Where a test writes.
  ///
  /// - Parameter name: The path of the test.
  func files(of name: String) -> TestFiles {
    let parts = name.split(separator: "/").filter { $0 != "." }.map { $0 == ".." ? "above" : $0 }
    return TestFiles(
      folder: path + "/" + parts.joined(separator: "/"), makeFolders: RunFiles.makeFolders(above:),
      exists: { access($0.cPath, F_OK) == 0 })
  }

  /// Whether nothing was written; then it is gone.
  private var isEmpty: Bool { rmdir(path.cPath) == 0 }

  /// Removes everything, or says where it is.
  func finish(keeping isKept: Bool, _ host: StandardHost) {
    if isEmpty { return }
    guard isKept else { return TestFolder.remove(path.pathBytes) }
    host.report("bindlab: the files that the tests wrote are in '\(path.visible())'\n")
  }

  static func remove(_ path: [UInt8]) {
    var status = stat()
    guard lstat(path.asCPath, &status) == 0 else { return }
    guard status.st_mode & S_IFMT == S_IFDIR else {
      unlink(path.asCPath)
      return
    }
    if let stream = opendir(path.asCPath) {
      var names: [[UInt8]] = []
      while let record = readdir(stream) {
        let name = withUnsafeBytes(of: &record.pointee.d_name) { Array($0.prefix { $0 != 0 }) }
        if name != [UInt8(ascii: ".")], name != Array("..".utf8) { names.append(name) }
      }
      closedir(stream)
      for name in names { remove(path + [UInt8(ascii: "/")] + name) }
    }
    rmdir(path.asCPath)
  }
}

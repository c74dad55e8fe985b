import Foundation

/// A folder for one test, gone after it.
public final class TemporaryFolder {
  public let path: String

  public init() {
    var template = Array((NSTemporaryDirectory() + "/bindlab-XXXXXX").utf8CString)
    path = String(cString: mkdtemp(&template))
  }

  deinit {
    chmod(path, 0o700)
    try? FileManager.default.removeItem(atPath: path)
  }
}

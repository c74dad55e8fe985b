import Language
import Syntax

/// The files of the server: the texts that a client is editing, and otherwise those on the disk.
final class DocumentHost: SessionHost {
  private let disk: any SessionHost
  var documents: [String: OpenDocument] = [:]
  /// Texts that are tried in place of others.
  var trials: [String: [UInt8]] = [:]
  /// The paths that were read since this was last emptied.
  var readPaths: Set<String> = []

  init(disk: any SessionHost) { self.disk = disk }

  func read(path: String) -> Result<[UInt8], SessionFileError> {
    let path = DocumentHost.plain(path)
    readPaths.insert(path)
    if let trial = trials[path] { return .success(trial) }
    if let document = document(at: path) { return .success(document.file.bytes) }
    return disk.read(path: path)
  }

  /// The text that is open under a path.
  func document(at path: String) -> OpenDocument? {
    documents.values.first { $0.path == path }
  }

  /// A path without `.` and `..`: one file has one name.
  static func plain(_ path: String) -> String {
    guard path.hasPrefix("/") else { return path }
    var parts: [Substring] = []
    for part in path.split(separator: "/") where part != "." {
      if part == ".." { _ = parts.popLast() } else { parts.append(part) }
    }
    return "/" + parts.joined(separator: "/")
  }

  func write(_ text: String) {}
  func trace(_ lines: String) {}
  func report(_ diagnostic: Diagnostic) {}
  func save(path: String, text: String) -> SessionFileError? {
    SessionFileError("the server writes no files")
  }
}

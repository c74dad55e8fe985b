import Language
import Syntax

/// The files of the server: the texts that a client is editing, and otherwise those on the disk.
final class DocumentHost: SessionHost {
  private let disk: any SessionHost
  var documents: [String: OpenDocument] = [:] {
    didSet {
      uris = Dictionary(
        documents.values.map { (identity(of: $0.path), $0.uri) },
        uniquingKeysWith: { min($0, $1) })
    }
  }
  /// The open documents by their identities.
  private var uris: [String: String] = [:]
  /// What is the same for all names of a file: a link and its target are one file.
  private let identify: (String) -> String
  private var identities: [String: String] = [:]
  /// Texts that are tried in place of others, by the identities of their files.
  var trials: [String: [UInt8]] = [:]
  /// The paths that were read since this was last emptied.
  var readPaths: Set<String> = []

  init(disk: any SessionHost, identify: @escaping (String) -> String) {
    (self.disk, self.identify) = (disk, identify)
  }

  func read(path: String) -> Result<[UInt8], SessionFileError> {
    let path = path.asPlainPath
    readPaths.insert(path)
    if !trials.isEmpty, let trial = trials[identity(of: path)] { return .success(trial) }
    if let document = document(at: path) { return .success(document.file.bytes) }
    return disk.read(path: path)
  }

  /// The text that is open under a path, or under another name of the same file.
  func document(at path: String) -> OpenDocument? {
    uris[identity(of: path)].flatMap { documents[$0] }
  }

  /// What all names of one file have in common.
  func identity(of path: String) -> String {
    if let known = identities[path] { return known }
    let found = identify(path.asPlainPath)
    identities[path] = found
    return found
  }

  /// Links may have changed.
  func forgetIdentities() { identities = [:] }

  func write(_ text: String) {}
  func trace(_ lines: String) {}
  func report(_ diagnostic: Diagnostic) {}
  func save(path: String, text: String) -> SessionFileError? {
    SessionFileError("the server writes no files")
  }
}

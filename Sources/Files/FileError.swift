import Basics
import Platform

/// Why a file cannot be read or written.
public enum FileError: Error, Equatable, Sendable {
  case system(SystemError)
  case folder
  /// It has more bytes than the process may hold.
  case tooLarge(ProcessMemory.Refusal)
  /// A device or a pipe, which has no content to be replaced.
  case notRegular
  /// Somebody else has written it since it was read.
  case changed
  /// The file would have to be rewritten in place, and the backup copy cannot be made.
  case noBackup(path: String, SystemError)
  /// A backup copy exists already: an earlier run was interrupted.
  case backupExists(path: String)
  /// The file is half written; the copy has its previous content.
  case halfWritten(backup: String, SystemError)
  /// The file is written, but the backup copy could not be removed.
  case backupRemains(path: String, SystemError)
}

extension FileError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .system(let error): "\(error)"
    case .folder: "it is a folder"
    case .tooLarge(let refusal): "it needs \(refusal)"
    case .notRegular: "it is not a regular file"
    case .changed: "it has changed since it was read; nothing was written"
    case .noBackup(let path, let error):
      "it can only be rewritten in place, and its backup '\(path)' cannot be made: \(error)"
    case .backupExists(let path):
      "its backup '\(path)' from an interrupted run exists; compare the two and remove the backup"
    case .halfWritten(let backup, let error):
      "\(error); its previous content is in '\(backup)'"
    case .backupRemains(let path, let error): "cannot remove its backup '\(path)': \(error)"
    }
  }
}

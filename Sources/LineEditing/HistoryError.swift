import Files
import Platform

/// Why a history is kept in memory only.
public enum HistoryError: Error, Equatable, Sendable {
  /// A folder on the way to the file can't be made.
  case cannotMakeFolder(path: String, SystemError)

  /// The file is there, and can't be read.
  case cannotRead(path: String, SystemError)

  /// The file can't be made or written to, or the disk is full.
  case cannotWrite(path: String, SystemError)

  /// There is a folder, a pipe or the like in the file's place.
  case notAFile(path: String)
}

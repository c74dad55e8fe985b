extension HistoryError: CustomStringConvertible {
  /// One line for a person: what failed, why, and what follows from it.
  public var description: String { "\(problem); the history is not saved" }

  private var problem: String {
    switch self {
    case .cannotMakeFolder(let path, let reason): "can't make the folder '\(path)': \(reason)"
    case .cannotRead(let path, let reason): "can't read the history file '\(path)': \(reason)"
    case .cannotWrite(let path, let reason): "can't write the history file '\(path)': \(reason)"
    case .notAFile(let path): "the history file '\(path)' is not a regular file"
    }
  }
}

/// The statements of this session and of those before it, oldest first.
///
/// Each entry is in the file before ``add(_:)`` returns, so that a crash loses nothing and two
/// sessions at once keep the entries of both. The first failure is returned, and from then on
/// the history lives in memory only.
public final class History {
  /// How many entries are kept unless one says otherwise.
  public static let usualLimit = 5_000

  /// The entries, oldest first; no two that are equal follow each other.
  public private(set) var entries: [String] = []

  /// How many entries are kept.
  let limit: Int
  private var file: HistoryFile?

  /// A history that is empty until ``load()``.
  ///
  /// - Parameters:
  ///   - path: Where it is kept; nil for in memory only.
  ///   - limit: How many entries are kept.
  public init(path: String?, limit: Int = History.usualLimit) {
    file = path.map(HistoryFile.init(path:))
    self.limit = limit
  }

  /// The place that the XDG base directory specification says: see ``StateFolder``.
  ///
  /// - Parameter environment: The environment's variables.
  /// - Returns: Nil when there is no folder for it.
  public static func path(in environment: [String: String]) -> String? {
    StateFolder.path(of: "history", in: environment)
  }

  /// Takes the entries of the sessions before; a file that is not there yet has none.
  ///
  /// - Returns: What went wrong, if something did.
  @discardableResult
  public func load() -> HistoryError? {
    trying { file throws(HistoryError) in
      entries = try file.load(limit: limit)
    }
  }

  /// Keeps an entry, in the file too.
  ///
  /// Nothing is kept of a blank entry, or of one that is equal to the one before.
  ///
  /// - Returns: What went wrong with the file, the first time that something does.
  @discardableResult
  public func add(_ entry: String) -> HistoryError? {
    guard !entry.allSatisfy(\.isWhitespace), entry != entries.last else { return nil }
    entries.append(entry)
    if entries.count > limit { entries.removeFirst(entries.count - limit) }
    return trying { file throws(HistoryError) in
      try file.append(entry)
    }
  }

  private func trying(
    _ action: (HistoryFile) throws(HistoryError) -> Void
  ) -> HistoryError? {
    guard let file else { return nil }
    do {
      try action(file)
      return nil
    } catch {
      self.file = nil
      return error
    }
  }
}

/// Where a session's lines come from: a person at a terminal, a pipe or a file.
public protocol LineReader: AnyObject {
  /// Waits for the next line.
  ///
  /// - Parameter prompt: What to show before the line. A reader that talks to no person ignores it.
  /// - Returns: The line without its end, or why there is none. After
  ///   ``LineInput/endOfInput`` and ``LineInput/failed(_:)`` no line follows; after the other
  ///   cases reading can go on.
  func readLine(prompt: String) -> LineInput

  /// Waits for the next line, of which the beginning is typed already. A reader that talks to no person
  /// ignores that, too.
  func readLine(prompt: String, beginning: String) -> LineInput

  /// Whether the next line has been read already, so that ``readLine(prompt:)`` does not wait for it.
  var hasLine: Bool { get }

  /// Whether a prompt can have lines above its last one that are removed from the screen when the line
  /// is complete, so that what stands there is always just above the prompt.
  var keepsHeads: Bool { get }

  /// Keeps a statement, which may have several lines, for recall and search.
  ///
  /// - Returns: What went wrong with the history file, the first time that something does.
  @discardableResult
  func remember(_ entry: String) -> HistoryError?
}

extension LineReader {
  public var hasLine: Bool { false }

  public var keepsHeads: Bool { false }

  public func readLine(prompt: String, beginning: String) -> LineInput { readLine(prompt: prompt) }

  /// Keeps nothing: only a reader for a person has a history.
  @discardableResult
  public func remember(_ entry: String) -> HistoryError? { nil }
}

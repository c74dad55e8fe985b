import Syntax

/// What a session needs from the world around it.
public protocol SessionHost: AnyObject {
  /// Writes output as it is: what a script prints, and what has been made fit to be shown.
  func write(_ text: String)
  /// Shows lines of the trace, each with its end, which have been made fit to be shown.
  func trace(_ lines: String)
  /// Reports an error or a warning.
  func report(_ diagnostic: Diagnostic)
  /// The contents of a file, or why it cannot be read, in words.
  func read(path: String) -> Result<[UInt8], SessionFileError>
  /// Writes a file, or says why not, in words.
  func save(path: String, text: String) -> SessionFileError?
  /// Lays a graph out that is written in the language of Graphviz.
  ///
  /// - Returns: The picture as SVG, or why there is none, in words.
  func layout(_ dot: String) -> Result<String, SessionFileError>
  /// Whether somebody is there who types.
  var isInteractive: Bool { get }
  /// What is typed where a turn is stopped; nil at the end of input, and where nobody types.
  func nextLine(prompt: String) -> String?
}

extension SessionHost {
  /// Shows whole lines for people: answers, tables, the text of lessons.
  package func say(_ lines: String) { write(lines.visible(.lines)) }

  public func layout(_ dot: String) -> Result<String, SessionFileError> {
    .failure(SessionFileError("pictures cannot be laid out here"))
  }
  public var isInteractive: Bool { false }
  public func nextLine(prompt: String) -> String? { nil }
}

/// Why a file cannot be read or written.
public struct SessionFileError: Error {
  public var message: String
  public init(_ message: String) { self.message = message }
}

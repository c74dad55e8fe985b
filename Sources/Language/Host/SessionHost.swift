import Syntax
import Text

/// What a session needs from the world around it.
public protocol SessionHost: AnyObject {
  /// Writes output as it is: what a script prints, and text that is safe to show.
  func write(_ text: String)
  /// Shows the value of what was typed.
  ///
  /// - Parameters:
  ///   - line: The value as people see it, with its end.
  ///   - json: Makes the value that programs read.
  func show(value line: String, _ json: () -> String)
  /// Shows the graph, with its end.
  func show(graph text: String, as format: GraphFormat)
  /// Shows lines of the trace, each with its end; their text is safe to show.
  func trace(_ lines: String)
  /// Reports an error or a warning.
  func report(_ diagnostic: Diagnostic)
  /// The contents of a file, or in words why it cannot be read.
  func read(path: String) -> Result<[UInt8], SessionFileError>
  /// Writes a file; returns in words why it cannot be written.
  func save(path: String, text: String) -> SessionFileError?
  /// Lays out a graph that is written in DOT, the language of Graphviz.
  ///
  /// - Returns: The picture as SVG, or in words why there is none.
  func layout(_ dot: String) -> Result<String, SessionFileError>
  /// Help on something outside of the language: an option of the command line, or a message that is
  /// not from this session.
  func help(on words: String) -> String?
  /// The words outside of the language that have help, such as options.
  var helpWords: [String] { get }
  /// Whether a person types the statements.
  var isInteractive: Bool { get }
  /// The next line typed while a turn is stopped; nil at the end of input, or if nobody types.
  func nextLine(prompt: String) -> String?
}

extension SessionHost {
  /// Shows whole lines for people: answers, tables, the text of lessons.
  package func say(_ lines: String) { write(lines.visible(.lines)) }

  /// Shows a line for people, or several, in the colours of a theme.
  package func say(_ text: StyledText, in theme: Theme) {
    write(text.visible(.lines).painted(theme) + "\n")
  }

  public func show(value line: String, _ json: () -> String) { write(line) }
  public func show(graph text: String, as format: GraphFormat) { write(text) }

  public func layout(_ dot: String) -> Result<String, SessionFileError> {
    .failure(SessionFileError("pictures cannot be laid out here"))
  }
  public func help(on words: String) -> String? { nil }
  public var helpWords: [String] { [] }
  public var isInteractive: Bool { false }
  public func nextLine(prompt: String) -> String? { nil }
}

/// Why a file cannot be read or written.
public struct SessionFileError: Error {
  public var message: String
  /// Whether the user ended the waiting for it, which is no mistake of the statement.
  public var isInterruption = false
  public init(_ message: String) { self.message = message }

  /// The user ended the waiting.
  public static var interrupted: SessionFileError {
    var error = SessionFileError("interrupted")
    error.isInterruption = true
    return error
  }
}

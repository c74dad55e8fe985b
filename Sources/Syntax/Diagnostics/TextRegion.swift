/// A span of a file in lines and columns, for other programs.
public struct TextRegion: Sendable {
  /// What a column counts. Columns begin with 1.
  public enum Columns: Sendable {
    /// Characters as people see them (grapheme clusters), as everywhere in messages.
    case characters
    /// Unicode scalars, as most other programs count.
    case scalars
  }

  public let line: Int
  public let column: Int
  public let endLine: Int
  /// The column after the last one.
  public let endColumn: Int

  /// - Complexity: O(*n*) in the length of the lines in which the span begins and ends, the first time
  ///   for a file also in the length of the file.
  public init(_ span: SourceSpan, of file: SourceFile, in columns: Columns = .characters) {
    (line, column) = CodeFrame.position(of: span.start, in: file, columns)
    (endLine, endColumn) = CodeFrame.position(of: span.end, in: file, columns)
  }
}

import Files

/// What came of waiting for a line.
public enum LineInput: Equatable, Sendable {
  /// A line without its line feed, or carriage return and line feed.
  ///
  /// It has line feeds inside when a person recalled an entry of several lines.
  case line(String)

  /// The end of the file or pipe, or Ctrl-D on an empty line.
  case endOfInput

  /// Ctrl-C: what was typed of the line is dropped.
  case interrupted

  /// A line that is not a text; the next one can be read.
  case invalid(InvalidLine)

  /// A line with more bytes than the reader takes; the next one can be read.
  case tooLong

  /// The system refused to read, or the line is longer than there is memory.
  case failed(FileError)
}

extension LineInput {
  /// A line when the bytes are text.
  ///
  /// - Complexity: O(*n*).
  init(bytes: ArraySlice<UInt8>) {
    if !bytes.contains(0), let text = String(validating: bytes, as: UTF8.self) {
      self = .line(text)
    } else {
      self = .invalid(InvalidLine(bytes: bytes))
    }
  }
}

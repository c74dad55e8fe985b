/// A prompt as libedit wants it.
struct Prompt {
  /// Encloses what the terminal takes as a command and does not show.
  static let literalMark: Unicode.Scalar = "\u{1}"

  /// The lines above the last one, with their escape sequences and ends. libedit does not know of
  /// them: it takes a line end for a character.
  let head: String

  /// The lines above the last one, without the escape sequences.
  let visibleHead: String

  /// The last line, without the escape sequences.
  let visibleText: String

  /// The last line, with the escape sequences enclosed in marks.
  let markedText: String

  /// libedit draws an escape sequence with the character after it, so the last character of a
  /// prompt must be one that is seen, such as a space.
  init(_ text: String) {
    let end = text.unicodeScalars.lastIndex(of: "\n")
    let start = end.map { text.unicodeScalars.index(after: $0) } ?? text.startIndex
    head = String(text[..<start])
    visibleHead = Self.parts(of: text[..<start]).visible
    (visibleText, markedText) = Self.parts(of: text[start...])
  }

  private static func parts(of text: Substring) -> (visible: String, marked: String) {
    var visible = String.UnicodeScalarView()
    var marked = String.UnicodeScalarView()
    var rest = text.unicodeScalars
    while let scalar = rest.first {
      guard endOfEscapeSequence(startingAt: rest) != nil else {
        rest.removeFirst()
        visible.append(scalar)
        marked.append(scalar)
        continue
      }
      marked.append(literalMark)
      // Sequences in a row are one literal: two would lose the first one.
      while let end = endOfEscapeSequence(startingAt: rest) {
        marked.append(contentsOf: rest[..<end])
        rest = rest[end...]
      }
      marked.append(literalMark)
    }
    return (String(visible), String(marked))
  }

  /// Nil unless the text starts with ESC `[`, parameters and a final letter, which is all that
  /// colours need.
  private static func endOfEscapeSequence(
    startingAt text: Substring.UnicodeScalarView
  ) -> String.Index? {
    guard text.starts(with: ["\u{1B}", "["]) else { return nil }
    let parameters = text.dropFirst(2)
    guard let end = parameters.firstIndex(where: { ("@"..."~").contains($0) }) else { return nil }
    return text.index(after: end)
  }
}

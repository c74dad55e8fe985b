/// A prompt as libedit wants it.
struct Prompt {
  /// Encloses what the terminal takes as a command and does not show.
  static let literalMark: Unicode.Scalar = "\u{1}"

  /// Without the escape sequences.
  let visibleText: String

  /// With the escape sequences enclosed in marks.
  let markedText: String

  /// libedit draws an escape sequence with the character after it, so the last character of a
  /// prompt must be one that is seen, such as a space.
  init(_ text: String) {
    var visible = String.UnicodeScalarView()
    var marked = String.UnicodeScalarView()
    var rest = Substring(text).unicodeScalars
    while let scalar = rest.first {
      guard Self.endOfEscapeSequence(startingAt: rest) != nil else {
        rest.removeFirst()
        visible.append(scalar)
        marked.append(scalar)
        continue
      }
      marked.append(Self.literalMark)
      // Sequences in a row are one literal: two would lose the first one.
      while let end = Self.endOfEscapeSequence(startingAt: rest) {
        marked.append(contentsOf: rest[..<end])
        rest = rest[end...]
      }
      marked.append(Self.literalMark)
    }
    visibleText = String(visible)
    markedText = String(marked)
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

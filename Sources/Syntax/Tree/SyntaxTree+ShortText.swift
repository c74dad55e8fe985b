extension SyntaxTree {
  /// A part of the text, with a blank instead of each comment.
  private func withoutComments(_ part: Range<Int>) -> [UInt8] {
    var kept = Array(file.bytes[part])
    file.visitTokens(in: part) { comments, _ in
      for position in comments.joined() { kept[position - part.lowerBound] = UInt8(ascii: " ") }
    }
    return kept
  }

  /// A node's text.
  package func sourceText(of node: NodeID) -> String {
    let span = self[node].span
    return String(decoding: file.bytes[Int(span.start)..<Int(span.end)], as: UTF8.self)
  }

  /// A node's text on one line, without comments, cut if it is longer than `limit`.
  package func shortText(of node: NodeID, limit: Int, isASCII: Bool) -> String {
    let span = self[node].span
    let end = min(span.end, span.start + UInt32(min(4 * limit + 100, 100_000)))
    var text = ""
    var isBlank = false
    let bytes = withoutComments(Int(span.start)..<Int(end))
    for character in String(decoding: bytes, as: UTF8.self) {
      if character.isWhitespace {
        isBlank = true
        continue
      }
      if isBlank, !text.isEmpty { text += " " }
      isBlank = false
      text.append(character)
    }
    if text.count > limit || end < span.end {
      return String(text.prefix(limit - 1)) + (isASCII ? "..." : "…")
    }
    return text
  }
}

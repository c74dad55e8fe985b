extension SyntaxTree {
  /// The text without `//` comments, of which each ends with its line.
  private static func withoutComments(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
    let (slash, quote, newline) = (UInt8(ascii: "/"), UInt8(ascii: "\""), UInt8(ascii: "\n"))
    var kept: [UInt8] = []
    var isInString = false
    var isInComment = false
    var previous: UInt8 = 0
    for (position, byte) in zip(bytes.indices, bytes) {
      if byte == newline { (isInComment, isInString) = (false, false) }
      if byte == quote, previous != UInt8(ascii: "\\"), !isInComment { isInString.toggle() }
      if !isInString, byte == slash, bytes.indices.contains(position + 1),
        bytes[position + 1] == slash
      {
        isInComment = true
      }
      if !isInComment { kept.append(byte) }
      previous = byte
    }
    return kept
  }

  /// A node's text on one line, without comments, cut where it is longer than `limit`.
  package func shortText(of node: NodeID, limit: Int, isASCII: Bool) -> String {
    let span = self[node].span
    let end = min(span.end, span.start + UInt32(min(4 * limit + 100, 100_000)))
    var text = ""
    var isBlank = false
    let bytes = SyntaxTree.withoutComments(file.bytes[Int(span.start)..<Int(end)])
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

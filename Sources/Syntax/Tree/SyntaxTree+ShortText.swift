extension SyntaxTree {
  /// A part of the text, with a blank instead of each comment, and a `;` instead of a line end that
  /// separates statements.
  private func withoutComments(_ part: Range<Int>) -> [UInt8] {
    var kept = Array(file.bytes[part])
    var last = part.lowerBound..<part.lowerBound
    var brackets: [UInt8] = []
    file.visitTokens(in: part) { comments, token in
      for position in comments.joined() { kept[position - part.lowerBound] = UInt8(ascii: " ") }
      let gap = file.bytes[last.upperBound..<token.lowerBound]
      if !last.isEmpty, !token.isEmpty, gap.contains(10),
        brackets.last == nil || brackets.last == UInt8(ascii: "{"),
        SyntaxTree.separates(file.bytes[last], from: file.bytes[token.lowerBound])
      {
        kept[last.upperBound - part.lowerBound] = UInt8(ascii: ";")
      }
      last = token
      switch token.isEmpty ? 0 : file.bytes[token.lowerBound] {
      case UInt8(ascii: "{"), UInt8(ascii: "("), UInt8(ascii: "["):
        brackets.append(file.bytes[token.lowerBound])
      case UInt8(ascii: "}"), UInt8(ascii: ")"), UInt8(ascii: "]"): _ = brackets.popLast()
      default: break
      }
    }
    return kept
  }

  /// Whether a statement ends with one token and the next begins with a byte of the next line.
  private static func separates(_ last: ArraySlice<UInt8>, from next: UInt8) -> Bool {
    let closing: [UInt8] = Array("}])".utf8)
    let goesOn = next == UInt8(ascii: ";") || next == UInt8(ascii: "|")
    guard !goesOn, !closing.contains(next), let end = last.last else { return false }
    return !Array("{([,;=+-*/%<>&|?:.!~".utf8).contains(end)
  }

  /// The ends of a binding as 'rebind' takes them.
  package func ends(of binding: BindingSyntax) -> String {
    "\(sourceText(of: binding.left)), \(sourceText(of: binding.right))"
  }

  /// A node's text.
  package func sourceText(of node: NodeID) -> String { sourceText(self[node].span) }

  package func sourceText(_ span: SourceSpan) -> String {
    String(decoding: file.bytes[span.range], as: UTF8.self)
  }

  /// Whether a part of the text is on one line, with single blanks and without what could be a comment,
  /// so that nothing in it has to be examined closely.
  private func isShort(_ part: Range<Int>) -> Bool {
    file.bytes.withUnsafeBufferPointer { bytes in
      var isBlank = true
      for byte in bytes[part] {
        if byte < 0x20 || byte >= 0x7F || byte == UInt8(ascii: "/") { return false }
        if byte == UInt8(ascii: " "), isBlank { return false }
        isBlank = byte == UInt8(ascii: " ")
      }
      return !isBlank
    }
  }

  /// A node's text on one line, without comments, cut if it is longer than `limit`.
  package func shortText(of node: NodeID, limit: Int, isASCII: Bool) -> String {
    let span = self[node].span
    let end = min(span.end, span.start + UInt32(min(4 * limit + 100, 100_000)))
    if span.end - span.start <= limit, isShort(Int(span.start)..<Int(span.end)) {
      return sourceText(of: node)
    }
    var text = ""
    var isBlank = false
    let bytes = withoutComments(Int(span.start)..<Int(end))
    for character in String(decoding: bytes, as: UTF8.self) {
      if character.isWhitespace {
        isBlank = true
        continue
      }
      // A line may end at a bracket, where no blank belongs.
      let isAtBracket = text.last.map { "([".contains($0) } ?? true || ")]".contains(character)
      if isBlank, !isAtBracket { text += " " }
      isBlank = false
      text.append(character)
    }
    if text.count > limit || end < span.end {
      return String(text.prefix(limit - 1)) + (isASCII ? "..." : "…")
    }
    return text
  }
}

// Statements on several lines, as other languages break them in brackets.
extension ForeignStatement {
  /// A line with those before and after it that its parentheses and square brackets join to it.
  static func joined(_ line: Range<Int>, of bytes: [UInt8], longest: Int) -> Range<Int> {
    var lines = line
    // Brackets that were opened before, or that a comma says are open.
    while lines.lowerBound > 0, lines.count <= longest,
      unopened(bytes[lines]) || goesOn(before: lines.lowerBound, in: bytes)
    {
      var start = lines.lowerBound - 1
      while start > 0, bytes[start - 1] != 10 { start -= 1 }
      lines = start..<lines.upperBound
    }
    if unopened(bytes[lines]) { return line }
    var isOpen = unclosed(bytes[lines])
    while isOpen, lines.upperBound < bytes.count, lines.count <= longest {
      var end = lines.upperBound + 1
      while end < bytes.count, bytes[end] != 10 { end += 1 }
      lines = lines.lowerBound..<end
      isOpen = unclosed(bytes[lines])
    }
    return isOpen ? line : lines
  }

  /// Whether the line before ends with a comma or an opening bracket.
  private static func goesOn(before start: Int, in bytes: [UInt8]) -> Bool {
    var end = start - 1
    while end > 0, [32, 9, 13].contains(bytes[end - 1]) { end -= 1 }
    return end > 0 && Array(",([".utf8).contains(bytes[end - 1])
  }

  private static func unopened(_ bytes: ArraySlice<UInt8>) -> Bool { balance(of: bytes).lowest < 0 }

  private static func unclosed(_ bytes: ArraySlice<UInt8>) -> Bool { balance(of: bytes).last > 0 }

  /// How many `(` and `[` are open at the end, and at the place with the fewest.
  private static func balance(of bytes: ArraySlice<UInt8>) -> (last: Int, lowest: Int) {
    var open = 0
    var lowest = 0
    for line in bytes.split(separator: 10) {
      for token in ForeignText(String(decoding: line, as: UTF8.self)).tokens {
        if token.text == "(" || token.text == "[" { open += 1 }
        if token.text == ")" || token.text == "]" { open -= 1 }
        lowest = min(lowest, open)
      }
    }
    return (open, lowest)
  }

  /// Several lines as one, without comments and without a `;` at the end.
  static func joinedText(of bytes: ArraySlice<UInt8>) -> String {
    var text = ""
    var open: [String] = []
    var previous = ""
    for line in bytes.split(separator: 10) {
      let line = ForeignText(String(decoding: line, as: UTF8.self))
      guard let first = line.tokens.first?.text else { continue }
      if !text.isEmpty {
        let isOver = (open.last ?? "{") == "{" && !continues(previous, first)
        text += isOver ? "; " : " "
      }
      text += line.text(of: line.tokens.indices)
      for token in line.tokens {
        if token.isOpener { open.append(token.text) }
        if token.isCloser { _ = open.popLast() }
        previous = token.text
      }
    }
    return withoutEnd(text)
  }

  /// A text without the `;` and blanks at its end.
  static func withoutEnd(_ text: String) -> String {
    var text = text
    while let last = text.last, last == ";" || last == " " { text.removeLast() }
    return text
  }

  /// Whether a line goes on in the next one, by the last token of the first and the first of the second.
  private static func continues(_ last: String, _ first: String) -> Bool {
    [";", "{", ",", ":", "|"].contains(last) || ["}", ")", "]", ",", ":", "."].contains(first)
  }
}

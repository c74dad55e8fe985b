import Names

/// The statement of a text that a mistake is in: on one line, or on those that its brackets join.
struct ForeignStatement {
  let text: String
  let span: SourceSpan
  let surroundings: Surroundings
  /// Whether the text is what stands there, byte for byte.
  let isOneLine: Bool

  /// - Parameters:
  ///   - longest: How long the statement may be, in bytes.
  ///   - joinsTypes: Whether a class of Swift on several lines is one statement.
  init?(in bytes: [UInt8], at offset: Int, longest: Int, joinsTypes: Bool = false) {
    let offset = min(offset, bytes.count)
    guard var lines = ForeignStatement.line(of: bytes, at: offset, longest: longest * 4) else {
      return nil
    }
    let start = lines.lowerBound
    var longest = longest
    let type = joinsTypes ? ForeignStatement.swiftType(around: lines, of: bytes) : nil
    if let declaration = type ?? ForeignStatement.declaration(in: lines, of: bytes) {
      lines = declaration
      longest = ForeignStatement.longestDeclaration
    } else if let chain = ForeignStatement.chain(around: lines, of: bytes) {
      lines = chain
      longest = ForeignStatement.longestDeclaration
    } else {
      lines = ForeignStatement.joined(lines, of: bytes, longest: longest * 2)
    }
    isOneLine = start == lines.lowerBound && !bytes[lines].contains(10)
    guard isOneLine else {
      text = ForeignStatement.joinedText(of: bytes[lines])
      guard !text.isEmpty, text.utf8.count <= longest else { return nil }
      span = SourceSpan(lines)
      surroundings = Surroundings(before: lines.lowerBound, in: bytes)
      return
    }
    let line = ForeignText(String(decoding: bytes[lines], as: UTF8.self))
    // Bytes that are not UTF-8 would move all places behind them.
    guard line.bytes.count == lines.count else { return nil }
    let range = ForeignStatement.tokens(of: line, at: offset - start)
    guard !range.isEmpty else { return nil }
    text = line.text(of: range)
    guard text.utf8.count <= longest else { return nil }
    span = SourceSpan(
      (start + line.tokens[range.lowerBound].range.lowerBound)..<(start
        + line.tokens[range.upperBound - 1].range.upperBound))
    surroundings = Surroundings(before: start, in: bytes)
  }

  /// The line around an offset; nil if it is too long.
  private static func line(of bytes: [UInt8], at offset: Int, longest: Int) -> Range<Int>? {
    var start = offset
    while start > 0, bytes[start - 1] != 10, offset - start <= longest { start -= 1 }
    var end = offset
    while end < bytes.count, bytes[end] != 10, end - offset <= longest { end += 1 }
    return offset - start <= longest && end - offset <= longest ? start..<end : nil
  }

  /// The tokens of the statement at an offset: those between the `;` outside all brackets.
  private static func tokens(of line: ForeignText, at offset: Int) -> Range<Int> {
    var open = 0
    var start = 0
    // `for i = 0; i < 3; i++ { }`
    var isInHeadOfLoop = false
    for (index, token) in line.tokens.enumerated() {
      if index == start { isInHeadOfLoop = token.text == "for" }
      if token.text == "{" { isInHeadOfLoop = false }
      if token.isOpener { open += 1 }
      if token.isCloser { open = max(0, open - 1) }
      guard token.text == ";", open == 0, !isInHeadOfLoop else { continue }
      if offset <= token.range.lowerBound { return start..<index }
      start = index + 1
    }
    return start..<line.tokens.count
  }
}

extension ForeignStatement {
  /// What the braces around a line belong to.
  struct Surroundings {
    /// The first word of the statement whose braces are around the line; nil outside all braces.
    let head: String?

    /// - Parameter head: The first word of the statement whose braces are around a text.
    init(head: String) { self.head = head }

    /// - Parameter start: Where the line begins. Only the text shortly before it is read.
    init(before start: Int, in bytes: [UInt8]) {
      var index = start
      var closed = 0
      let farthest = max(0, start - 4000)
      while index > farthest {
        index -= 1
        if bytes[index] == UInt8(ascii: "}") { closed += 1 }
        guard bytes[index] == UInt8(ascii: "{") else { continue }
        if closed == 0 {
          var lineStart = index
          while lineStart > farthest, bytes[lineStart - 1] != 10 { lineStart -= 1 }
          let line = ForeignText(String(decoding: bytes[lineStart...index], as: UTF8.self))
          head = Surroundings.head(of: line, before: line.tokens.count - 1)
          return
        }
        closed -= 1
      }
      head = nil
    }

    /// The word that says what a `{` belongs to.
    private static func head(of line: ForeignText, before brace: Int) -> String {
      guard brace > 0 else { return "" }
      if brace > 1, line.tokens[brace - 2].text == "new" { return "new" }
      var start = brace
      var open = 0
      while start > 0 {
        let token = line.tokens[start - 1]
        if token.isCloser { open += 1 }
        if token.isOpener { open -= 1 }
        if open < 0 || (open == 0 && token.isBreak) { break }
        start -= 1
      }
      return start < brace ? line.tokens[start].text : ""
    }

    private static let bodies: Set<String> = [
      "class", "object", "extend", "new", "struct", "extension", "data", "final", "public",
      "record",
      "interface", "export", "open",
    ]

    /// Where each token is: directly in a body, or among statements.
    func places(of text: ForeignText) -> [RewritingRule.Place?] {
      var places: [RewritingRule.Place?] = []
      let first = head.map { Surroundings.place(in: $0) } ?? .statement
      var open: [RewritingRule.Place?] = [first]
      for (index, token) in text.tokens.enumerated() {
        if token.isCloser, open.count > 1 { open.removeLast() }
        places.append(open.last ?? nil)
        if token.text == "{" {
          open.append(Surroundings.place(in: Surroundings.head(of: text, before: index)))
        } else if token.isOpener {
          open.append(nil)
        }
      }
      return places
    }

    private static func place(in head: String) -> RewritingRule.Place? {
      if bodies.contains(head) || head.first?.isUppercase == true { return .body }
      return ["enum", "protocol", "transformer", "switch"].contains(head) ? nil : .statement
    }

    /// Whether the syntax of a line is right here.
    func accept(_ line: String) -> Bool {
      let foreign = ForeignText(line)
      var open: [String] = []
      var isElse = false
      for token in foreign.tokens {
        if token.isOpener { open.append(token.text) }
        guard token.isCloser else { continue }
        if open.isEmpty { isElse = true }
        _ = open.popLast()
      }
      guard !open.contains("("), !open.contains("[") else { return false }
      // Outside of all braces nothing can be closed.
      if isElse, head == nil { return false }
      let closed =
        (isElse ? "if true {\n" : "") + line + String(repeating: "\n}", count: open.count)
      return wrapped(closed).contains { Parser.accepts($0) }
    }

    /// A whole script for a line: its braces around it, or those of which the start is not known.
    private func wrapped(_ line: String) -> [String] {
      let block = "action q() { while true {\n\(line)\n} }"
      guard let head else { return [line] }
      switch head {
      case "enum", "protocol", "transformer": return ["\(head) Q {\n\(line)\n}"]
      case "switch": return ["switch q {\n\(line)\n}"]
      case _ where Surroundings.place(in: head) == .body: return ["class Q {\n\(line)\n}"]
      default: return [block, "transformer Q { forward {\n\(line)\n} }"]
      }
    }
  }
}

extension Parser {
  /// Whether a script has no error of syntax.
  static func accepts(_ script: String) -> Bool {
    let file = SourceFile(name: "", text: script)
    let result = parseAsItIs(file, names: NameTable(), isInteractive: false)
    return !result.isIncomplete && result.diagnostics.allSatisfy { $0.severity != .error }
  }
}

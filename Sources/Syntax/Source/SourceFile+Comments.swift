extension SourceFile {
  /// Visits the tokens in a part of the text, each with the comments before it. A string is one token,
  /// and the comments after the last token come with an empty one.
  ///
  /// - Complexity: O(*n*) in the length of the part.
  package func visitTokens(
    in part: Range<Int>? = nil,
    _ visit: (_ comments: [Range<Int>], _ token: Range<Int>) -> Void
  ) {
    ByteClass.table.withUnsafeBufferPointer { classes in
      bytes.withUnsafeBufferPointer { bytes in
        var lexer = Lexer(bytes: bytes, classes: classes, part: self.part)
        if let part {
          lexer.position = part.lowerBound
          lexer.end = part.upperBound
        }
        while true {
          let gapStart = lexer.position
          let token = lexer.next()
          let start = Int(token.start)
          if token.kind != .end, bytes[start] == UInt8(ascii: "\"") {
            lexer.position = lexer.endOfString(from: start)
          }
          let gap = Gap(lexer, gapStart..<start)
          let comments = gap.compactMap { item in
            if case .comment(let range) = item { range } else { nil }
          }
          visit(comments, start..<lexer.position)
          if token.kind == .end { return }
        }
      }
    }
  }
}

// Statements on several lines, as other languages break them in brackets.
extension ForeignStatement {
  /// The longest text that is a class or method of Objective-C, in bytes.
  static let longestDeclaration = 4_000

  /// A class or method of Objective-C that begins in a line, with what follows it directly up to the last
  /// `@end`; nil if none begins there or its end is too far away.
  static func declaration(in line: Range<Int>, of bytes: [UInt8]) -> Range<Int>? {
    let first = bytes[line].drop { $0 == 32 || $0 == 9 }.first
    guard first.map({ Array("@-+[t_".utf8).contains($0) }) == true,
      ForeignText(String(decoding: bytes[line], as: UTF8.self)).isOpenObjectiveC
    else { return nil }
    var end = line.upperBound
    while end < bytes.count, end - line.lowerBound <= longestDeclaration {
      end += 1
      while end < bytes.count, bytes[end] != 10 { end += 1 }
      let text = joinedText(of: bytes[line.lowerBound..<end])
      if !ForeignText(text).isOpenObjectiveC {
        return goesOn(after: end, in: bytes, within: line.lowerBound + longestDeclaration)
          .map { line.lowerBound..<$0 } ?? line.lowerBound..<end
      }
    }
    return nil
  }

  /// A class of Swift around a line; nil if the line is in none, or if a member is not of Swift.
  static func swiftType(around line: Range<Int>, of bytes: [UInt8]) -> Range<Int>? {
    var lines = Lines(line, of: bytes)
    func isHead() -> Bool {
      let end = bytes[lines.range].firstIndex(of: 10) ?? lines.range.upperBound
      let first = ForeignText(String(decoding: bytes[lines.range.lowerBound..<end], as: UTF8.self))
      return SwiftTypeTranslation.isHead(first)
    }
    while !isHead() || lines.brackets.lowest < 0 {
      guard lines.takeOneBefore(in: bytes) else { return nil }
    }
    while lines.brackets.open > 0 {
      guard lines.takeOneBehind(in: bytes) else { return nil }
    }
    // Where all brackets are closed before the line, it is behind the class.
    guard lines.brackets.open == 0, lines.range != line else { return nil }
    let text = ForeignText(joinedText(of: bytes[lines.range]))
    return SwiftTypeTranslation(text) == nil ? nil : lines.range
  }

  /// Where the last of the classes ends that follow one without anything else between.
  private static func goesOn(after start: Int, in bytes: [UInt8], within limit: Int) -> Int? {
    var end = start
    var last: Int?
    var isInside = false
    while end < bytes.count, end <= limit {
      let lineStart = end + 1
      end += 1
      while end < bytes.count, bytes[end] != 10 { end += 1 }
      guard lineStart < end else { continue }
      let line = ForeignText(String(decoding: bytes[lineStart..<end], as: UTF8.self))
      guard let first = line.tokens.first?.text else { continue }
      if ForeignText.containers.contains(first) {
        isInside = true
      } else if first == "@end" {
        isInside = false
        last = end
      } else if !isInside, first != "#" {
        break
      }
    }
    return last
  }

  /// A chain of calls on several lines, of which all but the first begin with a dot, or with a closure on
  /// several lines; nil if a line is in none. Comments and empty lines may stand between them.
  static func chain(around line: Range<Int>, of bytes: [UInt8]) -> Range<Int>? {
    var lines = Lines(line, of: bytes)
    var isInComment = false
    while lines.brackets.lowest < 0
      || goesOnBefore(lines.range.lowerBound, in: bytes, &isInComment),
      lines.takeOneBefore(in: bytes)
    {}
    while true {
      let count =
        lines.brackets.open > 0 ? 1 : linesToDot(behind: lines.range.upperBound, in: bytes)
      guard count > 0, (0..<count).allSatisfy({ _ in lines.takeOneBehind(in: bytes) }) else {
        break
      }
    }
    let isOpen = lines.brackets.open != 0 || lines.brackets.lowest < 0
    guard lines.range != line, !isOpen, lines.range.count <= longestDeclaration else { return nil }
    let text = ForeignText(joinedText(of: bytes[lines.range]))
    let isWhole =
      ChainTranslation.isIn(text) || ObservationTranslation(text) != nil
      || ViewTranslation(text) != nil
    return isWhole ? lines.range : nil
  }

  /// What a line of a chain begins with, outside of comments.
  private enum Beginning { case dot, nothing, other }

  /// - Parameter isInComment: Whether a comment on several lines is open at the beginning of the line.
  private static func beginning(of line: ArraySlice<UInt8>, isInComment: Bool) -> Beginning {
    var rest = line
    if isInComment {
      guard let end = rest.firstRange(of: [0x2A, 0x2F]) else { return .nothing }
      rest = rest[end.upperBound...]
    }
    while true {
      rest = rest.drop { $0 == 32 || $0 == 9 || $0 == 13 }
      if rest.starts(with: [0x2F, 0x2F]) || rest.isEmpty { return .nothing }
      guard rest.starts(with: [0x2F, 0x2A]) else { return rest.first == 0x2E ? .dot : .other }
      guard let end = rest.dropFirst(2).firstRange(of: [0x2A, 0x2F]) else { return .nothing }
      rest = rest[end.upperBound...]
    }
  }

  /// Whether the line at an offset goes on with the one before it.
  private static func goesOnBefore(
    _ start: Int, in bytes: [UInt8], _ isInComment: inout Bool
  ) -> Bool {
    let line = bytes[start...].prefix { $0 != 10 }
    let opens = line.firstRange(of: [0x2F, 0x2A])?.lowerBound ?? line.endIndex
    if let closes = line.firstRange(of: [0x2A, 0x2F])?.lowerBound, closes < opens {
      isInComment = true
      return true
    }
    if isInComment {
      isInComment = opens == line.endIndex
      if isInComment { return true }
    }
    return beginning(of: line, isInComment: false) != .other
  }

  /// How many lines without code there may be in a chain, one after the other.
  private static let mostEmptyLines = 20

  /// How many lines there are to the next one of a chain, with that one; 0 if none follows the line that
  /// ends at an offset.
  private static func linesToDot(behind end: Int, in bytes: [UInt8]) -> Int {
    var start = end + 1
    var isInComment = false
    for count in 1...mostEmptyLines where start < bytes.count {
      let line = bytes[start...].prefix { $0 != 10 }
      let beginning = beginning(of: line, isInComment: isInComment)
      if beginning != .nothing { return beginning == .dot ? count : 0 }
      let closes = line.firstRange(of: [0x2A, 0x2F])?.lowerBound
      if let opens = line.firstRange(of: [0x2F, 0x2A])?.lowerBound {
        isInComment = closes.map { $0 < opens } ?? true
      } else if closes != nil {
        isInComment = false
      }
      start = line.endIndex + 1
    }
    return 0
  }

  /// Some lines, with the brackets in them; it takes one more before or behind them, but not too many.
  private struct Lines {
    private(set) var range: Range<Int>
    private(set) var brackets: Brackets
    private var count = 1

    /// The most lines.
    private static let most = 150

    init(_ line: Range<Int>, of bytes: [UInt8]) {
      range = line
      brackets = Brackets(bytes[line])
    }

    private var mayGrow: Bool {
      range.count <= ForeignStatement.longestDeclaration && count < Lines.most
    }

    /// - Returns: Whether there is one, and it may be taken.
    mutating func takeOneBefore(in bytes: [UInt8]) -> Bool {
      guard range.lowerBound > 0, mayGrow else { return false }
      let end = range.lowerBound - 1
      var start = end
      while start > 0, bytes[start - 1] != 10 { start -= 1 }
      range = start..<range.upperBound
      brackets = Brackets(bytes[start..<end]).followed(by: brackets)
      count += 1
      return true
    }

    /// - Returns: Whether there is one, and it may be taken.
    mutating func takeOneBehind(in bytes: [UInt8]) -> Bool {
      guard range.upperBound < bytes.count, mayGrow else { return false }
      let start = range.upperBound + 1
      var end = start
      while end < bytes.count, bytes[end] != 10 { end += 1 }
      range = range.lowerBound..<end
      brackets = brackets.followed(by: Brackets(bytes[start..<end]))
      count += 1
      return true
    }
  }

  /// How many brackets are open at the end of some lines, and at the place with the fewest.
  private struct Brackets {
    var open = 0
    var lowest = 0

    init(_ bytes: ArraySlice<UInt8>, withBraces: Bool = true) {
      for line in bytes.split(separator: 10) {
        for token in ForeignText(String(decoding: line, as: UTF8.self)).tokens
        where withBraces || (token.text != "{" && token.text != "}") {
          if token.isOpener { open += 1 }
          if token.isCloser { open -= 1 }
          lowest = min(lowest, open)
        }
      }
    }

    func followed(by other: Brackets) -> Brackets {
      var both = self
      both.open += other.open
      both.lowest = min(lowest, open + other.lowest)
      return both
    }
  }

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

  private static func unopened(_ bytes: ArraySlice<UInt8>) -> Bool {
    Brackets(bytes, withBraces: false).lowest < 0
  }

  private static func unclosed(_ bytes: ArraySlice<UInt8>) -> Bool {
    Brackets(bytes, withBraces: false).open > 0
  }

  /// Several lines as one, without comments and without a `;` at the end.
  static func joinedText(of bytes: ArraySlice<UInt8>) -> String {
    let bytes = withoutComments(bytes)
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

  /// Text without what is between `/*` and `*/` on several lines.
  private static func withoutComments(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    var rest = bytes
    var kept: [UInt8] = []
    while let start = rest.firstRange(of: [0x2F, 0x2A]),
      let end = rest[start.upperBound...].firstRange(of: [0x2A, 0x2F])
    {
      kept += rest[..<start.lowerBound]
      rest = rest[end.upperBound...]
    }
    return kept.isEmpty ? rest : (kept + rest)[...]
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

extension ArraySlice<UInt8> {
  /// Where two bytes first stand one after the other.
  fileprivate func firstRange(of pair: [UInt8]) -> Range<Int>? {
    indices.dropLast().first { self[$0] == pair[0] && self[$0 + 1] == pair[1] }.map { $0..<$0 + 2 }
  }
}

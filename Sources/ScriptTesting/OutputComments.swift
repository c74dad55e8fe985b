import Syntax
import Text

/// The `// => output` comments of a script: the expected output of its statements.
struct OutputComments {
  /// Comments that form one expected output: one line of output each.
  struct Group {
    /// The line on which the statements with this output end, from 0.
    var statementLine: Int
    /// The bytes of each comment, from `//` to the end of its line.
    var comments: [Range<Int>]
    var expected: [String]
    /// Statements at top level that end on the line, by their index.
    var statements: Range<Int>
  }

  /// A comment that belongs to no statement.
  struct Stray {
    var range: Range<Int>
    /// Whether it is between the beginning and the end of a statement.
    var isInside: Bool
  }

  private(set) var groups: [Group] = []
  private(set) var strays: [Stray] = []
  let lines: TextLines

  /// Finds the comments of a script that can be parsed.
  ///
  /// - Complexity: O(*n*) in the length of the script.
  init(of tree: SyntaxTree) {
    lines = TextLines(tree.file.bytes)
    let spans = tree.statements.map { tree[$0].span }
    var next = 0
    for comment in OutputComments.find(in: tree) {
      let line = lines.line(of: comment.lowerBound)
      let isAlone = lines.bytes[lines.start(line)..<comment.lowerBound].allSatisfy {
        $0 == 32 || $0 == 9
      }
      // The statements before the comment are those before `next`.
      while next < spans.count, spans[next].end <= UInt32(comment.lowerBound) { next += 1 }
      if next < spans.count, spans[next].start < UInt32(comment.lowerBound) {
        strays.append(Stray(range: comment, isInside: true))
        continue
      }
      if isAlone, let last = groups.last?.comments.last,
        lines.line(of: last.lowerBound) + 1 == line
      {
        groups[groups.count - 1].add(comment, text(of: comment))
        continue
      }
      let lastLine = next > 0 ? lines.line(of: Int(spans[next - 1].end) - 1) : -1
      guard next > 0, lastLine == line || isAlone && lastLine == line - 1 else {
        strays.append(Stray(range: comment, isInside: false))
        continue
      }
      var first = next - 1
      while first > 0, lines.line(of: Int(spans[first - 1].end) - 1) == lastLine { first -= 1 }
      var group = Group(
        statementLine: lastLine, comments: [], expected: [], statements: first..<next)
      group.add(comment, text(of: comment))
      groups.append(group)
    }
  }

  /// The text of a comment after its arrow and one blank.
  private func text(of comment: Range<Int>) -> String {
    let text = lines.bytes[comment].drop { $0 != UInt8(ascii: ">") }.dropFirst()
    return String(decoding: text.first == 32 ? text.dropFirst() : text, as: UTF8.self)
  }

  /// The comments that begin with `// =>`, outside of strings and of other comments.
  private static func find(in tree: SyntaxTree) -> [Range<Int>] {
    let bytes = tree.file.bytes
    // Most scripts have none, and then nothing else is checked.
    guard hasArrow(bytes) else { return [] }
    var strings: [SourceSpan] = []
    for node in tree.nodes.dropFirst() {
      guard node.kind == .stringLiteral || node.kind == .interpolation else { continue }
      strings.append(node.span)
    }
    strings.sort { $0.start == $1.start ? $0.end > $1.end : $0.start < $1.start }
    var found: [Range<Int>] = []
    var nextString = 0
    var position = 0
    while position < bytes.count {
      while nextString < strings.count, Int(strings[nextString].start) < position {
        nextString += 1
      }
      if nextString < strings.count, Int(strings[nextString].start) == position {
        position = max(position + 1, Int(strings[nextString].end))
        continue
      }
      guard bytes[position] == UInt8(ascii: "/"), position + 1 < bytes.count else {
        position += 1
        continue
      }
      switch bytes[position + 1] {
      case UInt8(ascii: "/"):
        var end = position
        while end < bytes.count, bytes[end] != UInt8(ascii: "\n") { end += 1 }
        let text = bytes[position + 2..<end].drop { $0 == 32 || $0 == 9 }
        if text.starts(with: [UInt8(ascii: "="), UInt8(ascii: ">")]) {
          let isWindows = bytes[end - 1] == UInt8(ascii: "\r")
          found.append(position..<(isWindows ? end - 1 : end))
        }
        position = end
      case UInt8(ascii: "*"):
        position += 2
        while position + 1 < bytes.count,
          bytes[position] != UInt8(ascii: "*") || bytes[position + 1] != UInt8(ascii: "/")
        { position += 1 }
        position += 2
      default: position += 1
      }
    }
    return found
  }

  private static func hasArrow(_ bytes: [UInt8]) -> Bool {
    bytes.withUnsafeBufferPointer { bytes in
      var previous: UInt8 = 0
      for byte in bytes {
        if byte == UInt8(ascii: ">"), previous == UInt8(ascii: "=") { return true }
        previous = byte
      }
      return false
    }
  }

  // MARK: Writing

  /// Makes `output` the expectation of a group.
  func edits(showing output: [String], in group: Group) -> [TextEdit] {
    let output = output.isEmpty ? [""] : output
    let first = group.comments[0]
    var text = comment(output[0])
    // Further lines are added after existing ones, or otherwise below the first.
    let line = lines.line(of: (group.comments.dropFirst().first ?? first).lowerBound)
    let start = lines.start(line)
    let before = lines.text(start..<(group.comments.dropFirst().first ?? first).lowerBound)
    let indentation =
      before.allSatisfy { $0 == " " || $0 == "\t" }
      ? before : String(repeating: " ", count: before.displayWidth)
    let lineEnd = lines.lineEnd(lines.line(of: first.lowerBound))
    for line in output.dropFirst() { text += lineEnd + indentation + comment(line) }
    return [TextEdit(range: first.lowerBound..<group.comments.last!.upperBound, text: text)]
  }

  private func comment(_ line: String) -> String { line.isEmpty ? "// =>" : "// => " + line }
}

extension OutputComments.Group {
  fileprivate mutating func add(_ comment: Range<Int>, _ text: String) {
    comments.append(comment)
    expected.append(text)
  }
}

import Syntax
import Text

/// What a comment says about a test: `// skip: why` or `// known failure: why`.
///
/// In a script and in a block of a transcript it comes before the first statement. In a comment before
/// the first block of a Markdown file, `<!-- skip: why -->`, it is about the whole file.
package struct TestMark: Equatable {
  /// The raw values go through a pipe.
  package enum Kind: UInt8, CaseIterable {
    case skipped = 1
    case knownFailure

    var words: String {
      switch self {
      case .skipped: "skip"
      case .knownFailure: "known failure"
      }
    }
  }

  package var kind: Kind
  package var reason: String
  /// The line of the comment, from 1, in the text that was searched.
  package var line: Int

  package init(_ kind: Kind, _ reason: String, line: Int = 0) {
    self.kind = kind
    self.reason = reason
    self.line = line
  }

  /// The mark of a script.
  ///
  /// - Complexity: O(*n*) in the length of the script.
  static func find(inScript file: SourceFile) -> TestMark? {
    // Most scripts have none, and then nothing is read twice.
    let first = file.bytes.firstIndex { $0 == UInt8(ascii: ":") }
    guard first != nil else { return nil }
    var comments: [Range<Int>]?
    file.visitTokens { found, _ in comments = comments ?? found }
    let lines = TextLines(file.bytes)
    for comment in comments ?? [] {
      let text = lines.text(comment)
      guard text.hasPrefix("//") else { continue }
      if let mark = read(text.dropFirst(2), line: lines.line(of: comment.lowerBound)) {
        return mark
      }
    }
    return nil
  }

  /// The mark of a whole Markdown file.
  static func find(inMarkdown bytes: [UInt8]) -> TestMark? {
    let lines = TextLines(bytes)
    let end = FencedBlocks.find(in: lines).first?.line ?? lines.count
    for line in 0..<end {
      let text = lines.text(lines.range(line)).trimmed
      guard text.hasPrefix("<!--"), text.hasSuffix("-->") else { continue }
      if let mark = read(text.dropFirst(4).dropLast(3), line: line) { return mark }
    }
    return nil
  }

  private static func read(_ comment: Substring, line: Int) -> TestMark? {
    let text = String(comment).trimmed
    for kind in Kind.allCases where text.hasPrefix(kind.words + ":") {
      return TestMark(kind, String(text.dropFirst(kind.words.count + 1)).trimmed, line: line + 1)
    }
    return nil
  }
}

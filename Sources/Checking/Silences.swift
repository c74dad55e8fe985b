import Language
import Syntax

/// The comments of one file that silence findings: `// allow B045` after a statement or on a line
/// before it, and `// allow B045 in this file`.
struct Silences {
  /// One code in such a comment.
  private struct Entry {
    /// nil if there is no such code.
    var code: FindingCode?
    /// The code as it is written.
    var span: SourceSpan
    var comment: Int
    /// The line whose findings it silences, from 0; nil for all lines.
    var line: Int?
    var isUsed = false
    /// Whether its comment is malformed, and therefore silences nothing.
    var isMalformed = false
  }

  private struct Comment {
    /// With the blanks before it; the whole line, if nothing else is on it.
    var span: SourceSpan
    /// From the first code to the last.
    var codes: SourceSpan
    /// From the first word to the last code and the parenthesis after it.
    var words: SourceSpan
    var isForFile: Bool
  }

  private var entries: [Entry] = []
  private var comments: [Comment] = []
  private var entriesOfLine: [Int: [Int]] = [:]
  private var entriesOfFile: [Int] = []
  private let file: SourceFile

  /// - Complexity: O(*n*) in the length of the text.
  init(of file: SourceFile) {
    self.file = file
    guard Silences.hasWord(in: file.bytes[file.part]) else { return }
    read()
    for (position, entry) in entries.enumerated() where entry.code != nil && !entry.isMalformed {
      if let line = entry.line {
        entriesOfLine[line, default: []].append(position)
      } else {
        entriesOfFile.append(position)
      }
    }
  }

  /// Whether a finding is silenced, in which case its comment is recorded as used. An error is never
  /// silenced.
  mutating func silence(_ diagnostic: Diagnostic) -> Bool {
    guard !entries.isEmpty, diagnostic.severity != .error, let code = diagnostic.code else {
      return false
    }
    var candidates = entriesOfFile
    if let span = diagnostic.span {
      candidates = (entriesOfLine[file.lines.line(of: span.start)] ?? []) + candidates
    }
    guard let found = candidates.first(where: { entries[$0].code == code }) else { return false }
    entries[found].isUsed = true
    return true
  }

  // MARK: What is wrong with them

  /// Those with a code that does not exist.
  func unknown(in file: SourceFile) -> [Diagnostic] {
    entries.filter { $0.code == nil }.map { entry in
      let text = text(entry.span)
      var diagnostic = Diagnostic(
        .noFinding(text, near: FindingCode.near(text)?.text), .warning, file: file, span: entry.span
      )
      diagnostic.code = .unknownCode
      return diagnostic
    }
  }

  /// Those with another form than '// allow B045'.
  func malformed(in file: SourceFile) -> [Diagnostic] {
    comments.indices.compactMap { number in
      let codes = entries.filter { $0.comment == number && $0.isMalformed }.map { text($0.span) }
      guard !codes.isEmpty else { return nil }
      let right = "allow \(codes.joined(separator: ", "))"
      let span = comments[number].words
      return Diagnostic(
        .warning, "'\(text(span))' silences nothing", file: file, span: span,
        notes: [.init(.help, "write // \(right)")], code: .malformedSilence,
        fix: .init([.init(span, right)]))
    }
  }

  /// Those whose code was not found where they apply.
  func unused(in file: SourceFile) -> [Diagnostic] {
    unused(in: file) { $0.rawValue < FindingCode.silencesNothing.rawValue }
  }

  /// Silences of findings about silences, whose code was not found where they apply.
  func unusedOfSilences(in file: SourceFile) -> [Diagnostic] {
    unused(in: file) { $0.rawValue >= FindingCode.silencesNothing.rawValue }
  }

  private func unused(
    in file: SourceFile, where isWanted: (FindingCode) -> Bool
  ) -> [Diagnostic] {
    var found: [Diagnostic] = []
    var fixed: Set<Int> = []
    for (position, entry) in entries.enumerated() {
      guard !entry.isUsed, !entry.isMalformed, let code = entry.code, isWanted(code) else {
        continue
      }
      let message =
        code.severity == .error
        ? "'allow \(code.text)' silences nothing: it is an error, which no comment can silence"
        : "'allow \(code.text)' silences nothing: there is no such finding "
          + (entry.line == nil ? "in this file" : "on the line that it applies to")
      // All useless codes of a comment are removed together.
      let fix = fixed.insert(entry.comment).inserted ? fix(from: position, isWanted) : nil
      found.append(
        Diagnostic(
          .warning, message, file: file, span: entry.span, code: .silencesNothing, fix: fix))
    }
    return found
  }

  /// The comment of an entry with only the codes that are used; nothing if there are none.
  private func fix(
    from position: Int, _ isWanted: (FindingCode) -> Bool
  ) -> Diagnostic.Fix {
    let comment = entries[position].comment
    var first = position
    while first > 0, entries[first - 1].comment == comment { first -= 1 }
    let kept = entries[first...].prefix { $0.comment == comment }.filter { entry in
      entry.isUsed || entry.code.map { !isWanted($0) } ?? true
    }
    guard !kept.isEmpty else { return .init([.init(comments[comment].span, "")]) }
    let codes = kept.map { text($0.span) }.joined(separator: ", ")
    return .init([.init(comments[comment].codes, codes)])
  }

  private func text(_ span: SourceSpan) -> String {
    String(decoding: file.bytes[Int(span.start)..<Int(span.end)], as: UTF8.self)
  }

  // MARK: Reading

  private static let word = Array("allow".utf8)
  /// What ends a word besides blanks.
  private static let marks = Array(",:=()".utf8)

  private static func hasWord(in bytes: ArraySlice<UInt8>) -> Bool {
    bytes.withUnsafeBufferPointer { bytes in
      var position = 0
      while position + word.count <= bytes.count {
        if bytes[position] | 0x20 == word[0],
          word.indices.allSatisfy({ bytes[position + $0] | 0x20 == word[$0] })
        {
          return true
        }
        position += 1
      }
      return false
    }
  }

  private mutating func read() {
    /// Entries of comments that are alone on their line, until the line that they apply to.
    var waiting: [Int] = []
    /// Where the last token ends.
    var end: Int?
    file.visitTokens { comments, token in
      for comment in comments where file.bytes[comment.lowerBound + 1] == UInt8(ascii: "/") {
        let line = file.lines.line(of: UInt32(comment.lowerBound))
        let isAlone = end.map { file.lines.line(of: UInt32($0)) } != line
        let first = entries.count
        readComment(comment, isAlone: isAlone, line: line)
        if isAlone { waiting += first..<entries.count }
      }
      guard !token.isEmpty else { return }
      if !waiting.isEmpty {
        let line = file.lines.line(of: UInt32(token.lowerBound))
        for entry in waiting where entries[entry].line != nil { entries[entry].line = line }
        waiting = []
      }
      end = token.upperBound
    }
  }

  /// Reads one comment, from its `//`.
  private mutating func readComment(_ range: Range<Int>, isAlone: Bool, line: Int) {
    let bytes = file.bytes
    func isBlank(_ byte: UInt8) -> Bool { byte == 32 || byte == 9 || byte == 13 }
    func skipBlanks(_ position: inout Int) {
      while position < range.upperBound, isBlank(bytes[position]) { position += 1 }
    }
    func skipWord(_ position: inout Int) -> Range<Int> {
      let start = position
      while position < range.upperBound, !isBlank(bytes[position]),
        !Silences.marks.contains(bytes[position])
      {
        position += 1
      }
      return start..<position
    }
    func text(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }
    var position = range.lowerBound + 2
    skipBlanks(&position)
    let word = skipWord(&position)
    guard text(word).lowercased() == "allow" else { return }
    var isMalformed = text(word) != "allow"
    // There should be only blanks between the word and the codes.
    while position < range.upperBound, Silences.marks.contains(bytes[position]) {
      isMalformed = true
      position += 1
    }
    var codes: [Range<Int>] = []
    while true {
      var next = position
      skipBlanks(&next)
      if !codes.isEmpty, next < range.upperBound, bytes[next] == UInt8(ascii: ",") {
        next += 1
        skipBlanks(&next)
      }
      let word = skipWord(&next)
      guard FindingCode.isLike(text(word)) else { break }
      codes.append(word)
      position = next
    }
    guard let first = codes.first, let last = codes.last else { return }
    if isMalformed, position < range.upperBound, bytes[position] == UInt8(ascii: ")") {
      position += 1
    }
    let words = SourceSpan(word.lowerBound..<position)
    var isForFile = true
    for word in ["in", "this", "file"] where isForFile {
      skipBlanks(&position)
      isForFile = text(skipWord(&position)) == word
    }
    var start = range.lowerBound
    var end = range.upperBound
    while start > 0, bytes[start - 1] == 32 || bytes[start - 1] == 9 { start -= 1 }
    if isAlone, end < bytes.count { end += 1 } else if bytes[end - 1] == 13 { end -= 1 }
    comments.append(
      Comment(
        span: SourceSpan(start..<end), codes: SourceSpan(first.lowerBound..<last.upperBound),
        words: words,
        isForFile: isForFile))
    for code in codes {
      entries.append(
        Entry(
          code: FindingCode(text: text(code)), span: SourceSpan(code), comment: comments.count - 1,
          line: isForFile ? nil : line, isMalformed: isMalformed))
    }
  }
}

import Syntax
import Text

extension TestRun {
  /// How often expected output is rewritten: the output of a script can contain line numbers, which
  /// change when output is written.
  private static let mostRounds = 5

  /// Runs the test.
  ///
  /// - Returns: Its results, and with ``TestOptions/updates`` the new content of the file; nil if
  ///   the file stays as it is. There are no results if there is nothing to run: a Markdown text
  ///   without `bind` blocks is not a test.
  package func run(_ bytes: [UInt8]) -> (results: [TestResult], updated: [UInt8]?) {
    var bytes = bytes
    var counts: [(updated: Int, newErrors: Int)] = []
    var rounds = 0
    while true {
      runOnce(bytes)
      guard options.updates, !edits.isEmpty, interruptFlag.pointee == 0 else { break }
      rounds += 1
      guard rounds <= TestRun.mostRounds else {
        reportUnsteadyOutput()
        return (results, nil)
      }
      edits.sort { $0.range.lowerBound < $1.range.lowerBound }
      bytes = TextEdit.apply(edits, to: bytes)
      for (index, result) in results.enumerated() {
        if index == counts.count { counts.append((0, 0)) }
        counts[index].updated = max(counts[index].updated, result.updated)
        counts[index].newErrors = max(counts[index].newErrors, result.newErrors)
      }
    }
    for index in results.indices where index < counts.count {
      results[index].updated = counts[index].updated
      results[index].newErrors = counts[index].newErrors
    }
    return (results, rounds > 0 ? bytes : nil)
  }

  private func reportUnsteadyOutput() {
    for index in results.indices where results[index].updated > 0 {
      (results[index].updated, results[index].newErrors) = (0, 0)
      results[index].add(
        TestFinding(
          .output, file: path, line: results[index].line,
          "the output is another one in every run, so the file was not updated"))
    }
  }

  // MARK: Traces

  /// Makes the actual trace that of an `expect trace` in this file.
  ///
  /// - Returns: Whether the diagnostic is about such a trace, so that it is no failure any more.
  func updateTrace(_ diagnostic: Diagnostic) -> Bool {
    guard options.updates, result.mark == nil, let fix = diagnostic.fix, let file = diagnostic.file,
      let edit = fix.edits.first, let piece = pieces[ObjectIdentifier(file)]
    else { return false }
    let (start, indentation) = place(edit.span.start, in: piece)
    let (end, _) = place(edit.span.end, in: piece)
    let lineEnd = lines.lineEnd(lines.line(of: start))
    let text = edit.text.split(separator: "\n", omittingEmptySubsequences: false)
      .joined(separator: lineEnd + indentation)
    if let known = traces[start] {
      // It runs several times, with different traces: no text is right for all of them.
      guard known != text else { return true }
      if let index = edits.firstIndex(where: { $0.range.lowerBound == start }) {
        edits.remove(at: index)
        result.updated = max(0, result.updated - 1)
      }
      return false
    }
    traces[start] = text
    edits.append(TextEdit(range: start..<end, text: text))
    result.updated += 1
    return true
  }

  /// The place in the whole file of one in a piece of it, and the blanks before the piece's line.
  private func place(
    _ offset: UInt32, in piece: (piece: SourceFile, origin: SourceFile)
  ) -> (offset: Int, indentation: String) {
    let own = piece.piece.lines
    let line = own.line(of: offset)
    let start = Int(own.starts[line])
    let rest = piece.piece.bytes[start...]
    var length = rest.prefix { $0 != UInt8(ascii: "\n") }.count
    if length > 0, rest[start + length - 1] == UInt8(ascii: "\r") { length -= 1 }
    let whole = lines.range(piece.origin.firstLine - 1 + line)
    let indentation = max(0, whole.count - length)
    let isIndented = piece.piece.bytes.count != lines.bytes.count
    return (
      whole.upperBound - length + Int(offset) - start,
      isIndented ? lines.text(whole.lowerBound..<whole.lowerBound + indentation) : ""
    )
  }
}

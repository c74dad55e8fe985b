import BindingEngine

// Which lines of a trace count.
extension TraceReader {
  /// The lines of a turn.
  struct Part {
    var number: Int
    var bytes: Range<Int>
    /// The number of the line before its first one.
    var line: Int
    var isTried = false
  }

  /// The turns that count: not those that `whatif` tried or `rewind` took back. After that turns are written
  /// again with the same numbers, and `trace last` writes the last one again: the earlier versions do not
  /// count any more.
  mutating func findTurns() throws(TraceProblem) -> [Part] {
    var parts: [Part] = []
    // What was taken back and may come back, the latest first.
    var undone: [Part] = []
    // A byte order mark, which some editors write.
    let start = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    try readLines(
      start..<bytes.count,
      to: { (reader, range) throws(TraceProblem) in
        guard let head = try reader.head(of: range) else { return }
        switch head.kind {
        case "rewind":
          while let last = parts.last, last.number > head.number {
            if !last.isTried { undone.append(last) }
            parts.removeLast()
          }
          return
        case "replay":
          while let next = undone.last, next.number <= head.number {
            parts.append(undone.removeLast())
          }
          return
        default: break
        }
        // An answer belongs to no turn, and may come after another one's lines.
        if head.isAnswer { return }
        if let last = parts.last, head.number == last.number, head.kind != "turn" {
          parts[parts.count - 1].bytes = last.bytes.lowerBound..<range.upperBound
          return
        }
        try reader.forgetTurns(of: &parts, from: head)
        if !head.isTried { undone = [] }
        parts.append(
          Part(
            number: head.number, bytes: range, line: reader.line - 1, isTried: head.isTried))
      })
    // A trace of nothing but trials is opened to look at these.
    let kept = parts.filter { !$0.isTried }
    return kept.isEmpty ? parts : kept
  }

  private mutating func forgetTurns(
    of parts: inout [Part], from head: TraceHead
  ) throws(TraceProblem) {
    guard let first = parts.first, let last = parts.last, head.number <= last.number else { return }
    guard head.kind == "turn" else {
      throw problem("turn \(head.number) after turn \(last.number): expected a later one")
    }
    if head.number <= first.number {
      // This happens after 'reset', or if two runs have written to one file.
      var warning = problem(
        "turn \(head.number) starts again: everything before it is ignored")
      warning.isWarning = true
      warnings.append(warning)
    }
    while let last = parts.last, last.number >= head.number { parts.removeLast() }
  }
}

import Text

extension TurnTrace {
  /// The deepest indentation of a line, in blanks.
  private static let deepestIndent = 16

  /// The events as lines in the order in which they happened, each indented more than its cause. Where
  /// another line than that of the cause stands above it, the line names its cause. The outcome comes
  /// last. A line that begins with a binding shows only its number, so that the rest of
  /// the line is visible in a narrow column, too. The signs do not depend on later events, so two turns
  /// that begin alike have the same first lines.
  package func chronicle(isASCII: Bool) -> [StyledText] {
    let signs = TraceSigns(isASCII: isASCII)
    var short = self
    for position in short.entries.indices where short.entries[position].beginsWithItsLink {
      short.entries[position].link = nil
    }
    let nodes = short.mergedNodes(signs).nodes
    var depths: [Int] = []
    // The lines that seem to be the causes of what follows, by their depth.
    var shown: [Int] = []
    var lines: [StyledText] = []
    for (position, node) in nodes.enumerated() {
      // A node comes after its parent.
      let depth = node.parent.map { depths[$0] + 1 } ?? 0
      depths.append(depth)
      let isBelowCause = depth == 0 || shown.count >= depth && shown[depth - 1] == node.parent
      shown.removeSubrange(min(depth, shown.count)...)
      while shown.count < depth { shown.append(-1) }
      shown.append(position)
      let indentation = String(repeating: " ", count: min(2 * depth + 2, TurnTrace.deepestIndent))
      let cause = node.parent.map { nodes[$0].name } ?? ""
      let by: StyledText = isBelowCause ? "" : "   \(.quiet, "(by \(cause))")"
      lines.append("\(indentation)\(node.text)\(by)")
    }
    if leftOut > 0 { lines.append("  \(leftOut) more left out") }
    return lines + ["  \(hasSucceeded ? StyledText(outcome) : StyledText(.error, outcome))"]
  }
}

extension TraceEntry {
  fileprivate var beginsWithItsLink: Bool {
    switch kind {
    case .held, .dropped, .glitch, .request, .answer: number != nil
    default: false
    }
  }
}

import Text

extension TurnTrace {
  /// The deepest indentation of a line, in blanks.
  private static let deepestIndent = 16

  /// The events as lines in the order in which they happened, each indented more than its cause; the
  /// outcome comes last. A line that begins with a binding shows only its number, so that the rest of
  /// the line is visible in a narrow column, too. The signs do not depend on later events, so two turns
  /// that begin alike have the same first lines.
  package func chronicle(isASCII: Bool) -> [StyledText] {
    let signs = TraceSigns(isASCII: isASCII)
    var short = self
    for position in short.entries.indices where short.entries[position].beginsWithItsLink {
      short.entries[position].link = nil
    }
    let tree = short.mergedNodes(signs)
    let nodes = tree.nodes
    var depths = [Int](repeating: 0, count: nodes.count)
    for root in tree.roots { depths[root] = 1 }
    // A node comes after its parent.
    for (position, node) in nodes.enumerated() {
      for child in node.children { depths[child] = depths[position] + 1 }
    }
    var lines: [StyledText] = zip(nodes, depths).map { node, depth in
      let indentation = String(repeating: " ", count: min(2 * depth, TurnTrace.deepestIndent))
      return "\(indentation)\(node.text)"
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

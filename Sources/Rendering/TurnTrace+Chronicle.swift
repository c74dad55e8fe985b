extension TurnTrace {
  /// The most blanks before a line.
  private static let deepestIndent = 16

  /// What happened as lines in the order in which it did, each further in than what caused it; the
  /// outcome last. Where a line begins with the binding, its number alone has to do, so that what is
  /// said of it is seen in a narrow column, too. The signs do not depend on what comes later, so that two turns that begin alike
  /// have the same first lines.
  public func chronicle(isASCII: Bool) -> [String] {
    let signs = TraceSigns(isASCII: isASCII)
    var short = self
    for position in short.entries.indices where short.entries[position].beginsWithItsLink {
      short.entries[position].link = nil
    }
    let tree = short.mergedNodes(signs)
    let nodes = tree.nodes
    var depths = [Int](repeating: 0, count: nodes.count)
    for root in tree.roots { depths[root] = 1 }
    // A node stands after its parent.
    for (position, node) in nodes.enumerated() {
      for child in node.children { depths[child] = depths[position] + 1 }
    }
    var lines = zip(nodes, depths).map { node, depth in
      String(repeating: " ", count: min(2 * depth, TurnTrace.deepestIndent)) + node.text.plain
    }
    if leftOut > 0 { lines.append("  \(leftOut) more left out") }
    return lines + ["  \(outcome)"]
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

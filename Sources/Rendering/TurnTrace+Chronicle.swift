import BindingEngine

extension TurnTrace {
  /// The most blanks before a line.
  private static let deepestIndent = 16

  /// What happened as lines in the order in which it did, each further in than what caused it; the
  /// outcome last. The signs do not depend on what comes later, so that two turns that begin alike
  /// have the same first lines.
  public func chronicle(isASCII: Bool) -> [String] {
    let signs = TraceSigns(isASCII: isASCII)
    let (nodes, roots) = mergedNodes(signs)
    var depths = [Int](repeating: 0, count: nodes.count)
    for root in roots { depths[root] = 1 }
    // A node stands behind its parent.
    for (position, node) in nodes.enumerated() {
      for child in node.children { depths[child] = depths[position] + 1 }
    }
    var lines = zip(nodes, depths).map { node, depth in
      String(repeating: " ", count: min(2 * depth, TurnTrace.deepestIndent)) + node.text
    }
    if leftOut > 0 { lines.append("  \(leftOut) more left out") }
    return lines + ["  \(outcome)"]
  }
}

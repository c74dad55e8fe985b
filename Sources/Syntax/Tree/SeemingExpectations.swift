import Text

/// What looks like an expectation of a script, but checks nothing: `a.x == 2` as a statement, `// -> 2`
/// behind one.
package struct SeemingExpectations {
  package enum Kind: Equatable {
    /// A comparison whose result nobody uses.
    case comparison
    /// A comment with another arrow than that of `// =>`, at this place; nil if it is no `//` comment.
    case arrow(SourceSpan?)
  }

  package struct Found {
    package var kind: Kind
    package var span: SourceSpan
  }

  /// In the order of their places.
  package private(set) var found: [Found] = []

  /// - Complexity: O(*n*) in the length of the script.
  package init(in tree: SyntaxTree) {
    var comparisons: [NodeID] = []
    for statement in tree.statements { SeemingExpectations.visit(statement, tree, &comparisons) }
    let bytes = tree.file.bytes
    guard !comparisons.isEmpty || SeemingExpectations.mayHaveArrow(bytes) else { return }
    let lines = tree.file.lines
    // The lines on which a statement at top level ends.
    let ends = tree.statements.map { tree[$0].span }
    let endLines = Set(ends.filter { $0.end > $0.start }.map { lines.line(of: $0.end - 1) })
    var checked: Set<Int> = []
    tree.file.visitTokens { comments, _ in
      for comment in comments {
        guard let (arrow, isReal) = SeemingExpectations.arrow(in: bytes[comment]) else { continue }
        let line = lines.line(of: UInt32(comment.lowerBound))
        if isReal {
          checked.formUnion([line, line - 1])
        } else if endLines.contains(line) || endLines.contains(line - 1),
          // An arrow in a statement would have no place there either.
          !ends.contains(where: { $0.start < comment.lowerBound && $0.end > comment.lowerBound })
        {
          found.append(
            Found(kind: .arrow(arrow.map { SourceSpan($0) }), span: SourceSpan(comment)))
        }
      }
    }
    for node in comparisons {
      let span = tree[node].span
      let line = lines.line(of: span.end - 1)
      let isChecked = checked.contains(line) && ends.contains(span)
      if !isChecked { found.append(Found(kind: .comparison, span: span)) }
    }
    found.sort { $0.span.start < $1.span.start }
  }

  // MARK: Comparisons

  private static func visit(_ id: NodeID, _ tree: SyntaxTree, _ comparisons: inout [NodeID]) {
    func visitBlock(_ block: NodeID) {
      guard block.exists else { return }
      if tree[block].kind != .block { return visit(block, tree, &comparisons) }
      for statement in tree.statements(of: block) { visit(statement, tree, &comparisons) }
    }
    let statement = tree.statement(id)
    switch statement {
    case .expression(let value): if isComparison(value, tree) { comparisons.append(id) }
    case .observe(let observer): visitBlock(observer.block)
    case .effect(let block, _): visitBlock(block)
    case .on(let observer): visitBlock(observer.block)
    case .after(_, let block): visitBlock(block)
    default: statement.eachPart { part, use in if case .block = use { visitBlock(part) } }
    }
  }

  private static func isComparison(_ id: NodeID, _ tree: SyntaxTree) -> Bool {
    guard tree[id].kind == .binary,
      case .binary(let operation, let left, let right) = tree.expression(id)
    else { return false }
    switch operation {
    case .equal, .notEqual, .less, .lessOrEqual, .greater, .greaterOrEqual: return true
    case .and, .or: return isComparison(left, tree) || isComparison(right, tree)
    default: return false
    }
  }

  // MARK: Arrows

  private static func mayHaveArrow(_ bytes: [UInt8]) -> Bool {
    bytes.contains(UInt8(ascii: ">")) || bytes.contains(0xE2)
  }

  private static let arrows = ["-->", "->", "==>", "→", "⇒"].map { Array($0.utf8) }

  /// The arrow that a comment begins with, and whether it is the one of an expected output.
  private static func arrow(in comment: ArraySlice<UInt8>) -> (Range<Int>?, isReal: Bool)? {
    let isLine = comment.starts(with: "//".utf8)
    let text = comment.dropFirst(2).drop { $0 == 32 || $0 == 9 }
    func place(_ length: Int) -> Range<Int>? {
      isLine ? text.startIndex..<text.startIndex + length : nil
    }
    if text.starts(with: "=>".utf8) { return (place(2), isLine) }
    guard let arrow = arrows.first(where: text.starts(with:)), text.count > arrow.count else {
      return nil
    }
    return (place(arrow.count), false)
  }
}

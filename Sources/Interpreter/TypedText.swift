import Syntax

/// A text that was typed, with its syntax: what shows whether it is complete is also what runs.
public struct TypedText {
  package let tree: SyntaxTree
  package let diagnostics: [Diagnostic]
  /// Whether it is the beginning of something that continues in the next line.
  public let isIncomplete: Bool

  package init(tree: SyntaxTree, diagnostics: [Diagnostic], isIncomplete: Bool) {
    (self.tree, self.diagnostics, self.isIncomplete) = (tree, diagnostics, isIncomplete)
  }
}

extension SyntaxTree {
  /// How much of a pasted text does not run because a statement failed; nil if it was the last one.
  ///
  /// - Complexity: O(*n*) in the length of the text.
  func remark(onLeavingOutAfter failed: NodeID) -> String? {
    let left = statements.filter { self[$0].span.start > self[failed].span.start }
    guard !left.isEmpty else { return nil }
    // The last line of what has run, or was to run.
    var line = file.lines.line(of: self[failed].span.end)
    var count = 0
    for statement in left {
      let span = self[statement].span
      let (first, end) = (
        file.lines.line(of: span.start), file.lines.line(of: max(span.start, span.end))
      )
      count += end - max(line, first - 1)
      line = end
    }
    guard count > 0 else { return "the rest of the line did not run" }
    // A program sends a text, and a person pastes one.
    let whole = file.name == "<repl>" ? "paste" : "text"
    return "\(count) more line\(count == 1 ? "" : "s") of the \(whole) did not run"
  }
}

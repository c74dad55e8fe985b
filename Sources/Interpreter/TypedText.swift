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

import Syntax

/// The standard layout, with lines of at most some width where the text allows it.
///
/// `ScriptFormatter` keeps each line end inside a statement, so lines are broken in its text, which is
/// then laid out again, until no line can be broken. For this reason a layout is its own layout.
package struct ScriptLayout: Sendable {
  /// The widest that a line should be, in columns; nil if lines stay as long as they are.
  package var width: Int?

  package init(width: Int? = nil) { self.width = width }

  /// The widths that make sense: a narrower line has no room for a binding, and a wider one is never
  /// seen.
  package static let widths = 40...1000

  /// The text of `file` in the layout.
  ///
  /// - Returns: The text, or nil if the file has errors; and the diagnostics of the parser.
  /// - Complexity: O(*n* log *n*) in the length of the text, for each bracket that a broken line is in.
  package func format(_ file: SourceFile) -> (text: [UInt8]?, diagnostics: [Diagnostic]) {
    let (standard, diagnostics) = ScriptFormatter.format(file)
    guard var text = standard, let width else { return (standard, diagnostics) }
    while let broken = LongLines(SourceFile(name: file.name, bytes: text), width).broken,
      let next = ScriptFormatter.format(SourceFile(name: file.name, bytes: broken)).text,
      // A break that does not stay is no progress.
      next.lineCount > text.lineCount
    {
      text = next
    }
    return (text, diagnostics)
  }
}

extension [UInt8] {
  fileprivate var lineCount: Int { count { $0 == UInt8(ascii: "\n") } }
}

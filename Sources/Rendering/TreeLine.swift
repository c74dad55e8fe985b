import Text

/// A line of a tree, with what stands before its text, and before the rest of a long one.
struct TreeLine {
  var prefix = ""
  var rest = ""
  var text: StyledText

  /// The line with what is unseen in its text as escapes.
  func visible() -> TreeLine { TreeLine(prefix: prefix, rest: rest, text: text.visible()) }

  /// The whole line in one row.
  var row: StyledText { prefix.isEmpty ? text : "\(.quiet, prefix)\(text)" }

  /// The line in as many rows as it needs on a screen.
  func rows(columns: Int) -> [StyledText] {
    let pieces = text.folded(
      first: columns - prefix.displayWidth, next: columns - rest.displayWidth)
    return pieces.enumerated().map {
      "\(.quiet, $0.offset == 0 ? prefix : rest)\($0.element)"
    }
  }
}

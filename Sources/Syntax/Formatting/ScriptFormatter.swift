import Names

/// Writes scripts in the standard layout.
///
/// The layout decides on indentation, two blanks for each level; on blanks between tokens, one or
/// none; on empty lines, at most one, and none at the ends of a block or a file; and on which tokens
/// share a line. A block whose braces are on one line stays there, `{ a; b }`; every other block has
/// a line for each statement, and no `;`. Statements before a comment at the end of their line stay
/// together, since the comment may be about all of them, and so do those below `// allow`. A line break
/// inside a statement stays, since the author had a reason for it; the rest is indented by one level.
///
/// Everything else stays as it was written, byte for byte: comments, strings, `"""` blocks,
/// numbers, arrows. Line ends become LF, a byte order mark is dropped, and so are blanks at the ends
/// of lines, except those of expected output, `// =>`.
public struct ScriptFormatter {
  /// One level of indentation.
  package static let indentation = 2

  let bytes: UnsafeBufferPointer<UInt8>
  let classes: UnsafeBufferPointer<ByteClass>
  let marks: LayoutMarks
  /// The end of the interpreter line, 0 if there is none.
  let firstLineEnd: Int
  let firstLineStart: Int

  var pieces: [Piece] = []

  // MARK: What is written

  var output: [UInt8] = []
  var frames: [Frame] = [Frame(isBrace: true, indent: 0, content: 0)]
  /// The indentation of the line that is being written.
  var lineIndent = 0
  /// Whether that line continues with a binding's `|`.
  var lineGoesOnWithPipe = false

  /// An open bracket.
  struct Frame {
    let isBrace: Bool
    /// The indentation of a line that begins with the closing bracket.
    let indent: Int
    /// The indentation of the lines inside.
    let content: Int
    /// Whether the bracket was opened on a line that continues with `|`.
    var isInPipe = false
    /// A `?` whose `:` has not come yet.
    var conditionals = 0
  }

  /// The text of `file` in the standard layout.
  ///
  /// - Returns: The text, or nil if the file has errors; and the diagnostics of the parser.
  /// - Complexity: O(*n* log *n*) in the length of the text.
  public static func format(_ file: SourceFile) -> (text: [UInt8]?, diagnostics: [Diagnostic]) {
    let (tree, diagnostics, _) = Parser.parse(file, names: NameTable())
    guard !diagnostics.contains(where: { $0.severity == .error }) else { return (nil, diagnostics) }
    let text = ByteClass.table.withUnsafeBufferPointer { classes in
      file.bytes.withUnsafeBufferPointer { bytes in
        var formatter = ScriptFormatter(tree, bytes, classes)
        formatter.cut()
        formatter.decideBreaks()
        formatter.write()
        return formatter.output
      }
    }
    return (text, diagnostics)
  }

  init(
    _ tree: SyntaxTree, _ bytes: UnsafeBufferPointer<UInt8>,
    _ classes: UnsafeBufferPointer<ByteClass>
  ) {
    self.bytes = bytes
    self.classes = classes
    marks = LayoutMarks(tree, bytes, classes)
    let lexer = Lexer(bytes: bytes, classes: classes)
    let hasMark = bytes.starts(with: [0xEF, 0xBB, 0xBF])
    firstLineStart = hasMark ? 3 : 0
    firstLineEnd = lexer.position
  }
}

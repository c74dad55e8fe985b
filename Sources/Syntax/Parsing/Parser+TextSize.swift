import Basics
import Text

/// What is said of a text before it is parsed: whether it is one, and whether there is room for its tree.
extension Parser {
  /// What is parsed and used takes about so many bytes for each byte of text.
  private static let bytesForByte = MemoryLayout<Node>.stride + 24
  /// Texts up to this size are not worth the question.
  private static let ordinarySize = 1 << 16

  /// Why a text is not parsed; nil if it can be.
  ///
  /// - Parameter capacity: The number of nodes that there must be room for.
  static func refusal(of file: SourceFile, capacity: Int) -> Diagnostic? {
    if let error = file.foreignText { return error }
    guard capacity > ordinarySize else { return nil }
    // The error has no place, since finding the line would need a table of all lines.
    func error(_ message: String) -> Diagnostic {
      Diagnostic(.error, message, file: file, span: nil, code: .tooMuch)
    }
    if file.bytes.count >= Int(UInt32.max) {
      return error("a text of \(file.bytes.count) bytes is too long: the most is \(UInt32.max)")
    }
    return ProcessMemory.refusal(of: capacity * bytesForByte).map { refusal in
      error("a text of \(file.bytes.count) bytes needs \(refusal)")
    }
  }

  /// A tree without statements, of a text that is not parsed.
  static func emptyTree(of file: SourceFile) -> SyntaxTree {
    let root = Node(kind: .none, flags: 0, span: SourceSpan(0, 0), a: 0, b: 0)
    return SyntaxTree(file: file, nodes: [root], lists: [0], strings: [], statements: [])
  }
}

extension SourceFile {
  /// The error of a file that is not UTF-8 at all; nil for one that may have wrong places.
  package var foreignText: Diagnostic? {
    ForeignBytes(bytes).map { foreign in
      Diagnostic(
        .error, foreign.message, file: self, span: nil,
        notes: foreign.help.map { [.init(.help, $0)] } ?? [], code: .brokenText)
    }
  }
}

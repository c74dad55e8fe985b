import Interpreter
import Language
import Names
import Syntax

// Lines as people type them: unfinished, or as elsewhere.
extension Session {
  /// Parses a text that was typed.
  ///
  /// - Parameters:
  ///   - name: What stands for the name of a file in its places.
  ///   - firstLine: The number of its first line.
  public func typed(
    _ text: String, name: String = "<repl>", firstLine: Int = 1
  ) -> TypedText {
    let file = SourceFile(name: name, text: text, firstLine: firstLine)
    let (tree, diagnostics, isIncomplete) = Parser.parse(file, names: names, isInteractive: true)
    return TypedText(tree: tree, diagnostics: diagnostics, isIncomplete: isIncomplete)
  }

  /// Whether `text` is the beginning of something that continues in the next line.
  public func isIncomplete(_ text: String) -> Bool { typed(text).isIncomplete }

  /// Whether a text cannot run because of its syntax.
  public func hasSyntaxErrors(_ text: String) -> Bool {
    typed(text).diagnostics.contains { $0.severity == .error }
  }

  /// A shorter text that lines continue as they continue `text`: the beginnings of its open blocks and
  /// brackets, without what is complete in them. `text` itself unless it ends between two statements of a
  /// block, or behind a comma in brackets.
  ///
  /// A line that continues the one before, such as `| Trim`, continues only `text`.
  public func opening(of text: String) -> String {
    let source = SourceFile(name: "", text: text)
    var open: [Range<Int>] = []
    var last = 0..<0
    source.visitTokens { _, token in
      guard !token.isEmpty else { return }
      if source.bytes[token.lowerBound] > UInt8(ascii: " ") { last = token }
      switch source.bytes[token.lowerBound] {
      case UInt8(ascii: "{"), UInt8(ascii: "("), UInt8(ascii: "["): open.append(token)
      case UInt8(ascii: "}"), UInt8(ascii: ")"), UInt8(ascii: "]"): _ = open.popLast()
      default: break
      }
    }
    guard let innermost = open.last else { return text }
    var whole = source.bytes[...]
    if source.bytes[innermost.lowerBound] != UInt8(ascii: "{"), last != innermost {
      guard source.bytes[last.lowerBound] == UInt8(ascii: ",") else { return text }
      whole = whole[..<last.lowerBound]
    }
    let ends = open.reversed().map { bracket -> String in
      switch source.bytes[bracket.lowerBound] {
      case UInt8(ascii: "{"): "\n}"
      case UInt8(ascii: "("): ")"
      default: "]"
      }
    }
    if hasSyntaxErrors(String(decoding: whole, as: UTF8.self) + ends.joined()) { return text }
    let opening = beginnings(of: open, in: source.bytes)
    return isIncomplete(opening) ? opening : text
  }

  /// The lines in which brackets open, up to each.
  private func beginnings(of open: [Range<Int>], in bytes: [UInt8]) -> String {
    var opening = ""
    var last = 0
    for brace in open {
      let line = bytes[last..<brace.lowerBound].lastIndex(of: 10)
      if line != nil, !opening.isEmpty { opening += "\n" }
      let start = line.map { $0 + 1 } ?? last
      opening += String(decoding: bytes[start..<brace.upperBound], as: UTF8.self)
      last = brace.upperBound
    }
    return opening
  }

  /// What an unfinished text lacks: `expected '}' to close '{' of line 1`.
  public func lack(of text: String) -> String? {
    let typed = typed(text)
    guard typed.isIncomplete, let error = typed.diagnostics.last(where: { $0.severity == .error })
    else { return nil }
    let opening = error.notes.lazy.compactMap { note in
      note.span.map { span in text.utf8.prefix(Int(span.start)).count { $0 == 10 } + 1 }
    }.first
    return error.message + (opening.map { " of line \($0)" } ?? "")
  }

  /// Whether a text is one question, whose answer is there all at once.
  public func isQuestion(_ text: String) -> Bool {
    let tree = typed(text).tree
    guard tree.statements.count == 1 else { return false }
    return switch tree.statement(tree.statements[0]) {
    case .question, .compare, .tool(.trace(.last)), .tool(.breakpoints): true
    default: false
    }
  }

  /// The blanks with which a line begins that continues a text: two for each open brace, or those of
  /// the line before within a string.
  public func indentation(after text: String) -> String {
    let source = SourceFile(name: "", text: text)
    var (depth, last) = (0, 0..<0)
    source.visitTokens { _, token in
      guard !token.isEmpty else { return }
      last = token
      switch source.bytes[token.lowerBound] {
      case UInt8(ascii: "{"), UInt8(ascii: "("), UInt8(ascii: "["): depth += 1
      case UInt8(ascii: "}"), UInt8(ascii: ")"), UInt8(ascii: "]"): depth = max(0, depth - 1)
      default: break
      }
    }
    if source.bytes[last].starts(with: Array("\"\"\"".utf8)), last.upperBound == source.bytes.count
    {
      let line = text.utf8.reversed().prefix { $0 != 10 }.reversed()
      return String(repeating: " ", count: line.prefix { $0 == 32 }.count)
    }
    return String(repeating: "  ", count: max(depth, 1))
  }
}

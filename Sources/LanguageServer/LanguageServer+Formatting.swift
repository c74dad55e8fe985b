import Names
import Syntax
import Text

/// The standard layout, for a file, a part of it, and while one types.
extension LanguageServer {
  func formatting(_ parameters: JSONTree) throws(ProtocolError) -> any JSONWritable {
    let document = try document(parameters)
    return layoutEdits(of: document, within: 0..<document.file.bytes.count)
  }

  func rangeFormatting(_ parameters: JSONTree) throws(ProtocolError) -> any JSONWritable {
    let document = try document(parameters)
    return layoutEdits(of: document, within: try offsets(parameters["range"], in: document))
  }

  /// After a '}' the statement that it ends; after a line end the indentation of the new line.
  func onTypeFormatting(_ parameters: JSONTree) throws(ProtocolError) -> any JSONWritable {
    let (document, offset) = try place(parameters)
    guard let typed = parameters["ch"]?.string else { throw .parameters("no typed text") }
    if typed == "}" {
      let tree = Parser.parse(document.file, names: NameTable()).tree
      guard
        let statement = tree.statements.first(where: {
          tree[$0].span.start <= offset && offset <= tree[$0].span.end
        })
      else { return [JSONObject]() }
      let span = tree[statement].span
      return layoutEdits(of: document, within: Int(span.start)..<Int(span.end))
    }
    return indentation(of: document, at: offset).map { [$0] } ?? []
  }

  /// The changes between a text and its standard layout, in the lines of a part of it; none if it has
  /// errors.
  private func layoutEdits(of document: OpenDocument, within part: Range<Int>) -> [JSONObject] {
    let file = shown(document.file)
    let layout = settings(of: document.path).layout
    let laidOut =
      switch document.kind {
      case .script: layout.format(file).text
      case .markdown: surroundings.layOutMarkdown(file, layout)
      case .settings: nil as [UInt8]?
      }
    guard let text = laidOut, text != file.bytes else { return [] }
    return LineEdit.layout(from: file.bytes, to: text, within: part).map { json($0, in: file) }
  }

  /// A change as the protocol writes it.
  func json(_ edit: LineEdit, in file: SourceFile) -> JSONObject {
    [
      "range": range(SourceSpan(edit.span), in: file),
      "newText": String(decoding: edit.text, as: UTF8.self),
    ]
  }

  /// The change that indents the line of an offset by the brackets that are open before it.
  private func indentation(of document: OpenDocument, at offset: Int) -> JSONObject? {
    let file = document.file
    let start = document.positions.starts[document.positions.line(of: offset)]
    var depth = 0
    var isInText = false
    file.visitTokens { comments, token in
      if comments.contains(where: { $0.lowerBound < start && start < $0.upperBound })
        || token.lowerBound < start && start < token.upperBound
      {
        isInText = true
      }
      guard token.lowerBound < start, token.count == 1 else { return }
      switch file.bytes[token.lowerBound] {
      case UInt8(ascii: "{"), UInt8(ascii: "("), UInt8(ascii: "["): depth += 1
      case UInt8(ascii: "}"), UInt8(ascii: ")"), UInt8(ascii: "]"): depth = max(0, depth - 1)
      default: break
      }
    }
    guard !isInText else { return nil }
    var end = start
    while end < file.bytes.count, file.bytes[end] == 32 || file.bytes[end] == 9 { end += 1 }
    if end < file.bytes.count, file.bytes[end] == UInt8(ascii: "}") { depth = max(0, depth - 1) }
    let text = String(repeating: " ", count: depth * ScriptFormatter.indentation)
    guard Array(text.utf8) != Array(file.bytes[start..<end]) else { return nil }
    return ["range": range(SourceSpan(start..<end), in: file), "newText": text]
  }
}

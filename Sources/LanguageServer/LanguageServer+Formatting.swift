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
    if parameters["ch"]?.string == "}" {
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
    let layout =
      switch document.kind {
      case .script: ScriptFormatter.format(file).text
      case .markdown: surroundings.layOutMarkdown(file)
      case .settings: nil as [UInt8]?
      }
    guard let text = layout, text != file.bytes else { return [] }
    let old = LanguageServer.lines(of: file.bytes)
    let new = LanguageServer.lines(of: text)
    var starts = [0]
    for line in old { starts.append(starts[starts.count - 1] + line.utf8.count) }
    var edits: [JSONObject] = []
    /// What is removed and added since the last line that both have.
    var change = (start: 0, end: 0, text: "")
    func finish() {
      let (start, end) = (change.start, change.end)
      guard start < end || !change.text.isEmpty else { return }
      guard start <= part.upperBound, end >= part.lowerBound else { return }
      edits.append([
        "range": range(SourceSpan(start..<end), in: file), "newText": change.text,
      ])
    }
    for edit in LineDifference(old, new).edits {
      switch edit {
      case .same(let line, _):
        finish()
        change = (starts[line + 1], starts[line + 1], "")
      case .removed(let line): change.end = starts[line + 1]
      case .added(let line): change.text += new[line]
      }
    }
    finish()
    return edits
  }

  /// The lines of a text with their ends.
  private static func lines(of bytes: [UInt8]) -> [String] {
    var lines: [String] = []
    var start = 0
    for (offset, byte) in bytes.enumerated() where byte == 10 {
      lines.append(String(decoding: bytes[start...offset], as: UTF8.self))
      start = offset + 1
    }
    if start < bytes.count { lines.append(String(decoding: bytes[start...], as: UTF8.self)) }
    return lines
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

import Checking
import Language
import Names
import Syntax
import Text

/// The outline of a text, and the names in all files of the workspace.
extension LanguageServer {
  func documentSymbols(_ parameters: JSONTree) throws(ProtocolError) -> any JSONWritable {
    let document = try document(parameters)
    guard client.nestsSymbols else {
      return parts(of: document).flatMap { flat(outline(of: $0), uri: document.uri) }
    }
    var json = JSONBytes()
    json.append("[")
    for script in parts(of: document) {
      var writer = OutlineWriter(shown(script.file).bytes, document.positions)
      writer.write(outline(of: script), to: &json)
    }
    json.append("]")
    return WrittenJSON(json: json.text)
  }

  private func outline(of document: OpenDocument) -> Outline {
    guard document.part == nil else { return Outline(document.file, after: nil) }
    let made = Outline(document.file, after: outlines[document.uri])
    outlines[document.uri] = made
    return made
  }

  func workspaceSymbols(_ parameters: JSONTree) throws(ProtocolError) -> any JSONWritable {
    let query = Array((parameters["query"]?.string ?? "").lowercased().utf8)
    var found: [JSONObject] = []
    for path in sourceGraph().related(to: scripts) {
      guard let text = text(at: path) else { continue }
      for script in parts(of: text) {
        found += flat(outline(of: script), uri: text.uri) {
          LanguageServer.matches(Array($0.lowercased().utf8), query)
        }
      }
    }
    return found
  }

  /// Symbols as older clients read them, each with the name of the one that it is in.
  private func flat(
    _ outline: Outline, uri: String, where isWanted: (String) -> Bool = { _ in true }
  ) -> [JSONObject] {
    var found: [JSONObject] = []
    /// The declarations that the next entry is in, and the entries behind each.
    var containers: [(name: String, end: Int)] = []
    for (index, entry) in outline.entries.enumerated() {
      while let last = containers.last, last.end == index { containers.removeLast() }
      let bytes = outline.file.bytes[Int(entry.name.start)..<Int(entry.name.end)]
      let name = String(decoding: bytes, as: UTF8.self)
      if isWanted(name) {
        var symbol: JSONObject = [
          "name": name, "kind": entry.kind,
          "location": ["uri": uri, "range": range(entry.span, in: outline.file)] as JSONObject,
        ]
        if let container = containers.last { symbol.add("containerName", container.name) }
        found.append(symbol)
      }
      containers.append((name, index + 1 + entry.count))
    }
    return found
  }

  /// Whether a name has the letters of a query in their order.
  private static func matches(_ name: [UInt8], _ query: [UInt8]) -> Bool {
    var rest = query[...]
    for byte in name where byte == rest.first { rest = rest.dropFirst() }
    return rest.isEmpty
  }
}

/// Writes outlines as the protocol has them: lists of symbols, each with those in its body.
private struct OutlineWriter {
  let bytes: [UInt8]
  let positions: TextPositions
  /// The line of the last declaration; the next one is not far from it.
  private var line = 0

  init(_ bytes: [UInt8], _ positions: TextPositions) {
    (self.bytes, self.positions) = (bytes, positions)
  }

  /// - Complexity: O(*n*) in the length of the text, and for each entry in the length of its lines.
  mutating func write(_ outline: Outline, to json: inout JSONBytes) {
    json.reserve(240 * outline.entries.count)
    /// The entry behind each declaration that the next one is in.
    var ends: [Int] = []
    for (index, entry) in outline.entries.enumerated() {
      while ends.last == index {
        json.append("]}")
        ends.removeLast()
      }
      if json.last == UInt8(ascii: "}") { json.append(",") }
      line = positions.line(of: Int(entry.span.start), near: line)
      json.append("{\"name\":")
      json.append(quoted: outline.file.bytes[Int(entry.name.start)..<Int(entry.name.end)])
      json.append(",\"kind\":")
      json.append(entry.kind)
      json.append(",\"range\":")
      write(entry.span, to: &json)
      json.append(",\"selectionRange\":")
      write(entry.name, to: &json)
      json.append(",\"children\":[")
      ends.append(index + 1 + entry.count)
    }
    for _ in ends { json.append("]}") }
  }

  private func write(_ span: SourceSpan, to json: inout JSONBytes) {
    json.append("{\"start\":")
    write(span.start, to: &json)
    json.append(",\"end\":")
    write(span.end, to: &json)
    json.append("}")
  }

  private func write(_ offset: UInt32, to json: inout JSONBytes) {
    let offset = min(Int(offset), bytes.count)
    let line = positions.line(of: offset, near: line)
    json.append("{\"line\":")
    json.append(line)
    json.append(",\"character\":")
    json.append(positions.columns(in: positions.starts[line]..<offset, of: bytes))
    json.append("}")
  }
}

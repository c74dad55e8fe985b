import Names
import Syntax
import Text

/// The parts of a text: what can be folded, and what is around a place.
extension LanguageServer {
  func foldingRanges(_ parameters: JSONTree) throws(ProtocolError) -> any JSONWritable {
    parts(of: try document(parameters)).flatMap { folds(of: $0) }
  }

  private func folds(of document: OpenDocument) -> [JSONObject] {
    let file = document.file
    let positions = document.positions
    var found: [(start: Int, end: Int, kind: String?)] = []
    func add(_ start: Int, _ end: Int, _ kind: String?) {
      if end > start { found.append((start, end, kind)) }
    }
    let tree = Parser.parse(file, names: NameTable()).tree
    tree.visit { id, kind in
      switch kind {
      case .body, .block, .protocolDeclaration, .enumDeclaration, .switchStatement,
        .dictionaryLiteral, .listLiteral:
        let span = tree[id].span
        // The line of the closing bracket stays visible.
        add(
          positions.line(of: Int(span.start)), positions.line(of: Int(span.end)) - 1, nil)
      default: break
      }
    }
    /// The first and the last line of the comments that follow each other directly.
    var run: (first: Int, last: Int)?
    file.visitTokens { comments, token in
      for comment in comments {
        let first = positions.line(of: comment.lowerBound)
        let last = positions.line(of: max(comment.lowerBound, comment.upperBound - 1))
        if let known = run, first <= known.last + 1 {
          run = (known.first, last)
        } else {
          if let run { add(run.first, run.last, "comment") }
          run = (first, last)
        }
      }
      if token.count > 1, file.bytes[token.lowerBound] == UInt8(ascii: "\"") {
        add(positions.line(of: token.lowerBound), positions.line(of: token.upperBound), nil)
      }
    }
    if let run { add(run.first, run.last, "comment") }
    var seen: Set<Int> = []
    return found.sorted { ($0.start, $1.end) < ($1.start, $0.end) }
      .filter { seen.insert($0.start).inserted }
      .map { item -> JSONObject in
        var fold: JSONObject = ["startLine": item.start, "endLine": item.end]
        if let kind = item.kind { fold.add("kind", kind) }
        return fold
      }
  }

  func selectionRanges(_ parameters: JSONTree) throws(ProtocolError) -> any JSONWritable {
    let document = try document(parameters)
    guard let places = parameters["positions"]?.array else { throw .parameters("no positions") }
    let trees = parts(of: document).map { ($0, Parser.parse($0.file, names: NameTable()).tree) }
    var found: [JSONObject] = []
    for place in places {
      guard let position = TextPositions.Position(place) else {
        throw .parameters("a position without a line or a character")
      }
      let offset = document.offset(of: position)
      guard let tree = trees.first(where: { $0.0.contains(offset) })?.1 else {
        found.append(["range": range(SourceSpan(offset..<offset), in: document.file)])
        continue
      }
      found.append(selection(at: offset, in: tree))
    }
    return found
  }

  /// The ranges around an offset, each inside the next one.
  private func selection(at offset: Int, in tree: SyntaxTree) -> JSONObject {
    var spans: [SourceSpan] = [SourceSpan(0..<tree.file.bytes.count)]
    // Nodes come after their parts, so the widest ones are found first from the end.
    for index in stride(from: tree.nodes.count - 1, to: 0, by: -1) {
      let span = tree.nodes[index].span
      let last = spans[spans.count - 1]
      if span.contains(offset), last.start <= span.start, span.end <= last.end, span != last,
        span.start < span.end
      {
        spans.append(span)
      }
    }
    var result: JSONObject?
    for span in spans {
      var next: JSONObject = ["range": range(span, in: tree.file)]
      if let result { next.add("parent", result) }
      result = next
    }
    return result ?? [:]
  }
}

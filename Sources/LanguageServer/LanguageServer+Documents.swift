import Files
import Syntax
import Text

/// The texts that the client edits, and what is known about them.
extension LanguageServer {
  func didOpen(_ parameters: JSONTree) {
    guard let item = parameters["textDocument"], let uri = item["uri"]?.string,
      let text = item["text"]?.string
    else { return complain("textDocument/didOpen without a uri or a text") }
    let path = path(of: uri)
    let document = OpenDocument(
      uri: uri, path: path, kind: kind(of: path, item["languageId"]?.string),
      version: item["version"]?.int ?? 0, stamp: nextStamp(), text: text, client.encoding)
    host.documents[uri] = document
    noteSettings(document)
    unpublished.formUnion(host.documents.keys)
  }

  func didChange(_ parameters: JSONTree) {
    guard let item = parameters["textDocument"], let uri = item["uri"]?.string,
      let changes = parameters["contentChanges"]?.array
    else { return complain("textDocument/didChange without a uri or changes") }
    guard var document = host.documents.removeValue(forKey: uri) else {
      return complain("'\(uri)' is changed, but not open")
    }
    if !document.apply(changes) { complain("a change of '\(uri)' has no range or no text") }
    document.version = item["version"]?.int ?? document.version &+ 1
    document.stamp = nextStamp()
    host.documents[uri] = document
    shifts = [:]
    noteSettings(document)
    unpublished.formUnion(host.documents.keys)
  }

  func didClose(_ parameters: JSONTree) {
    guard let uri = parameters["textDocument"]?["uri"]?.string,
      let document = host.documents.removeValue(forKey: uri)
    else { return complain("a text is closed that is not open") }
    noteSettings(document)
    knownSources = nil
    forgetPrograms(of: document)
    markdown[uri] = nil
    counts[uri] = nil
    announced[uri] = nil
    outlines[uri] = nil
    sentTokens[uri] = nil
    unpublished.remove(uri)
    for other in publishedFiles.removeValue(forKey: uri) ?? [] { publish([], to: other, nil) }
    if document.kind != .settings { publish([], to: uri, nil) }
    unpublished.formUnion(host.documents.keys)
  }

  /// What a text holds, by its name and by what the client calls its language.
  func kind(of path: String, _ language: String?) -> OpenDocument.Kind {
    if path.hasSuffix("/" + surroundings.settingsName) { return .settings }
    return language == "markdown" || path.hasSuffix(".md") ? .markdown : .script
  }

  func didChangeFolders(_ parameters: JSONTree) {
    let event = parameters["event"]
    let gone = (event?["removed"]?.array ?? []).compactMap { $0["uri"]?.string }.map(path)
    folders.removeAll { gone.contains($0) }
    folders += (event?["added"]?.array ?? []).compactMap { $0["uri"]?.string }.map(path)
  }

  /// The path of a file, as the checker names it; for a text that is no file, its URI.
  func path(of uri: String) -> String {
    FileURI.path(uri).map(\.asPlainPath) ?? uri
  }

  /// The URI by which the client knows a file.
  func uri(of path: String) -> String {
    if let open = host.document(at: path) { return open.uri }
    let path = workspace?.names[host.identity(of: path)] ?? path.asPlainPath
    return path.hasPrefix("/") ? FileURI.uri(path) : path
  }

  /// The document that a request is about.
  func document(_ parameters: JSONTree) throws(ProtocolError) -> OpenDocument {
    guard let uri = parameters["textDocument"]?["uri"]?.string else {
      throw .parameters("a request without the uri of a text")
    }
    guard let document = host.documents[uri] else { throw .parameters("'\(uri)' is not open") }
    return document
  }

  /// The document and the offset that a request is about; in a Markdown text the script that is there.
  func place(
    _ parameters: JSONTree
  ) throws(ProtocolError) -> (document: OpenDocument, offset: Int) {
    let document = try document(parameters)
    guard let position = TextPositions.Position(parameters["position"]) else {
      throw .parameters("a request without a position")
    }
    let offset = document.offset(of: position)
    return (parts(of: document).first { $0.contains(offset) } ?? document, offset)
  }

  /// The offsets of a range of a message.
  func offsets(
    _ value: JSONTree?, in document: OpenDocument
  ) throws(ProtocolError) -> Range<Int> {
    guard let start = TextPositions.Position(value?["start"]),
      let end = TextPositions.Position(value?["end"]), start <= end
    else { throw .parameters("a request without a range") }
    let low = document.offset(of: start)
    return low..<max(low, document.offset(of: end))
  }

  // MARK: Places

  /// The lines of a file of a program; those of the newest text, if it is open.
  func positions(in file: SourceFile) -> TextPositions {
    if let document = newest(of: file) ?? host.documents.values.first(where: { $0.file === file }) {
      return document.positions
    }
    if let known = knownPositions, known.file === file { return known.positions }
    let made = TextPositions(file.bytes, client.encoding)
    knownPositions = (file, made)
    return made
  }

  /// A part of a file as the protocol writes it: where it is in the newest text.
  func range(_ span: SourceSpan, in file: SourceFile) -> JSONObject {
    let file = shown(file)
    let positions = positions(in: file)
    let span = shift(of: file)?.nearest(span) ?? span
    let bytes = newest(of: file)?.file.bytes ?? file.bytes
    return [
      "start": positions.position(of: Int(span.start), in: bytes).json,
      "end": positions.position(of: Int(span.end), in: bytes).json,
    ]
  }

  func location(_ span: SourceSpan, in file: SourceFile) -> JSONObject {
    ["uri": uri(of: file.name), "range": range(span, in: file)]
  }
}

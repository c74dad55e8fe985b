import Checking
import Language
import Syntax
import Text

/// Findings, as `check` reports them, published while one types.
extension LanguageServer {
  /// Texts with more bytes take longer to check than a reader waits for.
  private static let longText = 200_000

  /// Publishes the findings of one open text.
  ///
  /// - Returns: Whether there is anything left to do.
  func publishNext() -> Bool {
    guard let uri = unpublished.min(), let document = host.documents[uri] else {
      unpublished = []
      return false
    }
    // What the parser finds in a long text need not wait for the check.
    if document.file.bytes.count > LanguageServer.longText,
      let found = Checker.syntaxFindings(in: document.file)
    {
      publish(found.map { json($0).json }, to: uri, document.version)
    }
    // Something else has come, and the text may be another by then.
    guard let programs = try? programs(with: document) else { return true }
    unpublished.remove(uri)
    var own: [String] = []
    var others: [String: [String]] = [:]
    for program in programs {
      let isMain = program.files[0].name == document.path
      for finding in program.diagnostics {
        let file = finding.file.map { self.uri(of: $0.name) } ?? uri
        let text = json(finding).json
        if file == uri {
          if !own.contains(text) { own.append(text) }
        } else if isMain, host.documents[file] == nil {
          others[file, default: []].append(text)
        }
      }
    }
    publish(own, to: uri, document.version)
    // A file that is open has findings of its own.
    for other in (publishedFiles[uri] ?? []).subtracting(others.keys).sorted()
    where host.documents[other] == nil { publish([], to: other, nil) }
    for other in others.keys.sorted() { publish(others[other] ?? [], to: other, nil) }
    publishedFiles[uri] = others.isEmpty ? nil : Set(others.keys)
    return true
  }

  /// Publishes findings, unless they are those that the client has.
  func publish(_ findings: [String], to uri: String, _ version: Int?) {
    var content: JSONObject = ["uri": uri]
    if let version { content.add("version", version) }
    content.add("diagnostics", WrittenJSON(json: jsonArray(findings)))
    guard published[uri] != content.json else { return }
    published[uri] = findings.isEmpty && host.documents[uri] == nil ? nil : content.json
    notify("textDocument/publishDiagnostics", content)
  }

  /// A finding as the protocol writes it.
  func json(_ finding: Diagnostic) -> JSONObject {
    let file = finding.file ?? SourceFile(name: "", bytes: [])
    var object: JSONObject = [
      "range": range(finding.span ?? SourceSpan(0, 0), in: file),
      "severity": finding.severity.number, "source": "bindlab",
    ]
    if let code = finding.code { object.add("code", code.text) }
    var message = finding.message
    var related: [JSONObject] = []
    for note in finding.notes {
      if let span = note.span, client.hasRelatedInformation {
        let place = location(span, in: note.file ?? file)
        related.append(["location": place, "message": note.message])
      } else {
        message += "\n\(note.label): \(note.message)"
      }
    }
    object.add("message", message)
    if !related.isEmpty { object.add("relatedInformation", related) }
    // What nothing uses is shown faded.
    if finding.code == .unused { object.add("tags", [1]) }
    if finding.code == .oldArrow { object.add("tags", [2]) }
    return object
  }
}

extension Diagnostic.Severity {
  /// Its number in the protocol; a note is information.
  fileprivate var number: Int {
    switch self {
    case .error: 1
    case .warning: 2
    case .note: 3
    }
  }
}

import Language
import Syntax
import Text

/// The findings of a text as the client has them.
struct SentReport {
  var id: String
  var findings: String
}

/// Findings for clients that ask for them, in place of those that are published.
extension LanguageServer {
  func documentReport(_ parameters: JSONTree) throws(ProtocolError) -> any JSONWritable {
    guard let uri = parameters["textDocument"]?["uri"]?.string else {
      throw .parameters("a request without the uri of a text")
    }
    guard let document = host.documents[uri] ?? text(at: path(of: uri)) else {
      throw .parameters("'\(uri)' cannot be read")
    }
    let (own, others) = try reported(document)
    var report = report(own, of: uri, known: parameters["previousResultId"]?.string)
    if client.hasRelatedReports, !others.isEmpty {
      let related = others.keys.sorted().map {
        "\($0.json):\(self.report(others[$0] ?? [], of: $0, known: nil).json)"
      }
      report.add("relatedDocuments", WrittenJSON(json: "{" + related.joined(separator: ",") + "}"))
    }
    return report
  }

  /// The findings of all files of the workspace. For a client that asks again and again, what has not changed
  /// is not sent again.
  func workspaceReport(_ parameters: JSONTree) throws(ProtocolError) -> any JSONWritable {
    var known: [String: String] = [:]
    for item in parameters["previousResultIds"]?.array ?? [] {
      guard let uri = item["uri"]?.string, let id = item["value"]?.string else { continue }
      known[uri] = id
    }
    var items: [JSONObject] = []
    for path in scripts {
      guard isWanted(.part) else { throw .cancelled }
      guard let text = text(at: path) else { continue }
      let previous = known.removeValue(forKey: text.uri)
      let report = report(try reported(text).own, of: text.uri, known: previous)
      items.append(item(report, text.uri))
      forgetClosedPrograms()
    }
    // Files that are gone have no findings any more.
    for uri in known.keys.sorted() {
      items.append(item(report([], of: uri, known: known[uri]), uri))
    }
    return ["items": items] as JSONObject
  }

  private func item(_ report: JSONObject, _ uri: String) -> JSONObject {
    var item = report
    item.add("uri", uri)
    if let version = host.documents[uri]?.version {
      item.add("version", version)
    } else {
      item.add("version", JSONNull())
    }
    return item
  }

  private func reported(
    _ document: OpenDocument
  ) throws(ProtocolError) -> (own: [String], others: [String: [String]]) {
    guard document.kind != .settings, !isLeftOut(document.path) else { return ([], [:]) }
    return try findings(of: document)
  }

  /// A report of findings, or that they are those that the client has.
  private func report(_ findings: [String], of uri: String, known: String?) -> JSONObject {
    let text = jsonArray(findings)
    if let sent = sentReports[uri], sent.findings == text {
      if known == sent.id { return ["kind": "unchanged", "resultId": sent.id] }
      return ["kind": "full", "resultId": sent.id, "items": WrittenJSON(json: text)]
    }
    let id = String(nextStamp())
    sentReports[uri] = SentReport(id: id, findings: text)
    return ["kind": "full", "resultId": id, "items": WrittenJSON(json: text)]
  }
}

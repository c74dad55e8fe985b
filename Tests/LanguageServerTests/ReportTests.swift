import Testing

/// Findings for clients that ask for them.
@Suite struct ReportTests {
  private typealias Object = TestClient.Object

  private func client(related: Bool = false) -> TestClient {
    let client = TestClient()
    client.disk.files = [
      "/scripts/lib.bind": "print nope\n", "/scripts/other.bind": "print missing\n",
    ]
    _ = client.request(
      "initialize",
      [
        "rootUri": "file:///scripts",
        "capabilities": [
          "textDocument": ["diagnostic": ["relatedDocumentSupport": related]],
          "workspace": ["diagnostics": ["refreshSupport": true]],
        ],
      ])
    client.notify("initialized", [:])
    client.open(TestClient.uri, "source \"lib.bind\"\nprint wrong\n")
    return client
  }

  private func codes(_ report: Any?) -> [String] {
    ((report as? Object)?["items"] as? [Object] ?? []).compactMap { $0["code"] as? String }
  }

  private func published(_ client: TestClient) -> [String] {
    client.received().filter { $0["method"] as? String == "textDocument/publishDiagnostics" }
      .compactMap { ($0["params"] as? Object)?["uri"] as? String }
  }

  @Test func `a client that asks for findings gets them once`() {
    let client = client(related: true)
    #expect(published(client) == [])
    let report = client.request("textDocument/diagnostic", TestClient.document) as? Object
    #expect(report?["kind"] as? String == "full")
    #expect(codes(report) == ["B010"])
    let related = report?["relatedDocuments"] as? Object
    #expect(codes(related?["file:///scripts/lib.bind"]) == ["B010"])
    #expect(published(client) == [])
  }

  @Test func `findings of closed files are published if an answer cannot have them`() {
    #expect(published(client()) == ["file:///scripts/lib.bind"])
  }

  @Test func `what has not changed is not sent again`() {
    let client = client()
    var parameters = TestClient.document
    let first = client.request("textDocument/diagnostic", parameters) as? Object
    parameters["previousResultId"] = first?["resultId"]
    let second = client.request("textDocument/diagnostic", parameters) as? Object
    #expect(second?["kind"] as? String == "unchanged")
    #expect(second?["resultId"] as? String == first?["resultId"] as? String)
    client.change([["text": "print 1\n"]])
    let third = client.request("textDocument/diagnostic", parameters) as? Object
    #expect(third?["kind"] as? String == "full")
    #expect(codes(third) == [])
    #expect(third?["resultId"] as? String != first?["resultId"] as? String)
  }

  @Test func `a report of the workspace has all its files, and those that are gone`() {
    let client = client()
    func report(_ known: [Object]) -> [String] {
      let result = client.request("workspace/diagnostic", ["previousResultIds": known]) as? Object
      return (result?["items"] as? [Object] ?? []).map {
        let name = ($0["uri"] as? String ?? "").split(separator: "/").last ?? ""
        return "\(name) \($0["version"] as? Int ?? 0) \($0["kind"] ?? "") \(codes($0))"
      }
    }
    #expect(
      report([["uri": "file:///scripts/gone.bind", "value": "1"]]) == [
        "main.bind 1 full [\"B010\"]", "lib.bind 0 full [\"B010\"]",
        "other.bind 0 full [\"B010\"]", "gone.bind 0 full []",
      ])
    let result = client.request("workspace/diagnostic", ["previousResultIds": []]) as? Object
    let known = (result?["items"] as? [Object] ?? []).map {
      ["uri": $0["uri"]!, "value": $0["resultId"]!] as Object
    }
    client.disk.files["/scripts/other.bind"] = "print 1\n"
    client.notify("workspace/didChangeWatchedFiles", ["changes": []])
    #expect(
      client.received().contains { $0["method"] as? String == "workspace/diagnostic/refresh" })
    #expect(
      report(known) == [
        "main.bind 1 unchanged []", "lib.bind 0 unchanged []", "other.bind 0 full []",
      ])
  }
}

import Testing

@testable import LanguageServer

/// Texts as they change: positions, edits, findings.
@Suite struct TextTests {
  private typealias Object = TestClient.Object

  @Test(arguments: [([], "utf-16"), (["utf-8", "utf-16"], "utf-8"), (["utf-32"], "utf-16")])
  func `the encoding is agreed at the beginning`(offered: [String], chosen: String) {
    let client = TestClient()
    let result = client.request(
      "initialize", ["capabilities": ["general": ["positionEncodings": offered]]])
    let abilities = (result as? Object)?["capabilities"] as? Object
    #expect(abilities?["positionEncoding"] as? String == chosen)
  }

  @Test func `columns count units of UTF-16, or bytes`() {
    let bytes = Array("aé😀b\nc".utf8)
    let wide = TextPositions(bytes, .utf16)
    let narrow = TextPositions(bytes, .utf8)
    #expect(wide.offset(of: .init(line: 0, column: 4), in: bytes) == 7)
    #expect(narrow.offset(of: .init(line: 0, column: 7), in: bytes) == 7)
    #expect(wide.position(of: 7, in: bytes) == .init(line: 0, column: 4))
    // Half of a pair, and a part of a character, are the beginning of the character.
    #expect(wide.offset(of: .init(line: 0, column: 3), in: bytes) == 3)
    #expect(narrow.offset(of: .init(line: 0, column: 2), in: bytes) == 1)
    // What is behind the end of a line is its end.
    #expect(wide.offset(of: .init(line: 0, column: 99), in: bytes) == 8)
    #expect(wide.offset(of: .init(line: 9, column: 0), in: bytes) == 10)
  }

  @Test func `a line ends with LF, CR LF or CR`() {
    let bytes = Array("a\r\nb\rc\nd".utf8)
    let positions = TextPositions(bytes, .utf16)
    #expect(positions.starts == [0, 3, 5, 7])
    #expect(positions.offset(of: .init(line: 0, column: 5), in: bytes) == 1)
    #expect(positions.position(of: 6, in: bytes) == .init(line: 2, column: 1))
  }

  @Test func `edits are applied one after the other`() {
    let client = TestClient("let x = 1\nprint y\n")
    #expect(client.codes() == ["B010"])
    client.change([
      ["range": TestClient.range(1, 6, 1, 7), "text": "z"],
      ["range": TestClient.range(1, 6, 1, 7), "text": "x"],
    ])
    #expect(client.codes() == [])
    client.change([["text": "print q"]], version: 3)
    #expect(client.codes() == ["B010"])
  }

  @Test func `an edit behind wide characters goes where the client means`() {
    for (encodings, column) in [([], 15), (["utf-8"], 17)] {
      let client = TestClient("let x = \"😀\"; q = 1\n", encodings: encodings)
      client.change([["range": TestClient.range(0, column - 1, 0, column), "text": "print x //"]])
      #expect(client.codes() == [], "\(encodings)")
    }
  }

  @Test func `half of a pair counts as one unit`() {
    let client = TestClient("let x = 1\n")
    let body =
      #"{"method":"textDocument/didChange","params":{"textDocument":{"uri":"file:///scripts/main.bind","#
      + #""version":2},"contentChanges":[{"text":"let x = \"\ud83d\"; q\n"}]}}"#
    client.send(TestClient.framed(body.utf8))
    #expect(TestClient.text(of: client.findings().first?["range"]) == "0:13-0:14")
  }

  @Test func `a change that cannot be read is left out, and the client is notified`() {
    let client = TestClient("let x = 1\nprint x\n")
    _ = client.received()
    client.change([["range": ["start": 3], "text": "y"], ["range": TestClient.range(0, 0, 0, 0)]])
    #expect(client.received().contains { $0["method"] as? String == "window/logMessage" })
    #expect(client.request("textDocument/hover", TestClient.at(1, 6)) is Object)
    #expect(client.failure("textDocument/hover", TestClient.at(0, 0, "file:///other")) == -32602)
  }

  @Test func `findings have their places, codes and related places`() throws {
    let client = TestClient("object a { x = 1 }\nobject a { y = 2 }\nprint a.x, a.y\n")
    let finding = try #require(client.findings().first)
    #expect(finding["code"] as? String == "B018")
    #expect(finding["severity"] as? Int == 1)
    #expect(TestClient.text(of: finding["range"]) == "1:7-1:8")
    let related = try #require((finding["relatedInformation"] as? [Object])?.first)
    let location = try #require(related["location"] as? Object)
    #expect(TestClient.text(of: location["range"]) == "0:7-0:8")
  }

  @Test func `with errors of syntax the names are known all the same`() {
    let client = TestClient("object a { x = 1 }\nbind a.x ~>\nprint a.x\n")
    #expect(client.codes() == ["B003"])
    let found = client.request("textDocument/definition", TestClient.at(2, 8)) as? [Object]
    #expect(found?.map { TestClient.text(of: $0["range"]) } == ["0:11-0:12"])
  }

  @Test func `closing a text takes its findings away`() {
    let client = TestClient("print q")
    #expect(!client.codes().isEmpty)
    client.notify("textDocument/didClose", TestClient.document)
    #expect(client.codes().isEmpty)
    #expect(client.failure("textDocument/hover", TestClient.at(0, 0)) == -32602)
  }
}

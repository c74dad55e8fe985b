import TestSupport
import Testing

@testable import LanguageServer

/// Messages: their frames, their order, and what is wrong with them.
@Suite struct LifecycleTests {
  private typealias Object = TestClient.Object

  @Test func `nothing is answered before initialize, and nothing but exit after shutdown`() {
    let client = TestClient()
    #expect(client.failure("textDocument/hover", [:]) == -32002)
    #expect(client.request("initialize", ["capabilities": [:]]) != nil)
    #expect(client.failure("initialize", ["capabilities": [:]]) == -32600)
    #expect(client.ask("shutdown", [:]).keys.contains("result"))
    #expect(client.failure("textDocument/hover", [:]) == -32600)
    #expect(!client.server.ending.isEnded)
    client.notify("exit", [:])
    #expect(client.server.ending == (true, true))
  }

  @Test func `exit without shutdown is no orderly end`() {
    let client = TestClient("")
    client.notify("exit", [:])
    #expect(client.server.ending == (true, false))
  }

  @Test(arguments: [
    ("{", -32700), ("", -32700), ("[]", -32600), ("7", -32600), ("{}", -32600),
    ("{\"id\":1}", -32600), ("{\"id\":[1],\"method\":\"shutdown\"}", -32600),
    ("{\"id\":1,\"method\":\"no/such\"}", -32601),
    ("{\"id\":1,\"method\":\"textDocument/hover\"}", -32602),
    ("{\"id\":1,\"method\":\"textDocument/hover\",\"params\":{\"textDocument\":3}}", -32602),
    ("{\"id\":1,\"method\":\"textDocument/rename\",\"params\":[1]}", -32602),
  ])
  func `nonsense gets an error, and the server goes on`(body: String, code: Int) {
    let client = TestClient("let x = 1\nprint x")
    _ = client.received()
    client.send(TestClient.framed(body.utf8))
    let errors = client.received().compactMap { $0["error"] as? Object }
    #expect(errors.map { $0["code"] as? Int } == [code])
    #expect(client.request("textDocument/hover", TestClient.at(1, 6)) is Object)
  }

  @Test(arguments: [
    "Content-Length: many\r\n\r\n", "Content-Length: -4\r\n\r\n", "Content-Type: x\r\n\r\n",
    "nonsense\r\n\r\n", "Content-Length: 99999999999999999999999\r\n\r\n",
  ])
  func `a header that cannot be used is skipped`(header: String) {
    let client = TestClient("let x = 1\nprint x")
    _ = client.received()
    client.send(Array(header.utf8))
    #expect(client.received().compactMap { ($0["error"] as? Object)?["code"] as? Int } == [-32700])
    #expect(client.request("textDocument/hover", TestClient.at(1, 6)) is Object)
  }

  @Test func `a header without an end does not fill the memory`() {
    let client = TestClient("let x = 1\nprint x")
    _ = client.received()
    for _ in 0..<100 { client.send([UInt8](repeating: 65, count: 1_000)) }
    #expect(!client.received().isEmpty)
    #expect(client.request("textDocument/hover", TestClient.at(1, 6)) is Object)
  }

  @Test func `messages may come byte by byte, and many at once`() {
    let client = TestClient("let x = 1\nprint x")
    let request = TestClient.framed([
      "jsonrpc": "2.0", "id": 900, "method": "textDocument/hover",
      "params": TestClient.at(1, 6),
    ])
    _ = client.received()
    for byte in request { client.send([byte]) }
    client.send(request + request)
    #expect(client.received().filter { $0["id"] as? Int == 900 }.count == 3)
  }

  @Test func `a request that is cancelled before its turn is not answered`() {
    let client = TestClient("let x = 1\nprint x")
    func hover(_ id: Int) -> [UInt8] {
      TestClient.framed([
        "jsonrpc": "2.0", "id": id, "method": "textDocument/hover",
        "params": TestClient.at(1, 6),
      ])
    }
    let cancel = TestClient.framed([
      "jsonrpc": "2.0", "method": "$/cancelRequest", "params": ["id": 901],
    ])
    _ = client.received()
    client.send(hover(900) + hover(901) + cancel + hover(902))
    let answers = client.received()
    #expect(answers.map { $0["id"] as? Int } == [900, 901, 902])
    #expect((answers[1]["error"] as? Object)?["code"] as? Int == -32800)
    // The same number may be used again, and an answered request cannot be cancelled.
    client.send(cancel)
    client.send(hover(901))
    #expect(client.received().compactMap { $0["result"] }.count == 1)
  }

  private func change(to text: String, version: Int) -> [UInt8] {
    TestClient.framed([
      "jsonrpc": "2.0", "method": "textDocument/didChange",
      "params": [
        "textDocument": ["uri": TestClient.uri, "version": version] as Object,
        "contentChanges": [["text": text]],
      ] as Object,
    ])
  }

  private let longScript = (0..<2_000).map { "let x\($0) = \($0)" }.joined(separator: "\n")

  @Test func `a request is cancelled while it is answered`() {
    let client = TestClient("")
    _ = client.received()
    client.server.take(change(to: longScript, version: 2))
    client.server.take(
      TestClient.framed([
        "jsonrpc": "2.0", "id": 900, "method": "textDocument/hover",
        "params": TestClient.at(1, 4),
      ]))
    // The server looks once before each of the two messages, and then while it checks the text.
    client.sendLater(
      TestClient.framed([
        "jsonrpc": "2.0", "method": "$/cancelRequest", "params": ["id": 900],
      ]), afterLooks: 2)
    client.server.work()
    let answer = client.received().first { $0["id"] as? Int == 900 }
    #expect((answer?["error"] as? Object)?["code"] as? Int == -32800)
  }

  @Test func `a check ends when the text changes, and only the newest text has findings`() {
    let client = TestClient("")
    _ = client.received()
    client.server.take(change(to: longScript + "\nprint q", version: 2))
    client.sendLater(change(to: "print r", version: 3), afterLooks: 2)
    client.server.work()
    let published = client.received().compactMap { $0["params"] as? Object }
    #expect(published.map { $0["version"] as? Int } == [3])
  }

  @Test(arguments: seeds(20))
  func `whatever a client sends, the server goes on`(seed: Int) {
    var random = SeededRandom(seed: seed)
    let client = TestClient("object a { x = 1 }\nprint a.x")
    let methods = [
      "textDocument/hover", "textDocument/didChange", "textDocument/completion", "initialize",
      "textDocument/rename", "workspace/symbol", "$/cancelRequest", "callHierarchy/incomingCalls",
      "completionItem/resolve", "workspace/executeCommand", "textDocument/didOpen",
    ]
    for _ in 0..<200 {
      let message: Object = [
        "jsonrpc": "2.0", "id": random.below(50), "method": methods[random.below(methods.count)],
        "params": TestClient.at(random.below(4), random.below(9)).merging([
          "contentChanges": [["text": "print \(random.below(9))"]], "newName": "b",
          "command": "bindlab.run", "arguments": [TestClient.uri], "query": "a",
        ]) { $1 },
      ]
      var bytes = TestClient.framed(message)
      for _ in 0..<random.below(4) {
        let place = random.below(bytes.count)
        if random.chance(50) {
          bytes[place] = UInt8(random.below(256))
        } else {
          bytes.remove(at: place)
        }
      }
      client.send(bytes)
    }
    // What was left open by a wrong length is closed by what follows.
    client.send([UInt8](repeating: 10, count: 2_000))
    _ = client.received()
    #expect(!client.ask("textDocument/hover", TestClient.at(0, 8)).isEmpty)
  }
}

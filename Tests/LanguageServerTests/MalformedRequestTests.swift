import TestSupport
import Testing

@testable import LanguageServer

/// Requests whose parameters are of the wrong kind, are missing, or have numbers that no text has.
@Suite struct MalformedRequestTests {
  private typealias Object = TestClient.Object

  private static let script = "object a { x = 1; computed y = x }\nprint a.x\n"

  /// What a request needs, with everything that is right.
  private static var right: Object {
    [
      "textDocument": ["uri": TestClient.uri] as Object,
      "position": TestClient.position(1, 8), "range": TestClient.range(0, 0, 1, 0),
      "positions": [TestClient.position(1, 8)], "newName": "other", "ch": "}", "query": "a",
      "context": ["diagnostics": [], "only": ["quickfix"], "includeDeclaration": true] as Object,
      "command": "bindlab.stop", "arguments": [TestClient.uri],
      "item": [
        "name": "a.x", "kind": 7, "uri": TestClient.uri, "range": TestClient.range(0, 11, 0, 12),
        "selectionRange": TestClient.range(0, 11, 0, 12),
      ] as Object,
      "label": "abs", "data": "abs", "textEdit": ["newText": "abs"], "previousResultId": "1",
    ]
  }

  private static let methods =
    [
      "hover", "definition", "references", "documentHighlight", "documentSymbol", "selectionRange",
      "foldingRange", "completion", "formatting", "rangeFormatting", "onTypeFormatting",
      "codeAction",
      "prepareRename", "rename", "signatureHelp", "codeLens", "inlayHint", "prepareCallHierarchy",
      "semanticTokens/full", "semanticTokens/full/delta", "semanticTokens/range",
    ].map { "textDocument/\($0)" } + [
      "workspace/symbol", "workspace/executeCommand", "completionItem/resolve",
      "callHierarchy/incomingCalls", "callHierarchy/outgoingCalls",
    ]

  private static var wrong: [Any] {
    [
      0, -1, Int.max, Int.min, 1e300, 0.5, true, "", "x", [] as [Any], [1, "a"] as [Any],
      [:] as Object,
      ["uri": 7] as Object, ["line": -1, "character": 0] as Object,
      ["line": Int.max, "character": Int.max] as Object,
      ["line": 1, "character": Int.max] as Object,
      ["line": "1", "character": 2] as Object, ["line": 1.5, "character": 2] as Object,
      [
        "start": ["line": 1, "character": Int.max] as Object,
        "end": ["line": 0, "character": 0] as Object,
      ]
        as Object,
      [
        "start": ["line": 1, "character": 1] as Object,
        "end": ["line": 1, "character": Int.max] as Object,
      ]
        as Object,
    ]
  }

  /// A value with one of its parts replaced by something wrong, or left out.
  private func broken(_ value: Any, _ random: inout SeededRandom) -> Any {
    if random.chance(40) { return Self.wrong[random.below(Self.wrong.count)] }
    if var object = value as? Object, !object.isEmpty {
      let key = object.keys.sorted()[random.below(object.count)]
      object[key] = random.chance(25) ? nil : broken(object[key] ?? 0, &random)
      return object
    }
    if var list = value as? [Any], !list.isEmpty {
      let place = random.below(list.count)
      list[place] = broken(list[place], &random)
      return list
    }
    return Self.wrong[random.below(Self.wrong.count)]
  }

  @Test(arguments: ["utf-8", "utf-16"], seeds(6))
  func `each request gets one answer, and the server goes on`(encoding: String, seed: Int) {
    var random = SeededRandom(seed: seed)
    let client = TestClient(Self.script, encodings: [encoding])
    for method in Self.methods {
      for _ in 0..<40 {
        var parameters = Self.right
        // Most of them are right, so that the request comes as far as the wrong one.
        for _ in 0...random.below(2) {
          let key = parameters.keys.sorted()[random.below(parameters.count)]
          parameters[key] = random.chance(25) ? nil : broken(parameters[key] ?? 0, &random)
        }
        _ = client.received()
        let answer = client.ask(method, parameters)
        let code = (answer["error"] as? Object)?["code"] as? Int
        #expect(
          answer.keys.contains("result") || [-32602, -32803].contains(code),
          "\(method) \(textOf(parameters)): \(textOf(answer))")
      }
    }
    #expect(client.request("textDocument/hover", TestClient.at(1, 8)) is Object)
  }

  /// The requests, each without something that it needs.
  @Test(arguments: [
    ("hover", "position"), ("completion", "position"), ("definition", "position"),
    ("signatureHelp", "position"), ("rename", "newName"), ("rename", "position"),
    ("rangeFormatting", "range"), ("codeAction", "range"), ("inlayHint", "range"),
    ("semanticTokens/range", "range"), ("selectionRange", "positions"), ("onTypeFormatting", "ch"),
    ("foldingRange", "textDocument"), ("codeLens", "textDocument"),
    ("semanticTokens/full/delta", "previousResultId"),
  ])
  func `what is missing or of the wrong kind is an error of the parameters`(
    method: String, field: String
  ) {
    let client = TestClient(Self.script)
    for value in [nil, -1, 1e9, true, ["line": -1, "character": -1] as Object] as [Any?] {
      var parameters = Self.right
      parameters[field] = value
      #expect(client.failure("textDocument/" + method, parameters) == -32602, "\(method) \(field)")
    }
  }

  @Test func `a place behind the text is its end`() {
    for encoding in ["utf-8", "utf-16"] {
      let client = TestClient(Self.script, encodings: [encoding])
      for place in [
        TestClient.at(1, Int.max), TestClient.at(Int.max, 0), TestClient.at(Int.max, Int.max),
      ] {
        #expect(client.ask("textDocument/hover", place).keys.contains("result"))
      }
      let whole: Object = ["range": TestClient.range(0, 0, Int.max, Int.max), "text": "print q\n"]
      client.change([whole], version: Int.max)
      #expect(client.codes() == ["B010"])
      // A change without a version, and one whose range is none.
      client.notify(
        "textDocument/didChange",
        [
          "textDocument": ["uri": TestClient.uri],
          "contentChanges": [
            ["range": TestClient.range(3, 0, 1, 0), "text": "x"], ["text": 7],
            ["text": "print 1\n"],
          ] as [Object],
        ])
      #expect(client.codes() == [])
    }
  }

  @Test(arguments: [
    // A list of messages, which the protocol of editors does not have.
    ("[{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"shutdown\"}]", -32600, nil as Int?),
    ("{\"id\":1,\"method\":7}", -32600, 1), ("{\"id\":1.5,\"method\":\"shutdown\"}", -32600, nil),
    ("{\"id\":null,\"method\":\"shutdown\"}", -32600, nil),
    ("{\"id\":1,\"method\":\"a\"} x", -32700, nil), ("\u{7F}", -32700, nil),
    (String(repeating: "[", count: 100_000), -32700, nil),
  ])
  func `a message that is no request has an error, with its number if it has one`(
    body: String, code: Int, id: Int?
  ) throws {
    let client = TestClient(Self.script)
    _ = client.received()
    client.send(TestClient.framed(body.utf8))
    let answers = client.received()
    #expect(answers.count == 1)
    #expect((answers.first?["error"] as? Object)?["code"] as? Int == code)
    #expect(answers.first?["id"] as? Int == id)
    #expect(client.request("textDocument/hover", TestClient.at(1, 8)) is Object)
  }

  @Test(arguments: [-3, -1, 1, 7])
  func `a length that is wrong loses a message, and not those behind`(error: Int) {
    let client = TestClient(Self.script)
    _ = client.received()
    let body = "{\"jsonrpc\":\"2.0\",\"id\":800,\"method\":\"textDocument/codeLens\"}"
    client.send(Array("Content-Length: \(body.utf8.count + error)\r\n\r\n\(body)".utf8))
    for _ in 0..<3 { _ = client.ask("textDocument/hover", TestClient.at(1, 8)) }
    #expect(client.request("textDocument/hover", TestClient.at(1, 8)) is Object)
  }
}

import Testing

@testable import LanguageServer

/// What an editor shows and offers.
@Suite struct FeatureTests {
  private typealias Object = TestClient.Object

  private func hover(_ text: String, _ line: Int, _ column: Int) -> String {
    let client = TestClient(text)
    let found = client.request("textDocument/hover", TestClient.at(line, column)) as? Object
    return (found?["contents"] as? Object)?["value"] as? String ?? ""
  }

  @Test func `hover shows the declaration, the comment above it, and what is bound`() {
    let script = """
      // How old they are.
      object a { x: Int = 1 }
      object b { y = 1 }
      bind a.x ~> b.y
      """
    #expect(hover(script, 3, 8).contains("x: Int = 1"))
    #expect(hover(script, 3, 8).contains("a property of a: Int"))
    #expect(hover(script, 3, 8).contains("sets b.y (binding, line 4)"))
    #expect(hover(script, 3, 15).contains("set by a.x (binding, line 4)"))
    #expect(hover(script, 3, 5).contains("How old they are."))
  }

  @Test func `hover explains words of the language and findings`() {
    #expect(hover("bind a.x ~> b.y", 0, 1).contains("bind:"))
    #expect(hover("print abs(1)", 0, 7).contains("abs(x)"))
    #expect(hover("print nothing", 0, 7).contains("B010"))
    #expect(hover("// nothing here", 0, 4) == "")
  }

  @Test func `hover gives the type of a computed property`() {
    let script = """
      class Box { width = 2; computed area = width * 2.5; computed name = "box" }
      object a: Box { computed shown = name.uppercased }
      print a.area, a.shown, a.name
      """
    #expect(hover(script, 2, 8).contains("a property of a: Double"))
    #expect(hover(script, 2, 17).contains("a property of a: String"))
    #expect(hover(script, 0, 62).contains("a property of Box: String"))
    #expect(hover(script, 0, 33).contains("a property of Box: Double"))
    #expect(hover("object a { x = 1; computed y = x + 1 }", 0, 27).contains("a property: Number"))
    // Asking changes nothing: the same question has the same answer.
    let client = TestClient(script)
    func answer(_ line: Int, _ column: Int) -> String {
      textOf(client.request("textDocument/hover", TestClient.at(line, column)))
    }
    let first = answer(0, 14)
    _ = answer(2, 8)
    #expect(answer(0, 14) == first)
  }

  private func labels(_ text: String, _ line: Int, _ column: Int) -> [String] {
    let client = TestClient(text)
    let list = client.request("textDocument/completion", TestClient.at(line, column)) as? Object
    return (list?["items"] as? [Object] ?? []).filter { $0["kind"] as? Int != 15 }
      .compactMap { $0["label"] as? String }
  }

  @Test func `completion offers what can stand at a place`() {
    #expect(labels("object a { x = 1; name = 2 }\nprint a.", 1, 8).prefix(2) == ["x", "name"])
    #expect(labels("object a { x = 1; name = 2 }\nprint a.n", 1, 9) == ["name"])
    #expect(labels("bi", 0, 2) == ["bind", "bindings"])
    #expect(labels("let s = \"a.\"", 0, 11) == [])
    #expect(labels("protocol P {\n  \n}", 1, 2) == ["action", "optional"])
  }

  @Test func `completion inserts snippets, and explains words when asked`() throws {
    let client = TestClient("print ab")
    let list = client.request("textDocument/completion", TestClient.at(0, 8)) as? Object
    let item = try #require((list?["items"] as? [Object])?.first)
    #expect((item["textEdit"] as? Object)?["newText"] as? String == "abs($0)")
    #expect(item["insertTextFormat"] as? Int == 2)
    let full = client.request("completionItem/resolve", item) as? Object
    let text = (full?["documentation"] as? Object)?["value"] as? String
    #expect(text?.contains("the number without its sign") == true)
    #expect(full?["label"] as? String == "abs")
  }

  @Test func `a whole statement is offered, with places to fill in`() {
    let client = TestClient("")
    let list = client.request("textDocument/completion", TestClient.at(0, 0)) as? Object
    let forms = (list?["items"] as? [Object] ?? []).filter { $0["kind"] as? Int == 15 }
    func text(_ label: String) -> String? {
      let form = forms.first { $0["label"] as? String == label }
      return (form?["textEdit"] as? Object)?["newText"] as? String
    }
    #expect(text("bind left ~> right") == "bind ${1:left} ${2:~>} ${3:right}$0")
    #expect(text("observe path { }") == "observe ${1:path} { $0 }")
    #expect(text("let name = expression") == "let ${1:name} = ${2:expression}$0")
    // Nothing that stands for something optional or repeated is left.
    #expect(!forms.contains { ($0["label"] as? String ?? "").contains { "[]…".contains($0) } })
  }

  @Test(arguments: [
    ("print min(1, ", 13, "min(a, b, …)", 1), ("action go(a, b) { }\ngo(1, ", 6, "go(a, b)", 1),
    ("let x = [1]\nx.insert(", 9, "insert(x, at: i)", 0),
  ])
  func `a call shows how it is called`(
    text: String, column: Int, label: String, argument: Int
  ) throws {
    let client = TestClient(text)
    let line = text.split(separator: "\n").count - 1
    let help = client.request("textDocument/signatureHelp", TestClient.at(line, column)) as? Object
    let first = try #require((help?["signatures"] as? [Object])?.first)
    #expect(first["label"] as? String == label)
    #expect(help?["activeParameter"] as? Int == argument)
  }

  private func names(_ items: [Object]) -> [String] {
    items.flatMap { item in
      [item["name"] as? String ?? ""] + names(item["children"] as? [Object] ?? [])
    }
  }

  @Test func `the outline has the declarations, with those in bodies`() {
    let client = TestClient(
      "class A { x = 1; event e; action go() { } }\nenum E { one, two }\nlet k = 1\nobject o: A")
    let items = client.request("textDocument/documentSymbol", TestClient.document) as? [Object]
    #expect(names(items ?? []) == ["A", "x", "e", "go", "E", "one", "two", "k", "o"])
    let found = client.request("workspace/symbol", ["query": "o"]) as? [Object] ?? []
    #expect(found.compactMap { $0["name"] as? String } == ["go", "one", "two", "o"])
  }

  @Test func `the layout of a file changes only the lines that differ`() {
    let client = TestClient("let x=1\nprint x\nobject a { y   = 2 }\n")
    let edits = client.request("textDocument/formatting", TestClient.document) as? [Object] ?? []
    #expect(edits.map { TestClient.text(of: $0["range"]) } == ["0:0-1:0", "2:0-3:0"])
    #expect(edits.map { $0["newText"] as? String } == ["let x = 1\n", "object a { y = 2 }\n"])
    var part = TestClient.document
    part["range"] = TestClient.range(2, 0, 2, 5)
    let one = client.request("textDocument/rangeFormatting", part) as? [Object] ?? []
    #expect(one.map { TestClient.text(of: $0["range"]) } == ["2:0-3:0"])
  }

  @Test func `the layout of a part changes only its lines, of many lines that differ`() {
    let text = (0..<3_000).map { "let x\($0)=\($0)\n" }.joined()
    let client = TestClient(text)
    var part = TestClient.document
    part["range"] = TestClient.range(1_000, 0, 1_002, 0)
    let found = client.request("textDocument/rangeFormatting", part) as? [Object] ?? []
    #expect(found.map { TestClient.text(of: $0["range"]) } == ["1000:0-1002:0"])
    #expect(found.first?["newText"] as? String == "let x1000 = 1000\nlet x1001 = 1001\n")
    part["range"] = TestClient.range(7, 3, 7, 3)
    let line = client.request("textDocument/rangeFormatting", part) as? [Object] ?? []
    #expect(line.map { TestClient.text(of: $0["range"]) } == ["7:0-8:0"])
    let spread = TestClient(
      "let a=1\n" + (0..<3_000).map { "print \($0)\n" }.joined() + "let b=1\n")
    let edits = spread.request("textDocument/formatting", TestClient.document) as? [Object] ?? []
    #expect(edits.map { TestClient.text(of: $0["range"]) } == ["0:0-1:0", "3001:0-3002:0"])
  }

  @Test func `empty lines that the layout leaves out are one change`() {
    let client = TestClient("print 1\n\n\n\nprint 2; \nprint 3\nprint  4\n")
    let edits = client.request("textDocument/formatting", TestClient.document) as? [Object] ?? []
    #expect(edits.map { TestClient.text(of: $0["range"]) } == ["2:0-5:0", "6:0-7:0"])
    #expect(edits.map { $0["newText"] as? String } == ["print 2\n", "print 4\n"])
  }

  @Test func `a new line is indented, and a closed statement is laid out`() {
    func edits(_ text: String, _ line: Int, _ column: Int, _ key: String) -> [Object] {
      var parameters = TestClient.at(line, column)
      parameters["ch"] = key
      return TestClient(text).request("textDocument/onTypeFormatting", parameters) as? [Object]
        ?? []
    }
    let indented = edits("object a {\nx = 1\n}\n", 1, 0, "\n")
    #expect(indented.map { $0["newText"] as? String } == ["  "])
    let closed = edits("object a {\nx = 1\n}\n", 2, 1, "}")
    #expect(closed.map { $0["newText"] as? String } == ["  x = 1\n"])
    #expect(edits("/*\n\n*/", 1, 0, "\n").isEmpty)
  }

  @Test func `actions fix a finding, silence it, and fix all`() {
    let client = TestClient("object a { x = 1 }\nobject b { x = 1 }\nbind a.x -> b.x\n")
    var parameters = TestClient.document
    parameters["range"] = TestClient.range(2, 9, 2, 9)
    parameters["context"] = ["diagnostics": []]
    let actions = client.request("textDocument/codeAction", parameters) as? [Object] ?? []
    #expect(
      actions.compactMap { $0["title"] as? String }
        == ["write '~>'", "silence B040 here", "apply the only fix"])
    let changes = actions.compactMap { ($0["edit"] as? Object)?["changes"] as? [String: [Object]] }
    let texts = changes.compactMap { $0[TestClient.uri]?.first?["newText"] as? String }
    #expect(texts.prefix(2) == ["~>", "// allow B040\n"])
    // Only the line with the fix is in it, not the whole text.
    let all = changes.last?[TestClient.uri] ?? []
    #expect(all.map { TestClient.text(of: $0["range"]) } == ["2:0-3:0"])
    #expect(all.map { $0["newText"] as? String } == ["bind a.x ~> b.x\n"])
    client.change([["range": TestClient.range(2, 0, 2, 0), "text": texts[1]]])
    #expect(!client.codes().contains("B040"))
  }

  @Test func `folding and selection follow the tree`() {
    let text = "// one\n// two\nobject a {\n  x = [\n    1,\n  ]\n}\n"
    let client = TestClient(text)
    let folds = client.request("textDocument/foldingRange", TestClient.document) as? [Object] ?? []
    #expect(
      folds.map { "\($0["startLine"]!)-\($0["endLine"]!)" } == ["0-1", "2-5", "3-4"])
    var parameters = TestClient.document
    parameters["positions"] = [TestClient.position(4, 4)]
    let found = client.request("textDocument/selectionRange", parameters) as? [Object] ?? []
    var ranges: [String] = []
    var next: Object? = found.first
    while let item = next {
      ranges.append(TestClient.text(of: item["range"]))
      next = item["parent"] as? Object
    }
    #expect(ranges.first == "4:4-4:5")
    #expect(ranges.last == "0:0-7:0")
    #expect(ranges.contains("3:2-5:3"))
  }

  @Test func `tokens have the kinds of their names`() {
    let client = TestClient("let x = 1 // one\nprint x, \"a\"\n")
    let result = client.request("textDocument/semanticTokens/full", TestClient.document) as? Object
    let data = result?["data"] as? [Int] ?? []
    let kinds = stride(from: 0, to: data.count, by: 5).map {
      LanguageServer.TokenKind.allCases[data[$0 + 3]].rawValue
    }
    #expect(
      kinds == ["keyword", "variable", "number", "comment", "keyword", "variable", "string"])
    #expect(Array(data.prefix(5)) == [0, 0, 3, 0, 0])
    #expect(data[8...9] == [4, 1])
  }

  @Test func `hints give the numbers of bindings, and types`() {
    let client = TestClient(
      "object a { x = 1; y = 1 }\nobject b { x = 1; y = 2 }\nbind a.x ~> b.x\nbind a.y ~> b.y\n"
        + "let n = 1 + 2\nprint n")
    var parameters = TestClient.document
    parameters["range"] = TestClient.range(0, 0, 9, 0)
    let hints = client.request("textDocument/inlayHint", parameters) as? [Object] ?? []
    #expect(hints.compactMap { $0["label"] as? String } == ["#1", "#2", ": Int"])
  }
}

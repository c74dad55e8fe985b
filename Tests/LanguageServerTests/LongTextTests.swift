import Foundation
import ScriptGrammar
import TestSupport
import Testing

/// A long text is answered from its last check until the next one is complete. Here every text is long.
@Suite struct LongTextTests {
  private typealias Object = TestClient.Object

  private static let script = """
    object vm { name = "Kim" }
    object label { text = "" }
    bind vm.name ~> label.text
    observe label.text { print value }
    vm.name = "Ann"
    """

  private func insertion(_ text: String, _ line: Int, _ column: Int = 0) -> Object {
    ["range": TestClient.range(line, column, line, column), "text": text]
  }

  private func ranges(_ places: Any?) -> [String] {
    (places as? [Object] ?? []).map { TestClient.text(of: $0["range"]) }
  }

  @Test func `places move with the text before them`() {
    let client = TestClient(LongTextTests.script, longText: 0)
    let found = client.request(
      "textDocument/definition", TestClient.at(3, 6), after: [insertion("// a line\n", 0)])
    #expect(ranges(found) == ["1:7-1:9"])
    let places = client.request(
      "textDocument/documentHighlight", TestClient.at(4, 12), after: [insertion("\n", 2)])
    #expect(ranges(places) == ["1:12-1:16", "4:8-4:12", "6:3-6:7"])
  }

  @Test func `what an edit has changed is not answered from the last check`() {
    let client = TestClient(LongTextTests.script, longText: 0)
    // The name at the cursor is another one now, so the text is checked first.
    let found = client.request(
      "textDocument/definition", TestClient.at(4, 1), after: [insertion("label.text = \"\" //", 4)])
    #expect(ranges(found) == ["1:7-1:12"])
    // The declaration has changed: its old place would be wrong.
    let gone = client.request(
      "textDocument/definition", TestClient.at(2, 6), after: [insertion("x", 0, 7)])
    #expect(ranges(gone) == [])
    let checked = client.request("textDocument/definition", TestClient.at(2, 6))
    #expect(ranges(checked) == [])
  }

  @Test func `a name can be changed as the last check says, or as the new text does`() {
    let client = TestClient(LongTextTests.script, longText: 0)
    func range(_ line: Int, _ column: Int, after changes: [Object]) -> String {
      let found = client.request(
        "textDocument/prepareRename", TestClient.at(line, column), after: changes)
      return TestClient.text(of: (found as? Object)?["range"])
    }
    let open = "action tell(one) { print one.name }\n"
    // The new text is not checked for this; 'rename' finds that the object of one 'name' is not known.
    #expect(range(1, 13, after: [insertion(open, 0)]) == "1:12-1:16")
    var parameters = TestClient.at(1, 13)
    parameters["newName"] = "title"
    #expect(client.failure("textDocument/rename", parameters) != nil)
    // Now the last check refuses it, so the new text is asked.
    _ = client.findings()
    let removed: Object = ["range": TestClient.range(0, 0, 1, 0), "text": ""]
    #expect(range(0, 13, after: [removed]) == "0:12-0:16")
  }

  @Test func `completion knows what was declared, and the place is read from the new text`() {
    let client = TestClient(LongTextTests.script, longText: 0)
    func words(_ parameters: Object, _ changes: [Object]) -> [String] {
      let found = client.request("textDocument/completion", parameters, after: changes) as? Object
      return (found?["items"] as? [Object] ?? []).compactMap { $0["label"] as? String }
    }
    #expect(words(TestClient.at(5, 9), [insertion("\nprint vm.", 4, 15)]).contains("name"))
    let first = words(TestClient.at(0, 6), [insertion("print \n", 0)])
    #expect(!first.isEmpty)
    #expect(!first.contains("vm"), "it is declared below")
    let last = words(TestClient.at(6, 12), [insertion("label.", 6, 6)])
    #expect(last.contains("text"))
  }

  @Test func `findings outside of the changed statement stay until the check`() {
    let text = "object a { x = 1 }\nprint b\nprint c\nprint a.y\n"
    let client = TestClient(text, longText: 0)
    #expect(client.findings().count == 3)
    _ = client.received()
    client.change([insertion("(", 1, 6)])
    let all = client.received().filter {
      $0["method"] as? String == "textDocument/publishDiagnostics"
    }
    let first = ((all.first?["params"] as? Object)?["diagnostics"] as? [Object]) ?? []
    let messages = first.compactMap { $0["message"] as? String }
    #expect(messages.count == 3)
    #expect(!messages.contains { $0.contains("'b'") })
    #expect(messages.contains { $0.contains("'c'") })
  }

  @Test func `a check begins only when nothing is typed for a moment`() {
    let client = TestClient("print 1\n", longText: 0)
    _ = client.received()
    for version in 3...5 {
      client.sendSoon(
        TestClient.framed([
          "jsonrpc": "2.0", "method": "textDocument/didChange",
          "params": [
            "textDocument": ["uri": TestClient.uri, "version": version] as Object,
            "contentChanges": [insertion("print q\n", 0)],
          ] as Object,
        ]))
    }
    client.change([insertion("print q\n", 0)], version: 2)
    let published = client.received().filter {
      $0["method"] as? String == "textDocument/publishDiagnostics"
    }.compactMap { $0["params"] as? Object }
    let counts = published.map { ($0["diagnostics"] as? [Object])?.count }
    // Only the last text is checked; what the parser finds comes for each.
    #expect(published.map { $0["version"] as? Int } == [2, 3, 4, 5, 5])
    #expect(counts == [0, 0, 0, 0, 4])
  }

  private static let methods = [
    "hover", "definition", "references", "documentHighlight", "signatureHelp", "inlayHint",
    "semanticTokens/full", "semanticTokens/range", "prepareCallHierarchy", "prepareRename",
  ]

  /// Lines that change nothing are typed into a script at random: the answers from the last check are those
  /// of a fresh start.
  @Test(arguments: seeds(8))
  func `answers after an edit are those of a fresh start`(seed: Int) throws {
    var random = SeededRandom(seed: seed)
    var grammar = Grammar(random: Random(state: UInt64(seed) &* 31 &+ 7))
    let lines = (0..<25).map { _ in grammar.statement() }.joined(separator: "\n")
      .split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    for _ in 0..<10 {
      let client = TestClient(lines.joined(separator: "\n"), longText: 0)
      let line = random.below(lines.count)
      var changed = lines
      changed.insert("", at: line)
      let fresh = TestClient(changed.joined(separator: "\n"))
      // A string of several lines is another one with an empty line.
      let known = client.findings().count
      guard fresh.findings().count == known,
        !lines[..<line].contains(where: { $0.contains("\"\"\"") })
      else { continue }
      let place = random.below(changed.count)
      let column = changed[place].isEmpty ? 0 : random.below(changed[place].count)
      var parameters = TestClient.at(place, column)
      parameters["range"] = TestClient.range(0, 0, changed.count, 0)
      let method =
        "textDocument/"
        + LongTextTests.methods[random.below(LongTextTests.methods.count)]
      let answer = client.request(method, parameters, after: [insertion("\n", line)])
      let expected = fresh.request(method, parameters)
      #expect(
        textOf(answer) == textOf(expected),
        "seed \(seed), \(method) at \(place):\(column), a line before \(line):\n\(changed.joined(separator: "\n"))"
      )
    }
  }
}

import ScriptGrammar
import TestSupport
import Testing

/// An editor that types at random: after many edits the server must know what it would know of the
/// text alone.
@Suite struct RandomEditingTests {
  private typealias Object = TestClient.Object

  /// The text as the editor has it: units of UTF-16, in lines.
  private struct Text {
    var units: [UInt16]

    var string: String { String(decoding: units, as: UTF16.self) }

    /// Where a line begins, for each line.
    var starts: [Int] {
      var starts = [0]
      for (offset, unit) in units.enumerated() where unit == 10 || unit == 13 {
        if unit == 13, offset + 1 < units.count, units[offset + 1] == 10 { continue }
        starts.append(offset + 1)
      }
      return starts
    }

    func position(_ offset: Int) -> Object {
      let starts = starts
      let line = starts.lastIndex { $0 <= offset } ?? 0
      return TestClient.position(line, offset - starts[line])
    }

    /// The nearest offset before that is not within a pair of units, or between CR and LF.
    func whole(_ offset: Int) -> Int {
      guard offset > 0, offset < units.count else { return offset }
      if UTF16.isTrailSurrogate(units[offset]) { return offset - 1 }
      return units[offset] == 10 && units[offset - 1] == 13 ? offset - 1 : offset
    }
  }

  private static let scraps = [
    "{", "}", "(", ")", "\"", "\\(", "//", "/*", "*/", ".", " ~> ", "\n", "\r\n", "\r", "é", "😀",
    "bind ", "a.x", "b.y", "self", "new C", "\"\"\"", " | ", "// allow B063\n", "#1", "0x",
    "e\u{301}",
  ]

  private func knowledge(_ client: TestClient) -> [String] {
    func list(_ method: String, _ parameters: Object = TestClient.document) -> String {
      "\(method) \(textOf(client.request(method, parameters)))"
    }
    var found = ["findings \(client.findings().map { textOf($0) })"]
    found.append(list("textDocument/documentSymbol"))
    found.append(list("textDocument/semanticTokens/full"))
    found.append(list("textDocument/foldingRange"))
    found.append(list("textDocument/formatting"))
    return found
  }

  @Test(arguments: seeds(12))
  func `edits lead to what a fresh start gives`(seed: Int) {
    var random = SeededRandom(seed: seed)
    var grammar = Grammar(random: Random(state: UInt64(seed) &* 77 &+ 1))
    let client = TestClient("")
    var text = Text(units: [])
    for edit in 1...60 {
      var low = random.below(text.units.count + 1)
      var high = min(text.units.count, low + (random.chance(30) ? random.below(20) : 0))
      (low, high) = (text.whole(low), text.whole(high))
      let new =
        random.chance(40)
        ? RandomEditingTests.scraps[random.below(RandomEditingTests.scraps.count)]
        : random.chance(85) ? grammar.statement() + "\n" : ""
      // Statements usually go to the beginning of a line.
      if new.hasSuffix("\n"), random.chance(80) {
        low = text.starts[random.below(text.starts.count)]
        high = max(low, high)
      }
      let range: Object = ["start": text.position(low), "end": text.position(high)]
      client.change([["range": range, "text": new]], version: edit + 1)
      text.units.replaceSubrange(low..<high, with: Array(new.utf16))
      guard edit % 6 == 0 else { continue }
      let fresh = TestClient(text.string)
      #expect(
        knowledge(client) == knowledge(fresh), "seed \(seed), after \(edit) edits:\n\(text.string)")
      // Every other request must get some answer, whatever the text is.
      let place = random.below(text.units.count + 1)
      let position = text.position(place)
      var parameters = TestClient.document
      parameters["position"] = position
      parameters["newName"] = "other"
      parameters["positions"] = [position]
      parameters["range"] = ["start": position, "end": position]
      parameters["context"] = ["diagnostics": []]
      parameters["ch"] = "}"
      for method in [
        "hover", "definition", "references", "documentHighlight", "completion", "signatureHelp",
        "rename", "prepareRename", "codeAction", "selectionRange", "inlayHint", "codeLens",
        "onTypeFormatting", "rangeFormatting", "prepareCallHierarchy",
      ] {
        #expect(!client.ask("textDocument/" + method, parameters).isEmpty, "\(method)")
      }
    }
  }
}

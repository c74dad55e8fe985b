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

  @Test(arguments: seeds(4))
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

  /// The numbers of the tokens that a client has, with the id of the answer that gave them.
  private struct Tokens {
    var id = ""
    var numbers: [Int] = []

    /// Takes what the server says has changed, or all tokens.
    mutating func take(_ answer: Any?) {
      let answer = answer as? Object
      id = answer?["resultId"] as? String ?? ""
      numbers = answer?["data"] as? [Int] ?? numbers
      for edit in answer?["edits"] as? [Object] ?? [] {
        let start = edit["start"] as? Int ?? 0
        let end = start + (edit["deleteCount"] as? Int ?? 0)
        numbers.replaceSubrange(start..<end, with: edit["data"] as? [Int] ?? [])
      }
    }
  }

  /// A text in which statements come and go, and sometimes a word or a bracket that does not fit: what
  /// the server keeps of the text before an edit must fit the text behind it.
  @Test(arguments: seeds(4))
  func `the outline and the changed tokens follow each edit`(seed: Int) {
    var random = SeededRandom(seed: seed)
    var grammar = Grammar(random: Random(state: UInt64(seed) &* 91 &+ 3))
    let client = TestClient("")
    var pieces: [String] = []
    var tokens = Tokens()
    for edit in 1...60 {
      let old = Text(units: Array(pieces.joined().utf16))
      // What does not fit stays for a few edits, so that most of the texts have no errors.
      let scrap = pieces.firstIndex(where: RandomEditingTests.scraps.contains)
      let first =
        scrap.flatMap { random.chance(60) ? $0 : nil } ?? random.below(pieces.count + 1)
      let last = min(pieces.count, first + (first == scrap ? 1 : random.below(3)))
      let new: [String] =
        switch random.below(10) {
        case 0: [RandomEditingTests.scraps[random.below(RandomEditingTests.scraps.count)]]
        case 1 where edit > 10: []
        default:
          (0...random.below(3)).map { _ in
            grammar.statement() + (random.chance(80) ? "\n" : "; // \u{1F600}\n")
          }
        }
      let low = pieces[..<first].joined().utf16.count
      let high = pieces[..<last].joined().utf16.count
      pieces.replaceSubrange(first..<last, with: new)
      let range: Object = ["start": old.position(low), "end": old.position(high)]
      client.change([["range": range, "text": new.joined()]], version: edit + 1)
      let text = pieces.joined()
      let fresh = TestClient(text)
      let symbols = "textDocument/documentSymbol"
      #expect(
        textOf(client.request(symbols, TestClient.document))
          == textOf(fresh.request(symbols, TestClient.document)),
        "seed \(seed), after \(edit) edits:\n\(text)")
      var parameters = TestClient.document
      parameters["previousResultId"] = tokens.id
      tokens.take(client.request("textDocument/semanticTokens/full/delta", parameters))
      let all = fresh.request("textDocument/semanticTokens/full", TestClient.document) as? Object
      #expect(
        tokens.numbers == all?["data"] as? [Int], "seed \(seed), after \(edit) edits:\n\(text)")
    }
  }
}

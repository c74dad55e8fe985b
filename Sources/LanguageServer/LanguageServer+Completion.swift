import Checking
import Language
import Syntax
import Text

/// What can be written at the cursor, and how what is being called is called.
extension LanguageServer {
  func completion(_ parameters: JSONTree) throws(ProtocolError) -> any JSONWritable {
    let (document, offset) = try place(parameters)
    if let paths = pathCompletion(in: document, at: offset) { return paths }
    // Behind a slash or a quote there is nothing to offer, unless it is in a path or a key.
    if ["/", "\""].contains(parameters["context"]?["triggerCharacter"]?.string),
      offset < 2 || document.file.bytes[offset - 2] != UInt8(ascii: "[")
    {
      return JSONNull()
    }
    let candidates = try candidates(in: document, at: offset)
    var start = offset
    while start > 0, TextPlace.isNameByte(document.file.bytes[start - 1]) { start -= 1 }
    let replaced = range(SourceSpan(start..<offset), in: document.file)
    let most = 1_000
    var items = candidates.prefix(most).enumerated().map { position, candidate in
      item(candidate, at: position, replacing: replaced)
    }
    if client.hasSnippets {
      items += candidates.prefix(most).compactMap { snippet(for: $0, replacing: replaced) }
    }
    let result: JSONObject = ["isIncomplete": candidates.count > most, "items": items]
    return result
  }

  /// What can be written at a place. In a long text, what was declared at the last check is known; the
  /// place itself is read from the newest text.
  private func candidates(
    in document: OpenDocument, at offset: Int
  ) throws(ProtocolError) -> [Candidate] {
    if isLong(document) {
      let program = try recentProgram(of: document)
      return program.candidates(in: document.file, at: offset) {
        self.current($0, in: program.files[0]).map { Int($0.start) < offset } ?? true
      }
    }
    return Checker.candidates(
      in: document.file, at: offset, host: host, options: settings(of: document).check)
  }

  private func item(
    _ candidate: Candidate, at position: Int, replacing range: JSONObject
  ) -> JSONObject {
    var item: JSONObject = [
      "label": candidate.word, "kind": candidate.kind.number, "detail": candidate.note,
    ]
    // In the order of the language, not of the alphabet.
    let digits = String(position)
    item.add("sortText", String(repeating: "0", count: max(0, 5 - digits.utf8.count)) + digits)
    item.add("filterText", candidate.word)
    var text = candidate.word + candidate.suffix
    if client.hasSnippets, let closing = candidate.closing {
      text = snippet(text) + "$0" + snippet(closing)
      item.add("insertTextFormat", 2)
    }
    let edit: JSONObject = ["range": range, "newText": text]
    item.add("textEdit", edit)
    if candidate.origin == .language { item.add("data", candidate.word) }
    return item
  }

  /// A whole statement with places to fill in, besides its word.
  private func snippet(for candidate: Candidate, replacing range: JSONObject) -> JSONObject? {
    guard candidate.kind == .word, candidate.suffix == " ",
      let entry = StatementWord.named(candidate.word), entry.summary == candidate.note,
      let form = StatementForm(entry)
    else { return nil }
    return [
      "label": form.text, "kind": 15, "detail": candidate.note, "sortText": "~" + candidate.word,
      "filterText": candidate.word, "insertTextFormat": 2, "data": candidate.word,
      "textEdit": ["range": range, "newText": form.snippet] as JSONObject,
    ]
  }

  /// A text that stands for itself in a snippet.
  private func snippet(_ text: String) -> String {
    text.map { "$}\\".contains($0) ? "\\\($0)" : String($0) }.joined()
  }

  /// Adds the documentation of one item, which is long, so that a list does not carry it.
  func resolveCompletion(_ parameters: JSONTree) throws(ProtocolError) -> any JSONWritable {
    guard case .object(let fields) = parameters else { throw .parameters("no item") }
    var item: JSONObject = [:]
    for name in fields.keys.sorted() where name.utf8.allSatisfy({ $0 > 32 && $0 != 34 && $0 != 92 })
    {
      item.add(name, WrittenJSON(json: (fields[name] ?? .null).json))
    }
    if let word = fields["data"]?.string, let help = WordHelp.text(of: word) {
      let text: JSONObject = [
        "kind": client.hasMarkdown ? "markdown" : "plaintext",
        "value": client.hasMarkdown ? "```text\n\(help)\n```" : help,
      ]
      item.add("documentation", text)
    }
    return item
  }
}

extension Candidate {
  /// What ends that which the suffix opens.
  fileprivate var closing: String? {
    switch suffix {
    case "(": ")"
    case " { ": " }"
    default: nil
    }
  }
}

extension Candidate.Kind {
  /// Its number in the protocol.
  fileprivate var number: Int {
    switch self {
    case .word, .topic: 14
    case .declared(let kind): kind.completionNumber
    case .local: 6
    case .member(.property): 10
    case .member(.event): 23
    case .member(.action), .member(.command), .method: 2
    case .tail: 10
    case .function: 3
    case .type: 25
    case .semantics: 20
    case .number: 12
    }
  }
}

extension SymbolKind {
  fileprivate var completionNumber: Int {
    switch self {
    case .object: 9
    case .constant: 21
    case .variable: 6
    case .classSymbol: 7
    case .protocolSymbol: 8
    case .enumeration: 13
    case .transformer, .action, .function: 3
    case .link: 18
    case .semantics: 20
    }
  }

  /// Its number among the kinds of symbols of the protocol.
  var symbolNumber: Int {
    switch self {
    case .object: 19
    case .constant: 14
    case .variable: 13
    case .classSymbol: 5
    case .protocolSymbol: 11
    case .enumeration: 10
    case .transformer, .action, .function: 12
    case .link: 20
    case .semantics: 2
    }
  }
}

extension JSONTree: JSONWritable {
  var json: String {
    switch self {
    case .null: "null"
    case .bool(let flag): flag.json
    case .int(let number): number.json
    case .double(let number): number.isFinite ? "\(number)" : "null"
    case .string(let text): text.json
    case .array(let elements): jsonArray(elements.map(\.json))
    case .object(let fields):
      "{"
        + fields.keys.sorted().map { "\($0.json):\((fields[$0] ?? .null).json)" }
        .joined(separator: ",") + "}"
    }
  }
}

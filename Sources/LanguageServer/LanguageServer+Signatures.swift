import Checking
import Language
import Names
import Syntax
import Text

/// How what is being called is called.
extension LanguageServer {
  /// A call that is open at a place.
  struct OpenCall {
    var name: String
    /// How many arguments are complete.
    var argument: Int
  }

  func signatureHelp(_ parameters: JSONTree) throws(ProtocolError) -> any JSONWritable {
    let (document, offset) = try place(parameters)
    guard let call = OpenCall(in: document.file, at: offset) else { return JSONNull() }
    var found = WordHelp.signatures(of: call.name)
    for program in try recentPrograms(with: document) {
      for text in program.signatures(of: call.name)
      where !found.contains(where: { $0.text == text }) {
        found.append((text, ""))
      }
    }
    guard !found.isEmpty else { return JSONNull() }
    let signatures = found.map { text, summary -> JSONObject in
      var signature: JSONObject = [
        "label": text, "parameters": LanguageServer.parameters(in: text),
      ]
      if !summary.isEmpty { signature.add("documentation", summary) }
      return signature
    }
    let result: JSONObject = [
      "signatures": signatures, "activeSignature": 0, "activeParameter": call.argument,
    ]
    return result
  }

  /// The parameters of a signature, as texts that occur in it.
  private static func parameters(in text: String) -> [JSONObject] {
    guard let open = text.firstIndex(of: "("), let close = text[open...].firstIndex(of: ")") else {
      return []
    }
    return text[text.index(after: open)..<close].split(separator: ",").map {
      ["label": String($0.drop { $0 == " " })]
    }
  }
}

extension LanguageServer.OpenCall {
  /// The innermost call around an offset; nil if there is none.
  fileprivate init?(in file: SourceFile, at offset: Int) {
    /// The open brackets, each with the word before it if it opens a call.
    var open: [(call: String?, commas: Int)] = []
    var last = ""
    let bytes = file.bytes
    // A string ends in its line at the latest, or is one of several lines.
    file.visitTokens(in: 0..<(bytes[offset...].firstIndex(of: 10) ?? bytes.count)) { _, token in
      guard token.upperBound <= offset, !token.isEmpty else { return }
      let text = String(decoding: file.bytes[token], as: UTF8.self)
      switch text {
      case "(", "[", "{":
        let isCall = text == "(" && last.utf8.first.map(TextPlace.isNameByte) == true
        open.append((isCall ? last : nil, 0))
      case ")", "]", "}": _ = open.popLast()
      case ",": if !open.isEmpty { open[open.count - 1].commas += 1 }
      default: break
      }
      last = text
    }
    guard let inner = open.last, let name = inner.call else { return nil }
    (self.name, argument) = (name, inner.commas)
  }
}

extension WordHelp {
  /// The forms of a function or method of the language.
  fileprivate static func signatures(of name: String) -> [(text: String, summary: String)] {
    var found: [(text: String, summary: String)] = []
    if let function = BuiltinFunction(rawValue: name) {
      found.append((function.signature, function.summary))
    }
    for operation in ListOperation.allCases where operation.name == name {
      found.append((operation.signature, ""))
    }
    if let method = ValueMethod.named(name) { found.append((method.signature, method.summary)) }
    return found
  }
}

extension CheckedProgram {
  /// How the actions, functions, commands and transformers of a name are called, each once.
  fileprivate func signatures(of name: String) -> [String] {
    var found: [String] = []
    for file in files {
      guard let tree = tree(of: file.name) else { continue }
      for id in tree.ids(where: { $0 == .action || $0 == .command || $0 == .transformer }) {
        guard let text = signature(of: id, in: tree), text.hasPrefix(name + "(") else { continue }
        if !found.contains(text) { found.append(text) }
      }
    }
    return found
  }

  private func signature(of id: NodeID, in tree: SyntaxTree) -> String? {
    switch tree[id].kind {
    case .action: tree.signature(of: tree.action(id))
    case .transformer: tree.signature(of: tree.transformer(id), isCall: true)
    case .command:
      "\(tree.sourceText(of: tree.command(id).name))(\(tree.sourceText(of: tree.command(id).parameter)))"
    default: nil
    }
  }
}

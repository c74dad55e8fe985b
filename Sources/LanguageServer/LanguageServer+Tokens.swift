import Checking
import Language
import Names
import Syntax
import Text

/// What the parts of a text are, for colours.
extension LanguageServer {
  /// The kinds of tokens, in the order of their numbers.
  enum TokenKind: String, CaseIterable {
    case keyword, comment, string, number, variable, parameter, property, event, method, function
    case `class`, interface, `enum`, enumMember, type, namespace, decorator
    case object = "struct"

    /// Its number in the protocol: its place among all kinds.
    var number: Int32 { TokenKind.numbers[self] ?? 0 }

    private static let numbers = Dictionary(
      uniqueKeysWithValues: zip(TokenKind.allCases, (0 as Int32)...))
  }

  enum TokenTrait: String, CaseIterable {
    case declaration, modification, defaultLibrary

    var bit: Int { 1 << (TokenTrait.allCases.firstIndex(of: self) ?? 0) }
  }

  struct ColouredToken {
    var span: SourceSpan
    var kind: TokenKind
    var traits = 0
  }

  /// The tokens of a text as a client has them, in numbers of the protocol.
  struct SentTokens {
    var id: String
    var numbers: [Int32]
  }

  func semanticTokens(_ parameters: JSONTree) throws(ProtocolError) -> any JSONWritable {
    try sendTokens(of: document(parameters), unlike: nil)
  }

  /// What has changed since the client asked last: after most edits, this is a few numbers of a million.
  func semanticTokensDelta(_ parameters: JSONTree) throws(ProtocolError) -> any JSONWritable {
    guard let id = parameters["previousResultId"]?.string else {
      throw .parameters("no previousResultId")
    }
    return try sendTokens(of: document(parameters), unlike: id)
  }

  /// - Parameter id: What the client has already; nil for nothing.
  private func sendTokens(
    of document: OpenDocument, unlike id: String?
  ) throws(ProtocolError) -> any JSONWritable {
    let all = 0..<document.file.bytes.count
    let numbers = encoded(try tokens(of: document, in: all), in: document)
    let known = sentTokens[document.uri]
    let sent = SentTokens(id: String(nextStamp()), numbers: numbers)
    sentTokens[document.uri] = sent
    var result: JSONObject = ["resultId": sent.id]
    if let known, known.id == id {
      result.add("edits", sent.edit(of: known).map { [$0] } ?? [])
    } else {
      result.add("data", WrittenJSON(json: jsonArray(numbers[...])))
    }
    return result
  }

  func semanticTokensInRange(_ parameters: JSONTree) throws(ProtocolError) -> any JSONWritable {
    let document = try document(parameters)
    let part = try offsets(parameters["range"], in: document)
    let numbers = encoded(try tokens(of: document, in: part), in: document)
    let result: JSONObject = ["data": WrittenJSON(json: jsonArray(numbers[...]))]
    return result
  }

  /// - Complexity: O(*n*) in the length of the lines from the first token to the last.
  private func encoded(_ tokens: [ColouredToken], in document: OpenDocument) -> [Int32] {
    let bytes = document.file.bytes
    let positions = document.positions
    var numbers: [Int32] = []
    numbers.reserveCapacity(5 * tokens.count)
    /// The line and the beginning of the token before, from where the next one is counted.
    var last = (line: 0, start: 0)
    var line = tokens.first.map { positions.line(of: Int($0.span.start)) } ?? 0
    for token in tokens {
      var start = Int(token.span.start)
      // A token of several lines is sent as one for each line.
      while start < Int(token.span.end) {
        line = positions.line(of: start, near: line)
        let end = min(Int(token.span.end), positions.end(ofLine: line, in: bytes))
        if end > start {
          let from = line == last.line ? last.start : positions.starts[line]
          numbers.append(Int32(truncatingIfNeeded: line - last.line))
          numbers.append(Int32(truncatingIfNeeded: positions.columns(in: from..<start, of: bytes)))
          numbers.append(Int32(truncatingIfNeeded: positions.columns(in: start..<end, of: bytes)))
          numbers.append(token.kind.number)
          numbers.append(Int32(truncatingIfNeeded: token.traits))
          last = (line, start)
        }
        guard line + 1 < positions.starts.count else { break }
        start = max(end, positions.starts[line + 1])
      }
    }
    return numbers
  }

  /// The tokens that a part of a text has or touches, in all of its scripts.
  private func tokens(
    of document: OpenDocument, in part: Range<Int>
  ) throws(ProtocolError) -> [ColouredToken] {
    var found: [ColouredToken] = []
    for script in parts(of: document) { found += try tokens(ofScript: script, in: part) }
    return found
  }

  /// - Complexity: O(*n*) in the length of the text, and O(*m* log *m*) in that of the part.
  private func tokens(
    ofScript document: OpenDocument, in part: Range<Int>
  ) throws(ProtocolError) -> [ColouredToken] {
    guard let program = try recentPrograms(with: document).first else { return [] }
    let file = document.file
    guard let tree = program.tree(of: document.path) else { return [] }
    let shift = self.shift(of: tree.file) ?? TextShift()
    func place(_ span: SourceSpan) -> SourceSpan? {
      guard let place = shift.moved(span), Int(place.start) < part.upperBound,
        part.lowerBound < Int(place.end)
      else { return nil }
      return place
    }
    var names: [ColouredToken] = []
    program.visitNames(in: document.path) { span, symbol, role in
      guard let place = place(span) else { return }
      var traits = 0
      if role == .declared { traits |= TokenTrait.declaration.bit }
      if role == .written { traits |= TokenTrait.modification.bit }
      names.append(ColouredToken(span: place, kind: symbol.kind.token, traits: traits))
    }
    names.sort { $0.span.start < $1.span.start }
    /// Where something is no word of the language, whatever it is called.
    var plain: [UInt32] = []
    tree.visit { id, kind in
      if kind == .name, let place = place(tree[id].span) { plain.append(place.start) }
    }
    plain.sort()
    var found: [ColouredToken] = []
    var (name, plainName) = (0, 0)
    file.visitTokens { comments, token in
      guard token.upperBound > part.lowerBound else { return }
      found += comments.filter { $0.overlaps(part) }.map {
        ColouredToken(span: SourceSpan($0), kind: .comment)
      }
      guard !token.isEmpty, token.lowerBound < part.upperBound else { return }
      let span = SourceSpan(token)
      while name < names.count, names[name].span.start < span.start { name += 1 }
      while plainName < plain.count, plain[plainName] < span.start { plainName += 1 }
      if name < names.count, names[name].span.start == span.start {
        found.append(names[name])
      } else if let made = ColouredToken(
        token, of: file, isName: plainName < plain.count && plain[plainName] == span.start)
      {
        found.append(made)
      }
    }
    return found
  }
}

extension LanguageServer.SentTokens {
  /// The one change that makes these tokens of others, in whole tokens; nil if they are the same.
  fileprivate func edit(of older: LanguageServer.SentTokens) -> JSONObject? {
    let (old, new) = (older.numbers, numbers)
    let shared = min(old.count, new.count)
    var start = 0
    while start < shared, old[start] == new[start] { start += 1 }
    start -= start % 5
    var end = 0
    while end < shared - start, old[old.count - 1 - end] == new[new.count - 1 - end] { end += 1 }
    end -= end % 5
    let added = new[start..<new.count - end]
    guard old.count - end > start || !added.isEmpty else { return nil }
    return [
      "start": start, "deleteCount": old.count - end - start,
      "data": WrittenJSON(json: jsonArray(added)),
    ]
  }
}

/// The words of the language, with the kind that each has as a token.
private let wordKinds: [String: LanguageServer.TokenKind] = {
  var kinds: [String: LanguageServer.TokenKind] = [:]
  for word in LanguageWords.functions { kinds[word] = .function }
  for word in LanguageWords.types { kinds[word] = .type }
  for word in LanguageWords.inside + LanguageWords.members + LanguageWords.statements {
    kinds[word] = .keyword
  }
  for word in LanguageWords.reserved + LanguageWords.constants { kinds[word] = .keyword }
  return kinds
}()

extension LanguageServer.ColouredToken {
  /// A token by its text; nil for one without a colour.
  ///
  /// - Parameter isName: Whether the tree has a name there, which no declaration explains.
  fileprivate init?(_ range: Range<Int>, of file: SourceFile, isName: Bool) {
    guard let first = file.bytes[range].first else { return nil }
    let text = String(decoding: file.bytes[range], as: UTF8.self)
    switch first {
    case UInt8(ascii: "\""): self.init(span: SourceSpan(range), kind: .string)
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "#"):
      self.init(span: SourceSpan(range), kind: .number)
    default:
      guard TextPlace.isNameByte(first) else { return nil }
      let library = LanguageServer.TokenTrait.defaultLibrary.bit
      switch (wordKinds[text], isName) {
      case (.keyword?, false): self.init(span: SourceSpan(range), kind: .keyword)
      case (.function?, _): self.init(span: SourceSpan(range), kind: .function, traits: library)
      case (.type?, _): self.init(span: SourceSpan(range), kind: .type, traits: library)
      default:
        let isMember = range.lowerBound > 0 && file.bytes[range.lowerBound - 1] == UInt8(ascii: ".")
        let isCall =
          range.upperBound < file.bytes.count && file.bytes[range.upperBound] == UInt8(ascii: "(")
        self.init(
          span: SourceSpan(range), kind: isMember ? isCall ? .method : .property : .variable)
      }
    }
  }
}

extension ProgramSymbol.Kind {
  fileprivate var token: LanguageServer.TokenKind {
    switch self {
    case .declared(let kind): kind?.token ?? .variable
    case .member(.property): .property
    case .member(.event): .event
    case .member(.action), .member(.command): .method
    case .local(.parameter): .parameter
    case .local: .variable
    case .enumCase: .enumMember
    case .notification: .event
    }
  }
}

extension SymbolKind {
  fileprivate var token: LanguageServer.TokenKind {
    switch self {
    case .object: .object
    case .constant, .variable: .variable
    case .classSymbol: .class
    case .protocolSymbol: .interface
    case .enumeration: .enum
    case .transformer, .action, .function: .function
    case .link: .decorator
    case .semantics: .namespace
    }
  }
}

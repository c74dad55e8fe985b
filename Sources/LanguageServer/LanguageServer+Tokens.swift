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

  func semanticTokens(_ parameters: JSONTree) throws(ProtocolError) -> any JSONWritable {
    let document = try document(parameters)
    return try encoded(tokens(of: document, in: 0..<document.file.bytes.count), in: document)
  }

  func semanticTokensInRange(_ parameters: JSONTree) throws(ProtocolError) -> any JSONWritable {
    let document = try document(parameters)
    let part = try offsets(parameters["range"], in: document)
    return try encoded(tokens(of: document, in: part), in: document)
  }

  private func encoded(_ tokens: [ColouredToken], in document: OpenDocument) -> JSONObject {
    let bytes = document.file.bytes
    let positions = document.positions
    let kinds = Dictionary(
      uniqueKeysWithValues: TokenKind.allCases.enumerated().map { ($1, $0) })
    var data: [Int] = []
    data.reserveCapacity(5 * tokens.count)
    var last = TextPositions.Position(line: 0, column: 0)
    var line = tokens.first.map { positions.line(of: Int($0.span.start)) } ?? 0
    for token in tokens {
      var start = Int(token.span.start)
      // A token of several lines is sent as one for each line.
      while start < Int(token.span.end) {
        while line + 1 < positions.starts.count, positions.starts[line + 1] <= start { line += 1 }
        let end = min(Int(token.span.end), positions.end(ofLine: line, in: bytes))
        if end > start {
          let place = positions.position(of: start, in: bytes)
          let width = positions.position(of: end, in: bytes).column - place.column
          data += [
            place.line - last.line,
            place.line == last.line ? place.column - last.column : place.column, width,
            kinds[token.kind] ?? 0, token.traits,
          ]
          last = place
        }
        guard line + 1 < positions.starts.count else { break }
        start = max(end, positions.starts[line + 1])
      }
    }
    return ["data": WrittenJSON(json: jsonArray(data))]
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

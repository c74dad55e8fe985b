/// A line of text in any language, cut into words, literals and signs.
///
/// The lexer of this language stops at what it does not know, such as `'text'` or `$0`. This one knows
/// the literals and signs of many languages, and checks none of them.
struct ForeignText {
  let bytes: [UInt8]
  let tokens: [Token]

  struct Token {
    enum Kind { case word, number, string, sign }

    let kind: Kind
    let range: Range<Int>
    let text: String
    let role: Role

    /// What it is to the rules, looked up once.
    struct Role: OptionSet {
      let rawValue: UInt8

      static let opener = Role(rawValue: 1)
      static let closer = Role(rawValue: 2)
      /// An operator between two values.
      static let `operator` = Role(rawValue: 4)
      /// What ends an expression outside all brackets.
      static let stop = Role(rawValue: 8)
    }

    init(kind: Kind, range: Range<Int>, text: String) {
      (self.kind, self.range, self.text) = (kind, range, text)
      role = kind == .sign ? ForeignText.roles[text] ?? [] : []
    }

    var isOpener: Bool { role.contains(.opener) }
    var isCloser: Bool { role.contains(.closer) }

    /// Whether it is `$0`, `$1` and so on.
    var isParameter: Bool {
      text.utf8.first == 0x24 && text.utf8.dropFirst().allSatisfy { (0x30...0x39).contains($0) }
    }

    /// Whether a statement ends before it, and another one begins after it.
    var isBreak: Bool { text == ";" || text == "}" }

    /// Whether it is a string that contains nothing but a key path.
    var isPath: Bool {
      let parts = text.dropFirst().dropLast().split(
        separator: ".", omittingEmptySubsequences: false)
      return !parts.isEmpty
        && parts.allSatisfy { part in
          !part.isEmpty && !part.first!.isNumber
            && part.unicodeScalars.allSatisfy {
              $0.properties.isAlphabetic || $0.value == 0x5F || (0x30...0x39).contains($0.value)
            }
        }
    }
  }

  init(_ text: String) {
    bytes = Array(text.utf8)
    var reader = Reader(bytes: bytes)
    tokens = reader.tokens()
  }

  /// The texts of the tokens.
  ///
  /// - Complexity: O(*n*) in the tokens.
  var words: Set<String> { Set(tokens.map(\.text)) }

  /// The text from its first token to its last.
  var all: String { text(of: tokens.indices) }

  /// The text of some tokens with what is between them.
  func text(of range: Range<Int>) -> String {
    guard !range.isEmpty else { return "" }
    let span =
      tokens[range.lowerBound].range.lowerBound..<tokens[range.upperBound - 1].range.upperBound
    return String(decoding: bytes[span], as: UTF8.self)
  }

  /// Whether there is no blank between a token and the one before it.
  func isJoined(_ index: Int) -> Bool {
    index > 0 && tokens[index - 1].range.upperBound == tokens[index].range.lowerBound
  }

  private static let operators: Set<String> = [
    "+", "-", "*", "/", "%", "==", "!=", "<", ">", "<=", ">=", "&&", "||", "??",
  ]

  private static let stops: Set<String> = [
    ",", ";", "|", "~>", "<~", "<>", "!~>", "<~!", "<!>", "=", ":=", "=>", "->", "{", "+=", "-=",
    "*=", "/=", "%=",
  ]

  private static let roles: [String: Token.Role] = {
    var roles: [String: Token.Role] = [:]
    let kinds: [(Token.Role, Set<String>)] = [
      (.opener, ["(", "[", "{"]), (.closer, [")", "]", "}"]), (.operator, operators),
      (.stop, stops),
    ]
    for (role, signs) in kinds {
      for sign in signs { roles[sign, default: []].insert(role) }
    }
    return roles
  }()

  /// Signs of more than one character by their first byte, the longest first.
  fileprivate static let signs: [[[UInt8]]] = {
    var signs = [[[UInt8]]](repeating: [], count: 256)
    for sign in allSigns { signs[Int(sign.utf8.first ?? 0)].append(Array(sign.utf8)) }
    return signs
  }()

  private static let allSigns = [
    "<-->", "<!-!>", "===", "!==", "...", "..<", "..=", "!~>", "<~!", "<!>", "<~>", "~>!", "<!~",
    "!->",
    "<-!", "-->", "<--", "==>", "<==", "~~>", "<->", "<=>", ">>>", "?.", "??", "=>", "->", "~>",
    "<~",
    "<>", "==", "!=", "<=", ">=", "&&", "||", "+=", "-=", "*=", "/=", "%=", "=+", "=-", "**", "++",
    "--", ":=", "::", "<-", "..", "|>", ">>", "<<", "~=", "!!", "//",
  ]
}

/// Cuts a text into tokens.
private struct Reader {
  let bytes: [UInt8]
  var position = 0

  mutating func tokens() -> [ForeignText.Token] {
    var found: [ForeignText.Token] = []
    while let token = next() { found.append(token) }
    return found
  }

  private mutating func next() -> ForeignText.Token? {
    skipBlanks()
    guard position < bytes.count else { return nil }
    let start = position
    let byte = bytes[start]
    let kind: ForeignText.Token.Kind
    switch byte {
    case 0x22, 0x27, 0x60:
      kind = .string
      skipString(byte)
    case 0x30...0x39:
      kind = .number
      skipNumber()
    case _ where isWordByte(byte) || ((byte == 0x24 || byte == 0x40) && isWordByte(at: start + 1)):
      kind = .word
      position += 1
      while isWordByte(at: position) { position += 1 }
    default:
      let rest = bytes[start...]
      kind = .sign
      position +=
        ForeignText.signs[Int(byte)].first { rest.starts(with: $0) }?.count
        ?? scalarLength(at: start)
      // The rest of the line is a comment.
      if rest.starts(with: [0x2F, 0x2F]) {
        position = bytes.count
        return nil
      }
    }
    let text = String(decoding: bytes[start..<position], as: UTF8.self)
    return ForeignText.Token(kind: kind, range: start..<position, text: text)
  }

  private mutating func skipBlanks() {
    while position < bytes.count {
      if bytes[position] <= 0x20 {
        position += 1
      } else if bytes[position...].starts(with: [0x2F, 0x2A]) {
        position += 2
        while position < bytes.count, !bytes[position...].starts(with: [0x2A, 0x2F]) {
          position += 1
        }
        position = min(position + 2, bytes.count)
      } else {
        return
      }
    }
  }

  private mutating func skipString(_ quote: UInt8) {
    position += 1
    while position < bytes.count, bytes[position] != quote {
      if bytes[position] == 0x5C, position + 1 < bytes.count {
        position += 2
        if bytes[position - 1] == 0x28 { skipParenthesis() }
      } else {
        position += 1
      }
    }
    position = min(position + 1, bytes.count)
  }

  /// Skips to the end of `\( )`, which may contain strings.
  private mutating func skipParenthesis() {
    var open = 1
    while position < bytes.count, open > 0 {
      switch bytes[position] {
      case 0x28: open += 1
      case 0x29: open -= 1
      case 0x22:
        skipString(0x22)
        continue
      default: break
      }
      position += 1
    }
  }

  private mutating func skipNumber() {
    while isWordByte(at: position)
      || (position + 1 < bytes.count && bytes[position] == 0x2E
        && (0x30...0x39).contains(bytes[position + 1]))
    {
      position += 1
    }
  }

  private func isWordByte(at index: Int) -> Bool {
    index < bytes.count && isWordByte(bytes[index])
      && !(bytes[index] >= 0x80 && isSignScalar(at: index))
  }

  private func isWordByte(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x5F: true
    case 0x80...: !isSignScalar(at: position)
    default: false
    }
  }

  /// Whether an arrow, a sign of mathematics or a quotation mark begins here.
  private func isSignScalar(at index: Int) -> Bool {
    guard index + 1 < bytes.count else { return false }
    return bytes[index] == 0xE2 || bytes[index] == 0xC2
      || (bytes[index] == 0xC3 && [0x97, 0xB7].contains(bytes[index + 1]))
  }

  private func scalarLength(at index: Int) -> Int {
    var length = 1
    while index + length < bytes.count, bytes[index + length] & 0xC0 == 0x80 { length += 1 }
    return length
  }
}

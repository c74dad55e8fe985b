// What a prompt makes of a line.
extension Habit {
  /// A line that a prompt understands as something else.
  public struct Typed: Equatable, Sendable {
    /// The word of the habit; a name of the user's own goes before it. Empty for a sign.
    public var word: String
    public var deed: Deed

    init(_ word: String, _ deed: Deed) {
      self.word = word
      self.deed = deed
    }
  }

  /// What a typed line is here; nil if it is what it seems to be.
  ///
  /// - Parameter isStopped: Whether a turn is stopped, where debuggers have their abbreviations.
  public static func typed(_ line: String, isStopped: Bool) -> Typed? {
    guard !line.utf8.contains(UInt8(ascii: "\n")) else { return nil }
    let text = line.trimmingBlanks
    guard let sign = text.utf8.first else { return nil }
    switch sign {
    case UInt8(ascii: "?"): return Typed("", .statement("help " + text.without("?")))
    case UInt8(ascii: "-") where ["-h", "--help"].contains(text):
      return Typed(String(text.drop { $0 == "-" }), .statement("help"))
    case UInt8(ascii: ":"), UInt8(ascii: "."), UInt8(ascii: "/"):
      let rest = String(text.dropFirst()).trimmingBlanks
      if rest.first.map({ ":./*".contains($0) }) == true { return nil }
      let word = rest.firstWord
      // The next call of a chain.
      if sign == UInt8(ascii: "."), rest.dropFirst(word.count).first.map("({".contains) == true {
        return nil
      }
      if let found = typed(rest, isStopped: isStopped) { return Typed("", found.deed) }
      if ["q", "x"].contains(rest) { return Typed("", .statement("quit")) }
      if word == "editor" { return Typed("", .edit("")) }
      if ["load", "save"].contains(word) {
        let file = String(rest.dropFirst(word.count)).trimmingBlanks
        return Typed("", .statement((word == "load" ? "source " : "save ") + file.inQuotes))
      }
      if word == "h" { return Typed("", .statement("help" + rest.dropFirst())) }
      return StatementWord.named(word) == nil ? nil : Typed("", .statement(rest))
    case UInt8(ascii: "\\"): return typedToPsql(String(text.dropFirst()))
    default: break
    }
    if text.hasSuffix("?"), text.dropLast().utf8.allSatisfy(\.isNameByteOrDot) {
      return Typed("", .statement("help " + text.without("?")))
    }
    let word = text.firstWord
    var rest = String(text.dropFirst(word.count)).trimmingBlanks
    if let meant = debugger[word], isStopped || named(word) == nil {
      guard !rest.isEmpty else {
        // Elsewhere, a step says that no turn is stopped.
        let isStep = meant.before == nil && meant.alone != "quit"
        return isStopped || isStep ? Typed(word, .statement(meant.alone)) : nil
      }
      guard let behind = meant.before, rest.utf8.first.map(\.beginsOperand) == true else {
        return nil
      }
      return Typed(isStopped ? "" : word, .statement(behind + rest))
    }
    if rest.hasPrefix("("), rest.hasSuffix(")") {
      rest = String(rest.dropFirst().dropLast()).trimmingBlanks
      if ["quit", "help", "exit"].contains(word) {
        let deed = "\(word == "help" ? "help" : "quit") \(word == "help" ? rest : "")"
        return Typed("", .statement(deed.trimmingBlanks))
      }
    }
    if word == "history", rest.utf8.allSatisfy({ (0x30...0x39).contains($0) }) {
      return Typed("", .listTyped(Int(rest)))
    }
    guard let deed = named(word)?.deed else { return nil }
    if rest.isEmpty { return Typed(word, deed) }
    guard rest.utf8.first.map(\.beginsOperand) == true else { return nil }
    switch word {
    case "undo": return Typed(word, Int(rest).map { .undo($0) } ?? .statement("rewind " + rest))
    case "redo": return Typed(word, .statement("replay " + rest))
    case "dir", "ls": return Typed(word, .statement("show " + rest))
    case "edit": return Typed(word, .edit(rest))
    case "learn": return Typed(word, .learn(rest))
    case "man": return Typed(word, .statement("help " + rest))
    default: return nil
    }
  }

  /// What psql's commands are, which begin with a backslash.
  private static func typedToPsql(_ text: String) -> Typed? {
    let word = text.first == "?" ? "?" : text.firstWord
    let rest = String(text.dropFirst(word.count)).trimmingBlanks
    switch word {
    case "q": return Typed("", .statement("quit"))
    case "?", "h": return Typed("", .statement("help \(rest)".trimmingBlanks))
    case "d", "dt", "l": return Typed("", .statement(rest.isEmpty ? "objects" : "show \(rest)"))
    case "i": return Typed("", .statement("source \(rest.inQuotes)"))
    case "e": return Typed("", .edit(rest))
    case "s": return Typed("", .listTyped(Int(rest)))
    default: return nil
    }
  }

  /// What gdb's abbreviations are where a turn is stopped: alone, and before an operand.
  static let debugger: [String: (alone: String, before: String?)] = [
    "s": ("step", nil), "n": ("next", nil), "u": ("next", nil), "c": ("continue", nil),
    "fin": ("continue", nil), "finish": ("continue", nil), "bt": ("where", nil),
    "backtrace": ("where", nil), "l": ("where", nil), "list": ("where", nil),
    "rs": ("back", nil), "p": ("where", ""), "x": ("show", "show "), "b": ("breakpoints", "break "),
    "d": ("breakpoints", "unbreak "), "info": ("breakpoints", nil), "q": ("quit", nil),
    "h": ("help", "help "),
  ]
}

extension String {
  /// The text without blanks at its ends.
  var trimmingBlanks: String {
    if let first = utf8.first, let last = utf8.last, first > 32, last > 32, first < 127, last < 127
    {
      return self
    }
    let blanks: [Character] = [" ", "\t", "\r"]
    var text = self[...]
    while let last = text.last, blanks.contains(last) { text.removeLast() }
    return String(text.drop { blanks.contains($0) })
  }

  /// The text without a sign at its ends.
  fileprivate func without(_ sign: Character) -> String {
    var text = drop { $0 == sign }
    while text.last == sign { text.removeLast() }
    return String(text).trimmingBlanks
  }

  /// The text as a string of the language, unless it is one.
  fileprivate var inQuotes: String { hasPrefix("\"") || isEmpty ? self : "\"\(self)\"" }

  fileprivate var firstWord: String {
    String(decoding: utf8.prefix { $0.isNameByteOrDot && $0 != UInt8(ascii: ".") }, as: UTF8.self)
  }
}

extension UInt8 {
  fileprivate var isNameByteOrDot: Bool {
    switch self {
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, UInt8(ascii: "_"), UInt8(ascii: "."), 0x80...: true
    default: false
    }
  }

  /// Whether a value can begin with it, but nothing that follows a value.
  fileprivate var beginsOperand: Bool {
    switch self {
    case UInt8(ascii: "."): false
    case UInt8(ascii: "\""), UInt8(ascii: "#"), UInt8(ascii: "("), UInt8(ascii: "!"): true
    default: isNameByteOrDot
    }
  }
}

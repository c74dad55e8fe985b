/// Something that people type who know another language or tool, and what it is here.
///
/// The parser, the resolver, `help` and the prompt read this table.
public struct Habit: Sendable {
  /// How it is written elsewhere.
  public let words: [String]
  /// The word or operator that is written in its place; nil if there is none.
  public let spelling: String?
  /// What a prompt does when the word is typed there; nil if it is only answered.
  let deed: Deed?
  /// The line that helps, without a full stop.
  public let line: String

  /// What a prompt does with a typed line.
  public enum Deed: Sendable, Equatable {
    /// Runs a statement instead.
    case statement(String)
    /// Empties the screen.
    case clear
    /// Opens what was typed last in an editor, or what declares a name or a number.
    case edit(String)
    /// Lists what was typed: all, or so many lines.
    case listTyped(Int?)
    /// Begins the lessons, or one of them.
    case learn(String)
  }

  /// Another spelling of `spelling`.
  private init(_ words: String..., is spelling: String, _ line: String? = nil) {
    self.words = words
    self.spelling = spelling
    deed = nil
    self.line = line ?? "write '\(spelling)'"
  }

  /// Something that has no word of its own here.
  private init(_ words: String..., says line: String) {
    self.words = words
    spelling = nil
    deed = nil
    self.line = line
  }

  /// Something that a prompt understands.
  private init(_ words: String..., does deed: Deed, _ line: String) {
    self.words = words
    spelling = nil
    self.deed = deed
    self.line = line
  }

  /// Whether it stands for a value.
  package var isValue: Bool {
    spelling.map { ["nil", "true", "false", "self"].contains($0) } ?? false
  }

  /// The line for a value that is tested as if it were a type; nil if it stands for none.
  package var comparison: String? {
    isValue ? spelling.map { "a value is compared with '==': x == \($0)" } : nil
  }

  /// The line where the message names `spelling` itself; nil if it would only repeat that.
  package var help: String? { spelling.map { line == "write '\($0)'" } == true ? nil : line }

  /// All habits, those of prompts first.
  public static let all: [Habit] = prompts + values + statements + signs

  /// What a prompt understands beside the statements, each with the line that explains it.
  package static let ofPrompts: [(word: String, line: String)] = prompts.flatMap { habit in
    habit.deed == nil ? [] : habit.words.map { (word: $0, line: habit.line) }
  }

  /// The entry of a word or sign, or nil.
  public static func named(_ word: String) -> Habit? { byWord[word] }

  private static let byWord: [String: Habit] = {
    var habits: [String: Habit] = [:]
    for habit in all { for word in habit.words { habits[word] = habit } }
    return habits
  }()

  private static let prompts = [
    Habit(
      "exit", "bye", "logout", does: .statement("quit"),
      "'quit' ends the session, and so does Ctrl-D"),
    Habit(
      "undo", does: .statement("rewind"),
      "'rewind' undoes the last turn, 'rewind 3' the last three"),
    Habit("redo", does: .statement("replay 1"), "'replay' does again what 'rewind' undid"),
    Habit(
      "clear", "cls", does: .clear,
      "'clear' empties the screen of a terminal; 'reset' forgets everything"),
    Habit(
      "ls", "dir", does: .statement("objects"),
      "'objects' lists the objects, 'show NAME' the members of one"),
    Habit("man", does: .statement("help"), "'help WORD' explains a word"),
    Habit(
      "edit", does: .edit(""),
      "at a prompt, opens an editor: 'edit', 'edit NAME' or 'edit #3'"),
    Habit(
      "learn", does: .learn(""),
      "at a prompt, begins the lessons; elsewhere, run 'bindlab learn'"),
    Habit(
      "list", "info",
      says: "'objects', 'bindings' and 'observers' list all; 'show NAME' shows one"),
    Habit(
      "finish", says: "a turn runs to its end by itself; where one is stopped, write 'continue'"),
    Habit("!!", says: "the Up key brings back what was typed, and Ctrl-R searches it"),
  ]

  private static let values = [
    Habit("null", "None", "undefined", "NULL", "Nil", "nullptr", is: "nil"),
    Habit("True", "TRUE", is: "true"),
    Habit("False", "FALSE", is: "false"),
    Habit("this", is: "self"),
    Habit("console", says: "write 'print' and the value: print \"text\""),
    Habit(
      "type", "typeof", says: "'show NAME' shows the types of an object; 'x is Int' tests a type"),
    Habit("len", says: "write it after the value: names.count"),
  ]

  private static let statements = [
    Habit(
      "def", "fn", "func", "fun",
      says: "write 'function f(a) { return a }', or 'action f(a) { … }' for changes"),
    Habit("foreach", is: "for", "write 'for x in list { … }'"),
    Habit("elif", "elseif", is: "else if"),
    Habit("then", "do", says: "the statements stand in braces: if a.on { … }"),
    Habit("until", is: "while", "write 'while !(condition) { … }'"),
    Habit("loop", is: "repeat"),
    Habit("match", is: "switch", "write 'switch phase { idle { … } else { … } }', or 'if'"),
    Habit("import", "include", is: "source", "write 'source \"FILE\"', which runs another script"),
    Habit(
      "del", "delete", "rm", is: "release",
      "'release NAME' removes an object, 'unbind #3' a binding"),
    Habit("const", is: "let"),
    Habit("struct", is: "class"),
    Habit("obj", is: "object"),
    Habit("echo", "puts", "log", "printf", "println", is: "print"),
    Habit("subscribe", is: "observe"),
    Habit("assert", is: "expect"),
  ]

  private static let signs = [
    Habit("and", is: "&&", "'and' is written '&&'"),
    Habit("or", is: "||", "'or' is written '||'"),
    Habit("not", is: "!", "'not' is written '!'"),
    Habit("===", is: "=="),
    Habit("!==", is: "!="),
    Habit(":=", is: "=", "write '='; 'let a = 1' declares a constant, 'var a = 1' a variable"),
    Habit("lambda", says: "a block has no arrow and no parameters: items.map { value * 2 }"),
    Habit("->", says: "'bind a.x ~> b.x' binds; a block has no arrow: items.map { value * 2 }"),
    Habit("=>", says: "a block has no arrow: items.map { value * 2 }"),
  ]
}

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
    let text = line.trimmingBlanks
    guard let sign = text.utf8.first, !text.utf8.contains(UInt8(ascii: "\n")) else { return nil }
    switch sign {
    case UInt8(ascii: "?"): return Typed("", .statement("help " + text.without("?")))
    case UInt8(ascii: ":"), UInt8(ascii: "."):
      let rest = String(text.dropFirst()).trimmingBlanks
      if rest.hasPrefix(":") || rest.hasPrefix(".") { return nil }
      let word = rest.firstWord
      if let found = typed(rest, isStopped: isStopped) { return Typed("", found.deed) }
      if ["q", "x"].contains(rest) { return Typed("", .statement("quit")) }
      if word == "h" { return Typed("", .statement("help" + rest.dropFirst())) }
      return StatementWord.named(word) == nil ? nil : Typed("", .statement(rest))
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
    case "undo": return Typed(word, .statement("rewind " + rest))
    case "redo": return Typed(word, .statement("replay " + rest))
    case "dir", "ls": return Typed(word, .statement("show " + rest))
    case "edit": return Typed(word, .edit(rest))
    case "learn": return Typed(word, .learn(rest))
    case "man": return Typed(word, .statement("help " + rest))
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
  fileprivate var trimmingBlanks: String {
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

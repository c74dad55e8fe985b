/// A word that begins a statement or a part of a body, with its parser and all of its texts.
///
/// The parser, `help`, completion, the editors' files and the check of the man page read this
/// table.
public struct StatementWord: Sendable {
  /// Where the word has a meaning.
  public enum Place: Sendable {
    case statement
    /// In the body of an object or class, before a name.
    case body
  }

  /// Parses a statement whose word is the current token.
  typealias Parse = @Sendable (inout Parser) -> NodeID

  public let word: String
  /// Whether it cannot be a name, except after a dot.
  public var isReserved = false
  /// nil for a word of a body, whose members have their own parser.
  let parse: Parse?
  /// What can follow the word and the words already typed after it.
  public var follows: @Sendable ([String]) -> [Offer] = { _ in [.expression] }
  /// One line, without a full stop.
  public let summary: String
  /// As in the grammar; one line for each form.
  public let syntax: String
  /// Two to five lines.
  public let explanation: String
  /// A small script that runs as it is.
  public let example: String

  public var place: Place { parse == nil ? .body : .statement }

  /// Whether a member of a body can begin with the word.
  package var beginsMember: Bool {
    place == .body || [.action, .bind, .observe, .on].contains(Word(rawValue: word))
  }

  /// All words, in an order that suits learners.
  public static let all: [StatementWord] = themes.flatMap(\.words)

  /// All words by theme.
  public static let themes: [(name: String, words: [StatementWord])] = [
    ("declare", declarations + members), ("bind", bindings), ("do", doing), ("events", events),
    ("control", control), ("ask", asking + askingEvents), ("explain", debugging),
    ("undo", travelling), ("stop", breaking),
  ]

  /// The words of the theme of declarations.
  package static let declaring = (declarations + members).map(\.word)

  /// The parsers of `all`, by position.
  static let parsers: [Parse] = all.map { $0.parse ?? { $0.missing() } }

  /// The entry of `word`, or nil.
  public static func named(_ word: String) -> StatementWord? {
    all.first { $0.word == word }
  }

  // MARK: For messages

  /// The forms, each on one line; the second line of a long one is left out.
  var forms: [String] {
    var forms: [String] = []
    for line in syntax.split(separator: "\n") {
      if line.first == " " || line == "}" {
        if forms.last?.hasSuffix("}") == false, forms.last?.hasSuffix("…") == false {
          forms[forms.count - 1] += " " + line.drop { $0 == " " }
        }
      } else {
        // After two blanks stands an explanation.
        forms.append(String(line.split(separator: "  ", maxSplits: 1)[0]))
      }
    }
    return forms
  }

  /// `the forms are 'unbreak NUMBER' and 'unbreak all'`
  var formsInWords: String {
    let quoted = forms.map { "'\($0)'" }
    guard quoted.count > 1 else { return "the form is \(quoted.joined())" }
    return "the forms are \(quoted.dropLast().joined(separator: ", ")) and \(quoted.last ?? "")"
  }

  /// What helps where the word is not used as a statement.
  package var helpOnForm: String { "\(formsInWords); 'help \(word)' says more" }

  // MARK: For the entries

  /// A statement that consists of its word alone.
  static func alone(_ kind: NodeKind) -> Parse { behind { $0.add(kind, from: $1) } }

  /// A statement whose parts `parse` reads after the word; the number is where the word begins.
  static func behind(
    _ parse: @escaping @Sendable (inout Parser, UInt32) -> NodeID
  ) -> Parse {
    { parser in
      let start = parser.token.start
      parser.advance()
      return parse(&parser, start)
    }
  }

  /// `offers` directly after the word, and then an expression.
  static func first(_ offers: Offer...) -> @Sendable ([String]) -> [Offer] {
    { $0.isEmpty ? offers : [.expression] }
  }
}

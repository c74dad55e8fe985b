/// A form of another language, and the form that works here.
///
/// A pattern is text in which capital letters stand for what the user typed:
///
/// | letter | stands for |
/// |---|---|
/// | `N` | a name |
/// | `M` | a name that no statement or member begins with |
/// | `P` | a key path |
/// | `D` | a key path with a dot |
/// | `C` | a name with a capital letter |
/// | `Q` | a string with a key path, which loses its quotes |
/// | `V` | such a string with a dot in it |
/// | `E` | an expression |
/// | `X` | an expression with an operator, without parentheses around it |
/// | `A` | anything within one pair of brackets; it may be empty |
/// | `S` | the same, with several statements |
/// | `T` | a type |
/// | `L` | a number or a string |
/// | `J` | a whole number without a unit |
/// | `O` | a binary operator |
/// | `K` | one of the rule's words |
///
/// A digit tells two of a kind apart. `^` is the beginning of a statement or member, `¶` its end. In a
/// result, `·` joins what is on both sides.
struct RewritingRule: Sendable {
  /// Where a rule applies.
  enum Place: Sendable { case statement, body }

  let patterns: [[Part]]
  /// The words and signs that a text must have for each pattern: most rules are passed over for them.
  let needed: [Set<String>]
  /// The form that works, cut into parts only for a text that fits.
  private let resultText: String
  let words: Set<String>
  let place: Place?
  /// The rule applies only to text with one of these words; nil for any text.
  let containing: Set<String>?
  /// Names that get another name in what the user typed; both can be letters of the pattern.
  let naming: [String: String]
  var use = Use.always

  /// For which mistakes a rule is.
  enum Use: Sendable {
    case always
    /// Only where the syntax is right: elsewhere it could change what is meant.
    case meaning
    /// Only where a class is called.
    case classes
  }

  /// The rule for some mistakes only.
  func only(_ use: Use) -> RewritingRule {
    var rule = self
    rule.use = use
    return rule
  }

  enum Part: Sendable, Equatable {
    case beginning, end
    case hole(String)
    case literal(String)
    /// The text between the parts of a result.
    case gap(String)
  }

  init(
    _ patterns: String..., gives result: String, in place: Place? = nil, words: [String] = [],
    containing: [String]? = nil, naming: [String: String] = [:]
  ) {
    self.init(
      patterns, gives: result, in: place, words: words, containing: containing, naming: naming)
  }

  init(
    _ patterns: [String], gives result: String, in place: Place? = nil, words: [String] = [],
    containing: [String]? = nil, naming: [String: String] = [:]
  ) {
    self.patterns = patterns.map { RewritingRule.parts(of: $0) }
    needed = self.patterns.map { parts in
      Set(parts.compactMap { if case .literal(let word) = $0 { word } else { nil } })
    }
    resultText = result
    self.words = Set(words)
    self.place = place
    self.containing = containing.map { Set($0) }
    self.naming = naming
  }

  var result: [Part] { RewritingRule.parts(of: resultText, keepingGaps: true) }

  private static func parts(of text: String, keepingGaps: Bool = false) -> [Part] {
    let text = ForeignText(text)
    var parts: [Part] = []
    var end = 0
    for token in text.tokens {
      if keepingGaps, token.range.lowerBound > end {
        parts.append(
          .gap(String(decoding: text.bytes[end..<token.range.lowerBound], as: UTF8.self)))
      }
      end = token.range.upperBound
      switch token.text {
      case "^" where token.range.lowerBound == 0: parts.append(.beginning)
      case "¶": parts.append(.end)
      case "·": break
      case _ where isHole(token.text): parts.append(.hole(token.text))
      default: parts.append(.literal(token.text))
      }
    }
    return parts
  }

  private static func isHole(_ text: String) -> Bool {
    let bytes = text.utf8
    guard let first = bytes.first, bytes.count <= 2, "NMPDCQVEXASTLJOK".utf8.contains(first) else {
      return false
    }
    return bytes.count == 1 || (0x31...0x39).contains(bytes.last ?? 0)
  }
}

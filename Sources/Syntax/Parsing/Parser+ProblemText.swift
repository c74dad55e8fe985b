import Text

/// The words for every syntax error: lower case, the user's text quoted, one fix where one is known.
extension SyntaxProblem {
  static let arrows = "the arrows are ~> <~ <> !~> <~! <!>"

  typealias Words = (message: String, help: String?)

  /// The message, and a line of help where a fix is known.
  var text: Words {
    // Each case has its words in one of these.
    let words: [Words?] = [
      literalText, structureText, wordText, expressionText, declarationText, bindingText,
    ]
    guard let found = words.lazy.compactMap({ $0 }).first else {
      preconditionFailure("no words for \(self)")
    }
    return found
  }

  private var literalText: Words? {
    switch self {
    case .notUTF8(let byte):
      ("byte 0x\(hexadecimal(UInt32(byte), width: 2)) is not UTF-8", "save the file as UTF-8")
    case .nulByte:
      ("a NUL byte is not text", nil)
    case .unexpectedCharacter(let scalar):
      SyntaxProblem.unexpected(scalar)
    case .wrongQuotes(let quote):
      ("'\(quote)' does not begin a string", "write strings in straight quotes: \"…\"")
    case .unterminatedString:
      (
        "string is not closed on its line",
        "end it with '\"', or write a string of several lines between '\"\"\"' and '\"\"\"'"
      )
    case .unterminatedComment:
      ("comment is not closed; expected '*/'", nil)
    case .invalidEscape(let escape):
      (
        "unknown escape '\(escape)' in a string",
        "the escapes are \\n \\t \\\" \\\\ \\u{1F600} \\(expression)"
      )
    case .invalidScalar(let escape):
      (
        "'\(escape)' is not a Unicode character",
        "write it with 1 to 8 hexadecimal digits: \\u{1F600}"
      )
    case .textAfterBlockQuote:
      ("text of a '\"\"\"' block begins on the next line", "for one line, use '\"'")
    case .textBeforeBlockQuote:
      ("closing '\"\"\"' must be on a line of its own", "begin a new line before it")
    case .tooLittleIndentation:
      ("line is indented less than the closing '\"\"\"'", "indent it as far as that, or further")
    case .numberTooLarge("Int"):
      (
        "number is too large for Int",
        "an Int is between -9223372036854775808 and 9223372036854775807"
      )
    case .numberTooLarge(let type):
      ("number is too large for \(type)", type == "Double" ? "the largest is 1.79e308" : nil)
    case .malformedNumber(let text):
      ("'\(text)' is not a number", "numbers are 1, 0xFF, 1.5 and 1e-3")
    case .unknownUnit(let number, let unit):
      ("unknown unit '\(unit)' of '\(number)'", "durations are written 150ms, 2s or 1m")
    default: nil
    }
  }

  private var structureText: Words? {
    switch self {
    case .expected(let what, let found, let after, let help):
      if let found {
        ("expected \(what), found \(found)", help)
      } else if let after {
        ("expected \(what) after \(after)", help)
      } else {
        ("expected \(what)", help)
      }
    case .notClosed(let closer, let found, _, let opening, let help):
      ("expected \(closer) to close \(opening)" + (found.map { ", found \($0)" } ?? ""), help)
    case .closesNothing(let closer):
      ("'\(closer)' closes nothing", "leave it out, or write what it closes before it")
    case .expectedEnd(let found, let help):
      ("expected the end of the statement, found \(found)", help)
    case .braceOnNextLine:
      ("'{' must be on the line of its statement", "put '{' at the end of the line above")
    case .lineBeginsWith(let sign, let isFirst):
      (
        "a statement cannot begin with \(sign)",
        ["'++'", "'--'"].contains(sign)
          ? "write 'x += 1' or 'x -= 1'"
          : isFirst ? "'help' lists all statements" : "put \(sign) at the end of the line above"
      )
    case .lineBeginsWithElement:
      (
        "a statement cannot begin with '<'",
        "there are no elements of pages; what one shows is bound: bind vm.name ~> label.text"
      )
    case .misplacedWord(let word, let place):
      (
        "\(word) must be on \(place)",
        word == "'set'" ? "to set a property, write 'vm.name = \"Kim\"'" : nil
      )
    case .nestsTooDeep:
      ("nesting is deeper than \(Parser.deepestNesting)", nil)
    case .expressionTooTall:
      (
        "expression is longer than \(Parser.tallestExpression) operators in a row",
        "give a part of it a name with 'let'"
      )
    case .tooManyErrors:
      ("more than \(Parser.mostErrors) errors; the rest of the text was not checked", nil)
    default: nil
    }
  }

  private var wordText: Words? {
    switch self {
    case .reservedName(let word, let role):
      (
        "\(word) is a reserved word and cannot name \(SyntaxProblem.withArticle(role))",
        "after a dot any word is a name; elsewhere choose another"
      )
    case .unknownStatement(let word, let meant?):
      ("unknown statement \(word); did you mean '\(meant)'?", nil)
    case .unknownStatement(let word, nil):
      ("unknown statement \(word)", "'help' lists all statements")
    case .foreignWord(let word, let habit):
      (
        "unknown statement \(word)"
          + (habit.spelling.map { "; did you mean '\($0)'?" } ?? ""), habit.help
      )
    case .foreignSign(let sign, let habit):
      ("no operator '\(sign)'", habit.line)
    case .unknownMember(let word, let meant):
      ("unknown word \(word) in a body; did you mean '\(meant)'?", nil)
    case .unknownChoice(let found, let choices, let text):
      (
        "unexpected \(found)"
          + (nearest(to: text, among: choices).map { "; did you mean '\($0)'?" } ?? ""),
        "one of: \(choices.joined(separator: " "))"
      )
    case .elseWithoutIf:
      ("'else' without an 'if' before it", "write 'else' on the same line as the '}' of its 'if'")
    case .breakOutsideLoop:
      ("'break' outside a loop", "to leave an action or observer, use 'return'")
    case .dropOutside:
      (
        "'drop' is for a transformer with 'after' and for the body of a command",
        "to leave another block, use 'return'"
      )
    case .rejectOutside:
      (
        "'reject' is for the blocks of transformers",
        "to leave another block, use 'return'; to make the turn fail, use 'throw'"
      )
    case .returnOutside:
      (
        "'return' outside an action, observer or transformer",
        "to show a value, write 'print'; 'quit' ends the script"
      )
    default: nil
    }
  }

  private static func withArticle(_ noun: String) -> String {
    switch noun.utf8.first {
    case UInt8(ascii: "a"), UInt8(ascii: "e"), UInt8(ascii: "o"): "an \(noun)"
    default: noun == "semantics" ? noun : "a \(noun)"
    }
  }

  private static func unexpected(_ scalar: Unicode.Scalar) -> Words {
    let code = "U+\(hexadecimal(scalar.value, width: 4))"
    let shown: String
    switch scalar.properties.generalCategory {
    case .control, .format, .spaceSeparator, .lineSeparator, .paragraphSeparator, .unassigned,
      .privateUse, .nonspacingMark, .enclosingMark:
      shown = "character \(code)"
    default:
      shown = "character '\(scalar)'"
    }
    return ("unexpected \(shown)", fix(for: scalar))
  }

  private static func fix(for scalar: Unicode.Scalar) -> String? {
    switch scalar {
    case "\u{201C}", "\u{201D}", "\u{201E}", "\u{2018}", "\u{2019}", "\u{AB}", "\u{BB}", "'", "`":
      "write strings in straight quotes: \"…\""
    case "&": "'and' is written '&&'"
    case "\u{2013}", "\u{2014}", "\u{2212}": "minus is written '-'"
    case "\u{D7}", "\u{B7}": "'times' is written '*'"
    case "\u{F7}": "'divided by' is written '/'"
    case "\u{2260}": "'not equal' is written '!='"
    case "\u{2264}": "'at most' is written '<='"
    case "\u{2265}": "'at least' is written '>='"
    case "\u{2026}": "the dots in examples stand for your own text"
    case "$": "a name is written without '$': print vm.name"
    case "@": "there are no attributes; each property can be bound and observed"
    case "^": "the operators are those of 'help operators'"
    case "\\": "'help' lists all statements"
    case "#": "binding number 3 is written '#3', and a comment begins with '//'"
    case "\r": "lines end with LF or CRLF"
    case "\u{2190}"..."\u{21FF}", "\u{27F0}"..."\u{27FF}": arrows
    default: scalar.properties.generalCategory == .spaceSeparator ? "type a plain space" : nil
    }
  }
}

/// `value` in upper-case hexadecimal digits, at least `width` of them.
func hexadecimal(_ value: UInt32, width: Int) -> String {
  let digits = String(value, radix: 16, uppercase: true)
  return String(repeating: "0", count: max(0, width - digits.utf8.count)) + digits
}

/// One token: 24 bytes without references, made when it is needed and never stored.
struct Token {
  enum Kind: UInt8 {
    /// The end of the text, or of the line inside the `\( )` of a plain string.
    case end
    /// Every token becomes this after an error, until the parser has recovered: it matches nothing.
    case poison
    /// Bytes that begin no token; `problem` says why.
    case invalid

    case name
    case integer, decimal, duration
    /// `#3`.
    case number
    /// A plain string without escapes, quotes included.
    case string
    /// Only the opening quote of a string that has escapes or several lines.
    case stringStart, blockStringStart

    case leftParen, rightParen, leftBracket, rightBracket, leftBrace, rightBrace
    case comma, semicolon, colon, dot, question, pipe, bang, tilde
    case assign
    /// `+=`, `-=` and the like.
    case compoundAssign

    case or, and
    case equal, notEqual, less, lessOrEqual, greater, greaterOrEqual
    case coalesce
    /// `...` and `..<`.
    case closedRange, range
    case plus, minus, star, slash, percent
    /// `<>` outside a binding, and `===`: not operators, but recognized for a good message.
    case lessGreater, tripleEqual
  }

  var kind: Kind
  /// The word that a name is; `other` for a name of the user's own.
  var word: Word = .other
  /// Whether it cannot be a name, except after a dot.
  var isReserved = false
  /// The position in `StatementWord.all`, or `noStatement`.
  var statement = WordTable.noStatement
  /// Whether there is a line end between the token before and this one.
  var startsLine: Bool
  /// What is wrong with it; reported when the parser reaches the token.
  var problem: LexicalProblem = .none
  var start: UInt32
  var end: UInt32
  /// A name's index once interned; an integer's, duration's or number's magnitude; a double's bits.
  var value: UInt64 = 0

  var span: SourceSpan { SourceSpan(start, end) }
  var isStatementWord: Bool { statement != WordTable.noStatement }
}

/// What the lexer found wrong with a token, as data; `Parser+Diagnostics` has the text.
enum LexicalProblem: UInt8 {
  case none
  case unexpectedCharacter
  case notUTF8
  case unterminatedString
  case wrongQuotes
  case unterminatedComment
  case numberTooLarge
  case malformedNumber
  case unknownUnit
}

extension Token.Kind {
  /// The precedence of a binary operator; 0 for other tokens.
  var precedence: UInt8 {
    switch self {
    case .or: 1
    case .and: 2
    case .equal, .notEqual, .less, .lessOrEqual, .greater, .greaterOrEqual, .lessGreater,
      .tripleEqual:
      3
    case .coalesce: 4
    case .closedRange, .range: 5
    case .plus, .minus: 6
    case .star, .slash, .percent: 7
    default: 0
    }
  }

  /// The operator of a token with a `precedence`.
  var binaryOperator: BinaryOperator {
    switch self {
    case .or: .or
    case .and: .and
    case .equal, .tripleEqual: .equal
    case .notEqual, .lessGreater: .notEqual
    case .less: .less
    case .lessOrEqual: .lessOrEqual
    case .greater: .greater
    case .greaterOrEqual: .greaterOrEqual
    case .coalesce: .coalesce
    case .closedRange: .closedRange
    case .range: .range
    case .plus: .add
    case .minus: .subtract
    case .star: .multiply
    case .slash: .divide
    default: .remainder
    }
  }

  /// Whether a line that ends in this token continues, to guess where a broken statement ends.
  var leavesLineOpen: Bool {
    switch self {
    case .comma, .leftParen, .leftBracket, .leftBrace, .assign, .compoundAssign, .dot: true
    default: precedence > 0
    }
  }
}

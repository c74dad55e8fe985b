import Basics
import Names

/// Parses program text into a syntax tree, by recursive descent, and finds every error on the way.
///
/// After an error the current token becomes `.poison`, which nothing accepts. The functions then return
/// one after the other without another message, until the statement loop skips to the end of the
/// statement and continues. Nested text nests on the stack, so its depth is limited.
public struct Parser {
  var lexer: Lexer
  let names: NameTable
  let words: WordTable
  let nameCache: NameCache
  let isInteractive: Bool

  let file: SourceFile
  /// The contents of the tree besides its nodes, which are the first `nodeCount` in `nodes`.
  var lists: [UInt32] = [0]
  var strings: [String] = []
  var statements: [NodeID] = []
  let nodes: UnsafeMutableBufferPointer<Node>
  var nodeCount = 0
  var isOutOfNodes = false

  var diagnostics: [Diagnostic] = []
  var errorCount = 0

  /// The next token, which is not consumed yet.
  var token: Token
  /// The end of the last token consumed.
  var lastEnd: UInt32 = 0

  /// The token at which the statement failed, while `isPanicking`, and the brackets open there.
  var failed: Token
  var failedBrackets = 0
  var isPanicking = false
  /// Whether it failed because it nests too deep; then nothing in it is parsed any more.
  var isTooDeep = false
  /// Whether the text ended too early; then errors after that are not worth a message.
  var hasEndedEarly = false
  /// Whether there was an error that more text would not fix.
  var hasRealError = false

  /// Whether newlines are blanks, as inside `( )` and `[ ]`.
  var newlinesAreBlanks = false
  /// Whether a `{` after `new Person` opens the block of the statement, and not a body.
  var isInHead = false
  /// The brackets open within the statement.
  var openBrackets = 0
  /// How many strings are open whose `\( )` is being parsed, and how many of these are plain ones,
  /// which must end on their line.
  var openStrings = 0
  var plainStrings = 0
  /// The innermost open `\(`.
  var interpolation = SourceSpan(0, 0)
  /// The end of the line that contains all offsets from the second one on: a line may contain a
  /// million strings, and each one needs it.
  var knownLineEnd = -1
  var knownLineEndFrom = 0
  /// The first word of the innermost statement or member, and the word that it is taken for, if any.
  var head = SourceSpan(0, 0)
  var misspelled = ""
  /// What `break` and `return` may leave.
  var surroundings = Surroundings()

  /// How many constructs are open around the token.
  var depth = 0
  /// The height of the last expression, and the greatest height since it was last set to 0. Code that
  /// walks the tree by recursion needs a limit for it, too.
  var height = 0
  var tallest = 0

  /// Children of nodes that are not complete yet.
  var scratch: [UInt32] = []

  /// The constructs that `break` and `return` can leave.
  struct Surroundings {
    var isInLoop = false
    var isInKeptBlock = false
    /// Whether the block answers later, so that it may also give no answer.
    var mayDrop = false
    /// Whether the block is a transformer's.
    var mayReject = false
  }

  static let deepestNesting = 256
  static let tallestExpression = 1000
  package static let mostErrors = 1000

  /// Parses a whole file, or the lines typed so far.
  ///
  /// - Parameters:
  ///   - names: The table in which the names of the text are interned.
  ///   - isInteractive: Whether the text is typed statement by statement, so that a line which
  ///     begins with `|` comes too late.
  /// - Returns: The tree, with `.missing` where something could not be parsed; every error and
  ///   warning in the order of the text; and whether the only error is that the text ends too
  ///   early, so that another line may complete it.
  /// - Complexity: O(*n*) in the length of the text.
  public static func parse(_ file: SourceFile, names: NameTable, isInteractive: Bool = false) -> (
    tree: SyntaxTree, diagnostics: [Diagnostic], isIncomplete: Bool
  ) {
    var result = parseAsItIs(file, names: names, isInteractive: isInteractive)
    if !result.diagnostics.isEmpty, !result.isIncomplete {
      if isInteractive, isOpenForeign(file) {
        result.isIncomplete = true
        result.diagnostics = Array(result.diagnostics.prefix(1))
      } else {
        result.diagnostics = offeringRewritings(result.diagnostics, of: file)
      }
    }
    return result
  }

  /// Parses a whole file, or the lines typed so far, without asking what a line of another language is here.
  static func parseAsItIs(_ file: SourceFile, names: NameTable, isInteractive: Bool) -> (
    tree: SyntaxTree, diagnostics: [Diagnostic], isIncomplete: Bool
  ) {
    ByteClass.table.withUnsafeBufferPointer { classes in
      file.bytes.withUnsafeBufferPointer { bytes in
        // Memory that is not touched costs nothing, and a line has half as many nodes as bytes.
        // Other text, for example with many errors, is parsed again with more room.
        var capacity = file.part.count + 64
        while true {
          if let refusal = refusal(of: file, capacity: capacity) {
            return (emptyTree(of: file), [refusal], false)
          }
          let lexer = Lexer(bytes: bytes, classes: classes, part: file.part)
          if let result = parse(file, lexer, names, isInteractive, capacity: capacity) {
            return result
          }
          capacity *= 4
        }
      }
    }
  }

  /// Parses with room for `capacity` nodes; returns nil if that is not enough.
  ///
  /// The nodes are written directly into the memory of their final array: appending them one by
  /// one takes a fifth of the whole time.
  private static func parse(
    _ file: SourceFile, _ lexer: Lexer, _ names: NameTable, _ isInteractive: Bool, capacity: Int
  ) -> (tree: SyntaxTree, diagnostics: [Diagnostic], isIncomplete: Bool)? {
    var parts: (Contents, [Diagnostic], isIncomplete: Bool)?
    let nodes = [Node](unsafeUninitializedCapacity: capacity) { buffer, count in
      var parser = Parser(
        file, lexer: lexer, nodes: buffer, names: names, isInteractive: isInteractive)
      defer { parser.nameCache.deallocate() }
      parser.parseFile()
      count = parser.nodeCount
      guard !parser.isOutOfNodes else { return }
      parts = (
        (parser.lists, parser.strings, parser.statements), parser.sortedDiagnostics(),
        parser.isIncomplete
      )
    }
    guard let (contents, diagnostics, isIncomplete) = parts else { return nil }
    let tree = SyntaxTree(
      file: file, nodes: nodes, lists: contents.lists, strings: contents.strings,
      statements: contents.statements)
    return (tree, diagnostics, isIncomplete)
  }

  /// What a tree has besides its nodes.
  private typealias Contents = (lists: [UInt32], strings: [String], statements: [NodeID])

  private init(
    _ file: SourceFile, lexer: Lexer, nodes: UnsafeMutableBufferPointer<Node>, names: NameTable,
    isInteractive: Bool
  ) {
    self.lexer = lexer
    self.nodes = nodes
    self.names = names
    self.isInteractive = isInteractive
    words = WordTable(names)
    nameCache = NameCache(forTextOf: lexer.end - lexer.position)
    self.file = file
    token = Token(kind: .end, startsLine: true, start: 0, end: 0)
    failed = token
    _ = add(.none, 0, SourceSpan(0, 0), 0, 0)
  }

  private var isIncomplete: Bool { hasEndedEarly && !hasRealError }

  private func sortedDiagnostics() -> [Diagnostic] {
    guard diagnostics.count > 1 else { return diagnostics }
    // An escape is resolved when its string ends, after the contents of the string's `\( )`.
    let order = diagnostics.indices.sorted {
      let (left, right) = (diagnostics[$0].span?.start ?? 0, diagnostics[$1].span?.start ?? 0)
      return left == right ? $0 < $1 : left < right
    }
    return order.map { diagnostics[$0] }
  }

  private mutating func parseFile() {
    reportBrokenBytes()
    advance()
    var steps = 0
    while token.kind != .end {
      // Who reads the tree then looks for the interruption.
      do { try LongWork.step(&steps) } catch { return }
      if token.kind == .semicolon {
        advance()
        continue
      }
      if token.kind == .rightBrace {
        report(.closesNothing("}"), at: token.span)
        advance()
        continue
      }
      let statement = parseWholeStatement()
      statements.append(statement)
    }
  }

  // MARK: Tokens

  /// Consumes the current token.
  mutating func advance() {
    lastEnd = token.end
    var next = lexer.next()
    if next.kind == .name { identify(&next) }
    token = next
    if next.problem != .none { reportProblemOfToken() }
  }

  /// The token after the current one.
  func peek() -> Token {
    var ahead = lexer
    var next = ahead.next()
    if next.kind == .name { identify(&next) }
    return next
  }

  @inline(__always)
  func identify(_ token: inout Token) {
    let entry = nameCache.entry(of: token.span, in: lexer.bytes, names, words)
    token.value = UInt64(entry.name.index)
    token.word = entry.word.word
    token.isReserved = entry.word.isReserved
    token.statement = entry.word.statement
  }

  func bytes(_ span: SourceSpan) -> UnsafeBufferPointer<UInt8> {
    UnsafeBufferPointer(rebasing: lexer.bytes[Int(span.start)..<Int(span.end)])
  }

  /// Whether the line ends before the current token, where line ends count.
  var breaksLine: Bool { token.startsLine && !newlinesAreBlanks }

  /// Whether the current token is `kind` and is on the line.
  func isAt(_ kind: Token.Kind) -> Bool { token.kind == kind && !breaksLine }

  /// Whether the current token is `word` and is on the line.
  func isAt(_ word: Word) -> Bool { token.word == word && !breaksLine }

  /// Whether a statement may end before the current token.
  var isAtEnd: Bool {
    switch token.kind {
    case .end, .semicolon, .rightBrace, .poison: true
    default: breaksLine
    }
  }

  /// Consumes the current token if it is `kind` and is on the line.
  mutating func take(_ kind: Token.Kind) -> Bool {
    guard isAt(kind) else { return false }
    advance()
    return true
  }

  /// Consumes the current token if it is `word` and is on the line.
  mutating func take(_ word: Word) -> Bool {
    guard isAt(word) else { return false }
    advance()
    return true
  }

  /// Consumes a token that is required.
  mutating func expect(_ kind: Token.Kind, _ what: String) {
    if !take(kind) { failExpecting(what) }
  }
}

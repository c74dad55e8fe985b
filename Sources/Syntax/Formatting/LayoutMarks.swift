/// What the syntax tree says about single bytes of its text, so that the tokens can be laid out one
/// after the other.
///
/// All nodes are in one array and are visited in its order, so nothing here recurses.
struct LayoutMarks {
  struct Mark: OptionSet {
    let rawValue: UInt8

    /// A statement, a member of a body or a part of a declaration begins here.
    static let statement = Mark(rawValue: 1)
    /// It is no statement, but the second block of a transformer, or a case; no `;` is needed before it.
    static let secondWay = Mark(rawValue: 2)
    /// A bracket that begins a value, and does not continue one.
    static let value = Mark(rawValue: 4)
    /// A sign that belongs to the token after it.
    static let unary = Mark(rawValue: 8)
    /// There is no blank between this token and the one before it.
    static let tight = Mark(rawValue: 16)
    /// The text up to the end in `verbatim` stays as it is, whatever tokens it consists of.
    static let verbatim = Mark(rawValue: 32)
    /// A `{` inside an expression or a stage; its lines are indented relative to its own line.
    static let inner = Mark(rawValue: 64)
  }

  private(set) var marks: [Mark]
  /// The end of the text that begins at each `.verbatim` mark, by its start.
  private(set) var verbatim: [SourceSpan] = []

  private let tree: SyntaxTree
  private let bytes: UnsafeBufferPointer<UInt8>
  private let classes: UnsafeBufferPointer<ByteClass>

  init(
    _ tree: SyntaxTree, _ bytes: UnsafeBufferPointer<UInt8>,
    _ classes: UnsafeBufferPointer<ByteClass>
  ) {
    self.tree = tree
    self.bytes = bytes
    self.classes = classes
    marks = [Mark](repeating: [], count: bytes.count + 1)
    for statement in tree.statements { mark(statement, .statement) }
    for node in tree.nodes { visit(node) }
    verbatim.sort { $0.start < $1.start }
  }

  private mutating func mark(_ id: NodeID, _ mark: Mark) {
    marks[Int(tree[id].span.start)].insert(mark)
  }

  /// Whether it is the `enabled:` of a command, which stands within that.
  private func isImplied(_ id: NodeID) -> Bool {
    tree[id].kind == .binding && tree.binding(id).isImplied
  }

  private mutating func keep(_ span: SourceSpan) {
    marks[Int(span.start)].insert(.verbatim)
    verbatim.append(span)
  }

  private mutating func visit(_ node: Node) {
    let start = Int(node.span.start)
    switch node.kind {
    case .block, .body:
      for child in tree.list(node.a) where !isImplied(child) { mark(child, .statement) }
    case .semantics:
      for knob in tree.list(node.b, from: 1) { mark(knob, .statement) }
    case .protocolDeclaration:
      for requirement in tree.list(node.b) { mark(requirement, .statement) }
    case .enumDeclaration, .switchStatement:
      // They need no `;` between them.
      for part in tree.list(node.b) { mark(part, [.statement, .secondWay]) }
    case .transformer: markWays(node)
    case .parenthesized, .listLiteral, .dictionaryLiteral: marks[start].insert(.value)
    case .unary: marks[start].insert(.unary)
    case .intLiteral where bytes[start] == UInt8(ascii: "-"): marks[start].insert(.unary)
    case .namedStage where node.flags & 1 != 0: marks[start].insert(.unary)
    case .type where node.flags & 1 != 0: marks[Int(node.span.end) - 1].insert(.tight)
    case .new where node.b != 0: mark(NodeID(node.b), .inner)
    case .inlineStage:
      mark(NodeID(node.a), .inner)
      if node.b != 0 { mark(NodeID(node.b), .inner) }
    case .stringLiteral where start < bytes.count && bytes[start] == UInt8(ascii: "\""),
      .interpolation, .arrow:
      keep(node.span)
    case .whynot where node.b != 0:
      let arrow = firstToken(from: tree[NodeID(node.a)].span.end).start
      var end = Int(arrow)
      while Parser.arrowBytes.contains(bytes[end]) { end += 1 }
      keep(SourceSpan(arrow, UInt32(end)))
    case .help where node.a != 0: keep(node.span)
    case .knob: keep(tree[NodeID(node.b)].span)
    case .breakpoint where BreakOccasion(rawValue: node.flags) == .secondWrite:
      var lexer = lexer(at: node.span.start)
      for _ in 0..<3 { _ = lexer.next() }
      marks[Int(lexer.next().start)].insert(.tight)
      marks[Int(lexer.next().start)].insert([.tight])
    default: break
    }
  }

  /// The two blocks of a transformer are no statements in the tree: the first comes after the
  /// brace, and the second after the first block.
  private mutating func markWays(_ node: Node) {
    let ways = tree.list(node.b, from: 1).prefix(2).filter(\.exists).map { tree[$0].span }
    guard ways.count == 2 else { return }
    let second = firstToken(from: min(ways[0].end, ways[1].end))
    marks[Int(second.start)].insert([.statement, .secondWay])
  }

  private func lexer(at offset: UInt32) -> Lexer {
    var lexer = Lexer(bytes: bytes, classes: classes)
    lexer.position = Int(offset)
    return lexer
  }

  /// The first token from `offset` on that is not a `;`.
  private func firstToken(from offset: UInt32) -> Token {
    var lexer = lexer(at: offset)
    while true {
      let token = lexer.next()
      if token.kind != .semicolon { return token }
    }
  }
}

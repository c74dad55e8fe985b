import Language
import Names
import Syntax
import Text

/// The declarations of a text, each before those in its body.
struct Outline {
  struct Entry {
    /// The whole declaration.
    var span: SourceSpan
    var name: SourceSpan
    /// The kind of the symbol, as the protocol numbers it.
    var kind: Int
    /// How many of the next entries are in its body, or deeper.
    var count = 0
  }

  let file: SourceFile
  private(set) var entries: [Entry] = []
  /// Where the statements at top level begin; nil in a text with syntax errors, where a statement may
  /// end anywhere.
  private var statements: [UInt32]?

  /// - Complexity: O(*n*) in the length of the text.
  init(_ tree: SyntaxTree, hasErrors: Bool = true) {
    file = tree.file
    if !hasErrors { statements = tree.statements.map { tree[$0].span.start } }
    for statement in tree.statements { add(statement, of: tree) }
  }

  /// The outline of a text. If it is another version of one that is known, only the statements around
  /// the change are read again.
  ///
  /// - Complexity: O(*n*) in the length of the text.
  init(_ file: SourceFile, after older: Outline?) {
    if let changed = older?.followed(to: file) {
      self = changed
    } else {
      self.init(parsing: file)
    }
  }

  private init(parsing file: SourceFile) {
    let (tree, diagnostics, _) = Parser.parse(file, names: NameTable())
    self.init(tree, hasErrors: diagnostics.contains { $0.severity == .error })
  }

  private init(_ file: SourceFile, _ entries: [Entry], statements: [UInt32]? = nil) {
    (self.file, self.entries, self.statements) = (file, entries, statements)
  }

  // MARK: Following an edit

  /// How many statements the parser may look at before it knows where the one before them ends.
  private static let lookahead = 2

  /// The outline of a newer version of the text; nil if it can only be read as a whole.
  private func followed(to newer: SourceFile) -> Outline? {
    guard let statements else { return nil }
    let shift = TextShift(from: file.bytes, to: newer.bytes)
    if shift.isNothing { return Outline(newer, entries, statements: statements) }
    // These stay, since they and what the parser looked at ends before the change.
    let before = max(
      0,
      statements.indices.partitionPoint { Int(statements[$0]) > shift.old.lowerBound }
        - 1 - Outline.lookahead)
    // These only move: the statement before them is read again, and ends where it did.
    let after = min(
      statements.count,
      1 + statements.indices.partitionPoint { Int(statements[$0]) >= shift.old.upperBound })
    guard before < after else { return nil }
    let start = before == 0 ? 0 : Int(statements[before])
    let oldEnd = after < statements.count ? Int(statements[after]) : file.bytes.count
    let part = Array(newer.bytes[start..<oldEnd + shift.distance])
    let read = Outline(parsing: SourceFile(name: newer.name, bytes: part))
    // A bracket, a string or a comment may go on behind the part.
    guard let readStatements = read.statements else { return nil }
    /// How many entries the statements before one have.
    func entryCount(before statement: Int) -> Int {
      guard statement < statements.count else { return entries.count }
      return entries.indices.partitionPoint {
        entries[$0].span.start >= statements[statement]
      }
    }
    var made = Outline(newer, Array(entries[..<entryCount(before: before)]))
    made.entries += read.entries.lazy.map { $0.moved(by: start) }
    made.entries += entries[entryCount(before: after)...].lazy
      .map { $0.moved(by: shift.distance) }
    var moved = Array(statements[..<before])
    moved += readStatements.lazy.map { $0.moved(by: start) }
    moved += statements[after...].lazy.map { $0.moved(by: shift.distance) }
    made.statements = moved
    return made
  }

  // MARK: Reading a tree

  private mutating func add(_ id: NodeID, of tree: SyntaxTree) {
    switch tree.statement(id) {
    case .object(let object):
      add(id, object.name, .object, of: tree) { $0.addMembers(object.body, of: tree) }
    case .classDeclaration(let declared):
      add(id, declared.name, .classSymbol, of: tree) { $0.addMembers(declared.body, of: tree) }
    case .protocolDeclaration(let declared):
      add(id, declared.name, .protocolSymbol, of: tree) {
        for action in tree.requirements(of: declared) {
          $0.add(action.name, action.name, .action, of: tree)
        }
      }
    case .enumDeclaration(let name, let cases):
      add(id, name, .enumeration, of: tree) {
        for part in cases where tree[part].kind == .enumCase {
          $0.add(part, tree.enumCase(part).name, number: 22, of: tree)
        }
      }
    case .letDeclaration(let value): add(id, value.name, .constant, of: tree)
    case .varDeclaration(let value): add(id, value.name, .variable, of: tree)
    case .transformer(let transformer): add(id, transformer.name, .transformer, of: tree)
    case .action(let action):
      add(id, action.name, action.isFunction ? .function : .action, of: tree)
    case .semantics(let semantics): add(id, semantics.name, .semantics, of: tree)
    case .binding(let binding): add(id, binding.name, .link, of: tree)
    case .observe(let observer): add(id, observer.name, .link, of: tree)
    case .on(let observer): add(id, observer.name, .link, of: tree)
    case .effect(_, let name): add(id, name, .link, of: tree)
    default: break
    }
  }

  private mutating func addMembers(_ body: NodeID, of tree: SyntaxTree) {
    for id in tree.members(of: body) {
      switch tree.member(id) {
      case .property(let property):
        add(id, property.name, number: 7, of: tree) {
          guard case .new(_, let body) = tree.expression(property.initial) else { return }
          $0.addMembers(body, of: tree)
        }
      case .computed(let computed): add(id, computed.name, number: 7, of: tree)
      case .event(let name): add(id, name, number: 24, of: tree)
      case .action(let action): add(id, action.name, number: 6, of: tree)
      case .command(let command): add(id, command.name, number: 6, of: tree)
      case .binding, .observe, .on: add(id, of: tree)
      case .defaultMember, .missing: break
      }
    }
  }

  private mutating func add(
    _ id: NodeID, _ name: NodeID, _ kind: SymbolKind, of tree: SyntaxTree,
    inside addBody: (inout Outline) -> Void = { _ in }
  ) {
    add(id, name, number: kind.symbolNumber, of: tree, inside: addBody)
  }

  private mutating func add(
    _ id: NodeID, _ name: NodeID, number: Int, of tree: SyntaxTree,
    inside addBody: (inout Outline) -> Void = { _ in }
  ) {
    guard tree[name].kind == .name else { return }
    let index = entries.count
    entries.append(Entry(span: tree[id].span, name: tree[name].span, kind: number))
    addBody(&self)
    entries[index].count = entries.count - index - 1
  }
}

extension Outline.Entry {
  fileprivate func moved(by distance: Int) -> Outline.Entry {
    var entry = self
    (entry.span, entry.name) = (span.moved(by: distance), name.moved(by: distance))
    return entry
  }
}

extension SourceSpan {
  fileprivate func moved(by distance: Int) -> SourceSpan {
    SourceSpan(start.moved(by: distance), end.moved(by: distance))
  }
}

extension UInt32 {
  fileprivate func moved(by distance: Int) -> UInt32 { UInt32(Int(self) + distance) }
}

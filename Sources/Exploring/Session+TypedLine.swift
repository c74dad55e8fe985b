import BindingEngine
import Interpreter
import Language
import Names
import Syntax
import Text

extension Session {
  /// A line with the meanings of its parts, for colours while it is typed: words of the language,
  /// paths, strings, comments, and names that nothing has.
  ///
  /// - Parameters:
  ///   - cursor: Where the cursor is, as a UTF-8 offset. A name that ends there is still being typed,
  ///     so it is not called unknown.
  ///   - earlier: The lines before it, if the statement has several.
  /// - Complexity: O(*n*) in the length of the statement.
  public func styled(_ line: String, cursor: Int, behind earlier: String = "") -> StyledText {
    let start = earlier.isEmpty ? 0 : earlier.utf8.count + 1
    let source = SourceFile(name: "", text: earlier.isEmpty ? line : earlier + "\n" + line)
    let names = NameTable()
    let (tree, _, _) = Parser.parse(source, names: names, isInteractive: true)
    var plain: Set<UInt32> = []
    tree.visit { id, kind in if kind == .name { plain.insert(tree[id].span.start) } }
    let unknown = habit(in: line) == nil ? unknownNames(in: tree, names) : []
    var text = StyledText()
    var end = start
    func add(_ meaning: Meaning?, _ range: Range<Int>) {
      guard range.upperBound > end else { return }
      let first = max(range.lowerBound, end)
      text.append(StyledText(source.part(end..<first)))
      let piece = source.part(first..<range.upperBound)
      text.append(meaning.map { StyledText($0, piece) } ?? StyledText(piece))
      end = range.upperBound
    }
    source.visitTokens { comments, token in
      for comment in comments { add(.quiet, comment) }
      guard !token.isEmpty else { return }
      let isUnknown =
        unknown.contains(UInt32(token.lowerBound)) && token.upperBound != start + cursor
      let isName = plain.contains(UInt32(token.lowerBound))
      add(isUnknown ? .unknown : meaning(of: token, in: source, isName: isName), token)
    }
    add(nil, end..<source.bytes.count)
    return text
  }

  /// - Parameter isName: Whether the tree has a name there.
  private func meaning(
    of token: Range<Int>, in source: SourceFile, isName: Bool
  ) -> Meaning? {
    let bytes = source.bytes
    let first = bytes[token.lowerBound]
    switch first {
    case UInt8(ascii: "\""): return .string
    case UInt8(ascii: "#"): return .binding
    case UInt8(ascii: "0")...UInt8(ascii: "9"): return nil
    default: break
    }
    guard TextPlace.isNameByte(first) else { return nil }
    let dot = UInt8(ascii: ".")
    let text = source.part(token)
    guard isName else { return keywords.contains(text) ? .heading : nil }
    let isInPath =
      token.lowerBound > 0 && bytes[token.lowerBound - 1] == dot
      || token.upperBound < bytes.count && bytes[token.upperBound] == dot
    if isInPath { return .property }
    return names.name(text).flatMap { kind(of: $0) } == .object ? .object : nil
  }

  /// Where the names begin that neither the session nor the text declares, and the members that an
  /// object does not have.
  private func unknownNames(in tree: SyntaxTree, _ table: NameTable) -> Set<UInt32> {
    var silent: [SourceSpan] = []
    var declared: Set<Name> = []
    func declare(_ members: [KnownMember<Holder>]) {
      for member in members { declared.insert(table.intern(names.text(of: member.name))) }
    }
    func inherit(from type: NodeID) {
      guard type.exists, tree[type].kind == .name,
        let name = names.name(table.text(of: tree.name(type))),
        let holder = instance(ofClass: name)
      else { return }
      declare(members(of: holder) { _ in true })
    }
    tree.visit { id, kind in
      switch kind {
      case .help, .responds, .requirement, .enumCase: silent.append(tree[id].span)
      case .body:
        // Its members need no object. So few names are called unknown rather than one too many.
        for member in tree.members(of: id) {
          let name = tree.member(member).declaredName
          if tree[name].kind == .name { declared.insert(tree.name(name)) }
        }
      case .switchCase:
        let block = tree[tree.switchCase(id).block].span
        silent.append(SourceSpan(tree[id].span.start, block.start))
      case .objectDeclaration:
        declared.insert(tree.name(tree.object(id).name))
        inherit(from: tree.object(id).superclass)
      case .classDeclaration:
        declared.insert(tree.name(tree.classDeclaration(id).name))
        inherit(from: tree.classDeclaration(id).superclass)
      case .new: if case .new(let type, _) = tree.expression(id) { inherit(from: type) }
      case .extend:
        if case .extend(let path, _) = tree.statement(id),
          let object = value(of: path, in: tree, table, except: [])?.object
        {
          declare(members(of: object) { _ in true })
        }
      case .protocolDeclaration: declared.insert(tree.name(tree.protocolDeclaration(id).name))
      case .enumDeclaration:
        if case .enumDeclaration(let name, _) = tree.statement(id) {
          declared.insert(tree.name(name))
        }
      case .action: declared.insert(tree.name(tree.action(id).name))
      case .transformer: declared.insert(tree.name(tree.transformer(id).name))
      default: break
      }
    }
    let reader = CodeReader(tree: tree, table, tree.ids { _ in true })
    var unknown: Set<UInt32> = []
    for (name, span) in reader.mentions
    where !declared.contains(name) && !isKnown(table.text(of: name)) {
      unknown.insert(span.start)
    }
    declared.formUnion(reader.declared)
    tree.visit { id, kind in
      guard kind == .member, case .member(let base, let name) = tree.expression(id),
        let object = value(of: base, in: tree, table, except: declared)?.object
      else { return }
      let text = table.text(of: tree.name(name))
      if member(text, of: object) == nil { unknown.insert(tree[name].span.start) }
    }
    return unknown.filter { start in !silent.contains { $0.start <= start && start < $0.end } }
  }

  private func isKnown(_ text: String) -> Bool {
    names.name(text).flatMap { kind(of: $0) } != nil || knownWords.contains(text)
  }

  private func member(_ text: String, of object: Holder) -> KnownMember<Holder>? {
    names.name(text).flatMap { name in members(of: object) { $0 == name }.first }
  }

  /// The value of a path that begins at a name of the session.
  private func value(
    of path: NodeID, in tree: SyntaxTree, _ table: NameTable, except locals: Set<Name>
  ) -> KnownValue<Holder>? {
    switch tree.expression(path) {
    case .name(let name) where !locals.contains(name):
      return names.name(table.text(of: name)).flatMap { value(ofDeclared: $0) }
    case .member(let base, let name):
      let object = value(of: base, in: tree, table, except: locals)?.object
      return object.flatMap { member(table.text(of: tree.name(name)), of: $0)?.value }
    default: return nil
    }
  }
}

extension SourceFile {
  fileprivate func part(_ range: Range<Int>) -> String {
    String(decoding: bytes[range], as: UTF8.self)
  }
}

/// The words that have a meaning in a statement.
private let keywords = Set(
  LanguageWords.reserved + LanguageWords.constants + LanguageWords.statements
    + LanguageWords.members + LanguageWords.inside)

/// The names that are known without a declaration.
private let knownWords = keywords.union(
  LanguageWords.functions + LanguageWords.types + LanguageWords.blockNames
    + LanguageWords.methodBlockNames + [LanguageWords.lastValue, "turn"]
    + Semantics.presets.map(\.name) + Semantics.knobNames
    + Semantics.knobNames.flatMap { Semantics.words(of: $0) })

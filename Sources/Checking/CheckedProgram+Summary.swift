import Language
import Names
import Syntax

/// What is known about the meaning of a name, for a person.
package struct ProgramSummary {
  /// The declaration, as it is written, without its body; nil if the program does not have it.
  package var declaration: String?
  /// What it is: `a property of vm`.
  package var kind: String
  /// The type of its values, if it is known.
  package var type: String?
  /// The lines of the comments directly above the declaration.
  package var comment: [String]
}

extension CheckedProgram {
  /// One for each of the things for which the name may stand, at most `most`.
  ///
  /// - Complexity: O(*n*) in the nodes of the program.
  package func summaries(of place: NamedPlace, most: Int) -> [ProgramSummary] {
    place.symbols.prefix(most).compactMap { symbol in
      var single = place
      single.symbols = [symbol]
      return summary(of: single)
    }
  }

  private func summary(of place: NamedPlace) -> ProgramSummary? {
    guard let id = place.symbols.first else { return nil }
    let symbol = symbol(id)
    var made = ProgramSummary(declaration: nil, kind: kindText(symbol), type: nil, comment: [])
    // At its declaration it is that of each object that the body makes.
    let (known, shape) = (end(at: place)?.owner, classes(of: id).first)
    if let owner = known ?? shape.map({ run.representative(of: $0) }) {
      if known != nil || shape?.name != Name.none {
        made.kind += " of \(owner.text(run.names))"
      }
      if let property = owner.property(symbol.name), property.role == .property {
        made.type = type(of: property, in: owner)
      }
    }
    if case .declared(.constant?) = symbol.kind,
      case .constant(let constant)? = run.symbols[symbol.name]?.symbol
    {
      made.type = constant.value.kinds.typeName
    }
    for sheet in map.sheets {
      guard let node = declaration(of: id, in: sheet) else { continue }
      made.declaration = head(of: node, in: sheet.script.tree)
      made.comment = comment(above: sheet.script.tree[node].span.start, in: sheet.script.tree.file)
      break
    }
    return made
  }

  private func type(of property: StaticProperty, in owner: StaticObject) -> String? {
    if property.isComputed { return typeOfComputed(property, in: owner) }
    if case .named(.any) = property.type.base {
      let tree = property.script.tree
      guard property.initial.exists else { return nil }
      return run.quietly(in: property.script) {
        switch tree.expression(property.initial) {
        case .nilLiteral, .name, .member, .call: nil
        default: run.value(property.initial).kinds.typeName
        }
      }
    }
    return run.text(of: property.type)
  }

  /// The type of what a computed property gives, as far as the types of what it reads are known.
  private func typeOfComputed(_ property: StaticProperty, in owner: StaticObject) -> String? {
    var inner = Scope()
    inner.receiver = KnownObject(object: owner, isExact: owner.isNamed)
    var kinds = ValueKinds.any
    run.within(inner) {
      kinds = run.quietly(in: property.script) { run.value(property.initial).kinds }
    }
    return kinds.typeName
  }

  private func kindText(_ symbol: ProgramSymbol) -> String {
    switch symbol.kind {
    case .declared(let kind): kind?.text ?? "a name that a block declares"
    case .member(let kind): kind.text
    case .local(let kind):
      kind == .variable ? "a variable" : kind == .constant ? "a constant" : "a parameter"
    case .enumCase(let type): "a case of \(type)"
    case .notification: "a notification"
    }
  }

  /// The statement or member that first declares a symbol in a file.
  private func declaration(of id: SymbolID, in sheet: ProgramMap.Sheet) -> NodeID? {
    var first: NodeID?
    for index in sheet.numbers.indices
    where sheet.uses[index] == .declared && map.root(sheet.numbers[index]) == id.number {
      first = NodeID(UInt32(index))
      break
    }
    return first.map { holder(of: $0, in: sheet.script.tree) }
  }

  /// The innermost statement or member around a name.
  private func holder(of name: NodeID, in tree: SyntaxTree) -> NodeID {
    let span = tree[name].span
    var index = Int(name.index) + 1
    while index < tree.nodes.count {
      let node = tree.nodes[index]
      if node.span.start <= span.start, span.end <= node.span.end, !node.kind.isExpression {
        return NodeID(UInt32(index))
      }
      index += 1
    }
    return name
  }

  /// The first line of a declaration, without the body that it opens.
  private func head(of node: NodeID, in tree: SyntaxTree) -> String {
    let line = tree.sourceText(of: node).prefix { $0 != "\n" && $0 != "\r\n" }
    var text = String(line)
    switch tree[node].kind {
    case .objectDeclaration, .classDeclaration, .protocolDeclaration, .action, .command,
      .transformer, .observe, .on, .effect:
      if let brace = text.firstIndex(of: "{") { text = String(text[..<brace]) }
    default: break
    }
    while text.last == " " { text.removeLast() }
    return text
  }

  /// The comments on the lines directly above a place, without their signs.
  private func comment(above start: UInt32, in file: SourceFile) -> [String] {
    var line = file.lines.line(of: start)
    var found: [String] = []
    while line > 0 {
      line -= 1
      let low = Int(file.lines.starts[line])
      let high = Int(file.lines.starts[line + 1]) - 1
      let text = String(decoding: file.bytes[low..<high], as: UTF8.self)
        .drop { $0 == " " || $0 == "\t" }
      guard text.hasPrefix("//"), !text.hasPrefix("// =>"), !text.hasPrefix("// allow") else {
        break
      }
      found.append(String(text.drop { $0 == "/" }.drop { $0 == " " }))
    }
    return found.reversed()
  }
}

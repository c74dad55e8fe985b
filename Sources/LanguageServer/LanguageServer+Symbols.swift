import Checking
import Language
import Names
import Syntax
import Text

/// The outline of a text, and the names of all open texts.
extension LanguageServer {
  /// A declaration in the outline.
  struct OutlineItem {
    var name: String
    var kind: Int
    var node: NodeID
    var nameNode: NodeID
    var children: [OutlineItem] = []
  }

  func documentSymbols(_ parameters: JSONTree) throws(ProtocolError) -> any JSONWritable {
    let document = try document(parameters)
    return parts(of: document).flatMap { script in
      let tree = Parser.parse(script.file, names: NameTable()).tree
      let items = Outline(tree).items
      if client.nestsSymbols { return items.map { json($0, in: tree) } }
      return flat(items, in: tree, uri: document.uri, within: nil)
    }
  }

  private func json(_ item: OutlineItem, in tree: SyntaxTree) -> JSONObject {
    [
      "name": item.name, "kind": item.kind, "range": range(tree[item.node].span, in: tree.file),
      "selectionRange": range(tree[item.nameNode].span, in: tree.file),
      "children": item.children.map { json($0, in: tree) },
    ]
  }

  private func flat(
    _ items: [OutlineItem], in tree: SyntaxTree, uri: String, within container: String?
  ) -> [JSONObject] {
    items.flatMap { item in
      var symbol: JSONObject = [
        "name": item.name, "kind": item.kind,
        "location": ["uri": uri, "range": range(tree[item.node].span, in: tree.file)] as JSONObject,
      ]
      if let container { symbol.add("containerName", container) }
      return [symbol] + flat(item.children, in: tree, uri: uri, within: item.name)
    }
  }

  func workspaceSymbols(_ parameters: JSONTree) throws(ProtocolError) -> any JSONWritable {
    let query = Array((parameters["query"]?.string ?? "").lowercased().utf8)
    var seen: Set<String> = []
    var found: [JSONObject] = []
    let documents = host.documents.values.sorted { $0.uri < $1.uri }
    for script in documents.flatMap(parts) {
      let program = try recentProgram(of: script)
      for file in program.files
      where seen.insert(file.name).inserted || file === script.file {
        guard let tree = program.tree(of: file.name) else { continue }
        found += flat(Outline(tree).items, in: tree, uri: self.uri(of: file.name), within: nil) {
          LanguageServer.matches(Array($0.lowercased().utf8), query)
        }
      }
    }
    return found
  }

  private func flat(
    _ items: [OutlineItem], in tree: SyntaxTree, uri: String, within container: String?,
    where isWanted: (String) -> Bool
  ) -> [JSONObject] {
    items.flatMap { item in
      let own =
        isWanted(item.name)
        ? flat([leaf(item)], in: tree, uri: uri, within: container) : []
      return own + flat(item.children, in: tree, uri: uri, within: item.name, where: isWanted)
    }
  }

  private func leaf(_ item: OutlineItem) -> OutlineItem {
    var item = item
    item.children = []
    return item
  }

  /// Whether a name has the letters of a query in their order.
  private static func matches(_ name: [UInt8], _ query: [UInt8]) -> Bool {
    var rest = query[...]
    for byte in name where byte == rest.first { rest = rest.dropFirst() }
    return rest.isEmpty
  }
}

/// The declarations of a text, each with those in its body.
struct Outline {
  let tree: SyntaxTree

  init(_ tree: SyntaxTree) { self.tree = tree }

  var items: [LanguageServer.OutlineItem] { tree.statements.compactMap { item($0) } }

  private func item(_ id: NodeID) -> LanguageServer.OutlineItem? {
    let statement = tree.statement(id)
    switch statement {
    case .object(let object): return make(id, object.name, .object, members(object.body))
    case .classDeclaration(let declared):
      return make(id, declared.name, .classSymbol, members(declared.body))
    case .protocolDeclaration(let declared):
      let actions = tree.requirements(of: declared).compactMap {
        make($0.name, $0.name, .action)
      }
      return make(id, declared.name, .protocolSymbol, actions)
    case .enumDeclaration(let name, let cases):
      let children = cases.filter { tree[$0].kind == .enumCase }.compactMap {
        make($0, tree.enumCase($0).name, number: 22)
      }
      return make(id, name, .enumeration, children)
    case .letDeclaration(let value): return make(id, value.name, .constant)
    case .varDeclaration(let value): return make(id, value.name, .variable)
    case .transformer(let transformer): return make(id, transformer.name, .transformer)
    case .action(let action):
      return make(id, action.name, action.isFunction ? .function : .action)
    case .semantics(let semantics): return make(id, semantics.name, .semantics)
    case .binding(let binding): return make(id, binding.name, .link)
    case .observe(let observer): return make(id, observer.name, .link)
    case .on(let observer): return make(id, observer.name, .link)
    default: return nil
    }
  }

  private func members(_ body: NodeID) -> [LanguageServer.OutlineItem] {
    tree.members(of: body).compactMap { id in
      switch tree.member(id) {
      case .property(let property):
        make(id, property.name, number: 7, members(inNew: property.initial))
      case .computed(let computed): make(id, computed.name, number: 7)
      case .event(let name): make(id, name, number: 24)
      case .action(let action): make(id, action.name, number: 6)
      case .command(let command): make(id, command.name, number: 6)
      case .binding, .observe, .on: item(id)
      case .defaultMember, .missing: nil
      }
    }
  }

  private func members(inNew id: NodeID) -> [LanguageServer.OutlineItem] {
    if case .new(_, let body) = tree.expression(id) { members(body) } else { [] }
  }

  private func make(
    _ id: NodeID, _ name: NodeID, _ kind: SymbolKind,
    _ children: [LanguageServer.OutlineItem] = []
  ) -> LanguageServer.OutlineItem? {
    make(id, name, number: kind.symbolNumber, children)
  }

  private func make(
    _ id: NodeID, _ name: NodeID, number: Int, _ children: [LanguageServer.OutlineItem] = []
  ) -> LanguageServer.OutlineItem? {
    guard tree[name].kind == .name else { return nil }
    return LanguageServer.OutlineItem(
      name: tree.sourceText(of: name), kind: number, node: id, nameNode: name, children: children)
  }
}

import BindingEngine
import Interpreter
import Language
import Syntax

extension Session {
  /// The statement that made what a name or a number stands for, and the statement that removes it
  /// before another one takes its place, which may be empty.
  ///
  /// With an object come the statements of its bindings and observers: they end with it, and so are
  /// made again.
  ///
  /// - Returns: Also what ends with the object and cannot be made again, each in a line.
  public func source(
    of subject: String
  ) -> (text: String, before: String, lost: [String])? {
    if subject.hasPrefix("#") {
      guard let number = Int(subject.dropFirst()), let link = try? link(numbered: number),
        let origin = linkOrigin(of: link),
        let text = statement(at: origin.tree.tree[origin.node].span, of: origin.tree.tree.file)
      else { return nil }
      return (text, "unbind \(subject)", [])
    }
    let name = names.intern(subject)
    guard let declaration = symbols[name], let file = declaration.file,
      let text = statement(at: declaration.span, of: file)
    else { return nil }
    switch declaration.symbol {
    case .object(let slot):
      guard case .object(let object) = graphState.read(slot) else { return (text, "", []) }
      let links = statementsOfLinks(of: object)
      return (([text] + links.texts).joined(separator: "\n"), "release \(subject)", links.lost)
    case .link: return (text, "unbind \(subject)", [])
    default: return (text, "", [])
    }
  }

  /// The statements that made the bindings and observers of an object, which end with it, as far as
  /// they mean the same at top level; and the others that nothing makes again.
  private func statementsOfLinks(of object: ObjectID) -> (texts: [String], lost: [String]) {
    var (texts, lost): ([String], [String]) = ([], [])
    var members: [ObjectIdentifier: Set<NodeID>] = [:]
    for link in links(of: object) {
      guard let origin = linkOrigin(of: link) else { continue }
      let tree = origin.tree.tree
      let text = tree.sourceText(of: origin.node)
      // A body makes its bindings again, for each object.
      let inBodies = members[ObjectIdentifier(origin.tree)] ?? membersOfBodies(in: tree)
      members[ObjectIdentifier(origin.tree)] = inBodies
      if inBodies.contains(origin.node) { continue }
      if tree.statements.contains(origin.node) || isIndependent(origin.node, in: tree) {
        if !texts.contains(text) { texts.append(text) }
      } else {
        lost.append("#\(graphState.number(of: link)) \(describe(link: link))")
      }
    }
    return (texts, lost)
  }

  private func membersOfBodies(in tree: SyntaxTree) -> Set<NodeID> {
    Set(tree.ids { $0 == .body }.flatMap { tree.members(of: $0) })
  }

  /// Whether a statement in a block means the same outside of it.
  private func isIndependent(_ node: NodeID, in tree: SyntaxTree) -> Bool {
    let reader = CodeReader(tree: tree, names, tree.ids(within: node))
    guard let first = reader.mentions.first else { return false }
    let place = TextPlace(
      in: Array(tree.file.bytes), at: Int(first.span.start), names: names, isInteractive: true)
    return !place.givesMeaning(toAnyOf: reader.names)
  }

  /// The statements that remove the bindings, observers and objects that a typed text made, so that
  /// another text can take its place; empty if it made none.
  public func removal(ofWhatMade text: String) -> String {
    let links = sortedLinks().filter { isText(linkOrigin(of: $0)?.tree.tree.file, text) }
    var statements = links.map { "unbind #\(graphState.number(of: $0))" }
    for (name, declaration) in symbols.all where isText(declaration.file, text) {
      guard case .object(let slot) = declaration.symbol, case .object = graphState.read(slot)
      else { continue }
      statements.append("release \(names.text(of: name))")
    }
    return statements.joined(separator: "\n")
  }

  private func isText(_ file: SourceFile?, _ text: String) -> Bool {
    file.map { $0.bytes.elementsEqual(text.utf8) } ?? false
  }

  /// The statement at top level that contains a place.
  private func statement(at place: SourceSpan, of file: SourceFile) -> String? {
    let (tree, _, _) = Parser.parse(file, names: names, isInteractive: false)
    let found = tree.statements.first {
      tree[$0].span.start <= place.start && place.end <= tree[$0].span.end
    }
    return found.map { tree.sourceText(of: $0) }
  }
}

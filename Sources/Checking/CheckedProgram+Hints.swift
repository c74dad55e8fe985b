import Language
import Names
import Syntax

/// Something that is known about a place and not written there.
package struct ProgramHint {
  package var offset: Int
  package var text: String
  /// Whether it is a type, after a name; otherwise the number of a binding, before it.
  package var isType: Bool
}

extension CheckedProgram {
  /// The numbers of the bindings that are certainly made, the cycles that they close, and the types of
  /// constants and properties, in the order of the text.
  ///
  /// - Complexity: O(*n* log *n*) in the nodes of the file, and in the bindings of the program.
  package func hints(in file: String) -> [ProgramHint] {
    guard let sheet = sheet(of: file) else { return [] }
    let tree = sheet.script.tree
    var found: [ProgramHint] = []
    // The statement of a class is made once for each object.
    let statements = Set(tree.statements)
    for link in run.graph.links where link.script === sheet.script && link.code == nil {
      guard let number = link.number, tree[link.node].kind == .binding,
        statements.contains(link.node)
      else { continue }
      found.append(
        ProgramHint(offset: Int(tree[link.node].span.start), text: "#\(number)", isType: false))
    }
    for finding in diagnostics where finding.file === tree.file {
      guard let code = finding.code, let span = finding.span,
        [.structuralCycle, .twoWayChain, .latentCycle, .codeCycle].contains(code)
      else { continue }
      found.append(
        ProgramHint(offset: Int(span.end), text: code.explanation.title, isType: true))
    }
    for id in tree.statements where tree[id].kind == .letDeclaration {
      let declared = tree.value(id)
      guard !isPlain(declared.value, in: tree), tree[declared.name].kind == .name,
        case .constant(let constant)? = run.symbols[tree.name(declared.name)]?.symbol,
        let type = constant.value.kinds.typeName
      else { continue }
      found.append(
        ProgramHint(offset: Int(tree[declared.name].span.end), text: ": \(type)", isType: true))
    }
    return found.sorted { $0.offset < $1.offset }
  }

  /// Whether everyone sees the type of a value.
  private func isPlain(_ id: NodeID, in tree: SyntaxTree) -> Bool {
    switch tree.expression(id) {
    case .intLiteral, .doubleLiteral, .boolLiteral, .stringLiteral, .durationLiteral, .nilLiteral,
      .listLiteral, .dictionaryLiteral, .interpolation, .new:
      true
    default: false
    }
  }
}

import Language
import Syntax

extension CheckedProgram {
  /// An assignment, and the binding that keeps its target up to date with what it reads.
  package struct Following {
    package var span: SourceSpan
    package var binding: String
  }

  /// The assignment at the top level of a file that a binding can replace, as far as the text shows: it
  /// reads properties, nothing else sets its target, and the target is no part of what it reads.
  ///
  /// The binding may still be wrong, for example close a cycle: only a check of the changed text shows
  /// that.
  ///
  /// - Parameter part: The bytes in which the assignment is looked for.
  /// - Complexity: O(*n* log *n*) in the nodes of the program.
  package func following(in part: Range<Int>, of file: String) -> Following? {
    guard let sheet = sheet(of: file) else { return nil }
    let tree = sheet.script.tree
    for id in tree.statements where tree[id].kind == .assign {
      let span = tree[id].span
      guard Int(span.start) <= part.upperBound, part.lowerBound <= Int(span.end) else { continue }
      let assign = tree.assign(id)
      guard assign.operation == nil, !assign.isSilent,
        case .member(_, let name) = tree.expression(assign.target),
        let target = end(at: place(name, in: sheet)), target.isCertain,
        run.isPure(assign.value, in: tree)
      else { continue }
      let sources = members(within: assign.value, in: sheet)
      guard !sources.isEmpty, !sources.contains(where: target.mayBe),
        !isSet(target, besides: tree[name].span, in: tree.file)
      else { continue }
      let value = tree.sourceText(of: assign.value)
      let source = isPath(assign.value, in: sheet) ? value : "(\(value))"
      return Following(
        span: span, binding: "bind \(source) ~> \(tree.sourceText(of: assign.target))")
    }
    return nil
  }

  /// Whether anything but one assignment may set a property.
  private func isSet(_ target: ProgramEnd, besides span: SourceSpan, in file: SourceFile) -> Bool {
    if !uncertain(name(of: target.symbol)).isEmpty { return true }
    let isBound = flows.contains { flow in
      if flow.targets.contains(where: target.mayBe) { return true }
      guard case .binding(isTwoWay: true) = flow.kind else { return false }
      return flow.sources.contains(where: target.mayBe)
    }
    return isBound
      || files.contains { other in
        places(in: other.name).contains { place in
          place.use.role == .written && !(other === file && place.use.span == span)
            && end(at: place).map(target.mayBe) == true
        }
      }
  }

  /// Whether an expression is a path to a property, which can be a source without parentheses.
  private func isPath(_ id: NodeID, in sheet: ProgramMap.Sheet) -> Bool {
    let tree = sheet.script.tree
    guard case .member(let base, let name) = tree.expression(id),
      end(at: place(name, in: sheet)) != nil
    else { return false }
    if case .name = tree.expression(base) { return true }
    return isPath(base, in: sheet)
  }
}

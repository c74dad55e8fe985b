import BindingEngine
import Language
import Names
import Syntax

/// Dictionaries, parts of lists and strings, and questions about types.
extension Compiler {
  mutating func dictionary(_ parts: NodeList, at span: SourceSpan) throws(Diagnostic) {
    if let key = tree.keyTwice(in: parts) {
      throw error(.keyTwice(tree.sourceText(of: key)), at: key)
    }
    for part in parts { try expression(part) }
    emit(.makeDictionary, a: Int32(parts.count / 2), at: span, stack: 1 - parts.count)
  }

  mutating func memberByKey(_ name: Name, at span: SourceSpan) throws(Diagnostic) {
    emit(.memberByKey, b: try cache(name), at: span)
  }

  mutating func part(
    _ range: (low: NodeID, high: NodeID, isClosed: Bool), at span: SourceSpan
  ) throws(Diagnostic) {
    try expression(range.low)
    try expression(range.high)
    emit(.part, a: range.isClosed ? 1 : 0, at: span, stack: -2)
  }

  mutating func typeTest(_ base: NodeID, _ type: NodeID) throws(Diagnostic) {
    try expression(base)
    do {
      code.types.append(try session.type(type, in: tree))
    } catch {
      throw session.diagnostic(for: error, file: file, span: tree[type].span)
    }
    emit(.isType, a: Int32(code.types.count - 1), at: tree[base].span)
  }

  /// Pushes the contents of the brackets of a target: an index, or a literal key.
  mutating func index(of target: NodeID) throws(Diagnostic) {
    switch tree.expression(target) {
    case .element(_, let index): try expression(index)
    case .member(_, let name): push(.string(text(tree.name(name))), at: tree[name].span)
    default: preconditionFailure("no brackets")
    }
  }

  /// Whether a member that is written as a key may be an entry of a dictionary.
  func mayBeEntry(_ id: NodeID) -> Bool {
    guard tree.isKey(id), case .member(let base, _) = tree.expression(id) else { return false }
    switch tree.expression(base) {
    case .selfReference: return false
    case .name(let name):
      if case .global(let symbol)? = resolve(name) { return symbol.kind != .object }
      return true
    default: return declaredKinds(of: base)?.isDisjoint(with: .dictionary) != true
    }
  }
}

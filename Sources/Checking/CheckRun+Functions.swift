import Language
import Names
import Syntax

/// What blocks read that does not set their binding off.
extension CheckRun {
  func warnWhereUnannounced(_ binding: BindingSyntax, _ source: End) {
    guard source.member.map({ $0.role == .property }) ?? true else { return }
    let read = unannouncedRead(
      of: binding, in: tree, isObject: { self.isObject($0) },
      isOwn: { if case .member? = self.resolve($0) { true } else { false } })
    if let read { report(read.mistake, .warning, at: tree[read.node].span) }
  }

  private func isObject(_ name: Name) -> Bool {
    guard case .global(let declaration)? = resolve(name) else { return false }
    switch declaration.symbol {
    case .object: return true
    case .constant(let constant): return constant.value.object != nil
    default: return false
    }
  }
}

/// Calls of functions and of transformers, which only give a value.
extension CheckRun {
  func isCalculation(_ symbol: StaticSymbol) -> Bool {
    switch symbol {
    case .function, .transformer: true
    default: false
    }
  }

  func mistake(ofCalling name: Name, _ symbol: StaticSymbol, _ count: Int) -> Mistake? {
    switch symbol {
    case .function(let wanted):
      guard let wanted, let signature = functions[name] else { return nil }
      return mistake(ofGiving: count, to: name, taking: wanted, signature: signature)
    case .transformer(let ways):
      guard let ways, let (source, declared) = transformers[name] else { return nil }
      return mistake(ofCalling: name, ways)
        ?? mistake(
          ofGiving: count, to: name, taking: declared.parameters.count + 1,
          signature: source.tree.signature(of: declared, isCall: true))
    default: return nil
    }
  }
}

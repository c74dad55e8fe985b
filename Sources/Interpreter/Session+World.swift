import Language
import Names
import Text

// What the rules about names ask for: what exists now.
extension Session: World {
  package func text(_ name: Name) -> String { names.text(of: name) }

  package func kind(of name: Name) -> SymbolKind? { symbols.symbol(name)?.kind }

  package func declaredNames(_ kind: SymbolKind?) -> [String] {
    symbols.all.filter { kind == nil || $0.declaration.symbol.kind == kind }.map { text($0.name) }
  }

  package var localNames: [String] { [] }
  package var memberNames: [String] { [] }

  package func near(_ name: Name, among candidates: @autoclosure () -> [String]) -> String? {
    nearest(to: text(name), among: candidates())
  }
}

// The same within a statement or a block.
extension Compiler: World {
  func text(_ name: Name) -> String { session.text(name) }
  func kind(of name: Name) -> SymbolKind? { session.kind(of: name) }
  func declaredNames(_ kind: SymbolKind?) -> [String] { session.declaredNames(kind) }
  var localNames: [String] { locals.map { text($0.name) }.filter { !$0.isEmpty } }
  var memberNames: [String] { (members?.names ?? []).map(text).sorted() }

  func near(_ name: Name, among candidates: @autoclosure () -> [String]) -> String? {
    session.near(name, among: candidates())
  }
}

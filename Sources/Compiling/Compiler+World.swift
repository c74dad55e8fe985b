import Language
import Names

// What the rules about names ask for, within a statement or a block.
extension Compiler: World {
  package func text(_ name: Name) -> String { session.text(name) }
  package func kind(of name: Name) -> SymbolKind? { session.kind(of: name) }
  package func owner(ofMember name: Name) -> String? { session.owner(ofMember: name) }

  package func declaredNames(_ kind: SymbolKind?) -> [String] { session.declaredNames(kind) }
  package var localNames: [String] { locals.map { text($0.name) }.filter { !$0.isEmpty } }
  package var memberNames: [String] { (members?.names.names ?? []).map(text).sorted() }

  package var outerMemberNames: [String] { (outerMembers?.names.names ?? []).map(text) }

  package func near(_ name: Name, among candidates: @autoclosure () -> [String]) -> String? {
    session.near(name, among: candidates())
  }
}

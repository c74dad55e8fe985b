import Language
import Names

// The answers to the resolver's questions: what exists when the script comes to this place.
extension CheckRun: World {
  func kind(of name: Name) -> SymbolKind? { declaration(of: name)?.symbol.kind }

  func declaredNames(_ kind: SymbolKind?) -> [String] {
    symbols.names.filter { kind == nil || symbols[$0]?.symbol.kind == kind }.map(text)
  }

  func owner(ofMember name: Name) -> String? {
    symbols.names.first {
      guard case .object(let object?) = symbols[$0]?.symbol else { return false }
      return object.property(name) != nil
    }.map(text)
  }

  var localNames: [String] { scope.locals.all.map { text($0.name) }.filter { !$0.isEmpty } }
  var memberNames: [String] { (scope.receiver?.object.propertyNames.map(text) ?? []).sorted() }

  var outerMemberNames: [String] { scope.outer?.object.propertyNames.map(text) ?? [] }

  func near(_ name: Name, among candidates: @autoclosure () -> [String]) -> String? {
    guard !scope.isMuted || mutedError == nil, !isIncomplete else { return nil }
    return findings.near(text(name), among: candidates())
  }
}

import Language
import Names
import Syntax
import Values

extension CheckedProgram {
  /// Where the classes, protocols and enumerations are declared that say what a name's values are: for an
  /// object its class, for a property the type of its values, and for a type itself.
  ///
  /// - Complexity: O(*n* log *n*) in the nodes of the program.
  package func typeDeclarations(of place: NamedPlace) -> [ProgramUse] {
    let types = place.symbols.compactMap { type(of: $0, at: place) }
    guard !types.isEmpty else { return [] }
    return declarations.filter { declared in
      guard case .declared(let kind) = symbol(declared.symbol).kind else { return false }
      switch kind {
      case .classSymbol?, .protocolSymbol?, .enumeration?:
        return types.contains(name(of: declared.symbol))
      default: return false
      }
    }.map(\.use)
  }

  /// The name of the type of what a symbol stands for; nil if it has none that a script declares.
  private func type(of id: SymbolID, at place: NamedPlace) -> String? {
    let symbol = symbol(id)
    switch symbol.kind {
    case .declared:
      switch run.symbols[symbol.name]?.symbol {
      case .object(let object?)?: return name(of: object.type)
      case .constant(let constant)?: return type(of: constant.value)
      case .classSymbol?, .protocolSymbol?, .enumeration?: return text(symbol.name)
      default: return nil
      }
    case .enumCase(let type): return type
    case .member:
      var single = place
      single.symbols = [id]
      let owner = end(at: single)?.owner ?? classes(of: id).first.map { run.representative(of: $0) }
      return owner?.property(symbol.name).flatMap(type)
    case .local, .notification: return nil
    }
  }

  private func type(of property: StaticProperty) -> String? {
    switch property.type.base {
    case .instance(let shape): return name(of: shape)
    case .enumeration(let enumeration): return enumeration.name
    case .named, .unknown:
      guard property.initial.exists else { return nil }
      return run.quietly(in: property.script) { type(of: run.value(property.initial)) }
    }
  }

  private func type(of value: StaticValue) -> String? {
    value.object.flatMap { name(of: $0.object.type) } ?? value.enumeration?.name
  }

  /// The name of a class; for the shape of a single object, that of its class.
  private func name(of shape: StaticClass) -> String? {
    var shape: StaticClass? = shape
    while let known = shape, known.name == .none { shape = known.superclass }
    return shape.map { text($0.name) }
  }
}

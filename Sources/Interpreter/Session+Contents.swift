import BindingEngine
import Language
import Names
import Syntax

// What there is now.
extension Session: WorldContents {
  /// An object, or a class, of which there may be no instance.
  package enum Holder {
    case object(ObjectID)
    case instance(ClassID)
  }

  package func declared(beginning prefix: String) -> [(name: Name, kind: SymbolKind)] {
    symbols.declared { text($0).hasPrefix(prefix) }
  }

  package func value(ofDeclared name: Name) -> KnownValue<Holder>? {
    switch symbols.symbol(name) {
    case .object(let slot), .constant(let slot), .variable(let slot):
      known(core.pointee.read(slot))
    case .classSymbol, .protocolSymbol, .transformer, .link, .semantics, .action, .function,
      nil:
      nil
    }
  }

  package func instance(ofClass name: Name) -> Holder? {
    switch symbols.symbol(name) {
    case .classSymbol(let found)?, .protocolSymbol(let found)?: .instance(found)
    default: nil
    }
  }

  package func members(
    of holder: Holder, where isWanted: (Name) -> Bool
  ) -> [KnownMember<Holder>] {
    switch holder {
    case .object(let object):
      core.pointee.slots(of: object.index).compactMap { slot in
        let info = core.pointee.info(of: slot)
        return isWanted(info.name) ? member(info, core.pointee.read(slot)) : nil
      }
    case .instance(let type):
      core.pointee.classes[Int(type.index)].properties.filter { isWanted($0.name) }
        .map { member($0, nil) }
    }
  }

  /// - Parameter value: What it holds; nil if there is no object.
  private func member(_ info: PropertyInfo, _ value: Value?) -> KnownMember<Holder> {
    var known = KnownValue<Holder>(ValueKinds(of: info.type))
    if case .instance(let type) = info.type.base { known.object = .instance(type) }
    if let value, value != .nil { known = self.known(value) }
    let hasValue = info.role == .property || info.role == .command
    let literal = info.role == .property ? value.map { "= \(core.pointee.literal($0))" } : nil
    return KnownMember(
      name: info.name, kind: info.role,
      isWritable: !info.computed.exists || info.setter.exists,
      value: hasValue ? known : KnownValue([]), note: literal ?? info.role.text)
  }

  package func numbered(_ offer: Offer) -> [(word: String, note: String)] {
    switch offer {
    case .links:
      sortedLinks().map { ("#\(core.pointee.number(of: $0))", describe(link: $0)) }
    case .breakpoints: breakpoints.map { ("\($0.number)", $0.text) }
    case .word, .values, .expression, .arrows, .transformers, .classes, .semantics, .linkNames,
      .topics:
      []
    }
  }

  private func known(_ value: Value) -> KnownValue<Holder> {
    guard case .object(let object) = value else { return KnownValue(ValueKinds(of: value)) }
    return KnownValue(.object, object: .object(object))
  }
}

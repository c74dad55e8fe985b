import BindingEngine
import Compiling
import Syntax

/// The members of the objects that there are, for the statements that are offered for a pasted line.
struct ExistingMembers: KnownMembers {
  let session: Session

  func isObject(_ name: String) -> Bool { object([name]) != nil }

  func member(_ name: String, of path: [String]) -> KnownMemberKind? {
    guard let object = object(path), let slot = slot(name, of: object) else { return nil }
    switch session.core.pointee.info(of: slot).role {
    case .event: return .event
    case .action: return .action
    case .command: return .command
    case .property: return .property
    }
  }

  func isDeclared(_ name: String) -> Bool {
    session.names.name(name).flatMap { session.symbols[$0] } != nil
  }

  func owners(ofMember name: String) -> [String] {
    session.declaredNames(.object).filter { member(name, of: [$0]) != nil }
  }

  private func slot(_ name: String, of object: ObjectID) -> UInt32? {
    session.core.pointee.slots(of: object.index).first {
      session.names.text(of: session.core.pointee.info(of: $0).name) == name
    }
  }

  private func object(_ path: [String]) -> ObjectID? {
    guard let first = path.first else { return nil }
    var value = Value.nil
    switch session.names.name(first).flatMap({ session.symbols.symbol($0) }) {
    case .object(let slot)?, .constant(let slot)?, .variable(let slot)?:
      value = session.core.pointee.read(slot)
    default: return nil
    }
    for name in path.dropFirst() {
      guard case .object(let owner) = value, let slot = slot(name, of: owner) else { return nil }
      value = session.core.pointee.read(slot)
    }
    if case .object(let found) = value { return found }
    return nil
  }
}

import BindingEngine
import Language
import Text

// What there is, as questions and statements list it.
extension Session {
  package func className(of object: ObjectID) -> String {
    var current: ClassID? = core.pointee.classID(of: object)
    while let candidate = current {
      let record = core.pointee.classes[Int(candidate.index)]
      if record.name != .none { return names.text(of: record.name) }
      current = record.superclass
    }
    return ""
  }

  /// All living bindings and observers, in the order of their numbers.
  package func sortedLinks() -> [UInt32] {
    core.pointee.allLinks().sorted { core.pointee.number(of: $0) < core.pointee.number(of: $1) }
  }

  /// The bindings and observers that an object has a part in.
  package func links(of object: ObjectID) -> [UInt32] {
    var found: Set<UInt32> = []
    for slot in core.pointee.slots(of: object.index) {
      for link in core.pointee.observers(of: slot) + core.pointee.writers(of: slot) {
        let lead = core.pointee.lead(of: link)
        if !core.pointee.links[lead].flags.contains(.computed) { found.insert(lead) }
      }
    }
    found.formUnion(core.pointee.kept(by: object))
    return found.sorted { core.pointee.number(of: $0) < core.pointee.number(of: $1) }
  }

  /// The semantics that has the name now: a preset, or one that the script has declared.
  package func semantics(named name: String) -> Semantics? {
    if let preset = Semantics.presets.first(where: { $0.name == name }) { return preset }
    guard case .semantics(let index)? = symbols[names.intern(name)]?.symbol else { return nil }
    return state.turned.ownSemantics[index]
  }

  /// The binding or observer that has the number.
  package func link(numbered number: Int) throws(ScriptFailure) -> UInt32 {
    if let link = core.pointee.link(numbered: number) { return link }
    throw .message(
      hasEnded(linkNumbered: number) ? "#\(number) is unbound" : "there is no #\(number)",
      help: "'bindings' and 'observers' list what there is")
  }

  /// Whether there was a binding or observer of the number, and is no more.
  func hasEnded(linkNumbered number: Int) -> Bool {
    number > 0 && number < core.pointee.nextNumber && core.pointee.link(numbered: number) == nil
  }
}

import BindingEngine
import Language
import Text

// What there is, as questions and statements list it.
extension Session {
  package func table(
    _ headers: [String], _ rows: [[String]], alignments: [TextTable.Alignment] = []
  ) {
    let table = TextTable(headers: headers, rows: rows, alignments: alignments)
    for line in table.lines(maxWidth: options.width) { print(line) }
  }

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
  func links(of object: ObjectID) -> [UInt32] {
    var found: Set<UInt32> = []
    for slot in core.pointee.slots(of: object.index) {
      for link in core.pointee.observers(of: slot) + core.pointee.writers(of: slot) {
        let lead = core.pointee.lead(of: link)
        if !core.pointee.links[lead].flags.contains(.computed) { found.insert(lead) }
      }
    }
    return found.sorted { core.pointee.number(of: $0) < core.pointee.number(of: $1) }
  }

  /// The semantics that has the name now: a preset, or one that the script has declared.
  package func semantics(named name: String) -> Semantics? {
    if let preset = Semantics.presets.first(where: { $0.name == name }) { return preset }
    guard case .semantics(let index)? = symbols[names.intern(name)]?.symbol else { return nil }
    return ownSemantics[index]
  }

  /// The number that the next binding or observer gets.
  package var nextLinkNumber: Int { core.pointee.nextNumber }
}

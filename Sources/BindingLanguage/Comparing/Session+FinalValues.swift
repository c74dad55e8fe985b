import BindingEngine

extension Session {
  /// What every property and every variable of the script is, in the order in which they were made.
  ///
  /// A `computed` that nobody has read is worked out, in a turn that is put back.
  func finalValues() -> [ComparedRun.FinalValue] {
    var values: [ComparedRun.FinalValue] = []
    var counts: [String: Int] = [:]
    func add(_ name: String, _ slot: UInt32) {
      let value = worked(out: slot)
      let count = counts[name, default: 0] + 1
      counts[name] = count
      let traced = value.map(traced)
      values.append(
        ComparedRun.FinalValue(
          name: count == 1 ? name : "\(name) (\(count))", text: traced?.text ?? "(an error)",
          json: traced?.json ?? "null"))
    }
    dry { _ in
    } then: { _ in
      for object in 1..<UInt32(core.pointee.objects.count)
      where !core.pointee.objects[object].generation.isMultiple(of: 2) {
        for slot in core.pointee.slots(of: object)
        where core.pointee.info(of: slot).role == .property {
          add(core.pointee.describe(property: slot), slot)
        }
      }
      for (name, declaration) in symbols.all {
        if case .variable(let slot) = declaration.symbol { add(names.text(of: name), slot) }
      }
    }
    return values
  }

  /// The value of a property, worked out where that is still to be done; nil where it fails.
  private func worked(out slot: UInt32) -> Value? {
    guard core.pointee.properties[slot].marks.contains(.stale) else {
      return core.pointee.read(slot)
    }
    // A failure has put the turn back that all this is in.
    if !core.pointee.isInTurn { core.pointee.beginTurn() }
    do {
      try machine.run(empty: Session.returningCode()) { (machine) throws(ScriptFailure) in
        try machine.handle(machine.core.pointee.computeForReader(slot))
      }
    } catch {
      return nil
    }
    return core.pointee.read(slot)
  }
}

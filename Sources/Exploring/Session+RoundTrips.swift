import BindingEngine
import Interpreter
import Language
import Text

/// Round trips through the two-way bindings of the session.
extension Session {
  /// Shows a counterexample for each two-way binding whose transformers change a value.
  func showRoundTrips() throws(ScriptFailure) {
    for link in sortedLinks() where graphState.partner(of: link) != 0 {
      let ends = (name(ofSourceOf: link), name(ofSourceOf: graphState.partner(of: link)))
      let text = roundTrip(of: link).text(ends: ends) { graphState.literal($0) }
      if graphState.isInterrupted { throw .graph(.interrupted) }
      guard let text else { continue }
      print("\(title(of: link)): \(code: text)")
    }
  }

  /// The result of sending sample values forward and back through a two-way binding.
  func roundTrip(of link: UInt32) -> RoundTrip.Finding {
    let back = graphState.partner(of: link)
    guard !graphState.isInTurn, back != 0, let there = steps(of: link),
      let here = steps(of: back), let left = slot(ofSourceOf: link),
      let right = slot(ofSourceOf: back),
      !there.isEmpty || mayCorrect(left) || mayCorrect(right)
    else { return .unknown }
    let trip = RoundTrip(left: end(left), right: end(right), forward: there, back: here)
    return trip.finding(
      { value, steps in send(value, through: steps) },
      store: { value, side in store(value, in: side == .left ? left : right, besides: link) })
  }

  private func name(ofSourceOf half: UInt32) -> String {
    slot(ofSourceOf: half).map { graphState.describe(property: $0) } ?? ""
  }

  private func end(_ slot: UInt32) -> RoundTrip.End {
    RoundTrip.End(type: graphState.info(of: slot).type, present: graphState.read(slot))
  }

  /// Whether a property may have another value than the one written to it: it has a `set` block, or an
  /// observer that may write it.
  private func mayCorrect(_ slot: UInt32) -> Bool {
    graphState.info(of: slot).setter.exists
      || graphState.observers(of: slot).contains {
        graphState.links[graphState.lead(of: $0)].flags.contains(.observer)
      }
  }

  /// What a property has after a write to it, in a turn that is rolled back.
  ///
  /// - Parameter link: The binding whose own way back is not to be taken.
  private func store(_ value: Value, in slot: UInt32, besides link: UInt32) -> RoundTrip.Leg {
    guard let admitted = graphState.admit(value, as: graphState.info(of: slot).type) else {
      return .stopped(.refused(value))
    }
    guard mayCorrect(slot) else { return .value(admitted) }
    let leg = tried { (machine) throws(ScriptFailure) in
      machine.core.pointee.end(link, reason: .asked, cause: 0)
      if machine.core.pointee.write(admitted, to: slot) {
        try machine.handle(machine.core.pointee.run())
      }
    } result: {
      graphState.read(slot)
    }
    // What observers set off may fail for reasons that are not those of the binding.
    if case .stopped = leg, !graphState.info(of: slot).setter.exists { return .unknown }
    return leg
  }

  /// The property at the end of a half's path; nil if the path contains nil or ends at no property.
  private func slot(ofSourceOf half: UInt32) -> UInt32? {
    let record = graphState.links[half]
    var slot = record.source
    if record.detail != 0, case .path(let path) = graphState.details[record.detail].source {
      let name = graphState.paths[Int(path)].names.last
      guard
        let last = graphState.sources(of: half).last(where: {
          graphState.info(of: $0).name == name
        })
      else { return nil }
      slot = last
    }
    guard slot != 0, !graphState.properties[slot].flags.contains(.dead),
      graphState.info(of: slot).role == .property
    else { return nil }
    return slot
  }

  /// The blocks of one half of a binding, in the order in which a value passes through them.
  ///
  /// - Returns: nil if a value takes time, or its result depends on the values before.
  private func steps(of half: UInt32) -> [RoundTrip.Step]? {
    let index = graphState.links[half].detail
    guard index != 0 else { return [] }
    guard !graphState.isAsynchronous(half) else { return nil }
    let detail = graphState.details[index]
    var found: [RoundTrip.Step] = []
    for position in 0..<detail.stageCount {
      let stage = graphState.stages[detail.firstStage + position]
      let transformer = graphState.transformers[stage.transformer]
      if transformer.keepsState { return nil }
      found.append(
        .init(block: stage.isReversed ? transformer.reverse : transformer.forward, sender: nil))
    }
    if detail.transform.exists {
      found.append(.init(block: detail.transform, sender: detail.sender))
    }
    return found
  }

  /// Sends a value through blocks in a turn that is rolled back.
  private func send(_ value: Value, through steps: [RoundTrip.Step]) -> RoundTrip.Leg {
    var value = value
    for step in steps {
      switch send(value, through: step) {
      case .value(let next): value = next
      case let end: return end
      }
    }
    return .value(value)
  }

  private func send(_ value: Value, through step: RoundTrip.Step) -> RoundTrip.Leg {
    guard step.block.exists else { return .unknown }
    defer { state.tried = .nil }
    return tried { (machine) throws(ScriptFailure) in
      if try !machine.startTrial(of: step, on: value) { throw .graph(.interrupted) }
    } result: {
      state.tried
    }
  }

  private func tried(
    _ body: (Machine) throws(ScriptFailure) -> Void, result: () -> Value
  ) -> RoundTrip.Leg {
    guard !graphState.isInterrupted else { return .unknown }
    let kept = (steps: machine.steps, limit: machine.stepLimit, random: state.turned.random.state)
    let (limit, overflow) = kept.steps.addingReportingOverflow(RoundTrip.mostSteps)
    machine.stepLimit = overflow ? .max : limit
    defer { (machine.steps, machine.stepLimit) = (kept.steps, kept.limit) }
    var leg = RoundTrip.Leg.unknown
    dry(body) { failure in
      switch failure?.kind {
      case nil: leg = .value(result())
      case .failed: leg = .stopped(.failed(failure?.diagnostic.message ?? ""))
      case .fatal: leg = .stopped(.endless)
      case .interrupted: leg = .unknown
      }
      // If a transformer uses random numbers, its result says nothing.
      if self.state.turned.random.state != kept.random { leg = .unknown }
    }
    return leg
  }
}

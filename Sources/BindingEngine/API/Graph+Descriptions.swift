extension Graph {
  /// `view.text`.
  public func describe(_ property: PropertyID) -> String {
    isLive(property) ? core.pointee.describe(property: property.slot) : "nothing"
  }

  /// The name that an object was given when it was made, or its class and number; `nil` for an
  /// object of another graph.
  public func describe(_ object: ObjectID) -> String { core.pointee.describe(object) }

  /// A value as it would be written in a program.
  public func describe(_ value: Value) -> String { core.pointee.literal(value) }

  /// `#1 vm.name -> view.text`.
  public func describe(_ binding: BindingID) -> String {
    isBound(binding) ? describe(link: binding.index) : "#\(binding.number)"
  }

  /// `vm.name -> view.text -> vm.name (#1, #2)`.
  public func describe(cycle: [BindingID]) -> String {
    let numbers = cycle.map { "#\($0.number)" }.joined(separator: ", ")
    guard let first = cycle.first, isBound(first) else { return numbers }
    // A two-way binding stands for either of its directions; the next binding shows which.
    var slots = [core.pointee.sources(of: first.index).first ?? 0]
    for binding in cycle where isBound(binding) {
      let record = core.pointee.links[binding.index]
      let isBack = record.flags.contains(.forward) && record.target == slots[slots.count - 1]
      slots.append(core.pointee.links[isBack ? binding.index + 1 : binding.index].target)
    }
    let way = slots.map { core.pointee.describe(property: $0) }.joined(separator: " -> ")
    return "\(way) (\(numbers))"
  }

  /// What went wrong, in a few words.
  public func describe(_ error: GraphError) -> String { error.words { core.pointee.literal($0) } }

  func describe(link: UInt32) -> String {
    let link = core.pointee.lead(of: link)
    let flags = core.pointee.links[link].flags
    let source = core.pointee.sources(of: link).map { core.pointee.describe(property: $0) }.joined(
      separator: ", ")
    if flags.contains(.computed) {
      return core.pointee.describe(property: core.pointee.links[link].target)
    }
    let number = "#\(core.pointee.number(of: link))"
    if flags.contains(.observer) { return "\(number) observes \(source)" }
    let slot = core.pointee.links[link].target
    let target = slot == 0 ? "nothing" : core.pointee.describe(property: slot)
    let arrow = flags.contains(.forward) ? "<->" : "->"
    return "\(number) \(source) \(arrow) \(target)"
  }

  // MARK: Trace

  /// The events of the turn that is about to end, for `report`; nil without an `onTrace`.
  func traceToReport() -> TurnReport? {
    guard onTrace != nil else { return nil }
    core.pointee.recordHops()
    return TurnReport(core.pointee.trace)
  }

  /// Calls `onTrace` with each event. It may start a new turn, so this one must have ended
  /// completely.
  func report(_ report: TurnReport?) {
    guard let report, let onTrace else { return }
    self.report = report
    report.run(in: self, onTrace)
    if self.report === report { self.report = nil }
  }

  /// Fixes what is being reported, before anything in the graph changes.
  ///
  /// Everything that changes handles or names between turns, or begins a turn, calls it.
  @inline(__always)
  func settleReport() {
    if report != nil { settleOpenReport() }
  }

  @inline(never)
  private func settleOpenReport() {
    report?.settle(in: self)
    report = nil
  }

  /// The handle of a binding or observer; nil for a link that evaluates a `computed` property.
  @inline(__always)
  private func binding(_ link: UInt32) -> BindingID? {
    guard link != 0, !core.pointee.links[link].flags.contains(.computed) else { return nil }
    return core.pointee.bindingID(link)
  }

  /// An event of the last turn, with its handles.
  @inline(__always)
  func event(
    _ event: UnsafePointer<TraceEvent>, words: EventWords, at place: Int
  ) -> GraphEvent {
    let property = event.pointee.property
    return GraphEvent(
      event, binding: binding(event.pointee.link),
      property: property == 0 ? nil : core.pointee.propertyID(property), words: words, at: place)
  }

  /// The words for an event of the last turn.
  func words(for event: TraceEvent) -> String {
    words(for: event, of: event.link == 0 ? "" : describe(link: event.link))
  }

  /// The words for an event.
  ///
  /// - Parameter link: The name of its binding.
  func words(for event: TraceEvent, of link: String) -> String {
    let property = event.property == 0 ? "" : core.pointee.describe(property: event.property)
    let values = "\(core.pointee.literal(event.old)) -> \(core.pointee.literal(event.new))"
    switch event.kind {
    case .write:
      return
        "\(property) = \(core.pointee.literal(event.new)), was \(core.pointee.literal(event.old))"
    case .fire: return "\(link): \(core.pointee.literal(event.new))"
    case .transform: return "\(event.text ?? "transformer"): \(values)"
    case .correct: return "\(property): 'set' corrected \(values)"
    case .held where event.reason == .loop: return "\(link): a loop"
    case .held: return "\(link): held back"
    case .glitch:
      let other = event.other == 0 ? "something" : core.pointee.describe(property: event.other)
      return
        "\(link): read \(property) = \(core.pointee.literal(event.old)), which is stale:"
        + " \(other) is \(core.pointee.literal(event.new)) now"
    case .dropped: return "\(link.isEmpty ? property : link): dropped, \(event.reason)"
    case .observe: return link
    case .note: return "\(property): noted \(core.pointee.literal(event.new))"
    case .compute: return "\(property) computed: \(values)"
    case .bind: return "\(link): made"
    case .unbind: return "\(link): ended, \(event.reason)"
    case .move: return "\(link): moved"
    case .rebind: return "\(link): bound to other ends"
    case .make: return "\(core.pointee.literal(event.new)) made"
    case .reuse: return "\(core.pointee.literal(event.new)) reused"
    case .release: return "\(core.pointee.literal(event.new)) released"
    case .print: return event.text ?? ""
    case .event: return "\(property) happened: \(core.pointee.literal(event.new))"
    case .call: return "\(event.text ?? property) called: \(core.pointee.literal(event.new))"
    case .request: return "\(link): asked, due at \(core.pointee.literal(event.new))"
    case .answer: return "\(link): the answer to \(core.pointee.literal(event.old))"
    case .timer: return "\(event.text ?? "timer"), due at \(core.pointee.literal(event.new))"
    case .error: return "error: \(event.text ?? "")"
    case .undo: return "rolled back"
    }
  }
}

/// One event of a turn, with what it takes to say it.
public struct GraphEvent: Sendable, CustomStringConvertible {
  public var kind: TraceEvent.Kind
  public var reason: TraceEvent.Reason
  /// The number of this event in its turn, from 1.
  public var sequence: Int
  /// The number of the event that brought this one about; 0 for the call itself.
  public var cause: Int
  /// The binding or observer that acted.
  public var binding: BindingID?
  public var property: PropertyID?
  public var old: Value
  public var new: Value
  /// `#1 vm.name -> view.text: "Kim"`: for people.
  public var description: String
}

extension Graph {
  /// `view.text`.
  public func describe(_ property: PropertyID) -> String {
    isLive(property) ? core.pointee.describe(property: property.slot) : "nothing"
  }

  /// What an object was named when it was made, or its class and number.
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
    // A two-way binding stands for either of its directions; the next one tells which.
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
  public func describe(_ error: GraphError) -> String {
    let names = core.pointee.names
    switch error {
    case .released: return "the object is released"
    case .noProperty(let name, let object):
      return "no property '\(names.text(of: name))' in '\(describe(object))'"
    case .noTail(let name, let value)
    where ValueTail(rawValue: names.text(of: name))?.isTooLarge(value) ?? false:
      return "'\(names.text(of: name))' of \(describe(value)) is too large for an Int"
    case .noTail(let name, let value):
      return "\(value.typeName) has no '\(names.text(of: name))'"
    case .typeMismatch(let property, let value):
      return "'\(describe(property))' does not take \(describe(value))"
    case .readOnly(let property): return "'\(describe(property))' is computed and cannot be written"
    case .refusedWrite(let property, let binding):
      return "'\(describe(property))' is written by #\(binding.number) alone"
    case .readsItself(let property): return "'\(describe(property))' reads itself"
    case .cannotGo(let transformer, let reverse):
      let direction = reverse ? "reverse" : "forward"
      return "transformer '\(names.text(of: transformer))' has no \(direction)"
    case .runaway(let runaway): return describe(runaway)
    case .noTwoWay: return "under '\(semantics.name)' a two-way binding would be a loop by itself"
    case .interrupted: return "interrupted"
    case .nestedTooDeeply:
      return "closures that write nest deeper than \(Graph.maximumClosureNesting)"
    case .thrown(let text): return text
    }
  }

  private func describe(_ runaway: Runaway) -> String {
    let bindings = runaway.hops.map { "#\(core.pointee.number(of: $0.link))" }
    let way = bindings.isEmpty ? "" : " (\(bindings.joined(separator: ", ")))"
    switch runaway.shape {
    case .oscillates(let period):
      return
        "a cycle\(way) oscillates with period \(period) beyond \(runaway.limit) \(runaway.unit)"
    case .diverges: return "a cycle\(way) never ends: beyond \(runaway.limit) \(runaway.unit)"
    case .loop: return "a loop\(way): it is due while it is firing"
    case .endless: return "no end within \(runaway.limit) \(runaway.unit)"
    case .longChain: return "a chain longer than \(runaway.limit)"
    case .blowUp: return "more than \(runaway.limit) firings without a cycle"
    }
  }

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

  /// Hands the events of the turn that has just ended to `onTrace`.
  func tellTrace() {
    guard let onTrace else { return }
    let events = core.pointee.trace
    for event in events {
      let link = event.link == 0 ? "" : describe(link: event.link)
      let binding = event.link == 0 ? nil : core.pointee.bindingID(event.link)
      onTrace(publicEvent(event, binding: binding, link: link))
    }
  }

  /// An event with the words for it.
  ///
  /// - Parameter link: What to call its binding.
  func publicEvent(_ event: TraceEvent, binding: BindingID?, link: String) -> GraphEvent {
    let hasProperty = event.property != 0
    return GraphEvent(
      kind: event.kind, reason: event.reason, sequence: Int(event.sequence),
      cause: Int(event.cause), binding: binding,
      property: hasProperty ? core.pointee.propertyID(event.property) : nil, old: event.old,
      new: event.new, description: words(for: event, of: link))
  }

  private func words(for event: TraceEvent, of link: String) -> String {
    let property = event.property == 0 ? "" : core.pointee.describe(property: event.property)
    let values = "\(core.pointee.literal(event.old)) -> \(core.pointee.literal(event.new))"
    switch event.kind {
    case .write:
      return
        "\(property) = \(core.pointee.literal(event.new)), was \(core.pointee.literal(event.old))"
    case .fire: return "\(link): \(core.pointee.literal(event.new))"
    case .transform: return "\(event.text ?? "transformer"): \(values)"
    case .held where event.reason == .loop: return "\(link): a loop"
    case .held: return "\(link): held"
    case .glitch:
      let other = event.other == 0 ? "something" : core.pointee.describe(property: event.other)
      return
        "\(link): read \(property), \(core.pointee.literal(event.old)), which does not know of \(other),"
        + " \(core.pointee.literal(event.new))"
    case .dropped: return "\(link.isEmpty ? property : link): dropped, \(event.reason)"
    case .observe: return link
    case .compute: return "\(property) computed: \(values)"
    case .bind: return "\(link): made"
    case .unbind: return "\(link): ended, \(event.reason)"
    case .move: return "\(link): moved"
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
    case .undo: return "all put back"
    }
  }
}

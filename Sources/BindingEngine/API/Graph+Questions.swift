// Who wrote a property, which values it had, and what everything costs.
extension Graph {
  /// Who wrote a property in one turn.
  ///
  /// - Parameter turn: The number of a remembered turn; nil for the last one that wrote the
  ///   property.
  /// - Returns: An answer without writers if the turn did not write the property or is not
  ///   remembered, if the object is released, or if there is no journal.
  /// - Complexity: O(*n*) in the number of events remembered.
  public func writers(of property: PropertyID, in turn: Int? = nil) -> PropertyWriters {
    var found = PropertyWriters(property: property)
    guard isLive(property) else { return found }
    let recording = GraphRecording(self)
    let blame = Blame(property.slot, in: turn, of: recording)
    guard let ordinal = blame.turn else { return found }
    found.turn = blame.index.turns[ordinal].number
    found.wasUndone = blame.wasUndone
    found.writers = blame.writers.map { writer in
      PropertyWriters.Writer(
        event: recording.event(blame.index[writer.place]),
        actor: writer.actor.map { recording.event(blame.index[$0]) })
    }
    found.idle = blame.others.compactMap { other in
      recording.binding(other.link).map { binding in
        PropertyWriters.Idle(
          binding: binding, event: other.event.map { recording.event(blame.index[$0]) })
      }
    }
    return found
  }

  /// The values of a property: one for each turn that set it, the oldest first.
  ///
  /// - Returns: Empty if the object is released or there is no journal.
  /// - Complexity: O(*n*) in the number of events remembered.
  public func history(of property: PropertyID) -> [PastValue] {
    guard isLive(property) else { return [] }
    let recording = GraphRecording(self)
    let history = ValueHistory(property.slot, of: recording)
    // A reused place belonged to a property of another object before this one was made.
    let making = history.index.making(of: property.object, before: history.index.end)
    return history.entries.filter { making ?? $0.place <= $0.place }.map { entry in
      let event = recording.event(history.index[entry.place])
      return PastValue(
        turn: history.index.number(of: entry.place), value: event.new, event: event,
        count: entry.count)
    }
  }

  /// How often each binding, observer and `computed` property has fired in the remembered turns,
  /// the busiest first; empty without a journal.
  ///
  /// - Complexity: O(*n*) in the number of events remembered.
  public func costs() -> [BindingCost] {
    let recording = GraphRecording(self)
    return Costs(of: recording).rows.map { row in
      BindingCost(
        binding: recording.binding(row.link),
        computed: recording.link(row.link).flatMap {
          $0.kind == .computed ? recording.property($0.target) : nil
        },
        firings: row.firings, unchanged: row.idle, held: row.held, glitches: row.glitches,
        title: recording.text(ofLink: row.link))
    }
  }
}

/// Who wrote a property in one turn, and who could have.
public struct PropertyWriters: Sendable, CustomStringConvertible {
  public struct Writer: Sendable {
    /// The write.
    public var event: GraphEvent
    /// The event of the binding, the observer or the called member that wrote; nil for the call
    /// that was the turn.
    public var actor: GraphEvent?
  }

  /// A binding that could have written the property there but did not.
  public struct Idle: Sendable {
    public var binding: BindingID
    /// The event that says why, if there is one.
    public var event: GraphEvent?
  }

  public var property: PropertyID
  /// The number of the turn; nil if no remembered turn wrote the property.
  public var turn: Int?
  /// In the order of their writes. The value of the last one stayed.
  public var writers: [Writer] = []
  public var idle: [Idle] = []
  /// Whether everything that the turn did was rolled back, so that no value of it stayed.
  public var wasUndone = false

  /// The one whose value stayed.
  public var winner: Writer? { wasUndone ? nil : writers.last }

  /// A line for each in order, with a mark at the winner.
  public var description: String {
    let lost = writers.dropLast().map { "lost: \($0.event)" }
    let last =
      writers.last.map { [(wasUndone ? "rolled back: " : "stayed: ") + "\($0.event)"] } ?? []
    let idle = idle.map { "idle: \($0.event.map(\.description) ?? "#\($0.binding.number)")" }
    return (lost + last + idle).joined(separator: "\n")
  }
}

/// The value of a property after a turn that set it.
public struct PastValue: Sendable, CustomStringConvertible {
  /// The number of the turn.
  public var turn: Int
  public var value: Value
  /// The event that set it last in the turn.
  public var event: GraphEvent
  /// How often the turn set it.
  public var count: Int

  /// `turn 3: view.text = "Kim", was nil`.
  public var description: String {
    "turn \(turn): \(event)" + (count > 1 ? ", the last of \(count) times" : "")
  }
}

/// What a binding, an observer or a `computed` property has done in the remembered turns.
public struct BindingCost: Sendable, CustomStringConvertible {
  /// The binding or observer, which may have ended since.
  public var binding: BindingID?
  /// The `computed` property, if it is one.
  public var computed: PropertyID?
  public var firings: Int
  /// Writes of the value that was already there, whether they were dropped or not.
  public var unchanged: Int
  /// Firings that were held back by its lock.
  public var held: Int
  public var glitches: Int
  /// `#1 vm.name -> view.text`.
  public var title: String

  /// `#1 vm.name -> view.text: 3 firings, 1 unchanged, 0 held, 0 glitches`.
  public var description: String {
    let firings = firings == 1 ? "1 firing" : "\(firings) firings"
    let glitches = glitches == 1 ? "1 glitch" : "\(glitches) glitches"
    return "\(title): \(firings), \(unchanged) unchanged, \(held) held, \(glitches)"
  }
}

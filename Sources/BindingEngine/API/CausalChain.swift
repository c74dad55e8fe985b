/// What caused a value: from the call that began it through each binding, transformer, observer and
/// `computed` property to the write.
public struct CausalChain: Sendable, CustomStringConvertible {
  /// One event on the way.
  public struct Hop: Sendable, CustomStringConvertible {
    /// The number of the turn in which it happened.
    public var turn: Int
    public var event: GraphEvent
    /// The transformers that it went through, each with the value in and the value out.
    public var stages: [GraphEvent]
    /// What set it off, if that is not what it read.
    public var trigger: GraphEvent?
    /// What it read besides the hop before it.
    public var reads: [Read]

    /// The event, and what belongs to it, on one line.
    public var description: String {
      var text = event.description
      if !stages.isEmpty {
        text += " through " + stages.map(\.description).joined(separator: ", ")
      }
      if let trigger { text += ", set off by \(trigger)" }
      for read in reads { text += ", read \(read)" }
      return text
    }
  }

  /// A property that a hop read.
  public struct Read: Sendable, CustomStringConvertible {
    public var property: PropertyID
    /// What had set it by then; nil if that is not remembered.
    public var event: GraphEvent?
    /// The number of the turn of that event.
    public var turn: Int?
    /// The position in the answer of the chain that explains it; nil if no chain does.
    public var chain: Int?
    /// `view.text, set in turn 3`.
    public var description: String
  }

  /// Where a chain begins.
  public enum Origin: Sendable {
    /// With the call that was the turn, or with something that fell due.
    case call
    /// After an event of another chain, which has this position in the answer.
    case chain(Int, behind: GraphEvent, turn: Int)
    /// The cause of its first hop is not remembered.
    case forgotten
  }

  public var property: PropertyID
  /// From the first cause to what set the property.
  public var hops: [Hop]
  public var origin: Origin

  /// A line for each hop. A change of turn adds a heading.
  public var description: String {
    var lines: [String] = []
    var turn: Int?
    switch origin {
    case .call: break
    case .chain(_, let event, let number):
      lines.append("turn \(number): \(event), as explained before")
      turn = number
    case .forgotten: lines.append("what came before is forgotten")
    }
    for hop in hops {
      lines.append(hop.turn == turn ? "  \(hop)" : "turn \(hop.turn): \(hop)")
      turn = hop.turn
    }
    return lines.joined(separator: "\n")
  }
}

extension Graph {
  /// What caused the value that a property has now, or had after a turn: all actual causes, and
  /// nothing else.
  ///
  /// - Parameter turn: The number of a turn that is remembered.
  /// - Returns: The chain of the property itself, then one for each further property that was read
  ///   on the way, at most 64 chains. Empty if no remembered turn has set the property, if the turn
  ///   is not remembered, if the object is released, or if there is no journal.
  /// - Complexity: O(*n* + *m* log *n*) in the numbers of events remembered and of causes.
  public func why(_ property: PropertyID, after turn: Int? = nil) -> [CausalChain] {
    guard isLive(property) else { return [] }
    let recording = GraphRecording(self)
    let why = Why(property.slot, after: turn, in: recording)
    guard why.outcome == .found else { return [] }
    return why.branches.map { branch in
      var chain = CausalChain(
        property: core.pointee.propertyID(branch.property),
        hops: branch.steps.map { hop($0, of: why, in: recording) }, origin: .call)
      switch branch.origin {
      case .statement: break
      case .branch(let other, let place):
        chain.origin = .chain(
          other, behind: recording.event(why.index[place]), turn: why.index.number(of: place))
      case .forgotten: chain.origin = .forgotten
      }
      return chain
    }
  }

  private func hop(_ step: Why.Step, of why: Why, in recording: GraphRecording) -> CausalChain.Hop {
    let index = why.index
    var hop = CausalChain.Hop(
      turn: index.number(of: step.place), event: recording.event(index[step.place]),
      stages: why.stages(of: step.place).map { recording.event($0) }, reads: [])
    guard step.note >= 0 else { return hop }
    let note = why.notes[step.note]
    hop.trigger = note.trigger.map { recording.event(index[$0]) }
    hop.reads = note.reads.map { read in
      let turn = read.place.map { index.number(of: $0) }
      let since = turn.map { ", set in turn \($0)" } ?? ""
      return CausalChain.Read(
        property: core.pointee.propertyID(read.property),
        event: read.place.map { recording.event(index[$0]) }, turn: turn, chain: read.branch,
        description: recording.name(ofProperty: read.property) + since)
    }
    return hop
  }
}

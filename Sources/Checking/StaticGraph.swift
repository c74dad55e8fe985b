import BindingEngine
import Names
import Syntax
import Values

/// The bindings that a script certainly makes, between properties that are certain.
///
/// They are kept in a graph of the engine in which no value ever passes. So a cycle is closed here by
/// the same binding as in a run, and it is found as fast.
final class StaticGraph {
  /// A binding, or a `computed` property with what it reads.
  struct Link {
    /// The number that it gets when the script runs; nil if that differs.
    var number: Int?
    var script: SyntaxTreeBox
    var node: NodeID
    /// Its two ends in messages; `left` and `right` as they are written.
    var left: End
    var right: End
    var isComputed = false
    /// The verb for code here; nil for a binding or a `computed` property.
    var code: StaticCode?
    /// The names of its transformers; nil if it has blocks, which may do anything.
    var stages: [String]?
    /// The semantics under which it is made, if that refuses a cycle of one-way bindings.
    var refusing: String?

    /// Whether it is the effect of an action, a command or a `set` block when its place is reached.
    var runsAtPlace: Bool { code.map { !$0.isOfLink } ?? false }

    var origin: OriginKey { OriginKey(tree: ObjectIdentifier(script), node: node) }

    /// Its statement, unless it is computed.
    var binding: BindingSyntax { script.tree.binding(node) }
  }

  /// The common part of two bindings that do the same.
  private struct Likeness: Hashable {
    var source: UInt32
    /// The other properties along a longer path.
    var sources: [UInt32]
    /// The names behind them, of members that are not known.
    var tail: [Name]
    var target: UInt32
    var stages: [String]
    var isTwoWay: Bool
  }

  /// The name of an end in messages.
  enum End {
    case path(StaticObject, [Name])
    case expression(NodeID)

    /// The names that lead from its object.
    var names: [Name] {
      if case .path(_, let names) = self { names } else { [] }
    }
  }

  /// A property of an object.
  struct Place: Hashable {
    var object: StaticObject
    var name: Name

    static func == (one: Place, other: Place) -> Bool {
      one.object === other.object && one.name == other.name
    }

    func hash(into hasher: inout Hasher) {
      hasher.combine(ObjectIdentifier(object))
      hasher.combine(name)
    }

    /// Whether a change that reaches it is passed on to what observes it: a command in the path to its
    /// status does not change when it is executed.
    var passesOn: Bool { object.property(name)?.role != .command }
  }

  /// A closed path, each link with the property that it leads from.
  struct Cycle {
    var links: [Int]
    var sources: [Place]

    /// Where the link at `index` leads.
    func end(of index: Int) -> Place { sources[(index + 1) % sources.count] }

    /// This closed path, beginning at another of its links.
    func rotated(by count: Int) -> Cycle {
      Cycle(
        links: Array(links[count...] + links[..<count]),
        sources: Array(sources[count...] + sources[..<count]))
    }
  }

  /// Which one it is of a run, since `reset` begins another one with objects that go on.
  let number: Int
  private let graph = Graph()
  /// The new links of links that were moved to other ends.
  private var moved: [Int: Int] = [:]
  /// In the engine each property here is an object of its own, with this one property.
  private let holder: ClassID
  private let holderProperty: Name
  @exclusivity(unchecked) private(set) var links: [Link] = []
  /// By the engine's property, which the object of a place knows.
  @exclusivity(unchecked) private var places: [Place?] = []
  /// For each link of the engine, the index of ours; ours has one for each source.
  @exclusivity(unchecked) private var positions: [Int] = []
  @exclusivity(unchecked) private var allEngineLinks: [UInt32] = []
  /// For each link the engine's links, as a range of `allEngineLinks`; none if it has ended.
  @exclusivity(unchecked) private var engineLinks: [Range<Int>] = []
  @exclusivity(unchecked) private var positionOfNumber: [Int: Int] = [:]
  /// Whether each link has not ended; not for those of `computed` properties.
  @exclusivity(unchecked) private var living: [Bool] = []
  /// Links that some block may remove, and the index before which all links may be removed.
  private var ending: Set<Int> = []
  private var endingBefore = 0
  private(set) var cycles: [Cycle] = []
  /// The one-way link that was the last to be made to a property.
  @exclusivity(unchecked) private var writers: [Int?] = []
  /// The first link between two properties, and the last one of each kind of equal links where there
  /// is more than one: nearly always there is only one.
  @exclusivity(unchecked) private var firstBetween: [UInt64: (likeness: Likeness, position: Int)] =
    [:]
  @exclusivity(unchecked) private var lastAlike: [Likeness: Int] = [:]
  /// The engine's property that each link writes.
  @exclusivity(unchecked) private var ends: [UInt32] = []

  /// No more are reported, so no more are needed.
  private static let mostCycles = Parser.mostErrors

  init(number: Int) {
    self.number = number
    holder = graph.makeClass("", properties: ["value"])
    holderProperty = graph.core.pointee.names.intern("value")
  }

  // MARK: Making

  /// Adds a link from each of `sources` to `target`, and records the cycle that it closes.
  ///
  /// - Returns: Its position in `links`.
  func add(_ link: Link, from sources: [Place], to target: Place, isTwoWay: Bool) -> Int {
    links.append(link)
    let position = links.count - 1
    living.append(!link.isComputed)
    let first = allEngineLinks.count
    defer { engineLinks.append(first..<allEngineLinks.count) }
    if let number = link.number, link.code == nil { positionOfNumber[number] = position }
    var isClosing = false
    let end = slot(of: target)
    ends.append(end)
    let core = graph.core
    for source in sources where link.runsAtPlace || source.passesOn {
      var spec = LinkSpec(source: .property(slot(of: source)))
      spec.target = .property(end)
      spec.isTwoWay = isTwoWay
      let made = core.pointee.makeLink(spec)
      allEngineLinks.append(made)
      note(position, of: made)
      if isTwoWay { note(position, of: made + 1) }
      _ = core.pointee.takeClosingLink()
      _ = core.pointee.attach(made)
      guard core.pointee.takeClosingLink() != 0, !isClosing,
        cycles.count < StaticGraph.mostCycles
      else { continue }
      isClosing = note(cycleThrough: made)
    }
    return position
  }

  private func note(_ position: Int, of engineLink: UInt32) {
    while positions.count <= Int(engineLink) { positions.append(0) }
    positions[Int(engineLink)] = position
  }

  private func place(_ slot: UInt32) -> Place? {
    Int(slot) < places.count ? places[Int(slot)] : nil
  }

  private func slot(of place: Place) -> UInt32 {
    if let slot = place.object.slot(place.name, inGraph: number) { return slot }
    let object = graph.core.pointee.makeObject(holder)
    guard let slot = graph.core.pointee.slot(holderProperty, of: object) else {
      preconditionFailure("an object without the property of its class")
    }
    place.object.setSlot(slot, of: place.name, inGraph: number)
    while places.count <= Int(slot) { places.append(nil) }
    places[Int(slot)] = place
    return slot
  }

  /// - Returns: Whether there is one, besides the two directions of one binding.
  private func note(cycleThrough link: UInt32) -> Bool {
    let core = graph.core
    for half in [link, core.pointee.partner(of: link)] where half != 0 {
      guard let path = core.pointee.cycle(through: half, ignoringPartner: true) else { continue }
      let cycle = cycle(along: path)
      if cycle.links.count == 2, cycle.links[0] == cycle.links[1] { continue }
      cycles.append(cycle)
      return true
    }
    return false
  }

  /// - Parameter path: Links of the engine.
  private func cycle(along path: [UInt32]) -> Cycle {
    let core = graph.core
    return Cycle(
      links: path.map { positions[Int($0)] },
      sources: path.compactMap { place(core.pointee.links[$0].source) })
  }

  // MARK: Asking

  /// The cycle that the link at `position` would close if it read one more property; nil if it
  /// would close none.
  func cycle(closedBy position: Int, reading source: Place, to target: Place) -> Cycle? {
    guard position < engineLinks.count, !engineLinks[position].isEmpty else { return nil }
    let core = graph.core
    var spec = LinkSpec(source: .property(slot(of: source)))
    spec.target = .property(slot(of: target))
    let made = core.pointee.makeLink(spec)
    note(position, of: made)
    _ = core.pointee.takeClosingLink()
    _ = core.pointee.attach(made)
    var found: Cycle?
    if core.pointee.takeClosingLink() != 0,
      let path = core.pointee.cycle(through: made, ignoringPartner: true)
    {
      found = cycle(along: path)
    }
    core.pointee.beginTurn()
    core.pointee.end(made, reason: .asked, cause: core.pointee.currentCause)
    core.pointee.commitTurn()
    return found
  }

  /// The places that lead to each other, with the links between them.
  struct Components {
    typealias Step = (position: Int, source: Place, target: Place)

    fileprivate(set) var steps: [[Step]] = []
    fileprivate var numbers: [Place: Int] = [:]

    /// The number of the component of a place.
    func number(of place: Place) -> Int? { numbers[place] }
  }

  /// The steps that one change certainly takes at once, from each place in order.
  struct Steps {
    fileprivate(set) var inOrder: [(source: Place, steps: [Components.Step])] = []
    fileprivate var positions: [Place: Int] = [:]

    func certain(from place: Place) -> [Components.Step] {
      positions[place].map { inOrder[$0].steps } ?? []
    }
  }

  /// - Complexity: O(*n*) in the links.
  func steps() -> Steps {
    let core = graph.core
    var found = Steps()
    for slot in places.indices {
      guard let source = places[slot] else { continue }
      let steps = core.pointee.observers(of: UInt32(slot)).compactMap { link -> Components.Step? in
        let position = positions[Int(core.pointee.lead(of: link))]
        guard let target = place(core.pointee.links[link].target), isCertain(position) else {
          return nil
        }
        return (position, source, target)
      }
      found.positions[source] = found.inOrder.count
      found.inOrder.append((source, steps))
    }
    return found
  }

  /// Whether a link passes on each change at once; a computed value is not written.
  private func isCertain(_ position: Int) -> Bool {
    let link = links[position]
    guard !link.isComputed, !mayEnd(position) else { return false }
    guard let effect = link.code?.effect else { return isLiving(position) }
    return !effect.isConditional && !effect.isLater && [.writes, .calls].contains(effect.kind)
  }

  /// - Complexity: O(*n*) in the links.
  func components() -> Components {
    let core = graph.core
    let slots = places.indices.filter { places[$0] != nil }.map { UInt32($0) }
    let nodes = Dictionary(uniqueKeysWithValues: slots.enumerated().map { ($1, $0) })
    var edges = NumberedEdges()
    for slot in slots {
      edges.beginNode()
      for link in core.pointee.observers(of: slot) {
        if let node = nodes[core.pointee.links[link].target] { edges.add(node) }
      }
    }
    var found = Components()
    edges.forEachComponent { members in
      for member in members {
        if let place = place(slots[member]) { found.numbers[place] = found.steps.count }
      }
      found.steps.append([])
    }
    for slot in slots {
      for link in core.pointee.observers(of: slot) {
        guard let source = place(slot), let target = place(core.pointee.links[link].target),
          let number = found.numbers[source], number == found.numbers[target]
        else { continue }
        let position = positions[Int(core.pointee.lead(of: link))]
        found.steps[number].append((position, source, target))
      }
    }
    return found
  }

  /// Notes that a one-way link writes its end.
  ///
  /// - Returns: The index of another one that does so at the same time.
  func noteWriter(_ position: Int) -> Int? {
    let end = Int(ends[position])
    while writers.count <= end { writers.append(nil) }
    let before = writers[end].map { moved[$0] ?? $0 }
    writers[end] = position
    return before.flatMap { living[$0] && $0 != position ? $0 : nil }
  }

  /// The one-way link that writes a property at this time.
  func writer(of place: Place) -> Int? {
    let end = Int(slot(of: place))
    guard end < writers.count, let last = writers[end].map({ moved[$0] ?? $0 }) else { return nil }
    return living[last] ? last : nil
  }

  /// The index of an existing link that does the same as the one at `position`.
  func noteLikeness(
    _ position: Int, from sources: [Place], _ tail: [Name], to target: Place, isTwoWay: Bool
  ) -> Int? {
    guard let stages = links[position].stages, let source = sources.first else { return nil }
    let likeness = Likeness(
      source: slot(of: source), sources: sources.dropFirst().map { slot(of: $0) },
      tail: tail, target: slot(of: target), stages: stages, isTwoWay: isTwoWay)
    let key = UInt64(likeness.source) << 32 | UInt64(likeness.target)
    guard let first = firstBetween[key] else {
      firstBetween[key] = (likeness, position)
      return nil
    }
    if lastAlike[first.likeness] == nil { lastAlike[first.likeness] = first.position }
    let before = lastAlike.updateValue(position, forKey: likeness)
    return before.flatMap { living[$0] && $0 != position ? $0 : nil }
  }

  /// Whether a binding or code writes a place, besides the command that it belongs to.
  func isTarget(_ place: Place) -> Bool {
    graph.core.pointee.writers(of: slot(of: place)).contains { link in
      links[positions[Int(link)]].code?.effect.kind != .sets
    }
  }

  /// The place that a link writes, or that code reaches.
  func target(of position: Int) -> Place? { place(ends[position]) }

  // MARK: Ending

  /// Records that the link at `position` continues as `next`, since `rebind` moved it.
  func move(_ position: Int, to next: Int) { moved[position] = next }

  func end(_ position: Int) {
    if let next = moved[position] { return end(next) }
    living[position] = false
    guard !engineLinks[position].isEmpty else { return }
    let core = graph.core
    core.pointee.beginTurn()
    for link in allEngineLinks[engineLinks[position]] {
      core.pointee.end(link, reason: .asked, cause: core.pointee.currentCause)
    }
    core.pointee.commitTurn()
    engineLinks[position] = 0..<0
  }

  func position(ofNumber number: Int) -> Int? { positionOfNumber[number] }

  func isLiving(_ position: Int) -> Bool { position < living.count && living[position] }

  /// Ends all links except those of `computed` properties.
  func endAll() {
    for position in living.indices where living[position] { end(position) }
  }

  // MARK: Ending at any time

  /// Whether some block that runs later may remove the link.
  func mayEnd(_ position: Int) -> Bool {
    position < endingBefore && !links[position].isComputed || ending.contains(position)
  }

  func noteMayEnd(_ position: Int) { ending.insert(position) }

  /// Records that all present links may be removed at any time.
  func noteAllMayEnd() { endingBefore = links.count }

  /// The links that read or write a property of `object`, except those of `computed` properties.
  func positions(touching object: StaticObject) -> [Int] {
    var found: Set<Int> = []
    let core = graph.core
    for name in object.propertyNames {
      guard let slot = object.slot(name, inGraph: number) else { continue }
      for link in core.pointee.observers(of: slot) + core.pointee.writers(of: slot) {
        found.insert(positions[Int(core.pointee.lead(of: link))])
      }
    }
    return found.filter { !links[$0].isComputed }.sorted()
  }
}

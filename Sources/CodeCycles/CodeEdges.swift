import BindingEngine
import Compiling
import Language
import Names
import Syntax

/// Code at one origin, with the names that are visible there.
package final class CodeUnit {
  /// What the paths through it begin at.
  package enum Origin: Hashable {
    /// An observer, or a binding with blocks: they begin at everything that this reads.
    case link(UInt32)
    /// An action, a command, or a property with a `set` block.
    case place(CodePlace)
  }

  package let origin: Origin
  /// Distinguishes the link from a later one in the same place.
  package let serial: UInt32
  package let reading: CodeReading
  package let scope: EffectScope
  /// The object whose member the origin is; nil for a link, and for an action without an object.
  package let owner: ObjectID?

  package init(
    _ origin: Origin, serial: UInt32 = 0, _ reading: CodeReading, _ receiver: ObjectID?,
    _ copies: [Name: ObjectID] = [:], owner: ObjectID? = nil
  ) {
    self.origin = origin
    self.owner = owner
    self.serial = serial
    self.reading = reading
    scope = EffectScope(receiver: receiver, members: reading.members, copies: copies)
  }
}

/// A path that a change may take through code, from what sets the code off to what it writes,
/// calls, fires or posts.
package struct CodeEdge {
  package let unit: CodeUnit
  // These three are the unit's: to read them there would count a reference to the unit, each time
  // when an edge is tested.
  package let origin: CodeUnit.Origin
  package let serial: UInt32
  package let owner: ObjectID?
  /// The effect of its code that it represents.
  package let position: Int
  /// Which of the members it leads to that a key may mean.
  package var ordinal = 0
  private var isByKey = false
  /// nil if the path leads nowhere now, or if its end is unknown.
  package var target: CodePlace?
  /// The object whose member the target is. If it is released, so is the target, and another member
  /// may take its place.
  package var targetOwner: ObjectID?
  /// The variables and properties on the path, which may later hold other objects.
  package var over: [CodePlace] = []
  /// Whether only a run can show where it leads.
  package var isOpen = false
  /// The name with which it begins does not exist yet.
  package var unknown = Name.none

  package init(_ unit: CodeUnit, _ position: Int, target: CodePlace? = nil) {
    self.unit = unit
    (origin, serial, owner) = (unit.origin, unit.serial, unit.owner)
    self.position = position
    self.target = target
  }

  package var effect: CodeEffect {
    let effect = unit.reading.effects[position]
    return isByKey ? effect.decidedByKey : effect
  }
  package var tree: SyntaxTree { unit.reading.tree.tree }

  /// Notes where it leads.
  package mutating func take(_ end: EffectEnd) {
    (target, unknown, isOpen, over, isByKey) = (nil, .none, false, [], false)
    switch end {
    case .place(let end, let over):
      let place = CodePlace(end)
      self.over = over.map { CodePlace($0) }
      // A `set` block that writes its own property stores its value.
      if effect.kind != .writes || origin != .place(place) { target = place }
    case .anyOf(let places, let over):
      self.over = over.map { CodePlace($0) }
      isByKey = true
      if ordinal < places.count, origin != .place(CodePlace(places[ordinal])) {
        target = CodePlace(places[ordinal])
      }
    case .nothing: break
    case .unknown(let name): unknown = name
    case .broken(let over): self.over = over.map { CodePlace($0) }
    case .open: isOpen = true
    }
  }
}

/// A property or variable on the path of edges that now holds another object.
package struct AssignedReference: Equatable {
  package var slot: UInt32
  /// The statement that the turn began with.
  package var statement: CodeStatement?

  package init(slot: UInt32, statement: CodeStatement?) {
    (self.slot, self.statement) = (slot, statement)
  }
}

/// What may have closed a path, but was not searched far enough to decide.
struct Unsearched {
  package var links: [UInt32] = []
  package var assignments: [AssignedReference] = []
  /// Actions and commands that have been declared.
  package var declared: [CodePlace] = []
}

/// A statement and its tree.
package struct CodeStatement: Equatable {
  package var tree: SyntaxTreeBox
  package var node: NodeID

  package init(tree: SyntaxTreeBox, node: NodeID) { (self.tree, self.node) = (tree, node) }

  package static func == (one: CodeStatement, other: CodeStatement) -> Bool {
    one.tree === other.tree && one.node == other.node
  }
}

/// The known paths through code. What bindings do is not among them, because the engine knows it.
///
/// They are separate from the engine's order of properties, by which changes are sorted: what a
/// block may write must not affect what a turn does.
package final class CodeEdges {
  // Needed for each new binding, so it is not checked for exclusive access.
  @exclusivity(unchecked) package private(set) var edges: [CodeEdge] = []
  /// The ends of each edge.
  @exclusivity(unchecked) package private(set) var ends: [EdgeEnds] = []
  @exclusivity(unchecked) private var ofLink = HandleNumbers()
  /// The places that are being read, each followed by what it leads to; empty between two readings.
  @exclusivity(unchecked) var toRead: [CodePlace] = []
  private var ofPlace = PlaceNumbers()
  private var toPlace = PlaceNumbers()
  /// What searches keep from one to the next.
  @exclusivity(unchecked) var search = CodeSearch()
  /// The edges that begin with a name that is not declared yet.
  private var waiting: [Name: [Int]] = [:]
  /// The last edge over each variable or property, by its place in `crossings`.
  private var overSlot = HandleNumbers()
  /// The edges over variables and properties that may later hold another object, each with the
  /// previous edge over the same one.
  private var crossings: [(edge: Int, before: Int32)] = []
  /// The bindings whose blocks may reject a value, with their serials.
  private var rejecting: [UInt32: (serial: UInt32, reading: CodeReading)] = [:]
  /// The places whose own code has been read.
  private var read: [CodePlace: ObjectID?] = [:]
  /// The objects of which all actions have been read, because one of their properties was set.
  package var ownersRead: Set<ObjectID> = []
  /// The searches that were given up or postponed, and what all of them have cost.
  var unsearched = Unsearched()
  @exclusivity(unchecked) package var cost = 0
  /// How many edges there were when edges that are gone were last removed.
  private var keptCount = 0

  package var isEmpty: Bool { edges.isEmpty }

  package subscript(number: Int) -> CodeEdge { edges[number] }

  package func add(_ edge: CodeEdge) {
    let number = edges.count
    edges.append(edge)
    var ends = EdgeEnds(of: edge)
    switch edge.origin {
    case .link(let link):
      ends.nextOfOrigin = ofLink[link]
      ofLink[link] = Int32(number)
    case .place(let place):
      ends.nextOfOrigin = ofPlace[place]
      ofPlace[place] = Int32(number)
    }
    if let target = edge.target {
      ends.nextToTarget = toPlace[target]
      toPlace[target] = Int32(number)
    }
    self.ends.append(ends)
    if edge.unknown != .none { waiting[edge.unknown, default: []].append(number) }
    for place in edge.over {
      guard let slot = place.slot else { continue }
      crossings.append((number, overSlot[slot]))
      overSlot[slot] = Int32(crossings.count - 1)
    }
  }

  /// The replacement of an edge; nil if it leads to the same place as before.
  package func moved(_ number: Int, to end: EffectEnd) -> CodeEdge? {
    let known = edges[number]
    var edge = known
    edge.take(end)
    if edge.target == known.target, edge.over == known.over, edge.isOpen == known.isOpen,
      edge.unknown == .none
    {
      return nil
    }
    ends[number].remove()
    return edge
  }

  /// Notes that a block of a binding may reject a value.
  package func noteRejecting(_ link: UInt32, serial: UInt32, _ reading: CodeReading) {
    rejecting[link] = (serial, reading)
  }

  package func mayReject(_ link: UInt32, serial: UInt32) -> Bool {
    rejecting[link].map { $0.serial == serial } ?? false
  }

  /// Forgets what began at a link whose place now belongs to another one.
  package func forget(link: UInt32) {
    if !rejecting.isEmpty { rejecting[link] = nil }
    var number = ofLink[link]
    if number < 0 { return }
    ofLink[link] = -1
    while number >= 0 {
      ends[Int(number)].remove()
      number = ends[Int(number)].nextOfOrigin
    }
  }

  /// Forgets the edges of one of the blocks of a link.
  package func forget(link: UInt32, where isMeant: (CodeReading) -> Bool) {
    if rejecting[link].map({ isMeant($0.reading) }) ?? false { rejecting[link] = nil }
    for number in numbers(from: .link(link)) where isMeant(edges[number].unit.reading) {
      ends[number].remove()
    }
  }

  package func takeWaiting(_ name: Name) -> [Int] { waiting.removeValue(forKey: name) ?? [] }

  /// Whether edges lead, or have led, over a variable or property.
  package func lead(over slot: UInt32) -> Bool { overSlot[slot] >= 0 }

  /// The edges over a variable or property, the last first; forgets those that are gone.
  package func numbers(over slot: UInt32) -> [Int] {
    var found: [Int] = []
    var position = overSlot[slot]
    var last: Int32 = -1
    overSlot[slot] = -1
    while position >= 0 {
      let (edge, before) = crossings[Int(position)]
      if !ends[edge].isGone {
        found.append(edge)
        if last < 0 { overSlot[slot] = position } else { crossings[Int(last)].before = position }
        last = position
      }
      position = before
    }
    if last >= 0 { crossings[Int(last)].before = -1 }
    return found
  }

  /// The edges over any of them.
  package var numbersOfCrossings: [Int] {
    Set(crossings.lazy.map(\.edge)).filter { !ends[$0].isGone }.sorted()
  }

  /// The searches that were given up or postponed, which are forgotten.
  func takeUnsearched() -> Unsearched {
    defer { (unsearched, cost) = (Unsearched(), 0) }
    return unsearched
  }

  /// Notes that the code of a place has been read, and forgets what belonged to a released object
  /// there.
  ///
  /// - Returns: Whether it is read for the first time.
  package func noteRead(_ place: CodePlace, of owner: ObjectID?) -> Bool {
    if let known = read.updateValue(owner, forKey: place) {
      if known == owner { return false }
      ofPlace[place] = -1
    }
    return true
  }

  /// Whether there are so many edges that most of them may be gone.
  package var isLong: Bool { edges.count > 4 * keptCount + 4_096 }

  /// Forgets the edges that are gone. All others get another number.
  ///
  /// - Parameter isKept: Whether the edge with a number is still valid.
  package func compact(keeping isKept: (Int) -> Bool, ownerIsAlive: (ObjectID) -> Bool) {
    let numbers = edges.indices.filter(isKept)
    // Copying almost all of them would save nothing.
    if numbers.count > edges.count / 4 * 3 {
      keptCount = edges.count
      return
    }
    let kept = numbers.map { edges[$0] }
    (edges, ends, waiting, crossings) = ([], [], [:], [])
    overSlot = HandleNumbers()
    (ofLink, ofPlace, toPlace) = (HandleNumbers(), PlaceNumbers(), PlaceNumbers())
    for edge in kept { add(edge) }
    read = read.filter { $0.value.map(ownerIsAlive) ?? true }
    ownersRead = ownersRead.filter(ownerIsAlive)
    keptCount = edges.count
  }

  /// The edges that begin at `origin`, the last first.
  package func numbers(from origin: CodeUnit.Origin) -> [Int] {
    var found: [Int] = []
    _ = forEachEdge(from: origin) { number in
      found.append(number)
      return true
    }
    return found
  }

  /// Calls `goesOn` with each edge that begins at `origin`, the last first, until it returns false.
  ///
  /// - Returns: Whether it returned true for all.
  package func forEachEdge(from origin: CodeUnit.Origin, _ goesOn: (Int) -> Bool) -> Bool {
    var number =
      switch origin {
      case .link(let link): ofLink[link]
      case .place(let place): ofPlace[place]
      }
    while number >= 0 {
      if !ends[Int(number)].isGone, !goesOn(Int(number)) { return false }
      number = ends[Int(number)].nextOfOrigin
    }
    return true
  }

  /// Calls `goesOn` with each edge that leads to `target`, until it returns false.
  ///
  /// - Returns: Whether it returned true for all.
  package func forEachEdge(to target: CodePlace, _ goesOn: (Int) -> Bool) -> Bool {
    var number = toPlace[target]
    while number >= 0 {
      if !ends[Int(number)].isGone, !goesOn(Int(number)) { return false }
      number = ends[Int(number)].nextToTarget
    }
    return true
  }

  /// Whether code begins at a place.
  package func begins(at place: CodePlace) -> Bool { ofPlace[place] >= 0 }

  /// Whether code leads to a place.
  package func leads(to place: CodePlace) -> Bool { toPlace[place] >= 0 }
}

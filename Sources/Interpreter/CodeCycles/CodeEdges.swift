import BindingEngine
import Language
import Names
import Syntax

/// What a block does, read from its text once for all blocks with this text.
final class CodeReading {
  let tree: SyntaxTreeBox
  let effects: [CodeEffect]
  /// The bare names in it that mean members of `self`.
  let members: Set<Name>
  /// The names that it copies from its surroundings, in order.
  let copies: [Name]
  /// The kind of block; nil for code without text.
  let role: BlockRole?

  init(
    _ tree: SyntaxTreeBox, _ effects: [CodeEffect], members: Set<Name>, copies: [Name] = [],
    role: BlockRole? = nil
  ) {
    self.tree = tree
    self.effects = effects
    self.members = members
    self.copies = copies
    self.role = role
  }
}

/// Code at one origin, with the names that are visible there.
final class CodeUnit {
  /// What the paths through it begin at.
  enum Origin: Hashable {
    /// An observer, or a binding with blocks: they begin at everything that this reads.
    case link(UInt32)
    /// An action, a command, or a property with a `set` block.
    case place(CodePlace)
  }

  let origin: Origin
  /// Distinguishes the link from a later one in the same place.
  let serial: UInt32
  let reading: CodeReading
  let scope: EffectScope<ObjectID>
  /// The object whose member the origin is; nil for a link, and for an action without an object.
  let owner: ObjectID?

  init(
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
struct CodeEdge {
  let unit: CodeUnit
  /// The effect of its code that it represents.
  let position: Int
  /// nil if the path leads nowhere now, or its end is unknown.
  var target: CodePlace?
  /// The object whose member the target is. If it is released, so is the target, and another member
  /// may take its place.
  var targetOwner: ObjectID?
  /// The variables and properties on the path, which may later hold other objects.
  var over: [CodePlace] = []
  /// Whether only a run can show where it leads.
  var isOpen = false
  /// The name with which it begins does not exist yet.
  var unknown = Name.none
  /// It does not count any more, and its number is not used again.
  fileprivate(set) var isGone = false
  /// The next one of the same origin, and the next one to the same target; -1 for none.
  fileprivate var nextOfOrigin: Int32 = -1
  fileprivate var nextToTarget: Int32 = -1

  init(_ unit: CodeUnit, _ position: Int, target: CodePlace? = nil) {
    self.unit = unit
    self.position = position
    self.target = target
  }

  var origin: CodeUnit.Origin { unit.origin }
  var effect: CodeEffect { unit.reading.effects[position] }
  var tree: SyntaxTree { unit.reading.tree.tree }

  /// Notes where it leads.
  mutating func take(_ end: EffectEnd<CodePlace>) {
    (target, unknown, isOpen, over) = (nil, .none, false, [])
    switch end {
    case .place(let place, let over):
      self.over = over
      // A `set` block that writes its own property stores its value.
      if effect.kind != .writes || origin != .place(place) { target = place }
    case .nothing: break
    case .unknown(let name): unknown = name
    case .broken(let over): self.over = over
    case .open: isOpen = true
    }
  }
}

/// A property or variable on the path of edges that now holds another object.
struct AssignedReference: Equatable {
  var slot: UInt32
  /// The statement that the turn began with.
  var statement: CodeStatement?
}

/// A statement with its place.
struct CodeStatement: Equatable {
  var tree: SyntaxTreeBox
  var node: NodeID

  static func == (one: CodeStatement, other: CodeStatement) -> Bool {
    one.tree === other.tree && one.node == other.node
  }
}

/// The known paths through code. What bindings do is not among them, because the engine knows it.
///
/// They are separate from the engine's order of properties, by which changes are sorted: what a
/// block may write must not affect what a turn does.
final class CodeEdges {
  // Needed for each new binding, so it is not checked for exclusive access.
  @exclusivity(unchecked) private(set) var edges: [CodeEdge] = []
  @exclusivity(unchecked) private var ofLink = FirstNumbers()
  /// The places that are being read, each followed by what it leads to; empty between two readings.
  @exclusivity(unchecked) var toRead: [CodePlace] = []
  private var ofPlace = PlaceNumbers()
  private var toPlace = PlaceNumbers()
  /// The edges that begin with a name that does not exist yet.
  private var waiting: [Name: [Int]] = [:]
  /// The last edge over each variable or property, by its index in `crossings`.
  private var overSlot = FirstNumbers()
  /// The edges over something that may later hold another object, each with the previous one.
  private var crossings: [(edge: Int, before: Int32)] = []
  /// The places whose own code has been read.
  private var read: [CodePlace: ObjectID?] = [:]
  /// The objects of which all actions have been read, because one of their properties was set.
  var ownersRead: Set<ObjectID> = []
  /// The links for which a search was given up, what had been set there, and the total cost of
  /// these searches.
  var unsearched: [UInt32] = []
  var unsearchedAssignments: [AssignedReference] = []
  var cost = 0
  /// How many edges there were when edges that are gone were last removed.
  private var keptCount = 0

  /// The number of the last edge for each of many keys; -1 for none.
  private struct FirstNumbers {
    private var numbers: [Int32] = []

    subscript(place: UInt32) -> Int32 {
      get { Int(place) < numbers.count ? numbers[Int(place)] : -1 }
      set {
        if numbers.count <= Int(place) {
          numbers.append(
            contentsOf: repeatElement(-1, count: max(64, Int(place) + 1 - numbers.count)))
        }
        numbers[Int(place)] = newValue
      }
    }
  }

  private struct PlaceNumbers {
    private var slots = FirstNumbers()
    private var others: [CodePlace: Int32] = [:]

    subscript(place: CodePlace) -> Int32 {
      get { place.slot.map { slots[$0] } ?? others[place] ?? -1 }
      set {
        if let slot = place.slot { slots[slot] = newValue } else { others[place] = newValue }
      }
    }
  }

  var isEmpty: Bool { edges.isEmpty }

  subscript(number: Int) -> CodeEdge { edges[number] }

  func add(_ edge: CodeEdge) {
    let number = edges.count
    edges.append(edge)
    switch edge.origin {
    case .link(let link):
      edges[number].nextOfOrigin = ofLink[link]
      ofLink[link] = Int32(number)
    case .place(let place):
      edges[number].nextOfOrigin = ofPlace[place]
      ofPlace[place] = Int32(number)
    }
    if let target = edge.target {
      edges[number].nextToTarget = toPlace[target]
      toPlace[target] = Int32(number)
    }
    if edge.unknown != .none { waiting[edge.unknown, default: []].append(number) }
    for place in edge.over {
      guard let slot = place.slot else { continue }
      crossings.append((number, overSlot[slot]))
      overSlot[slot] = Int32(crossings.count - 1)
    }
  }

  /// The replacement of an edge; nil if it leads to the same place as before.
  func moved(_ number: Int, to end: EffectEnd<CodePlace>) -> CodeEdge? {
    let known = edges[number]
    var edge = known
    edge.take(end)
    if edge.target == known.target, edge.over == known.over, edge.isOpen == known.isOpen,
      edge.unknown == .none
    {
      return nil
    }
    edges[number].isGone = true
    return edge
  }

  /// Forgets what began at a link whose place now belongs to another one.
  func forget(link: UInt32) {
    var number = ofLink[link]
    if number < 0 { return }
    ofLink[link] = -1
    while number >= 0 {
      edges[Int(number)].isGone = true
      number = edges[Int(number)].nextOfOrigin
    }
  }

  /// Forgets the edges of one of the blocks of a link.
  func forget(link: UInt32, where isMeant: (CodeReading) -> Bool) {
    for number in numbers(from: .link(link)) where isMeant(edges[number].unit.reading) {
      edges[number].isGone = true
    }
  }

  func takeWaiting(_ name: Name) -> [Int] { waiting.removeValue(forKey: name) ?? [] }

  /// Whether edges lead over variables or properties at all.
  var haveCrossings: Bool { !crossings.isEmpty }

  /// Whether edges lead, or have led, over a variable or property.
  func lead(over slot: UInt32) -> Bool { overSlot[slot] >= 0 }

  /// The edges over a variable or property, the last first; forgets those that are gone.
  func numbers(over slot: UInt32) -> [Int] {
    var found: [Int] = []
    var position = overSlot[slot]
    var last: Int32 = -1
    overSlot[slot] = -1
    while position >= 0 {
      let (edge, before) = crossings[Int(position)]
      if !edges[edge].isGone {
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
  var numbersOfCrossings: [Int] {
    Set(crossings.lazy.map(\.edge)).filter { !edges[$0].isGone }.sorted()
  }

  func forgetUnsearched() { (unsearched, unsearchedAssignments, cost) = ([], [], 0) }

  /// Notes that the code of a place has been read, and forgets what belonged to a released object
  /// there.
  ///
  /// - Returns: Whether it is read for the first time.
  func noteRead(_ place: CodePlace, of owner: ObjectID?) -> Bool {
    if let known = read.updateValue(owner, forKey: place) {
      if known == owner { return false }
      ofPlace[place] = -1
    }
    return true
  }

  /// Whether there are so many edges that most of them may be gone.
  var isLong: Bool { edges.count > 2 * keptCount + 4_096 }

  /// Forgets the edges that are gone. All others get another number.
  func compact(keeping isKept: (CodeEdge) -> Bool, ownerIsAlive: (ObjectID) -> Bool) {
    let kept = edges.filter(isKept)
    (edges, waiting, crossings) = ([], [:], [])
    overSlot = FirstNumbers()
    (ofLink, ofPlace, toPlace) = (FirstNumbers(), PlaceNumbers(), PlaceNumbers())
    for edge in kept { add(edge) }
    read = read.filter { $0.value.map(ownerIsAlive) ?? true }
    ownersRead = ownersRead.filter(ownerIsAlive)
    keptCount = edges.count
  }

  /// The edges that begin at `origin`, the last first.
  func numbers(from origin: CodeUnit.Origin) -> [Int] {
    var number =
      switch origin {
      case .link(let link): ofLink[link]
      case .place(let place): ofPlace[place]
      }
    var found: [Int] = []
    while number >= 0 {
      if !edges[Int(number)].isGone { found.append(Int(number)) }
      number = edges[Int(number)].nextOfOrigin
    }
    return found
  }

  func numbers(to target: CodePlace) -> [Int] {
    var number = toPlace[target]
    var found: [Int] = []
    while number >= 0 {
      if !edges[Int(number)].isGone { found.append(Int(number)) }
      number = edges[Int(number)].nextToTarget
    }
    return found
  }

  /// Whether code begins at a place.
  func begins(at place: CodePlace) -> Bool { ofPlace[place] >= 0 }

  /// Whether code leads to a place.
  func leads(to place: CodePlace) -> Bool { toPlace[place] >= 0 }
}

import BindingEngine
import Language
import Names
import Syntax

/// A place that a change or a call can reach: a property, an event, an action or a command of an
/// object, or an action that belongs to none.
package struct CodePlace: Hashable {
  private let raw: UInt32

  init(slot: UInt32) { raw = slot }

  /// - Parameter action: Its index among the session's callables.
  init(action: UInt32) { raw = action | 1 << 31 }

  /// The member of an object that it is; nil for an action that belongs to none.
  package var slot: UInt32? { raw >> 31 == 0 ? raw : nil }

  package var action: UInt32? { raw >> 31 == 0 ? nil : raw & ~(1 << 31) }
}

/// What the blocks of one statement do, read from its text once for all that it makes.
final class CodeReading {
  let tree: SyntaxTreeBox
  let effects: [CodeEffect]
  /// What bare names in it mean members of `self`.
  let members: Set<Name>
  /// The names that it copies from around it, in their order.
  let copies: [Name]

  init(_ tree: SyntaxTreeBox, _ effects: [CodeEffect], members: Set<Name>, copies: [Name] = []) {
    self.tree = tree
    self.effects = effects
    self.members = members
    self.copies = copies
  }
}

/// Code that stands at one origin, with what it sees there.
final class CodeUnit {
  /// What the ways through it begin at.
  enum Origin: Hashable {
    /// An observer, or a binding with blocks: they begin at all that this reads.
    case link(UInt32)
    /// An action, a command, or a property with a `set` block.
    case place(CodePlace)
  }

  let origin: Origin
  /// Tells the link from a later one in the same place.
  let serial: UInt32
  let reading: CodeReading
  let scope: EffectScope<ObjectID>
  /// The object whose member the origin is; nil for a link, or an action that belongs to none.
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

/// A way that a change may take through code, from what sets the code off to what it writes, calls,
/// fires or posts.
struct CodeEdge {
  let unit: CodeUnit
  /// Which of the effects of its code it is.
  let position: Int
  /// nil where the path leads nowhere now, or nobody knows where.
  var target: CodePlace?
  /// The object whose member the target is: with it the target is gone, and another may have its place.
  var targetOwner: ObjectID?
  /// Whether it leads there for good.
  var isFixed = true
  /// Whether only a run knows where it leads.
  var isOpen = false
  /// Nothing has the name yet that it begins with.
  var unknown = Name.none
  /// It is not known any more; its number is not given to another.
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
    (target, unknown, isOpen, isFixed) = (nil, .none, false, true)
    switch end {
    case .place(let place, let isFixed):
      self.isFixed = isFixed
      // A `set` block that writes its own property stores its value.
      if effect.kind != .writes || origin != .place(place) { target = place }
    case .nothing: break
    case .unknown(let name): unknown = name
    case .broken: isFixed = false
    case .open: isOpen = true
    }
  }
}

/// The ways through code that are known. What bindings do is not among them: the engine knows it.
///
/// They are kept beside the engine's order of properties, by which changes are sorted: what a block
/// may write must not move what a turn does.
final class CodeEdges {
  // Asked for each binding that is made: not checked for exclusive access.
  @exclusivity(unchecked) private(set) var edges: [CodeEdge] = []
  @exclusivity(unchecked) private var ofLink = FirstNumbers()
  private var ofPlace = PlaceNumbers()
  private var toPlace = PlaceNumbers()
  /// The edges that begin with a name which nothing has yet.
  private var waiting: [Name: [Int]] = [:]
  /// The edges that lead over properties, so that they may lead elsewhere later.
  private var floating: [Int] = []
  /// The places whose own code has been read.
  private var read: [CodePlace: ObjectID?] = [:]
  /// By the engine's token for a statement.
  private var readings: [CodeReading?] = []
  /// The links for which a search was given up, and what all of these searches have cost.
  var unsearched: [UInt32] = []
  var cost = 0
  /// How many edges there were when those that are gone were last forgotten.
  private var keptCount = 0

  /// For each of many the number of its last edge; -1 for none.
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
    private var actions = FirstNumbers()

    subscript(place: CodePlace) -> Int32 {
      get { place.slot.map { slots[$0] } ?? place.action.map { actions[$0] } ?? -1 }
      set {
        if let slot = place.slot { slots[slot] = newValue }
        if let action = place.action { actions[action] = newValue }
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
    if !edge.isFixed { floating.append(number) }
  }

  /// An edge that is to take the place of one that leads elsewhere now.
  func moved(_ number: Int, to end: EffectEnd<CodePlace>) -> CodeEdge {
    var edge = edges[number]
    edges[number].isGone = true
    edge.take(end)
    return edge
  }

  /// Forgets what began at a link whose place another one has now.
  func forget(link: UInt32) {
    var number = ofLink[link]
    if number < 0 { return }
    ofLink[link] = -1
    while number >= 0 {
      edges[Int(number)].isGone = true
      number = edges[Int(number)].nextOfOrigin
    }
  }

  func takeWaiting(_ name: Name) -> [Int] { waiting.removeValue(forKey: name) ?? [] }

  func takeFloating() -> [Int] {
    defer { floating = [] }
    return floating.filter { !edges[$0].isGone }
  }

  /// Notes that the code of a place has been read. What an object had there that is gone is forgotten.
  ///
  /// - Returns: Whether it had not.
  func noteRead(_ place: CodePlace, of owner: ObjectID?) -> Bool {
    if let known = read.updateValue(owner, forKey: place) {
      if known == owner { return false }
      ofPlace[place] = -1
    }
    return true
  }

  /// Whether there are so many edges that those which are gone may be most of them.
  var isLong: Bool { edges.count > 2 * keptCount + 4_096 }

  /// Forgets the edges that are gone. All others get another number.
  func compact(keeping isKept: (CodeEdge) -> Bool, ownerIsAlive: (ObjectID) -> Bool) {
    let kept = edges.filter(isKept)
    (edges, waiting, floating, unsearched, cost) = ([], [:], [], [], 0)
    (ofLink, ofPlace, toPlace) = (FirstNumbers(), PlaceNumbers(), PlaceNumbers())
    for edge in kept { add(edge) }
    read = read.filter { $0.value.map(ownerIsAlive) ?? true }
    keptCount = edges.count
  }

  func reading(of origin: UInt32) -> CodeReading? {
    Int(origin) < readings.count ? readings[Int(origin)] : nil
  }

  func keep(_ reading: CodeReading, of origin: UInt32) {
    while readings.count <= Int(origin) { readings.append(nil) }
    readings[Int(origin)] = reading
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

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

/// A way that a change may take through code, from what sets the code off to what it writes, calls,
/// fires or posts.
struct CodeEdge {
  /// What the way begins at.
  enum Origin: Hashable {
    /// An observer, or a binding with blocks: it begins at all that this reads.
    case link(UInt32)
    /// An action, a command, or a property with a `set` block.
    case place(CodePlace)
  }

  var origin: Origin
  /// Tells the link that it begins at from a later one in the same place.
  var serial: UInt32 = 0
  /// nil where the path leads nowhere now, or nobody knows where.
  var target: CodePlace?
  /// What was read, and which of its effects it is.
  var reading: CodeReading
  var position = 0
  /// Whether it leads there for good.
  var isFixed = true
  /// Whether only a run knows where it leads.
  var isOpen = false
  /// Nothing has the name yet that it begins with.
  var unknown = Name.none
  var receiver: ObjectID?
  var copies: [Name: ObjectID] = [:]
  /// It is not known any more; its number is not given to another.
  var isGone = false
  /// The next one of the same origin, and the next one to the same target; -1 for none.
  var nextOfOrigin: Int32 = -1
  var nextToTarget: Int32 = -1

  init(_ origin: Origin, _ reading: CodeReading, target: CodePlace? = nil) {
    self.origin = origin
    self.reading = reading
    self.target = target
  }

  var effect: CodeEffect { reading.effects[position] }
  var tree: SyntaxTree { reading.tree.tree }
}

/// The ways through code that are known. What bindings do is not among them: the engine knows it.
///
/// They are kept beside the engine's order of properties, by which changes are sorted: what a block
/// may write must not move what a turn does.
struct CodeEdges {
  private(set) var edges: [CodeEdge] = []
  private var ofOrigin: [CodeEdge.Origin: Int32] = [:]
  private var toTarget: [CodePlace: Int32] = [:]
  /// The edges that begin with a name which nothing has yet.
  private var waiting: [Name: [Int]] = [:]
  /// The edges that lead over properties, so that they may lead elsewhere later.
  private(set) var floating: [Int] = []
  /// The places whose own code has been read.
  private var read: Set<CodePlace> = []
  /// By the engine's token for a statement.
  var readings: [UInt32: CodeReading] = [:]
  /// The links for which a search was given up, and what all of these searches have cost.
  var unsearched: [UInt32] = []
  var cost = 0

  var isEmpty: Bool { edges.isEmpty }

  subscript(number: Int) -> CodeEdge { edges[number] }

  /// - Returns: Its number.
  @discardableResult
  mutating func add(_ edge: CodeEdge) -> Int {
    let number = edges.count
    edges.append(edge)
    edges[number].nextOfOrigin = ofOrigin.updateValue(Int32(number), forKey: edge.origin) ?? -1
    enter(number)
    if edge.unknown != .none { waiting[edge.unknown, default: []].append(number) }
    if !edge.isFixed { floating.append(number) }
    return number
  }

  private mutating func enter(_ number: Int) {
    guard let target = edges[number].target else { return }
    edges[number].nextToTarget = toTarget.updateValue(Int32(number), forKey: target) ?? -1
  }

  /// An edge that is to take the place of one that leads elsewhere now.
  mutating func moved(_ number: Int, to end: EffectEnd<CodePlace>) -> CodeEdge {
    var edge = edges[number]
    edges[number].isGone = true
    edge.take(end)
    return edge
  }

  /// Forgets what began at a link whose place another one has now.
  mutating func forget(link: UInt32) {
    guard !edges.isEmpty, var number = ofOrigin.removeValue(forKey: .link(link)) else { return }
    while number >= 0 {
      edges[Int(number)].isGone = true
      number = edges[Int(number)].nextOfOrigin
    }
  }

  mutating func takeWaiting(_ name: Name) -> [Int] { waiting.removeValue(forKey: name) ?? [] }

  mutating func takeFloating() -> [Int] {
    defer { floating = [] }
    return floating.filter { !edges[$0].isGone }
  }

  /// Notes that the code of a place has been read.
  ///
  /// - Returns: Whether it had not.
  mutating func noteRead(_ place: CodePlace) -> Bool { read.insert(place).inserted }

  /// The edges that begin at `origin`, the last first.
  func numbers(from origin: CodeEdge.Origin) -> [Int] {
    var found: [Int] = []
    var number = ofOrigin[origin] ?? -1
    while number >= 0 {
      if !edges[Int(number)].isGone { found.append(Int(number)) }
      number = edges[Int(number)].nextOfOrigin
    }
    return found
  }

  func numbers(to target: CodePlace) -> [Int] {
    var found: [Int] = []
    var number = toTarget[target] ?? -1
    while number >= 0 {
      if !edges[Int(number)].isGone { found.append(Int(number)) }
      number = edges[Int(number)].nextToTarget
    }
    return found
  }
}

extension CodeEdge {
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

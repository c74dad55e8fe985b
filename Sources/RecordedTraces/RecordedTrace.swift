import Basics
import BindingEngine
import Rendering

/// A trace that another run wrote, with handles for the names in it.
///
/// The trace knows a property only by its name, so properties that had the same name at different times
/// are one.
struct RecordedTrace {
  /// A binding in one direction, an observer, or the link that evaluates a `computed`.
  struct Link {
    var number: Int?
    /// Its last form in the trace; earlier it may name other objects.
    var text = ""
    /// Its earlier names, each with the first event after its use.
    var earlierTexts: [(turn: Int, sequence: UInt32, text: String)] = []
    var place = ""
    /// Its name, and the object that keeps it.
    var name = ""
    var keeper = ""
    /// The number of steps that its source had when it was made.
    var wayLength = 0
    var known = RecordedLink(kind: .binding, sources: [], target: 0)
    /// The turns in which it was made and removed, if the trace has them.
    var made: Int?
    var ended: Int?
  }

  /// An object, as long as it lived.
  struct MadeObject {
    var object: ObjectID
    var className: String
    /// Its number among the instances of its class.
    var ordinal = 0
    /// Its properties, in the order of their declaration.
    var properties: [UInt32]
    var turn: Int
    /// The turn that released it.
    var released: Int?
  }

  /// The file, for messages.
  var name = ""
  /// In order; their entries are made when they are shown.
  var turns: [RecordedTurn] = []
  /// The counts of each turn, from its last line.
  var counts: [TurnTrace] = []
  /// The objects of the properties; 0 is none.
  var propertyNames = [""]
  private(set) var properties: [String: UInt32] = [:]
  private var owners: [ObjectID?] = [nil]
  var objectNames = [""]
  private var objects: [String: UInt32] = [:]
  /// The properties of each object.
  private var members: [UInt32: [UInt32]] = [:]
  /// What is known of each object that was made and whose turn was kept, in that order.
  private(set) var made: [MadeObject] = []
  /// Where the last one of each name is among them, by the object.
  private var places: [UInt32: Int] = [:]
  /// How many objects of each class were made.
  private var instanceCounts: [String: Int] = [:]
  /// The values that properties had when objects with their names were made, in these turns.
  var firstValues: [UInt32: [(turn: Int, value: Value)]] = [:]
  /// Two indices for each: a binding's reverse direction comes after it.
  var links = [Link(), Link()]
  private var linksByNumber: [Int: UInt32] = [:]
  private var linksByText: [String: UInt32] = [:]
  /// The links of which each property is the target, and those of which it is a source.
  private var incoming: [UInt32: [UInt32]] = [:]
  private var outgoing: [UInt32: [UInt32]] = [:]
  /// The last turn that counts; nil for the last one of the trace.
  var now: Int?
  private var indexes = KeptIndexes()

  // MARK: Making

  mutating func property(_ name: String) -> UInt32 {
    if let known = properties[name] { return known }
    let property = UInt32(propertyNames.count)
    properties[name] = property
    propertyNames.append(name)
    let owner = name.utf8.lastIndex(of: UInt8(ascii: ".")).map { object(String(name[..<$0])) }
    owners.append(owner)
    if let owner { members[owner.index, default: []].append(property) }
    return property
  }

  mutating func object(_ name: String) -> ObjectID {
    if let known = objects[name] { return ObjectID(index: known, generation: 1, tag: 0) }
    let index = UInt32(objectNames.count)
    objects[name] = index
    objectNames.append(name)
    return ObjectID(index: index, generation: 1, tag: 0)
  }

  /// Records that an object which was a part of another one has a new name from here on, and so have
  /// its properties and its own parts.
  ///
  /// - Returns: Whether there was such an object.
  mutating func rename(_ name: String, to newName: String) -> Bool {
    guard name != newName, objects[name] != nil else { return false }
    var pending = [(name, newName)]
    // A trace may say that an object is a part of itself.
    var done: Set<UInt32> = []
    while let (old, new) = pending.popLast() {
      guard let index = objects[old], done.insert(index).inserted else { continue }
      objects[old] = nil
      objects[new] = index
      objectNames[Int(index)] = new
      for property in members[index] ?? [] {
        let oldName = propertyNames[Int(property)]
        let renamed = new + oldName.dropFirst(old.count)
        properties[oldName] = nil
        properties[renamed] = property
        propertyNames[Int(property)] = renamed
        if objects[oldName] != nil { pending.append((oldName, renamed)) }
      }
    }
    return true
  }

  /// The link with a number, or for a `computed` with a text.
  mutating func link(number: Int?, text: String) -> UInt32 {
    if let number, let known = linksByNumber[number] {
      // A glitch may have named it first, which gives no text.
      if links[Int(known)].text.isEmpty {
        links[Int(known)].text = text
        links[Int(known) + 1].text = text
      }
      return known
    }
    if number == nil, let known = linksByText[text] { return known }
    let link = UInt32(links.count)
    var made = Link(number: number, text: text)
    if number == nil {
      linksByText[text] = link
      made.known.kind = .computed
    } else {
      linksByNumber[number ?? 0] = link
      let isObserver = ["observe ", "on ", "effect"].contains { text.hasPrefix($0) }
      if isObserver { made.known.kind = .observer }
    }
    links += [made, made]
    return link
  }

  /// Fills the tables that connect properties and links, when everything has been read.
  mutating func settle() {
    indexes = KeptIndexes()
    for (index, link) in links.enumerated() where index > 1 {
      let handle = UInt32(index)
      if index % 2 == 1, !link.known.isTwoWay { continue }
      if link.known.target != 0 { incoming[link.known.target, default: []].append(handle) }
      for source in link.known.sources { outgoing[source, default: []].append(handle) }
    }
  }

  /// The index of a turn.
  func position(ofTurn number: Int) -> Int? {
    let low = (0..<turns.count).partitionPoint { turns[$0].number >= number }
    return low < turns.count && turns[low].number == number ? low : nil
  }

  /// The index of the last turn that counts.
  var lastPosition: Int? {
    guard let now else { return turns.isEmpty ? nil : turns.count - 1 }
    return position(ofTurn: now)
  }

  private func isThere(_ link: UInt32) -> Bool { (links[Int(link)].made ?? 0) <= now ?? (.max - 1) }
}

extension RecordedTrace: Recorded {
  var numbers: Range<Int> {
    guard let first = turns.first, let last = turns.last else { return 0..<0 }
    return first.number..<min(last.number, now ?? last.number) + 1
  }

  func turn(_ number: Int) -> RecordedTurn? { position(ofTurn: number).map { turns[$0] } }

  func turns(upTo last: Int?) -> ArraySlice<RecordedTurn> {
    let last = min(last ?? .max, now ?? .max)
    return turns[..<turns.indices.partitionPoint { turns[$0].number > last }]
  }

  func index(upTo last: Int?) -> EventIndex { indexes.index(of: turns(upTo: last)) }

  func link(_ link: UInt32) -> RecordedLink? {
    guard link != 0, Int(link) < links.count else { return nil }
    var known = links[Int(link)].known
    known.isAlive = (links[Int(link)].ended ?? .max) > now ?? (.max - 1)
    return known
  }

  /// Notes that an object was made in a turn that was kept.
  mutating func add(_ object: MadeObject) {
    var object = object
    let ordinal = instanceCounts[object.className, default: 0] + 1
    instanceCounts[object.className] = ordinal
    object.ordinal = ordinal
    places[object.object.index] = made.count
    made.append(object)
  }

  /// Notes that an object was released in a turn that was kept.
  mutating func release(_ object: UInt32, in turn: Int) {
    if let place = places.removeValue(forKey: object) { made[place].released = turn }
  }

  /// The properties of an object that the trace names.
  func properties(of object: ObjectID) -> [UInt32] { members[object.index] ?? [] }

  func lead(of link: UInt32) -> UInt32 { link & ~1 }
  func writers(of property: UInt32) -> [UInt32] { (incoming[property] ?? []).filter(isThere) }
  func listeners(of property: UInt32) -> [UInt32] { (outgoing[property] ?? []).filter(isThere) }
  func object(of property: UInt32) -> ObjectID? {
    Int(property) < owners.count ? owners[Int(property)] : nil
  }

  /// If a property on the path became nil, the properties after it are no longer observed; nor are those in
  /// a branch that is not taken.
  func brokenStep(of link: UInt32) -> UInt32 {
    let link = links[Int(link)]
    guard link.known.sources.count < link.wayLength, let last = link.known.sources.last else {
      return 0
    }
    let index = index(upTo: nil)
    guard let set = index.lastSet(of: last, before: index.end) else { return last }
    return index[set].new == .nil ? last : 0
  }
  var isInBatch: Bool { false }
  var isTickDue: Bool { lastPosition.map { counts[$0].isTickDue } ?? false }
}

extension RecordedTrace: RecordedNames {
  func name(ofProperty property: UInt32) -> String { propertyNames[Int(property)] }
  func number(ofLink link: UInt32) -> Int? { links[Int(link)].number }
  func text(ofLink link: UInt32) -> String { links[Int(link)].text }
  func place(ofLink link: UInt32) -> String { links[Int(link)].place }

  func text(ofValue value: Value) -> String {
    value.literal { objectNames[Int($0.index)] }
  }

  private func traced(_ value: Value) -> TracedValue {
    TracedValue(text: text(ofValue: value), json: "")
  }

  func entry(_ event: TraceEvent) -> TraceEntry {
    var entry = TraceEntry(
      kind: event.kind, reason: event.reason, sequence: Int(event.sequence),
      cause: Int(event.cause))
    if event.link != 0 {
      entry.link = links[Int(event.link)].text
      entry.number = links[Int(event.link)].number
    }
    if event.property != 0 { entry.property = propertyNames[Int(event.property)] }
    if event.other != 0 { entry.target = propertyNames[Int(event.other)] }
    if event.kind == .correct { entry.place = event.text } else { entry.text = event.text }
    entry.change = event.change
    switch event.kind {
    case .event, .call, .make, .reuse, .release, .move:
      if case .nil = event.old {} else { entry.old = traced(event.old) }
      if case .nil = event.new {} else { entry.new = traced(event.new) }
    case .glitch:
      (entry.old, entry.new) = (traced(event.old), traced(event.new))
      if event.awaited != 0 { entry.awaited = links[Int(event.awaited)].number }
    case .dropped where event.isOfWaiting:
      (entry.old, entry.new) = (traced(event.old), traced(event.new))
    case .dropped: entry.new = traced(event.new)
    case .answer: entry.old = traced(event.old)
    case .timer: entry.new = traced(event.new)
    // Not the whole list for each of its elements.
    case .write where event.change.kind != .set: takeElement(event, &entry)
    case .write, .note, .fire, .transform, .correct, .compute, .request:
      (entry.old, entry.new) = (traced(event.old), traced(event.new))
    default: break
    }
    return entry
  }

  /// If only one element of a list changed, only that element is shown.
  private func takeElement(_ event: TraceEvent, _ entry: inout TraceEntry) {
    guard case .list(let old) = event.old, case .list(let new) = event.new else {
      (entry.old, entry.new) = (traced(event.old), traced(event.new))
      if event.change.kind == .insert { entry.old = nil }
      if event.change.kind == .remove { entry.new = nil }
      return
    }
    let shown = event.change.shown(from: old, to: new)
    entry.count = event.change.count(from: old, to: new)
    (entry.old, entry.new) = (shown.old.map(traced), shown.new.map(traced))
  }
}

/// The indexes that were used last: those of all turns, and of the turns up to some other one.
private final class KeptIndexes {
  private var known: [(count: Int, index: EventIndex)] = []
  private static let most = 2

  /// - Parameter turns: The first turns of a trace that does not change any more.
  func index(of turns: ArraySlice<RecordedTurn>) -> EventIndex {
    if let place = known.firstIndex(where: { $0.count == turns.count }) {
      known.append(known.remove(at: place))
    } else {
      if known.count == KeptIndexes.most { known.removeFirst() }
      known.append((turns.count, EventIndex(turns)))
    }
    return known[known.count - 1].index
  }
}

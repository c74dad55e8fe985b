import BindingEngine
import Interpreter
import Rendering

/// The value of every property, event by event: from the events of a turn, and checked at its end.
final class ValueBook {

  private(set) var names: [String] = []
  private(set) var known: [ReportPage.Known] = []
  private(set) var leftOut = 0
  /// The handle of each in the engine, while its object lives.
  private var values: [Value?] = []
  private var slots: [UInt32] = []
  private var isVariable: [Bool] = []
  private var objects: [ObjectID: [Int]] = [:]
  /// Those that are not kept, so that each is counted once.
  private var passedOver: Set<ObjectID> = []
  /// The object that was registered last at each place of the engine. All objects are looked at after
  /// each turn, so those that are known must be found without hashing.
  private var registered: [ObjectID] = []
  /// Those that were registered at a place before another one took it.
  private var replaced: [ObjectID] = []
  private var variables: [String: Int] = [:]
  private var variablePlaces: [UInt32: Int] = [:]
  /// What the names of variables meant at the end of the last turn.
  private var version = -1
  private var places: [UInt32: Int] = [:]
  private var usedNames: [String: Int] = [:]
  private var core: UnsafePointer<GraphCore>?
  /// The first value of each property that is new in the turn and written in it.
  private var firstValues: [UInt32: Value] = [:]
  private var hasGap = false
  /// The values that are announced and not stored yet, the last one on top.
  private var announced: [TraceEvent] = []
  /// What the turn may have changed, events or not.
  private var touched = TouchedByTurn()
  /// The places that were set in the turn, or that were unknown after the turn before: a rollback
  /// gives some of them back their old values, and what is unknown can be evaluated between turns.
  private var unsettled: Set<Int> = []
  /// The objects that were registered in the turn.
  private var newObjects: [ObjectID] = []
  private var lastTurn: (number: Int, semantics: Semantics)?

  /// The index of a property, or nil if it is not kept.
  func place(of slot: UInt32) -> Int? { places[slot] }

  // MARK: A turn

  /// - Returns: What is gone since the last turn.
  func beginTurn(_ session: Session) -> [ReportPage.Change] {
    touched = session.core.pointee.touchedByTurn
    guard core != UnsafePointer(session.core) else { return [] }
    // `reset`: everything is gone, and its handles mean something else now.
    objects = [:]
    passedOver = []
    registered = []
    replaced = []
    places = [:]
    variables = [:]
    variablePlaces = [:]
    lastTurn = nil
    core = UnsafePointer(session.core)
    return values.indices.flatMap { set($0, nil) }
  }

  /// Searches a trace for the values that properties had before they were first written.
  func prepare(_ trace: [TraceEvent]) {
    firstValues = [:]
    hasGap = false
    announced = []
    var sequence: UInt32 = 0
    for event in trace {
      if event.sequence > sequence + 1 { hasGap = true }
      sequence = event.sequence
      guard !hasGap, event.kind == .write || event.kind == .compute, event.property != 0,
        firstValues[event.property] == nil
      else { continue }
      firstValues[event.property] = event.old
    }
  }

  func changes(of event: TraceEvent) -> [ReportPage.Change] {
    switch event.kind {
    case .write, .compute:
      // An object that the language makes by itself has no event of its own.
      let first = places[event.property] == nil ? register(ownerOf: event.property) : []
      if event.reason == .announced {
        announced.append(event)
        return first
      }
      return first + store(event)
    case .make, .reuse:
      guard case .object(let object) = event.new, core?.pointee.isAlive(object) ?? false else {
        return []
      }
      return register(object, isEnd: false)
    case .release:
      guard case .object(let object) = event.new, let released = objects[object] else { return [] }
      return released.flatMap { set($0, nil) }
    default: return []
    }
  }

  /// What was announced is stored as soon as all that it caused has happened.
  ///
  /// - Parameter event: The next event.
  func stored(before event: TraceEvent, in trace: [TraceEvent]) -> [ReportPage.Change] {
    var changes: [ReportPage.Change] = []
    while let last = announced.last {
      var cause = event.cause
      while cause > last.sequence, let place = trace.index(of: cause) { cause = trace[place].cause }
      if cause == last.sequence { break }
      announced.removeLast()
      changes += store(last)
    }
    return changes
  }

  private func store(_ event: TraceEvent) -> [ReportPage.Change] {
    places[event.property].map { set($0, event.new) } ?? []
  }

  /// The final values of properties that no event has given.
  func endTurn(_ session: Session) -> [ReportPage.Change] {
    guard let core, core == UnsafePointer(session.core) else {
      // `reset` comes after the turn.
      return []
    }
    // Turns that were undone in between have changed anything.
    let turn = (number: core.pointee.turn.number, semantics: session.options.semantics)
    let isNext = lastTurn.map { $0.number + 1 == turn.number && $0.semantics == turn.semantics }
    if isNext != true { touchEverything() }
    lastTurn = turn
    var changes = removeDead()
    touched.objects.formUnion(newObjects.map(\.index))
    newObjects = []
    for index in touched.objects.sorted() where isAlive(index) {
      let object = core.pointee.objectID(at: index)
      guard object != session.state.notificationCenter else { continue }
      changes += register(object, isEnd: true)
    }
    if version != session.symbols.version || isNext != true {
      version = session.symbols.version
      for (name, slot) in session.symbols.variables {
        changes += look(at: slot, variable: session.names.text(of: name))
      }
    } else {
      for place in touched.properties.compactMap({ variablePlaces[$0] }).sorted() {
        changes += look(place)
      }
    }
    unsettled.formUnion(touched.properties.compactMap { places[$0] })
    let looked = unsettled.sorted()
    unsettled = []
    for place in looked where values[place] != nil && !isVariable[place] { changes += look(place) }
    unsettled = unsettled.union(looked).filter { known[$0] == .unknown }
    touched = TouchedByTurn()
    return changes
  }

  private func touchEverything() {
    guard let core else { return }
    touched.objects = Set(1..<UInt32(core.pointee.objects.count))
    unsettled = Set(values.indices)
    newObjects += registered.filter { $0 != .none }
  }

  /// - Returns: What is gone with the objects that have gone in the turn.
  private func removeDead() -> [ReportPage.Change] {
    guard let core else { return [] }
    var gone = replaced
    replaced = []
    let known = touched.objects.compactMap { index -> ObjectID? in
      Int(index) < registered.count ? registered[Int(index)] : nil
    }
    for object in known + newObjects where object != .none && !core.pointee.isAlive(object) {
      gone.append(object)
      // What is made again after it was rolled back has the same handle.
      if isRegistered(object) { registered[Int(object.index)] = .none }
    }
    var changes: [ReportPage.Change] = []
    for object in gone {
      for place in objects.removeValue(forKey: object) ?? [] { changes += set(place, nil) }
    }
    return changes.sorted { $0.property < $1.property }
  }

  /// The variables among changes that no event has given.
  func variables(in changes: [ReportPage.Change]) -> [Int] {
    changes.map(\.property).filter { isVariable[$0] }
  }

  private func isAlive(_ index: UInt32) -> Bool {
    !(core?.pointee.objects[index].generation.isMultiple(of: 2) ?? true)
  }

  private func look(at slot: UInt32, variable name: String) -> [ReportPage.Change] {
    if let place = variables[name] {
      slots[place] = slot
      variablePlaces[slot] = place
      return look(place)
    }
    guard let place = add(name, slot, isVariable: true) else { return [] }
    variables[name] = place
    variablePlaces[slot] = place
    return look(place)
  }

  private func look(_ place: Int) -> [ReportPage.Change] {
    guard let core else { return [] }
    let slot = slots[place]
    if core.pointee.properties[slot].marks.contains(.stale) {
      unsettled.insert(place)
      guard known[place] != .unknown else { return [] }
      known[place] = .unknown
      return [ReportPage.Change(property: place, value: .unknown)]
    }
    let now = core.pointee.read(slot)
    guard known[place] == .unknown || values[place] != now || known[place] == .gone else {
      return []
    }
    return set(place, now)
  }

  // MARK: Properties

  private func register(ownerOf slot: UInt32) -> [ReportPage.Change] {
    guard let core else { return [] }
    let owner = core.pointee.properties[slot].owner
    return owner == 0 ? [] : register(core.pointee.objectID(at: owner), isEnd: false)
  }

  private func isRegistered(_ object: ObjectID) -> Bool {
    Int(object.index) < registered.count && registered[Int(object.index)] == object
  }

  private func noteRegistered(_ object: ObjectID) {
    let place = Int(object.index)
    while registered.count <= place { registered.append(.none) }
    if registered[place] != .none, registered[place] != object {
      replaced.append(registered[place])
    }
    registered[place] = object
  }

  /// Adds an object that is not known yet, with the first values of its properties.
  private func register(_ object: ObjectID, isEnd: Bool) -> [ReportPage.Change] {
    guard let core else { return [] }
    if objects[object] != nil || passedOver.contains(object) { return extend(object, isEnd) }
    noteRegistered(object)
    newObjects.append(object)
    let slots = core.pointee.slots(of: object.index)
      .filter { core.pointee.info(of: $0).role == .property }
    guard names.count + slots.count <= ReportPage.mostPropertiesKept else {
      passedOver.insert(object)
      leftOut += slots.count
      return []
    }
    var changes: [ReportPage.Change] = []
    objects[object] = []
    for slot in slots { changes += take(slot, of: object, isEnd) }
    return changes
  }

  /// Adds what `extend` has added to an object.
  private func extend(_ object: ObjectID, _ isEnd: Bool) -> [ReportPage.Change] {
    guard let core, let own = objects[object],
      let added = core.pointee.extensions[object.index], !added.isEmpty
    else { return [] }
    var changes: [ReportPage.Change] = []
    for (info, slot) in added
    where info.role == .property && !own.contains(where: { slots[$0] == slot })
      && names.count < ReportPage.mostPropertiesKept
    { changes += take(slot, of: object, isEnd) }
    return changes
  }

  private func take(_ slot: UInt32, of object: ObjectID, _ isEnd: Bool) -> [ReportPage.Change] {
    guard let core, let place = add(core.pointee.describe(property: slot), slot) else { return [] }
    objects[object]?.append(place)
    places[slot] = place
    let first = isEnd ? nil : firstValues[slot]
    // If events are missing, one of them may have overwritten the first value.
    let isUncertain = !isEnd && first == nil && hasGap
    guard !isUncertain, !core.pointee.properties[slot].marks.contains(.stale) else {
      (values[place], known[place]) = (.nil, .unknown)
      unsettled.insert(place)
      return [ReportPage.Change(property: place, value: .unknown)]
    }
    return set(place, first ?? core.pointee.read(slot))
  }

  private func add(_ name: String, _ slot: UInt32, isVariable: Bool = false) -> Int? {
    guard names.count < ReportPage.mostPropertiesKept else {
      leftOut += 1
      return nil
    }
    let uses = usedNames[name, default: 0] + 1
    usedNames[name] = uses
    names.append(uses == 1 ? name : "\(name) (\(uses))")
    known.append(.gone)
    values.append(nil)
    slots.append(slot)
    self.isVariable.append(isVariable)
    return names.count - 1
  }

  /// - Parameter value: nil if its object is gone.
  private func set(_ place: Int, _ value: Value?) -> [ReportPage.Change] {
    unsettled.insert(place)
    values[place] = value
    let now: ReportPage.Known
    if let value, let core {
      let excerpt = ValueExcerpt(
        literal: { core.pointee.literal($0) }, living: { core.pointee.living($0) })
      now = .text(excerpt.text(of: value))
    } else {
      now = .gone
      places[slots[place]] = nil
    }
    guard now != known[place] else { return [] }
    known[place] = now
    return [ReportPage.Change(property: place, value: now)]
  }
}

import BindingEngine
import Rendering

/// What every property of a trace is, event by event, as far as the trace tells it.
///
/// What a property was before the trace writes it for the first time is what that write found there.
/// Where turns or events are missing between, what it is is found in the same way.
struct TraceValueBook {
  private let trace: RecordedTrace
  private(set) var names: [String] = []
  private(set) var known: [ReportPage.Known] = []
  private(set) var leftOut = 0
  private var places: [UInt32: Int] = [:]
  private var members: [UInt32: [UInt32]] = [:]
  private var stretches: TraceStretches
  /// What the first write of a stretch found; nil if it does not tell.
  private var found: [Stretch: Value?] = [:]
  /// The objects that the trace sees made.
  private var made: Set<UInt32> = []
  /// How many elements the lists have of which the trace has told all of them.
  private var counts: [UInt32: Int] = [:]
  /// What the running turn has changed, as it was before.
  private var before: [Int: ReportPage.Known] = [:]
  private var countsBefore: [UInt32: Int] = [:]

  private struct Stretch: Hashable {
    var property: UInt32
    var number: Int
  }

  init(_ trace: RecordedTrace) {
    self.trace = trace
    stretches = TraceStretches(trace)
    var others: Set<UInt32> = []
    var seen = TraceStretches(trace)
    for turn in trace.turns {
      seen.beginTurn(turn.number)
      for event in turn.events {
        seen.pass(event)
        switch event.kind {
        case .write, .compute:
          let key = Stretch(property: event.property, number: seen.number(of: event.property))
          guard found[key] == nil else { continue }
          // One element says nothing of the others, and nil may be what was not computed yet.
          let isTold =
            event.kind == .write ? event.change.kind == .set : event.old != .nil
          found[key] = .some(isTold ? event.old : nil)
        case .event, .call: others.insert(event.property)
        case .make:
          if case .object(let object) = event.new { made.insert(object.index) }
        default: break
        }
      }
    }
    for property in 1..<max(1, UInt32(trace.propertyNames.count)) where !others.contains(property) {
      guard names.count < ReportPage.mostPropertiesKept else {
        leftOut += 1
        continue
      }
      places[property] = names.count
      names.append(trace.name(ofProperty: property))
      known.append(.gone)
      if let object = trace.object(of: property) {
        members[object.index, default: []].append(property)
      }
    }
  }

  /// The place of a property, or nil if it is not kept.
  func place(of property: UInt32) -> Int? { places[property] }

  /// What there is before the first event.
  mutating func begin() -> [ReportPage.Change] {
    ordered.flatMap { property in
      let owner = trace.object(of: property)?.index
      let isNew = owner.map(made.contains) ?? false
      return isNew && found[stretch(of: property)] == nil ? [] : set(property, first(property))
    }
  }

  /// - Returns: What may have changed in turns that the trace does not have.
  mutating func beginTurn(_ number: Int) -> [ReportPage.Change] {
    let changes = stretches.beginTurn(number) ? passGap() : []
    (before, countsBefore) = ([:], counts)
    return changes
  }

  mutating func changes(of event: TraceEvent) -> [ReportPage.Change] {
    let isGap = stretches.pass(event)
    let missed = isGap ? passGap() : []
    return missed + ownChanges(of: event)
  }

  private mutating func ownChanges(of event: TraceEvent) -> [ReportPage.Change] {
    switch event.kind {
    case .write: return set(event.property, written(event))
    case .compute: return set(event.property, text(of: event.new))
    case .make, .reuse:
      guard case .object(let object) = event.new else { return [] }
      return (members[object.index] ?? []).flatMap { property in
        event.kind == .make || isGone(property) ? set(property, first(property)) : []
      }
    case .release:
      guard case .object(let object) = event.new else { return [] }
      return (members[object.index] ?? []).flatMap { set($0, .gone) }
    case .undo:
      counts = countsBefore
      let old = before.sorted { $0.key < $1.key }
      before = [:]
      return old.flatMap { set(at: $0.key, $0.value) }
    default: return []
    }
  }

  // MARK: Values

  private var ordered: [UInt32] { places.sorted { $0.value < $1.value }.map(\.key) }

  private func isGone(_ property: UInt32) -> Bool {
    places[property].map { known[$0] == .gone } ?? false
  }

  private func stretch(of property: UInt32) -> Stretch {
    Stretch(property: property, number: stretches.number(of: property))
  }

  /// What a property is at the beginning of a stretch.
  private func first(_ property: UInt32) -> ReportPage.Known {
    guard let value = found[stretch(of: property)] ?? nil else { return .unknown }
    return text(of: value)
  }

  private mutating func passGap() -> [ReportPage.Change] {
    counts = [:]
    return ordered.flatMap { isGone($0) ? [] : set($0, first($0)) }
  }

  /// What a write has written. Of a list of which one element changed the event has the whole list
  /// only where the trace has told of the others.
  private mutating func written(_ event: TraceEvent) -> ReportPage.Known {
    let count = counts[event.property]
    counts[event.property] = nil
    if event.change.kind == .set {
      if case .list(let list) = event.new { counts[event.property] = list.count }
      return text(of: event.new)
    }
    guard let count, case .list(let old) = event.old, old.count == count,
      case .list(let new) = event.new
    else { return .unknown }
    counts[event.property] = new.count
    return text(of: event.new)
  }

  private func text(of value: Value) -> ReportPage.Known {
    let excerpt = ValueExcerpt(literal: { trace.text(ofValue: $0) }, living: { $0 })
    return .text(excerpt.text(of: value))
  }

  private mutating func set(
    _ property: UInt32, _ value: ReportPage.Known
  ) -> [ReportPage.Change] {
    places[property].map { set(at: $0, value) } ?? []
  }

  private mutating func set(at place: Int, _ value: ReportPage.Known) -> [ReportPage.Change] {
    guard known[place] != value else { return [] }
    if before[place] == nil { before[place] = known[place] }
    known[place] = value
    return [ReportPage.Change(property: place, value: value)]
  }
}

/// The stretches of a trace with everything that happens to a property: each ends where turns
/// or events are missing, and where its object is made again.
private struct TraceStretches {
  private let trace: RecordedTrace
  private var members: [UInt32: [UInt32]] = [:]
  private var numbers: [UInt32: Int] = [:]
  private var count = 0
  private var lastGap = 0
  private var turn: Int?
  private var sequence: UInt32 = 0

  init(_ trace: RecordedTrace) {
    self.trace = trace
    for property in 1..<max(1, UInt32(trace.propertyNames.count)) {
      guard let object = trace.object(of: property) else { continue }
      members[object.index, default: []].append(property)
    }
  }

  func number(of property: UInt32) -> Int { max(numbers[property] ?? 0, lastGap) }

  /// - Returns: Whether turns are missing before this one.
  @discardableResult
  mutating func beginTurn(_ number: Int) -> Bool {
    defer { (turn, sequence) = (number, 0) }
    guard let turn, number != turn + 1 else { return false }
    passGap()
    return true
  }

  /// - Returns: Whether events are missing before this one.
  @discardableResult
  mutating func pass(_ event: TraceEvent) -> Bool {
    let isGap = event.sequence != sequence + 1
    sequence = event.sequence
    if isGap { passGap() }
    if event.kind == .make, case .object(let object) = event.new {
      count += 1
      for property in members[object.index] ?? [] { numbers[property] = count }
    }
    return isGap
  }

  private mutating func passGap() {
    count += 1
    lastGap = count
  }
}

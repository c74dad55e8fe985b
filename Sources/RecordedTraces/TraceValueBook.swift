import BindingEngine
import Rendering

/// The value of every property of a trace, event by event, as far as the trace shows it.
///
/// The value of a property before its first write in the trace is the old value of that write.
/// If turns or events are missing in between, the value after the gap is found in the same way.
struct TraceValueBook {
  private let trace: RecordedTrace
  private(set) var names: [String] = []
  private(set) var known: [ReportPage.Known] = []
  private(set) var leftOut = 0
  private var places: [UInt32: Int] = [:]
  private var members: [UInt32: [UInt32]] = [:]
  private var stretches: TraceStretches
  /// The old value of the first write in a section; nil if it is not shown.
  private var found: [Stretch: Value?] = [:]
  /// The objects that are made in the trace.
  private var made: Set<UInt32> = []
  /// The lengths of the lists of which the trace has shown all elements.
  private var counts: [UInt32: Int] = [:]
  /// The old values of what the current turn has changed.
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
          // One element shows nothing about the others, and nil may mean a value not evaluated yet.
          let isKnown =
            event.kind == .write ? event.change.kind == .set : event.old != .nil
          found[key] = .some(isKnown ? event.old : nil)
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

  /// The index of a property, or nil if it is not kept.
  func place(of property: UInt32) -> Int? { places[property] }

  /// The values before the first event.
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

  /// The value of a property at the beginning of a section.
  private func first(_ property: UInt32) -> ReportPage.Known {
    guard let value = found[stretch(of: property)] ?? nil else { return .unknown }
    return text(of: value)
  }

  private mutating func passGap() -> [ReportPage.Change] {
    counts = [:]
    return ordered.flatMap { isGone($0) ? [] : set($0, first($0)) }
  }

  /// The new value of a write. If one element of a list changed, the event has the whole list only if
  /// the trace has shown the other elements.
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

/// The sections of a trace with all changes of a property: a section ends where turns or events are
/// missing, and where the property's object is made again.
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

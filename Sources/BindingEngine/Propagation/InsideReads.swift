import Values

/// What was read in the list that a property holds.
struct ListPart: Hashable {
  var slot: UInt32
  /// The index of an element, or one of the two below.
  var place: Int

  /// How many elements it has.
  static let count = -1
  /// Everything.
  static let all = -2

  /// What was read under another semantics, which noted nothing.
  static let unknown = ListPart(slot: 0, place: all)

  /// Whether it is another after a change of one element: what comes behind an element that is inserted or
  /// removed moves.
  func isConcerned(by change: ListChange) -> Bool {
    switch place {
    case ListPart.all: true
    case ListPart.count: change.kind != .replace
    default: change.kind == .replace ? place == change.index : place >= change.index
    }
  }

  /// What the member of a list reads in it.
  static func place(readBy tail: String) -> Int {
    switch tail {
    case "count", "isEmpty": count
    case "first": 0
    default: all
    }
  }
}

/// What listeners have read in lists: see `Semantics.Inside`.
struct InsideReads {
  /// By listener. One that has read nothing in lists is missing.
  private(set) var parts: [UInt32: Set<ListPart>] = [:]
  /// Of those that are being evaluated: what they had read before.
  private var earlier: [UInt32: Set<ListPart>] = [:]
  /// Where each list was read last in this turn. The list itself keeps its identity in use.
  private var homes: [ObjectIdentifier?: (list: ListValue, slot: UInt32)] = [:]

  var isEmpty: Bool { parts.isEmpty && homes.isEmpty && earlier.isEmpty }

  mutating func setParts(_ read: Set<ListPart>?, of link: UInt32) { parts[link] = read }

  mutating func forget(_ link: UInt32) {
    parts[link] = nil
    earlier[link] = nil
  }

  /// The turn is over.
  mutating func endTurn() {
    if !earlier.isEmpty { earlier.removeAll() }
    if !homes.isEmpty { homes.removeAll() }
  }

  /// - Parameter read: What it has read until now.
  mutating func begin(_ link: UInt32, after read: Set<ListPart>) {
    earlier[link] = read
    parts[link] = nil
  }

  mutating func end(_ link: UInt32) {
    if !earlier.isEmpty { earlier[link] = nil }
  }

  mutating func noteRead(_ list: ListValue, at slot: UInt32) {
    homes[list.identity] = (list, slot)
  }

  func home(of list: ListValue) -> UInt32? { homes[list.identity]?.slot }

  mutating func note(_ part: ListPart, by link: UInt32) { parts[link, default: []].insert(part) }

  /// Whether a listener has read what a change is about.
  ///
  /// - Parameters:
  ///   - change: The change of one element.
  ///   - needsPart: Whether it must have read what has changed, and not only something in the list.
  /// - Complexity: O(1), but O(*n*) in what it has read where elements have moved.
  func isConcerned(
    _ link: UInt32, slot: UInt32, _ change: ListChange, needsPart: Bool
  ) -> Bool {
    [parts[link] ?? [], earlier[link] ?? []].contains { read in
      if read.contains(.unknown) { return true }
      if needsPart, change.kind == .replace {
        return [change.index, ListPart.all].contains {
          read.contains(ListPart(slot: slot, place: $0))
        }
      }
      return read.contains { $0.slot == slot && (!needsPart || $0.isConcerned(by: change)) }
    }
  }
}

extension GraphCore {
  /// A block that follows what it reads has read an element of a list; nil for all of it.
  package mutating func noteInside(_ list: ListValue, element: Int? = nil) {
    noteInside(list, element ?? ListPart.all)
  }

  /// A block that follows what it reads has read a member of a list, such as `count`.
  package mutating func noteInside(_ list: ListValue, tail: String) {
    noteInside(list, ListPart.place(readBy: tail))
  }

  /// A closure has read a property. What it does with a list there is not known, so it has read all of it.
  mutating func noteList(at slot: UInt32) {
    guard knobs.followsInside, case .list = properties[slot].value, let link = evaluatedLink else {
      return
    }
    note(ListPart(slot: slot, place: ListPart.all), by: link)
  }

  private mutating func note(_ part: ListPart, by link: UInt32) {
    if inside.parts[link] == nil { noteInside(of: link, nil) }
    inside.note(part, by: link)
  }

  private mutating func noteInside(_ list: ListValue, _ place: Int) {
    guard let slot = inside.home(of: list), let link = evaluatedLink else { return }
    note(ListPart(slot: slot, place: place), by: link)
  }

  /// Whether blocks note what they read in lists.
  package var notesInside: Bool { knobs.followsInside }

  /// The link whose expression, `computed` or effect is evaluated now.
  private var evaluatedLink: UInt32? {
    if let level = effectLevel { return frames[level].link }
    guard frames.count > 0 else { return nil }
    let frame = frames[UInt32(frames.count - 1)]
    return [.source, .computed, .discover].contains(frame.phase) ? frame.link : nil
  }

  /// A link is about to find out again what it reads.
  @inline(__always)
  mutating func beginInside(_ link: UInt32) {
    if knobs.followsInside { forgetInside(of: link) }
  }

  @inline(never)
  private mutating func forgetInside(of link: UInt32) {
    guard !inside.parts.isEmpty, let read = inside.parts[link] else { return }
    noteInside(of: link, read)
    inside.begin(link, after: read)
  }

  /// Must be called before what a link has read in lists changes.
  private mutating func noteInside(of link: UInt32, _ read: Set<ListPart>?) {
    if links[link].serial >= firstNewSerial { return }
    store.note(.readInside, read.map { GraphCore.value(of: $0) } ?? .nil, link: link)
  }

  /// Another semantics: what was read before it was not noted.
  mutating func changeInside(from before: Knobs) {
    guard before.followsInside != knobs.followsInside else { return }
    inside = InsideReads()
    guard knobs.followsInside else { return }
    for link in 1..<UInt32(max(links.count, 1)) where !links[link].flags.contains(.dead) {
      guard links[link].detail != 0, !links[link].flags.contains(.step),
        case .block = details[links[link].detail].source
      else { continue }
      inside.setParts([.unknown], of: link)
    }
  }

  private static func value(of parts: Set<ListPart>) -> Value {
    .list(ListValue(parts.flatMap { [.int(Int($0.slot)), .int($0.place)] }) ?? .empty)
  }

  mutating func restoreInside(_ entry: LogEntry) {
    guard case .list(let list) = entry.value else {
      return inside.setParts(nil, of: entry.link)
    }
    var parts: Set<ListPart> = []
    for position in stride(from: 0, to: list.count - 1, by: 2) {
      guard case .int(let slot) = list[position], case .int(let place) = list[position + 1] else {
        continue
      }
      parts.insert(ListPart(slot: UInt32(slot), place: place))
    }
    inside.setParts(parts, of: entry.link)
  }

  /// Passes a listener over that a change of one element does not concern, and records that.
  ///
  /// - Parameters:
  ///   - link: What listens, for itself or through a step.
  ///   - slot: The property that holds the list.
  /// - Returns: Whether it does not.
  @inline(never)
  mutating func passesOver(
    _ link: UInt32, _ change: ListChange, at slot: UInt32, cause: UInt32
  ) -> Bool {
    if isConcerned(link, by: change, at: slot) { return false }
    if isTracing { record(.dropped, .elsewhere, cause: cause, link: link, property: slot) }
    return true
  }

  private func isConcerned(_ link: UInt32, by change: ListChange, at slot: UInt32) -> Bool {
    let record = links[link]
    let source: LinkDetail.End = record.detail == 0 ? .property : details[record.detail].source
    switch source {
    case .block:
      return inside.isConcerned(link, slot: slot, change, needsPart: knobs.followsParts)
    case .path(let path) where sources(of: link).last == slot:
      let way = sources(of: link)
      guard paths[Int(path)].names.count > way.count else { break }
      let tail = names.text(of: paths[Int(path)].names[way.count])
      let part = ListPart(slot: slot, place: ListPart.place(readBy: tail))
      return !knobs.followsParts || part.isConcerned(by: change)
    case .path: return true
    case .property, .nothing: break
    }
    // A binding passes the list itself on, so its target changes with it. What an observer does with the
    // list is not followed.
    return !record.flags.contains(.observer)
  }
}

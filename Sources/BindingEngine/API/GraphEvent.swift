import Synchronization

/// One event of a turn. Its values and its words stay as they were when the turn ended, whatever
/// happens to the graph later.
public struct GraphEvent: Sendable, CustomStringConvertible {
  public var kind: TraceEvent.Kind
  public var reason: TraceEvent.Reason
  /// The number of this event in its turn, from 1.
  public var sequence: Int
  /// The number of the event that caused this one; 0 for the call itself.
  public var cause: Int
  /// The binding or observer that acted.
  public var binding: BindingID?
  public var property: PropertyID?
  public var old: Value
  public var new: Value
  private let words: EventWords
  /// The position of its words in `words`.
  private let place: Int

  /// `#1 vm.name -> view.text: "Kim"`, for people. It is made only when it is asked for, or if the
  /// event is kept when `onTrace` returns.
  public var description: String { words[place] }

  /// - Parameter words: The words of the event are at `place` in them.
  @inline(__always)
  init(
    _ event: UnsafePointer<TraceEvent>, binding: BindingID?, property: PropertyID?,
    words: EventWords, at place: Int
  ) {
    kind = event.pointee.kind
    reason = event.pointee.reason
    sequence = Int(event.pointee.sequence)
    cause = Int(event.pointee.cause)
    self.binding = binding
    self.property = property
    old = event.pointee.old
    new = event.pointee.new
    self.words = words
    self.place = place
  }
}

/// The words of a few events of a turn.
///
/// Making them takes ten times as long as the events themselves, and most are never read. So they are
/// made when they are asked for, from the names in the graph. Before those can change, `settle` makes
/// the words of all events that somebody has kept.
///
/// An event may go to another thread, so there is a lock. That thread reads the graph only before
/// `settle`, and until then nothing changes the graph.
final class EventWords: @unchecked Sendable {
  /// Events of a turn whose words are made together: few, since one that is kept keeps the words of
  /// the others.
  static let groupSize = 16

  private let lock = Mutex(())
  /// Where the names are; nil once all words are made. The graph settles them before it ends.
  private var graph: Unmanaged<Graph>?
  private var events: ArraySlice<TraceEvent>
  private var made: [String] = []

  init(of events: ArraySlice<TraceEvent>, in graph: Graph) {
    self.graph = Unmanaged.passUnretained(graph)
    self.events = events
  }

  /// The words of one event.
  init(_ text: String) {
    events = []
    made = [text]
  }

  subscript(place: Int) -> String {
    lock.withLock { _ in
      graph?._withUnsafeGuaranteedRef { $0.words(for: events[events.startIndex + place]) }
        ?? made[place]
    }
  }

  /// Makes the words, because names may change now.
  func settle() {
    lock.withLock { _ in
      guard let graph else { return }
      made = graph._withUnsafeGuaranteedRef { graph in events.map { graph.words(for: $0) } }
      events = []
      self.graph = nil
    }
  }
}

/// The events of a turn on their way to `onTrace`.
final class TurnReport {
  private let events: [TraceEvent]
  /// How many have been reported.
  @exclusivity(unchecked) private var position = 0
  private var words: EventWords?
  /// The events that were not yet reported when the graph changed, the last one first.
  private var settled: [GraphEvent]?

  init(_ events: [TraceEvent]) { self.events = events }

  /// Reports the events. `listener` may change the graph.
  func run(in graph: Graph, _ listener: (GraphEvent) -> Void) {
    while position < events.count, settled == nil {
      let start = position
      let end = min(start + EventWords.groupSize, events.count)
      var words = EventWords(of: events[start..<end], in: graph)
      self.words = words
      // In place, since a copy of an event counts references.
      events.withUnsafeBufferPointer { events in
        while position < end, settled == nil {
          let event = events.baseAddress! + position
          let place = position - start
          position += 1
          listener(graph.event(event, words: words, at: place))
        }
      }
      self.words = nil
      if !isKnownUniquelyReferenced(&words) { words.settle() }
    }
    while let event = settled?.popLast() { listener(event) }
  }

  /// Fixes the events, because handles and names may change now.
  func settle(in graph: Graph) {
    guard settled == nil else { return }
    words?.settle()
    var rest: [GraphEvent] = []
    rest.reserveCapacity(events.count - position)
    for start in stride(from: position, to: events.count, by: EventWords.groupSize) {
      let group = events[start..<min(start + EventWords.groupSize, events.count)]
      let words = EventWords(of: group, in: graph)
      words.settle()
      group.withUnsafeBufferPointer { events in
        for place in events.indices {
          rest.append(graph.event(events.baseAddress! + place, words: words, at: place))
        }
      }
    }
    settled = rest.reversed()
  }
}

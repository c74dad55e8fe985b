import Basics

/// Which of the events that a turn has noted follow from which.
///
/// An event has the place `begin` in an order where everything that follows from it comes right after
/// it, before `end`. So whether one follows from another takes two comparisons, however long the way is.
struct EventTree {
  private let first: UInt32
  private var causes: [UInt32]
  private var ends: [UInt32]
  private var sizes: [UInt32]

  /// - Parameters:
  ///   - causes: The cause of each event, which is an earlier one; what is below `first` is none.
  ///   - first: The number of the first event.
  init(_ causes: [UInt32], from first: UInt32) {
    self.first = first
    self.causes = causes
    sizes = Array(repeating: 1, count: causes.count)
    for place in causes.indices.reversed() where causes[place] >= first {
      precondition(causes[place] - first < place, "an event follows from a later one")
      sizes[Int(causes[place] - first)] += sizes[place]
    }
    ends = Array(repeating: 0, count: causes.count)
    var next: UInt32 = 0
    for place in causes.indices {
      let begin: UInt32
      if causes[place] >= first {
        let cause = Int(causes[place] - first)
        begin = ends[cause]
        ends[cause] += sizes[place]
      } else {
        begin = next
        next += sizes[place]
      }
      ends[place] = begin + 1
    }
  }

  func begin(of event: UInt32) -> UInt32 {
    ends[Int(event - first)] - sizes[Int(event - first)]
  }

  /// Whether an event is another one or follows from it.
  func contains(_ event: UInt32, in other: UInt32) -> Bool {
    let begin = begin(of: event)
    return begin >= self.begin(of: other) && begin < ends[Int(other - first)]
  }

  /// Whether an event follows from none that was noted.
  func isFirst(_ event: UInt32) -> Bool { cause(of: event) < first }

  /// The cause of an event that an `origin(of:since:)` has found; 0 if no reading waits for it.
  func cause(of event: UInt32) -> UInt32 { causes[Int(event - first)] }

  /// The first event from `time` on that an event follows from, or itself.
  ///
  /// The way there is shortened for the next question, whose `time` must not be later.
  ///
  /// - Complexity: O(log *n*), on average over all questions.
  mutating func origin(of event: UInt32, since time: UInt32) -> UInt32 {
    var origin = event
    while causes[Int(origin - first)] >= time { origin = causes[Int(origin - first)] }
    var place = event
    while place != origin {
      let cause = causes[Int(place - first)]
      causes[Int(place - first)] = origin
      place = cause
    }
    return origin
  }
}

/// Events of one binding or `computed`, some of which may follow from others.
struct EventList {
  /// In the order of the tree.
  private let events: [UInt32]
  /// For each of them the place of the one that it follows from, counted from 1; 0 for none.
  private var outer: [UInt32] = []

  init(_ events: [UInt32], in tree: borrowing EventTree) {
    let begins = events.map { tree.begin(of: $0) }
    let isSorted = zip(begins, begins.dropFirst()).allSatisfy { $0 < $1 }
    let sorted = isSorted ? events : zip(begins, events).sorted { $0.0 < $1.0 }.map(\.1)
    self.events = sorted
    for event in sorted {
      var place = UInt32(outer.count)
      while place != 0, !tree.contains(event, in: sorted[Int(place) - 1]) {
        place = outer[Int(place) - 1]
      }
      outer.append(place)
    }
  }

  /// The last of them that `event` is or follows from; 0 for none.
  func last(before event: UInt32, in tree: borrowing EventTree) -> UInt32 {
    let begin = tree.begin(of: event)
    var place = UInt32(events.indices.partitionPoint { tree.begin(of: events[$0]) > begin })
    while place != 0, !tree.contains(event, in: events[Int(place) - 1]) {
      place = outer[Int(place) - 1]
    }
    return place == 0 ? 0 : events[Int(place) - 1]
  }
}

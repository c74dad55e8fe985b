/// What `computed = ahead` and `subscribe = each-run` keep in mind while changes travel.
struct Updates {
  /// The `computed` properties that are due, first in, first out. What an update that is open inside another
  /// has marked is behind the rest.
  var due: [Due] = []
  /// The next one of the outermost update.
  var head = 0
  /// The number of the update that was opened last.
  private(set) var number: UInt32 = 0
  /// In which update each `computed` and effect was last evaluated.
  private var evaluatedIn: [UInt32: UInt32] = [:]
  /// The effects around the one that is next, which go before it, the outermost last.
  var around: [UInt32] = []
  /// The place of that one in the queue.
  var aroundHead = -1
  /// The places of what is being evaluated: see `GraphCore+SubscribingEachRun.swift`.
  var readers = Readers()

  /// A link that runs and has left its places.
  struct Reader {
    /// The first step that it has not read again; 0 for none.
    var next: UInt32
    /// The last one that it has; 0 for none.
    var last: UInt32 = 0
    /// How many of its reads have given it a place.
    var count = 0
  }

  /// Whether nothing is due.
  var isEmpty: Bool { head == due.count }

  mutating func open() { number &+= 1 }

  mutating func noteEvaluating(_ link: UInt32) { evaluatedIn[link] = number }

  /// Whether it was evaluated after the update that was opened last.
  func isEvaluated(_ link: UInt32) -> Bool { evaluatedIn[link] == number }

  /// Takes the next one of the outermost update.
  mutating func takeNext() -> Due {
    let next = due[head]
    head += 1
    if isEmpty { (due, head) = ([], 0) }
    return next
  }

  /// An update that was open inside another ends.
  ///
  /// - Parameter count: How many were due when it began.
  mutating func leave(to count: Int) { due.removeLast(max(due.count - count, 0)) }

  /// Nothing is due any more.
  mutating func forget() {
    (due, head) = ([], 0)
    (around, aroundHead) = ([], -1)
    evaluatedIn = [:]
  }
}

/// The links that run and have left their places. Nearly always only one runs, and then it is not looked up.
struct Readers {
  private var link: UInt32 = 0
  private var reader = Updates.Reader(next: 0)
  private var others: [UInt32: Updates.Reader] = [:]

  var isEmpty: Bool { link == 0 && others.isEmpty }

  /// In the order of the links' numbers.
  var links: [UInt32] { (others.keys + (link == 0 ? [] : [link])).sorted() }

  subscript(wanted: UInt32) -> Updates.Reader? {
    get { wanted == link ? reader : others.isEmpty ? nil : others[wanted] }
    set {
      if wanted == link {
        if let newValue { reader = newValue } else { link = 0 }
      } else if let newValue, others[wanted] == nil {
        if link != 0 { others[link] = reader }
        (link, reader) = (wanted, newValue)
      } else if newValue != nil || !others.isEmpty {
        others[wanted] = newValue
      }
    }
  }

  mutating func take(_ wanted: UInt32) -> Updates.Reader? {
    let found = self[wanted]
    if found != nil { self[wanted] = nil }
    return found
  }
}

extension Semantics {
  /// Why a setting is refused.
  public enum KnobError: Error, Equatable {
    case unknownKnob(String)
    case unknownWord(knob: String, word: String, words: [String])
    /// The combination has no meaning, or is not supported, for the given reason.
    case refused(String)
  }

  /// The knobs' names, in the order in which they are shown.
  public static let knobNames = Knob.allCases.map(\.rawValue)

  /// The words that `knob` takes; none for `limit`, which takes a number, and for unknown knobs.
  public static func words(of knob: String) -> [String] { Knob(rawValue: knob)?.words ?? [] }

  /// The present setting of `knob`, as a word.
  public func word(of knob: String) -> String { Knob(rawValue: knob).map(word) ?? "" }

  /// Sets `knob` to `word`; `limit` takes a number or `none`.
  public mutating func set(_ knob: String, to word: String) throws(KnobError) {
    guard let found = Knob(rawValue: knob) else { throw .unknownKnob(knob) }
    guard set(found, to: word) else {
      let words = found.words.isEmpty ? ["a number above 0", "none"] : found.words
      throw .unknownWord(knob: knob, word: word, words: words)
    }
  }

  /// Throws if the knobs have no meaning together.
  public func validate() throws(KnobError) {
    if let limit, limit < 1 { throw .refused("a limit of \(limit): the least is 1") }
    if limit == nil, lock != .yes, again != .error || lock != .observers {
      throw .refused("lock = \(lock.rawValue) without a limit: a cycle would never end")
    }
    if order == .depth, limit != nil, limitUnit == .rounds {
      throw .refused("a limit of rounds needs order = queue: a turn in depth has none")
    }
    if order != .depth, limit != nil, limitUnit == .depth {
      throw .refused("a limit of depth needs order = depth: in a queue no firing is nested")
    }
    if siblings == .lastWay, order != .queue {
      throw .refused("siblings = last-way needs order = queue: it says what in a queue fires first")
    }
    if siblings == .passes || siblings == .marks, order != .queue {
      throw .refused(
        "siblings = \(siblings.rawValue) needs order = queue: it says what in a round fires first")
    }
    if siblings == .newest, order == .queue {
      throw .refused(
        "siblings = newest needs order = depth: a queue orders by what was set off first or last"
      )
    }
    if computed == .plain, order != .queue {
      throw .refused(
        "computed = plain needs order = queue: it says what becomes due behind a computed property")
    }
    if computed == .ahead { try validateAhead() }
    if subscribe == .eachRun, computed != .ahead {
      throw .refused(
        "subscribe = each-run needs computed = ahead: only there a listener that runs again is marked"
      )
    }
    if inside == .readers || inside == .parts, order != .queue {
      throw .refused(
        "inside = \(inside.rawValue) needs order = queue: only there a listener says what it has read"
      )
    }
    if passed != .current, order != .depth {
      throw .refused(
        "passed = \(passed.rawValue) needs order = depth: elsewhere a listener reads when its turn comes"
      )
    }
    if stored == .after, passed != .kept {
      throw .refused(
        "stored = after needs passed = kept: until it is stored, a value is only what was announced"
      )
    }
    if computed.isPerListener, passed != .kept {
      throw .refused(
        "computed = \(computed.rawValue) needs passed = kept: it is evaluated from what it keeps")
    }
    if passed == .kept { try validateKept() }
    switch order {
    case .depth:
      if again == .settle {
        throw .refused("again = settle needs order = queue: in depth nothing is due later")
      }
      if waitsForTick { throw .refused(tickNeedsQueue) }
      if again == .restart, lock == .yes || siblings == .latest || observers != .inline {
        throw .refused(
          "again = restart needs siblings = oldest or newest, observers that are not locked, and a"
            + " place for them among the bindings")
      }
    case .queue:
      if again == .restart || lock != .yes && again == .recurse {
        throw .refused(
          "again = \(again.rawValue) needs order = depth: in a queue nothing fires inside another")
      }
      if lock != .yes, again == .error {
        throw .refused(
          "again = error needs order = depth or topological: in a queue nothing is due inside its own"
            + " firing")
      }
      if observers != .inline {
        throw .refused(
          "observers = \(observers.rawValue) needs another order: in a queue each takes its turn")
      }
    case .topological:
      if again != .error {
        throw .refused(
          "again = \(again.rawValue) under order = topological: each fires once in a round, so only"
            + " again = error is possible")
      }
      if observers != .after {
        throw .refused(
          "observers = \(observers.rawValue) under order = topological: observers are notified"
            + " after all values, so only observers = after is possible")
      }
      if siblings != .oldest {
        throw .refused(
          "siblings = \(siblings.rawValue) under order = topological: the dependencies are the order"
        )
      }
      if waitsForTick { throw .refused(tickNeedsQueue) }
    }
  }

  private func validateAhead() throws(KnobError) {
    if order != .queue || siblings != .oldest {
      throw .refused(
        "computed = ahead needs order = queue and siblings = oldest: it says what is evaluated before the"
          + " queue")
    }
    if waitsForTick {
      throw .refused(
        "computed = ahead needs flush = now or batch: nothing is evaluated ahead of a tick")
    }
    if restored != .pass {
      throw .refused(
        "computed = ahead needs restored = pass: what has been marked is not compared with an older value"
      )
    }
  }

  private func validateKept() throws(KnobError) {
    if computed == .pull || computed == .plain {
      throw .refused(
        "computed = \(computed.rawValue) under passed = kept: what is evaluated when it is read keeps"
          + " nothing, so only push, own and shared are possible")
    }
    if computed.isPerListener, subscribe != .reading, subscribe != .firstPlace {
      throw .refused(
        "computed = \(computed.rawValue) needs subscribe = reading or first-place: it is evaluated when"
          + " a listener begins to read it")
    }
    if stored == .after, flush != .now {
      throw .refused(
        "stored = after needs flush = now: a value is stored when its listeners have been notified")
    }
    if siblings != .oldest || observers != .inline || subscribe == .renewed {
      throw .refused(
        "passed = kept needs siblings = oldest, observers = inline and a subscribe other than renewed:"
          + " each listener keeps its place")
    }
    if again != .recurse {
      throw .refused(
        "again = \(again.rawValue) under passed = kept: what is announced inside an announcement"
          + " arrives first, so only again = recurse is possible")
    }
  }

  /// Whether changes wait for a tick.
  public var waitsForTick: Bool { flush == .tick || flush == .render }

  private var tickNeedsQueue: String {
    "flush = \(flush.rawValue) needs order = queue: changes wait for the tick in the queue"
  }

  /// Whether closing a cycle of one-way bindings is an error, because each would be evaluated from
  /// the others before any has a value.
  public var refusesCycles: Bool { order == .topological || computed == .pull && order == .depth }

  /// Whether `bound = pull` has a meaning: where a change marks what is evaluated when it is read.
  public var marksBound: Bool { computed == .pull && order == .depth && flush == .now }

  /// Whether a formula depends on what it names: where it follows what it has read, and reads it at once or
  /// when it is read itself.
  public var dependsOnNamed: Bool {
    depends == .named && order == .depth && (computed == .push || computed == .pull)
  }

  /// Whether `subscribe` has a meaning. Otherwise a `computed` without listeners is evaluated, too.
  public var hasSubscribing: Bool { order == .queue && computed == .pull || computed.isPerListener }

  /// Whether a change of one end of a two-way binding comes back to it again and again: no lock holds the
  /// echo back, and an equal value is passed on.
  public var letsEchoesRun: Bool { lock == .no && equal == .pass && !refusesTwoWay }

  /// Whether a two-way binding would be a loop by itself.
  public var refusesTwoWay: Bool { again == .error && (lock == .no || lock == .observers) }
}

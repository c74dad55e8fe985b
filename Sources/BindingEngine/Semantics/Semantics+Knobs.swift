extension Semantics {
  /// Why a setting cannot be had.
  public enum KnobError: Error, Equatable {
    case unknownKnob(String)
    case unknownWord(knob: String, word: String, words: [String])
    /// The combination has no meaning, or no engine yet, for the reason given.
    case refused(String)
  }

  /// The knobs' names, in the order in which they are shown.
  public static let knobNames = [
    "order", "siblings", "observers", "computed", "equal", "lock", "again", "write", "flush",
    "late", "death", "error", "beyond", "limit",
  ]

  /// The words that `knob` takes; none for `limit`, which takes a number, and for unknown knobs.
  public static func words(of knob: String) -> [String] {
    switch knob {
    case "order": Order.allCases.map(\.rawValue)
    case "siblings": Siblings.allCases.map(\.rawValue)
    case "observers": Observers.allCases.map(\.rawValue)
    case "computed": Computed.allCases.map(\.rawValue)
    case "equal": Equal.allCases.map(\.rawValue)
    case "lock": Lock.allCases.map(\.rawValue)
    case "again": Again.allCases.map(\.rawValue)
    case "write": Write.allCases.map(\.rawValue)
    case "flush": Flush.allCases.map(\.rawValue)
    case "late": Late.allCases.map(\.rawValue)
    case "death": Death.allCases.map(\.rawValue)
    case "error": ErrorPolicy.allCases.map(\.rawValue)
    case "beyond": Beyond.allCases.map(\.rawValue)
    default: []
    }
  }

  /// The present setting of `knob`, as a word.
  public func word(of knob: String) -> String {
    switch knob {
    case "order": order.rawValue
    case "siblings": siblings.rawValue
    case "observers": observers.rawValue
    case "computed": computed.rawValue
    case "equal": equal.rawValue
    case "lock": lock.rawValue
    case "again": again.rawValue
    case "write": write.rawValue
    case "flush": flush.rawValue
    case "late": late.rawValue
    case "death": death.rawValue
    case "error": error.rawValue
    case "beyond": beyond.rawValue
    case "limit": limit.map { "\($0) \(limitUnit.rawValue)" } ?? "none"
    default: ""
    }
  }

  /// Sets `knob` to `word`; `limit` takes a number or `none`.
  public mutating func set(_ knob: String, to word: String) throws(KnobError) {
    func choose<Choice: RawRepresentable>(_ current: Choice) throws(KnobError) -> Choice
    where Choice.RawValue == String {
      guard let choice = Choice(rawValue: word) else {
        throw .unknownWord(knob: knob, word: word, words: Semantics.words(of: knob))
      }
      return choice
    }
    switch knob {
    case "order": order = try choose(order)
    case "siblings": siblings = try choose(siblings)
    case "observers": observers = try choose(observers)
    case "computed": computed = try choose(computed)
    case "equal": equal = try choose(equal)
    case "lock": lock = try choose(lock)
    case "again": again = try choose(again)
    case "write": write = try choose(write)
    case "flush": flush = try choose(flush)
    case "late": late = try choose(late)
    case "death": death = try choose(death)
    case "error": error = try choose(error)
    case "beyond": beyond = try choose(beyond)
    case "limit":
      if word == "none" {
        limit = nil
      } else if let number = Int(word), number > 0 {
        limit = number
      } else {
        throw .unknownWord(knob: knob, word: word, words: ["a number above 0", "none"])
      }
    default: throw .unknownKnob(knob)
    }
  }

  /// Throws where the knobs together have no meaning.
  public func validate() throws(KnobError) {
    if let limit, limit < 1 { throw .refused("a limit of \(limit): the least is 1") }
    if limit == nil, lock != .yes, again != .error || lock != .observers {
      throw .refused("lock = \(lock.rawValue) without a limit: a cycle would never end")
    }
    if order == .depth, limit != nil, limitUnit == .rounds {
      throw .refused("a limit of rounds needs order = queue: a turn in depth has none")
    }
    if order != .depth, limit != nil, limitUnit == .depth {
      throw .refused("a limit of depth needs order = depth: in a queue nothing stands on another")
    }
    switch order {
    case .depth:
      if again == .settle {
        throw .refused("again = settle needs order = queue: in depth nothing is due later")
      }
      if flush == .tick {
        throw .refused("flush = tick needs order = queue: what waits for the tick waits in it")
      }
      if again == .restart, lock == .yes || siblings == .latest || observers != .inline {
        throw .refused(
          "again = restart needs siblings = oldest, observers that are not locked, and a place for"
            + " them among the bindings")
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
          "again = \(again.rawValue) under order = topological: each fires once in a round, so again ="
            + " error is what there is")
      }
      if observers != .after {
        throw .refused(
          "observers = \(observers.rawValue) under order = topological: observers are told once the"
            + " values stand, so observers = after")
      }
      if siblings != .oldest {
        throw .refused(
          "siblings = latest under order = topological: the dependencies are the order")
      }
      if flush == .tick {
        throw .refused("flush = tick needs order = queue: what waits for the tick waits in it")
      }
    }
  }

  /// Whether a circle of one-way bindings is an error when it is closed: each would be worked out from
  /// the others before any has a value.
  public var refusesCycles: Bool { order == .topological || computed == .pull && order == .depth }

  /// Whether a two-way binding would be a loop by itself.
  public var refusesTwoWay: Bool { again == .error && (lock == .no || lock == .observers) }
}

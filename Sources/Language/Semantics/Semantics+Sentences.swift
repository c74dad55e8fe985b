import BindingEngine
import Text

// The knobs in words, for `help semantics`.
extension Semantics {
  /// What the present setting of `knob` means.
  package func sentence(of knob: Knob) -> String {
    switch knob {
    case .order: order.sentence
    case .siblings where order == .topological: "nothing: the dependencies are the order"
    case .siblings: siblings.sentence(isInQueue: order == .queue)
    case .observers: observers.sentence
    case .computed where computed == .pull && refusesCycles:
      "worked out when it is read, so that a circle of bindings is an error"
    case .computed: computed.sentence
    case .subscribe where !hasSubscribing && subscribe != .begun:
      "nothing: a computed property listens for good"
    case .subscribe: subscribe.sentence
    case .equal: equal.sentence
    case .restored where order != .queue: "nothing: there is no queue to wait in"
    case .restored where flush == .tick:
      "a value that is as it was when the tick comes sets off nothing"
    case .restored: restored.sentence
    case .lock: lock.sentence
    case .again where lock == .yes: "nothing: what is firing is locked"
    case .again: again.sentence
    case .write: write.sentence
    case .flush: flush.sentence
    case .late: late.sentence
    case .death: death.sentence
    case .error: error.sentence
    case .beyond where limit == nil: "a loop: \(beyond.sentence)"
    case .beyond: "a runaway: \(beyond.sentence)"
    case .limit: limitSentence
    }
  }

  private var limitSentence: String {
    guard limit != nil else { return "there is no limit; every cycle ends by itself" }
    return switch limitUnit {
    case .firings: "a turn in which one binding fires more often is a runaway"
    case .depth: "a turn with more writes, each inside the one before, is a runaway"
    case .rounds: "a turn with more rounds is a runaway"
    }
  }

  /// The preset that differs in the fewest knobs, and those knobs.
  package var nearestPreset: (preset: Semantics, knobs: [Knob]) {
    var nearest: (preset: Semantics, knobs: [Knob])?
    for preset in Semantics.presets {
      let knobs = Knob.allCases.filter { word(of: $0) != preset.word(of: $0) }
      if knobs.count < nearest?.knobs.count ?? .max { nearest = (preset, knobs) }
    }
    return nearest ?? (.bind, [])
  }
}

extension Semantics.Order {
  fileprivate var sentence: String {
    switch self {
    case .depth: "what a write sets off is done before anything else"
    case .queue: "first come, first served, in rounds"
    case .topological: "in order of dependency, each at most once in a round"
    }
  }
}

extension Semantics.Siblings {
  fileprivate func sentence(isInQueue: Bool) -> String {
    switch self {
    case .oldest where isInQueue: "within a round, what was set off first goes first"
    case .latest where isInQueue: "within a round, what the last write set off goes first"
    case .lastWay: "what a write sets off, as subscribed; of several ways the last"
    case .oldest: "of several that one change sets off, the one made first goes first"
    case .newest: "of several that one change sets off, the newest to observe goes first"
    case .latest: "who registered last goes first; a binding does so each time it fires"
    }
  }
}

extension Semantics.Observers {
  fileprivate var sentence: String {
    switch self {
    case .inline: "an observer takes its place among the bindings"
    case .last: "told after the one-way bindings of their property; two-way bindings, too"
    case .after: "told when all bindings are done"
    }
  }
}

extension Semantics.Computed {
  fileprivate var sentence: String {
    switch self {
    case .push: "worked out at each change of what it reads, and may see half of it"
    case .pull: "marked at a change, and worked out when it is read"
    }
  }
}

extension Semantics.Subscribe {
  fileprivate var sentence: String {
    switch self {
    case .made: "who listens stands as made; a computed property listens for good"
    case .begun: "last, when it begins to read a property; a computed one listens for good"
    case .reading: "when first read; a computed property while something listens to it"
    case .afterwards: "once evaluated; a computed property while something listens to it"
    }
  }
}

extension Semantics.Restored {
  fileprivate var sentence: String {
    switch self {
    case .pass: "a value that is as it was again sets off what any change does"
    case .batch: "a value that is as it was when the batch ends sets off nothing"
    case .observers: "an observer does not run again for the value that it ran for last"
    }
  }
}

extension Semantics.Equal {
  fileprivate var sentence: String {
    switch self {
    case .pass: "a write of the value that is there already is passed on"
    case .drop: "a write of the value that is there already is dropped"
    case .dropSimple: "the same number, string, boolean or nil is dropped; a list is passed on"
    }
  }
}

extension Semantics.Lock {
  fileprivate var sentence: String {
    switch self {
    case .yes: "no binding or observer fires while it is firing: that firing is lost"
    case .no: "nothing is locked"
    case .bindings: "no binding fires while it is firing; observers are not locked"
    case .observers: "no observer is called while it runs; bindings are not locked"
    case .computed: "a computed property is not worked out while its own observers are told"
    case .twoWay: "no two-way binding fires while it is firing; nothing else is locked"
    }
  }
}

extension Semantics.Again {
  fileprivate var sentence: String {
    switch self {
    case .recurse: "what is due while it is firing fires inside itself"
    case .restart: "a property that changes while its listeners are told begins to tell anew"
    case .settle: "what is due while it is firing fires later, until nothing changes"
    case .error: "what is due while it is firing is a loop, and does not fire"
    }
  }
}

extension Semantics.Write {
  fileprivate var sentence: String {
    switch self {
    case .keep: "a plain write to a bound target stands until the source changes"
    case .break: "a plain write to the target of a one-way binding undoes the binding"
    case .refuse: "a plain write to the target of a one-way binding is an error"
    }
  }
}

extension Semantics.Flush {
  fileprivate var sentence: String {
    switch self {
    case .now: "changes are passed on at once, in a 'batch', too"
    case .batch: "changes are passed on when the write ends, or the outermost 'batch'"
    case .tick: "changes are passed on at the next tick: 'wait' or 'advance 0s'"
    }
  }
}

extension Semantics.Late {
  fileprivate var sentence: String {
    switch self {
    case .land: "an answer that a newer request has overtaken is written all the same"
    case .drop: "an answer that a newer request has overtaken is dropped"
    }
  }
}

extension Semantics.Death {
  fileprivate var sentence: String {
    switch self {
    case .observed: "a binding ends with what it observes, and not with its target"
    case .either: "a binding ends with what it observes, and with its target"
    }
  }
}

extension Semantics.ErrorPolicy {
  fileprivate var sentence: String {
    switch self {
    case .undo: "the turn is put back"
    case .stop: "what is done stays, and the rest is not run"
    case .goOn: "what is done stays, and the rest is run"
    }
  }
}

extension Semantics.Beyond {
  fileprivate var sentence: String {
    switch self {
    case .undo: "the turn is put back"
    case .stand: "the values stand"
    }
  }
}

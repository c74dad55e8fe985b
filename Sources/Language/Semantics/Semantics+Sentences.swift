import Text
import Values

// The knobs in words, for `help semantics`.
extension Semantics {
  /// The meaning of the present setting of `knob`.
  package func sentence(of knob: Knob) -> String {
    switch knob {
    case .order: order.sentence
    case .siblings where order == .topological: "nothing: the dependencies decide the order"
    case .siblings: siblings.sentence(isInQueue: order == .queue)
    case .observers: observers.sentence
    case .computed where computed == .pull && refusesCycles:
      "evaluated when it is read, so a cycle of bindings is an error"
    case .computed: computed.sentence
    case .bound where bound == .pull && !marksBound:
      "nothing: a change marks nothing here, so a binding is evaluated at each change"
    case .bound: bound.sentence
    case .depends where depends == .named && !dependsOnNamed:
      "nothing: a formula depends on what it has read last"
    case .depends: depends.sentence
    case .subscribe where !hasSubscribing && !subscribe.entersLast:
      "nothing: a computed property stays subscribed"
    case .subscribe where order != .depth && subscribe == .renewed: Subscribe.begun.sentence
    case .subscribe: subscribe.sentence
    case .equal: equal.sentence
    case .inside: inside.sentence
    case .restored where order != .queue: "nothing: there is no queue"
    case .restored where restored == .tick && flush != .tick:
      "nothing: changes do not wait for a tick"
    case .restored: restored.sentence
    case .passed: passed.sentence
    case .stored: stored.sentence
    case .resend where refusesTwoWay: "nothing: there are no two-way bindings"
    case .resend: resend.sentence
    case .ended: ended.sentence
    case .lock: lock.sentence
    case .again where lock == .yes: "nothing: what is firing is locked anyway"
    case .again: again.sentence
    case .write: write.sentence
    case .flush: flush.sentence
    case .start where order != .queue && start == .queue: "nothing: there is no queue"
    case .start: start.sentence
    case .running where lock == .yes || lock == .observers:
      "nothing: what is running is locked anyway"
    case .running: running.sentence
    case .inner: inner.sentence
    case .late: late.sentence
    case .death: death.sentence
    case .orphan: orphan.sentence
    case .error: error.sentence
    case .beyond where limit == nil: "a loop: \(beyond.sentence)"
    case .beyond: "a runaway: \(beyond.sentence)"
    case .limit: limitSentence
    }
  }

  /// What a word means as the setting of a knob of the usual semantics, or if it means nothing there, of the
  /// first preset in which it means something: those that have it come first.
  package static func meaning(of word: String, for knob: String) -> String {
    guard let known = Knob(rawValue: knob) else { return "" }
    let owners = presets.filter { $0.word(of: known) == word }
    let others = presets.filter { $0.word(of: known) != word }
    for preset in [Semantics.bind] + owners + others {
      var semantics = preset
      guard (try? semantics.set(knob, to: word)) != nil else { continue }
      let sentence = semantics.sentence(of: known)
      if sentence.hasPrefix("nothing: ") { continue }
      return preset.name == Semantics.bind.name ? sentence : "\(sentence) (in '\(preset.name)')"
    }
    var semantics = Semantics.bind
    return (try? semantics.set(knob, to: word)) == nil ? "" : semantics.sentence(of: known)
  }

  private var limitSentence: String {
    guard limit != nil else { return "there is no limit: every cycle ends by itself" }
    return switch limitUnit {
    case .firings: "a turn in which one binding fires more often than this is a runaway"
    case .depth: "a turn with more nested writes than this is a runaway"
    case .rounds: "a turn with more rounds than this is a runaway"
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
    case .depth: "whatever a write sets off is done before anything else"
    case .queue: "first in, first out, in rounds"
    case .topological: "in order of dependency, each at most once a round"
    }
  }
}

extension Semantics.Siblings {
  fileprivate func sentence(isInQueue: Bool) -> String {
    switch self {
    case .oldest where isInQueue: "within a round, what was set off first fires first"
    case .latest where isInQueue: "within a round, what the last write set off fires first"
    case .lastWay: "in the order of subscription; of several paths the last counts"
    case .passes: "in each round, all that is due fires in the order of making"
    case .marks: "in the order of marking; what is marked again is in the next round, too"
    case .oldest: "of several listeners of a change, the one made first fires first"
    case .newest: "of several listeners of a change, the newest observer fires first"
    case .latest: "what registered last fires first; a binding registers again when it fires"
    }
  }
}

extension Semantics.Observers {
  fileprivate var sentence: String {
    switch self {
    case .inline: "an observer takes its place among the bindings"
    case .last: "an observer runs after its property's one-way bindings, as two-way ones do"
    case .after: "an observer runs after all bindings"
    }
  }
}

extension Semantics.Computed {
  fileprivate var sentence: String {
    switch self {
    case .push: "evaluated at each change of what it reads, so it may see stale values"
    case .pull: "marked at a change, and evaluated when it is read"
    case .plain: "evaluated when it is read; changes of what it reads count as its own"
    case .own: "each listener has one of its own, evaluated at each change of what it reads"
    case .shared: "one for all listeners while there are any; an equal value is dropped"
    case .ahead: "marked at a change, and evaluated before what is due fires, or when it is read"
    }
  }
}

extension Semantics.Subscribe {
  fileprivate var sentence: String {
    switch self {
    case .made: "in the order of making; a computed property stays subscribed"
    case .begun: "last, when it begins to read a property; a computed one stays subscribed"
    case .shared: "last; all bindings of a property share the place of the first of them"
    case .renewed: "as 'begun', and evaluating it again does for all changes that it waited for"
    case .reading: "at the first read; a computed property only while something observes it"
    case .prefix: "after evaluation; unchanged first reads keep places"
    case .eachRun: "at each read; what runs again leaves first, and the last fills the gap"
    case .firstPlace: "at the first read; the place of the first that left is for the next to come"
    case .afterwards: "after evaluation; a computed property only while something observes it"
    }
  }
}

extension Semantics.Restored {
  fileprivate var sentence: String {
    switch self {
    case .pass: "a value that changes and changes back counts as a change"
    case .batch: "a value that is the same again when the batch ends sets off nothing"
    case .observers: "an observer does not run again for the value it ran for last"
    case .tick: "a value that is the same again when the tick comes sets off nothing"
    }
  }
}

extension Semantics.Passed {
  fileprivate var sentence: String {
    switch self {
    case .current: "a listener gets the value that its source has when its turn comes"
    case .announced: "a listener gets the value that was announced, which may be stale by then"
    case .kept: "as announced; what has several sources keeps the last value of each"
    }
  }
}

extension Semantics.Stored {
  fileprivate var sentence: String {
    switch self {
    case .before: "a value is stored before its listeners are notified"
    case .after: "a value is stored after its listeners were notified, over what they wrote"
    }
  }
}

extension Semantics.Equal {
  fileprivate var sentence: String {
    switch self {
    case .pass: "writing the value that is already there is passed on"
    case .drop: "writing the value that is already there is dropped"
    case .dropSame: "an equal value is dropped; a list only if it is the very one that is there"
    case .dropSimple: "an equal number, string, boolean or nil is dropped; a list is passed on"
    }
  }
}

extension Semantics.Inside {
  fileprivate var sentence: String {
    switch self {
    case .all: "a change of one element notifies whatever observes the list"
    case .nobody: "a change of one element is made in place, and nothing is notified"
    case .readers: "a change of one element notifies only what has read in the list"
    case .parts: "a change of one element notifies only what has read what has changed"
    }
  }
}

extension Semantics.Resend {
  fileprivate var sentence: String {
    switch self {
    case .always: "a two-way binding writes each value that it passes on"
    case .changed: "a two-way binding writes its right end only if the value is not its last one"
    }
  }
}

extension Semantics.Ended {
  fileprivate var sentence: String {
    switch self {
    case .keep: "'unbind' leaves all values as they are"
    case .clear: "'unbind' gives the right end its declared value again"
    }
  }
}

extension Semantics.Lock {
  fileprivate var sentence: String {
    switch self {
    case .yes: "no binding or observer fires while it is firing: that firing is lost"
    case .no: "nothing is locked"
    case .bindings: "no binding fires while it is firing; observers are not locked"
    case .observers: "no observer is called again while it runs; bindings are not locked"
    case .computed: "a computed property is not evaluated while its observers are notified"
    case .twoWay: "no two-way binding fires while it is firing; nothing else is locked"
    }
  }
}

extension Semantics.Again {
  fileprivate var sentence: String {
    switch self {
    case .recurse: "what is due again while it is firing fires inside itself"
    case .restart: "a property that changes while it notifies starts over"
    case .settle: "what is due again while it is firing fires later, until nothing changes"
    case .error: "what is due again while it is firing is a loop, and does not fire"
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
    case .now: "changes are passed on at once, also in a 'batch'"
    case .batch: "changes are passed on when the write ends, or the outermost 'batch'"
    case .tick: "changes are passed on at the next tick: 'wait' or 'advance 0s'"
    case .render: "a write is noted; at the tick, and after each round, the notes are stored"
    }
  }
}

extension Semantics.Start {
  fileprivate var sentence: String {
    switch self {
    case .now: "a new effect runs at once"
    case .queue: "a new effect runs in the next round, or at the next tick"
    }
  }
}

extension Semantics.Running {
  fileprivate var sentence: String {
    switch self {
    case .notify: "an effect that changes what it reads is notified of that"
    case .hold: "an effect is not notified of changes while it runs"
    }
  }
}

extension Semantics.Inner {
  fileprivate var sentence: String {
    switch self {
    case .stay: "an effect that an effect has made stays when that one runs again or ends"
    case .end: "an effect that an effect has made ends when that one runs again or ends"
    case .refuse: "an effect cannot make effects, except in 'untracked'"
    }
  }
}

extension Semantics.Late {
  fileprivate var sentence: String {
    switch self {
    case .land: "the answer to an older request is written, too, when it comes"
    case .drop: "the answer to an older request is dropped"
    }
  }
}

extension Semantics.Death {
  fileprivate var sentence: String {
    switch self {
    case .observed: "a binding ends with its source's object, not with its target's"
    case .either: "a binding ends with its source's object or its target's"
    }
  }
}

extension Semantics.Bound {
  fileprivate var sentence: String {
    switch self {
    case .push: "a binding is evaluated at each change of its source"
    case .pull: "a one-way binding is evaluated when its target is read; observers read at once"
    }
  }
}

extension Semantics.Depends {
  fileprivate var sentence: String {
    switch self {
    case .read: "a formula depends on what it has read last"
    case .named: "a formula depends on all that it names, in the branch not taken, too"
    }
  }
}

extension Semantics.Orphan {
  fileprivate var sentence: String {
    switch self {
    case .ignore: "an object may be released while it is observed, and unbinding twice does nothing"
    case .error: "it is an error to release an object that is still observed, or to unbind twice"
    }
  }
}

extension Semantics.ErrorPolicy {
  fileprivate var sentence: String {
    switch self {
    case .undo: "the turn is rolled back"
    case .stop: "what was done stays, and the rest does not run"
    case .goOn: "what was done stays, and the rest runs"
    }
  }
}

extension Semantics.Beyond {
  fileprivate var sentence: String {
    switch self {
    case .undo: "the turn is rolled back"
    case .stand: "the values stand"
    }
  }
}

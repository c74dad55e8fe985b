/// What happens between a write and the last value it causes: a handful of knobs.
///
/// The graph, the journal and the trace do not depend on the semantics in force. A turn reads the
/// knobs once, when it begins.
public struct Semantics: Sendable, Equatable {
  /// What fires next.
  public enum Order: String, CaseIterable, Sendable { case depth, queue, topological }
  /// Which of several links goes first. In depth, of those that one change sets off: the oldest;
  /// the newest, which is the one that began last to observe the property; or the one that
  /// registered last, and a binding registers again each time it is evaluated. In a queue, of what
  /// is due in one round: what was set off first, or what the last write set off. `lastWay` is for
  /// a queue: what one write sets off goes in the order of subscription, and what it reaches on
  /// several paths goes at the place of the last one. `passes` is for a queue, too: round by round,
  /// all that is due goes in the order of making, also what becomes due before its place has come.
  /// `marks` is for a queue: in the order of marking; what is due and is marked again has a place in
  /// the next round, too, and keeps it.
  public enum Siblings: String, CaseIterable, Sendable {
    case oldest, newest, latest
    case lastWay = "last-way"
    case passes, marks
  }
  /// Whether an observer takes its place among the bindings, runs after those of the property that
  /// it observes, or runs when all bindings are done.
  public enum Observers: String, CaseIterable, Sendable { case inline, last, after }
  /// Whether a `computed` is evaluated at each change or when it is read. `plain` is for a queue:
  /// each change of what it reads sets off its listeners, whatever its value is then. `own` and
  /// `shared` are for `passed = kept`: each listener has one of its own, evaluated for it alone; or
  /// all share one as long as there are any, which passes no equal value on. `ahead` is for a queue:
  /// it is marked at a change and evaluated ahead of the other listeners that are due, or when it is
  /// read.
  public enum Computed: String, CaseIterable, Sendable {
    case push, pull, plain, own, shared, ahead
  }
  /// Whether the value of a one-way binding is evaluated at each change or when its target is read. `pull`
  /// is for `computed = pull` in depth.
  public enum Bound: String, CaseIterable, Sendable { case push, pull }
  /// Whether a formula depends on what it has read last, or on all properties that it names, read or not.
  /// `named` is for an order in depth.
  public enum Depends: String, CaseIterable, Sendable { case read, named }
  /// When a reader of a property takes its place among the property's listeners, and whether a
  /// `computed` keeps its places while it has no listeners.
  public enum Subscribe: String, CaseIterable, Sendable {
    /// In the order in which links and `computed` properties were made; a `computed` stays
    /// subscribed.
    case made
    /// Last, when it first reads the property, or reads it again after a pause; a `computed` stays
    /// subscribed.
    case begun
    /// As `begun`. A binding or `computed` that has been evaluated since a change is not evaluated
    /// for that change any more.
    case renewed
    /// As `begun`, but all bindings that read a property share one place among its listeners: that of
    /// the first of them.
    case shared
    /// When it is first read; a `computed` is subscribed as long as something observes it.
    case reading
    /// When the evaluation that read it has ended; a `computed` is subscribed as long as something
    /// observes it. After that it forgets its value.
    case afterwards
    /// When the evaluation that read it has ended. A reader keeps its places as far as it reads the
    /// same as before, in the same order, and takes new ones after that; the last listener fills a gap.
    /// A `computed` is subscribed as long as something observes it.
    case prefix
    /// As `reading`, but the first place of a property is kept free when its listener leaves, for the
    /// next one that comes.
    case firstPlace = "first-place"
    /// As `begun`, but a reader that runs again first leaves all its places, and the last listener takes
    /// each. It is the last one when it has read the property again.
    case eachRun = "each-run"

    /// Whether readers take their places when they begin to read, and a `computed` keeps its own.
    public var entersLast: Bool {
      self == .begun || self == .renewed || self == .shared || self == .eachRun
    }
  }
  /// What a change of one element of a list notifies: an element that is inserted, removed or
  /// replaced.
  public enum Inside: String, CaseIterable, Sendable {
    /// What an assignment notifies: whatever observes the list.
    case all
    /// Nothing: the list is changed in place, and it is still the same list.
    case nobody
    /// Only what has read something in the list: its number of elements, or any of them.
    case readers
    /// Only what has read the part that has changed.
    case parts
  }
  /// What a value sets off that has changed and changed back before its listeners were notified.
  public enum Restored: String, CaseIterable, Sendable {
    /// What any change sets off.
    case pass
    /// Nothing, if this happens within a batch.
    case batch
    /// Nothing for an observer.
    case observers
    /// Nothing, if the value is the old one again when the tick comes.
    case tick
  }
  /// Which value of its source a listener gets: the current one, or the one that the source had
  /// when its change was announced.
  /// With `kept` an expression or `computed` with several sources also keeps what each announced last,
  /// and is evaluated from that.
  public enum Passed: String, CaseIterable, Sendable { case current, announced, kept }
  /// Whether a value is stored before the listeners of a property are notified, or after that.
  public enum Stored: String, CaseIterable, Sendable { case before, after }
  /// Whether a write of the value already there is passed on.
  public enum Equal: String, CaseIterable, Sendable {
    case pass, drop
    /// An equal list or dictionary is passed on, too, unless it is the very one that is there.
    case dropSame = "drop-same"
    case dropSimple = "drop-simple"
  }
  /// Which values a two-way binding writes to its right end: each that it passes, or only one that is
  /// another than it wrote there last.
  public enum Resend: String, CaseIterable, Sendable { case always, changed }
  /// What `unbind` does with the right end of a binding: nothing, or it gives the property the value
  /// of its declaration again.
  public enum Ended: String, CaseIterable, Sendable { case keep, clear }
  /// What cannot be fired while it is firing.
  public enum Lock: String, CaseIterable, Sendable {
    case yes, no, bindings, observers, computed
    case twoWay = "two-way"
  }
  /// What happens, without a lock, to something due that is already firing.
  public enum Again: String, CaseIterable, Sendable { case recurse, restart, settle, error }
  /// What a plain write to the target of a one-way binding does.
  public enum Write: String, CaseIterable, Sendable { case keep, `break`, refuse }
  /// When changes begin to travel. With `render` also writes wait for the tick, and then for the end
  /// of the round.
  public enum Flush: String, CaseIterable, Sendable { case now, batch, tick, render }
  /// When an effect first runs: at once, or when the queue is taken next, in the next round or at the
  /// tick.
  public enum Start: String, CaseIterable, Sendable { case now, queue }
  /// Whether an effect that runs is notified of changes, also of its own, or held back.
  public enum Running: String, CaseIterable, Sendable { case notify, hold }
  /// What happens to an effect that another effect has made, when that one runs again or ends: nothing,
  /// or it ends, too. Or none can be made there.
  public enum Inner: String, CaseIterable, Sendable { case stay, end, refuse }
  /// What happens to an asynchronous answer that a newer request has overtaken.
  public enum Late: String, CaseIterable, Sendable { case land, drop }
  /// Which object's release ends a binding.
  public enum Death: String, CaseIterable, Sendable { case observed, either }
  /// What happens if an object is released that is still observed, or a link is unbound that has ended:
  /// what observes the object ends and the second `unbind` does nothing, or both are errors.
  public enum Orphan: String, CaseIterable, Sendable { case ignore, error }
  /// The effect of an error in the middle of a turn.
  public enum ErrorPolicy: String, CaseIterable, Sendable {
    case undo, stop
    case goOn = "go-on"
  }
  /// The result of a runaway turn.
  public enum Beyond: String, CaseIterable, Sendable { case undo, stand }
  /// What `limit` counts.
  public enum LimitUnit: String, CaseIterable, Sendable { case firings, depth, rounds }

  public var name: String
  public var order: Order = .depth
  public var siblings: Siblings = .oldest
  public var observers: Observers = .inline
  public var computed: Computed = .push
  public var bound: Bound = .push
  public var depends: Depends = .read
  public var subscribe: Subscribe = .made
  public var equal: Equal = .pass
  public var inside: Inside = .all
  public var restored: Restored = .pass
  public var passed: Passed = .current
  public var stored: Stored = .before
  public var resend: Resend = .always
  public var ended: Ended = .keep
  public var lock: Lock = .yes
  public var again: Again = .recurse
  public var write: Write = .keep
  public var flush: Flush = .now
  public var start: Start = .now
  public var running: Running = .notify
  public var inner: Inner = .stay
  public var late: Late = .land
  public var death: Death = .observed
  public var orphan: Orphan = .ignore
  public var error: ErrorPolicy = .undo
  public var beyond: Beyond = .undo
  /// How many of `limitUnit` make a turn a runaway; nil for no limit.
  public var limit: Int? = 1_000_000
  public var limitUnit: LimitUnit = .firings

  public init(name: String) { self.name = name }
}

extension Semantics {
  /// The knobs, in the order in which they are shown.
  public enum Knob: String, CaseIterable, Sendable {
    case order, siblings, observers, computed, bound, depends, subscribe, equal, inside, restored
    case passed, stored, resend, lock, again, write, ended
    case flush, start, running, inner, late, death, orphan, error, beyond, limit
  }

  /// How each is read and set by words; `set` returns whether it accepts the word.
  fileprivate static func setting(_ knob: Knob) -> Setting {
    switch knob {
    case .order: Setting(\.order)
    case .siblings: Setting(\.siblings)
    case .observers: Setting(\.observers)
    case .computed: Setting(\.computed)
    case .bound: Setting(\.bound)
    case .depends: Setting(\.depends)
    case .subscribe: Setting(\.subscribe)
    case .equal: Setting(\.equal)
    case .inside: Setting(\.inside)
    case .restored: Setting(\.restored)
    case .passed: Setting(\.passed)
    case .stored: Setting(\.stored)
    case .resend: Setting(\.resend)
    case .ended: Setting(\.ended)
    case .lock: Setting(\.lock)
    case .again: Setting(\.again)
    case .write: Setting(\.write)
    case .flush: Setting(\.flush)
    case .start: Setting(\.start)
    case .running: Setting(\.running)
    case .inner: Setting(\.inner)
    case .late: Setting(\.late)
    case .death: Setting(\.death)
    case .orphan: Setting(\.orphan)
    case .error: Setting(\.error)
    case .beyond: Setting(\.beyond)
    case .limit:
      Setting(
        words: [],
        word: { semantics in
          semantics.limit.map { "\($0) \(semantics.limitUnit.rawValue)" } ?? "none"
        },
        set: { semantics, word in
          let limit = Int(word)
          guard word == "none" || limit ?? 0 > 0 else { return false }
          semantics.limit = limit
          return true
        })
    }
  }

  fileprivate struct Setting {
    let words: [String]
    let word: (Semantics) -> String
    let set: (inout Semantics, String) -> Bool
  }
}

extension Semantics.Setting {
  fileprivate init<Choice: RawRepresentable & CaseIterable>(
    _ path: WritableKeyPath<Semantics, Choice>
  ) where Choice.RawValue == String {
    words = Choice.allCases.map(\.rawValue)
    word = { $0[keyPath: path].rawValue }
    set = { semantics, word in
      guard let choice = Choice(rawValue: word) else { return false }
      semantics[keyPath: path] = choice
      return true
    }
  }
}

extension Semantics.Knob {
  /// The words that it accepts; none for `limit`, which takes a number.
  public var words: [String] { Semantics.setting(self).words }
}

extension Semantics {
  /// The present setting of `knob`, as a word.
  public func word(of knob: Knob) -> String { Semantics.setting(knob).word(self) }

  /// Sets `knob` if it accepts `word`.
  ///
  /// - Returns: Whether it does.
  mutating func set(_ knob: Knob, to word: String) -> Bool {
    Semantics.setting(knob).set(&self, word)
  }
}

extension Semantics.Computed {
  /// Whether a `computed` without listeners follows nothing.
  public var isPerListener: Bool { self == .own || self == .shared }
}

/// The knobs as the loop asks for them.
struct Knobs {
  /// Which order decides how a change reaches the listeners. Only `GraphCore+Order.swift` asks.
  enum Order { case depth, sweep, queue, topological }

  var drop: Bool
  var dropSimpleOnly: Bool
  /// Whether a list or dictionary counts as equal only if it is the very one that is there.
  var dropsSameListOnly: Bool
  /// Whether a list of which one element changes is changed in place, and nothing is notified.
  var changesInPlace: Bool
  /// Whether only what has read in a list is notified of a change of one element, and then whether it
  /// must have read what has changed.
  var followsInside: Bool
  var followsParts: Bool
  var locksPlain: Bool
  var locksTwoWay: Bool
  var locksObservers: Bool
  var locksComputed: Bool
  var keepsPlainWrites: Bool
  var refusesPlainWrites: Bool
  var refusesTwoWay: Bool
  /// Whether the end of a target ends a binding.
  var endsWithTarget: Bool
  /// Whether an answer is dropped that came after a later request.
  var dropsLate: Bool
  var afterError: Semantics.ErrorPolicy
  var undoesRunaways: Bool
  var letsRunawaysStand: Bool
  var order: Order
  /// Whether the path that led to a firing is on the stack below it; otherwise it is in the log.
  var firesOnStack: Bool
  /// Whether a plain copy may be stored and passed on inside the loop.
  var copiesAtOnce: Bool
  /// Whether every write may, without further checks.
  var isPlain: Bool
  /// Whether a write by a plain binding, depth first but not along the list of listeners, needs no
  /// checks besides those of `SweepOrder.copyNumbers`.
  var sweepsPlainly: Bool
  var marksPlain: Bool
  /// Whether the listener that began last to observe a property is notified first.
  var newestFirst: Bool
  var latestFirst: Bool
  /// Whether the order of the last registration is remembered.
  var registers: Bool
  /// Whether what one write sets off goes after everything that is due, in reverse order.
  var reversesEachWrite: Bool
  /// Whether the lists of links have the order in which these began to observe, and not that of
  /// making.
  var entersLast: Bool
  /// Whether a `computed` is subscribed only while something observes it, and listeners are in the
  /// order in which that began.
  var subscribesWhileObserved: Bool
  /// Whether that begins with the first reading, and not at the end of an evaluation.
  var subscribesReading: Bool
  var subscribesAfterwards: Bool
  /// Whether a reader keeps its places only as far as it reads the same as before, and the last
  /// listener takes those that it leaves.
  var keepsPrefix: Bool
  /// Whether a reader that runs again first leaves all its places.
  var subscribesEachRun: Bool
  /// Whether what a link has read is examined in that order, to find out if it has changed.
  var examinesReads: Bool
  /// Whether what is due fires in the order of making, also what becomes due in the same round.
  var firesInPasses: Bool
  /// Whether what is due and is marked again has a place in the next round, too.
  var placesAgain: Bool
  var restoresInBatch: Bool
  /// Whether a new effect first runs when the queue is taken, and not at once.
  var queuesEffects: Bool
  /// Whether an effect that runs is not notified of changes.
  var holdsEffects: Bool
  /// Whether an effect ends those that it has made when it runs again or ends.
  var endsInner: Bool
  /// Whether each source of a link has a note whether it has changed since it was read.
  var notesChanges: Bool
  var comparesForObservers: Bool
  var comparesAtTick: Bool
  /// Whether a listener gets the value that was announced, which may be old by then.
  var passesAnnounced: Bool
  /// Whether what has several sources keeps what each announced last.
  var keeps: Bool
  /// Whether each listener of a `computed` has one of its own.
  var ownsComputed: Bool
  /// Whether a `computed` without listeners follows nothing.
  var idlesComputed: Bool
  /// Whether an equal value of a `computed` is dropped, although others are not.
  var comparesComputed: Bool
  /// Whether a value is stored when its listeners have been notified of it.
  var storesAfterwards: Bool
  /// Whether the first place of a property is kept free for the next listener when its own leaves.
  var keepsFirstPlace: Bool
  /// Whether a two-way binding notes what it wrote to its right end, and does not write it again.
  var sendsOnce: Bool
  /// Whether the bindings that read a property share one place in its list.
  var sharesPlaces: Bool
  var notifiesAfter: Bool
  var notifiesLast: Bool
  var pulls: Bool
  /// Whether what is marked is evaluated before anything else that is due, and then notifies its listeners.
  var computesAhead: Bool
  /// Whether a change of what a `computed` reads counts as a change for its listeners.
  var passesThroughComputed: Bool
  var restarts: Bool
  var isLoopAnError: Bool
  var batches: Bool
  var waitsForTick: Bool
  /// Whether a write is stored only when the tick comes, or the round is done.
  var notesWrites: Bool
  /// Whether a cycle of one-way bindings is a loop as soon as it is closed.
  var refusesCycles: Bool
  /// Whether a binding observes before its first value passes, which may lead back to it.
  var observesFirst: Bool
  var roundLimit: Int
  /// Whether rounds beyond the limit run, and only a write in one of them is the error.
  var limitsWrites: Bool
  /// How many rounds there may be, whatever is done in them.
  var mostRounds: Int
  var depthLimit: Int
  /// How often one binding may fire in a turn.
  var firingLimit: Int
  /// How often one `computed` property may be evaluated in a turn because a source has changed.
  var evaluationLimit: Int
  /// How many firings there may be in all before the number of each matters.
  var firingCheck: Int

  /// How many firings there may be in all.
  let mostFirings: Int

  /// Whether it matters when a `computed` is read for the first time: there it is evaluated only then.
  var evaluatesAtReading: Bool { holdsEffects || keepsPrefix }

  init(_ semantics: Semantics, mostFirings: Int) {
    drop = semantics.equal != .pass
    dropSimpleOnly = semantics.equal == .dropSimple
    dropsSameListOnly = semantics.equal == .dropSame
    changesInPlace = semantics.inside == .nobody
    followsParts = semantics.inside == .parts && semantics.order == .queue
    followsInside = followsParts || semantics.inside == .readers && semantics.order == .queue
    locksPlain = semantics.lock == .yes || semantics.lock == .bindings
    locksTwoWay = locksPlain || semantics.lock == .twoWay
    locksObservers = semantics.lock == .yes || semantics.lock == .observers
    newestFirst = semantics.siblings == .newest
    latestFirst = semantics.siblings == .latest || semantics.siblings == .lastWay
    registers = semantics.siblings == .latest || semantics.subscribe == .renewed
    reversesEachWrite = semantics.siblings == .lastWay
    let subscribe = semantics.hasSubscribing ? semantics.subscribe : .made
    subscribesWhileObserved = subscribe != .made && !subscribe.entersLast
    entersLast = subscribesWhileObserved || semantics.subscribe.entersLast || newestFirst
    keeps = semantics.passed == .kept
    ownsComputed = semantics.computed == .own
    idlesComputed = semantics.computed.isPerListener
    comparesComputed = semantics.computed == .shared
    storesAfterwards = semantics.stored == .after
    keepsFirstPlace = subscribe == .firstPlace
    subscribesReading = subscribe == .reading || subscribe == .firstPlace
    subscribesAfterwards = subscribe == .afterwards
    keepsPrefix = subscribe == .prefix
    subscribesEachRun = semantics.subscribe == .eachRun
    examinesReads = semantics.order == .queue && (subscribesReading || keepsPrefix)
    firesInPasses = semantics.siblings == .passes
    placesAgain = semantics.siblings == .marks
    restoresInBatch = semantics.restored == .batch && semantics.order == .queue
    queuesEffects = semantics.start == .queue && semantics.order == .queue
    endsInner = semantics.inner == .end
    holdsEffects = semantics.running == .hold
    notesChanges = examinesReads || restoresInBatch
    comparesForObservers = semantics.restored == .observers && semantics.order == .queue
    comparesAtTick = semantics.restored == .tick
    passesAnnounced = semantics.passed != .current
    sendsOnce = semantics.resend == .changed
    sharesPlaces = semantics.subscribe == .shared
    notifiesAfter = semantics.observers == .after
    notifiesLast = semantics.observers == .last
    computesAhead = semantics.computed == .ahead
    pulls = semantics.computed == .pull || semantics.computed == .plain || computesAhead
    passesThroughComputed = semantics.computed == .plain
    restarts = semantics.again == .restart
    isLoopAnError = semantics.again == .error && semantics.lock != .yes
    marksPlain = locksPlain || isLoopAnError
    // What is firing is due again as long as what it has written is being passed on.
    locksComputed = semantics.lock == .computed || isLoopAnError && semantics.order == .depth
    batches = semantics.flush != .now
    waitsForTick = semantics.waitsForTick
    notesWrites = semantics.flush == .render
    refusesCycles = semantics.refusesCycles
    observesFirst =
      isLoopAnError || refusesCycles || subscribesReading || keepsPrefix || passesThroughComputed
      || sharesPlaces || subscribesEachRun
    let isSwept =
      newestFirst || latestFirst || notifiesAfter || notifiesLast || pulls || restarts
      || isLoopAnError || registers
    order =
      switch semantics.order {
      case .depth: isSwept ? .sweep : .depth
      case .queue: .queue
      case .topological: .topological
      }
    firesOnStack = semantics.order == .depth
    copiesAtOnce = order == .depth && !passesAnnounced && !sendsOnce
    isPlain = !drop && semantics.write == .keep && copiesAtOnce && !batches
    sweepsPlainly = order == .sweep && !pulls && !passesAnnounced && !notifiesLast && !sendsOnce
    roundLimit = semantics.limitUnit == .rounds ? semantics.limit ?? .max : .max
    limitsWrites = roundLimit < .max && restoresInBatch
    // Rounds in which nothing is written do not go on without end either.
    mostRounds = limitsWrites ? 10 * roundLimit : roundLimit
    keepsPlainWrites = semantics.write == .keep
    refusesPlainWrites = semantics.write == .refuse
    refusesTwoWay = semantics.refusesTwoWay
    endsWithTarget = semantics.death == .either
    dropsLate = semantics.late == .drop
    afterError = semantics.error
    undoesRunaways = semantics.beyond == .undo
    letsRunawaysStand = semantics.beyond == .stand
    depthLimit = semantics.limitUnit == .depth ? semantics.limit ?? .max : .max
    firingLimit = semantics.limitUnit == .firings ? semantics.limit ?? .max : .max
    // What follows a choice again at each change can branch without going deep.
    let mostForDepth = keeps ? GraphCore.mostKeptEvaluations : .max
    evaluationLimit =
      semantics.limit == nil || semantics.limitUnit == .firings || computesAhead
      ? max(semantics.limit ?? 0, GraphCore.mostEvaluations) : mostForDepth
    self.mostFirings = mostFirings
    firingCheck = min(firingLimit, mostFirings)
  }
}

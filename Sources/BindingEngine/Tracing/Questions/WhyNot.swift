/// What kept a value from arriving at a property.
package struct WhyNot: Sendable {
  package enum Obstacle: Sendable, Equatable {
    /// Nothing is remembered, or nothing that changed anything.
    case nothingRemembered
    /// It did arrive: the event that set the property last in that turn.
    case arrived(EventPlace)
    /// No binding, and no `computed`, writes it.
    case noWriter
    /// Something does, but no path leads there from what was written.
    case noPath
    /// A path leads only in the other direction, through this link.
    case oneWay(UInt32)
    /// This link was held back by its lock.
    case held(UInt32, EventPlace)
    /// The value was already there: at the target of this link, 0 for a plain write.
    case equal(UInt32, EventPlace)
    /// The link passes only one value, and has done so.
    case spent(UInt32, EventPlace)
    /// The link is an effect, and all that it has read has the value that it has read.
    case unconcerned(UInt32, EventPlace)
    /// The effect changed what it had read before in that run, and is not notified of that.
    case unnoticed(UInt32, EventPlace)
    /// The link has not read in the list what has changed there.
    case elsewhere(UInt32, EventPlace)
    /// The two-way link had written this value to its right end last, and does not write it again.
    case repeated(UInt32, EventPlace)
    /// nil on the path to what the link writes: at this property, 0 if it has no name.
    case brokenTarget(UInt32, step: UInt32, EventPlace)
    /// nil on the path to what the link observes.
    case brokenSource(UInt32, step: UInt32, EventPlace)
    case released(UInt32, EventPlace)
    /// The semantics refused the write because of this link.
    case refused(UInt32, EventPlace)
    /// Everything that the turn did was rolled back because of this error.
    case undone(EventPlace?)
    /// The error ended what was still due.
    case stopped(EventPlace)
    /// The link ended with this event.
    case unbound(UInt32, EventPlace)
    /// The link had written the target, or been notified of the source, until it got other ends.
    case rebound(UInt32, EventPlace)
    /// The link has written the target, last in this event, and its path leads to another property now.
    case leadsElsewhere(UInt32, to: UInt32, EventPlace)
    /// Nothing was notified of this write.
    case silent(EventPlace)
    case batchOpen
    /// Something was requested or scheduled for later, and is not due yet.
    case waiting(UInt32, EventPlace)
    /// The link was due after this event, and waits for the next tick of the virtual clock.
    case waitingForTick(UInt32, EventPlace)
    /// The write was noted with this event, by the link or by a statement, and is stored at the next tick.
    case noted(UInt32, EventPlace)
    /// What the link wrote was noted, and a later write of the same property counted.
    case outwritten(UInt32, EventPlace)
    /// A newer request overtook the answer.
    case overtaken(UInt32, EventPlace)
    /// The transformer's block left the answer out.
    case unanswered(UInt32, EventPlace)
    /// The transformer rejected the value.
    case rejected(UInt32, EventPlace)
    /// The link was made after the change.
    case madeLater(UInt32, EventPlace)
    /// What this link would pass on came from it: it had written its own source, the other way.
    case otherDirection(UInt32, EventPlace)
    /// The target is an event that was not fired since this, or in any remembered turn. This may be
    /// that it was dropped.
    case notFired(EventPlace?)
    /// What this link observes has not changed since: what set it last, if anything did.
    case unchanged(UInt32, source: UInt32, EventPlace?)
    /// The link has read the source, last in this event, and does not follow it now.
    case unfollowed(UInt32, EventPlace)
    /// A `computed` that nothing has read since.
    case unread(UInt32, EventPlace)
    /// It was due after this event, and the trace does not say what happened to it.
    case unknown(UInt32, EventPlace)
  }

  package var target: UInt32
  /// Where the change would come from, if that was given.
  package var source: UInt32?
  package var obstacle = Obstacle.nothingRemembered
  /// The index of the turn with the answer.
  package var turn = 0
  /// The last turn that did something, if that is another one: it did nothing to what leads here.
  package var laterTurn: Int?
  /// The links through which the value would have continued from the obstacle, in order.
  package var rest: [UInt32] = []
  /// If it did arrive: what set the property after that.
  package var overwrites: [EventPlace] = []
  /// The property that is nil on the path of the link that set it, so that nil arrived.
  package var nilStep: UInt32 = 0
  /// What was scheduled for a time that has not come, if the user may be waiting for that.
  package var due: [EventPlace] = []
  /// Whether what is due was set off by the change that the question is about.
  package var isDue = false
  /// What set the property last, if anything did.
  package var lastSet: EventPlace?
  package var index: EventIndex
}

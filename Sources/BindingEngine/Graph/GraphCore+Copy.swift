// A copy of the whole state, in tables of its own: changes to one do not affect the other.
extension GraphCore {
  /// - Complexity: O(*n*) in the whole state.
  package func copy() -> GraphCore { copy(store) }

  /// A copy from which nothing can be rolled back.
  ///
  /// - Complexity: O(*n*) in the state, except for the log.
  package func copyWithoutLog() -> GraphCore { copy(store.withoutLog) }

  private func copy(_ store: Store) -> GraphCore {
    var copy = GraphCore(names: names, tag: tag)
    // Its tables are about to be replaced.
    copy.destroy()
    copy.store = store
    copyGraph(to: &copy)
    copyLists(to: &copy)
    copyTurn(to: &copy)
    copyTrace(to: &copy)
    // Until here they are those of the original.
    copy.forEachTable(.separate)
    return copy
  }

  private func copyGraph(to copy: inout GraphCore) {
    copy.firstIncoming = firstIncoming
    copy.objects = objects
    copy.links = links
    copy.details = details
    copy.stages = stages
    copy.transformers = transformers
    copy.paths = paths
    copy.classes = classes
    copy.shapes = shapes
    copy.extensions = extensions
    copy.replacedInfos = replacedInfos
    copy.replacedRules = replacedRules
    copy.children = children
    copy.ties = ties
    copy.objectNames = objectNames
    copy.ordinals = ordinals
    copy.makingOrder = makingOrder
    copy.numbersObjects = numbersObjects
    copy.nextObjectNumber = nextObjectNumber
    copy.origins = origins
    copy.linkNames = linkNames
    copy.cycles = cycles
    copy.clock = clock
    copy.lastRequests = lastRequests
    copy.lastWritten = lastWritten
    copy.unread = unread
    copy.keeping = keeping
    copy.inside = inside
    copy.landedQueue = landedQueue
    copy.nextSerial = nextSerial
    copy.unnumbered = unnumbered
    copy.linksBySerial = linksBySerial
    copy.previousIncoming = previousIncoming
    copy.crowded = crowded
    copy.semantics = semantics
    copy.hasReordered = hasReordered
    copy.knobs = knobs
  }

  private func copyLists(to copy: inout GraphCore) {
    copy.freePlaces = freePlaces
    copy.pending = pending
    copy.freshLinks = freshLinks
    copy.freshMoves = freshMoves
    copy.retiredBlocks = retiredBlocks
    copy.finishedBlocks = finishedBlocks
  }

  private func copyTurn(to copy: inout GraphCore) {
    copy.agenda = agenda
    copy.sweeps = sweeps
    copy.rare = rare
    copy.readMask = readMask
    copy.settledBelow = settledBelow
    copy.firstNewSerial = firstNewSerial
    copy.frames = frames
    copy.awaited = awaited
    copy.held = held
    copy.latestChange = latestChange
    copy.notesReferences = notesReferences
    copy.notesMoves = notesMoves
    copy.holding = holding
    copy.reads = reads
    copy.pauses = pauses
    copy.formulas = formulas
    copy.answers = answers
    copy.turn = turn
    copy.isInTurn = isInTurn
    copy.checkpoints = checkpoints
    copy.journal = journal
    copy.keepsLog = keepsLog
    copy.turnStart = turnStart
    copy.counts = counts
    copy.request = request
    copy.failure = failure
    copy.failedBeforeItsFrame = failedBeforeItsFrame
    copy.pendingSuspension = pendingSuspension
    copy.interruptFlag = interruptFlag
    copy.mostWork = mostWork
  }

  private func copyTrace(to copy: inout GraphCore) {
    copy.isTracing = isTracing
    copy.isWatching = isWatching
    copy.askedDuring = askedDuring
    copy.rootEvent = rootEvent
    copy.recording = recording
    copy.tracesHopsByLog = tracesHopsByLog
    copy.traceLimit = traceLimit
  }
}

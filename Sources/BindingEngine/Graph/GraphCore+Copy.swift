// The whole state once more, in tables of its own: what is done to the one leaves the other as it is.
extension GraphCore {
  /// - Complexity: O(*n*) in all that there is.
  package func copy() -> GraphCore {
    var copy = GraphCore(names: names, tag: tag)
    // Its tables are about to be exchanged.
    copy.destroy()
    copyGraph(to: &copy)
    copyLists(to: &copy)
    copyTurn(to: &copy)
    copyTrace(to: &copy)
    return copy
  }

  private func copyGraph(to copy: inout GraphCore) {
    copy.properties = properties.copy()
    copy.firstIncoming = firstIncoming.copy()
    copy.objects = objects.copy()
    copy.links = links.copy()
    copy.details = details.copy()
    copy.stages = stages.copy()
    copy.transformers = transformers.copy()
    copy.paths = paths
    copy.classes = classes
    copy.shapes = shapes.copy()
    copy.extensions = extensions
    copy.children = children
    copy.ties = ties
    copy.objectNames = objectNames
    copy.ordinals = ordinals.copy()
    copy.makingOrder = makingOrder.copy()
    copy.numbersObjects = numbersObjects
    copy.nextObjectNumber = nextObjectNumber
    copy.origins = origins
    copy.linkNames = linkNames
    copy.cycles = cycles
    copy.clock = clock.copy()
    copy.lastRequests = lastRequests
    copy.nextSerial = nextSerial
    copy.unnumbered = unnumbered
    copy.semantics = semantics
    copy.knobs = knobs
  }

  private func copyLists(to copy: inout GraphCore) {
    copy.freePlaces = freePlaces
    copy.pending = pending
    copy.freshLinks = freshLinks.copy()
    copy.freshMoves = freshMoves
    copy.retiredBlocks = retiredBlocks
    copy.finishedBlocks = finishedBlocks
  }

  private func copyTurn(to copy: inout GraphCore) {
    copy.agenda = agenda.copy()
    copy.sweeps = sweeps.copy()
    copy.rare = rare
    copy.readMask = readMask
    copy.settledBelow = settledBelow
    copy.firstNewSerial = firstNewSerial
    copy.frames = frames.copy()
    copy.held = held.copy()
    copy.log = log.copy()
    copy.latestChange = latestChange
    copy.logHoldsReferences = logHoldsReferences
    copy.holdRecords = holdRecords.copy()
    copy.holdHops = holdHops.copy()
    copy.reads = reads.copy()
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
  }

  private func copyTrace(to copy: inout GraphCore) {
    copy.isTracing = isTracing
    copy.askedDuring = askedDuring
    copy.rootEvent = rootEvent
    copy.recording = recording
    copy.tracesHopsByLog = tracesHopsByLog
    copy.traceLimit = traceLimit
  }
}

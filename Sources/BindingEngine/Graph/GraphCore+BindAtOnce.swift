extension GraphCore {
  /// Makes a plain binding as a turn of its own, if that turn can neither fail nor continue: the
  /// target takes any value and nothing observes it. Then there is nothing to log or to deliver.
  ///
  /// - Returns: nil if this does not apply; then nothing was done.
  mutating func bindAtOnce(_ source: UInt32, to target: UInt32) -> UInt32? {
    let from = properties.pointer(source)
    let to = properties.pointer(target)
    guard !isLogging, !isTracing, !knobs.drop, !knobs.notesWrites, knobs.keepsPlainWrites,
      source != target,
      to.pointee.flags.isEmpty, to.pointee.firstLink == 0, !from.pointee.marks.contains(.stale)
    else { return nil }
    startCounting()
    turn.writes = 1
    turn.firings = 1
    turn.depth = 1
    storeFirst(living(from.pointee.value), in: target)
    let link = addLink(
      LinkRecord(
        next: 0, previous: 0, source: source, target: target, detail: 0, flags: .linked,
        serial: takeSerial(), nextIncoming: 0))
    noteNumber(of: link)
    join(link)
    insert(link)
    return link
  }
}

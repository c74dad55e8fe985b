// Writes that are noted and not stored yet: see `Semantics.Flush.render`.
extension WhyNotFinder {
  /// The last write that is meant and waits to be stored: of the source, or of what leads from there to the
  /// target.
  func openNote() -> EventPlace? {
    guard index.hasNotes else { return nil }
    let ways = Ways(finder: self)
    return ways.order.lazy.flatMap { index.openNotes(of: $0) }
      .filter { index[$0].property == source || source == nil || ways.comesAlong($0) }
      .max()
  }
}

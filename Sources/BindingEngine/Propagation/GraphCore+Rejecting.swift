// A transformer refuses its value.
extension GraphCore {
  /// Ends the firing on top, whose transformer rejects the value. The target keeps its own.
  package mutating func reject(_ reason: String) -> Suspension {
    let frame = frames[UInt32(frames.count - 1)]
    turn.rejected += 1
    if isTracing {
      // The value that the stage was given is the last one held.
      record(
        .dropped, .rejected, cause: frame.event, link: frame.link,
        new: living(held[UInt32(held.count - 1)]), text: reason)
    }
    return finishFiring() ? .done : run()
  }
}

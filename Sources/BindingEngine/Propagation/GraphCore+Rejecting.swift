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

  /// The object for which the binding was made whose firing has failed; nil if none was, or if it is
  /// no binding.
  ///
  /// - Parameter receiver: The object that a block belongs to.
  package func ownerOfFailedFiring(receiver: (BlockID) -> ObjectID?) -> ObjectID? {
    guard frames.count > 0 else { return nil }
    let link = lead(of: frames[UInt32(frames.count - 1)].link)
    guard link != 0, links[link].flags.isDisjoint(with: [.observer, .computed, .effect, .dead])
    else { return nil }
    if let root = root(of: link) { return root }
    let detail = links[link].detail
    guard detail != 0, case .block(let block) = details[detail].source else { return nil }
    return receiver(block)
  }

  /// Ends a firing that has failed, without passing anything on.
  ///
  /// - Returns: Whether that was what `run()` had been called for.
  package mutating func rejectFailedFiring(_ reason: String) -> Bool {
    let frame = frames[UInt32(frames.count - 1)]
    turn.rejected += 1
    record(.dropped, .rejected, cause: frame.event, link: frame.link, text: reason)
    return skipFailedFiring()
  }
}

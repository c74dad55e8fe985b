// Text that grows where it is: to copy it for each piece would take time and memory in the square of
// its length, since the log would hold each copy.
extension GraphCore {
  /// Appends to the string that a property holds, if nobody is notified and nothing records that.
  ///
  /// - Returns: Whether it did; otherwise nothing has happened.
  /// - Complexity: O(*p*) in the length of the piece, amortized.
  package mutating func grow(_ slot: UInt32, by piece: String, upTo limit: Int) -> Bool {
    let place = properties.pointer(slot)
    guard place.pointee.flags.subtracting(.typed).isEmpty, place.pointee.firstLink == 0,
      knobs.isPlain, isInTurn, !isTracing, agenda.batchDepth == 0,
      !isAwaitedMeanwhile(place)
    else { return false }
    // The text itself must not be held here, or it would be copied to grow.
    guard let count = GraphCore.bytesOfText(in: place.value), !piece.isEmpty,
      count + piece.utf8.count <= limit
    else { return false }
    turn.depth = max(turn.depth, turn.currentDepth + 1)
    commitGrowth(of: slot, by: piece, from: count)
    return true
  }

  private static func bytesOfText(in cell: UnsafePointer<Value>) -> Int? {
    if case .string(let text) = cell.pointee { text.utf8.count } else { nil }
  }
}

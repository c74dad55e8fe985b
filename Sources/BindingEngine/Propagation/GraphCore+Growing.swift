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
    let cell = GraphCore.value(in: place)
    // The text itself must not be held here, or it would be copied to grow.
    guard let count = GraphCore.bytesOfText(in: cell), !piece.isEmpty,
      count + piece.utf8.count <= limit
    else { return false }
    turn.writes += 1
    turn.depth = max(turn.depth, turn.currentDepth + 1)
    if !isLastLogged(.grew, slot) { appendLog(.grew, .int(count), slot: slot) }
    append(piece, to: cell)
    return true
  }

  private static func bytesOfText(in cell: UnsafeMutablePointer<Value>) -> Int? {
    if case .string(let text) = cell.pointee { text.utf8.count } else { nil }
  }

  /// Without another reference to the text it grows where it is.
  private func append(_ piece: String, to cell: UnsafeMutablePointer<Value>) {
    guard case .string(var text) = cell.move() else { preconditionFailure("it was a string") }
    text += piece
    cell.initialize(to: .string(text))
  }

  mutating func cutOff(_ slot: UInt32, to count: Value) {
    guard case .int(let count) = count, case .string(let text) = properties[slot].value else {
      return
    }
    properties[slot].value = .string(String(decoding: text.utf8.prefix(count), as: UTF8.self))
  }
}

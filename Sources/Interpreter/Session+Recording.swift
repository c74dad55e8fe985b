import BindingEngine

extension Session {
  /// What happened in a remembered turn, or until now in the stopped one.
  package func recordedTurn(_ number: Int) -> RecordedTurn? {
    var turn: RecordedTurn
    var statement = turnStatement
    var timer = turnTimer
    if let walk, walk.number == number {
      turn = RecordedTurn(number: number)
      turn.events = Array(walk.events[...walk.position])
      turn.reads = walk.reads
    } else {
      let journal = core.pointee.journal
      guard journal.count > 0 else { return nil }
      let position = number - core.pointee.rememberedNumber(at: 0)
      guard position >= 0, position < journal.count, position < self.journal.entries.count else {
        return nil
      }
      turn = core.pointee.rememberedTurn(at: position)
      (statement, timer) = (
        self.journal.entries[position].statement, self.journal.entries[position].timer
      )
    }
    let (text, place) = heading(statement, timer)
    (turn.statement, turn.place, turn.timer) = (text, place, timer?.timer)
    return turn
  }

  /// Notes the bindings and observers that end with the running turn.
  func noteEndedLinks() {
    endingLinks = core.pointee.linksEndingNow { (describe(link: $0), placeText(of: $0)) }
  }
}

import BindingEngine

extension Session {
  /// What happened in a remembered turn, or until now in the stopped one. Its heading is not in it: see
  /// ``heading(ofTurn:)``.
  package func recordedTurn(_ number: Int) -> RecordedTurn? {
    var turn: RecordedTurn
    if let walk, walk.number == number {
      turn = RecordedTurn(number: number)
      turn.events = Array(walk.events[...walk.position])
      turn.reads = walk.reads
      turn.timer = state.turned.turnTimer?.timer
    } else {
      guard let position = position(ofTurn: number) else { return nil }
      turn = core.pointee.rememberedTurn(at: position)
      turn.timer = state.journal.entries[position].timer?.timer
    }
    return turn
  }

  /// The statement of such a turn, and its `FILE:LINE`.
  package func heading(ofTurn number: Int) -> (text: String, place: String) {
    if let walk, walk.number == number { return heading(turnStatement, state.turned.turnTimer) }
    guard let position = position(ofTurn: number) else { return ("", "") }
    return heading(state.journal.entries[position].statement, state.journal.entries[position].timer)
  }

  private func position(ofTurn number: Int) -> Int? {
    guard core.pointee.journal.count > 0 else { return nil }
    let position = number - core.pointee.rememberedNumber(at: 0)
    let count = min(core.pointee.journal.count, state.journal.entries.count)
    return position >= 0 && position < count ? position : nil
  }

  /// Notes the bindings and observers that end with the running turn.
  func noteEndedLinks() {
    state.endingLinks = core.pointee.linksEndingNow {
      (describe(link: $0), placeText(of: $0), codeGraph.codeTargets(ofEnding: $0))
    }
  }
}

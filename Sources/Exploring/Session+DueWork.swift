import BindingEngine
import CodeCycles
import Interpreter

// What is due later, and whether it can bring anything to a property.
extension Session {
  /// Leaves out what is due and certainly does nothing to the target of a question.
  func withoutUnrelatedDue(_ answer: WhyNot) -> WhyNot {
    guard !answer.due.isEmpty else { return answer }
    let target = CodePlace(slot: answer.target)
    let leading = Set(codeGraph.places(leadingTo: target) + [target])
    var answer = answer
    answer.due = answer.due.filter { place in
      let setting = TurnTimer.Setting(
        turn: answer.index.number(of: place), sequence: answer.index[place].sequence)
      // What was cancelled is not due any more.
      guard let timer = graphState.pendingTimer(setBy: setting) else { return false }
      return mayLead(timer, to: leading)
    }
    return answer
  }

  private func mayLead(_ timer: TimerRecord, to places: Set<CodePlace>) -> Bool {
    switch timer.work {
    case .block(let block): codeGraph.mayLead(block, to: places)
    case .object(let command):
      graphState.isAlive(command) && isIn(places, command)
    case .answer, .tick: true
    }
  }

  private func isIn(_ places: Set<CodePlace>, _ command: ObjectID) -> Bool {
    let slot = graphState.slot(ofPart: command)
    return slot == 0 || places.contains(CodePlace(slot: slot))
      || places.contains(CodePlace(finishing: slot))
  }
}

import BindingEngine
import Language

// Calls that lead back to a command. It is still executing then, so it is not executed again.
extension CodeGraph {
  /// Components, and whether commands end the closed paths in them, as far as that is known.
  package struct HeldComponents {
    let components: CodeComponents
    fileprivate var known: [Int: Bool] = [:]

    package init(_ components: CodeComponents) { self.components = components }
  }

  /// Whether commands may end a closed path. To decide that, its component is needed.
  package func mayBeHeldByCommand(_ path: [CodeStep]) -> Bool {
    path.allSatisfy(isCall) && path.contains { isCommand($0.to) }
  }

  /// Whether no change goes round a closed path with this step, since a command on it is executing.
  package func isHeldByCommand(_ step: CodeStep, _ held: inout HeldComponents) -> Bool {
    guard isCall(step), let number = held.components.component(of: step.from),
      held.components.component(of: step.to) == number
    else { return false }
    if let known = held.known[number] { return known }
    let isHeld = endsByCommands(held.components, number)
    held.known[number] = isHeld
    return isHeld
  }

  private func isCall(_ step: CodeStep) -> Bool {
    step.link == 0 && step.edge.map { codeEdges[$0].effect.kind == .calls } ?? false
  }

  private func endsByCommands(_ components: CodeComponents, _ number: Int) -> Bool {
    var calls = CommandCalls<CodePlace>()
    for place in components.members(ofComponent: number) {
      // A command that code has ended can be executed again.
      if let slot = place.slot, isCommand(place),
        codeEdges.leads(to: CodePlace(cancelling: slot))
          || codeEdges.leads(to: CodePlace(finishing: slot))
      {
        return false
      }
      for step in codeSteps(from: place) where components.component(of: step.to) == number {
        let edge = step.link == 0 ? step.edge : nil
        calls.add(
          edge.map { codeEdges[$0].effect }, from: place, to: step.to,
          isCommand: isCommand(step.to))
      }
    }
    return calls.areHeld
  }

  func isCommand(_ place: CodePlace) -> Bool { role(of: place) == .command }

  /// What a place is; nil if it is no member.
  package func role(of place: CodePlace) -> MemberKind? {
    place.slot.map { graphState.info(of: $0).role }
  }
}

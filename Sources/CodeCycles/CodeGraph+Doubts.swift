import BindingEngine
import Language

// What makes a closed path through code only a possible one.
extension CodeGraph {
  /// Whether each step of a path is taken whenever its code runs.
  package func isCertain(_ path: [CodeStep]) -> Bool {
    path.allSatisfy { step in
      !(step.edge.map { codeEdges[$0].effect.isConditional } ?? false) && doubt(about: step) == nil
    }
  }

  /// What may end a step besides a condition in its code.
  package func doubt(about step: CodeStep) -> StepDoubt? {
    if mayBeDisabled(step.to) { return .disabled }
    guard step.link != 0, step.edge == nil else { return nil }
    return mayReject(step.link) ? .rejected : nil
  }

  /// Whether a block on the way of a binding may end without a value.
  package func mayReject(_ link: UInt32) -> Bool {
    let link = graphState.lead(of: link)
    return codeEdges.mayReject(link, serial: serial(of: link))
  }

  /// Whether a place is a command that does nothing while something says so.
  private func mayBeDisabled(_ place: CodePlace) -> Bool {
    guard isCommand(place), let slot = place.slot,
      case .object(let command) = graphState.read(slot),
      let enabled = graphState.slot(host.names.intern("enabled"), of: command)
    else { return false }
    if graphState.isWritten(enabled) || graphState.read(enabled) == .bool(false) { return true }
    return !codeEdges.forEachEdge(to: CodePlace(slot: enabled)) { number in
      codeEdges[number].effect.kind == .sets || !stands(number)
    }
  }
}

import BindingEngine
import Language

extension Machine {
  /// Evaluates the block that the engine requests, if it is a formula of numbers.
  ///
  /// - Returns: How the engine continues; nil if the machine must run the block.
  @inline(__always)
  func formulaResult() -> Suspension? {
    let request = withUnsafeMutablePointer(to: &core.pointee.request) { $0 }
    let block = blocks.base + Int(request.pointee.block.index)
    guard let formula = block.pointee.formula else { return nil }
    switch request.pointee.role {
    case .source, .computed:
      return core.pointee.evaluate(
        formula, of: block.pointee.receiver ?? request.pointee.sender)
    default: return nil
    }
  }

  /// Runs the loop of a method by its formula, if it has one: up to the first element that is no
  /// number, or for which the formula fails. The loop continues there.
  ///
  /// - Parameters:
  ///   - slot: The local with the list.
  ///   - index: Where the results are gathered.
  func runFormula(_ slot: Int, _ block: ListBlock?, gatheringAt index: Int) throws(ScriptFailure) {
    let start = Int(pc - code.entry)
    guard let formula = code.loopFormulas.first(where: { $0.start == start }),
      case .list(let list) = locals[slot]
    else { return }
    var steps = formula.steps
    for (place, reading) in formula.operands {
      let value =
        reading.operation == .local
        ? locals[Int(reading.a)] : core.pointee.read(UInt32(reading.a))
      switch value {
      case .double(let number): steps[place] = FormulaStep(number)
      case .int(let number):
        guard let operand = Int32(exactly: number) else { return }
        steps[place].operand = operand
      default: return
      }
    }
    var position = 0
    while position < list.count {
      let (taken, count) = list.withElements(from: position) { elements in
        // The loop itself fails at the element at which the steps are used up.
        guard self.steps + elements.count <= stepLimit else { return (0, 1) }
        let taken =
          block == .filter
          ? core.pointee.appendElements(where: steps, elements, to: &gathered[index].values)
          : core.pointee.appendValues(of: steps, elements, to: &gathered[index].values)
        return (taken, elements.count)
      }
      position += taken
      self.steps += taken
      try spend(taken * Machine.bytesOfStep)
      if taken < count || core.pointee.isInterrupted { break }
    }
    gathered[index].size = gathered[index].values.count
    locals[slot + 1] = .int(position)
  }
}

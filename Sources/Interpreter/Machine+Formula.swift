import BindingEngine

// Which blocks are formulas, which the engine evaluates itself: see `GraphCore.evaluate`. If a
// formula meets anything else than numbers, the machine runs the block from its beginning.
extension Code {
  /// Must be called when the code is complete.
  func classifyAsFormula() {
    guard localCount == parameterCount, localCount <= 1, changeLocal < 0,
      maximumStack <= GraphCore.formulaStack
    else { return }
    var steps: [FormulaStep] = []
    for position in 0..<UInt32(instructions.count) where steps.last?.operation != .end {
      let instruction = instructions[position]
      switch instruction.operation {
      case .integer: steps.append(FormulaStep(.number, operand: instruction.a))
      case .pushTrue: steps.append(FormulaStep(.bool, operand: 1))
      case .pushFalse: steps.append(FormulaStep(.bool))
      case .constant:
        guard case .double(let number) = constants[Int(instruction.a)] else { return }
        steps.append(FormulaStep(number))
      case .local: steps.append(FormulaStep(.value))
      case .addInteger: steps.append(FormulaStep(.addNumber, operand: instruction.a))
      case .globalMember:
        steps.append(
          FormulaStep(.member, operand: instruction.a, name: caches[UInt32(instruction.b)].name))
      case .selfMember:
        steps.append(FormulaStep(.ownMember, name: caches[UInt32(instruction.b)].name))
      case .add:
        if let last = steps.last, !last.adds,
          last.operation == .member || last.operation == .ownMember
        {
          steps[steps.count - 1].adds = true
        } else {
          steps.append(FormulaStep(.add))
        }
      case .subtract: steps.append(FormulaStep(.subtract))
      case .multiply: steps.append(FormulaStep(.multiply))
      case .divide: steps.append(FormulaStep(.divide))
      case .remainder: steps.append(FormulaStep(.remainder))
      case .equal: steps.append(FormulaStep(.equal))
      case .notEqual: steps.append(FormulaStep(.notEqual))
      case .less: steps.append(FormulaStep(.less))
      case .lessOrEqual: steps.append(FormulaStep(.lessOrEqual))
      case .greater: steps.append(FormulaStep(.greater))
      case .greaterOrEqual: steps.append(FormulaStep(.greaterOrEqual))
      case .not: steps.append(FormulaStep(.not))
      case .negate: steps.append(FormulaStep(.negate))
      case .return: steps.append(FormulaStep(.end))
      default: return
      }
    }
    if steps.last?.operation == .end { keepFormula(steps) }
  }
}

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
}

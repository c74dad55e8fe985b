import BindingEngine
import Language

// Which blocks are formulas, which the engine evaluates itself: see `GraphCore.evaluate`. If a
// formula meets anything else than numbers, the machine runs the block from its beginning.
extension Code {
  /// Must be called when the code is complete.
  package func classifyAsFormula() {
    guard localCount == parameterCount, localCount <= 1, changeLocal < 0,
      maximumStack <= GraphCore.formulaStack
    else { return }
    let steps = formulaSteps(0..<instructions.count) { instruction, _ in
      switch instruction.operation {
      case .local: FormulaStep(.value)
      case .globalMember:
        FormulaStep(.member, operand: instruction.a, name: caches[UInt32(instruction.b)].name)
      case .selfMember: FormulaStep(.ownMember, name: caches[UInt32(instruction.b)].name)
      default: nil
      }
    }
    guard let steps, steps.last?.operation == .end else { return }
    let isIncrement = steps.map(\.operation) == [.value, .addNumber, .end]
    keepFormula(
      isIncrement
        ? [FormulaStep(.increment, operand: steps[1].operand), FormulaStep(.end)] : steps)
  }

  /// Must be called when the block of a loop is complete.
  ///
  /// - Parameters:
  ///   - body: The instructions of the block.
  ///   - value: The local that has the element.
  package func classifyAsFormula(loop body: Range<Int>, from start: Int, of value: Int32) {
    var formula = LoopFormula(start: start)
    let steps = formulaSteps(body) { instruction, place in
      if instruction.operation == .local, instruction.a == value { return FormulaStep(.value) }
      guard [.local, .global].contains(instruction.operation) else { return nil }
      formula.operands.append((place, instruction))
      return FormulaStep(.number)
    }
    guard let steps, steps.count < GraphCore.formulaStack else { return }
    formula.steps = steps + [FormulaStep(.end)]
    loopFormulas.append(formula)
  }

  /// The steps for instructions that only calculate; nil if one of them does anything else.
  ///
  /// - Parameter reading: The step for an instruction that reads something, and its place among the
  ///   steps; nil if a formula cannot.
  private func formulaSteps(
    _ range: Range<Int>, reading: (Instruction, Int) -> FormulaStep?
  ) -> [FormulaStep]? {
    var steps: [FormulaStep] = []
    for position in range where steps.last?.operation != .end {
      let instruction = instructions[UInt32(position)]
      switch instruction.operation {
      case .integer: steps.append(FormulaStep(.number, operand: instruction.a))
      case .pushTrue: steps.append(FormulaStep(.bool, operand: 1))
      case .pushFalse: steps.append(FormulaStep(.bool))
      case .constant:
        guard case .double(let number) = constants[Int(instruction.a)] else { return nil }
        steps.append(FormulaStep(number))
      case .addInteger: steps.append(FormulaStep(.addNumber, operand: instruction.a))
      case .add:
        if let last = steps.last, !last.adds,
          last.operation == .member || last.operation == .ownMember
        {
          steps[steps.count - 1].adds = true
        } else {
          steps.append(FormulaStep(Scalar.Operator.add))
        }
      case .subtract: steps.append(FormulaStep(Scalar.Operator.subtract))
      case .multiply: steps.append(FormulaStep(Scalar.Operator.multiply))
      case .divide: steps.append(FormulaStep(Scalar.Operator.divide))
      case .remainder: steps.append(FormulaStep(Scalar.Operator.remainder))
      case .equal: steps.append(FormulaStep(Scalar.Operator.equal))
      case .notEqual: steps.append(FormulaStep(Scalar.Operator.notEqual))
      case .less: steps.append(FormulaStep(Scalar.Operator.less))
      case .lessOrEqual: steps.append(FormulaStep(Scalar.Operator.lessOrEqual))
      case .greater: steps.append(FormulaStep(Scalar.Operator.greater))
      case .greaterOrEqual: steps.append(FormulaStep(Scalar.Operator.greaterOrEqual))
      case .not: steps.append(FormulaStep(.not))
      case .negate: steps.append(FormulaStep(.negate))
      case .return: steps.append(FormulaStep(.end))
      default:
        guard let step = reading(instruction, steps.count) else { return nil }
        steps.append(step)
      }
    }
    return steps
  }
}

/// A block of `map`, `filter` and the like that only calculates with the element and with what does
/// not change in the loop, such as `{ value * rate }`. The engine evaluates it for many elements at
/// once, which takes about a third of the time.
package struct LoopFormula {
  /// Where the loop begins.
  package let start: Int
  package var steps: [FormulaStep] = []
  /// The steps that are numbers which are not known before the loop runs, and what reads them.
  package var operands: [(step: Int, reading: Instruction)] = []
}

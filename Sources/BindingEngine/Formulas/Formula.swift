import Names

/// One step of a formula: a number or a property of an object, or an operator for the values on the
/// stack.
package struct FormulaStep {
  package enum Operation: UInt8 {
    /// A whole number, `operand`.
    case number
    /// A number of type Double.
    case double
    /// `true`, where `operand` is not 0.
    case bool
    /// The input of a transformer.
    case value
    /// The input, with `operand` added: the most common transformer of numbers, which is evaluated
    /// without going through its steps. That takes half as many instructions.
    case increment
    /// A property of the object in the variable `operand`.
    case member
    /// A property of the object that the formula belongs to.
    case ownMember
    case addNumber
    /// The operator with two operands.
    case apply
    case not, negate
    case end
  }

  package var operation: Operation
  /// What `apply` calculates.
  package var calculation = Scalar.Operator.add
  /// Whether what is read is added to the value on the stack. Of ten steps of a sum this saves
  /// nine.
  package var adds = false
  package var operand: Int32
  package var name: Name
  /// What the operation needs besides, packed so that a step has 20 bytes: `place` or `double`. With a
  /// field for each, layers of sums take a tenth longer.
  private var words: (UInt32, UInt32) = (.max, 0)

  package init(_ operation: Operation, operand: Int32 = 0, name: Name = .none) {
    self.operation = operation
    self.operand = operand
    self.name = name
  }

  package init(_ number: Double) {
    self.init(.double)
    let bits = number.bitPattern
    words = (UInt32(truncatingIfNeeded: bits), UInt32(truncatingIfNeeded: bits >> 32))
  }

  package init(_ operation: Scalar.Operator) {
    self.init(.apply)
    calculation = operation
  }

  /// Of `double`: the number.
  @inline(__always)
  var double: Double { Double(bitPattern: UInt64(words.1) << 32 | UInt64(words.0)) }

  /// Of a member: where the last object of this step has the property.
  @inline(__always)
  var place: (classID: UInt32, ordinal: UInt32) {
    get { words }
    set { words = newValue }
  }
}

/// Where a formula continues that waited for one of the properties that it reads.
struct FormulaPlace {
  /// The next step to read.
  var step: UnsafeMutablePointer<FormulaStep>
  /// The sum until there.
  var top: Scalar
}

/// How a formula gets what it reads: the only way in which evaluating one differs from place to place.
protocol FormulaReader {
  /// Where it begins; nil for its first step.
  var start: FormulaPlace? { get }

  /// What a step reads.
  ///
  /// - Parameters:
  ///   - top: The value on the stack.
  ///   - isAlone: Whether it is the only one.
  /// - Returns: nil to leave the formula.
  mutating func read(
    _ step: UnsafeMutablePointer<FormulaStep>, _ top: Scalar, isAlone: Bool,
    in core: inout GraphCore
  ) -> Scalar?
}

// Most expressions that a binding reads, and most computed properties, are formulas: a few
// operators on properties of named objects, nearly always numbers. Such a block has no effects and
// needs no level of the driver's stack, so the engine evaluates it directly. Loops over lists and
// transformers such as `{ value * 1.8 + 32 }` are formulas, too.
extension GraphCore {
  /// The most values that a formula may have on its stack.
  package static let formulaStack = 64

  /// Evaluates a formula.
  ///
  /// - Parameters:
  ///   - formula: Its steps, of which the last is `end`. They remember where members were found.
  ///   - value: The input of a transformer.
  /// - Returns: nil for anything but numbers and truth values, for what an operator is not defined
  ///   for, and where the reader leaves it. Then the driver runs the block from its beginning, which
  ///   takes three times as long, and reports what is wrong.
  @inline(__always)
  mutating func evaluate<Reader: FormulaReader>(
    _ formula: UnsafeMutablePointer<FormulaStep>, of value: Scalar, through reader: inout Reader
  ) -> Scalar? {
    withUnsafeTemporaryAllocation(
      of: Scalar.self, capacity: GraphCore.formulaStack
    ) { stack in
      // The value on top is in a variable, and those below it are in `stack`.
      let bottom = stack.baseAddress!
      var below = bottom
      var top = value
      var position = formula
      if let place = reader.start {
        (position, top) = (place.step, place.top)
        below.initialize(to: top)
        below += 1
      }
      steps: while true {
        let step = position
        position += 1
        let pushed: Scalar
        switch step.pointee.operation {
        case .value: pushed = value
        case .increment:
          guard let sum = value.plus(.int(Int(step.pointee.operand))) else { return nil }
          pushed = sum
        case .number: pushed = .int(Int(step.pointee.operand))
        case .double: pushed = .double(step.pointee.double)
        case .bool: pushed = .bool(step.pointee.operand != 0)
        case .member, .ownMember:
          let isAlone = below - bottom == 1
          guard let number = reader.read(step, top, isAlone: isAlone, in: &self) else {
            return nil
          }
          guard step.pointee.adds else {
            pushed = number
            break
          }
          guard let sum = top.plus(number) else { return nil }
          top = sum
          guard case .int(var whole) = sum else { continue }
          // The rest of a sum of whole numbers stays in a register, which takes half as many
          // instructions.
          while position.pointee.adds {
            let term = reader.read(position, .int(whole), isAlone: isAlone, in: &self)
            guard case .int(let term)? = term else {
              guard let term, let mixed = Scalar.int(whole).plus(term) else { return nil }
              position += 1
              top = mixed
              continue steps
            }
            position += 1
            let isTooLarge: Bool
            (whole, isTooLarge) = whole.addingReportingOverflow(term)
            if isTooLarge { return nil }
          }
          top = .int(whole)
          continue
        case .addNumber:
          guard let sum = top.plus(.int(Int(step.pointee.operand))) else { return nil }
          top = sum
          continue
        case .not:
          guard let inverted = top.inverted else { return nil }
          top = inverted
          continue
        case .negate:
          guard let negated = top.negated else { return nil }
          top = negated
          continue
        case .apply:
          below -= 1
          guard let result = below.pointee.applying(step.pointee.calculation, top) else {
            return nil
          }
          top = result
          continue
        case .end: return top
        }
        below.initialize(to: top)
        below += 1
        top = pushed
      }
    }
  }
}

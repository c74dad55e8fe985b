// Formulas that the loops evaluate in place, without a level of the stack and without the driver:
// those of transformers, such as `{ value * 1.8 + 32 }`, and of expressions in the loop that copies
// numbers, and those of bindings under a topological order in the loop that fires them. Anything
// that has changed since the last time, and anything that fails, is left to the general way, which
// begins again and takes three times as long.
extension GraphCore {
  /// Lets the engine evaluate a block of a binding itself.
  ///
  /// - Parameter formula: Its steps, which read nothing of the object that the block belongs to; nil
  ///   for a block that is gone.
  package mutating func keep(
    _ formula: UnsafeMutablePointer<FormulaStep>?, for block: BlockID
  ) {
    if formula == nil, Int(block.index) >= formulas.count { return }
    while formulas.count <= Int(block.index) { formulas.append(nil) }
    formulas[block.index] = formula
    formula?.noteIncrement()
  }

  @inline(__always)
  private func formula(of block: BlockID) -> UnsafeMutablePointer<FormulaStep>? {
    Int(block.index) < formulas.count ? formulas.base[Int(block.index)] : nil
  }

  /// Whether a link maps by a formula, or passes on the value of an expression that is one, and
  /// nothing records that.
  @inline(__always)
  func mayMap(_ record: UnsafeMutablePointer<LinkRecord>) -> Bool {
    let flags = record.pointee.flags
    if isTracing || !cycles.isFree { return false }
    if flags.contains(.maps) { return formula(of: record) != nil }
    return flags.contains(.step) && hasFormula(expressionOf: record.pointee.target)
  }

  /// Whether the source of a link is an expression that is a formula.
  private func hasFormula(expressionOf link: UInt32) -> Bool {
    let record = links.base + Int(link)
    guard record.pointee.source == 0,
      record.pointee.flags.intersection(.allOfExpression) == [.special, .linked],
      case .block(let block) = details.base[Int(record.pointee.detail)].source
    else { return false }
    return formula(of: block) != nil
  }

  /// The formula by which a link maps; nil if the driver must run a block.
  @inline(__always)
  private func formula(
    of record: UnsafeMutablePointer<LinkRecord>
  ) -> UnsafeMutablePointer<FormulaStep>? {
    guard record.pointee.flags.intersection(.allOfMapping) == [.special, .maps] else { return nil }
    return formula(of: details.base[Int(record.pointee.detail)].mapping)
  }

  /// The result of a link's formula for a value.
  @inline(never)
  func mapped(
    _ value: UnsafePointer<Value>, by record: UnsafeMutablePointer<LinkRecord>
  ) -> FormulaNumber? {
    guard let formula = formula(of: record), let value = FormulaNumber(value) else { return nil }
    if formula.pointee.adds, case .int(let number) = value {
      let (sum, isTooLarge) = number.addingReportingOverflow(Int(formula.pointee.operand))
      return isTooLarge ? nil : .int(sum)
    }
    return evaluateInPlace(formula, of: value, following: 0, before: .min)
  }

  /// Appends the values of a formula for numbers.
  ///
  /// - Parameter steps: They read nothing but the number.
  /// - Returns: For how many elements: all, or those before the first that is no number or for which
  ///   the formula fails.
  package func appendValues(
    of steps: [FormulaStep], _ elements: UnsafeBufferPointer<Value>, to results: inout [Value]
  ) -> Int {
    evaluate(steps, for: elements) { result, _ in
      results.append(result.value)
      return true
    }
  }

  /// Appends the numbers for which a formula is true; the same, and it fails if it is not a Bool.
  package func appendElements(
    where steps: [FormulaStep], _ elements: UnsafeBufferPointer<Value>, to results: inout [Value]
  ) -> Int {
    evaluate(steps, for: elements) { result, element in
      guard case .bool(let isWanted) = result else { return false }
      if isWanted { results.append(element.value) }
      return true
    }
  }

  @inline(__always)
  private func evaluate(
    _ steps: [FormulaStep], for elements: UnsafeBufferPointer<Value>,
    _ take: (FormulaNumber, FormulaNumber) -> Bool
  ) -> Int {
    steps.withUnsafeBufferPointer { steps in
      // Only steps that read members change, and there are none.
      let formula = UnsafeMutablePointer(mutating: steps.baseAddress!)
      for position in elements.indices {
        guard let number = FormulaNumber(elements.baseAddress! + position),
          let result = evaluateInPlace(formula, of: number, following: 0, before: .min),
          take(result, number)
        else { return position }
      }
      return elements.count
    }
  }

  /// The value of the expression of a link that is about to fire, if it reads what the link
  /// observes.
  ///
  /// - Parameter place: Nothing that is due writes a property before this place.
  @inline(never)
  func expressionValue(of link: UInt32, before place: Int32) -> FormulaNumber? {
    let record = links.base + Int(link)
    guard
      record.pointee.flags.intersection(.allOfExpression) == [.special, .linked],
      record.pointee.source == 0, record.pointee.target != 0,
      properties.base[Int(record.pointee.target)].flags.isEmpty
    else { return nil }
    let detail = details.base + Int(record.pointee.detail)
    guard case .block(let block) = detail.pointee.source, let formula = formula(of: block),
      detail.pointee.isPlainExpression
    else { return nil }
    return evaluateInPlace(formula, of: .int(0), following: detail.pointee.firstStep, before: place)
  }

  /// - Parameters:
  ///   - value: The input of a transformer.
  ///   - first: The first of the steps by which a link follows what it reads.
  @inline(__always)
  private func evaluateInPlace(
    _ formula: UnsafeMutablePointer<FormulaStep>, of value: FormulaNumber,
    following first: UInt32, before place: Int32
  ) -> FormulaNumber? {
    withUnsafeTemporaryAllocation(
      of: FormulaNumber.self, capacity: GraphCore.formulaStack
    ) { stack in
      var below = stack.baseAddress!
      var top = value
      var position = formula
      var followed = first
      while true {
        let step = position
        position += 1
        let pushed: FormulaNumber
        switch step.pointee.operation {
        case .value: pushed = value
        case .number: pushed = .int(Int(step.pointee.operand))
        case .double: pushed = .double(step.pointee.double)
        case .bool: pushed = .bool(step.pointee.operand != 0)
        case .member:
          guard let cell = followMember(step, &followed, before: place),
            let number = FormulaNumber(cell)
          else { return nil }
          guard step.pointee.adds else {
            pushed = number
            break
          }
          guard var sum = top.plus(number) else { return nil }
          if case .int(var whole) = sum {
            // The rest of a sum of whole numbers stays in a register, which takes half as many
            // instructions.
            while position.pointee.operation == .member, position.pointee.adds {
              guard let cell = followMember(position, &followed, before: place) else { return nil }
              position += 1
              guard case .int(let term)? = FormulaNumber(cell) else {
                guard let number = FormulaNumber(cell), let mixed = sum.plus(number) else {
                  return nil
                }
                sum = mixed
                break
              }
              let isTooLarge: Bool
              (whole, isTooLarge) = whole.addingReportingOverflow(term)
              if isTooLarge { return nil }
              sum = .int(whole)
            }
          }
          top = sum
          continue
        case .ownMember: return nil
        case .addNumber:
          guard let sum = top.plus(.int(Int(step.pointee.operand))) else { return nil }
          top = sum
          continue
        case .not, .negate:
          guard let result = top.applying(step.pointee.operation) else { return nil }
          top = result
          continue
        case .end: return followed == 0 ? top : nil
        default:
          below -= 1
          guard let result = below.pointee.applying(step.pointee.operation, top) else {
            return nil
          }
          top = result
          continue
        }
        below.initialize(to: top)
        below += 1
        top = pushed
      }
    }
  }

  /// The value of the property that a step reads, where its variable holds an object of the class of
  /// last time and the link follows that property at `followed`, which becomes its next step.
  @inline(__always)
  private func followMember(
    _ step: UnsafeMutablePointer<FormulaStep>, _ followed: inout UInt32, before place: Int32
  ) -> UnsafeMutablePointer<Value>? {
    guard let object = GraphCore.object(in: properties.base + Int(step.pointee.operand)) else {
      return nil
    }
    let record = objects.pointer(object.index)
    guard record.pointee.isLiving(object, ofClass: step.pointee.classID) else { return nil }
    let slot = record.pointee.base &+ step.pointee.ordinal
    let following = links.base + Int(followed)
    let property = properties.base + Int(slot)
    guard following.pointee.source == slot,
      property.pointee.marks.isDisjoint(with: [.unreadable, .stale]),
      property.pointee.order < place
    else { return nil }
    followed = following.pointee.nextIncoming
    return GraphCore.value(in: property)
  }
}

extension UnsafeMutablePointer<FormulaStep> {
  /// Marks the first step of `{ value + 1 }`, the most common transformer of numbers, so that it is
  /// evaluated without going through the steps: that takes half as many instructions.
  fileprivate func noteIncrement() {
    guard self[0].operation == .value, self[1].operation == .addNumber, self[2].operation == .end
    else { return }
    self[0].adds = true
    self[0].operand = self[1].operand
  }
}

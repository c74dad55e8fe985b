// Formulas that the loops evaluate where they stand, without a level of the stack and without asking the
// driver: those of transformers, such as `{ value * 1.8 + 32 }`, in the loop that copies numbers, and
// those of bindings under a topological order, in the loop that fires them. Whatever is not as it was the
// last time, and whatever fails, is left to the long way, which begins again and takes three times as
// long.
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
  }

  @inline(__always)
  private func formula(of block: BlockID) -> UnsafeMutablePointer<FormulaStep>? {
    Int(block.index) < formulas.count ? formulas.base[Int(block.index)] : nil
  }

  /// Whether a link maps by a formula, and nothing records that.
  @inline(__always)
  func mayMap(_ record: UnsafeMutablePointer<LinkRecord>) -> Bool {
    record.pointee.flags.contains(.maps) && !isTracing && cycles.isFree
      && formula(of: record) != nil
  }

  /// The formula by which a link maps; nil where the driver must run a block.
  @inline(__always)
  private func formula(
    of record: UnsafeMutablePointer<LinkRecord>
  ) -> UnsafeMutablePointer<FormulaStep>? {
    guard record.pointee.flags.intersection(.allOfMapping) == [.special, .maps] else { return nil }
    return formula(of: details.base[Int(record.pointee.detail)].mapping)
  }

  /// What the formula by which a link maps makes of a value.
  @inline(never)
  func mapped(
    _ value: UnsafePointer<Value>, by record: UnsafeMutablePointer<LinkRecord>
  ) -> FormulaNumber? {
    guard let formula = formula(of: record), let value = FormulaNumber(value) else { return nil }
    return evaluateInPlace(formula, of: value, following: 0, before: .min)
  }

  /// The value of the expression of a link whose turn has come, where it reads what the link follows.
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
  ///   - value: What a transformer is given.
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
          let following = links.base + Int(followed)
          guard let slot = placeOfMember(step), following.pointee.source == slot else { return nil }
          let property = properties.base + Int(slot)
          guard property.pointee.marks.isDisjoint(with: [.unreadable, .stale]),
            property.pointee.order < place,
            let number = FormulaNumber(GraphCore.value(in: property))
          else { return nil }
          followed = following.pointee.nextIncoming
          guard step.pointee.adds else {
            pushed = number
            break
          }
          guard let sum = top.plus(number) else { return nil }
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

  /// Where the property of a step stands, where its variable holds an object of the class of last time.
  @inline(__always)
  private func placeOfMember(_ step: UnsafeMutablePointer<FormulaStep>) -> UInt32? {
    guard
      case .object(let object) =
        GraphCore.value(in: properties.base + Int(step.pointee.operand)).pointee,
      isAlive(object)
    else { return nil }
    let record = objects.base + Int(object.index)
    guard record.pointee.classID == step.pointee.classID else { return nil }
    return record.pointee.base &+ step.pointee.ordinal
  }
}

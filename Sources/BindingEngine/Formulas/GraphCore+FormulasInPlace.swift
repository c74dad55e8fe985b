// Formulas that the loops evaluate in place, without a level of the stack and without the driver:
// those of transformers, such as `{ value * 1.8 + 32 }`, and of expressions in the loop that copies
// numbers, and those of bindings under a topological order in the loop that fires them. Anything
// that has changed since the last time, and anything that fails, is left to the general way, which
// begins again and takes three times as long.

/// For a formula that reads nothing but its input.
private struct NoReader: FormulaReader {
  var start: FormulaPlace? { nil }

  @inline(__always)
  func read(
    _ step: UnsafeMutablePointer<FormulaStep>, _ top: Scalar, isAlone: Bool,
    in core: inout GraphCore
  ) -> Scalar? { nil }
}

/// For an expression that reads exactly what its link follows, and nothing that may still change.
private struct FollowingReader: FormulaReader {
  /// The next step of the link.
  var followed: UInt32
  /// Nothing that is due writes a property before this place.
  let place: Int32

  var start: FormulaPlace? { nil }

  /// The value of the property that a step reads, where its variable holds an object of the class of
  /// last time and the link follows that property.
  @inline(__always)
  mutating func read(
    _ step: UnsafeMutablePointer<FormulaStep>, _ top: Scalar, isAlone: Bool,
    in core: inout GraphCore
  ) -> Scalar? {
    guard step.pointee.operation == .member,
      let object = (core.properties.base + Int(step.pointee.operand)).object
    else { return nil }
    let record = core.objects.pointer(object.index)
    guard record.pointee.isLiving(object, ofClass: step.pointee.place.classID) else { return nil }
    let slot = record.pointee.base &+ step.pointee.place.ordinal
    let following = core.links.base + Int(followed)
    let property = core.properties.base + Int(slot)
    guard following.pointee.source == slot,
      property.pointee.marks.isDisjoint(with: [.unreadable, .stale]),
      property.pointee.order < place
    else { return nil }
    followed = following.pointee.nextIncoming
    return Scalar(property.value)
  }
}

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
  mutating func mapped(
    _ value: UnsafePointer<Value>, by record: UnsafeMutablePointer<LinkRecord>
  ) -> Scalar? {
    guard let formula = formula(of: record), let value = Scalar(value) else { return nil }
    if formula.pointee.operation == .increment, case .int(let number) = value {
      let (sum, isTooLarge) = number.addingReportingOverflow(Int(formula.pointee.operand))
      return isTooLarge ? nil : .int(sum)
    }
    var reader = NoReader()
    return evaluate(formula, of: value, through: &reader)
  }

  /// Appends the values of a formula for numbers.
  ///
  /// - Parameter steps: They read nothing but the number.
  /// - Returns: For how many elements: all, or those before the first that is no number or for which
  ///   the formula fails.
  package mutating func appendValues(
    of steps: [FormulaStep], _ elements: UnsafeBufferPointer<Value>, to results: inout [Value]
  ) -> Int {
    evaluate(steps, for: elements) { result, _ in
      results.append(result.value)
      return true
    }
  }

  /// Appends the numbers for which a formula is true; the same, and it fails if it is not a Bool.
  package mutating func appendElements(
    where steps: [FormulaStep], _ elements: UnsafeBufferPointer<Value>, to results: inout [Value]
  ) -> Int {
    evaluate(steps, for: elements) { result, element in
      guard case .bool(let isWanted) = result else { return false }
      if isWanted { results.append(element.value) }
      return true
    }
  }

  @inline(__always)
  private mutating func evaluate(
    _ steps: [FormulaStep], for elements: UnsafeBufferPointer<Value>,
    _ take: (Scalar, Scalar) -> Bool
  ) -> Int {
    steps.withUnsafeBufferPointer { steps in
      // Only steps that read members change, and there are none.
      let formula = UnsafeMutablePointer(mutating: steps.baseAddress!)
      var reader = NoReader()
      for position in elements.indices {
        guard let number = Scalar(elements.baseAddress! + position),
          let result = evaluate(formula, of: number, through: &reader), take(result, number)
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
  mutating func expressionValue(of link: UInt32, before place: Int32) -> Scalar? {
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
    var reader = FollowingReader(followed: detail.pointee.firstStep, place: place)
    let value = evaluate(formula, of: .int(0), through: &reader)
    return reader.followed == 0 ? value : nil
  }
}

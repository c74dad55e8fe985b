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
    /// A property of the object in the variable `operand`.
    case member
    /// A property of the object that the formula belongs to.
    case ownMember
    case addNumber
    case add, subtract, multiply, divide, remainder
    case equal, notEqual, less, lessOrEqual, greater, greaterOrEqual
    case not, negate
    case end
  }

  package var operation: Operation
  /// Whether what is read is added to the value on the stack. Of ten steps of a sum this saves
  /// nine. Of `value`: the whole formula adds `operand` to what it is given.
  package var adds = false
  package var operand: Int32
  package var name: Name
  /// Where the last object of this step has the property.
  var classID: UInt32 = .max
  var ordinal: UInt32 = 0

  package init(_ operation: Operation, operand: Int32 = 0, name: Name = .none) {
    self.operation = operation
    self.operand = operand
    self.name = name
  }

  /// A number of type Double, kept where a property would keep its place.
  package init(_ number: Double) {
    self.init(.double)
    (classID, ordinal) = (
      UInt32(truncatingIfNeeded: number.bitPattern),
      UInt32(truncatingIfNeeded: number.bitPattern >> 32)
    )
  }

  @inline(__always)
  var double: Double { Double(bitPattern: UInt64(ordinal) << 32 | UInt64(classID)) }
}

/// The progress of a formula that reads a sum and waits for one of its terms.
struct FormulaPause {
  var formula: UnsafeMutablePointer<FormulaStep>
  /// The next step to read.
  var position: UInt32
  /// What the link follows from there on.
  var followed: UInt32
  /// The sum until there.
  var top: FormulaNumber
  /// What `GraphCore.answers` was then.
  var answers: UInt32
}

// Most expressions that a binding reads, and most computed properties, are formulas: a few
// operators on properties of named objects, nearly always numbers. Such a block has no effects and
// needs no level of the driver's stack, so the engine evaluates it directly.
extension GraphCore {
  /// The most values that a formula may have on its stack.
  package static let formulaStack = 64

  /// Evaluates the requested block, which is a formula.
  ///
  /// Nearly always it reads exactly what its link already follows, step by step. Then what it reads
  /// is not noted.
  ///
  /// - Parameters:
  ///   - formula: Its steps, of which the last is `end`. They remember where members were found.
  ///   - receiver: The object that it belongs to.
  /// - Returns: How the engine continues; nil if the driver must run the block, which then starts
  ///   again.
  package mutating func evaluate(
    _ formula: UnsafeMutablePointer<FormulaStep>, of receiver: ObjectID
  ) -> Suspension? {
    let base = reads.count
    let link = frames.base[frames.count - 1].link
    let firstStep = firstStepToFollow(of: link)
    return withUnsafeTemporaryAllocation(
      of: FormulaNumber.self, capacity: GraphCore.formulaStack
    ) { stack in
      // The value on top is in a variable, and those below it are in `stack`.
      let bottom = stack.baseAddress!
      var below = bottom
      var top = FormulaNumber.int(0)
      // The next step of the link; 0 after the last one, and if reads must be noted.
      var followed = firstStep
      var isFollowing = firstStep != 0
      var position = formula
      if isFollowing, let pause = takePause(in: formula) {
        (position, top, followed) = (formula + Int(pause.position), pause.top, pause.followed)
        bottom.pointee = .int(0)
        below += 1
      }
      while true {
        let step = position
        position += 1
        switch step.pointee.operation {
        case .number:
          below.pointee = top
          below += 1
          top = .int(Int(step.pointee.operand))
        case .double:
          below.pointee = top
          below += 1
          top = .double(step.pointee.double)
        case .bool:
          below.pointee = top
          below += 1
          top = .bool(step.pointee.operand != 0)
        case .member, .ownMember:
          var object = receiver
          if step.pointee.operation == .member {
            guard let found = GraphCore.object(in: properties.base + Int(step.pointee.operand))
            else { return leaveFormula(base) }
            object = found
          }
          guard isAlive(object) else { return leaveFormula(base) }
          let record = objects.base + Int(object.index)
          if step.pointee.classID != record.pointee.classID, !locate(step, in: record) {
            return leaveFormula(base)
          }
          let slot = record.pointee.base &+ step.pointee.ordinal
          let property = properties.base + Int(slot)
          let marks = property.pointee.marks
          if marks.rawValue & readMask != 0 {
            if marks.contains(.unreadable) { return leaveFormula(base) }
            if marks.contains(.stale) {
              if links.base[Int(followed)].source != slot {
                if isFollowing { noteFollowed(firstStep, before: followed) }
                subscribeEarly(reading: slot)
              } else if below - bottom == 1 {
                pause(
                  FormulaPause(
                    formula: formula, position: UInt32(step - formula), followed: followed,
                    top: top, answers: answers))
              }
              reads.setCount(base)
              return compute(slot) ?? run()
            }
            if property.pointee.order >= settledBelow { noteRead(slot) }
          }
          guard let number = FormulaNumber(GraphCore.value(in: property)) else {
            return leaveFormula(base)
          }
          // No link has the number 0, and its record has no source.
          if links.base[Int(followed)].source == slot {
            followed = links.base[Int(followed)].nextIncoming
          } else {
            if isFollowing { noteFollowed(firstStep, before: followed) }
            isFollowing = false
            followed = 0
            reads.append(slot)
          }
          if step.pointee.adds {
            guard let sum = top.plus(number) else { return leaveFormula(base) }
            top = sum
          } else {
            below.pointee = top
            below += 1
            top = number
          }
        case .addNumber:
          guard let sum = top.plus(.int(Int(step.pointee.operand))) else {
            return leaveFormula(base)
          }
          top = sum
        case .end:
          if isFollowing, followed != 0 {
            noteFollowed(firstStep, before: followed)
            isFollowing = false
          }
          return goOn(with: top.value, knowsWay: isFollowing)
        case .not, .negate:
          guard let result = top.applying(step.pointee.operation) else {
            return leaveFormula(base)
          }
          top = result
        // A transformer reads no properties, so it is no formula of a source.
        case .value: return leaveFormula(base)
        default:
          below -= 1
          guard let result = below.pointee.applying(step.pointee.operation, top) else {
            return leaveFormula(base)
          }
          top = result
        }
      }
    }
  }

  /// The first of the steps by which a link observes what it reads; 0 if reads must be noted.
  private func firstStepToFollow(of link: UInt32) -> UInt32 {
    let record = links[link]
    guard !isTracing, record.source == 0, !record.flags.isDisjoint(with: [.linked, .computed]),
      frames.base[frames.count - 1].phase != .discover
    else { return 0 }
    return details[record.detail].firstStep
  }

  /// Keeps the progress of the `computed` on top of the stack, which waits for another one. Without
  /// it the first of a layer of ten would read 55 properties instead of 10.
  private mutating func pause(_ pause: FormulaPause) {
    guard frames.base[frames.count - 1].phase == .computed else { return }
    pauses.append(pause)
    frames.base[frames.count - 1].pause = UInt32(pauses.count)
  }

  /// Where the formula on top of the stack continues, if only formulas were evaluated meanwhile:
  /// they do not change what it has read.
  private mutating func takePause(
    in formula: UnsafeMutablePointer<FormulaStep>
  ) -> FormulaPause? {
    let frame = frames.base + (frames.count - 1)
    guard frame.pointee.phase == .computed, frame.pointee.pause != 0 else { return nil }
    let pause = pauses[frame.pointee.pause - 1]
    pauses.setCount(Int(frame.pointee.pause - 1))
    frame.pointee.pause = 0
    return pause.formula == formula && pause.answers == answers ? pause : nil
  }

  /// A formula has read something that its link does not observe. Notes what it has read so far,
  /// which is what the link does observe.
  private mutating func noteFollowed(_ first: UInt32, before end: UInt32) {
    var step = first
    while step != end {
      reads.append(links[step].source)
      step = links[step].nextIncoming
    }
  }

  private mutating func leaveFormula(_ base: Int) -> Suspension? {
    reads.setCount(base)
    return nil
  }

  /// Finds the property of a step in an object's class.
  @inline(never)
  private func locate(
    _ step: UnsafeMutablePointer<FormulaStep>, in record: UnsafeMutablePointer<ObjectRecord>
  ) -> Bool {
    let classID = record.pointee.classID
    guard let ordinal = classes[Int(classID)].ordinal(of: step.pointee.name) else { return false }
    step.pointee.classID = classID
    step.pointee.ordinal = UInt32(ordinal)
    return true
  }
}

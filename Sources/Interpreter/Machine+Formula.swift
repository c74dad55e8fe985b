import BindingEngine

// Most expressions that a binding reads, and most computed properties, are formulas: properties of
// objects with names, put together by a few operators, and whole numbers nearly always. Such a block
// sets nothing off, so it needs no level of its own. Whatever it does not know it leaves to the
// machine, which begins anew.
extension Code {
  /// To be called when the code is complete.
  func findOutWhetherFormula() {
    guard localCount == 0, changeLocal < 0, maximumStack <= Code.leafStack else { return }
    for position in 0..<instructions.count {
      switch instructions[UInt32(position)].operation {
      case .integer, .globalMember, .selfMember, .add, .subtract, .multiply, .divide, .remainder,
        .addInteger, .return, .returnNil:
        continue
      default: return
      }
    }
    isFormula = true
  }
}

extension Machine {
  /// Works out the block that the engine asks for, where it is a formula of whole numbers.
  ///
  /// - Returns: How the engine goes on; nil where the machine must run the block.
  @inline(__always)
  func formulaResult() -> Suspension? {
    let request = withUnsafeMutablePointer(to: &core.pointee.request) { $0 }
    let block = blocks.base + Int(request.pointee.block.index)
    guard block.pointee.isFormula else { return nil }
    switch request.pointee.role {
    case .source, .computed:
      return evaluate(block, receiver: block.pointee.receiver ?? request.pointee.sender)
    default: return nil
    }
  }

  @inline(never)
  private func evaluate(
    _ block: UnsafeMutablePointer<Block>, receiver: ObjectID
  ) -> Suspension? {
    guard let code = block.pointee.code else { return nil }
    let instructions = code._withUnsafeGuaranteedRef { $0.entry }
    let caches = code._withUnsafeGuaranteedRef { $0.caches.base }
    let core = core
    let base = core.pointee.reads.count
    return withUnsafeTemporaryAllocation(of: Int.self, capacity: Code.leafStack) { stack in
      let bottom = stack.baseAddress!
      var top = bottom
      var next = instructions
      func giveUp() -> Suspension? {
        core.pointee.reads.truncate(to: base)
        return nil
      }
      while true {
        let instruction = next.pointee
        next += 1
        switch instruction.operation {
        case .integer:
          top.pointee = Int(instruction.a)
          top += 1
        case .globalMember, .selfMember:
          var object = receiver
          if instruction.operation == .globalMember {
            guard
              case .object(let found) = (core.pointee.properties.base + Int(instruction.a)).pointee
                .value
            else { return giveUp() }
            object = found
          }
          guard core.pointee.isAlive(object) else { return giveUp() }
          let record = core.pointee.objects.base[Int(object.index)]
          let cache = caches[Int(instruction.b)]
          guard cache.classID == record.classID else { return giveUp() }
          let slot = record.base + cache.ordinal
          let property = core.pointee.properties.base + Int(slot)
          let marks = property.pointee.marks.rawValue
          if marks & core.pointee.readMask != 0 {
            guard property.pointee.marks.isDisjoint(with: .unreadable) else { return giveUp() }
            if property.pointee.marks.contains(.stale) {
              return core.pointee.computeFirst(slot, readSince: base)
            }
            if core.pointee.orderPlace(of: slot) >= core.pointee.settledBelow {
              core.pointee.noteRead(slot)
            }
          }
          guard case .int(let number) = property.pointee.value else { return giveUp() }
          core.pointee.reads.append(slot)
          top.pointee = number
          top += 1
        case .addInteger:
          let (sum, isTooLarge) = (top - 1).pointee.addingReportingOverflow(Int(instruction.a))
          if isTooLarge { return giveUp() }
          (top - 1).pointee = sum
        case .return: return core.pointee.resume(with: .int((top - 1).pointee))
        default:
          top -= 1
          let (left, right) = ((top - 1).pointee, top.pointee)
          let (result, isTooLarge): (Int, Bool)
          switch instruction.operation {
          case .add: (result, isTooLarge) = left.addingReportingOverflow(right)
          case .subtract: (result, isTooLarge) = left.subtractingReportingOverflow(right)
          case .multiply: (result, isTooLarge) = left.multipliedReportingOverflow(by: right)
          // What the rest does with signs and zero is for the operators to say.
          case .divide where left >= 0 && right > 0: (result, isTooLarge) = (left / right, false)
          case .remainder where left >= 0 && right > 0: (result, isTooLarge) = (left % right, false)
          default: return giveUp()
          }
          if isTooLarge { return giveUp() }
          (top - 1).pointee = result
        }
      }
    }
  }
}

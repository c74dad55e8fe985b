import BindingEngine
import Compiling
import Language

extension Machine {
  /// The value of the block that the engine requests, if it is a leaf and does not fail.
  @inline(__always)
  func leafValue() -> Value? {
    let request = withUnsafeMutablePointer(to: &core.pointee.request) { $0 }
    let block = blocks.base + Int(request.pointee.block.index)
    guard let entry = block.pointee.leaf, (sp - stack) + Code.leafStack <= capacity else {
      return nil
    }
    return evaluate(entry, block, request.pointee.value)
  }

  /// The arguments of the block besides its value.
  private func parameter(_ local: Int32, _ block: UnsafeMutablePointer<Block>) -> Value {
    let request = withUnsafeMutablePointer(to: &core.pointee.request) { $0 }
    let hasOld = block.pointee.code?._withUnsafeGuaranteedRef { !$0.isOn } ?? true
    switch request.pointee.role {
    case .observer, .ownObserver, .setter:
      if local == 1, hasOld { return request.pointee.old }
    default: break
    }
    return .object(request.pointee.sender)
  }

  private func evaluate(
    _ entry: UnsafeMutablePointer<Instruction>, _ block: UnsafeMutablePointer<Block>,
    _ value: Value
  ) -> Value? {
    let bottom = sp
    var top = sp
    var next = entry
    defer { bottom.deinitialize(count: top - bottom) }
    func push(_ value: consuming Value) {
      top.initialize(to: value)
      top += 1
    }
    func pop() -> Value {
      top -= 1
      return top.move()
    }
    while true {
      let instruction = next.pointee
      next += 1
      do {
        switch instruction.operation {
        case .constant:
          guard let code = block.pointee.code else { return nil }
          push(code._withUnsafeGuaranteedRef { $0.constants[Int(instruction.a)] })
        case .integer: push(.int(Int(instruction.a)))
        case .pushNil: push(.nil)
        case .pushTrue: push(.bool(true))
        case .pushFalse: push(.bool(false))
        case .local: push(instruction.a == 0 ? value : parameter(instruction.a, block))
        case .pop: _ = pop()
        case .duplicate: push((top - 1).pointee)
        case .addInteger:
          let left = pop()
          push(try Operators.sum(left, .int(Int(instruction.a))))
        case .not: push(try Operators.not(pop()))
        case .negate: push(try Operators.negate(pop()))
        case .jump: next = entry + Int(instruction.a)
        case .jumpIfFalse:
          guard case .bool(let flag) = pop() else { return nil }
          if !flag { next = entry + Int(instruction.a) }
        case .jumpIfFalseKeeping, .jumpIfTrueKeeping:
          guard case .bool(let flag) = (top - 1).pointee else { return nil }
          if flag == (instruction.operation == .jumpIfTrueKeeping) {
            next = entry + Int(instruction.a)
          } else {
            _ = pop()
          }
        case .jumpIfValueKeeping:
          if case .nil = (top - 1).pointee {
            _ = pop()
          } else {
            next = entry + Int(instruction.a)
          }
        case .requireBool:
          guard case .bool = (top - 1).pointee else { return nil }
        case .return: return pop()
        case .returnNil: return .nil
        default:
          let right = pop()
          let left = pop()
          if case .string(let text) = left { try spend(2 * text.utf8.count) }
          push(try Operators.apply(instruction.operation, left, right))
        }
      } catch {
        return nil
      }
    }
  }
}

extension Operators {
  /// The sum, nearly always of whole numbers: calling another module takes longer than adding
  /// those.
  @inline(__always)
  static func sum(_ left: Value, _ right: Value) throws(ScriptFailure) -> Value {
    if let a = Scalar(left), let b = Scalar(right), let sum = a.plus(b) { return sum.value }
    return try add(left, right)
  }

  /// The value of a binary operation.
  @inline(__always)
  fileprivate static func apply(
    _ operation: Operation, _ left: Value, _ right: Value
  ) throws(ScriptFailure) -> Value {
    switch operation {
    case .add: return try sum(left, right)
    case .subtract: return try subtract(left, right)
    case .multiply: return try multiply(left, right)
    case .divide: return try divide(left, right)
    case .remainder: return try remainder(left, right)
    case .equal: return .bool(left == right)
    case .notEqual: return .bool(left != right)
    case .less: return .bool(try compare(.less, left, right))
    case .lessOrEqual: return .bool(try compare(.lessOrEqual, left, right))
    case .greater: return .bool(try compare(.greater, left, right))
    case .greaterOrEqual: return .bool(try compare(.greaterOrEqual, left, right))
    default: preconditionFailure("no binary operation")
    }
  }
}
